//! Puzzles defined by scripts, as a family like any other; the list of all families; what the prompt offers.
//!
//! Rules: a script returns a table with `name`, `start`, `moves(state)` and `solved(state)`; states are plain values
//! (strings, numbers, booleans, tables of those), compared by content. `lower_bound(state)` turns breadth-first search
//! into A*; `players = 2` makes it a game that the last to move wins, unless `outcome(state)` says otherwise;
//! `draw(state)` draws. A script runs in a [`sandbox`]; states leave its machine as canonical bytes, so that the
//! engines compare and hash bytes. A script must answer the same for the same state: the states of every answer, and
//! one in a hundred of all others, are asked for again in a second machine.
//!
//! Known values: wolf, goat and cabbage 7; jugs of 3 and 5 litres for 4 litres 6; Microban 1 33; the Latin cross 5;
//! Hanoi with 5 disks 31; Nim by Bouton's sum.
//!
//! Absent: HTTP, physics, files.

mod family;
mod machine;
mod picture;
pub mod prompt;
mod rules;
mod space;
mod spoken;
mod text;
mod words;

use std::sync::LazyLock;

use puzzles::Family;

pub use family::Script;
pub use prompt::Prompt;

/// Every family: the built-in ones, and scripts.
#[must_use]
pub fn families() -> &'static [&'static dyn Family] {
    static ALL: LazyLock<Vec<&'static dyn Family>> =
        LazyLock::new(|| puzzles::FAMILIES.iter().copied().chain([&Script as &dyn Family]).collect());
    &ALL
}
