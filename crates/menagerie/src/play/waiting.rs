//! The questions of a game that are being answered, and what their answers are for.

use super::event::Ticket;

/// The purpose of a question that is being answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The best possible, from the start.
    Opening,
    /// The step of help of this number.
    Hint(u64),
    /// Where to go back to from a position that is lost.
    WayBack,
    /// The next move of the solution.
    Solution,
    /// What the moves made cost.
    Judge,
    /// Whether fewer moves than those made suffice.
    Shortcut,
}

/// A question that is being answered.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) ticket: Ticket,
    pub(super) purpose: Purpose,
    pub(super) progress: String,
}
