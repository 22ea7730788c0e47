//! How fast the queues are.
//!
//! `queues` and `queues REDIS`: empty runs a second from push to finish, and how long one asker waits for one of them.
//! `queues REDIS TASKS NODES`: how long the workers that are there need for so many 15-puzzles of so many nodes.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use puzzles::{Options, QuestionKind};
use server::queue::redis::{PREFIX, RedisQueue};
use server::queue::sqlite::SqliteQueue;
use server::queue::{Bounds, Job, JobQueue, JobRequest, QueueError};
use tasks::{Limits, Operation, Outcome, RawJson, Task};
use tokio::task::JoinSet;

type Queue = Arc<dyn JobQueue>;
type Failed = Box<dyn Error + Send + Sync>;

/// Empty runs in all.
const RUNS: u64 = 4000;
/// Askers at once, and workers at once.
const HANDS: u64 = 8;
/// Questions of the one asker who waits.
const ROUNDS: usize = 200;
const TIMEOUT: Duration = Duration::from_secs(600);
const FIFTEEN: &str = r#"board = "grid 4x4"
plates = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "-"]
pebbles = ["-", "12", "9", "13", "15", "11", "10", "14", "3", "7", "2", "5", "4", "8", "6", "1"]
"#;

#[tokio::main]
async fn main() -> Result<(), Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let bounds = Bounds { open_jobs: u64::MAX >> 1, queued_runs: u64::MAX >> 1, ..Bounds::default() };
    let folder = std::env::temp_dir().join(format!("menagerie-queues-{}", std::process::id()));
    let queue: Queue = match arguments.first() {
        Some(address) => Arc::new(RedisQueue::open(address, PREFIX, bounds)?),
        None => Arc::new(SqliteQueue::open(&folder, bounds)?),
    };
    if let [_, tasks, nodes] = arguments.as_slice() {
        return real(&queue, tasks.parse()?, nodes.parse()?).await;
    }
    many(&queue).await?;
    one_by_one(&queue).await?;
    if arguments.is_empty() {
        drop(queue);
        std::fs::remove_dir_all(folder)?;
    }
    Ok(())
}

fn task(nodes: u64) -> Task {
    let limits = Limits { nodes: Some(nodes), bytes: 1 << 30, millis: 600_000 };
    let operation = Operation::Ask { question: QuestionKind::SOLVE, asked: Options::default(), picture: false };
    Task { family: "pebble".to_owned(), level: FIFTEEN.to_owned(), operation, limits }
}

async fn push(queue: &Queue, nodes: u64) -> Result<Job, QueueError> {
    let request = JobRequest { client: "bench".to_owned(), task: task(nodes), holder: None };
    Ok(queue.push(&request).await?.job)
}

async fn over(queue: &Queue, mut job: Job) -> Result<Job, Failed> {
    while !job.state.is_over() {
        job = queue.watch(&job, TIMEOUT).await?.ok_or("a job was lost")?;
    }
    Ok(job)
}

/// Does nothing with runs until none came for a second.
async fn work(queue: Queue) -> Result<(), Failed> {
    let outcome = Outcome::Done { result: RawJson::of(&())?, is_conclusive: false };
    while let Some(lease) = queue.lease("bench", false, Duration::from_secs(1)).await? {
        queue.finish(&lease, &outcome).await?;
    }
    Ok(())
}

async fn many(queue: &Queue) -> Result<(), Failed> {
    let begun = Instant::now();
    let (mut askers, mut workers) = (JoinSet::new(), JoinSet::new());
    for hand in 0..HANDS {
        workers.spawn(work(Arc::clone(queue)));
        let queue = Arc::clone(queue);
        askers.spawn(async move {
            let mut jobs = Vec::new();
            for run in 0..RUNS / HANDS {
                jobs.push(push(&queue, hand * RUNS + run).await?);
            }
            for job in jobs {
                over(&queue, job).await?;
            }
            Ok::<(), Failed>(())
        });
    }
    askers.join_all().await.into_iter().collect::<Result<Vec<()>, Failed>>()?;
    let seconds = begun.elapsed().as_secs_f64();
    println!("{RUNS} empty runs from push to finish in {seconds:.2} s: {:.0} a second", RUNS as f64 / seconds);
    workers.join_all().await.into_iter().collect()
}

async fn one_by_one(queue: &Queue) -> Result<(), Failed> {
    let worker = tokio::spawn(work(Arc::clone(queue)));
    let mut waits = Vec::new();
    for round in 0..ROUNDS {
        let begun = Instant::now();
        let job = push(queue, u64::MAX - round as u64).await?;
        over(queue, job).await?;
        waits.push(begun.elapsed());
    }
    waits.sort();
    println!("one asker waits {:?} (median), {:?} (99 of 100)", waits[ROUNDS / 2], waits[ROUNDS * 99 / 100]);
    worker.await?
}

/// Work for whoever works there.
async fn real(queue: &Queue, tasks: u64, nodes: u64) -> Result<(), Failed> {
    // Never the same twice, so that no answer is there already.
    let salt = u64::from(std::process::id()) * tasks;
    let begun = Instant::now();
    let mut jobs = Vec::new();
    for task in 0..tasks {
        jobs.push(push(queue, nodes + salt + task).await?);
    }
    for job in jobs {
        over(queue, job).await?;
    }
    println!("{tasks} tasks of {nodes} nodes in {:.2} s", begun.elapsed().as_secs_f64());
    Ok(())
}
