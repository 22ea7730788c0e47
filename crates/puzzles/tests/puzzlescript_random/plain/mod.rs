//! PuzzleScript once more, in plain lists: an oracle that shares no code of a turn, of what follows one, or of keys
//! with the crates that are tested. The compiler's tables are taken as they are; they have tests of their own.

pub(crate) mod board;
mod chance;
mod pattern;
mod resolve;
pub(crate) mod search;
pub(crate) mod session;
pub(crate) mod turn;
