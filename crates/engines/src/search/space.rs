//! What a state space is to the engines.

use std::hash::Hash;

use crate::Halt;

/// States joined by moves of cost one.
pub trait Space: Sync {
    /// A position; equal positions are equal states.
    type State: Clone + Eq + Hash + Send + Sync;
    /// A move from a state, as the solution lists it.
    type Move: Clone + Eq + Send + Sync;
    /// What can fail besides limits: rules may be a script. Spaces that never fail use [`Halt`] itself.
    type Error: From<Halt> + Send;

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

    /// An admissible heuristic: never more than the moves that are left.
    ///
    /// # Errors
    /// Where the rules fail.
    fn lower_bound(&self, state: &Self::State) -> Result<u32, Self::Error> {
        let _ = state;
        Ok(0)
    }
}
