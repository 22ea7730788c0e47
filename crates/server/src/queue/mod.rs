//! Jobs that outlive the process that took them in.
//!
//! A *run* is one piece of work: equal tasks with equal limits share it. A *job* is one asker's claim to a run; the
//! run is stopped when no job is left. A worker *leases* a run, says with *heartbeats* that it still works on it, and
//! *finishes* it. A lease without heartbeats for [`LEASE`] is taken up by another worker. From its second start on, a run
//! is performed in a process of its own, whose death says that the run is its reason. A worker that dies for another
//! reason (an operator's kill, another run) does no harm to the run; only after [`MOST_STARTS`] starts it fails all the
//! same, so that work that takes the whole machine down does not go on for ever.
//!
//! Two implementations, one suite of tests: [`sqlite`] (embedded, durable) and [`redis`] (shared by many machines).
//! [`crate::worker_pool`] works for either.

pub mod redis;
pub mod sqlite;
mod waking;

use std::time::Duration;

use async_trait::async_trait;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::task::{Failure, Limits, Outcome, ProgressUpdate, Reason, Task};

/// A lease without heartbeats is over after this long, where [`Bounds::lease`] says nothing else.
pub const LEASE: Duration = Duration::from_secs(8);
/// A run is started at most this often, where [`Bounds::starts`] says nothing else.
pub const MOST_STARTS: u32 = 50;

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Nobody works on it yet.
    Queued,
    /// A worker works on it.
    Running,
    /// It has a result.
    Done,
    /// It has an error.
    Failed,
    /// Its asker gave it up.
    Cancelled,
}

impl State {
    /// Whether it stays so.
    #[must_use]
    pub fn is_over(self) -> bool {
        matches!(self, State::Done | State::Failed | State::Cancelled)
    }

    /// The word for it, the same as in JSON.
    fn name(self) -> &'static str {
        match self {
            State::Queued => "queued",
            State::Running => "running",
            State::Done => "done",
            State::Failed => "failed",
            State::Cancelled => "cancelled",
        }
    }

    fn named(name: &str) -> Result<State, QueueError> {
        let all = [State::Queued, State::Running, State::Done, State::Failed, State::Cancelled];
        let found = all.into_iter().find(|state| state.name() == name);
        found.ok_or_else(|| QueueError::Unreachable(format!("what it holds cannot be read: no state '{name}'")))
    }

    /// How a run ends with this outcome.
    fn after(outcome: &Outcome) -> State {
        if matches!(outcome, Outcome::Done { .. }) { State::Done } else { State::Failed }
    }
}

/// A job as its asker sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Its name, which cannot be guessed.
    pub id: String,
    /// Where it stands.
    pub state: State,
    /// How far the work is, where it said so.
    pub progress: Option<ProgressUpdate>,
    /// How it ended: there in the states *done* and *failed*.
    pub outcome: Option<Outcome>,
}

/// A request to run a task, as a queue stores it.
#[derive(Clone, Debug)]
pub struct JobRequest {
    /// The client that sent the request; open jobs are counted per client.
    pub client: String,
    /// What to do.
    pub task: Task,
    /// The worker that already works on it, where one does: the run is then leased to it.
    pub holder: Option<String>,
}

/// A new job, and the lease where the order's holder got it.
#[derive(Clone, Debug)]
pub struct Enqueued {
    /// The job.
    pub job: Job,
    /// The holder's; `None` where none was named, or an equal run was already there.
    pub lease: Option<Lease>,
}

/// A worker's claim to a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Lease {
    /// The run: [`Task::run_key`].
    pub run: String,
    /// What to do.
    pub task: Task,
    /// How often it was started, this time included.
    pub starts: u32,
    /// Tells this start from others: a lease that was lost cannot finish anything.
    pub token: String,
}

/// What a worker hears on a heartbeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heartbeat {
    /// Go on.
    GoOn,
    /// Stop: nobody wants it any more, or another worker has it.
    Stop,
}

/// How many runs there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// Waiting.
    pub queued: u64,
    /// Worked on.
    pub running: u64,
}

/// Bounds of a queue.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Open jobs of one client.
    pub open_jobs: u64,
    /// Runs that wait.
    pub queued_runs: u64,
    /// How long answers and jobs that are over are kept.
    pub kept: Duration,
    /// A lease without heartbeats is over after this long.
    pub lease: Duration,
    /// Starts of one run.
    pub starts: u32,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            open_jobs: 64,
            queued_runs: 10_000,
            kept: Duration::from_secs(24 * 60 * 60),
            lease: LEASE,
            starts: MOST_STARTS,
        }
    }
}

impl Bounds {
    /// Refuses one more job of a client that has `open`.
    fn admit_job(&self, open: u64) -> Result<(), QueueError> {
        let what = || format!("there are already {open} open jobs of this client, and {} are allowed", self.open_jobs);
        admit(open, self.open_jobs, what)
    }

    /// Refuses one more run where `queued` wait.
    fn admit_run(&self, queued: u64) -> Result<(), QueueError> {
        admit(queued, self.queued_runs, || format!("{queued} questions wait already, and that is as many as fit"))
    }

    /// How often to look for leases that are over, and for news that did not arrive.
    fn recheck(&self) -> Duration {
        (self.lease / 8).min(Duration::from_secs(1))
    }
}

/// When somebody who was turned away may ask again: about the time in which a few questions are answered.
const RETRY_AFTER: Duration = Duration::from_secs(5);

