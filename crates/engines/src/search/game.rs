//! The interface between games for two players and their solver.

use std::hash::Hash;

use crate::Halt;

/// How a game ended, seen from the side whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Neither side has won.
    Draw,
}

/// A game of perfect information for two sides who move in turn.
pub trait Game: Sync {
    /// A position, including which side is to move. Positions that compare equal are the same position, whatever moves
    /// led to them.
    type Position: Clone + Eq + Hash + Send + Sync;
    /// A move. Equal moves are stored once.
    type Move: Clone + Eq + Hash + Send + Sync;
    /// The error of the rules; [`Infallible`](std::convert::Infallible) where they cannot fail.
    type Error: Send;

    /// Appends every move of `position` with the position that it leads to, in which the other side is to move; always
    /// in the same order. A side without a move loses. This is not called for positions that have an outcome.
    ///
    /// # Errors
    /// The error of the rules.
    fn moves(&self, position: &Self::Position, out: &mut Vec<(Self::Move, Self::Position)>) -> Result<(), Self::Error>;

    /// Returns how the game has ended in `position`, seen from the side to move, or `None` if it goes on. The default
    /// is `None`.
    ///
    /// # Errors
    /// The error of the rules.
    fn outcome(&self, position: &Self::Position) -> Result<Option<Ending>, Self::Error> {
        let _ = position;
        Ok(None)
    }

    /// Returns the number of bytes that `position` owns on the heap, which count against the budget beside its size.
    /// The default is 0.
    fn heap_bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// Returns the limit that caused an error of the rules, if one did. The analysis then ends as unfinished. The
    /// default is `None`.
    fn halt(&self, error: &Self::Error) -> Option<Halt> {
        let _ = error;
        None
    }
}
