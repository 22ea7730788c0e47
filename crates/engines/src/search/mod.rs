//! Shortest paths in state spaces that are too large to list and given by their moves.
//!
//! A space says its moves once per state; the engines here know nothing else of it. Every engine takes a
//! [`Context`](crate::Context), reports the lower bound proven so far, and tells exhaustion from giving up.

mod bidirectional;
mod breadth_first;
mod claimed;
mod meter;
mod outcome;
pub mod space;
mod states;
mod tree;

pub use bidirectional::bidirectional;
pub use breadth_first::breadth_first;
pub use outcome::{Evidence, Fault, FaultIn, Outcome, Path, PathIn};
pub use space::{DEAD_END, Reversible, Space};
