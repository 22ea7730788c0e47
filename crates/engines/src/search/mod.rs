//! Shortest paths in state spaces that are too large to list and given by their moves.
//!
//! A space says its moves once per state; the engines here know nothing else of it. Every engine takes a
//! [`Context`](crate::Context), reports the lower bound proven so far, and tells exhaustion from giving up.

mod a_star;
mod best_first;
mod bidirectional;
mod breadth_first;
mod census;
mod claimed;
mod game;
mod graph;
mod ida_star;
mod meter;
mod optimal;
mod outcome;
mod queue;
mod retrograde;
pub mod space;
mod states;
mod tree;

pub use a_star::a_star;
pub use bidirectional::bidirectional;
pub use breadth_first::breadth_first;
pub use census::{Census, census, census_to_goals};
pub use game::{Ending, Game};
pub use ida_star::ida_star;
pub use optimal::{Listed, Optimal, OptimalIn, optimal};
pub use outcome::{Evidence, Fault, FaultIn, Outcome, Path, PathIn};
pub use retrograde::{GameFault, Solved, Tally, Value, retrograde};
pub use space::{DEAD_END, Reversible, Space};
