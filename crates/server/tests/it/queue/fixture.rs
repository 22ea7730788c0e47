//! A place for a queue, and tasks to put into it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use puzzles::{Options, QuestionKind};
use serde_json::json;
use server::queue::redis::RedisQueue;
use server::queue::sqlite::SqliteQueue;
use server::queue::{Bounds, Enqueued, Job, JobQueue, JobRequest, Lease};
use tasks::{Limits, Operation, Outcome, RawJson, Task};

use testkit::redis::RedisServer;

/// Longer than anything here takes on the busiest machine.
pub(crate) const LONG: Duration = Duration::from_secs(60);
/// Long enough to see that nothing comes.
pub(crate) const SHORT: Duration = Duration::from_millis(100);

/// Where a queue can be opened, and opened again.
pub(crate) struct QueueFixture {
    folder: Folder,
    redis: Option<RedisServer>,
}

/// Starts of a run in a hasty queue.
pub(crate) const STARTS: u32 = 3;

impl QueueFixture {
    pub(crate) fn sqlite() -> QueueFixture {
        QueueFixture { folder: Folder::new(), redis: None }
    }

    /// A Redis of its own, which keeps nothing.
    pub(crate) fn redis() -> QueueFixture {
        QueueFixture { folder: Folder::new(), redis: Some(RedisServer::start(&[])) }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder.0
    }

    /// A queue whose leases are over soon.
    pub(crate) async fn hasty(&self) -> Arc<dyn JobQueue> {
        self.open(Bounds { lease: Duration::from_millis(300), starts: STARTS, ..Bounds::default() }).await
    }

    /// A queue whose leases last longer than the test.
    pub(crate) async fn calm(&self) -> Arc<dyn JobQueue> {
        self.open(Bounds { lease: LONG * 10, ..Bounds::default() }).await
    }

    pub(crate) async fn open(&self, bounds: Bounds) -> Arc<dyn JobQueue> {
        match &self.redis {
            Some(redis) => Arc::new(RedisQueue::open(&redis.address(), "menagerie", bounds).unwrap()),
            None => Arc::new(SqliteQueue::open(self.folder(), bounds).unwrap()),
        }
    }
}

/// A folder that goes with the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("menagerie-queue-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn limits(millis: u64) -> Limits {
    Limits { nodes: None, bytes: 1 << 30, millis }
}

/// A long task; tasks of other names are others.
pub(crate) fn solve(name: &str) -> Task {
    ask_task(name, QuestionKind::SOLVE)
}

/// An urgent task.
pub(crate) fn hint(name: &str) -> Task {
    ask_task(name, QuestionKind::HINT)
}

fn ask_task(name: &str, question: QuestionKind) -> Task {
    let operation = Operation::Ask { question, asked: Options::default(), picture: false };
    Task { family: "toggle".to_owned(), level: name.to_owned(), operation, limits: limits(60_000) }
}

/// An outcome that tells itself from others.
pub(crate) fn done(word: &str, is_conclusive: bool) -> Outcome {
    Outcome::Done { result: RawJson::of(&json!({ "word": word })).unwrap(), is_conclusive }
}

pub(crate) async fn push(queue: &Arc<dyn JobQueue>, client: &str, task: Task) -> Job {
    let request = JobRequest { client: client.to_owned(), task, holder: None };
    queue.push(&request).await.unwrap().job
}

pub(crate) async fn push_held(queue: &Arc<dyn JobQueue>, client: &str, task: Task) -> Enqueued {
    let request = JobRequest { client: client.to_owned(), task, holder: Some("holder".to_owned()) };
    queue.push(&request).await.unwrap()
}

/// A run that must come.
pub(crate) async fn take(queue: &Arc<dyn JobQueue>, worker: &str) -> Lease {
    queue.lease(worker, false, LONG).await.unwrap().expect("a run")
}

/// There is nothing to take.
pub(crate) async fn nothing(queue: &Arc<dyn JobQueue>) {
    assert_eq!(queue.lease("idle", false, SHORT).await.unwrap(), None);
}

pub(crate) async fn job(queue: &Arc<dyn JobQueue>, id: &str) -> Job {
    queue.job(id).await.unwrap().expect("a job")
}
