//! All positions of a small level, reached by playing moves, with the distances and values that plain passes over them
//! give: what the tests compare answers with.
#![allow(dead_code, clippy::unwrap_used)] // each test uses some of it; a failed unwrap is a failed test

use std::collections::HashMap;
use std::sync::Arc;

use engines::Context;
use puzzles::value::GameValue;
use puzzles::{Evaluator, Level, Position, Record, Role, position};
use testkit::random::Random;

/// What tells positions apart.
pub(crate) type Key = Box<dyn Fn(&dyn Position) -> String>;

pub(crate) fn whole(position: &dyn Position) -> String {
    let end = position.end().map(|end| end.value().to_string()).unwrap_or_default();
    let side = position::evaluator_of(position).and_then(Evaluator::side_to_move).unwrap_or_default();
    // The text of a level may not express every board.
    let board: Vec<String> = position.spoken().lines.iter().map(|line| line.text()).collect();
    // The words may say what the last move did, which is no part of a position.
    let status = position.status();
    let words =
        if board.is_empty() { status.words } else { format!("{} {} {:?}", status.over, status.solved, status.cost) };
    format!("{}|{end}|{words}|{side}|{}", position.level_text(), board.join("|"))
}

/// All positions of a level, walked through by playing.
pub(crate) struct Graph {
    /// The moves of each position: the text, where it leads, and what it costs.
    pub(crate) moves: Vec<Vec<(String, usize, u64)>>,
    pub(crate) solved: Vec<bool>,
    /// The side to move, and who has won, in games for two.
    sides: Vec<Option<&'static str>>,
    winners: Vec<Option<&'static str>>,
}

impl Graph {
    /// Plays all moves from the start on; `None` where there are more than `most` positions.
    pub(crate) fn of(level: &Arc<dyn Level>, role: Role, key: &Key, most: usize) -> Option<Graph> {
        let mut graph = Graph { moves: Vec::new(), solved: Vec::new(), sides: Vec::new(), winners: Vec::new() };
        let (mut numbers, mut lines) = (HashMap::new(), vec![Vec::<String>::new()]);
        let at = |line: &[String]| Record::replay(Arc::clone(level), role, line, &Context::default()).unwrap();
        numbers.insert(key(at(&[]).position()), 0);
        while graph.moves.len() < lines.len() {
            let line = lines[graph.moves.len()].clone();
            let game = at(&line);
            let position = game.position();
            let (status, mut steps) = (position.status(), Vec::new());
            for text in position.moves() {
                let longer = [line.as_slice(), std::slice::from_ref(&text)].concat();
                let next = at(&longer);
                let count = numbers.len();
                let to = *numbers.entry(key(next.position())).or_insert(count);
                if to == count {
                    lines.push(longer);
                }
                let paid = next.position().status().paid().saturating_sub(status.paid());
                steps.push((text, to, paid));
            }
            graph.moves.push(steps);
            graph.solved.push(status.solved);
            graph.sides.push(position::evaluator_of(position).and_then(Evaluator::side_to_move));
            graph.winners.push(position.winner());
            if lines.len() > most {
                return None;
            }
        }
        Some(graph)
    }

    /// The least that is left of each position, by repeated passes; `cost` says what a move counts.
    pub(crate) fn least(&self, cost: impl Fn(u64) -> u64) -> Vec<Option<u64>> {
        let mut left: Vec<Option<u64>> = self.solved.iter().map(|&solved| solved.then_some(0)).collect();
        loop {
            let mut changed = false;
            for (at, steps) in self.moves.iter().enumerate().filter(|(at, _)| !self.solved[*at]) {
                let best = steps.iter().filter_map(|(_, to, paid)| Some(left[*to]? + cost(*paid))).min();
                changed |= best != left[at];
                left[at] = best;
            }
            if !changed {
                return left;
            }
        }
    }

    /// The most that is left of each position to who wants it dear: its graph has no cycle.
    pub(crate) fn most(&self) -> Vec<u64> {
        let mut left = vec![0; self.moves.len()];
        for _ in 0..self.moves.len() {
            let before = left.clone();
            for (at, steps) in self.moves.iter().enumerate() {
                left[at] = steps.iter().map(|(_, to, paid)| left[*to] + paid).max().unwrap_or(0);
            }
            if before == left {
                break;
            }
        }
        left
    }

    /// The value of each position of a game for two, by repeated passes.
    pub(crate) fn values(&self) -> Vec<(GameValue, Option<u64>)> {
        let ended = |at: usize| {
            let winner = self.winners[at]?;
            Some(match winner {
                "nobody" => (GameValue::Draw, None),
                winner if Some(winner) == self.sides[at] => (GameValue::Win, Some(0)),
                _ => (GameValue::Loss, Some(0)),
            })
        };
        let mut values: Vec<Option<(GameValue, Option<u64>)>> = (0..self.moves.len()).map(ended).collect();
        for distance in 1..=self.moves.len() as u64 {
            let before = values.clone();
            for (at, steps) in self.moves.iter().enumerate().filter(|(at, _)| before[*at].is_none()) {
                let mut after = steps.iter().map(|step| before[step.1].map(|value| value.0));
                if after.clone().any(|value| value == Some(GameValue::Loss)) {
                    values[at] = Some((GameValue::Win, Some(distance)));
                } else if after.all(|value| value == Some(GameValue::Win)) {
                    values[at] = Some((GameValue::Loss, Some(distance)));
                }
            }
        }
        values.into_iter().map(|value| value.unwrap_or((GameValue::Draw, None))).collect()
    }

    /// A random line of at most so many moves: its moves, and the positions on the way.
    pub(crate) fn walk(&self, most: usize, random: &mut Random) -> (Vec<String>, Vec<usize>) {
        let (mut moves, mut positions, mut at) = (Vec::new(), vec![0], 0);
        for _ in 0..random.below(most + 1) {
            let steps = &self.moves[at];
            if steps.is_empty() {
                break;
            }
            let (text, to, _) = &steps[random.below(steps.len())];
            moves.push(text.clone());
            at = *to;
            positions.push(at);
        }
        (moves, positions)
    }
}
