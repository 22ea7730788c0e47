//! What is to be done, as plain data that can wait in a queue, cross to another process or machine, and be compared.

use std::time::{Duration, Instant};

use engines::{Budget, Report};
use puzzles::{Options, Problem, QuestionKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

/// One thing to do with one level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The family's name.
    pub family: String,
    /// The level's text.
    pub level: String,
    /// What to do.
    pub deed: Operation,
    /// What it may spend.
    pub limits: Limits,
}

/// What to do with a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "lowercase")]
pub enum Operation {
    /// Answer a question: the outcome is the answer object of `docs/json.md`.
    Ask {
        /// Which question.
        question: QuestionKind,
        /// The options that change it.
        asked: Options,
    },
    /// Say whether it is valid: the outcome is the object of `check`.
    Check,
    /// Draw it.
    Picture {
        /// Moves made before.
        moves: Vec<String>,
        /// For whom.
        role: Option<String>,
        /// An answer object to draw over the board, as JSON text.
        answer: Option<String>,
        /// How it is drawn.
        #[serde(default, flatten)]
        style: Style,
    },
    /// The position after these moves: picture, legal moves, status.
    Play {
        /// Moves made so far.
        moves: Vec<String>,
        /// Who plays.
        role: Option<String>,
    },
}

/// How a picture is drawn; only what differs from the usual is in the JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Style {
    /// The numbers of positions are written beside them.
    #[serde(skip_serializing_if = "is_false")]
    pub positions: bool,
    /// A film has a frame for every hop.
    #[serde(skip_serializing_if = "is_false")]
    pub every_hop: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde asks for
fn is_false(value: &bool) -> bool {
    !value
}

/// What a task may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Units of work.
    pub nodes: Option<u64>,
    /// Bytes of tables.
    pub bytes: u64,
    /// Milliseconds from when the work begins.
    pub millis: u64,
}

impl Limits {
    /// The budget of work that begins now.
    #[must_use]
    pub fn budget(&self) -> Budget {
        let deadline = Instant::now().checked_add(Duration::from_millis(self.millis));
        Budget { nodes: self.nodes, bytes: Some(self.bytes), deadline }
    }

    /// Whether whoever may spend this may do all that `other` may.
    #[must_use]
    pub fn covers(&self, other: &Limits) -> bool {
        let nodes = self.nodes.is_none_or(|own| other.nodes.is_some_and(|others| others <= own));
        nodes && self.bytes >= other.bytes && self.millis >= other.millis
    }
}

impl Task {
    /// The same for equal tasks whatever their limits: under it an answer is kept. 64 hexadecimal digits.
    #[must_use]
    pub fn question_key(&self) -> String {
        digest(&(&self.family, &self.level, &self.deed))
    }

    /// The same for equal tasks with equal limits: those share one run. 64 hexadecimal digits.
    #[must_use]
    pub fn run_key(&self) -> String {
        digest(self)
    }

    /// Whether somebody waits for it at a board: such work goes before all other.
    #[must_use]
    pub fn is_urgent(&self) -> bool {
        !matches!(&self.deed, Operation::Ask { question, .. } if *question != QuestionKind::Hint)
    }
}

fn digest(value: &impl Serialize) -> String {
    let text = serde_json::to_vec(value).unwrap_or_default();
    blake3::hash(&text).to_hex().to_string()
}

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The object asked for, and whether more time could not change it.
    Done {
        /// The object.
        result: RawJson,
        /// Whether it may be given to everybody who asks the same, whatever their limits.
        last_word: bool,
    },
    /// It could not be done.
    Failed(Failure),
}

impl Outcome {
    /// Whether more time could not change it.
    #[must_use]
    pub fn is_last_word(&self) -> bool {
        matches!(self, Outcome::Done { last_word: true, .. })
    }
}

/// An object as JSON text: what it says is the asker's business, not that of queues and desks on its way.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RawJson(Box<RawValue>);

impl RawJson {
    /// The text of a value.
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

    /// What it says.
    #[must_use]
    pub fn value(&self) -> Value {
        serde_json::from_str(self.as_str()).unwrap_or_default()
    }
}

/// Equal texts; the same said in other words differs.
impl PartialEq for RawJson {
    fn eq(&self, other: &RawJson) -> bool {
        self.as_str() == other.as_str()
    }
}

/// Why a task could not be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    /// Which kind of reason.
    pub reason: Reason,
    /// In words.
    pub message: String,
    /// Where in the level's text, if it is that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

/// The kinds of reasons why a task could not be done; each has its HTTP status.
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
    /// A limit struck before anything could be said.
    Exceeded,
    /// The worker died three times over it.
    KilledItsWorkers,
    /// A bug in menagerie.
    Internal,
}

/// How far work is: what engines report, as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgressUpdate {
    /// What is being done.
    pub stage: String,
    /// Steps of this stage done so far.
    pub done: u64,
    /// Steps of this stage in all, where known.
    pub total: Option<u64>,
    /// The bound proven so far, where the question has one.
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
