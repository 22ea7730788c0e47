//! The embedded queue: one SQLite file in a folder, for one server process.
//!
//! Every call is one transaction on one connection, on a thread where blocking is allowed. The file is in WAL mode with
//! `synchronous=NORMAL`: accepted jobs survive the death of the process at any moment (a power cut may lose the last
//! transactions, never the file). Leases belong to the process that holds the folder's lock, so a process that opens
//! the folder knows that every lease in it has ended, and queues those runs again at once. Use [`super::redis`] where
//! many processes share the work.

mod rows;

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use tasks::{Limits, Outcome, ProgressUpdate};

use self::rows::Rows;
use super::waking::{self, Notifier, Poll};
use super::{Bounds, Depth, Enqueued, Heartbeat, Job, JobQueue, JobRequest, Lease, OpenError, QueueError};

/// The format of the file: SQLite's `user_version`.
const FORMAT: i64 = 1;
/// The interval at which old jobs and answers are removed.
const SWEEP: Duration = Duration::from_secs(60);
/// The time to wait for the lock of the folder before it counts as in use.
const LAST_HOLDER: Duration = Duration::from_secs(1);

/// A queue in an SQLite file.
pub struct SqliteQueue {
    medium: Arc<Medium>,
    wakes: Notifier,
    bounds: Bounds,
}

/// The open file. Fields are dropped in this order: the file is closed before the lock is released.
struct Medium {
    connection: Mutex<Connection>,
    swept: Mutex<Option<Instant>>,
    opened: Instant,
    _lock: File,
}

/// The changes of a transaction, of which waiters are notified after the commit.
#[derive(Debug, Default)]
struct News {
    work: bool,
    runs: Vec<i64>,
}

impl SqliteQueue {
    /// Opens the queue in this folder, which is created if it does not exist. Runs that an earlier process had leased
    /// are queued again.
    ///
    /// # Errors
    /// Returns an error if another process uses the folder, a later version wrote the file, or the storage fails.
    pub fn open(folder: &Path, bounds: Bounds) -> Result<SqliteQueue, OpenError> {
        let failed = |error: &dyn std::fmt::Display| OpenError::Failed(format!("{}: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let lock = lock(folder)?;
        let connection = connect(&folder.join("queue.sqlite"))?;
        let medium =
            Medium { connection: Mutex::new(connection), swept: Mutex::new(None), opened: Instant::now(), _lock: lock };
        let queue = SqliteQueue { medium: Arc::new(medium), wakes: Notifier::new(), bounds };
        queue.medium.act(bounds, |rows| rows.abandon()).map_err(|error| failed(&error))?;
        Ok(queue)
    }

    async fn act<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Rows<'_>) -> Result<T, QueueError> + Send + 'static,
    ) -> Result<T, QueueError> {
        let (medium, bounds) = (Arc::clone(&self.medium), self.bounds);
        let done = tokio::task::spawn_blocking(move || medium.act(bounds, act)).await;
        let (value, news) = done.map_err(|error| QueueError::Unreachable(error.to_string()))??;
        for run in news.runs {
            self.wakes.run(&run.to_string());
        }
        if news.work {
            self.wakes.work();
        }
        Ok(value)
    }
}

impl Medium {
    fn act<T>(
        &self,
        bounds: Bounds,
        act: impl FnOnce(&mut Rows<'_>) -> Result<T, QueueError>,
    ) -> Result<(T, News), QueueError> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = Transaction::new(&mut connection, TransactionBehavior::Immediate)?;
        let mut rows = Rows::new(&transaction, bounds, self.opened);
        if self.sweep_is_due() {
            rows.forget_old()?;
        }
        // On failure the transaction is dropped, and so rolled back.
        let value = act(&mut rows)?;
        let news = rows.news();
        transaction.commit()?;
        Ok((value, news))
    }

    fn sweep_is_due(&self) -> bool {
        let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
        let due = swept.is_none_or(|last| last.elapsed() >= SWEEP);
        if due {
            *swept = Some(Instant::now());
        }
        due
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

fn connect(path: &Path) -> Result<Connection, OpenError> {
    let shown = path.display().to_string();
    let failed = |error: rusqlite::Error| OpenError::Failed(format!("{shown}: {error}"));
    let connection = Connection::open_with_flags(path, OpenFlags::default()).map_err(failed)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(failed)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
    match found {
        FORMAT => {}
        0 => lay_out(&connection).map_err(failed)?,
        _ => return Err(OpenError::TooNew { file: shown, found, known: FORMAT }),
    }
    Ok(connection)
}

fn lay_out(connection: &Connection) -> rusqlite::Result<()> {
    let schema = include_str!("schema.sql");
    connection.execute_batch(&format!("BEGIN; {schema} PRAGMA user_version = {FORMAT}; COMMIT;"))
}

impl From<rusqlite::Error> for QueueError {
    fn from(error: rusqlite::Error) -> QueueError {
        QueueError::Unreachable(error.to_string())
    }
}

#[async_trait]
impl Poll for SqliteQueue {
    fn wakes(&self) -> &Notifier {
        &self.wakes
    }

    fn recheck(&self) -> Duration {
        self.bounds.recheck()
    }

    async fn look(&self, job: &str) -> Result<Option<(Job, String)>, QueueError> {
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
    async fn push(&self, order: &JobRequest) -> Result<Enqueued, QueueError> {
        let order = order.clone();
        self.act(move |rows| rows.push(&order)).await
    }

    async fn job(&self, id: &str) -> Result<Option<Job>, QueueError> {
        Ok(self.look(id).await?.map(|(job, _)| job))
    }

    async fn watch(&self, seen: &Job, patience: Duration) -> Result<Option<Job>, QueueError> {
        waking::watch(self, seen, patience).await
    }

    async fn cancel(&self, id: &str) -> Result<Option<Job>, QueueError> {
        let id = id.to_owned();
        self.act(move |rows| rows.cancel(&id)).await
    }

    async fn lease(&self, worker: &str, urgent_only: bool, patience: Duration) -> Result<Option<Lease>, QueueError> {
        waking::lease(self, worker, urgent_only, patience).await
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
