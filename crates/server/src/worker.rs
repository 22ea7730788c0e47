//! A worker process: a worker pool over a shared queue, without a front end.

use std::sync::Arc;
use std::time::Duration;

use engines::{CancellationToken, Store};
use tasks::{Families, Limits};

use crate::queue::redis::{PREFIX, RedisQueue};
use crate::queue::{Bounds, JobQueue};
use crate::scheduler::{Scheduler, SchedulerConfig};
use crate::start::{Log, StartError, write_log};
use crate::work::child::ChildCommand;
use crate::worker_pool::{Settings, WorkerPool, own_name};

/// Between two looks at whether the process shall end.
const LOOK: Duration = Duration::from_millis(100);
/// How long threads may take to end that were asked to.
const GRACE: Duration = Duration::from_secs(1);

/// What an operator says.
pub struct Config {
    /// The families that can be worked on.
    pub families: Families,
    /// Where tables are kept.
    pub store: Arc<dyn Store + Send + Sync>,
    /// The Redis that holds the queue.
    pub redis: String,
    /// Tasks that are worked on at once, one urgent one apart.
    pub slots: usize,
    /// How a process is started for a level that is a program.
    pub child: Option<ChildCommand>,
    /// The log.
    pub log: Log,
}

/// Works until it is asked to stop, then gives back what is not done; `ready` is called when it begins. A Redis that
/// is away is waited for.
///
/// # Errors
/// Where it cannot start.
pub fn run(config: Config, stop: &CancellationToken, ready: impl FnOnce()) -> Result<(), StartError> {
    write_log(config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let worked = runtime.block_on(until_asked(config, stop, ready));
    runtime.shutdown_timeout(GRACE);
    worked
}

async fn until_asked(config: Config, stop: &CancellationToken, ready: impl FnOnce()) -> Result<(), StartError> {
    let queue: Arc<dyn JobQueue> = Arc::new(RedisQueue::open(&config.redis, PREFIX, Bounds::default())?);
    let name = own_name("worker");
    let slots = config.slots;
    // Nobody asks at this scheduler: it performs tasks just as a server's does. Their limits were set where they were asked.
    let scheduler = Scheduler::new(SchedulerConfig {
        families: config.families,
        store: config.store,
        map: None,
        queue: Arc::clone(&queue),
        slots,
        most: Limits { nodes: None, bytes: u64::MAX, millis: u64::MAX },
        child: config.child,
        name: name.clone(),
    });
    let pool = WorkerPool::start(&queue, &Settings { name, slots, urgent_slots: 1, perform: scheduler.performer() });
    ready();
    while !stop.is_cancelled() {
        tokio::time::sleep(LOOK).await;
    }
    pool.leave().await;
    Ok(())
}
