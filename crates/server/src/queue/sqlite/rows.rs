//! The operations of the queue as SQL, within one transaction.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{OptionalExtension, Row, Transaction, params};
use tasks::{Limits, Outcome, ProgressUpdate, Task};

use super::News;
use crate::queue::{
    Bounds, Depth, Enqueued, Heartbeat, Job, JobRequest, Lease, QueueError, State, StoredAnswer, VERSION, fresh,
    killed_its_workers, text, value,
};

/// One transaction with the notifications that it causes.
pub(super) struct Rows<'t> {
    transaction: &'t Transaction<'t>,
    bounds: Bounds,
    /// The time on the clock of leases.
    now: Duration,
    notifications: News,
}

impl Rows<'_> {
    pub(super) fn new<'t>(transaction: &'t Transaction<'t>, bounds: Bounds, now: Duration) -> Rows<'t> {
        Rows { transaction, bounds, now, notifications: News::default() }
    }

    pub(super) fn notifications(self) -> News {
        self.notifications
    }

    /// Executes a statement and returns the number of changed rows.
    fn change(&self, sql: &str, values: impl rusqlite::Params) -> Result<usize, QueueError> {
        Ok(self.transaction.prepare_cached(sql)?.execute(values)?)
    }

    fn find<T>(
        &self,
        sql: &str,
        values: impl rusqlite::Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, QueueError> {
        Ok(self.transaction.prepare_cached(sql)?.query_row(values, read).optional()?)
    }

    fn numbers(&self, sql: &str, values: impl rusqlite::Params) -> Result<Vec<i64>, QueueError> {
        let mut statement = self.transaction.prepare_cached(sql)?;
        let rows = statement.query_map(values, |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn count(&self, sql: &str, values: impl rusqlite::Params) -> Result<u64, QueueError> {
        Ok(self.find(sql, values, |row| row.get::<_, u32>(0))?.map_or(0, u64::from))
    }

    pub(super) fn push(&mut self, request: &JobRequest) -> Result<Enqueued, QueueError> {
        let open = "SELECT count(*) FROM jobs WHERE client = ?1 AND open = 1";
        self.bounds.admit_job(self.count(open, [&request.client])?)?;
        let same = "SELECT id FROM runs WHERE key = ?1 AND over IS NULL";
        let (run, lease) = match self.find(same, [request.task.run_key()], |row| row.get(0))? {
            Some(run) => (run, None),
            None => self.begin(request)?,
        };
        let id = fresh()?;
        self.change(
            "INSERT INTO jobs (id, run, client, open, cancelled) VALUES (?1, ?2, ?3, 1, 0)",
            params![id, run, request.client],
        )?;
        let (job, _) = self.job(&id)?.ok_or_else(|| QueueError::Unreachable("a new job is missing".to_owned()))?;
        Ok(Enqueued { job, lease })
    }

    /// Adds a run, which is leased at once to the holder if there is one.
    fn begin(&mut self, request: &JobRequest) -> Result<(i64, Option<Lease>), QueueError> {
        let held = request.holder.is_some();
        if !held {
            self.bounds.admit_run(self.depth()?.queued)?;
        }
        let task = &request.task;
        self.change(
            "INSERT INTO runs (key, question, task, urgent, state, starts) VALUES (?1, ?2, ?3, ?4, 'queued', 0)",
            params![task.run_key(), task.question_key(), text(task)?, task.is_urgent()],
        )?;
        let run = self.transaction.last_insert_rowid();
        self.notifications.work |= !held;
        let lease = if held { Some(self.grant(run)?) } else { None };
        Ok((run, lease))
    }

    /// Leases a run.
    fn grant(&mut self, run: i64) -> Result<Lease, QueueError> {
        let token = fresh()?;
        self.change(
            "UPDATE runs SET state = 'running', starts = starts + 1, token = ?2, lease_end = ?3 WHERE id = ?1",
            params![run, token, self.clock_after(self.bounds.lease)],
        )?;
        self.notifications.runs.push(run);
        let row = "SELECT key, task, starts FROM runs WHERE id = ?1";
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, String>(1)?, row.get(2)?));
        let found = self.find(row, [run], read)?;
        let (key, task, starts) = found.ok_or_else(|| QueueError::Unreachable("a run is missing".to_owned()))?;
        Ok(Lease { run: key, task: value(&task)?, starts, token })
    }

    /// Returns a job and the id of its run.
    pub(super) fn job(&self, id: &str) -> Result<Option<(Job, i64)>, QueueError> {
        let sql = "SELECT jobs.cancelled, runs.id, runs.state, runs.progress, runs.outcome
            FROM jobs JOIN runs ON runs.id = jobs.run WHERE jobs.id = ?1 AND (runs.over IS NULL OR runs.over > ?2)";
        type Columns = (bool, i64, String, Option<String>, Option<String>);
        let read = |row: &Row<'_>| -> rusqlite::Result<Columns> {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
        };
        let Some((cancelled, run, state, progress, outcome)) = self.find(sql, params![id, self.oldest()], read)? else {
            return Ok(None);
        };
        let state = if cancelled { State::Cancelled } else { State::named(&state)? };
        let progress = progress.as_deref().map(value).transpose()?;
        let outcome = outcome.filter(|_| !cancelled).as_deref().map(value).transpose()?;
        Ok(Some((Job { id: id.to_owned(), state, progress, outcome }, run)))
    }

    pub(super) fn cancel(&mut self, id: &str) -> Result<Option<Job>, QueueError> {
        let Some((_, run)) = self.job(id)? else { return Ok(None) };
        let given_up = self.change("UPDATE jobs SET open = 0, cancelled = 1 WHERE id = ?1 AND open = 1", [id])?;
        if given_up > 0 {
            self.notifications.runs.push(run);
            if self.count("SELECT count(*) FROM jobs WHERE run = ?1 AND open = 1", [run])? == 0 {
                self.close(run, State::Cancelled, None)?;
            }
        }
        Ok(self.job(id)?.map(|(job, _)| job))
    }

    /// Ends a run for all its jobs; its task, which may be large, is removed.
    fn close(&mut self, run: i64, state: State, outcome: Option<&Outcome>) -> Result<(), QueueError> {
        let outcome = outcome.map(text).transpose()?;
        self.change(
            "UPDATE runs SET task = '', state = ?2, outcome = ?3, over = ?4, token = NULL, lease_end = NULL WHERE id = ?1",
            params![run, state.name(), outcome, today()],
        )?;
        self.change("UPDATE jobs SET open = 0 WHERE run = ?1", [run])?;
        self.notifications.runs.push(run);
        Ok(())
    }

    pub(super) fn take(&mut self, urgent_only: bool) -> Result<Option<Lease>, QueueError> {
        let over = "SELECT id FROM runs WHERE state = 'running' AND lease_end <= ?1";
        let lost = self.numbers(over, [self.clock_after(Duration::ZERO)])?;
        self.requeue(&lost)?;
        let next = "SELECT id FROM runs WHERE state = 'queued' AND urgent >= ?1 ORDER BY urgent DESC, id LIMIT 1";
        match self.find(next, [urgent_only], |row| row.get(0))? {
            Some(run) => Ok(Some(self.grant(run)?)),
            None => Ok(None),
        }
    }

    /// Queues runs again that lost their workers; those that were started too often fail.
    fn requeue(&mut self, lost: &[i64]) -> Result<(), QueueError> {
        for &run in lost {
            if self.count("SELECT starts FROM runs WHERE id = ?1", [run])? >= u64::from(self.bounds.starts) {
                self.close(run, State::Failed, Some(&killed_its_workers(self.bounds.starts)))?;
            } else {
                self.queue_again(run)?;
            }
        }
        Ok(())
    }

    fn queue_again(&mut self, run: i64) -> Result<(), QueueError> {
        self.change("UPDATE runs SET state = 'queued', token = NULL, lease_end = NULL WHERE id = ?1", [run])?;
        self.notifications.runs.push(run);
        self.notifications.work = true;
        Ok(())
    }

    /// Queues all leased runs again, because the process that held the leases is gone.
    pub(super) fn abandon(&mut self) -> Result<(), QueueError> {
        let lost = self.numbers("SELECT id FROM runs WHERE state = 'running'", [])?;
        self.requeue(&lost)
    }

    /// The run that is leased under this token.
    fn leased(&self, token: &str) -> Result<Option<i64>, QueueError> {
        self.find("SELECT id FROM runs WHERE state = 'running' AND token = ?1", [token], |row| row.get(0))
    }

    pub(super) fn heartbeat(
        &mut self,
        token: &str,
        progress: Option<&ProgressUpdate>,
    ) -> Result<Heartbeat, QueueError> {
        let Some(run) = self.leased(token)? else { return Ok(Heartbeat::Stop) };
        let until = self.clock_after(self.bounds.lease);
        self.change("UPDATE runs SET lease_end = ?2 WHERE id = ?1", params![run, until])?;
        if let Some(progress) = progress {
            self.change("UPDATE runs SET progress = ?2 WHERE id = ?1", params![run, text(progress)?])?;
            self.notifications.runs.push(run);
        }
        Ok(Heartbeat::GoOn)
    }

    pub(super) fn finish(&mut self, lease: &Lease, outcome: &Outcome) -> Result<bool, QueueError> {
        let Some(run) = self.leased(&lease.token)? else { return Ok(false) };
        self.close(run, State::after(outcome), Some(outcome))?;
        self.keep(&lease.task, outcome)?;
        Ok(true)
    }

    pub(super) fn release(&mut self, token: &str) -> Result<(), QueueError> {
        let Some(run) = self.leased(token)? else { return Ok(()) };
        self.change("UPDATE runs SET starts = starts - 1 WHERE id = ?1", [run])?;
        self.queue_again(run)
    }

    fn keep(&self, task: &Task, outcome: &Outcome) -> Result<(), QueueError> {
        let Some(kept) = StoredAnswer::of(task, outcome) else { return Ok(()) };
        let question = task.question_key();
        if self.kept(&question)?.is_some_and(|older| !kept.replaces(&older)) {
            return Ok(());
        }
        let sql = "INSERT OR REPLACE INTO answers (question, kept, since) VALUES (?1, ?2, ?3)";
        self.change(sql, params![of_this_version(&question), text(&kept)?, today()])?;
        Ok(())
    }

    fn kept(&self, question: &str) -> Result<Option<StoredAnswer>, QueueError> {
        let sql = "SELECT kept FROM answers WHERE question = ?1 AND since > ?2";
        let found = self.find(sql, params![of_this_version(question), self.oldest()], |row| row.get::<_, String>(0))?;
        found.as_deref().map(value).transpose()
    }

    pub(super) fn answer(&self, question: &str, limits: &Limits) -> Result<Option<Outcome>, QueueError> {
        Ok(self.kept(question)?.filter(|kept| kept.suits(limits)).map(|kept| kept.outcome))
    }

    pub(super) fn depth(&self) -> Result<Depth, QueueError> {
        Ok(Depth {
            queued: self.count("SELECT count(*) FROM runs WHERE state = 'queued'", [])?,
            running: self.count("SELECT count(*) FROM runs WHERE state = 'running'", [])?,
        })
    }

    /// Removes runs and answers that are older than [`Bounds::kept`]; jobs are removed with their runs.
    pub(super) fn forget_old(&self) -> Result<(), QueueError> {
        self.change("DELETE FROM runs WHERE over <= ?1", [self.oldest()])?;
        self.change("DELETE FROM answers WHERE since <= ?1", [self.oldest()])?;
        Ok(())
    }

    fn oldest(&self) -> i64 {
        today().saturating_sub_unsigned(self.bounds.kept.as_secs())
    }

    /// The time `later` from now on the clock of leases, in milliseconds.
    fn clock_after(&self, later: Duration) -> i64 {
        i64::try_from((self.now + later).as_millis()).unwrap_or(i64::MAX)
    }
}

/// The name under which this version of the program keeps the answer to a question: another version may answer better.
fn of_this_version(question: &str) -> String {
    format!("{VERSION}:{question}")
}

/// The present time in seconds since 1970.
fn today() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
