//! A durable job queue: jobs survive the process that accepted them.
//!
//! A *run* is one piece of work: equal tasks with equal limits share it. A *job* is one client's claim to a run; the
//! run is cancelled when no job is left. A worker *leases* a run, extends the lease by *heartbeats*, and *finishes* it.
//! A lease without heartbeats for [`LEASE`] passes to another worker. From its second start on, a run is performed in a
//! process of its own, so that a crash can be attributed to it. A worker that dies for another reason (a kill by an
//! operator, a crash of another run) does not count against the run; after [`MAX_STARTS`] starts the run fails
//! nevertheless, so that work that brings the machine down is not retried for ever.
//!
//! There are two implementations with one suite of tests: [`sqlite`] (embedded, durable) and [`redis`] (shared by many
//! machines). [`crate::worker_pool`] works with either.

pub mod redis;
pub mod sqlite;
mod waking;

use std::time::Duration;

use async_trait::async_trait;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tasks::{Failure, Limits, Outcome, ProgressUpdate, Reason, Task};

/// The default of [`Bounds::lease`].
pub const LEASE: Duration = Duration::from_secs(8);
/// The default of [`Bounds::starts`].
pub const MAX_STARTS: u32 = 50;
/// The version of this program. All processes of a shared queue are of one version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The time without a sign of life after which a process of a shared queue counts as gone.
pub const SILENCE: Duration = Duration::from_secs(15);

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// The job waits for a worker.
    Queued,
    /// A worker performs the job's task.
    Running,
    /// The job has ended with a result.
    Done,
    /// The job has ended with a failure.
    Failed,
    /// The client cancelled the job.
    Cancelled,
}

impl State {
    /// Whether the state is final.
    #[must_use]
    pub fn is_over(self) -> bool {
        matches!(self, State::Done | State::Failed | State::Cancelled)
    }

    /// The name of the state, as in JSON.
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

    /// The state of a run that ended with this outcome.
    fn after(outcome: &Outcome) -> State {
        if matches!(outcome, Outcome::Done { .. }) { State::Done } else { State::Failed }
    }
}

/// A job as its client sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The id: 128 random bits in hexadecimal, which cannot be guessed.
    pub id: String,
    /// The state.
    pub state: State,
    /// The last progress report, if there was one.
    pub progress: Option<ProgressUpdate>,
    /// The outcome, in the states *done* and *failed*.
    pub outcome: Option<Outcome>,
}

/// A request to run a task, as a queue stores it.
#[derive(Clone, Debug)]
pub struct JobRequest {
    /// The client that sent the request; open jobs are counted per client.
    pub client: String,
    /// The task to perform.
    pub task: Task,
    /// The worker that already performs the task, if one does: the new run is then leased to it.
    pub holder: Option<String>,
}

/// A new job, and the lease if the holder of the request received it.
#[derive(Clone, Debug)]
pub struct Enqueued {
    /// The job.
    pub job: Job,
    /// The lease of the holder; `None` if no holder was named or an equal run already existed.
    pub lease: Option<Lease>,
}

/// A worker's claim to a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Lease {
    /// The key of the run: [`Task::run_key`].
    pub run: String,
    /// The task to perform.
    pub task: Task,
    /// The number of starts, including this one.
    pub starts: u32,
    /// Identifies this start: a lost lease can no longer finish the run.
    pub token: String,
}

/// The reply to a heartbeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heartbeat {
    /// The worker continues.
    GoOn,
    /// The worker stops, because all jobs were cancelled or another worker has the run.
    Stop,
}

/// The number of runs in a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// The number of runs that wait for a worker.
    pub queued: u64,
    /// The number of runs that are leased.
    pub running: u64,
}

/// What a process of a shared queue does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It answers requests, and works on jobs with its free slots.
    Server,
    /// It works on jobs.
    Worker,
}

impl Role {
    /// The name of the role, as in metrics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Role::Server => "server",
            Role::Worker => "worker",
        }
    }

    fn named(name: &str) -> Option<Role> {
        [Role::Server, Role::Worker].into_iter().find(|role| role.name() == name)
    }
}

/// A process that shares a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// The name, which no other process has.
    pub name: String,
    /// What it does.
    pub role: Role,
    /// The version of its program.
    pub version: String,
    /// The number of jobs that it works on at once.
    pub slots: usize,
}

