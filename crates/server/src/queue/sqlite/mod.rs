//! The embedded queue: one SQLite file in a folder, for one server process.
//!
//! Every call is one transaction on one connection, on a thread where blocking is allowed. The file is in WAL mode with
//! `synchronous=NORMAL`: accepted jobs survive the death of the process at any moment (a power cut may lose the last
//! transactions, never the file). Another process that locks the file makes calls fail soon, and they succeed when it
//! releases it ([`medium`]). Leases belong to the process that holds the folder's lock, so a process that opens
//! the folder knows that every lease in it has ended, and queues those runs again at once. Use [`super::redis`] where
//! many processes share the work.

mod medium;
mod rows;

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use tasks::{Limits, Outcome, ProgressUpdate};

use self::medium::Medium;
use self::rows::Rows;
use super::waking::{self, Notifier, Poll};
use super::{Bounds, Depth, Enqueued, Heartbeat, Job, JobQueue, JobRequest, Lease, OpenError, QueueError};

/// The format of the file: SQLite's `user_version`.
const FORMAT: i64 = 1;
/// The time to wait for the lock of the folder before it counts as in use.
const LAST_HOLDER: Duration = Duration::from_secs(1);

/// A queue in an SQLite file.
pub struct SqliteQueue {
    medium: Arc<Medium>,
    notifier: Notifier,
    bounds: Bounds,
}

/// The changes of a transaction, of which waiters are notified after the commit.
#[derive(Debug, Default)]
struct News {
    work: bool,
    runs: Vec<i64>,
}

impl SqliteQueue {
    /// Opens the queue in this folder, which is created if it does not exist. Runs that an earlier process had leased
    /// are queued again. A file that another process has locked is opened as soon as it is released.
    ///
    /// # Errors
    /// Returns an error if another process uses the folder, a later version wrote the file, or the storage fails.
    pub fn open(folder: &Path, bounds: Bounds) -> Result<SqliteQueue, OpenError> {
        let failed = |error: &dyn std::fmt::Display| OpenError::Failed(format!("{}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let lock = lock(folder)?;
        let medium = Medium::open(folder.join("queue.sqlite"), lock, bounds)?;
        Ok(SqliteQueue { medium: Arc::new(medium), notifier: Notifier::new(), bounds })
    }

    async fn act<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Rows<'_>) -> Result<T, QueueError> + Send + 'static,
    ) -> Result<T, QueueError> {
        let (medium, bounds, begun) = (Arc::clone(&self.medium), self.bounds, Instant::now());
        let done = tokio::task::spawn_blocking(move || medium.act(bounds, begun, act)).await;
        let (value, notifications) = done.map_err(|error| QueueError::Unreachable(error.to_string()))??;
        for run in notifications.runs {
            self.notifier.run(&run.to_string());
        }
        if notifications.work {
            self.notifier.work();
        }
        Ok(value)
    }
}

/// Locks the folder for this process; the system releases the lock when the process ends in any way.
fn lock(folder: &Path) -> Result<File, OpenError> {
    let path = folder.join("queue.lock");
    let failed = |error: std::io::Error| OpenError::Failed(format!("{}: {error}", path.display()));
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            // A child process that the last holder just started has its open files for a moment.
            Err(TryLockError::WouldBlock) if begun.elapsed() < LAST_HOLDER => std::thread::sleep(LAST_HOLDER / 50),
            Err(TryLockError::WouldBlock) => return Err(OpenError::InUse(folder.display().to_string())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

impl From<rusqlite::Error> for QueueError {
    fn from(error: rusqlite::Error) -> QueueError {
        QueueError::Unreachable(error.to_string())
    }
}

#[async_trait]
impl Poll for SqliteQueue {
    fn notifier(&self) -> &Notifier {
        &self.notifier
    }

    fn recheck(&self) -> Duration {
        self.bounds.recheck()
    }

    async fn read_job(&self, job: &str) -> Result<Option<(Job, String)>, QueueError> {
        let job = job.to_owned();
        let found = self.act(move |rows| rows.job(&job)).await?;
        Ok(found.map(|(job, run)| (job, run.to_string())))
    }

    // Only this process leases from this queue, so the name of the worker is not needed.
    async fn take(&self, _: &str, urgent_only: bool) -> Result<Option<Lease>, QueueError> {
        self.act(move |rows| rows.take(urgent_only)).await
    }
}

#[async_trait]
impl JobQueue for SqliteQueue {
    async fn push(&self, request: &JobRequest) -> Result<Enqueued, QueueError> {
        let request = request.clone();
        self.act(move |rows| rows.push(&request)).await
    }

    async fn job(&self, id: &str) -> Result<Option<Job>, QueueError> {
        Ok(self.read_job(id).await?.map(|(job, _)| job))
    }

    async fn watch(&self, seen: &Job, max_wait: Duration) -> Result<Option<Job>, QueueError> {
        waking::watch(self, seen, max_wait).await
    }

    async fn cancel(&self, id: &str) -> Result<Option<Job>, QueueError> {
        let id = id.to_owned();
        self.act(move |rows| rows.cancel(&id)).await
    }

    async fn lease(&self, worker: &str, urgent_only: bool, max_wait: Duration) -> Result<Option<Lease>, QueueError> {
        waking::lease(self, worker, urgent_only, max_wait).await
    }

    async fn heartbeat(&self, lease: &Lease, progress: Option<&ProgressUpdate>) -> Result<Heartbeat, QueueError> {
        let (token, progress) = (lease.token.clone(), progress.cloned());
        self.act(move |rows| rows.heartbeat(&token, progress.as_ref())).await
    }

    async fn finish(&self, lease: &Lease, outcome: &Outcome) -> Result<bool, QueueError> {
        let (lease, outcome) = (lease.clone(), outcome.clone());
        self.act(move |rows| rows.finish(&lease, &outcome)).await
    }

    async fn release(&self, lease: &Lease) -> Result<(), QueueError> {
        let token = lease.token.clone();
        self.act(move |rows| rows.release(&token)).await
    }

    async fn answer(&self, question: &str, limits: &Limits) -> Result<Option<Outcome>, QueueError> {
        let (question, limits) = (question.to_owned(), *limits);
        self.act(move |rows| rows.answer(&question, &limits)).await
    }

    async fn depth(&self) -> Result<Depth, QueueError> {
        self.act(|rows| rows.depth()).await
    }
}
