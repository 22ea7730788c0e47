//! What can be wrong: one small type for each door.

use std::fmt;

use engines::Halt;
use serde::{Deserialize, Serialize};

/// At most this many problems of one text are kept.
pub const MOST_PROBLEMS: usize = 100;

/// One thing wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// From 1.
    pub line: u64,
    /// From 1, counted in characters.
    pub column: u64,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub expected: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}; expected {}", self.line, self.column, self.message, self.expected)
    }
}

/// Why a text is not a level.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The text is wrong; at least one problem, in order of place.
    #[error("{}", .0.first().map(ToString::to_string).unwrap_or_default())]
    Invalid(Vec<Problem>),
    /// The text could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The file holds other levels than the one that was chosen, or several where one is needed.
    #[error("{0}")]
    NoSuchLevel(String),
    /// The text is a script that used up what it may spend on loading.
    #[error("{0}")]
    Exceeded(String),
}

impl LoadError {
    /// Moves the places of the problems down by this number of lines: those of a part of a file become those of the file.
    #[must_use]
    pub fn below(self, lines: u64) -> LoadError {
        match self {
            LoadError::Invalid(mut problems) => {
                problems.iter_mut().for_each(|problem| problem.line += lines);
                LoadError::Invalid(problems)
            }
            other => other,
        }
    }

    /// A single problem.
    #[must_use]
    pub fn one(line: u64, column: u64, message: impl Into<String>, expected: impl Into<String>) -> LoadError {
        LoadError::Invalid(vec![Problem { line, column, message: message.into(), expected: expected.into() }])
    }
}

/// Why a question was not answered at all.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The level does not answer this question, or not with these options.
    #[error("{0}")]
    NotOffered(String),
    /// A move of the record cannot be played.
    #[error("move {}: {}", .index + 1, .illegal)]
    Illegal {
        /// Its place in the record, from 0.
        index: usize,
        /// Why not.
        illegal: IllegalMove,
    },
    /// A limit struck before anything could be said.
    #[error("{0}")]
    Halted(#[from] Halt),
    /// The level's own rules, a script, failed.
    #[error("{0}")]
    Rules(String),
    /// The level's text or the place for large results failed.
    #[error("{0}")]
    Broken(#[from] std::io::Error),
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' cannot be played: {reason}")]
pub struct IllegalMove {
    /// The move as given.
    pub text: String,
    /// Why not.
    pub reason: String,
}

impl IllegalMove {
    /// A refusal of `text`.
    #[must_use]
    pub fn new(text: &str, reason: impl Into<String>) -> IllegalMove {
        IllegalMove { text: text.chars().take(80).collect(), reason: reason.into() }
    }
}

/// Why an answer does not hold.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The answer is wrong.
    #[error("{0}")]
    Wrong(String),
    /// It could not be checked within the limits.
    #[error("{0}")]
    Unchecked(#[from] AskError),
}

impl CheckError {
    /// A wrong answer.
    #[must_use]
    pub fn wrong(why: impl Into<String>) -> CheckError {
        CheckError::Wrong(why.into())
    }

    /// An answer whose verdict, body or proof is not one of the question's.
    #[must_use]
    pub fn no_answer() -> CheckError {
        CheckError::wrong("this is no answer to this question about this level")
    }
}

impl From<Halt> for CheckError {
    fn from(halt: Halt) -> CheckError {
        CheckError::Unchecked(AskError::Halted(halt))
    }
}

/// What a check covered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checked {
    /// What was confirmed by independent code.
    pub rechecked: Vec<String>,
    /// What the answer says beyond that.
    pub not_rechecked: Vec<String>,
}

impl Checked {
    /// Notes what was confirmed.
    pub fn done(&mut self, what: impl Into<String>) {
        self.rechecked.push(what.into());
    }

    /// Notes what could not be.
    pub fn left_out(&mut self, what: impl Into<String>) {
        self.not_rechecked.push(what.into());
    }
}

/// What a checker demands of an answer.
///
/// # Errors
/// The answer is wrong where it does not hold.
pub fn ensure(holds: bool, why: impl Into<String>) -> Result<(), CheckError> {
    if holds { Ok(()) } else { Err(CheckError::wrong(why)) }
}
