//! One run in this process, and the claims to it.

use std::sync::{Arc, Mutex, PoisonError};

use engines::CancellationToken;
use tasks::{Failure, Outcome, Reason, Task};
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::watch;

use crate::worker_pool::ProgressCell;

/// Work under way.
pub(super) struct Run {
    pub(super) task: Task,
    pub(super) stop: CancellationToken,
    pub(super) latest: ProgressCell,
    wanted: watch::Sender<Wanted>,
    ended: watch::Sender<Option<Outcome>>,
}

/// Who waits for a run.
#[derive(Clone, Copy, Default)]
struct Wanted {
    askers: usize,
    /// Leases of the queue that are kept alive for it, for jobs that asked for it one after the other.
    leases: usize,
}

impl Run {
    pub(super) fn new(task: Task) -> Run {
        let (wanted, ended) = (watch::Sender::default(), watch::Sender::new(None));
        Run { task, stop: CancellationToken::default(), latest: ProgressCell::default(), wanted, ended }
    }

    /// Tells everybody how it ended.
    pub(super) fn end(&self, outcome: Outcome) {
        self.ended.send_replace(Some(outcome));
    }

    /// How it ended, once it has.
    pub(super) async fn outcome(&self) -> Outcome {
        let mut ended = self.ended.subscribe();
        let outcome = ended.wait_for(Option::is_some).await.ok().and_then(|outcome| outcome.clone());
        outcome.unwrap_or_else(|| Outcome::Failed(Failure::new(Reason::Internal, "the work was lost")))
    }

    /// One lease is not kept for it any more.
    pub(super) fn left_by_queue(&self) {
        self.change(|wanted| wanted.leases -= 1);
    }

    /// Returns when the queue does not wait for it any more.
    pub(super) async fn let_go(&self) {
        let _ = self.wanted.subscribe().wait_for(|wanted| wanted.leases == 0).await;
    }

    /// Changes who waits; a run that nobody waits for is stopped in the same step.
    fn change(&self, change: impl FnOnce(&mut Wanted)) {
        self.wanted.send_modify(|wanted| {
            change(wanted);
            if wanted.askers == 0 && wanted.leases == 0 {
                self.stop.cancel();
            }
        });
    }
}

/// One asker's claim to a run; given up on drop.
pub(super) struct Claim(Arc<Run>);

impl Claim {
    /// A claim to a run that was not stopped.
    pub(super) fn new(run: &Arc<Run>) -> Option<Claim> {
        let mut joined = false;
        run.wanted.send_modify(|wanted| {
            joined = !run.stop.is_cancelled();
            wanted.askers += usize::from(joined);
        });
        joined.then(|| Claim(Arc::clone(run)))
    }

    /// How the run ended, once it has.
    pub(super) async fn outcome(&self) -> Outcome {
        self.0.outcome().await
    }

    /// Whether the run was stopped, though somebody still waits for it.
    pub(super) fn was_interrupted(&self) -> bool {
        self.0.stop.is_cancelled()
    }

    /// From now on the queue waits for the run, in place of this asker.
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

/// Does work in a thread of the lowest priority, together with all threads that it begins: hints and requests go
/// before it. Where the system has no thread left, it is done here.
pub(super) fn at_low_priority<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let work = Mutex::new(Some(work));
    let take = || work.lock().unwrap_or_else(PoisonError::into_inner).take();
    let threaded = std::thread::scope(|scope| {
        let low = || {
            // Where the system does not let it, it runs like all others.
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
