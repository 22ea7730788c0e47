//! How a task ended or stands: its outcome, the reasons of failures, and progress.

use engines::Report;
use puzzles::{AskError, LoadError, Problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::task::Limits;

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The task was performed.
    Done {
        /// The object that the operation makes.
        result: RawJson,
        /// Whether more time or memory could not change the result, so that equal tasks can have it whatever their limits.
        #[serde(rename = "last_word")]
        is_conclusive: bool,
    },
    /// The task could not be performed.
    Failed(Failure),
}

impl Outcome {
    /// Whether more time or memory could not change the result.
    #[must_use]
    pub fn is_conclusive(&self) -> bool {
        matches!(self, Outcome::Done { is_conclusive: true, .. })
    }

    /// Whether this outcome, found under the limits `found`, answers an equal task with the limits `wanted`: no run under
    /// those limits could give a better one.
    #[must_use]
    pub fn answers(&self, found: &Limits, wanted: &Limits) -> bool {
        self.is_conclusive() || found.covers(wanted)
    }
}

/// An object as JSON text, which queues and schedulers pass on without reading it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RawJson(Box<RawValue>);

impl RawJson {
    /// Writes a value.
    ///
    /// # Errors
    /// The value cannot be written.
    pub fn of(value: &impl Serialize) -> Result<RawJson, serde_json::Error> {
        to_raw_value(value).map(RawJson)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The value that the text stands for.
    #[must_use]
    pub fn value(&self) -> Value {
        serde_json::from_str(self.as_str()).unwrap_or_default()
    }
}

/// Equal where the texts are: equal values that are written differently differ.
impl PartialEq for RawJson {
    fn eq(&self, other: &RawJson) -> bool {
        self.as_str() == other.as_str()
    }
}

/// Why a task could not be performed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    /// The kind of reason.
    pub reason: Reason,
    /// The reason in words.
    pub message: String,
    /// The problems of a level's text that is not valid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

impl Failure {
    /// A failure that has no place in the level's text.
    #[must_use]
    pub fn new(reason: Reason, message: impl Into<String>) -> Failure {
        Failure { reason, message: message.into(), problems: Vec::new() }
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Failure {
        let message = error.to_string();
        match error {
            LoadError::Invalid(problems) => Failure { reason: Reason::InvalidLevel, message, problems },
            LoadError::NoSuchLevel(_) => Failure::new(Reason::InvalidLevel, message),
            LoadError::Exceeded(_) => Failure::new(Reason::Exceeded, message),
            LoadError::Unreadable(_) => Failure::new(Reason::Internal, message),
        }
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Failure {
        let reason = match &error {
            AskError::NotOffered(_) => Reason::NotOffered,
            AskError::Illegal { .. } => Reason::IllegalMove,
            AskError::Halted(_) => Reason::Exceeded,
            AskError::Rules(_) => Reason::ScriptFailed,
            AskError::Broken(_) => Reason::Internal,
        };
        Failure::new(reason, error.to_string())
    }
}

/// The kinds of reasons why a task could not be performed; each has its HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// No family has this name.
    UnknownFamily,
    /// The level's text is not valid.
    InvalidLevel,
    /// The level does not answer this question, or not with these options.
    NotOffered,
    /// A move cannot be played.
    IllegalMove,
    /// The answer to be drawn is not an answer to this level.
    InvalidAnswer,
    /// The level's own rules, a script, failed.
    ScriptFailed,
    /// A limit was reached before there was any result.
    Exceeded,
    /// The processes that performed it died.
    KilledItsWorkers,
    /// A bug in menagerie.
    Internal,
}

/// How far a task is: the report of an engine as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgressUpdate {
    /// The stage of the work.
    pub stage: String,
    /// Steps of this stage that are done.
    pub done: u64,
    /// All steps of this stage, where their number is known.
    pub total: Option<u64>,
    /// The lower bound proven so far, where the question has one.
    pub at_least: Option<u64>,
    /// Units of work spent.
    pub nodes: u64,
}

impl From<Report<'_>> for ProgressUpdate {
    fn from(report: Report<'_>) -> ProgressUpdate {
        let Report { stage, done, total, at_least, nodes } = report;
        ProgressUpdate { stage: stage.to_owned(), done, total, at_least, nodes }
    }
}
