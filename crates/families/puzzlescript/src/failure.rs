//! Why a turn could not be played to its end, and what that means for a question.

use std::fmt;

use ::puzzlescript::engine::Stop;
use engines::{EngineLimit, Halt};

use super::effort::Limits;
use frame::problem::AskError;

/// Why a turn could not be played to its end, or nothing be prepared for that.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failure {
    /// The engine of turns stopped.
    Turn(Stop),
    /// A cell, by its row and column from 1, holds two objects of a layer, though the analysis of the rules found none
    /// that puts two. Keys cannot say that board.
    Crowded(usize, usize),
}

impl Failure {
    /// The time was over while something was prepared.
    pub(super) const INTERRUPTED: Failure = Failure::Turn(Stop::Interrupted);

    /// The limit that was reached, of the user's or, where the limits of a turn are reached, of an engine's own.
    pub(super) fn halt(self, limits: &Limits) -> Halt {
        match self {
            Failure::Turn(Stop::Interrupted) => limits.time.check().err().unwrap_or(Halt::Stopped),
            Failure::Turn(Stop::MemoryLimit) => Halt::Bytes,
            _ => Halt::Engine(EngineLimit::Effort),
        }
    }

    /// The error of a question.
    pub(super) fn refusal(self, limits: &Limits) -> AskError {
        match self.halt(limits) {
            Halt::Engine(_) => AskError::Rules(self.to_string()),
            halt => AskError::Halted(halt),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Turn(stop) => stop.fmt(f),
            Failure::Crowded(row, column) => write!(
                f,
                "row {row}, column {column} holds two objects of one layer, which the search of this level does not tell apart"
            ),
        }
    }
}
