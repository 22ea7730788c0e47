//! puzzles

pub mod toggle;
