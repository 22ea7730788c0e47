//! Starts a server from its configuration: log, queue, scheduler, rooms, listener, signals.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use engines::{MapFile, Store};
use puzzles::Family;
use tokio::net::TcpListener;
use tracing::level_filters::LevelFilter;

use crate::api::rights::is_sound;
use crate::api::{App, Policy, ShutdownSignal, app};
use crate::live::{RoomLimits, Worlds};
use crate::membership::Membership;
use crate::named::NamedLevels;
use crate::queue::redis::{PREFIX, RedisQueue};
use crate::queue::sqlite::SqliteQueue;
use crate::queue::{self, JobQueue, OpenError, Process, QueueError, Role, VERSION};
use crate::scheduler::{Scheduler, SchedulerConfig};
use crate::serve::{Bounds, serve};
use crate::work::CacheBytes;
use crate::work::child::ChildCommand;
use crate::worker_pool::{self, WorkerPool};

/// The time that running requests are given at shutdown before their work is stopped.
const LAST_REQUESTS: Duration = Duration::from_secs(2);

/// The time that threads are given at shutdown whose work does not look whether it is stopped.
const LAST_THREADS: Duration = Duration::from_millis(300);

/// The time for which an address in use is retried, because a killed server may still hold it.
const STILL_DYING: Duration = Duration::from_secs(3);
/// The interval between attempts to listen on an address in use.
const BIND_AGAIN: Duration = Duration::from_millis(50);

/// The format of the log, which is written to standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Log {
    /// Only warnings, as text.
    Quiet,
    /// A line of text for each request.
    Text,
    /// A JSON object for each request.
    Json,
}

/// The storage of jobs.
#[derive(Clone, Debug)]
pub enum Jobs {
    /// An SQLite file in a folder that only this server uses; the folder is created if it does not exist.
    Folder(PathBuf),
    /// The Redis at this address, shared with other servers and workers.
    Redis(String),
}

/// The configuration of a server.
pub struct Config {
    /// The puzzle families that are served.
    pub families: &'static [&'static dyn Family],
    /// The store that keeps tables beyond the life of the process.
    pub store: Arc<dyn Store + Send + Sync>,
    /// The saved map from which hints are read, if there is one.
    pub map: Option<Arc<dyn MapFile + Send + Sync>>,
    /// The levels that are known by name; those of the operator are prepared at the start.
    pub named: NamedLevels,
    /// The address to listen on; port 0 takes a free port.
    pub listen: SocketAddr,
    /// The storage of jobs.
    pub jobs: Jobs,
    /// The most open jobs of one client.
    pub open_jobs: u64,
    /// The number of concurrent long tasks from the queue, and also of those that requests start. With 0, all work
    /// except hints and short operations is left to the workers on a Redis.
    pub slots: usize,
    /// How to start a child process for a level that is a program; without it such levels run in this process.
    pub child: Option<ChildCommand>,
    /// How much is kept in memory between tasks.
    pub cache: CacheBytes,
    /// A folder of worlds that are served besides the embedded ones.
    pub worlds: Option<PathBuf>,
    /// The limits of the rooms of worlds.
    pub rooms: RoomLimits,
    /// The rules on which requests the server accepts, and the limits of tasks.
    pub policy: Policy,
    /// The limits of connections.
    pub bounds: Bounds,
    /// The format of the log.
    pub log: Log,
}