fn admit(present: u64, most: u64, what: impl Fn() -> String) -> Result<(), QueueError> {
    if present < most { Ok(()) } else { Err(QueueError::Full { what: what(), retry_after: RETRY_AFTER }) }
}

/// Why a queue did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The queue, or this client's share of it, is full.
    #[error("{what}; try again in {} s", .retry_after.as_secs())]
    Full {
        /// What is full.
        what: String,
        /// When it is worth trying again.
        retry_after: Duration,
    },
    /// The medium failed.
    #[error("the queue cannot be reached: {0}")]
    Unreachable(String),
}

impl From<serde_json::Error> for QueueError {
    fn from(error: serde_json::Error) -> QueueError {
        QueueError::Unreachable(format!("what it holds cannot be read: {error}"))
    }
}

/// Why a queue cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process uses the folder.
    #[error("{0} is in use by another server; give this one a folder of its own, or let both share a Redis")]
    InUse(String),
    /// Written by a later version.
    #[error("{file} was written by a later version of menagerie (format {found}; this one reads {known})")]
    TooNew {
        /// The file.
        file: String,
        /// Its format.
        found: i64,
        /// The latest format that is known here.
        known: i64,
    },
    /// The medium failed, or the address is none.
    #[error("{0}")]
    Failed(String),
}

/// An answer that is kept for whoever asks the same again.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    limits: Limits,
    outcome: Outcome,
}

impl Kept {
    /// What is worth keeping of a run's end: failures are not.
    fn of(task: &Task, outcome: &Outcome) -> Option<Kept> {
        matches!(outcome, Outcome::Done { .. }).then(|| Kept { limits: task.limits, outcome: outcome.clone() })
    }

    fn is_last_word(&self) -> bool {
        self.outcome.is_last_word()
    }

    /// Whether one who may spend `limits` could not do better.
    fn suits(&self, limits: &Limits) -> bool {
        self.is_last_word() || self.limits.covers(limits)
    }

    /// Whether it is worth more than the `older` one.
    fn replaces(&self, older: &Kept) -> bool {
        self.is_last_word() || !older.suits(&self.limits)
    }
}

/// The end of work that was started too often.
fn killed_its_workers(starts: u32) -> Outcome {
    Outcome::Failed(Failure {
        reason: Reason::KilledItsWorkers,
        message: format!("the work was started {starts} times, and each time its worker died"),
        problems: Vec::new(),
    })
}

fn text(value: &impl Serialize) -> Result<String, QueueError> {
    Ok(serde_json::to_string(value)?)
}

fn value<T: DeserializeOwned>(text: &str) -> Result<T, QueueError> {
    Ok(serde_json::from_str(text)?)
}

/// A name that cannot be guessed: 128 random bits as 32 hexadecimal digits.
fn fresh() -> Result<String, QueueError> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(|error| QueueError::Unreachable(format!("no random numbers: {error}")))?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bits)))
}

/// A queue of runs with the jobs that wait for them. Everything accepted is durable when the call returns.
#[async_trait]
pub trait JobQueue: Send + Sync {
    /// Takes a job in; it joins the run of an equal task that is not over.
    ///
    /// # Errors
    /// Full, or unreachable; then there is no job.
    async fn push(&self, order: &JobRequest) -> Result<Enqueued, QueueError>;

    /// A job, if there is one of this name.
    ///
    /// # Errors
    /// Unreachable.
    async fn job(&self, id: &str) -> Result<Option<Job>, QueueError>;

    /// A job as soon as it differs from `seen`, or after `patience` as it is; one that is over comes at once.
    ///
    /// # Errors
    /// Unreachable.
    async fn watch(&self, seen: &Job, patience: Duration) -> Result<Option<Job>, QueueError>;

    /// Gives a job up; its run stops where no other job waits for it. A job that is over stays as it is.
    ///
    /// # Errors
    /// Unreachable.
    async fn cancel(&self, id: &str) -> Result<Option<Job>, QueueError>;

    /// The next run for a worker: urgent ones first, then the oldest; `None` where none came within `patience`.
    ///
    /// # Errors
    /// Unreachable.
    async fn lease(&self, worker: &str, urgent_only: bool, patience: Duration) -> Result<Option<Lease>, QueueError>;

    /// Says that the work goes on, and how far it is.
    ///
    /// # Errors
    /// Unreachable.
    async fn heartbeat(&self, lease: &Lease, progress: Option<&ProgressUpdate>) -> Result<Heartbeat, QueueError>;

    /// Ends a run: every job that waits for it gets the outcome. Says `false` where the lease was lost; nothing
    /// changes then.
    ///
    /// # Errors
    /// Unreachable.
    async fn finish(&self, lease: &Lease, outcome: &Outcome) -> Result<bool, QueueError>;

    /// Gives a lease back unfinished, since the worker ends: another takes it up at once, and this start does not
    /// count.
    ///
    /// # Errors
    /// Unreachable.
    async fn release(&self, lease: &Lease) -> Result<(), QueueError>;

    /// A kept answer to a question ([`Task::question_key`]): a last word, or one found with limits that cover these.
    ///
    /// # Errors
    /// Unreachable.
    async fn answer(&self, question: &str, limits: &Limits) -> Result<Option<Outcome>, QueueError>;

    /// How many runs there are.
    ///
    /// # Errors
    /// Unreachable.
    async fn depth(&self) -> Result<Depth, QueueError>;
}