/// The limits of a queue.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most open jobs of one client.
    pub open_jobs: u64,
    /// The most waiting runs.
    pub queued_runs: u64,
    /// The time for which answers and ended jobs are kept.
    pub kept: Duration,
    /// The time after which a lease without a heartbeat expires.
    pub lease: Duration,
    /// The most starts of one run.
    pub starts: u32,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            open_jobs: 64,
            queued_runs: 10_000,
            kept: Duration::from_secs(24 * 60 * 60),
            lease: LEASE,
            starts: MAX_STARTS,
        }
    }
}

impl Bounds {
    /// Returns an error if a client with `open` open jobs may not add one more.
    fn admit_job(&self, open: u64) -> Result<(), QueueError> {
        let what = || format!("there are already {open} open jobs of this client, and {} are allowed", self.open_jobs);
        admit(open, self.open_jobs, what)
    }

    /// Returns an error if no run may be added to the `queued` waiting ones.
    fn admit_run(&self, queued: u64) -> Result<(), QueueError> {
        admit(queued, self.queued_runs, || format!("{queued} questions wait already, and that is as many as fit"))
    }

    /// The interval at which expired leases and lost notifications are looked for.
    fn recheck(&self) -> Duration {
        (self.lease / 8).min(Duration::from_secs(1))
    }
}

/// The retry delay after a refusal: about the time in which a few questions are answered.
const RETRY_AFTER: Duration = Duration::from_secs(5);

fn admit(present: u64, most: u64, what: impl Fn() -> String) -> Result<(), QueueError> {
    if present < most { Ok(()) } else { Err(QueueError::Full { what: what(), retry_after: RETRY_AFTER }) }
}

/// An error of a queue operation.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The queue, or this client's share of it, is full.
    #[error("{what}; try again in {} s", .retry_after.as_secs())]
    Full {
        /// The limit that was reached.
        what: String,
        /// The delay after which a retry may succeed.
        retry_after: Duration,
    },
    /// The queue takes no new jobs until another version of the program has taken it over.
    #[error("the queue takes no new jobs, because another version of the service is about to follow")]
    Draining,
    /// The queue belongs to another version of the program.
    #[error(
        "the queue is that of menagerie {version}, and this is {VERSION}; all servers and workers of a queue must be of one version"
    )]
    OfAnotherVersion {
        /// The version that the queue belongs to.
        version: String,
    },
    /// The queue belongs to another version of the program, which still uses it.
    #[error(
        "the queue is that of menagerie {version}, and this is {VERSION}: {runs} of its questions are open, and {processes} \
         of its servers and workers run; let them end first: menagerie worker --drain, with {version} (docs/scaling.md)"
    )]
    Held {
        /// The version that the queue belongs to.
        version: String,
        /// The number of its runs that are not over.
        runs: u64,
        /// The number of its processes that live.
        processes: u64,
    },
    /// The storage failed.
    #[error("the queue cannot be reached: {0}")]
    Unreachable(String),
}

impl From<serde_json::Error> for QueueError {
    fn from(error: serde_json::Error) -> QueueError {
        QueueError::Unreachable(format!("what it holds cannot be read: {error}"))
    }
}

/// An error when a queue is opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process uses the folder; the field is its path.
    #[error("{0} is in use by another server; give this one a folder of its own, or let both share a Redis")]
    InUse(String),
    /// A later version of the program wrote the file.
    #[error("{file} was written by a later version of menagerie (format {found}; this one reads {known})")]
    TooNew {
        /// The path of the file.
        file: String,
        /// The format of the file.
        found: i64,
        /// The latest format that this version reads.
        known: i64,
    },
    /// The storage failed, or the address is not valid.
    #[error("{0}")]
    Failed(String),
}

/// A stored answer, for later equal questions.
#[derive(Debug, Serialize, Deserialize)]
struct StoredAnswer {
    limits: Limits,
    outcome: Outcome,
}

impl StoredAnswer {
    /// The answer to store for an outcome; `None` for failures.
    fn of(task: &Task, outcome: &Outcome) -> Option<StoredAnswer> {
        matches!(outcome, Outcome::Done { .. }).then(|| StoredAnswer { limits: task.limits, outcome: outcome.clone() })
    }

    fn is_conclusive(&self) -> bool {
        self.outcome.is_conclusive()
    }

    /// Whether a new run with `limits` could give no better answer.
    fn suits(&self, limits: &Limits) -> bool {
        self.outcome.answers(&self.limits, limits)
    }

    /// Whether this answer should replace the `older` one.
    fn replaces(&self, older: &StoredAnswer) -> bool {
        self.is_conclusive() || !older.suits(&self.limits)
    }
}

