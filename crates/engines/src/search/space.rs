//! What a state space is to the engines.

use std::hash::Hash;

use crate::Halt;

/// The lower bound of a state from which no goal can be reached: engines that use lower bounds never expand it.
pub const DEAD_END: u32 = u32::MAX;

/// States joined by moves of cost one.
pub trait Space: Sync {
    /// A position; equal positions are equal states.
    type State: Clone + Eq + Hash + Send + Sync;
    /// A move from a state, as the solution lists it. Each different move is stored once.
    type Move: Clone + Eq + Hash + Send + Sync;
    /// What can fail besides limits: rules may be a script. Spaces that never fail use
    /// [`Infallible`](std::convert::Infallible).
    type Error: Send;

    /// Adds every move of `state` with the state that it leads to, always in the same order. Engines ask once a
    /// state and keep what they need.
    ///
    /// # Errors
    /// Where the rules fail.
    fn successors(&self, state: &Self::State, out: &mut Vec<(Self::Move, Self::State)>) -> Result<(), Self::Error>;

    /// Whether this is where the search ends.
    ///
    /// # Errors
    /// Where the rules fail.
    fn is_goal(&self, state: &Self::State) -> Result<bool, Self::Error>;

    /// An admissible heuristic: never more than the moves that are left, [`DEAD_END`] where no goal can be reached.
    ///
    /// # Errors
    /// Where the rules fail.
    fn lower_bound(&self, state: &Self::State) -> Result<u32, Self::Error> {
        let _ = state;
        Ok(0)
    }

    /// Bytes that `state` holds outside itself, on the heap: what a stored state costs beyond its size.
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// The limit behind an error, where the rules stopped for one: engines then answer with what they have proven
    /// instead of passing the error on.
    fn halt(&self, error: &Self::Error) -> Option<Halt> {
        let _ = error;
        None
    }
}

/// A space that can be searched from its goals, too.
pub trait Reversible: Space {
    /// Every goal, each once; exactly the states for which [`Space::is_goal`] holds.
    ///
    /// # Errors
    /// Where the rules fail.
    fn goals(&self) -> Result<Vec<Self::State>, Self::Error>;

    /// Adds every move that leads to `state` with the state in which it is made, always in the same order. The
    /// move is named as it is played, forwards.
    ///
    /// # Errors
    /// Where the rules fail.
    fn predecessors(&self, state: &Self::State, out: &mut Vec<(Self::Move, Self::State)>) -> Result<(), Self::Error>;
}
