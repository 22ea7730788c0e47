//! Confirms true answers by all positions of the level, reached by plain play.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use puzzles::options::{ALL, COUNT, MOVES};
use puzzles::{Answer, Level, Question, QuestionKind, Role, Verdict};
use serde_json::Value;

use crate::altered::graph::{Graph, Key, whole};

/// The most positions of a level that are gone through.
const MAX_POSITIONS: usize = 200;
/// The families for one player that count moves.
const COUNTING_MOVES: &[&str] = &["toggle", "pebble", "sokoban", "puzzlescript", "script", "blank"];

/// The positions of levels by the place of the level; none of those that have too many.
#[derive(Default)]
pub(crate) struct Positions(HashMap<usize, Option<Arc<Known>>>);

struct Known {
    graph: Graph,
    left: Vec<Option<u64>>,
}

impl Positions {
    fn of(&mut self, place: usize, level: &Arc<dyn Level>) -> Option<Arc<Known>> {
        let found = self.0.entry(place).or_insert_with(|| {
            // A checkpoint is no part of what tells positions apart.
            let is_told_apart = !level.text().to_lowercase().contains("checkpoint");
            let is_puzzle = level.roles().len() == 1 && COUNTING_MOVES.contains(&level.info().name);
            if !is_told_apart || !is_puzzle {
                return None;
            }
            let graph = Graph::of(level, Role(level.roles()[0]), &(Box::new(whole) as Key), MAX_POSITIONS)?;
            let left = graph.least(|_| 1);
            Some(Arc::new(Known { graph, left }))
        });
        found.clone()
    }

    /// Compares an exact answer with the positions of its level, where it is one about moves.
    pub(crate) fn confirm(&mut self, place: usize, level: &Arc<dyn Level>, question: &Question, answer: &Answer) {
        let family = level.info().name;
        let plain = [MOVES.name, ALL.name, COUNT.name];
        let is_plain = question.asked.given().all(|(name, _)| plain.contains(&name));
        let is_of_moves = match question.kind {
            QuestionKind::SOLVE | QuestionKind::HINT => true,
            QuestionKind::REACH => family != "toggle",
            QuestionKind::COUNT => family != "pebble",
            _ => false,
        };
        if !is_plain || !is_of_moves {
            return;
        }
        let Some(known) = self.of(place, level) else { return };
        let Some(at) = known.after(question.asked.moves()) else { return };
        let body = serde_json::to_value(&answer.body).unwrap();
        let said = || format!("{}\n{question:?}\n{body}", level.text());
        assert_eq!(answer.verdict == Some(Verdict::Found), known.left[at].is_some(), "{}", said());
        let Some(left) = known.left[at] else { return };
        for name in ["moves", "moves_left"] {
            assert!(body.get(name).is_none_or(|number| *number == left), "{left} are left: {}", said());
        }
        if let Some(best) = body["best"].as_array() {
            let best: BTreeSet<&str> = best.iter().filter_map(Value::as_str).collect();
            assert_eq!(best, known.nearer(at).map(|(text, _)| text).collect(), "{}", said());
        }
        // Of toggles all solutions are counted.
        if let Some(count) = body["solutions"].as_u64().filter(|_| family != "toggle") {
            assert_eq!(count, known.solutions(at), "{}", said());
        }
    }
}

impl Known {
    /// The position after moves; `None` where one is written otherwise.
    fn after(&self, moves: &[String]) -> Option<usize> {
        moves.iter().try_fold(0, |at, text| Some(self.graph.moves[at].iter().find(|step| step.0 == *text)?.1))
    }

    fn nearer(&self, at: usize) -> impl Iterator<Item = (&str, usize)> {
        let left = self.left[at];
        let steps = self.graph.moves[at].iter().filter(move |_| left != Some(0));
        steps.filter(move |step| self.left[step.1].map(|rest| rest + 1) == left).map(|step| (step.0.as_str(), step.1))
    }

    /// How many shortest solutions begin here.
    fn solutions(&self, at: usize) -> u64 {
        if self.left[at] == Some(0) { 1 } else { self.nearer(at).map(|(_, to)| self.solutions(to)).sum() }
    }
}
