//! The built-in puzzle families, and the frame that they share, re-exported: questions, answers, records and
//! certificates.
//!
//! A family is a crate over [`frame`] and an entry of [`FAMILIES`]. No family knows another. A crate that defines a
//! family of its own may depend on this one, whose names do not change when a module moves between the two.
//!
//! This crate opens no files and no sockets, and writes no JSON text.

pub mod daily;
pub mod groups;
pub mod laws;

pub use blank;
pub use bunny;
pub use frame::*;
pub use lemmo;
pub use pebble;
pub use puzzlescript_family as puzzlescript;
pub use sokoban;
pub use toggle;
pub use wall;

/// The built-in families, in the order in which they are listed.
pub const FAMILIES: &[&dyn Family] = &[
    &toggle::Toggle,
    &lemmo::Lemmo,
    &wall::Wall,
    &pebble::Pebble,
    &bunny::Bunny,
    &sokoban::Sokoban,
    &puzzlescript::PuzzleScript,
];

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
