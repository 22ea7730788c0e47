//! Workers over a queue: some slots that take any run, and some that take only urgent ones, so that a hint never waits
//! behind a long solve.
//!
//! Each leased run is performed in a thread where blocking is allowed, while [`attend`] says on heartbeats that the
//! work goes on and how far it is. A run that nobody wants any more is stopped; a panic in the work is an outcome like
//! any other; a queue that is away for a while is waited for. A worker pool that is told to leave gives its runs back.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engines::{CancellationToken, Progress, Report};
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::queue::{Heartbeat, JobQueue, Lease, QueueError};
use crate::task::{Failure, Outcome, ProgressUpdate, Reason, Task};
use crate::work::Attempt;

/// Does one task in the calling thread, until it is done or asked to stop.
pub type Perform = Arc<dyn Fn(&Task, Attempt, CancellationToken, &dyn Progress) -> Outcome + Send + Sync>;

/// Between two heartbeats; what they tell is at most this old.
pub const BEAT: Duration = Duration::from_millis(250);
/// How long one look for work lasts: a worker pool that is told to leave waits for its end.
const LOOK: Duration = Duration::from_secs(1);
/// Between two attempts to reach a queue that is away.
const AWAY: Duration = Duration::from_millis(500);
/// How long work may take to end that was asked to.
const GRACE: Duration = Duration::from_secs(3);

/// How a worker pool works.
#[derive(Clone)]
pub struct Settings {
    /// What the queue is told: which worker has a run.
    pub name: String,
    /// Runs at once, of any kind.
    pub slots: usize,
    /// Urgent runs at once beside those.
    pub urgent_slots: usize,
    /// Does the work.
    pub perform: Perform,
}

/// A name that no other process uses for its leases.
#[must_use]
pub fn own_name(role: &str) -> String {
    format!("{role}-{}-{:08x}", std::process::id(), getrandom::u32().unwrap_or_default())
}

/// Workers that are at work until they are told to leave.
pub struct WorkerPool {
    leaving: watch::Sender<bool>,
    workers: JoinSet<()>,
}

impl WorkerPool {
    /// Begins to work. Needs a tokio runtime with time.
    #[must_use]
    pub fn start(queue: &Arc<dyn JobQueue>, settings: &Settings) -> WorkerPool {
        let leaving = watch::Sender::new(false);
        let mut workers = JoinSet::new();
        for slot in 0..settings.slots + settings.urgent_slots {
            let worker = Worker {
                queue: Arc::clone(queue),
                perform: Arc::clone(&settings.perform),
                name: format!("{}-{slot}", settings.name),
                urgent_only: slot >= settings.slots,
                leaving: leaving.subscribe(),
            };
            workers.spawn(worker.work());
        }
        WorkerPool { leaving, workers }
    }

    /// Ends the work; runs that are not done go back to the queue. Returns within a few seconds.
    pub async fn leave(mut self) {
        self.leaving.send_replace(true);
        while self.workers.join_next().await.is_some() {}
    }
}

struct Worker {
    queue: Arc<dyn JobQueue>,
    perform: Perform,
    name: String,
    urgent_only: bool,
    leaving: watch::Receiver<bool>,
}

impl Worker {
    async fn work(self) {
        let mut reached = true;
        while !*self.leaving.borrow() {
            // Never dropped half-way: a lease that nobody hears of would be lost until it ends.
            match self.queue.lease(&self.name, self.urgent_only, LOOK).await {
                Ok(lease) => {
                    if !std::mem::replace(&mut reached, true) {
                        tracing::info!(worker = self.name, "the queue is back");
                    }
                    if let Some(lease) = lease {
                        self.perform(&lease).await;
                    }
                }
                Err(error) => {
                    if std::mem::replace(&mut reached, false) {
                        tracing::warn!(worker = self.name, %error, "waiting for the queue");
                    }
                    sleep(AWAY).await;
                }
            }
        }
    }

    async fn perform(&self, lease: &Lease) {
        let (stop, latest) = (CancellationToken::default(), Arc::new(ProgressCell::default()));
        let _stop = StopOnDrop(stop.clone());
        let running = {
            let (perform, task) = (Arc::clone(&self.perform), lease.task.clone());
            let (stop, latest) = (stop.clone(), Arc::clone(&latest));
            let attempt = Attempt::of(lease.starts);
            tokio::task::spawn_blocking(move || perform(&task, attempt, stop, &*latest))
        };
        let mut outcome = pin!(async { running.await.unwrap_or_else(|error| panicked(&error)) });
        let ended = attend(&*self.queue, lease, outcome.as_mut(), &stop, &latest, self.leaving.clone()).await;
        if ended == Ended::Unwanted {
            stop.cancel();
            // What is said now is of no use to anybody; only its thread matters.
            let _ = timeout(GRACE, outcome).await;
        }
        tracing::info!(worker = self.name, run = lease.run, starts = lease.starts, ?ended, "a run ended here");
    }
}

