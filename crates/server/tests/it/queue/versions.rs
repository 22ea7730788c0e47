//! A shared queue belongs to one version of the program, and passes to the next without losing a job.

use std::sync::Arc;
use std::time::Duration;

use server::queue::redis::RedisQueue;
use server::queue::{Bounds, JobQueue, JobRequest, Process, QueueError, Role, State};
use testkit::redis::RedisServer;

use crate::queue::fixture::{SHORT, done, job, limits, push, solve, take};

/// The queue as a process of this version has it.
fn open(redis: &RedisServer, version: &'static str) -> Arc<dyn JobQueue> {
    Arc::new(RedisQueue::open_as(version, &redis.address(), "menagerie", Bounds::default()).unwrap())
}

fn process(name: &str, version: &str, role: Role) -> Process {
    Process { name: name.into(), role, version: version.into(), slots: 2 }
}

fn request(name: &str) -> JobRequest {
    JobRequest { client: "ann".into(), task: solve(name), holder: None }
}

#[tokio::test]
async fn another_version_is_refused_while_work_is_open_or_processes_live() {
    let redis = RedisServer::start(&[]);
    let (old, new) = (open(&redis, "1.0.0"), open(&redis, "2.0.0"));
    let worker = process("worker-a", "1.0.0", Role::Worker);
    old.join(&worker).await.unwrap();
    push(&old, "ann", solve("a")).await;
    let next = process("worker-b", "2.0.0", Role::Worker);
    let held = |error: Result<(), QueueError>| match error {
        Err(QueueError::Held { version, runs, processes }) => (version, runs, processes),
        other => panic!("{other:?}"),
    };
    assert_eq!(held(new.join(&next).await), ("1.0.0".into(), 1, 1));
    let other = |error: &QueueError| matches!(error, QueueError::OfAnotherVersion { version } if version == "1.0.0");
    assert!(other(&new.push(&request("b")).await.unwrap_err()));
    assert!(other(&new.lease("b", false, SHORT).await.unwrap_err()));
    assert!(other(&new.admits().await.unwrap_err()));
    assert!(other(&new.drain(Duration::from_secs(60)).await.unwrap_err()));
    // Nothing was changed by who was refused.
    assert_eq!(old.processes().await.unwrap(), [worker]);
    let lease = take(&old, "worker-a").await;
    assert!(old.finish(&lease, &done("a", true)).await.unwrap());
    assert_eq!(held(new.join(&next).await), ("1.0.0".into(), 0, 1), "a process of it lives");
    old.part("worker-a").await.unwrap();
    new.join(&next).await.unwrap();
    assert!(matches!(old.push(&request("b")).await, Err(QueueError::OfAnotherVersion { .. })));
}

#[tokio::test]
async fn a_drained_queue_passes_on_and_no_job_is_lost() {
    let redis = RedisServer::start(&[]);
    let (old, new) = (open(&redis, "1.0.0"), open(&redis, "2.0.0"));
    old.join(&process("server-a", "1.0.0", Role::Server)).await.unwrap();
    let asked = push(&old, "ann", solve("a")).await;
    assert_eq!(old.drain(Duration::from_secs(60)).await.unwrap(), 1);
    assert!(matches!(old.push(&request("b")).await, Err(QueueError::Draining)));
    old.admits().await.unwrap();
    let next = process("worker-b", "2.0.0", Role::Worker);
    assert!(new.join(&next).await.is_err(), "a run is open");
    let lease = take(&old, "worker-a").await;
    assert!(old.finish(&lease, &done("a", true)).await.unwrap());
    assert_eq!(old.drain(Duration::from_secs(60)).await.unwrap(), 0);
    // The server of the version before still lives: it gives hints, and its jobs are refused.
    new.join(&next).await.unwrap();
    assert!(matches!(old.push(&request("b")).await, Err(QueueError::OfAnotherVersion { .. })));
    let Err(QueueError::Held { version, .. }) = old.join(&process("server-a", "1.0.0", Role::Server)).await else {
        panic!("the version before came back");
    };
    assert_eq!(version, "2.0.0");
    assert_eq!(push(&new, "ann", solve("b")).await.state, State::Queued, "the drain has ended");
    // Jobs are read by the next version; answers are not, since it may know better.
    let kept = job(&new, &asked.id).await;
    assert_eq!((kept.state, kept.outcome), (State::Done, Some(done("a", true))));
    let key = solve("a").question_key();
    assert!(old.answer(&key, &limits(60_000)).await.unwrap().is_some());
    assert!(new.answer(&key, &limits(60_000)).await.unwrap().is_none());
}

#[tokio::test]
async fn a_drain_that_is_given_up_ends_by_itself() {
    let redis = RedisServer::start(&[]);
    let queue = open(&redis, "1.0.0");
    queue.drain(Duration::from_secs(1)).await.unwrap();
    assert!(matches!(queue.push(&request("a")).await, Err(QueueError::Draining)));
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert!(queue.push(&request("a")).await.is_ok());
}
