//! Questions that count pushes, against the graph of single moves in which only pushes cost.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use engines::Context;

use super::search;
use super::solver::random_boards;
use crate::body::{FEWEST, PushHint, PushSolution};
use crate::lurd::expand;
use crate::rules::{Board, Direction, State};
use crate::{Sokoban, text};
use frame::answer::Answer;
use frame::family::{Family, Level};
use frame::judge::Judgement;
use frame::options::{INTENDED, MOVES, OptionSpec, OptionValue, WITHOUT};
use frame::query::QuestionKind;
use frame::question::Question;
use frame::shortcut::Intended;
use frame::solution::{Exhausted, Map};
use frame::value::BigCount;

/// Every state that can be reached by single moves while the game goes on, with the fewest pushes that are left.
struct Plain {
    steps: HashMap<State, Vec<(Direction, State, bool)>>,
    left: HashMap<State, u64>,
}

impl Plain {
    /// `None` where there are too many states.
    fn of(board: &Board, most: usize) -> Option<Plain> {
        let (mut steps, mut open) = (HashMap::new(), vec![board.start().clone()]);
        while let Some(state) = open.pop() {
            if steps.contains_key(&state) {
                continue;
            }
            let next: Vec<_> = if board.is_solved(&state) { Vec::new() } else { board.successors(&state).collect() };
            open.extend(next.iter().map(|(_, next, _)| next.clone()));
            steps.insert(state, next);
            if steps.len() > most {
                return None;
            }
        }
        let solved = steps.keys().filter(|state| board.is_solved(state));
        let mut left: HashMap<State, u64> = solved.map(|state| (state.clone(), 0)).collect();
        loop {
            let known = left.clone();
            for (state, next) in &steps {
                let best = next.iter().filter_map(|(_, to, pushed)| Some(known.get(to)? + u64::from(*pushed))).min();
                if let Some(best) = best.filter(|best| known.get(state).is_none_or(|known| best < known)) {
                    left.insert(state.clone(), best);
                }
            }
            if left == known {
                return Some(Plain { steps, left });
            }
        }
    }

    /// The states that a walk without a push reaches.
    fn region(&self, from: &State) -> HashSet<&State> {
        let (mut region, mut open) = (HashSet::new(), vec![from]);
        while let Some(state) = open.pop() {
            let Some((state, next)) = self.steps.get_key_value(state) else { continue };
            if region.insert(state) {
                open.extend(next.iter().filter(|(_, _, pushed)| !pushed).map(|(_, to, _)| to));
            }
        }
        region
    }

    /// The pushes that can be made after a walk: the state behind each.
    fn pushes(&self, from: &State) -> BTreeSet<&State> {
        let steps = self.region(from).into_iter().flat_map(|state| &self.steps[state]);
        steps.filter(|(_, _, pushed)| *pushed).map(|(_, to, _)| to).collect()
    }

    fn best(&self, from: &State) -> BTreeSet<&State> {
        let left = self.left.get(from).copied();
        let is_best = |to: &&State| left.is_some() && self.left.get(*to).map(|rest| rest + 1) == left;
        self.pushes(from).into_iter().filter(is_best).collect()
    }

    fn lines(&self, from: &State) -> u64 {
        if self.left.get(from) == Some(&0) { 1 } else { self.best(from).into_iter().map(|to| self.lines(to)).sum() }
    }
}

