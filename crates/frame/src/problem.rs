//! The error types: problems of a text, and the errors of loading a level, playing a move, asking and checking; and the
//! report of a check that found no error.

use std::collections::BTreeSet;
use std::fmt;

use engines::Halt;
use serde::{Deserialize, Serialize};

use crate::phrases::plural;

/// The maximum number of problems that are reported for one text.
pub const MAX_PROBLEMS: usize = 100;

/// Whether a problem is a mistake or may be meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The text is wrong. Some formats give a level all the same.
    #[default]
    Error,
    /// The text may not mean what its author thinks.
    Warning,
}

/// One problem of a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// Whether it is an error or a warning. Problems that older versions wrote have none and are errors.
    #[serde(default)]
    pub severity: Severity,
    /// A description of the problem.
    pub message: String,
    /// A description of what was expected instead.
    pub expected: String,
}

impl Problem {
    /// Creates an error at a line and column, both from 1.
    #[must_use]
    pub fn error(line: u64, column: u64, message: impl Into<String>, expected: impl Into<String>) -> Problem {
        let (message, expected) = (message.into(), expected.into());
        Problem { line, column, severity: Severity::Error, message, expected }
    }

    /// Creates a warning at a line and column, both from 1.
    #[must_use]
    pub fn warning(line: u64, column: u64, message: impl Into<String>, expected: impl Into<String>) -> Problem {
        Problem { severity: Severity::Warning, ..Problem::error(line, column, message, expected) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = if self.severity == Severity::Warning { "warning: " } else { "" };
        write!(f, "{}:{}: {severity}{}; expected {}", self.line, self.column, self.message, self.expected)
    }
}

/// How many errors and warnings a text has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProblemCounts {
    /// The number of errors.
    pub errors: u64,
    /// The number of warnings.
    pub warnings: u64,
}

impl ProblemCounts {
    /// Counts problems by their severity.
    #[must_use]
    pub fn of<'p>(problems: impl IntoIterator<Item = &'p Problem>) -> ProblemCounts {
        let mut counts = ProblemCounts::default();
        for problem in problems {
            match problem.severity {
                Severity::Error => counts.errors += 1,
                Severity::Warning => counts.warnings += 1,
            }
        }
        counts
    }

    /// Whether there is a problem at all.
    #[must_use]
    pub fn any(self) -> bool {
        self != ProblemCounts::default()
    }

    /// Returns the counts in words: `2 errors, 0 warnings` where there are errors, else `1 warning`.
    #[must_use]
    pub fn words(self) -> String {
        let warnings = plural(self.warnings, "warning", "warnings");
        match self.errors {
            0 => warnings,
            errors => format!("{}, {warnings}", plural(errors, "error", "errors")),
        }
    }
}

/// What is wrong or doubtful in the text of a level, which is a level nevertheless.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosis {
    /// The errors and warnings of the file from which the level was opened, ordered by line and column.
    pub problems: Vec<Problem>,
    /// How many of them are about this level: those in the rows of other levels of the file do not count.
    pub counts: ProblemCounts,
    /// Why the level answers fewer questions than its family declares, if there is more to say than that.
    pub silence: Option<String>,
}

impl Diagnosis {
    /// Creates the diagnosis of a level that all of these problems are about.
    #[must_use]
    pub fn of(problems: Vec<Problem>) -> Diagnosis {
        Diagnosis { counts: ProblemCounts::of(&problems), problems, silence: None }
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
    /// A limit was reached while the text was loaded.
    #[error("{0}")]
    Exceeded(String),
}

impl From<Halt> for LoadError {
    fn from(halt: Halt) -> LoadError {
        LoadError::Exceeded(halt.to_string())
    }
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
        LoadError::Invalid(vec![Problem::error(line, column, message, expected)])
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
    /// A level as it was wished for was not found with all the work that is spent on it. One may exist.
    #[error("{0}")]
    NotFound(String),
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

/// The report of a check that found nothing wrong: what was confirmed and what was not, each with the fields of the
/// answer that it is about.
///
/// A field is named by its path in the JSON of the answer, without places in lists: `verdict`, `answer.moves`,
/// `proof.states`. A name stands for all that is in the field. Fields of an answer that no statement names are added by
/// the frame as not rechecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The statements that independent code confirmed.
    pub rechecked: Vec<String>,
    /// The statements of the answer that were not confirmed.
    pub not_rechecked: Vec<String>,
    /// The fields that the confirmed statements are about.
    compared: BTreeSet<String>,
    /// The fields that the other statements are about.
    open: BTreeSet<String>,
}

/// How a statement ends about a field of which a check says nothing.
pub(crate) const FORGOTTEN: &str = ", which no check compares";

/// How much of an answer a check confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// Every statement: the answer holds.
    Whole,
    /// Some statements: the answer holds in part.
    Part,
    /// No statement.
    Nothing,
}

