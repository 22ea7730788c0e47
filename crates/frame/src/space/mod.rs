//! Families made from a state space: states, moves, a goal, names and a drawing are enough for every question to be
//! answered and every answer to be checked.
//!
//! Implement [`StateSpace`] and load levels as [`SpaceLevel`]s. Solve, count,
//! hint, reach, map and shortcut are answered by breadth-first search; a lower bound, if there is one, only guides A*
//! to a solution and never counts as a proof. The checker searches the states again with plain code. [`game_for_two`]
//! does the same for games of two players.
//!
//! Source: breadth-first search and A* as in [`engines::search`]. Cost: time and memory proportional to the states that
//! can be reached. Families with engines of their own (`motion`, `gf2`, …) answer larger levels faster.

mod answers;
mod barrier;
mod check;
mod distances;
mod explain;
pub mod game_for_two;
mod given;
mod graph;
mod held;
mod hint_table;
mod judged;
mod level;
mod map_states;
mod measured;
mod moves;
mod packed;
mod position;
mod rules;
mod searched;
mod tabled;

pub use barrier::{Barrier, cell, no_cell, off_the_board};

pub use distances::{Built, Distances};
pub use graph::MoveCache;
pub use held::{known_distances, tabulate};
pub use judged::{by_distances, searched};
pub use level::SpaceLevel;
pub use measured::{Written, write_states};
pub use packed::{Named, answer_packed};
pub use position::SpacePosition;
pub use rules::{CountedSpace, LowerBound, RulesForTwo, StateSpace};

use crate::judge::JUDGE;
use crate::judge::reveal::PartialHint;
use crate::options::{ALL, COUNT, FROM, INTENDED, MOVES, REVEAL, WITHOUT};
use crate::question::{QuestionSpec, Shape};
use crate::questions;
use crate::shortcut::SHORTCUTS;
use crate::solution::{Exhausted, Hint, HintUnproven, Map, Reached, Solution};

/// The shapes of an answer to `solve` and `count`.
pub const SOLUTIONS: &[Shape] = &[Shape::of::<Solution>()];
/// The shapes of an answer to `hint`.
pub const HINTS: &[Shape] = &[
    Shape::when::<PartialHint>(PartialHint::fits),
    Shape::when::<HintUnproven>(HintUnproven::fits),
    Shape::of::<Hint>(),
];
/// The shape of the certificate that there is no solution.
pub const PROOFS: &[Shape] = &[Shape::of::<Exhausted>()];

/// The question for a shortest solution.
pub const SOLVE: QuestionSpec =
    QuestionSpec::new(questions::SOLVE, &[&MOVES, &COUNT, &ALL, &FROM], SOLUTIONS).proven_by(PROOFS);
/// The question for the number of shortest solutions.
pub const COUNT_SHORTEST: QuestionSpec = QuestionSpec::new(questions::COUNT, &[&MOVES], SOLUTIONS).proven_by(PROOFS);
/// The question whether a goal can be reached.
pub const REACH: QuestionSpec =
    QuestionSpec::new(questions::REACH, &[&MOVES], &[Shape::of::<Reached>()]).proven_by(PROOFS);
/// The question for the distances of all states.
pub const MAP: QuestionSpec = QuestionSpec::new(questions::MAP, &[], &[Shape::of::<Map>()]).proven_by(PROOFS);
/// The question for the best moves.
pub const HINT: QuestionSpec = QuestionSpec::new(questions::HINT, &[&MOVES, &REVEAL], HINTS).proven_by(PROOFS);
/// The question whether the intended solution can be beaten, or what can be done without.
pub const SHORTCUT: QuestionSpec =
    QuestionSpec::new(questions::SHORTCUT, &[&MOVES, &INTENDED, &WITHOUT], SHORTCUTS).proven_by(PROOFS);

/// Every question that a state space answers.
pub const QUESTIONS: &[QuestionSpec] = &[SOLVE, COUNT_SHORTEST, REACH, MAP, HINT, JUDGE, SHORTCUT];

/// Rounds a mean to eight decimal places, as a map states it.
fn eight_places(mean: f64) -> f64 {
    (mean * 1e8).round() / 1e8
}
