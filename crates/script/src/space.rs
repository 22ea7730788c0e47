//! A script as a state space and as a game, for the engines.

use std::sync::{Mutex, PoisonError};

use engines::Halt;
use engines::search::{DEAD_END, Ending, Game, Space};
use sandbox::ScriptError;

use crate::machine::{Name, State};
use crate::rules::{Puzzle, halt};

/// The rules of a script. The last limit that struck inside the script is kept: it says more than the engine can.
pub(crate) struct Rules<'a> {
    puzzle: &'a Puzzle,
    bounded: bool,
    struck: Mutex<Option<ScriptError>>,
}

impl<'a> Rules<'a> {
    /// The rules without a lower bound.
    pub(crate) fn new(puzzle: &'a Puzzle) -> Rules<'a> {
        Rules { puzzle, bounded: false, struck: Mutex::new(None) }
    }

    /// The rules with the script's lower bound, where it has one.
    pub(crate) fn bounded(puzzle: &'a Puzzle) -> Rules<'a> {
        Rules { bounded: puzzle.machine().has_bound(), ..Rules::new(puzzle) }
    }

    /// The limit that struck inside the script, if one did.
    pub(crate) fn struck(&self) -> Option<ScriptError> {
        self.struck.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, error: &ScriptError) -> Option<Halt> {
        let halt = halt(error)?;
        *self.struck.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.clone());
        Some(halt)
    }
}

impl Space for Rules<'_> {
    type State = State;
    type Move = Name;
    type Error = ScriptError;

    fn successors(&self, state: &State, out: &mut Vec<(Name, State)>) -> Result<(), ScriptError> {
        self.puzzle.moves(state, out)
    }

    fn is_goal(&self, state: &State) -> Result<bool, ScriptError> {
        self.puzzle.solved(state)
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // cut to the range first
    fn lower_bound(&self, state: &State) -> Result<u32, ScriptError> {
        if !self.bounded {
            return Ok(0);
        }
        let bound = self.puzzle.machine().bound(state)?;
        // Moves are whole: a bound of 2.5 means 3.
        Ok(if bound.is_infinite() { DEAD_END } else { bound.ceil().min(f64::from(DEAD_END - 1)) as u32 })
    }

    fn heap_bytes(&self, state: &State) -> usize {
        state.heap()
    }

    fn halt(&self, error: &ScriptError) -> Option<Halt> {
        self.note(error)
    }
}

impl Game for Rules<'_> {
    type Position = State;
    type Move = Name;
    type Error = ScriptError;

    fn moves(&self, position: &State, out: &mut Vec<(Name, State)>) -> Result<(), ScriptError> {
        self.puzzle.moves(position, out)
    }

    fn outcome(&self, position: &State) -> Result<Option<Ending>, ScriptError> {
        self.puzzle.outcome(position)
    }

    fn heap_bytes(&self, position: &State) -> usize {
        position.heap()
    }

    fn halt(&self, error: &ScriptError) -> Option<Halt> {
        self.note(error)
    }
}
