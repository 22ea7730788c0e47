//! A server without a socket: a router over a scheduler and a queue in a folder of its own.
#![allow(dead_code)] // each test file uses its part

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use engines::NoStore;
use puzzles::Family;
use server::live::{RoomLimits, Worlds};
use server::named::NamedLevels;
use server::queue::sqlite::SqliteQueue;
use server::queue::{Bounds, JobQueue};
use server::scheduler::{Scheduler, SchedulerConfig};
use server::work::CacheBytes;
use server::worker_pool::{Settings, WorkerPool};
use server::{App, Policy, ShutdownSignal, app};
use testkit::router::Client;

/// The level of the API's own examples.
pub(crate) const ONE_LIGHT: &str = "board = \"3x3\"\nmoves = \"plus\"\nstart = \"100000000\"\n";

/// A server under test.
pub(crate) struct TestServer {
    client: Client,
    pub(crate) state: Arc<App>,
    pub(crate) scheduler: Arc<Scheduler>,
    pub(crate) shutdown: ShutdownSignal,
    folder: Option<PathBuf>,
    pool: Option<WorkerPool>,
}

/// It is asked as its router is.
impl Deref for TestServer {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl TestServer {
    /// A server with this policy over an embedded queue without workers.
    pub(crate) fn new(policy: Policy) -> TestServer {
        TestServer::with(script::families(), policy, Bounds::default())
    }

    pub(crate) fn with(families: &'static [&'static dyn Family], policy: Policy, bounds: Bounds) -> TestServer {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("menagerie-server-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        let queue: Arc<dyn JobQueue> = Arc::new(SqliteQueue::open(&folder, bounds).unwrap());
        let mut server = TestServer::over(families, policy, Arc::clone(&queue));
        let settings =
            Settings { name: "pool".into(), slots: 1, urgent_slots: 0, perform: server.scheduler.performer() };
        server.pool = Some(WorkerPool::start(&queue, &settings));
        server.folder = Some(folder);
        server
    }

    /// A server over any queue.
    pub(crate) fn over(
        families: &'static [&'static dyn Family],
        policy: Policy,
        queue: Arc<dyn JobQueue>,
    ) -> TestServer {
        TestServer::knowing(NamedLevels::shipped(families), families, policy, queue)
    }

    /// A server that knows these levels by name.
    pub(crate) fn knowing(
        named: NamedLevels,
        families: &'static [&'static dyn Family],
        policy: Policy,
        queue: Arc<dyn JobQueue>,
    ) -> TestServer {
        let scheduler = Scheduler::new(SchedulerConfig {
            families,
            store: Arc::new(NoStore),
            map: None,
            queue,
            slots: 1,
            most: policy.limits,
            child: None,
            cpu: policy.cpu,
            cache: CacheBytes::default(),
            name: "scheduler".into(),
            named: Arc::new(named),
        });
        let shutdown = ShutdownSignal::default();
        let state = App::new(
            families,
            Arc::clone(&scheduler),
            Worlds::new(None, RoomLimits::default()),
            policy,
            shutdown.clone(),
        );
        TestServer { client: Client(app(Arc::clone(&state))), state, scheduler, shutdown, folder: None, pool: None }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.shutdown.signal();
        drop(self.pool.take());
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
