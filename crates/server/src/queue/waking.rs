//! Waiting for news: who waits is woken by what happens in this process or is heard from others, and looks again from
//! time to time in any case, since news can be lost and leases end silently.

use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, timeout_at};

use super::{Job, Lease, QueueError};

/// News that may pile up before a waiter looks again at everything.
const BACKLOG: usize = 1024;
/// Nobody waits longer than this in one go.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Who waits, and for what.
pub(super) struct Notifier {
    work: watch::Sender<()>,
    runs: broadcast::Sender<String>,
}

impl Notifier {
    pub(super) fn new() -> Notifier {
        Notifier { work: watch::Sender::new(()), runs: broadcast::Sender::new(BACKLOG) }
    }

    /// There is work to lease.
    pub(super) fn work(&self) {
        self.work.send_replace(());
    }

    /// A run, or a job of it, changed.
    pub(super) fn run(&self, id: &str) {
        // An error says that nobody listens.
        let _ = self.runs.send(id.to_owned());
    }
}

/// Access to the present state of a queue, without waiting for a change.
#[async_trait]
pub(super) trait Poll: Send + Sync {
    fn wakes(&self) -> &Notifier;

    /// How long to wait without news before looking again.
    fn recheck(&self) -> Duration;

    /// A job and the name of its run in [`Notifier::run`].
    async fn look(&self, job: &str) -> Result<Option<(Job, String)>, QueueError>;

    /// The next run, if there is one.
    async fn take(&self, worker: &str, urgent_only: bool) -> Result<Option<Lease>, QueueError>;
}

/// [`super::JobQueue::watch`].
pub(super) async fn watch(queue: &dyn Poll, seen: &Job, patience: Duration) -> Result<Option<Job>, QueueError> {
    let deadline = Instant::now() + patience.min(LONGEST);
    let mut news = queue.wakes().runs.subscribe();
    loop {
        let Some((job, run)) = queue.look(&seen.id).await? else { return Ok(None) };
        if job != *seen || job.state.is_over() || Instant::now() >= deadline {
            return Ok(Some(job));
        }
        hear_of(&mut news, &run, deadline.min(Instant::now() + queue.recheck())).await;
    }
}

/// Returns when the run is named, when news was missed, or at `until`.
async fn hear_of(news: &mut broadcast::Receiver<String>, run: &str, until: Instant) {
    while let Ok(Ok(named)) = timeout_at(until, news.recv()).await {
        if named == run {
            return;
        }
    }
}

/// [`super::JobQueue::lease`].
pub(super) async fn lease(
    queue: &dyn Poll,
    worker: &str,
    urgent_only: bool,
    patience: Duration,
) -> Result<Option<Lease>, QueueError> {
    let deadline = Instant::now() + patience.min(LONGEST);
    let mut work = queue.wakes().work.subscribe();
    loop {
        work.mark_unchanged();
        if let Some(lease) = queue.take(worker, urgent_only).await? {
            return Ok(Some(lease));
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
        // Elapsed or woken: look again either way.
        let _ = timeout_at(deadline.min(Instant::now() + queue.recheck()), work.changed()).await;
    }
}
