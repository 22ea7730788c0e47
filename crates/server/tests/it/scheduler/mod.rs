//! The scheduler: who shares a run, what becomes a job, what stops the engine.

mod slow;

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use engines::NoStore;
use puzzles::{Options, QuestionKind};
use server::queue::sqlite::SqliteQueue;
use server::queue::{Bounds, Job, JobQueue, QueueError, State};
use server::scheduler::{Reply, Scheduler, SchedulerConfig};
use server::work::CacheBytes;
use server::worker_pool::{Settings, WorkerPool};
use tasks::{Limits, Operation, Outcome, Style, Task};

use self::slow::{FAMILIES, release, seen};

/// Longer than anything here takes on the busiest machine.
const LONG: Duration = Duration::from_secs(60);
/// A wait that ends soon.
const SOON: Duration = Duration::from_millis(50);
const LIMITS: Limits = Limits { nodes: None, bytes: 1 << 20, millis: 120_000 };

/// A scheduler with one slot over a queue of its own.
struct QueueFixture {
    folder: PathBuf,
    queue: Arc<dyn JobQueue>,
    scheduler: Arc<Scheduler>,
}

impl QueueFixture {
    fn new(name: &str, bounds: Bounds) -> QueueFixture {
        let folder = std::env::temp_dir().join(format!("menagerie-scheduler-{name}-{}", std::process::id()));
        let queue: Arc<dyn JobQueue> = Arc::new(SqliteQueue::open(&folder, bounds).unwrap());
        let scheduler = Scheduler::new(SchedulerConfig {
            families: &FAMILIES,
            store: Arc::new(NoStore),
            map: None,
            queue: Arc::clone(&queue),
            slots: 1,
            most: LIMITS,
            child: None,
            cpu: None,
            cache: CacheBytes::default(),
            name: "scheduler".into(),
            named: Arc::default(),
        });
        QueueFixture { folder, queue, scheduler }
    }

    fn pool(&self) -> WorkerPool {
        let settings = Settings { name: "pool".into(), slots: 1, urgent_slots: 0, perform: self.scheduler.performer() };
        WorkerPool::start(&self.queue, &settings)
    }

    async fn over(&self, mut job: Job) -> Job {
        while !job.state.is_over() {
            job = self.scheduler.watch(&job, LONG).await.unwrap().unwrap();
        }
        job
    }
}

impl Drop for QueueFixture {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn solve(level: &str) -> Task {
    let operation = Operation::Ask { question: QuestionKind::SOLVE, asked: Options::default(), picture: false };
    Task { family: "slow".into(), level: level.into(), operation, limits: LIMITS }
}

fn outcome(reply: Result<Reply, QueueError>) -> Outcome {
    match reply.unwrap() {
        Reply::Done(outcome) => outcome,
        Reply::Job(job) => panic!("{job:?}"),
    }
}

fn job(reply: Result<Reply, QueueError>) -> Job {
    match reply.unwrap() {
        Reply::Job(job) => job,
        Reply::Done(outcome) => panic!("{outcome:?}"),
    }
}

fn is_found(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done { result, is_conclusive: true } if result.value()["verdict"] == "found")
}

