//! PuzzleScript: a compiler with exact diagnostics and two turn engines.
//!
//! A text goes through the compiler into a [`game::Game`], which no engine changes. An engine loads one level of the
//! game and runs turns on it.

pub mod compiler;
pub mod game;
