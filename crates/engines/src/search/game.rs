//! What a game for two is to the engines.

use std::hash::Hash;

use crate::Halt;

/// How a game ended, for the side whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It has won.
    Win,
    /// It has lost.
    Loss,
    /// Nobody has.
    Draw,
}

/// A game in which two sides move in turn and hide nothing.
pub trait Game: Sync {
    /// A position with the side to move; equal positions are equal, however they arose.
    type Position: Clone + Eq + Hash + Send + Sync;
    /// A move. Each different move is stored once.
    type Move: Clone + Eq + Hash + Send + Sync;
    /// What can fail besides limits.
    type Error: Send;

    /// Adds every move with the position that it leads to, where the other side is to move; always in the same order.
    /// Not asked of positions that have an outcome. A side without a move loses.
    ///
    /// # Errors
    /// Where the rules fail.
    fn moves(&self, position: &Self::Position, out: &mut Vec<(Self::Move, Self::Position)>) -> Result<(), Self::Error>;

    /// How the game has ended here, if the rules end it here; seen from the side to move.
    ///
    /// # Errors
    /// Where the rules fail.
    fn outcome(&self, position: &Self::Position) -> Result<Option<Ending>, Self::Error> {
        let _ = position;
        Ok(None)
    }

    /// Bytes that `position` holds outside itself, on the heap.
    fn heap_bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// The limit behind an error, where the rules stopped for one.
    fn halt(&self, error: &Self::Error) -> Option<Halt> {
        let _ = error;
        None
    }
}
