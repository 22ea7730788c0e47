//! The puzzle family whose levels are Luau scripts; the list of all families; the interactive prompt.
//!
//! A script returns a table with `name`, `start`, `moves(state)` and `solved(state)`; states are plain values (strings,
//! numbers, booleans, vectors, tables of those), compared by content. With `lower_bound(state)` the solver uses A*
//! instead of breadth-first search; `players = 2` makes it a game that the last player to move wins, unless
//! `outcome(state)` says otherwise; `draw(state)` gives the picture of a state. A script runs in a [`sandbox`]; states
//! leave its machine as canonical bytes, which the engines compare and hash. A script must be deterministic: the states
//! of every answer, and one in a hundred of all others, are checked in a second machine.
//!
//! Known values: wolf, goat and cabbage 7; jugs of 3 and 5 litres for 4 litres 6; Microban 1 33; the Latin cross 5;
//! Hanoi with 5 disks 31; Nim by Bouton's sum.
//!
//! This crate does no HTTP, physics or file access.

mod canvas;
mod clickable;
mod family;
mod last_scene;
mod look;
mod machine;
mod picture;
pub mod prompt;
mod rules;
mod scene;
mod space;
mod text;
mod words;

use std::sync::LazyLock;

use puzzles::Family;

pub use family::Script;
pub use prompt::Prompt;

/// Returns every puzzle family: the built-in ones, then [`Script`].
#[must_use]
pub fn families() -> &'static [&'static dyn Family] {
    static ALL: LazyLock<Vec<&'static dyn Family>> =
        LazyLock::new(|| puzzles::FAMILIES.iter().copied().chain([&Script as &dyn Family]).collect());
    &ALL
}

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
