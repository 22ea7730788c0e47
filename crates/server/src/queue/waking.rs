//! Notifications of changes in a queue. A waiter is woken by changes in this process and by messages from others, and
//! polls at intervals in any case, since messages can be lost and leases expire silently.

use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, timeout_at};

use super::{Job, Lease, QueueError};

/// Notifications that are buffered for a waiter; if more arrive, it polls everything again.
const BACKLOG: usize = 1024;
/// The longest single wait.
const MAX_LENGTH: Duration = Duration::from_secs(24 * 60 * 60);

/// The channels that wake waiting tasks.
pub(super) struct Notifier {
    work: watch::Sender<()>,
    runs: broadcast::Sender<String>,
}

impl Notifier {
    pub(super) fn new() -> Notifier {
        Notifier { work: watch::Sender::new(()), runs: broadcast::Sender::new(BACKLOG) }
    }

    /// Announces that a run can be leased.
    pub(super) fn work(&self) {
        self.work.send_replace(());
    }

    /// Announces that a run, or a job of it, changed.
    pub(super) fn run(&self, id: &str) {
        // An error means that there is no receiver.
        let _ = self.runs.send(id.to_owned());
    }
}

/// Access to the present state of a queue, without waiting for a change.
#[async_trait]
pub(super) trait Poll: Send + Sync {
    fn notifier(&self) -> &Notifier;

    /// The interval at which to poll without a notification.
    fn recheck(&self) -> Duration;

    /// A job and the name of its run in [`Notifier::run`].
    async fn read_job(&self, job: &str) -> Result<Option<(Job, String)>, QueueError>;

    /// Leases the next run, if there is one.
    async fn take(&self, worker: &str, urgent_only: bool) -> Result<Option<Lease>, QueueError>;
}

/// Implements [`super::JobQueue::watch`] for any queue that can be polled.
pub(super) async fn watch(queue: &dyn Poll, seen: &Job, max_wait: Duration) -> Result<Option<Job>, QueueError> {
    let deadline = Instant::now() + max_wait.min(MAX_LENGTH);
    let mut notifications = queue.notifier().runs.subscribe();
    loop {
        let Some((job, run)) = queue.read_job(&seen.id).await? else { return Ok(None) };
        if job != *seen || job.state.is_over() || Instant::now() >= deadline {
            return Ok(Some(job));
        }
        wait_for_run(&mut notifications, &run, deadline.min(Instant::now() + queue.recheck())).await;
    }
}

/// Returns when a notification names the run, when notifications were missed, or at `until`.
async fn wait_for_run(notifications: &mut broadcast::Receiver<String>, run: &str, until: Instant) {
    while let Ok(Ok(named)) = timeout_at(until, notifications.recv()).await {
        if named == run {
            return;
        }
    }
}

/// Implements [`super::JobQueue::lease`] for any queue that can be polled.
pub(super) async fn lease(
    queue: &dyn Poll,
    worker: &str,
    urgent_only: bool,
    max_wait: Duration,
) -> Result<Option<Lease>, QueueError> {
    let deadline = Instant::now() + max_wait.min(MAX_LENGTH);
    let mut work = queue.notifier().work.subscribe();
    loop {
        work.mark_unchanged();
        if let Some(lease) = queue.take(worker, urgent_only).await? {
            return Ok(Some(lease));
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
        // Poll again whether the wait ended by a notification or by the timeout.
        let _ = timeout_at(deadline.min(Instant::now() + queue.recheck()), work.changed()).await;
    }
}
