//! PuzzleScript: a compiler with exact diagnostics and two turn engines.
//!
//! A text goes through the compiler into a [`game::Game`], which no engine changes. An engine loads one level of the
//! game and runs turns on it.

pub mod board;
pub mod changes;
pub mod compiler;
pub mod engine;
pub mod game;
pub mod games;
pub mod interrupt;
pub mod masks;
pub mod packing;
pub mod planes;
pub mod random;
pub mod session;

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
