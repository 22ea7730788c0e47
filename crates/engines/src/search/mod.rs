//! Shortest paths in state spaces that are too large to list and given by their moves, and the value of games.
//!
//! A [`Space`] generates the moves of a state; the engines know nothing else of it. Every engine takes a
//! [`Context`](crate::Context), reports the lower bound proven so far, and ends in an [`Outcome`]: found, impossible
//! with counts as evidence, or unfinished with the bound proven so far. A solution that is found is a shortest one, and
//! the same one in every run.
//!
//! | wanted | known | engine |
//! |---|---|---|
//! | one solution, or that there is none | the moves | [`breadth_first()`] |
//! | | also a lower bound | [`a_star()`] |
//! | | also a good lower bound, and too little memory | [`ida_star()`] |
//! | | also the goals and the moves that lead to a state | [`bidirectional()`] |
//! | one of at most a given number of moves, or that there is none | the moves | [`breadth_first_within()`] |
//! | one, not proven shortest | a heuristic that may overestimate | [`a_star_untrusted()`] |
//! | how many solutions, all of them, every best first move | the moves; a lower bound helps | [`optimal()`] |
//! | all states by distance from the start | the moves | [`census()`] |
//! | all states by distance to a goal | the moves | [`census_to_goals()`] |
//! | each of these states with its moves | the moves | [`state_graph()`] |
//! | the distance of every state to a goal, kept for later questions | the moves | [`distances_to_goals()`] |
//! | who wins a game for two, and how fast | a [`Game`] | [`retrograde()`] |
//!
//! `a_star`, `ida_star` and `optimal` trust the lower bound. Where the solution found contradicts it they return
//! [`Fault::Overestimate`]; use `breadth_first` then. States and moves are stored once and numbered with 32 bits. The
//! moves of a state are generated once, except by `ida_star`, and by `a_star` and `optimal` where an inconsistent lower
//! bound makes them open a state again.

mod a_star;
mod best_first;
mod bidirectional;
mod breadth_first;
mod budgeted_vec;
mod census;
mod distances;
mod game;
mod graph;
mod ida_star;
mod measured;
mod meter;
mod optimal;
mod outcome;
mod queue;
mod retrograde;
pub mod space;
mod states;
mod tree;

pub use a_star::{a_star, a_star_untrusted};
pub use bidirectional::bidirectional;
pub use breadth_first::{breadth_first, breadth_first_within};
pub use census::{Census, census};
pub use distances::{Distances, distances_to_goals};
pub use game::{Ending, Game};
pub use ida_star::ida_star;
pub use measured::{Measured, StateGraph, census_to_goals, state_graph};
pub use optimal::{Listed, Optimal, OptimalIn, optimal};
pub use outcome::{Evidence, Fault, FaultIn, Outcome, Path, PathIn};
pub use retrograde::{Counts, GameFault, Solved, Value, Values, retrograde};
pub use space::{DEAD_END, Reversible, Space};