/// The outcome of a run that was started too often.
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

/// A queue of runs with the jobs that wait for them. What a method accepts is durable when it returns.
#[async_trait]
pub trait JobQueue: Send + Sync {
    /// Adds a job. It joins the run of an equal task that has not ended.
    ///
    /// # Errors
    /// Returns an error if the queue is full or cannot be reached; no job is added then.
    async fn push(&self, request: &JobRequest) -> Result<Enqueued, QueueError>;

    /// Returns the job with this id, or `None` if there is none.
    ///
    /// # Errors
    /// The queue cannot be reached.
    async fn job(&self, id: &str) -> Result<Option<Job>, QueueError>;

    /// Waits until the job differs from `seen`, for at most `max_wait`, and returns it. Returns an ended job at once,
    /// and `None` if the job does not exist any more.
    ///
    /// # Errors
    /// The queue cannot be reached.
    async fn watch(&self, seen: &Job, max_wait: Duration) -> Result<Option<Job>, QueueError>;

    /// Cancels the job with this id and returns it; its run stops if no other job waits for it. An ended job does not
    /// change.
    ///
    /// # Errors
    /// The queue cannot be reached.
    async fn cancel(&self, id: &str) -> Result<Option<Job>, QueueError>;

    /// Leases the next run to the worker of this name: urgent runs first, then the oldest. Returns `None` if there was
    /// none within `max_wait`; with `urgent_only`, other runs are not taken.
    ///
    /// # Errors
    /// The queue cannot be reached.
    async fn lease(&self, worker: &str, urgent_only: bool, max_wait: Duration) -> Result<Option<Lease>, QueueError>;

    /// Extends a lease and reports progress.
    ///
    /// # Errors
    /// The queue cannot be reached.
    async fn heartbeat(&self, lease: &Lease, progress: Option<&ProgressUpdate>) -> Result<Heartbeat, QueueError>;

    /// Ends a run: every job that waits for it receives the outcome. Returns `false`, without effect, if the lease was
    /// lost.
    ///
    /// # Errors
    /// The queue cannot be reached.
    async fn finish(&self, lease: &Lease, outcome: &Outcome) -> Result<bool, QueueError>;

    /// Gives back an unfinished lease when the worker shuts down: another worker can take the run at once, and this
    /// start does not count.
    ///
    /// # Errors
    /// The queue cannot be reached.
    async fn release(&self, lease: &Lease) -> Result<(), QueueError>;

    /// Returns the stored answer to a question ([`Task::question_key`]): a conclusive one, or one found with limits
    /// that [cover](Limits::covers) these.
    ///
    /// # Errors
    /// The queue cannot be reached.
    async fn answer(&self, question: &str, limits: &Limits) -> Result<Option<Outcome>, QueueError>;

    /// Returns the number of waiting and running runs.
    ///
    /// # Errors
    /// The queue cannot be reached.
    async fn depth(&self) -> Result<Depth, QueueError>;

    /// Reports that a process lives; it counts as gone after [`SILENCE`]. A queue that only one process can open has no
    /// list of them.
    ///
    /// # Errors
    /// [`QueueError::Held`] if the queue belongs to another version, which still uses it, or the queue cannot be reached.
    async fn join(&self, _process: &Process) -> Result<(), QueueError> {
        Ok(())
    }

    /// Reports that the process of this name ends.
    ///
    /// # Errors
    /// The queue cannot be reached.
    async fn part(&self, _name: &str) -> Result<(), QueueError> {
        Ok(())
    }

    /// Returns the processes that share the queue; none for a queue that only one process can open.
    ///
    /// # Errors
    /// The queue cannot be reached.
    async fn processes(&self) -> Result<Vec<Process>, QueueError> {
        Ok(Vec::new())
    }

    /// Refuses new jobs for this time, whole seconds, from now on, and returns the number of runs that are not over. A
    /// queue that only one process can open has no need of it, and goes on.
    ///
    /// # Errors
    /// The queue belongs to another version or cannot be reached.
    async fn drain(&self, _time: Duration) -> Result<u64, QueueError> {
        self.depth().await.map(|depth| depth.queued + depth.running)
    }

    /// Checks that this version may add jobs; a queue that is being drained passes.
    ///
    /// # Errors
    /// The queue belongs to another version or cannot be reached.
    async fn admits(&self) -> Result<(), QueueError> {
        Ok(())
    }
}
