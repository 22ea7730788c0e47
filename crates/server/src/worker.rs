//! A worker process: a worker pool on a shared queue, without the API.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engines::{CancellationToken, Store};
use tasks::{Families, Limits};
use tokio::net::TcpListener;

use crate::api::ShutdownSignal;
use crate::membership::Membership;
use crate::queue::redis::{PREFIX, RedisQueue};
use crate::queue::{Bounds, JobQueue, Process, QueueError, Role, VERSION};
use crate::scheduler::{Scheduler, SchedulerConfig};
use crate::serve::{self, serve};
use crate::start::{Log, StartError, write_log};
use crate::work::CacheBytes;
use crate::work::child::ChildCommand;
use crate::worker_pool::{Settings, WorkerPool, own_name};
use crate::worker_status::{self, Watched};

/// The interval between checks of the cancellation token.
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(100);
/// The interval at which a queue that is being drained is looked at.
const DRAIN_INTERVAL: Duration = Duration::from_secs(1);
/// The time for which a queue takes no new jobs after each look.
const DRAINING: Duration = Duration::from_secs(30);
/// The time for which a queue takes no new jobs after it was drained.
pub const DRAINED: Duration = Duration::from_secs(600);
/// The time that cancelled threads are given to end.
const GRACE_PERIOD: Duration = Duration::from_secs(1);

/// The configuration of a worker process.
pub struct Config {
    /// The puzzle families that the worker supports.
    pub families: Families,
    /// The store that keeps tables beyond the life of the process.
    pub store: Arc<dyn Store + Send + Sync>,
    /// The address of the Redis that holds the queue.
    pub redis: String,
    /// The number of concurrent tasks, besides one slot for urgent tasks.
    pub slots: usize,
    /// How to start a child process for a level that is a program; without it such levels run in this process.
    pub child: Option<ChildCommand>,
    /// How much is kept in memory between tasks.
    pub cache: CacheBytes,
    /// The address at which the worker can be watched, if it is to be.
    pub listen: Option<SocketAddr>,
    /// Whether the queue is to take no new jobs, and the worker to end when it is empty.
    pub drains: bool,
    /// The format of the log.
    pub log: Log,
}

/// How a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was asked to end.
    Asked,
    /// The queue was drained.
    Drained,
    /// It was asked to end before the queue was drained, which takes jobs again.
    Undrained,
}

/// Works on the jobs of the queue until `stop` is cancelled, then gives unfinished runs back to the queue. A worker that
/// drains the queue ends when it is empty; for [`DRAINED`] after that the queue takes no new jobs, so that processes of
/// another version can start. `ready` is called when the work begins, with the address that the worker listens on, if it
/// does. While the Redis cannot be reached, the worker retries.
///
/// # Errors
/// Returns an error if the worker cannot start, or if the queue passes to another version of the program.
pub fn run(
    config: Config,
    stop: &CancellationToken,
    ready: impl FnOnce(Option<SocketAddr>),
) -> Result<Ended, StartError> {
    write_log(config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let worked = runtime.block_on(until_ended(config, stop, ready));
    runtime.shutdown_timeout(GRACE_PERIOD);
    worked
}

async fn until_ended(
    config: Config,
    stop: &CancellationToken,
    ready: impl FnOnce(Option<SocketAddr>),
) -> Result<Ended, StartError> {
    let listener = match config.listen {
        Some(address) => Some(TcpListener::bind(address).await.map_err(|error| StartError::Listen(address, error))?),
        None => None,
    };
    let address = listener.as_ref().map(TcpListener::local_addr).transpose()?;
    let queue: Arc<dyn JobQueue> = Arc::new(RedisQueue::open(&config.redis, PREFIX, Bounds::default())?);
    let (name, slots, drains) = (own_name("worker"), config.slots, config.drains);
    let process = Process { name: name.clone(), role: Role::Worker, version: VERSION.into(), slots };
    let membership = Membership::begin(&queue, process).await.map_err(StartError::OtherVersion)?;
    let scheduler = performing(config, &queue, &name);
    let leaving = ShutdownSignal::default();
    let watched = Watched { scheduler: Arc::clone(&scheduler), slots, leaving: leaving.clone() };
    if let Some(listener) = listener {
        let router = worker_status::router(Arc::new(watched));
        tokio::spawn(serve(listener, router, Arc::default(), serve::Bounds::default(), leaving.clone()));
    }
    let pool = WorkerPool::start(&queue, &Settings { name, slots, urgent_slots: 1, perform: scheduler.performer() });
    ready(address);
    let ended = until_over(&queue, &membership, drains, stop).await;
    leaving.signal();
    pool.leave().await;
    membership.end().await;
    ended
}

/// The scheduler of a worker: it receives no questions and only performs tasks as a server's does. Their limits were set
/// by the server that accepted them.
fn performing(config: Config, queue: &Arc<dyn JobQueue>, name: &str) -> Arc<Scheduler> {
    Scheduler::new(SchedulerConfig {
        families: config.families,
        store: config.store,
        map: None,
        queue: Arc::clone(queue),
        slots: config.slots,
        most: Limits { nodes: None, bytes: u64::MAX, millis: u64::MAX },
        child: config.child,
        cpu: None,
        cache: config.cache,
        name: name.to_owned(),
        named: Arc::default(),
    })
}

/// Waits until the worker is asked to end, the queue passes to another version, or is drained.
async fn until_over(
    queue: &Arc<dyn JobQueue>,
    membership: &Membership,
    drains: bool,
    stop: &CancellationToken,
) -> Result<Ended, StartError> {
    let mut looked: Option<Instant> = None;
    loop {
        if stop.is_cancelled() {
            // A drain that is given up ends at once.
            let undrained = drains && queue.drain(Duration::from_secs(1)).await.is_ok();
            return Ok(if undrained { Ended::Undrained } else { Ended::Asked });
        }
        if let Some(why) = membership.refusal() {
            return Err(StartError::Superseded(why));
        }
        if drains && looked.is_none_or(|looked| looked.elapsed() >= DRAIN_INTERVAL) {
            looked = Some(Instant::now());
            match queue.drain(DRAINING).await {
                // Where the queue goes away now, it is drained again when it is back.
                Ok(0) if queue.drain(DRAINED).await.is_ok() => return Ok(Ended::Drained),
                Ok(open) => tracing::info!(open, "the queue is being drained"),
                Err(error @ QueueError::OfAnotherVersion { .. }) => return Err(StartError::OtherVersion(error)),
                Err(error) => tracing::warn!(%error, "waiting for the queue"),
            }
        }
        tokio::time::sleep(CANCEL_POLL_INTERVAL).await;
    }
}
