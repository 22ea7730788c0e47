//! State and moves.

use frame::rows::Header;

/// The one move there is.
pub(super) const TAKE: &str = "take";

/// A level: a row of counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) header: Header,
    pub(super) counters: usize,
}

/// A move: one counter is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Take;

impl Row {
    /// Returns the legal moves with `counters` counters left, each with the number of counters after it.
    pub(super) fn moves(counters: usize) -> Vec<(Take, usize)> {
        counters.checked_sub(1).map(|left| (Take, left)).into_iter().collect()
    }
}
