//! The distance of every state that can be reached from the start of a level.

use std::sync::Arc;

use engines::Halt;

use crate::phrases::plural;
use crate::problem::AskError;

/// What was computed, or the limit that ended the work.
pub type Built<T> = Result<Result<T, Halt>, AskError>;

/// The distance of every state that can be reached from the start of a level to the nearest goal.
pub struct Distances<S> {
    of: Lookup<S>,
    states: u64,
    dead_ends: u64,
    bytes: u64,
    reduced: Option<String>,
    /// The method of what is said by them.
    method: Arc<str>,
}

/// Returns the distance of a state: `Some(None)` where no goal can be reached, `None` where the state is not known.
type Lookup<S> = Box<dyn Fn(&S) -> Option<Option<u32>> + Send + Sync>;

impl<S> Distances<S> {
    /// Creates the distances of so many states, from so many of which no goal can be reached; `reduced` says what the
    /// numbers leave out. `of` returns the distance of a state: `Some(None)` where no goal can be reached, `None` where
    /// the state is not known.
    #[must_use]
    pub fn new(
        (states, dead_ends, bytes): (u64, u64, u64),
        reduced: Option<String>,
        of: impl Fn(&S) -> Option<Option<u32>> + Send + Sync + 'static,
    ) -> Distances<S> {
        let without = reduced.iter().map(|reduced| format!(" ({reduced})")).collect::<String>();
        let method = format!("the distances of all {}{without}", plural(states, "state", "states")).into();
        Distances { of: Box::new(of), states, dead_ends, bytes, reduced, method }
    }

    /// Returns the number of moves from a state to the nearest goal: `Some(None)` where none can be reached, `None`
    /// where the state is not among those that can be reached from the start.
    #[must_use]
    pub fn of(&self, state: &S) -> Option<Option<u32>> {
        (self.of)(state)
    }

    /// Returns the number of states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Returns the number of states from which no goal can be reached.
    #[must_use]
    pub fn dead_ends(&self) -> u64 {
        self.dead_ends
    }

    /// Returns what the numbers leave out, in words.
    #[must_use]
    pub fn reduced(&self) -> Option<&str> {
        self.reduced.as_deref()
    }

    /// The bytes that are held.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The method of what is said by them.
    pub(super) fn method(&self) -> Arc<str> {
        Arc::clone(&self.method)
    }
}
