//! A worker pool over a queue: some slots take any run, others only urgent ones, so that a hint never waits behind a
//! long solve.
//!
//! Each leased run is performed on a blocking thread, while [`attend`] sends heartbeats with the progress. A run whose
//! jobs were all cancelled is stopped. A panic in the work becomes an outcome. While the queue cannot be reached, the
//! pool retries. On shutdown, unfinished runs go back to the queue.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engines::{CancellationToken, Progress, Report};
use tasks::{Failure, Outcome, ProgressUpdate, Reason, Task};
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::queue::{Heartbeat, JobQueue, Lease, QueueError};
use crate::work::Attempt;

/// A function that performs one task on the calling thread, until it is done or cancelled.
pub type Perform = Arc<dyn Fn(&Task, Attempt, CancellationToken, &dyn Progress) -> Outcome + Send + Sync>;

/// The interval between heartbeats, and so the greatest age of the progress they report.
pub const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(250);
/// The longest wait of one request for work; shutdown waits for its end.
const POLL_TIMEOUT: Duration = Duration::from_secs(1);
/// The interval between attempts to reach the queue.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);
/// The time that cancelled work is given to stop.
const GRACE_PERIOD: Duration = Duration::from_secs(3);

/// The settings of a [`WorkerPool`].
#[derive(Clone)]
pub struct Settings {
    /// The worker name that the queue stores with each lease.
    pub name: String,
    /// The number of concurrent runs of any kind.
    pub slots: usize,
    /// The number of further slots that take urgent runs only.
    pub urgent_slots: usize,
    /// The function that performs a task.
    pub perform: Perform,
}

/// Returns a worker name that no other process uses; it begins with `role`.
#[must_use]
pub fn own_name(role: &str) -> String {
    format!("{role}-{}-{:08x}", std::process::id(), getrandom::u32().unwrap_or_default())
}

/// Workers that take runs from a queue until shutdown.
pub struct WorkerPool {
    leaving: watch::Sender<bool>,
    workers: JoinSet<()>,
}

impl WorkerPool {
    /// Starts the workers. Must be called in a tokio runtime with time enabled.
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

    /// Shuts the pool down: unfinished runs go back to the queue. Returns within a few seconds.
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
            // This future must not be dropped: a lease whose reply is lost blocks the run until it expires.
            match self.queue.lease(&self.name, self.urgent_only, POLL_TIMEOUT).await {
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
                    sleep(RETRY_INTERVAL).await;
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
            // The outcome is not needed any more; this only waits for the thread to end.
            let _ = timeout(GRACE_PERIOD, outcome).await;
        }
        tracing::info!(worker = self.name, run = lease.run, starts = lease.starts, ?ended, "a run ended here");
    }
}

fn panicked(error: &JoinError) -> Outcome {
    let message = format!("the work ended with an error of its own: {error}");
    Outcome::Failed(Failure { reason: Reason::Internal, message, problems: Vec::new() })
}

/// Cancels the work on drop.
pub(crate) struct StopOnDrop(pub(crate) CancellationToken);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The last progress report of running work. Reports are frequent, so one is stored only when a heartbeat has taken the
/// last.
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
    /// Takes the report that arrived since the last call, if any.
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

/// How [`attend`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The outcome was stored in the queue.
    Finished,
    /// The lease was lost: all jobs were cancelled, or another worker took the run. The work still runs.
    Unwanted,
    /// The lease was lost, and the work has ended.
    Lost,
    /// The run was given back to the queue.
    GivenBack,
    /// The worker shut down while the queue could not be reached.
    Unreachable,
}

/// Keeps a lease alive while `running` is pending, and stores its outcome. When `leaving` fires, the work is cancelled
/// through `stop` and given a few seconds to end. An outcome that a cancellation may have cut short is not stored; the
/// run goes back to the queue instead.
pub async fn attend(
    queue: &dyn JobQueue,
    lease: &Lease,
    running: impl Future<Output = Outcome>,
    stop: &CancellationToken,
    latest: &ProgressCell,
    mut leaving: watch::Receiver<bool>,
) -> Ended {
    let mut running = pin!(running);
    let mut beats = interval(HEARTBEAT_INTERVAL);
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
                let outcome = timeout(GRACE_PERIOD, running).await.ok();
                return give_back(queue, lease, outcome).await;
            }
            _ = beats.tick() => {
                // An unreachable queue is no reason to stop: it may be reachable again before the lease expires.
                if let Ok(Heartbeat::Stop) = queue.heartbeat(lease, latest.take().as_ref()).await {
                    return Ended::Unwanted;
                }
            }
        }
    }
}

/// Completes at shutdown; never if the sender is gone.
async fn left(leaving: &mut watch::Receiver<bool>) {
    if leaving.wait_for(|leaving| *leaving).await.is_err() {
        std::future::pending().await
    }
}

/// Retries until the outcome is stored, or until shutdown while the queue cannot be reached.
async fn hand_in(queue: &dyn JobQueue, lease: &Lease, outcome: &Outcome, leaving: &watch::Receiver<bool>) -> Ended {
    loop {
        match queue.finish(lease, outcome).await {
            Ok(true) => return Ended::Finished,
            Ok(false) => return Ended::Lost,
            Err(_) if *leaving.borrow() => return Ended::Unreachable,
            Err(_) => sleep(RETRY_INTERVAL).await,
        }
    }
}

/// Ends a cancelled run: stores a conclusive outcome, else gives the run back, because the cancellation may have cut
/// the outcome short.
async fn give_back(queue: &dyn JobQueue, lease: &Lease, outcome: Option<Outcome>) -> Ended {
    let handed: Result<Ended, QueueError> = match outcome {
        Some(outcome) if outcome.is_conclusive() => {
            queue.finish(lease, &outcome).await.map(|kept| if kept { Ended::Finished } else { Ended::Lost })
        }
        _ => queue.release(lease).await.map(|()| Ended::GivenBack),
    };
    handed.unwrap_or(Ended::Unreachable)
}
