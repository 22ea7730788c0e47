//! The interface between state spaces and search engines.

use std::hash::Hash;

use crate::Halt;

/// The lower bound of a state from which no goal can be reached. Engines that use lower bounds never expand such a
/// state.
pub const DEAD_END: u32 = u32::MAX;

/// A state space: states connected by moves of cost one.
pub trait Space: Sync {
    /// A state. States that compare equal are the same state to an engine.
    type State: Clone + Eq + Hash + Send + Sync;
    /// A move from a state, as a solution lists it. Engines store equal moves once.
    type Move: Clone + Eq + Hash + Send + Sync;
    /// The error of the rules, which may be those of a script. Spaces whose rules cannot fail use
    /// [`Infallible`](std::convert::Infallible).
    type Error: Send;

    /// Appends every move of `state` with the state that it leads to, always in the same order. Most engines call this
    /// once for each state.
    ///
    /// # Errors
    /// The error of the rules.
    fn successors(&self, state: &Self::State, out: &mut Vec<(Self::Move, Self::State)>) -> Result<(), Self::Error>;

    /// Returns whether `state` is a goal.
    ///
    /// # Errors
    /// The error of the rules.
    fn is_goal(&self, state: &Self::State) -> Result<bool, Self::Error>;

    /// Whether the game ends at a goal, so that a map counts no state that is reached only beyond one. The default is
    /// `false`: a goal is a state like any other.
    fn ends_at_goals(&self) -> bool {
        false
    }

    /// Returns an admissible heuristic: at most the number of moves from `state` to the nearest goal, or [`DEAD_END`]
    /// if no goal can be reached from it. The default is 0.
    ///
    /// # Errors
    /// The error of the rules.
    fn lower_bound(&self, state: &Self::State) -> Result<u32, Self::Error> {
        let _ = state;
        Ok(0)
    }

    /// Returns the number of bytes that `state` owns on the heap, which count against the budget beside its size. The
    /// default is 0.
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// Returns the limit that caused an error of the rules, if one did. Engines then return an unfinished outcome with
    /// the bound proven so far instead of the error. The default is `None`.
    fn halt(&self, error: &Self::Error) -> Option<Halt> {
        let _ = error;
        None
    }
}

/// A space that can also be searched backwards from its goals.
pub trait Reversible: Space {
    /// Returns each goal once: exactly the states for which [`Space::is_goal`] holds.
    ///
    /// # Errors
    /// The error of the rules.
    fn goals(&self) -> Result<Vec<Self::State>, Self::Error>;

    /// Appends every move that leads to `state` with the state in which it is made, always in the same order. The moves
    /// are those that [`Space::successors`] lists, not their inverses.
    ///
    /// # Errors
    /// The error of the rules.
    fn predecessors(&self, state: &Self::State, out: &mut Vec<(Self::Move, Self::State)>) -> Result<(), Self::Error>;
}
