//! What solving a system of toggles gives.

use super::field::Board;

/// The outcome of solving a system: presses, or the proof that there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<W> {
    /// For each cell, how often it is pressed.
    Presses(Board<W>),
    /// The goal cannot be reached. The board holds weights of the cells such that no move changes the weighted sum,
    /// which differs for the goal. Since the matrix is symmetric, the weights are also a quiet pattern (presses that
    /// change nothing).
    Quiet(Board<W>),
}

impl<W> Outcome<W> {
    pub(super) fn try_map<E>(self, f: impl FnOnce(Board<W>) -> Result<Board<W>, E>) -> Result<Self, E> {
        Ok(match self {
            Outcome::Presses(board) => Outcome::Presses(f(board)?),
            Outcome::Quiet(board) => Outcome::Quiet(f(board)?),
        })
    }
}
