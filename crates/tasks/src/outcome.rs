//! The outcome of a task, the reasons of failures, and progress reports.

use engines::Report;
use puzzles::{AskError, LoadError, Problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::task::Limits;

/// The outcome of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The task was performed.
    Done {
        /// The result of the operation, a JSON object.
        result: RawJson,
        /// Whether more time or memory could not change the result, so that it holds for equal tasks with any limits.
        #[serde(rename = "conclusive")]
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

    /// Whether this outcome, found under the limits `found`, answers an equal task with the limits `wanted`, because no
    /// run under those limits could give a better one.
    #[must_use]
    pub fn answers(&self, found: &Limits, wanted: &Limits) -> bool {
        self.is_conclusive() || found.covers(wanted)
    }
}

/// A value as JSON text, which queues and schedulers pass on without parsing it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RawJson(Box<RawValue>);

impl RawJson {
    /// Serialises a value.
    ///
    /// # Errors
    /// Returns an error if the value cannot be represented in JSON.
    pub fn of(value: &impl Serialize) -> Result<RawJson, serde_json::Error> {
        to_raw_value(value).map(RawJson)
    }

    /// Returns an object with one field more, behind those that it has: at least one.
    ///
    /// # Errors
    /// Returns an error if this is no object.
    pub(crate) fn with(&self, field: &str, value: &RawJson) -> Result<RawJson, serde_json::Error> {
        let fields = self.as_str().strip_suffix('}').unwrap_or_default();
        RawValue::from_string(format!("{fields},\"{field}\":{}}}", value.as_str())).map(RawJson)
    }

    /// Returns the JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Parses the text to a JSON value.
    #[must_use]
    pub fn value(&self) -> Value {
        serde_json::from_str(self.as_str()).unwrap_or_default()
    }
}

/// Compares the texts: equal values that are written differently are not equal here.
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
    /// A message for the user.
    pub message: String,
    /// The problems of the level's text, for [`Reason::InvalidLevel`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

impl Failure {
    /// Creates a failure without problems in the level's text.
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
            LoadError::NoSuchLevel(_) => Failure::new(Reason::NoSuchLevel, message),
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
            AskError::Halted(_) | AskError::NotFound(_) => Reason::Exceeded,
            AskError::Rules(_) => Reason::ScriptFailed,
            AskError::Broken(_) => Reason::Internal,
        };
        Failure::new(reason, error.to_string())
    }
}

/// The kind of reason why a task could not be performed; the server maps each to an HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The text is of no format that is known.
    UnknownFormat,
    /// The text fits the formats of several families.
    AmbiguousFormat,
    /// No family has this name.
    UnknownFamily,
    /// The level's text is not valid.
    InvalidLevel,
    /// The text holds several levels of which none was chosen, or not the one that was chosen.
    NoSuchLevel,
    /// The level does not answer this question, or not with these options.
    NotOffered,
    /// A move cannot be played.
    IllegalMove,
    /// The answer to be drawn is wrong or belongs to another level.
    InvalidAnswer,
    /// The script that defines the level's rules failed.
    ScriptFailed,
    /// A limit was reached before there was any result.
    Exceeded,
    /// The processes that performed the task died.
    KilledItsWorkers,
    /// A bug in menagerie.
    Internal,
}

/// The progress of a task: a [`Report`] of an engine as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgressUpdate {
    /// The name of the present stage of the work.
    pub stage: String,
    /// The number of steps of this stage that are done.
    pub done: u64,
    /// The number of all steps of this stage, if it is known.
    pub total: Option<u64>,
    /// The lower bound proven so far, for questions that have one.
    pub at_least: Option<u64>,
    /// The units of work spent so far.
    pub nodes: u64,
}

impl From<Report<'_>> for ProgressUpdate {
    fn from(report: Report<'_>) -> ProgressUpdate {
        let Report { stage, done, total, at_least, nodes } = report;
        ProgressUpdate { stage: stage.to_owned(), done, total, at_least, nodes }
    }
}
