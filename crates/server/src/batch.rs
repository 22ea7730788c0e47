//! Many tasks performed by the workers of a shared queue, for a process that waits for every outcome.
//!
//! At most [`OPEN_JOBS`] tasks are in the queue at a time; the next is taken from the caller when one ends. A job whose
//! worker dies passes to another worker, as the queue has it; a job that the queue lost (it was emptied) is added
//! again. While the queue cannot be reached, this waits for it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engines::CancellationToken;
use tasks::{Outcome, Task};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::queue::redis::{PREFIX, RedisQueue};
use crate::queue::{Bounds, JobQueue, JobRequest, OpenError, QueueError};
use crate::worker_pool::own_name;

/// The most tasks in the queue at a time.
pub const OPEN_JOBS: usize = 256;
/// The interval between checks of the cancellation token.
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The interval between attempts to reach the queue.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);
/// The time without any outcome after which it is looked whether a worker is there.
const IDLE: Duration = Duration::from_secs(5);
/// The time that cancelled jobs are given to leave the queue.
const GRACE_PERIOD: Duration = Duration::from_secs(3);

/// What happened to the tasks.
#[derive(Debug)]
pub enum Event<T> {
    /// The task with this label ended.
    Done(T, Outcome),
    /// Tasks wait, and no worker performs any. Reported once.
    NoWorker,
    /// The queue cannot be reached at present. Reported once for each time.
    Unreachable(QueueError),
}

/// An error before any task was added.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The address of the queue is not valid.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The queue cannot be reached.
    #[error(transparent)]
    Unreachable(#[from] QueueError),
    /// The operating system refused a resource, such as threads.
    #[error("cannot start: {0}")]
    System(#[from] std::io::Error),
}

/// Has every task performed by the workers of the queue in the Redis at `address`, and calls `on` with each outcome, in
/// the order in which they arrive. Each task has a label of the caller. Returns when all are done, or soon after
/// `stop` is cancelled: open jobs are cancelled then. `tasks` and `on` are called on the calling thread.
///
/// # Errors
/// The address is not valid, or the queue cannot be reached at the start.
pub fn run<T: Send + 'static>(
    address: &str,
    tasks: impl Iterator<Item = (T, Task)>,
    stop: &CancellationToken,
    on: impl FnMut(Event<T>),
) -> Result<(), BatchError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(all(address, tasks, stop, on));
    runtime.shutdown_timeout(GRACE_PERIOD);
    done
}

async fn all<T: Send + 'static>(
    address: &str,
    tasks: impl Iterator<Item = (T, Task)>,
    stop: &CancellationToken,
    mut on: impl FnMut(Event<T>),
) -> Result<(), BatchError> {
    let bounds = Bounds { open_jobs: OPEN_JOBS as u64, ..Bounds::default() };
    let client = Client {
        queue: Arc::new(RedisQueue::open(address, PREFIX, bounds)?),
        name: own_name("survey"),
        stop: stop.clone(),
        away: Arc::default(),
    };
    client.queue.admits().await?;
    let (mut tasks, mut open, mut looks) = (tasks.fuse(), JoinSet::new(), Some(0));
    loop {
        while open.len() < OPEN_JOBS && !stop.is_cancelled() {
            let Some((label, task)) = tasks.next() else { break };
            let client = client.clone();
            open.spawn(async move { client.performed(task).await.map(|outcome| Event::Done(label, outcome)) });
        }
        match timeout(CANCEL_POLL_INTERVAL, open.join_next()).await {
            Ok(None) => return Ok(()),
            // A panic of the client's own code; the task is lost with its label, so the panic goes on.
            Ok(Some(Err(error))) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            Ok(Some(done)) => {
                looks = looks.and(Some(0));
                done.ok().flatten().into_iter().for_each(&mut on);
            }
            Err(_) => looks = client.idle(looks, &mut on).await,
        }
        if let Some(error) = client.away.lock().unwrap_or_else(PoisonError::into_inner).unsaid() {
            on(Event::Unreachable(error));
        }
    }
}

/// The last failure to reach the queue.
#[derive(Default)]
struct Away {
    is_away: bool,
    error: Option<QueueError>,
}

impl Away {
    fn failed(&mut self, error: QueueError) {
        if !std::mem::replace(&mut self.is_away, true) {
            self.error = Some(error);
        }
    }

    /// The failure, where it was not reported yet.
    fn unsaid(&mut self) -> Option<QueueError> {
        self.error.take()
    }
}

/// The client of the queue that each task has.
#[derive(Clone)]
struct Client {
    queue: Arc<dyn JobQueue>,
    name: String,
    stop: CancellationToken,
    away: Arc<Mutex<Away>>,
}

impl Client {
    /// Adds a task to the queue and waits for its outcome; `None` if it was cancelled.
    async fn performed(&self, task: Task) -> Option<Outcome> {
        let request = JobRequest { client: self.name.clone(), task, holder: None };
        while !self.stop.is_cancelled() {
            match self.queue.push(&request).await {
                Ok(enqueued) => {
                    self.reached();
                    let outcome = self.outcome(enqueued.job).await;
                    if outcome.is_some() {
                        return outcome;
                    }
                }
                Err(QueueError::Full { retry_after, .. }) => sleep(retry_after.min(CANCEL_POLL_INTERVAL)).await,
                Err(error) => self.unreachable(error).await,
            }
        }
        None
    }

    /// Waits for the outcome of a job; `None` if the queue lost the job or it was cancelled.
    async fn outcome(&self, job: crate::queue::Job) -> Option<Outcome> {
        let mut job = job;
        while !job.state.is_over() {
            if self.stop.is_cancelled() {
                let _ = self.queue.cancel(&job.id).await;
                return None;
            }
            match self.queue.watch(&job, CANCEL_POLL_INTERVAL).await {
                Ok(seen) => {
                    self.reached();
                    job = seen?;
                }
                Err(error) => self.unreachable(error).await,
            }
        }
        job.outcome
    }

    fn reached(&self) {
        self.away.lock().unwrap_or_else(PoisonError::into_inner).is_away = false;
    }

    async fn unreachable(&self, error: QueueError) {
        self.away.lock().unwrap_or_else(PoisonError::into_inner).failed(error);
        sleep(RETRY_INTERVAL).await;
    }

    /// Counts a look at which nothing had ended; reports once if no worker is there. `None` if that was reported.
    async fn idle<T>(&self, looks: Option<u32>, on: &mut impl FnMut(Event<T>)) -> Option<u32> {
        let looks = looks? + 1;
        if CANCEL_POLL_INTERVAL * looks < IDLE {
            return Some(looks);
        }
        match self.queue.depth().await {
            Ok(depth) if depth.running == 0 && depth.queued > 0 => {
                on(Event::NoWorker);
                None
            }
            _ => Some(0),
        }
    }
}