fn panicked(error: &JoinError) -> Outcome {
    let message = format!("the work ended with an error of its own: {error}");
    Outcome::Failed(Failure { reason: Reason::Internal, message, problems: Vec::new() })
}

/// Asks the work to stop when whoever waits for it is gone.
pub(crate) struct StopOnDrop(pub(crate) CancellationToken);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The last report of running work. Reports are many, so only those are taken that a heartbeat waits for.
#[derive(Debug)]
pub struct ProgressCell {
    wanted: AtomicBool,
    advance: Mutex<Option<ProgressUpdate>>,
}

impl Default for ProgressCell {
    fn default() -> ProgressCell {
        ProgressCell { wanted: AtomicBool::new(true), advance: Mutex::new(None) }
    }
}

impl ProgressCell {
    /// What was reported since this was last called, if anything.
    pub fn take(&self) -> Option<ProgressUpdate> {
        let taken = self.advance.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.wanted.store(true, Ordering::Relaxed);
        taken
    }
}

impl Progress for ProgressCell {
    fn report(&self, report: Report<'_>) {
        if self.wanted.swap(false, Ordering::Relaxed) {
            *self.advance.lock().unwrap_or_else(PoisonError::into_inner) = Some(report.into());
        }
    }
}

/// How a lease ended here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The queue has the outcome.
    Finished,
    /// Nobody wants it any more, or another worker has it; the work itself goes on.
    Unwanted,
    /// The same, and the work is done.
    Lost,
    /// The run went back to the queue.
    GivenBack,
    /// The worker left while the queue was away.
    Unreachable,
}

/// Keeps a lease alive while `running` goes on, and hands its outcome in. Work that `leaving` interrupts is asked to
/// stop through `stop` and has a few seconds to do so. Whatever else asked it to stop: an outcome that this may have cut
/// short is not handed in, but the run goes back to the queue.
pub async fn attend(
    queue: &dyn JobQueue,
    lease: &Lease,
    running: impl Future<Output = Outcome>,
    stop: &CancellationToken,
    latest: &ProgressCell,
    mut leaving: watch::Receiver<bool>,
) -> Ended {
    let mut running = pin!(running);
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            outcome = &mut running => {
                if stop.is_cancelled() || *leaving.borrow() {
                    return give_back(queue, lease, Some(outcome)).await;
                }
                return hand_in(queue, lease, &outcome, &leaving).await;
            }
            () = left(&mut leaving) => {
                stop.cancel();
                let outcome = timeout(GRACE, running).await.ok();
                return give_back(queue, lease, outcome).await;
            }
            _ = beats.tick() => {
                // A queue that is away is no reason to stop: it may be back before the lease ends.
                if let Ok(Heartbeat::Stop) = queue.heartbeat(lease, latest.take().as_ref()).await {
                    return Ended::Unwanted;
                }
            }
        }
    }
}

/// Returns when it is time to leave; never where nobody can say so any more.
async fn left(leaving: &mut watch::Receiver<bool>) {
    if leaving.wait_for(|leaving| *leaving).await.is_err() {
        std::future::pending().await
    }
}

/// Until the queue has it, or the worker leaves while the queue is away.
async fn hand_in(queue: &dyn JobQueue, lease: &Lease, outcome: &Outcome, leaving: &watch::Receiver<bool>) -> Ended {
    loop {
        match queue.finish(lease, outcome).await {
            Ok(true) => return Ended::Finished,
            Ok(false) => return Ended::Lost,
            Err(_) if *leaving.borrow() => return Ended::Unreachable,
            Err(_) => sleep(AWAY).await,
        }
    }
}

/// An outcome that came after the wish to stop may be cut short, unless it is a last word.
async fn give_back(queue: &dyn JobQueue, lease: &Lease, outcome: Option<Outcome>) -> Ended {
    let handed: Result<Ended, QueueError> = match outcome {
        Some(outcome) if outcome.is_last_word() => {
            queue.finish(lease, &outcome).await.map(|kept| if kept { Ended::Finished } else { Ended::Lost })
        }
        _ => queue.release(lease).await.map(|()| Ended::GivenBack),
    };
    handed.unwrap_or(Ended::Unreachable)
}
