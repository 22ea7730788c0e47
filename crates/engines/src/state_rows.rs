//! The states of a map as rows, for a file of their own: what a program outside needs of each state.

use std::io;
use std::sync::Arc;

/// A state of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateRow {
    /// The number of the state, from 0 in the order of the rows.
    pub number: u64,
    /// The text that tells the state from all others of the map.
    pub text: String,
    /// The number of moves to the nearest goal, 0 at a goal; `None` where no goal can be reached.
    pub distance: Option<u32>,
    /// The moves of the state; none where the game is over.
    pub moves: Vec<StateMove>,
}

/// A move of a [`StateRow`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateMove {
    /// The text of the move.
    pub name: Arc<str>,
    /// The number of the state after it.
    pub to: u64,
    /// The distance of the state after it; `None` where no goal can be reached from there.
    pub distance: Option<u32>,
}

impl StateRow {
    /// Whether no goal can be reached from the state.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.distance.is_none()
    }

    /// Returns the moves that shortest solutions begin with; none at a goal and where no goal can be reached.
    pub fn best(&self) -> impl Iterator<Item = &StateMove> {
        let after = self.distance.and_then(|distance| distance.checked_sub(1));
        self.moves.iter().filter(move |step| after.is_some() && step.distance == after)
    }

    /// Returns the moves of a state that is not lost after which it is.
    pub fn losing(&self) -> impl Iterator<Item = &StateMove> {
        self.moves.iter().filter(|step| !self.is_lost() && step.distance.is_none())
    }
}

/// How many rows a [`StateSink`] is about to receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatesSize {
    /// The number of states.
    pub states: u64,
    /// The number of moves of all states together.
    pub moves: u64,
    /// The bytes of the texts of all states, estimated from some of them.
    pub text_bytes: u64,
}

/// Receives the states of a map one by one (the files of `--states` and `--graph`).
pub trait StateSink: Sync {
    /// Writes all rows. The iterator ends early where a limit strikes; what was written is kept only if the question is
    /// answered.
    ///
    /// # Errors
    /// The error of the medium.
    fn write(&self, size: StatesSize, rows: &mut dyn Iterator<Item = StateRow>) -> io::Result<()>;
}
