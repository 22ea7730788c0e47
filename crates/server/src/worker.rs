//! A worker process: a worker pool on a shared queue, without an HTTP server.

use std::sync::Arc;
use std::time::Duration;

use engines::{CancellationToken, Store};
use tasks::{Families, Limits};

use crate::queue::redis::{PREFIX, RedisQueue};
use crate::queue::{Bounds, JobQueue};
use crate::scheduler::{Scheduler, SchedulerConfig};
use crate::start::{Log, StartError, write_log};
use crate::work::CacheBytes;
use crate::work::child::ChildCommand;
use crate::worker_pool::{Settings, WorkerPool, own_name};

/// The interval between checks of the cancellation token.
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(100);
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
    /// The format of the log.
    pub log: Log,
}

/// Works on the jobs of the queue until `stop` is cancelled, then gives unfinished runs back to the queue. `ready` is
/// called when the work begins. While the Redis cannot be reached, the worker retries.
///
/// # Errors
/// Returns an error if the worker cannot start.
pub fn run(config: Config, stop: &CancellationToken, ready: impl FnOnce()) -> Result<(), StartError> {
    write_log(config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let worked = runtime.block_on(until_asked(config, stop, ready));
    runtime.shutdown_timeout(GRACE_PERIOD);
    worked
}

async fn until_asked(config: Config, stop: &CancellationToken, ready: impl FnOnce()) -> Result<(), StartError> {
    let queue: Arc<dyn JobQueue> = Arc::new(RedisQueue::open(&config.redis, PREFIX, Bounds::default())?);
    let name = own_name("worker");
    let slots = config.slots;
    // This scheduler receives no questions; it only performs tasks as a server's does. Their limits were set by the
    // server that accepted them.
    let scheduler = Scheduler::new(SchedulerConfig {
        families: config.families,
        store: config.store,
        map: None,
        queue: Arc::clone(&queue),
        slots,
        most: Limits { nodes: None, bytes: u64::MAX, millis: u64::MAX },
        child: config.child,
        cpu: None,
        cache: config.cache,
        name: name.clone(),
    });
    let pool = WorkerPool::start(&queue, &Settings { name, slots, urgent_slots: 1, perform: scheduler.performer() });
    ready();
    while !stop.is_cancelled() {
        tokio::time::sleep(CANCEL_POLL_INTERVAL).await;
    }
    pool.leave().await;
    Ok(())
}
