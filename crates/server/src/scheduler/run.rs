//! A run in this process, and the claims of clients to it.

use std::sync::{Arc, Mutex, PoisonError};

use engines::CancellationToken;
use tasks::{Failure, Outcome, Reason, Task};
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::watch;

use crate::worker_pool::ProgressCell;

/// A task that is being performed, with its waiters.
pub(super) struct Run {
    pub(super) task: Task,
    /// The client that began it, which is charged for it.
    pub(super) client: String,
    pub(super) stop: CancellationToken,
    pub(super) latest: ProgressCell,
    wanted: watch::Sender<Wanted>,
    ended: watch::Sender<Option<Outcome>>,
}

/// The number of waiters of a run.
#[derive(Clone, Copy, Default)]
struct Wanted {
    askers: usize,
    /// Leases of the queue that are kept alive for the run, for jobs that were added one after the other.
    leases: usize,
}

impl Run {
    pub(super) fn new(task: Task, client: String) -> Run {
        let (wanted, ended) = (watch::Sender::default(), watch::Sender::new(None));
        Run { task, client, stop: CancellationToken::default(), latest: ProgressCell::default(), wanted, ended }
    }

    /// Publishes the outcome to all waiters.
    pub(super) fn end(&self, outcome: Outcome) {
        self.ended.send_replace(Some(outcome));
    }

    /// Waits for the outcome of the run.
    pub(super) async fn outcome(&self) -> Outcome {
        let mut ended = self.ended.subscribe();
        let outcome = ended.wait_for(Option::is_some).await.ok().and_then(|outcome| outcome.clone());
        outcome.unwrap_or_else(|| Outcome::Failed(Failure::new(Reason::Internal, "the work was lost")))
    }

    /// Removes one lease from the waiters.
    pub(super) fn left_by_queue(&self) {
        self.change(|wanted| wanted.leases -= 1);
    }

    /// Waits until no lease waits for the run any more.
    pub(super) async fn let_go(&self) {
        let _ = self.wanted.subscribe().wait_for(|wanted| wanted.leases == 0).await;
    }

    /// Changes the number of waiters; a run without waiters is cancelled in the same step.
    fn change(&self, change: impl FnOnce(&mut Wanted)) {
        self.wanted.send_modify(|wanted| {
            change(wanted);
            if wanted.askers == 0 && wanted.leases == 0 {
                self.stop.cancel();
            }
        });
    }
}

/// A client's claim to a run, which is given up on drop.
pub(super) struct Claim(Arc<Run>);

impl Claim {
    /// Claims a run; `None` if it was cancelled.
    pub(super) fn new(run: &Arc<Run>) -> Option<Claim> {
        let mut joined = false;
        run.wanted.send_modify(|wanted| {
            joined = !run.stop.is_cancelled();
            wanted.askers += usize::from(joined);
        });
        joined.then(|| Claim(Arc::clone(run)))
    }

    /// Waits for the outcome of the run.
    pub(super) async fn outcome(&self) -> Outcome {
        self.0.outcome().await
    }

    /// Whether the run was cancelled although this client still waits for it.
    pub(super) fn was_interrupted(&self) -> bool {
        self.0.stop.is_cancelled()
    }

    /// Passes the claim from this client to a lease of the queue.
    pub(super) fn hand_to_queue(self) -> Arc<Run> {
        self.0.change(|wanted| wanted.leases += 1);
        Arc::clone(&self.0)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.0.change(|wanted| wanted.askers -= 1);
    }
}

/// Does work on a thread of the lowest priority, which the threads that it starts inherit, so that hints and requests
/// have precedence. If the system has no thread left, the work is done on the calling thread.
pub(super) fn at_low_priority<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let work = Mutex::new(Some(work));
    let take = || work.lock().unwrap_or_else(PoisonError::into_inner).take();
    let threaded = std::thread::scope(|scope| {
        let low = || {
            // If the system refuses the priority, the thread runs with the normal one.
            let _ = set_current_thread_priority(ThreadPriority::Min);
            take().map(|work| work())
        };
        std::thread::Builder::new().name("long work".into()).spawn_scoped(scope, low).ok().map(|thread| thread.join())
    });
    match threaded {
        Some(Ok(Some(done))) => done,
        Some(Err(panic)) => std::panic::resume_unwind(panic),
        Some(Ok(None)) | None => match take() {
            Some(work) => work(),
            None => unreachable!("the work is taken once, and its outcome with it"),
        },
    }
}