impl Checked {
    /// Creates the report of a check that confirmed one statement, about these fields.
    #[must_use]
    pub fn of(what: impl Into<String>, fields: &[&str]) -> Checked {
        let mut checked = Checked::default();
        checked.done(what, fields);
        checked
    }

    /// Adds a statement that was confirmed, about these fields.
    pub fn done(&mut self, what: impl Into<String>, fields: &[&str]) {
        self.rechecked.push(what.into());
        self.compare(fields);
    }

    /// Adds fields that are compared without a statement of their own, such as a number that follows from others.
    pub fn compare(&mut self, fields: &[&str]) {
        self.compared.extend(fields.iter().map(|&field| field.to_owned()));
    }

    /// Adds a statement that was not confirmed, about these fields.
    pub fn left_out(&mut self, what: impl Into<String>, fields: &[&str]) {
        self.not_rechecked.push(what.into());
        self.leave_open(fields);
    }

    /// Adds fields that a statement that was not confirmed is about too, such as what follows from it.
    pub fn leave_open(&mut self, fields: &[&str]) {
        self.open.extend(fields.iter().map(|&field| field.to_owned()));
    }

    /// Adds a statement about these fields: a confirmed one if `is_confirmed`.
    pub fn add(&mut self, is_confirmed: bool, what: impl Into<String>, fields: &[&str]) {
        if is_confirmed { self.done(what, fields) } else { self.left_out(what, fields) }
    }

    /// Returns the same statements about these fields, of an answer that says the same in other words. Where one of
    /// them was not confirmed, none of the fields was.
    #[must_use]
    pub fn about(self, fields: &[&str]) -> Checked {
        let is_whole = self.not_rechecked.is_empty();
        let mut checked = Checked { compared: BTreeSet::new(), open: BTreeSet::new(), ..self };
        if is_whole {
            checked.compare(fields)
        } else {
            checked.leave_open(fields)
        }
        checked
    }

    /// Returns how much of the answer was confirmed.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        match (self.rechecked.is_empty(), self.not_rechecked.is_empty()) {
            (_, true) => Coverage::Whole,
            (false, false) => Coverage::Part,
            (true, false) => Coverage::Nothing,
        }
    }

    /// Whether every statement of the answer was confirmed.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.coverage() == Coverage::Whole
    }

    /// Returns the outcome in words: `holds`, `holds in part`, or `not rechecked` with the statements.
    #[must_use]
    pub fn words(&self) -> String {
        match self.coverage() {
            Coverage::Whole => "holds".into(),
            Coverage::Part => "holds in part".into(),
            Coverage::Nothing => format!("not rechecked: {}", self.not_rechecked.join("; ")),
        }
    }

    /// Returns the fields of the answer that hold what was not confirmed, in alphabetical order.
    pub fn open_fields(&self) -> impl Iterator<Item = &str> {
        self.open.iter().map(String::as_str)
    }

    /// Adds what another check found about the same answer.
    pub(crate) fn include(&mut self, other: Checked) {
        self.rechecked.extend(other.rechecked);
        self.not_rechecked.extend(other.not_rechecked);
        self.compared.extend(other.compared);
        self.open.extend(other.open);
    }

    /// Returns the report with other names for the fields: those of a part of a larger answer. A field without a new
    /// name is dropped.
    pub(crate) fn renamed(self, name: impl Fn(&str) -> Option<String>) -> Checked {
        let renamed = |fields: BTreeSet<String>| fields.iter().filter_map(|field| name(field)).collect();
        Checked { compared: renamed(self.compared), open: renamed(self.open), ..self }
    }

    /// Accounts for every one of these fields, which are all that the answer has: what no statement names is added as
    /// not confirmed.
    pub(crate) fn account_for(&mut self, fields: &BTreeSet<String>) {
        let names = |claims: &BTreeSet<String>, field: &str| claims.iter().any(|claim| is_within(field, claim));
        for field in fields {
            if !names(&self.compared, field) && !names(&self.open, field) {
                self.left_out(format!("'{field}'{FORGOTTEN}"), &[field]);
            }
        }
        self.open.retain(|claim| fields.iter().any(|field| is_within(field, claim)));
    }
}

/// Whether a field is this one or inside it.
fn is_within(field: &str, outer: &str) -> bool {
    field.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Checks a condition that a right answer satisfies.
///
/// # Errors
/// [`CheckError::Wrong`] with the reason `why`, if `holds` is false.
pub fn ensure(holds: bool, why: impl Into<String>) -> Result<(), CheckError> {
    if holds { Ok(()) } else { Err(CheckError::wrong(why)) }
}
