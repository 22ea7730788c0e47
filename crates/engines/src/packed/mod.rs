//! Shortest paths over states that are packed into short keys of equal length: tens of millions of states in memory,
//! more on disk.
//!
//! The engines of [`search`](crate::search) store states of any type. Those here store keys, one behind the other in
//! one array, with an open-addressing table of their numbers (eight bytes a slot, of which 40 to 80 % are occupied) and
//! the number of the state from which each was first reached: 4 bytes a word of the key and some 14 to 24 bytes beside
//! it. A move is not stored, since the space tells it again. A [`PackedSpace`] generates successors with a worker of
//! its own for each thread. Solutions are shortest ones, and the same in every run and with every number of threads.
//!
//! | wanted | known | engine |
//! |---|---|---|
//! | one shortest solution, how many, or that there is none | the moves | [`breadth_first()`] |
//! | | also an admissible heuristic | [`a_star()`], which changes to [`ida_star()`] where memory ends |
//! | some solution, beside a search that grows long | the moves, any estimate | [`Attempts`] |
//! | of all solutions with fewest moves one of least cost | the moves and their costs | [`least_cost()`] |
//! | the exact distance of every state to a goal | the moves | [`complete_graph()`], whose distances can be kept |
//! | any of the first where the states do not fit in memory | the moves, a store | [`on_disk()`] |
//!
//! Unlike in `search`, a goal is a property of a *step*: a game may be won by a move to a board that also occurs unwon.
//! Goals are never expanded nor stored.

mod a_star;
mod any;
mod best_first;
mod breadth_first;
mod expansion;
mod files;
mod goals;
mod ida_star;
mod key_set;
mod least_cost;
mod merge;
mod on_disk;
mod order;
mod outcome;
mod rows;
mod schedule;
mod space;

pub use a_star::{a_star, a_star_beside};
pub use any::Attempts;
pub use breadth_first::{Layers, breadth_first, breadth_first_beside, breadth_first_within};
pub use goals::{CompleteGraph, Distances, complete_graph};
pub use ida_star::ida_star;
pub use least_cost::{LeastCost, least_cost};
pub use on_disk::{DiskOutcome, OnDisk, on_disk};
pub use outcome::{Evidence, Found, Guided, Outcome, with_known};
pub use schedule::Beside;
pub use space::{PackedSpace, Steps};