async fn until(what: impl Fn() -> bool) {
    tokio::time::timeout(LONG, async {
        while !what() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await
    .unwrap();
}

fn submitted(
    fixture: &QueueFixture,
    task: Task,
    wait: Duration,
) -> impl Future<Output = Result<Reply, QueueError>> + Send + 'static {
    let scheduler = Arc::clone(&fixture.scheduler);
    async move { scheduler.submit("client", task, wait).await }
}

#[tokio::test]
async fn equal_questions_share_a_run_and_its_answer() {
    let fixture = QueueFixture::new("share", Bounds::default());
    let askers: Vec<_> = (0..5).map(|_| tokio::spawn(submitted(&fixture, solve("share"), LONG))).collect();
    until(|| seen("share").starts == 1).await;
    release("share");
    for asker in askers {
        assert!(is_found(&outcome(asker.await.unwrap())));
    }
    // Another limit is another run, but what was found is known.
    let mut task = solve("share");
    task.limits.millis = 1;
    assert!(is_found(&outcome(fixture.scheduler.submit("other", task, LONG).await)));
    assert_eq!(seen("share").starts, 1);
}

#[tokio::test]
async fn what_takes_longer_than_its_wait_goes_on_as_a_job() {
    let fixture = QueueFixture::new("longer", Bounds::default());
    let begun = job(fixture.scheduler.submit("client", solve("longer"), SOON).await);
    assert!(!begun.state.is_over());
    let second = job(fixture.scheduler.submit("other", solve("longer"), SOON).await);
    assert_ne!(begun.id, second.id);
    release("longer");
    for waiting in [begun, second] {
        let over = fixture.over(waiting).await;
        assert_eq!(over.state, State::Done);
        assert!(is_found(&over.outcome.unwrap()));
    }
    assert_eq!(seen("longer").starts, 1);
}

#[tokio::test]
async fn a_job_at_once_is_for_the_worker_pool() {
    let fixture = QueueFixture::new("at-once", Bounds::default());
    release("at-once");
    let queued = job(fixture.scheduler.submit("client", solve("at-once"), Duration::ZERO).await);
    assert_eq!((queued.state, seen("at-once").starts), (State::Queued, 0));
    let pool = fixture.pool();
    assert_eq!(fixture.over(queued).await.state, State::Done);
    pool.leave().await;
}

#[tokio::test]
async fn a_busy_scheduler_leaves_it_to_whoever_is_free() {
    let fixture = QueueFixture::new("busy", Bounds::default());
    let first = job(fixture.scheduler.submit("client", solve("busy one"), SOON).await);
    let waiting = tokio::spawn(submitted(&fixture, solve("busy two"), LONG));
    release("busy two");
    let pool = fixture.pool();
    assert!(is_found(&outcome(waiting.await.unwrap())));
    release("busy one");
    assert_eq!(fixture.over(first).await.state, State::Done);
    assert_eq!((seen("busy one").starts, seen("busy two").starts), (1, 1));
    pool.leave().await;
}

#[tokio::test]
async fn an_asker_who_goes_away_stops_the_engine() {
    let fixture = QueueFixture::new("away", Bounds::default());
    let (one, two) = (
        tokio::spawn(submitted(&fixture, solve("away"), LONG)),
        tokio::spawn(submitted(&fixture, solve("away"), LONG)),
    );
    until(|| seen("away").starts == 1).await;
    one.abort();
    tokio::time::sleep(SOON).await;
    assert_eq!(seen("away").stops, 0, "somebody still waits");
    two.abort();
    until(|| seen("away").stops == 1).await;
    // Whoever comes later begins anew.
    release("away");
    assert!(is_found(&outcome(fixture.scheduler.submit("client", solve("away"), LONG).await)));
    assert_eq!(seen("away").starts, 2);
}

#[tokio::test]
async fn a_cancelled_job_stops_the_engine() {
    let fixture = QueueFixture::new("cancel", Bounds::default());
    let running = job(fixture.scheduler.submit("client", solve("cancel"), SOON).await);
    let cancelled = fixture.scheduler.cancel(&running.id).await.unwrap().unwrap();
    assert_eq!(cancelled.state, State::Cancelled);
    until(|| seen("cancel").stops == 1).await;
    assert_eq!(fixture.scheduler.job(&running.id).await.unwrap().unwrap().state, State::Cancelled);
}

#[tokio::test]
async fn a_job_that_is_cancelled_takes_nothing_from_one_who_waits() {
    let fixture = QueueFixture::new("two", Bounds::default());
    let first = job(fixture.scheduler.submit("client", solve("two"), SOON).await);
    let waiting = tokio::spawn(submitted(&fixture, solve("two"), LONG));
    tokio::time::sleep(SOON).await;
    fixture.scheduler.cancel(&first.id).await.unwrap();
    // Longer than the job's lease needs to hear of it.
    tokio::time::sleep(SOON * 10).await;
    release("two");
    assert!(is_found(&outcome(waiting.await.unwrap())));
    assert_eq!((seen("two").starts, seen("two").stops), (1, 0));
}

#[tokio::test]
async fn a_job_that_is_cancelled_takes_nothing_from_a_later_one() {
    let fixture = QueueFixture::new("later", Bounds::default());
    let first = job(fixture.scheduler.submit("client", solve("later"), SOON).await);
    let waiting = tokio::spawn(submitted(&fixture, solve("later"), SOON * 2));
    tokio::time::sleep(SOON).await;
    fixture.scheduler.cancel(&first.id).await.unwrap();
    let second = job(waiting.await.unwrap());
    tokio::time::sleep(SOON * 10).await;
    release("later");
    assert!(is_found(&fixture.over(second).await.outcome.unwrap()));
    assert_eq!((seen("later").starts, seen("later").stops), (1, 0));
}

#[tokio::test]
async fn a_job_at_once_joins_what_runs_and_takes_what_is_known() {
    let fixture = QueueFixture::new("joins", Bounds::default());
    let asker = tokio::spawn(submitted(&fixture, solve("joins"), LONG));
    until(|| seen("joins").starts == 1).await;
    let joined = job(fixture.scheduler.submit("other", solve("joins"), Duration::ZERO).await);
    assert_eq!(joined.state, State::Running);
    release("joins");
    assert!(is_found(&outcome(asker.await.unwrap())));
    let known = job(fixture.scheduler.submit("third", solve("joins"), Duration::ZERO).await);
    for waiting in [joined, known] {
        assert!(is_found(&fixture.over(waiting).await.outcome.unwrap()));
    }
    assert_eq!(seen("joins").starts, 1);
}

#[tokio::test]
async fn who_goes_away_frees_no_slot_that_is_still_used() {
    let fixture = QueueFixture::new("drawn", Bounds::default());
    let draw = |level: &str| {
        let (scheduler, operation) = (
            Arc::clone(&fixture.scheduler),
            Operation::Picture { moves: Vec::new(), role: None, answer: None, style: Style::default() },
        );
        let task = Task { operation, ..solve(level) };
        tokio::spawn(async move { scheduler.perform("client", task).await.unwrap() })
    };
    let gone = draw("drawn one");
    until(|| seen("drawn one").pictures == 1).await;
    gone.abort();
    let next = draw("drawn two");
    tokio::time::sleep(SOON * 2).await;
    assert_eq!(seen("drawn two").pictures, 0, "the only slot is still used");
    release("drawn one");
    release("drawn two");
    assert!(matches!(next.await.unwrap(), Outcome::Done { .. }));
}

#[tokio::test]
async fn a_full_queue_says_so_and_nothing_runs_on() {
    let fixture = QueueFixture::new("full", Bounds { open_jobs: 1, ..Bounds::default() });
    let first = job(fixture.scheduler.submit("client", solve("full one"), Duration::ZERO).await);
    let refused = fixture.scheduler.submit("client", solve("full two"), SOON).await;
    assert!(matches!(refused, Err(QueueError::Full { .. })), "{refused:?}");
    until(|| seen("full two").stops == 1).await;
    fixture.scheduler.cancel(&first.id).await.unwrap();
}

#[tokio::test]
async fn hints_do_not_wait_for_long_work() {
    let fixture = QueueFixture::new("hints", Bounds::default());
    let long = job(fixture.scheduler.submit("client", solve("hints long"), SOON).await);
    release("hints short");
    let mut hint = solve("hints short");
    hint.operation = Operation::Ask { question: QuestionKind::HINT, asked: Options::default(), picture: false };
    assert!(is_found(&outcome(fixture.scheduler.submit("client", hint, LONG).await)));
    let play =
        Task { operation: Operation::Play { moves: Vec::new(), role: None, picture: true }, ..solve("hints long") };
    assert!(matches!(fixture.scheduler.perform("client", play).await, Ok(Outcome::Done { .. })));
    fixture.scheduler.cancel(&long.id).await.unwrap();
    until(|| seen("hints long").stops == 1).await;
}

#[tokio::test]
async fn who_waits_when_a_scheduler_ends_has_a_job() {
    let fixture = QueueFixture::new("waits", Bounds::default());
    let waiting = tokio::spawn(submitted(&fixture, solve("waits"), LONG));
    until(|| seen("waits").starts == 1).await;
    fixture.scheduler.shutdown().await;
    let left = job(waiting.await.unwrap());
    release("waits");
    let pool = fixture.pool();
    assert!(is_found(&fixture.over(left).await.outcome.unwrap()));
    pool.leave().await;
}

#[tokio::test]
async fn a_scheduler_that_ends_gives_its_runs_back() {
    let fixture = QueueFixture::new("ends", Bounds::default());
    let running = job(fixture.scheduler.submit("client", solve("ends"), SOON).await);
    fixture.scheduler.shutdown().await;
    assert_eq!(seen("ends").stops, 1);
    let depth = fixture.queue.depth().await.unwrap();
    assert_eq!((depth.queued, depth.running), (1, 0));
    release("ends");
    let pool = fixture.pool();
    assert_eq!(fixture.over(running).await.state, State::Done);
    pool.leave().await;
}