fn asked(level: &Arc<dyn Level>, kind: QuestionKind, options: &[(&'static frame::OptionSpec, Vec<String>)]) -> Answer {
    let mut question = Question::plain(kind);
    question.asked = question.asked.with(&FEWEST, OptionValue::Text("pushes".into()));
    for (option, list) in options {
        question.asked = question.asked.with(option, OptionValue::List(list.clone()));
    }
    let answer = frame::ask(level, &question, &Context::default()).expect("an answer");
    let checked = frame::check(level, &answer, &Context::default()).expect("an answer that holds");
    assert_eq!(checked.not_rechecked, Vec::<String>::new(), "{kind}");
    answer
}

fn loaded(text: String) -> Arc<dyn Level> {
    Sokoban.load(Arc::new(text.into_bytes()), &Context::default()).expect("a level")
}

fn names(moves: &[Direction]) -> Vec<String> {
    moves.iter().map(|direction| direction.name().to_owned()).collect()
}

/// Compares every question about a board; whether it can be solved.
fn compare(board: &Board, plain: &Plain) -> bool {
    let rows = text::rows(board, board.start()).iter().map(|row| format!("{row}\n")).collect::<String>();
    let level = loaded(rows);
    let start = board.start();
    let fewest = plain.left.get(start).copied();
    map(board, plain, &asked(&level, QuestionKind::MAP, &[]));
    let (hint, count) = (asked(&level, QuestionKind::HINT, &[]), asked(&level, QuestionKind::COUNT, &[]));
    let Some(fewest) = fewest else {
        assert!(hint.proof_as::<Exhausted>().is_some() && count.proof_as::<Exhausted>().is_some());
        return false;
    };
    let hint = hint.body_as::<PushHint>().expect("a hint");
    let behind = |letters: &String| search::play(board, &expand(letters).expect("letters")).0;
    let best: BTreeSet<State> = hint.pushes.iter().map(behind).collect();
    assert_eq!((hint.pushes_left, hint.pushes.len()), (fewest, best.len()));
    assert_eq!(best.iter().collect::<BTreeSet<_>>(), plain.best(start));
    let count = count.body_as::<PushSolution>().expect("a count");
    assert_eq!(count.pushes, fewest);
    assert_eq!(count.solutions, Some(BigCount(plain.lines(start).into())));
    let by_moves = search::fewest_moves(board, false).expect("a solution");
    judged(plain, board, &by_moves, &asked(&level, QuestionKind::JUDGE, &[(&MOVES, names(&by_moves))]));
    let pushed = search::play(board, &by_moves).1 as u64;
    let compared = asked(&level, QuestionKind::SHORTCUT, &[(&INTENDED, names(&by_moves))]);
    let compared = compared.body_as::<Intended>().expect("a comparison");
    assert_eq!((compared.intended, compared.shortest, compared.is_best), (pushed, Some(fewest), pushed == fewest));
    true
}

fn map(board: &Board, plain: &Plain, answer: &Answer) {
    // After a win no walk goes on, so that a region is met where one of its states is.
    let mut regions: HashMap<State, Option<u64>> = HashMap::new();
    for state in plain.steps.keys() {
        let (left, least) = (plain.left.get(state).copied(), regions.entry(board.normalised(state)).or_default());
        *least = least.map_or(left, |least| Some(left.map_or(least, |left| left.min(least))));
    }
    let mut counts: Vec<u64> = Vec::new();
    for left in regions.values().flatten() {
        let at = *left as usize;
        counts.resize(counts.len().max(at + 1), 0);
        counts[at] += 1;
    }
    match answer.body_as::<Map>() {
        Some(map) => {
            let counts: Vec<BigCount> = counts.into_iter().map(|count| BigCount(count.into())).collect();
            assert_eq!(map.distances, counts);
        }
        None => {
            let states = answer.proof_as::<Exhausted>().map(|proof| proof.states);
            assert_eq!((states, counts.len()), (Some(regions.len() as u64), 0));
        }
    }
}

fn judged(plain: &Plain, board: &Board, line: &[Direction], answer: &Answer) {
    let judged = answer.body_as::<Judgement>().expect("a judged line");
    let mut state = board.start().clone();
    for (at, position) in judged.positions.iter().enumerate() {
        assert_eq!(position.cost_left.flatten(), plain.left.get(&state).copied(), "after {at}");
        let Some(&direction) = line.get(at) else { break };
        let (next, pushed) = board.step(&state, direction).expect("legal");
        let longer = plain.left[&next] + u64::from(pushed) - plain.left[&state];
        assert_eq!(judged.moves[at].cost, Some(longer), "move {at}");
        state = next;
    }
}

#[test]
fn questions_that_count_pushes_agree_with_a_plain_search() {
    let (mut solved, mut dead) = (0, 0);
    for board in random_boards(300).filter(|board| !board.is_solved(board.start())) {
        let Some(plain) = Plain::of(&board, 12_000) else { continue };
        if compare(&board, &plain) { solved += 1 } else { dead += 1 }
    }
    assert!(solved > 20 && dead > 20, "{solved} solved, {dead} without a solution");
}

#[test]
fn two_numbers_and_a_cell_are_refused_where_pushes_are_counted() {
    let level = loaded("#####\n#@$.#\n#####\n".into());
    let refused = |kind: QuestionKind, fewest: &str, option: Option<(&OptionSpec, OptionValue)>| {
        let mut question = Question::plain(kind);
        question.asked = question.asked.with(&FEWEST, OptionValue::Text(fewest.into()));
        if let Some((option, value)) = option {
            question.asked = question.asked.with(option, value);
        }
        frame::ask(&level, &question, &Context::default()).expect_err("refused").to_string()
    };
    let without = (&WITHOUT, OptionValue::Text("2,3".into()));
    let refusal = refused(QuestionKind::SHORTCUT, "pushes", Some(without));
    assert!(refusal.contains("'without' is of single moves"), "{refusal}");
    let intended = (&INTENDED, OptionValue::List(vec!["right".into()]));
    let shortcut = refused(QuestionKind::SHORTCUT, "pushes-then-moves", Some(intended));
    assert!(shortcut.contains("two numbers are minimised by solutions alone"), "{shortcut}");
    for kind in [QuestionKind::HINT, QuestionKind::COUNT, QuestionKind::MAP, QuestionKind::JUDGE] {
        let refusal = refused(kind, "moves-then-pushes", None);
        assert!(refusal.contains("two numbers are minimised by solutions alone"), "{kind}: {refusal}");
    }
}
