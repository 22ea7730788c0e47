//! The answers about a state space whose states are packed into keys, each by an engine of
//! [`engines::packed`]. What those do not answer (lists of all solutions, maps) is left to [`super::answers`].
//!
//! Solutions, counts and *impossible* come from breadth-first search, or from A* where the space has a heuristic whose
//! conditions were checked. What A* finds is confirmed by breadth-first search where that ends within what is left of
//! the budget, and the method says so.

use engines::packed::{Evidence, Layers, Outcome, PackedSpace, breadth_first};
use engines::{Context, Outcome as Ended};
use num_bigint::BigUint;

use crate::answer::{BigCount, Reply};
use crate::options::{ALL, COUNT};
use crate::question::{Query, QuestionKind};
use crate::solution::{Exhausted, Hint, Reached, Solution};

/// The method of a search without a heuristic.
const PLAIN: &str = "breadth-first search";

/// A packed space with the texts of its moves.
pub(crate) trait Named: PackedSpace {
    /// The text of the move with this label.
    fn name(&self, label: u32) -> String;

    /// What ended the search: the limit inside the rules, if one struck there, else the engine's.
    fn why(&self, halt: engines::Halt) -> String;
}

/// Answers a question about a state that is no goal; `None` leaves it to the engines for states of any type.
///
/// # Errors
/// The error of the rules.
pub(crate) fn ask<S: Named>(
    space: &S,
    start: &[u32],
    query: &Query,
    cx: &Context<'_>,
) -> Result<Option<Reply>, S::Error> {
    if query.options.is_on(&ALL) {
        return Ok(None);
    }
    let reply = match query.kind {
        QuestionKind::Solve if query.options.is_on(&COUNT) => every(space, start, query, cx)?,
        QuestionKind::Count | QuestionKind::Hint => every(space, start, query, cx)?,
        QuestionKind::Solve => one(space, breadth_first(space, start, false, cx)?, |moves| solution(moves, None)),
        QuestionKind::Reach => one(space, breadth_first(space, start, false, cx)?, |_| Reached { reachable: true }),
        _ => return Ok(None),
    };
    Ok(Some(reply))
}

fn one<S: Named, B: crate::body::Body>(
    space: &S,
    outcome: Outcome<Layers>,
    body: impl FnOnce(Vec<String>) -> B,
) -> Reply {
    settle(space, outcome).map_or_else(
        |reply| reply,
        |layers| Reply::found(PLAIN, body(texts(space, &layers.found.labels))),
    )
}

/// All shortest solutions: their number, and the moves that they begin with.
fn every<S: Named>(space: &S, start: &[u32], query: &Query, cx: &Context<'_>) -> Result<Reply, S::Error> {
    let outcome = breadth_first(space, start, true, cx)?;
    let method = format!("every shortest solution by {PLAIN}");
    Ok(match settle(space, outcome) {
        Err(reply) => reply,
        Ok(layers) if query.kind == QuestionKind::Hint => {
            let best = texts(space, &layers.first);
            Reply::found(method, Hint { best, moves_left: layers.found.labels.len() as u64 })
        }
        Ok(layers) => Reply::found(method, solution(texts(space, &layers.found.labels), layers.ways)),
    })
}

fn solution(solution: Vec<String>, ways: Option<BigUint>) -> Solution {
    Solution { moves: solution.len() as u64, solution, optimal: true, solutions: ways.map(BigCount), ..Solution::default() }
}

fn texts<S: Named>(space: &S, labels: &[u32]) -> Vec<String> {
    labels.iter().map(|&label| space.name(label)).collect()
}

/// What was found, or the reply that says why nothing was.
fn settle<T, S: Named>(space: &S, outcome: Outcome<T>) -> Result<T, Reply> {
    match outcome {
        Ended::Found(found) => Ok(found),
        Ended::Impossible(Evidence { states, .. }) => Err(Reply::impossible(PLAIN, Exhausted::over(states))),
        Ended::Unfinished { halt, at_least, .. } => Err(Reply::unfinished(space.why(halt), at_least)),
    }
}