/// The error of a server that cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address can be reached from other computers, and there is no token.
    #[error("{0} can be reached by others; expected --token T, which requests must carry then, or --tokens FILE")]
    Unguarded(SocketAddr),
    /// The token has characters that are not allowed in headers and cookies, or is empty.
    #[error("the token must be letters, digits and -._~+/= alone")]
    Token,
    /// There are no slots, and no shared queue from which workers could take the work.
    #[error("--slots 0 leaves the work to others; expected --redis URL, where workers find it")]
    Idle,
    /// Listening on the address failed.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The job queue cannot be opened.
    #[error(transparent)]
    Queue(#[from] OpenError),
    /// The queue belongs to another version of the program, which still uses it.
    #[error(transparent)]
    OtherVersion(QueueError),
    /// The queue has passed to another version of the program.
    #[error("{0}")]
    Superseded(String),
    /// The operating system refused a resource, such as threads or signal handlers.
    #[error("cannot start: {0}")]
    System(#[from] io::Error),
}

impl Config {
    fn check(&self) -> Result<(), StartError> {
        let access = &self.policy.access;
        match &access.owner {
            Some(token) if !is_sound(token) => Err(StartError::Token),
            None if access.tokens.is_none() && !self.listen.ip().is_loopback() => {
                Err(StartError::Unguarded(self.listen))
            }
            _ if self.slots == 0 && matches!(self.jobs, Jobs::Folder(_)) => Err(StartError::Idle),
            _ => Ok(()),
        }
    }
}

/// Runs a server until SIGINT or SIGTERM; `ready` is called with the address as soon as the server listens.
///
/// # Errors
/// Returns an error if the server cannot start.
pub fn run(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    config.check()?;
    write_log(config.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(until_ended(config, ready));
    runtime.shutdown_timeout(LAST_THREADS);
    ended
}

async fn until_ended(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    let listen = config.listen;
    let shutdown = ShutdownSignal::default();
    let ended = listen_for_signals(shutdown.clone())?;
    let listener = bind(listen).await.map_err(|error| StartError::Listen(listen, error))?;
    let address = listener.local_addr()?;
    let queue = open_queue(&config.jobs, config.open_jobs)?;
    let scheduler = Scheduler::new(SchedulerConfig {
        families: config.families,
        store: config.store,
        map: config.map,
        queue: Arc::clone(&queue),
        slots: config.slots,
        most: config.policy.limits,
        child: config.child,
        cpu: config.policy.cpu,
        cache: config.cache,
        name: worker_pool::own_name("scheduler"),
        named: Arc::new(config.named),
    });
    let process = Process {
        name: worker_pool::own_name("server"),
        role: Role::Server,
        version: VERSION.into(),
        slots: config.slots,
    };
    let membership = Membership::begin(&queue, process).await.map_err(StartError::OtherVersion)?;
    let worlds = Worlds::new(config.worlds, config.rooms);
    let policy = Policy { local: listen.ip().is_loopback(), ..config.policy };
    let state = App::new(config.families, Arc::clone(&scheduler), Arc::clone(&worlds), policy, shutdown.clone());
    let name = worker_pool::own_name("pool");
    let slots = config.slots;
    let pool = WorkerPool::start(
        &queue,
        &worker_pool::Settings { name, slots, urgent_slots: 1, perform: scheduler.performer() },
    );
    ready(address);
    let preparing = tokio::spawn({
        let scheduler = Arc::clone(&scheduler);
        async move { scheduler.prepare().await }
    });
    let serving = serve(listener, app(Arc::clone(&state)), state.connections(), config.bounds, shutdown.clone());
    let leaving = async {
        shutdown.wait().await;
        preparing.abort();
        worlds.close();
        pool.leave().await;
        let _ = tokio::time::timeout(LAST_REQUESTS, idle(&state)).await;
        scheduler.shutdown().await;
        membership.end().await;
    };
    tokio::join!(serving, leaving);
    ended.abort();
    Ok(())
}

/// Listens on an address. An address in use is retried for a while, because a server that was just killed holds it
/// until the system has removed the process.
async fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let deadline = tokio::time::Instant::now() + STILL_DYING;
    loop {
        match TcpListener::bind(address).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && tokio::time::Instant::now() < deadline => {
                tokio::time::sleep(BIND_AGAIN).await;
            }
            bound => return bound,
        }
    }
}

fn open_queue(jobs: &Jobs, open_jobs: u64) -> Result<Arc<dyn JobQueue>, OpenError> {
    let bounds = queue::Bounds { open_jobs, ..queue::Bounds::default() };
    Ok(match jobs {
        Jobs::Folder(folder) => Arc::new(SqliteQueue::open(folder, bounds)?),
        Jobs::Redis(address) => Arc::new(RedisQueue::open(address, PREFIX, bounds)?),
    })
}

/// Returns when no request is being answered.
async fn idle(state: &App) {
    while !state.is_idle() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Handles SIGINT and SIGTERM: the first signal shuts the server down in order, the second ends the process at once.
fn listen_for_signals(shutdown: ShutdownSignal) -> io::Result<tokio::task::JoinHandle<()>> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    Ok(tokio::spawn(async move {
        loop {
            #[cfg(unix)]
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            #[cfg(not(unix))]
            let _ = tokio::signal::ctrl_c().await;
            if shutdown.is_signalled() {
                std::process::exit(130);
            }
            tracing::info!("the server ends");
            shutdown.signal();
        }
    }))
}

pub(crate) fn write_log(log: Log) {
    let level = if log == Log::Quiet { LevelFilter::WARN } else { LevelFilter::INFO };
    let lines = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_target(false);
    // A second server of one process writes to the log of the first.
    let _ = match log {
        Log::Json => lines.json().flatten_event(true).try_init(),
        Log::Quiet | Log::Text => lines.with_ansi(false).try_init(),
    };
}
