//! puzzles
