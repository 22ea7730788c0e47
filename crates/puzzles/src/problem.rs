//! The error types: problems of a text, and the errors of loading a level, playing a move, asking and checking.

use std::fmt;

use engines::Halt;
use serde::{Deserialize, Serialize};

/// The maximum number of problems that are reported for one text.
pub const MOST_PROBLEMS: usize = 100;

/// One problem of a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// A description of the problem.
    pub message: String,
    /// A description of what was expected instead.
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
    /// The text is not valid: at least one problem, ordered by line and column.
    #[error("{}", .0.first().map(ToString::to_string).unwrap_or_default())]
    Invalid(Vec<Problem>),
    /// The text could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The file does not hold the level that was chosen, or holds several where one must be chosen.
    #[error("{0}")]
    NoSuchLevel(String),
    /// The text is a script that reached a limit while it was loaded.
    #[error("{0}")]
    Exceeded(String),
}

impl LoadError {
    /// Adds `lines` to the line of every problem, which turns the lines of a part of a file into those of the file.
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

    /// Creates an error with a single problem.
    #[must_use]
    pub fn one(line: u64, column: u64, message: impl Into<String>, expected: impl Into<String>) -> LoadError {
        LoadError::Invalid(vec![Problem { line, column, message: message.into(), expected: expected.into() }])
    }
}

/// Why a question was not answered.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The level does not answer this question, or not with these options.
    #[error("{0}")]
    NotOffered(String),
    /// A move played before the question is not legal.
    #[error("move {}: {}", .index + 1, .illegal)]
    Illegal {
        /// The index of the move, from 0.
        index: usize,
        /// Why the move cannot be played.
        illegal: IllegalMove,
    },
    /// A limit was reached before anything was known.
    #[error("{0}")]
    Halted(#[from] Halt),
    /// The rules of the level, a script, failed.
    #[error("{0}")]
    Rules(String),
    /// Reading the level's text or writing a large result failed.
    #[error("{0}")]
    Broken(#[from] std::io::Error),
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' cannot be played: {reason}")]
pub struct IllegalMove {
    /// The move as it was given, at most 80 characters of it.
    pub text: String,
    /// Why the move cannot be played.
    pub reason: String,
}

impl IllegalMove {
    /// Creates an error for the move `text`.
    #[must_use]
    pub fn new(text: &str, reason: impl Into<String>) -> IllegalMove {
        IllegalMove { text: text.chars().take(80).collect(), reason: reason.into() }
    }
}

/// Why an answer failed its check.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The answer is wrong.
    #[error("{0}")]
    Wrong(String),
    /// The answer could not be checked.
    #[error("{0}")]
    Unchecked(#[from] AskError),
}

impl CheckError {
    /// Creates an error for a wrong answer.
    #[must_use]
    pub fn wrong(why: impl Into<String>) -> CheckError {
        CheckError::Wrong(why.into())
    }

    /// Creates an error for an answer whose verdict, body or certificate does not fit the question.
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

/// The report of a successful check: what was confirmed and what was not checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checked {
    /// The statements that independent code confirmed.
    pub rechecked: Vec<String>,
    /// The statements of the answer that were not confirmed.
    pub not_rechecked: Vec<String>,
}

impl Checked {
    /// Adds a statement that was confirmed.
    pub fn done(&mut self, what: impl Into<String>) {
        self.rechecked.push(what.into());
    }

    /// Adds a statement that was not confirmed.
    pub fn left_out(&mut self, what: impl Into<String>) {
        self.not_rechecked.push(what.into());
    }
}

/// Checks a condition that a right answer satisfies.
///
/// # Errors
/// [`CheckError::Wrong`] with the reason `why`, if `holds` is false.
pub fn ensure(holds: bool, why: impl Into<String>) -> Result<(), CheckError> {
    if holds { Ok(()) } else { Err(CheckError::wrong(why)) }
}
