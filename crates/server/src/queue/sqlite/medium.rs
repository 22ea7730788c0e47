//! The file of the queue while other processes may lock it: no call waits long for a lock, and a file that is locked
//! when the server starts is opened later.
//!
//! A call that finds the file locked gives up after [`LOCK_TIMEOUT`]. Calls that waited for it meanwhile, and those of
//! the next [`LOCK_BACKOFF`], fail at once with the same reason. The clock of leases stands while the file is locked:
//! its holder is this process alone, which could not extend them.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::rows::Rows;
use super::{FORMAT, News};
use crate::queue::{Bounds, OpenError, QueueError};

/// The longest wait of one call for a file that another process has locked.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_millis(250);
/// The time after a call that found the file locked in which others do not try again.
const LOCK_BACKOFF: Duration = Duration::from_millis(500);
/// The interval at which old jobs and answers are removed.
const SWEEP: Duration = Duration::from_secs(60);

/// The file, which is open unless it was locked all the time. Fields are dropped in this order: the file is closed
/// before the lock of the folder is released.
pub(super) struct Medium {
    file: PathBuf,
    opened: Mutex<Option<Opened>>,
    clock: Mutex<Clock>,
    _lock: File,
}

/// An open file.
struct Opened {
    connection: Connection,
    /// Whether the runs that an earlier process had leased are queued again.
    taken_over: bool,
}

/// What is known of the time: when old rows were removed, and when the file was locked.
struct Clock {
    opened: Instant,
    swept: Option<Instant>,
    /// The time for which the file was locked so far, in all its periods that are over.
    locked: Duration,
    /// The start of the period in which the file is locked now, and the last time that it was found so.
    locked_now: Option<(Instant, Instant)>,
}

impl Medium {
    /// Opens the file in a folder that this process has locked. Runs that an earlier process had leased are queued
    /// again. If another process has locked the file, that is done by a later call.
    ///
    /// # Errors
    /// Returns an error if a later version wrote the file, or the storage fails.
    pub(super) fn open(file: PathBuf, lock: File, bounds: Bounds) -> Result<Medium, OpenError> {
        let clock = Clock { opened: Instant::now(), swept: None, locked: Duration::ZERO, locked_now: None };
        let medium = Medium { file, opened: Mutex::new(None), clock: Mutex::new(clock), _lock: lock };
        match medium.act(bounds, Instant::now(), |_| Ok(())) {
            Err(Failed::Locked) => {
                tracing::warn!("{}; jobs wait until it is released", QueueError::from(Failed::Locked))
            }
            Err(Failed::Open(error)) => return Err(error),
            Err(Failed::Queue(error)) => return Err(OpenError::Failed(format!("{}: {error}", medium.file.display()))),
            Ok(_) => {}
        }
        Ok(medium)
    }

    /// Does one transaction, for a call that began at `begun`.
    pub(super) fn act<T>(
        &self,
        bounds: Bounds,
        begun: Instant,
        act: impl FnOnce(&mut Rows<'_>) -> Result<T, QueueError>,
    ) -> Result<(T, News), Failed> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if self.clock().is_known_to_be_locked(begun) {
            return Err(Failed::Locked);
        }
        let tried = Instant::now();
        let done = self.try_to_act(&mut opened, bounds, act);
        if matches!(done, Err(Failed::Locked)) {
            self.clock().found_locked(tried);
        }
        done
    }

    fn try_to_act<T>(
        &self,
        opened: &mut Option<Opened>,
        bounds: Bounds,
        act: impl FnOnce(&mut Rows<'_>) -> Result<T, QueueError>,
    ) -> Result<(T, News), Failed> {
        let Opened { connection, taken_over } = match opened {
            Some(opened) => opened,
            None => opened.insert(Opened { connection: connect(&self.file)?, taken_over: false }),
        };
        let transaction = Transaction::new(connection, TransactionBehavior::Immediate)?;
        let (now, sweep) = self.clock().begin();
        let mut rows = Rows::new(&transaction, bounds, now);
        if !*taken_over {
            rows.abandon()?;
        }
        if sweep {
            rows.forget_old()?;
        }
        // On failure the transaction is dropped, and so rolled back.
        let value = act(&mut rows)?;
        let notifications = rows.notifications();
        transaction.commit()?;
        *taken_over = true;
        Ok((value, notifications))
    }

    fn clock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock {
    /// Whether a call that began at `begun` need not try, because another one found the file locked since, or just
    /// before.
    fn is_known_to_be_locked(&self, begun: Instant) -> bool {
        self.locked_now.is_some_and(|(_, found)| found >= begun || found.elapsed() < LOCK_BACKOFF)
    }

    fn found_locked(&mut self, tried: Instant) {
        let since = self.locked_now.map_or(tried, |(since, _)| since);
        self.locked_now = Some((since, Instant::now()));
    }

    /// The time on the clock of leases at the start of a transaction, and whether old rows are due to be removed.
    fn begin(&mut self) -> (Duration, bool) {
        if let Some((since, _)) = self.locked_now.take() {
            self.locked += since.elapsed();
        }
        let sweep = self.swept.is_none_or(|last| last.elapsed() >= SWEEP);
        if sweep {
            self.swept = Some(Instant::now());
        }
        (self.opened.elapsed().saturating_sub(self.locked), sweep)
    }
}

/// Why a transaction failed.
pub(super) enum Failed {
    /// Another process has locked the file.
    Locked,
    /// The file cannot be opened.
    Open(OpenError),
    /// The transaction was refused, or the storage failed.
    Queue(QueueError),
}

impl From<rusqlite::Error> for Failed {
    fn from(error: rusqlite::Error) -> Failed {
        if is_locked(&error) { Failed::Locked } else { Failed::Queue(error.into()) }
    }
}

impl From<QueueError> for Failed {
    fn from(error: QueueError) -> Failed {
        Failed::Queue(error)
    }
}

impl From<Failed> for QueueError {
    fn from(failed: Failed) -> QueueError {
        match failed {
            Failed::Locked => QueueError::Unreachable("another process has locked the file of the jobs".into()),
            Failed::Open(error) => QueueError::Unreachable(error.to_string()),
            Failed::Queue(error) => error,
        }
    }
}

fn is_locked(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn connect(path: &Path) -> Result<Connection, Failed> {
    let shown = path.display().to_string();
    let failed = |error: rusqlite::Error| match is_locked(&error) {
        true => Failed::Locked,
        false => Failed::Open(OpenError::Failed(format!("{shown}: {error}"))),
    };
    let connection = Connection::open_with_flags(path, OpenFlags::default()).map_err(failed)?;
    connection.busy_timeout(LOCK_TIMEOUT).map_err(failed)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(failed)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
    let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
    match found {
        FORMAT => {}
        0 => lay_out(&connection).map_err(failed)?,
        _ => return Err(Failed::Open(OpenError::TooNew { file: shown, found, known: FORMAT })),
    }
    Ok(connection)
}

fn lay_out(connection: &Connection) -> rusqlite::Result<()> {
    let schema = include_str!("schema.sql");
    connection.execute_batch(&format!("BEGIN; {schema} PRAGMA user_version = {FORMAT}; COMMIT;"))
}
