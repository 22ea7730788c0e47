//! Real worker processes and servers over a real Redis, some of which are killed.

#![cfg(unix)]
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use puzzles::{Options, QuestionKind};
use serde_json::{Value, json};
use server::queue::redis::{PREFIX, RedisQueue};
use server::queue::{Bounds, Depth, Job, JobQueue, JobRequest, Process as Member, QueueError, Role, State};
use server::task::{Limits, Operation, Outcome, Reason, Task};
use server::worker_pool::{Settings, WorkerPool};
use testkit::redis::RedisServer;
use testkit::server::{LONG, Process};
use tokio::time::{sleep, timeout};

/// Between two looks.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Eighty moves, too many for the nodes allowed: some seconds of work with always the same end.
const FIFTEEN: &str = r#"board = "grid 4x4"
plates = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "-"]
pebbles = ["-", "12", "9", "13", "15", "11", "10", "14", "3", "7", "2", "5", "4", "8", "6", "1"]
"#;

/// Two moves.
const NEAR: &str = r#"board = "grid 2x2"
plates = ["1", "2", "3", "-"]
pebbles = ["-", "1", "3", "2"]
"#;

fn solve(nodes: u64) -> Task {
    let limits = Limits { nodes: Some(nodes), bytes: 1 << 30, millis: 600_000 };
    let operation = Operation::Ask { question: QuestionKind::SOLVE, asked: Options::default(), picture: false };
    Task { family: "pebble".to_owned(), level: FIFTEEN.to_owned(), operation, limits }
}

/// Some seconds of work.
fn long() -> Task {
    solve(30_000_000)
}

fn open(redis: &RedisServer, bounds: Bounds) -> Arc<dyn JobQueue> {
    Arc::new(RedisQueue::open(&redis.address(), PREFIX, bounds).unwrap())
}

async fn push(queue: &Arc<dyn JobQueue>, client: &str, task: Task) -> Job {
    queue.push(&JobRequest { client: client.to_owned(), task, holder: None }).await.unwrap().job
}

/// The job as soon as this holds of it, whether Redis is there all the time or not.
async fn until(queue: &Arc<dyn JobQueue>, first: &Job, holds: impl Fn(&Job) -> bool) -> Job {
    let found = async {
        let mut seen = first.clone();
        while !holds(&seen) {
            match queue.watch(&seen, LONG).await {
                Ok(job) => seen = job.expect("a job is never lost"),
                Err(_) => sleep(POLL_INTERVAL).await,
            }
        }
        seen
    };
    timeout(LONG, found).await.expect("the job never came so far")
}

async fn in_the_middle(queue: &Arc<dyn JobQueue>, job: &Job) -> Job {
    let job = until(queue, job, |job| job.progress.is_some() || job.state.is_over()).await;
    assert_eq!(job.state, State::Running, "{job:?}");
    job
}

async fn over(queue: &Arc<dyn JobQueue>, job: &Job) -> Job {
    until(queue, job, |job| job.state.is_over()).await
}

/// The program under test.
const MENAGERIE: &str = env!("CARGO_BIN_EXE_menagerie");

/// Starts it over this Redis.
fn start(redis: &RedisServer, arguments: &[&str]) -> Process {
    let mut command = Command::new(MENAGERIE);
    command.args(arguments).args(["--redis", &redis.address(), "--no-cache", "--log", "text"]).stderr(Stdio::piped());
    let process = Process::start(&mut command);
    assert!(process.line.starts_with("menagerie: "), "{}", process.line);
    process
}

fn worker(redis: &RedisServer) -> Process {
    start(redis, &["worker", "--slots", "1"])
}

fn server(redis: &RedisServer) -> Process {
    start(redis, &["serve", "--slots", "1", "--listen", "127.0.0.1:0"])
}

/// Asks it to end; its log.
fn leave(process: Process) -> String {
    let (status, log) = process.end();
    assert!(status.success(), "{log}");
    log
}

/// One request: status, headers and object.
fn request(server: &Process, method: &str, path: &str, headers: &str, body: &str) -> (u16, String, Value) {
    let response = testkit::server::request(server.address(), method, path, headers, body);
    let object = response.json();
    assert!(!object.is_null(), "{response:?}");
    (response.status, response.head, object)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_workers_job_is_answered_once_by_another() {
    let redis = RedisServer::start(&[]);
    let queue = open(&redis, Bounds::default());
    let first = worker(&redis);
    let (ann, bob) = (push(&queue, "ann", long()).await, push(&queue, "bob", long()).await);
    in_the_middle(&queue, &ann).await;
    let second = worker(&redis);
    // Dropped is killed, by SIGKILL.
    drop(first);
    let killed = Instant::now();
    // Its last words may still be on their way.
    sleep(Duration::from_secs(1)).await;
    let stale = queue.job(&ann.id).await.unwrap().unwrap();
    until(&queue, &stale, |job| job.progress != stale.progress || job.state.is_over()).await;
    println!("taken up again, and first progress seen, after {:.1} s", killed.elapsed().as_secs_f64());
    let (ann, bob) = (over(&queue, &ann).await, over(&queue, &bob).await);
    let Some(Outcome::Done { result, is_conclusive: false }) = &ann.outcome else { panic!("{ann:?}") };
    let answer = result.value();
    assert_eq!((&answer["verdict"], &answer["answer"]["optimal"]), (&json!("found"), &json!(false)), "{answer}");
    assert_eq!(ann.outcome, bob.outcome);
    assert_eq!(queue.depth().await.unwrap(), Depth::default());
    let log = leave(second);
    assert_eq!(log.matches("ended=Finished").count(), 1, "{log}");
    assert_eq!(log.matches("starts=2").count(), 1, "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_accepted_is_lost_when_redis_is_killed() {
    let mut redis = RedisServer::start(&["--appendonly", "yes"]);
    let queue = open(&redis, Bounds::default());
    let worker = worker(&redis);
    let running = push(&queue, "ann", long()).await;
    in_the_middle(&queue, &running).await;
    let mut waiting = Vec::new();
    for nodes in 1..=8 {
        waiting.push(push(&queue, "ann", solve(nodes * 1000)).await);
    }
    redis.kill();
    let refused = queue.push(&JobRequest { client: "ann".to_owned(), task: solve(1), holder: None }).await;
    assert!(matches!(refused, Err(QueueError::Unreachable(_))), "{refused:?}");
    sleep(Duration::from_secs(1)).await;
    redis.restart();
    for job in waiting.iter().chain([&running]) {
        let over = over(&queue, job).await;
        assert_eq!(over.state, State::Done, "{over:?}");
    }
    let log = leave(worker);
    assert_eq!(log.matches("ended=Finished").count(), 9, "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_leaves_gives_its_job_back() {
    let redis = RedisServer::start(&[]);
    let queue = open(&redis, Bounds { lease: LONG * 10, ..Bounds::default() });
    let worker = worker(&redis);
    let job = push(&queue, "ann", long()).await;
    in_the_middle(&queue, &job).await;
    let log = leave(worker);
    assert_eq!(log.matches("ended=GivenBack").count(), 1, "{log}");
    assert_eq!(queue.lease("next", false, LONG).await.unwrap().unwrap().starts, 1);
}

/// Names the Redis of a worker that dies over every task.
const POISONED: &str = "MENAGERIE_TEST_POISONED_WORKER";

/// Starts of a run that nothing isolates.
const STARTS: u32 = 3;

fn hasty() -> Bounds {
    Bounds { lease: Duration::from_millis(300), starts: STARTS, ..Bounds::default() }
}

#[tokio::test]
#[ignore = "a process of the next test, not a test"]
async fn poisoned_worker() {
    let Ok(address) = std::env::var(POISONED) else { return };
    let queue: Arc<dyn JobQueue> = Arc::new(RedisQueue::open(&address, PREFIX, hasty()).unwrap());
    let perform = Arc::new(|_: &Task, _, _, _: &dyn engines::Progress| std::process::abort());
    let _crew = WorkerPool::start(&queue, &Settings { name: "victim".to_owned(), slots: 1, urgent_slots: 0, perform });
    sleep(LONG).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_that_kills_its_workers_stops_after_the_last_start() {
    let redis = RedisServer::start(&[]);
    let queue = open(&redis, hasty());
    let job = push(&queue, "ann", long()).await;
    let mut deaths = 0;
    let begun = Instant::now();
    // Whoever starts workers starts them again and again.
    let over = loop {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "workers::poisoned_worker"])
            .env(POISONED, redis.address())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let over = loop {
            if victim.try_wait().unwrap().is_some() {
                deaths += 1;
                break None;
            }
            let now = queue.job(&job.id).await.unwrap().unwrap();
            if now.state.is_over() {
                let _ = victim.kill();
                let _ = victim.wait();
                break Some(now);
            }
            assert!(begun.elapsed() < LONG, "{now:?} after {deaths} deaths");
            sleep(POLL_INTERVAL).await;
        };
        if let Some(over) = over {
            break over;
        }
    };
    let Some(Outcome::Failed(failure)) = over.outcome else { panic!("{over:?}") };
    assert_eq!((deaths, failure.reason), (STARTS, Reason::KilledItsWorkers));
    assert_eq!(queue.depth().await.unwrap(), Depth::default());
}

#[test]
fn two_servers_share_jobs_and_say_when_redis_is_away() {
    let mut redis = RedisServer::start(&["--appendonly", "yes"]);
    let (here, there) = (server(&redis), server(&redis));
    let options = json!({"nodes": 3_000_000, "time": "60s"});
    let body = json!({"family": "pebble", "level": FIFTEEN, "question": "solve", "options": options}).to_string();
    let at_once = "prefer: respond-async\r\n";
    let (status, head, job) = request(&here, "POST", "/api/v1/ask", at_once, &body);
    assert_eq!(status, 202, "{head} {job}");
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    let answer = poll(&there, &path);
    let result = &answer["result"];
    assert_eq!((&answer["state"], &result["verdict"]), (&json!("done"), &json!("found")), "{answer}");
    assert_eq!(result["answer"]["optimal"], false, "{answer}");

    redis.kill();
    let other = body.replace("3000000", "3000001");
    assert_eq!(request(&here, "POST", "/api/v1/ask", at_once, &other).0, 503);
    assert_eq!(request(&there, "GET", &path, "", "").0, 503);
    redis.restart();
    assert_eq!(poll(&here, &path)["result"], answer["result"]);
    let (status, head, job) = request(&there, "POST", "/api/v1/ask", at_once, &other);
    assert_eq!(status, 202, "{head} {job}");
    let answer = poll(&here, &format!("/api/v1/jobs/{}", job["id"].as_str().unwrap()));
    assert_eq!(answer["state"], "done", "{answer}");
}

#[test]
fn health_and_metrics_answer_while_redis_hangs() {
    let redis = RedisServer::start(&[]);
    let server = server(&redis);
    let up = |up: bool| format!("menagerie_queue_up {}\n", u8::from(up));
    // A first answer, so that the connection is there.
    server_says(&server, &up(true));
    let status = |path| testkit::server::request(server.address(), "GET", path, "", "").status;
    assert_eq!((status("/health"), status("/ready")), (200, 200));
    redis.hang(true);
    let begun = Instant::now();
    assert_eq!((status("/health"), status("/ready")), (200, 503), "it lives, and can take no questions");
    server_says(&server, &up(false));
    assert!(
        begun.elapsed() < Duration::from_secs(4),
        "the queue's own patience is five seconds: {:?}",
        begun.elapsed()
    );
    redis.hang(false);
}

/// Asserts that the metrics hold a line.
fn server_says(server: &Process, line: &str) {
    let said = testkit::server::request(server.address(), "GET", "/metrics", "", "");
    assert!(said.status == 200 && said.body.contains(line), "{}", said.body);
}

#[test]
fn a_front_end_gives_hints_and_leaves_long_work_to_workers() {
    let redis = RedisServer::start(&[]);
    let front = start(&redis, &["serve", "--slots", "0", "--listen", "127.0.0.1:0"]);
    let question = |question: &str, headers: &str| {
        let body = json!({"family": "pebble", "level": NEAR, "question": question}).to_string();
        request(&front, "POST", "/api/v1/ask", headers, &body)
    };
    let (status, head, hint) = question("hint", "");
    assert_eq!((status, &hint["answer"]["moves_left"]), (200, &json!(2)), "{head} {hint}");
    let (status, head, job) = question("solve", "prefer: wait=1\r\n");
    assert_eq!((status, &job["state"]), (202, &json!("queued")), "{head} {job}");
    let worker = worker(&redis);
    let job = poll(&front, &format!("/api/v1/jobs/{}", job["id"].as_str().unwrap()));
    assert_eq!(job["result"]["answer"]["moves"], 2, "{job}");
    assert_eq!(question("solve", "").0, 200);
    let log = leave(worker);
    assert_eq!(log.matches("ended=Finished").count(), 1, "{log}");
}

/// The job once it is over, and whenever its queue is back.
fn poll(server: &Process, path: &str) -> Value {
    let begun = Instant::now();
    loop {
        let (status, _, job) = request(server, "GET", path, "", "");
        if status == 200 && !["queued", "running"].iter().any(|state| job["state"] == *state) {
            return job;
        }
        assert!(matches!(status, 200 | 503) && begun.elapsed() < LONG, "{status} {job}");
        std::thread::sleep(POLL_INTERVAL);
    }
}

#[test]
fn a_worker_is_watched_at_an_address_of_its_own() {
    let redis = RedisServer::start(&[]);
    let worker = start(&redis, &["worker", "--slots", "3", "--listen", "127.0.0.1:0"]);
    let server = server(&redis);
    let get = |path| testkit::server::request(worker.address(), "GET", path, "", "");
    assert_eq!((get("/health").status, get("/ready").status, get("/other").status), (200, 200, 404));
    let metrics = get("/metrics").body;
    for line in [
        "menagerie_worker_slots 3\n",
        "menagerie_jobs_worked_total{ended=\"done\"} 0\n",
        "menagerie_queue_up 1\n",
        "menagerie_processes{role=\"server\",version=\"0.1.0\"} 1\n",
        "menagerie_slots{role=\"worker\",version=\"0.1.0\"} 3\n",
    ] {
        assert!(metrics.contains(line), "{line}{metrics}");
    }
    server_says(&server, "menagerie_processes{role=\"worker\",version=\"0.1.0\"} 1\n");
    redis.hang(true);
    assert_eq!((get("/health").status, get("/ready").status), (200, 503));
    redis.hang(false);
    leave(worker);
    server_says(&server, "menagerie_processes{role=\"server\",version=\"0.1.0\"} 1\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_drains_the_queue_and_ends() {
    let redis = RedisServer::start(&[]);
    let queue = open(&redis, Bounds::default());
    let jobs = [push(&queue, "ann", solve(300_000)).await, push(&queue, "bob", solve(300_001)).await];
    let server = server(&redis);
    let worker = start(&redis, &["worker", "--slots", "1", "--drain"]);
    for job in &jobs {
        assert_eq!(over(&queue, job).await.state, State::Done);
    }
    let (status, rest) = worker.wait();
    assert!(status.success() && rest.contains("the queue is empty"), "{rest}");
    let request = JobRequest { client: "ann".to_owned(), task: solve(300_002), holder: None };
    assert!(matches!(queue.push(&request).await, Err(QueueError::Draining)));
    let body = json!({"family": "pebble", "level": NEAR}).to_string();
    let (status, head, problem) = self::request(&server, "POST", "/api/v1/ask", "prefer: respond-async\r\n", &body);
    assert_eq!((status, &problem["type"]), (503, &json!("/api#unavailable")), "{head} {problem}");
    let (status, _, hint) = self::request(&server, "POST", "/api/v1/hint", "", &body);
    assert_eq!((status, &hint["answer"]["moves_left"]), (200, &json!(2)), "hints go on: {hint}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_drain_that_is_stopped_lets_the_queue_go_on() {
    let redis = RedisServer::start(&[]);
    let queue = open(&redis, Bounds::default());
    let job = push(&queue, "ann", long()).await;
    let worker = start(&redis, &["worker", "--slots", "1", "--drain"]);
    in_the_middle(&queue, &job).await;
    let (status, log) = worker.end();
    assert_eq!(status.code(), Some(12), "{log}");
    let request = JobRequest { client: "bob".to_owned(), task: solve(300_003), holder: None };
    let taken = async {
        while queue.push(&request).await.is_err() {
            sleep(POLL_INTERVAL).await;
        }
    };
    timeout(LONG, taken).await.expect("it takes jobs again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_of_another_version_is_refused_and_ends() {
    let redis = RedisServer::start(&[]);
    let worker = start(&redis, &["worker", "--slots", "1"]);
    let next = RedisQueue::open_as("99.0.0", &redis.address(), PREFIX, Bounds::default()).unwrap();
    let process = Member { name: "next".into(), role: Role::Worker, version: "99.0.0".into(), slots: 1 };
    let refused = next.join(&process).await.unwrap_err().to_string();
    assert!(refused.contains("and 1 of its servers and workers run"), "{refused}");
    // As if it had been drained.
    open(&redis, Bounds::default()).drain(LONG).await.unwrap();
    next.join(&process).await.unwrap();
    let (status, _) = worker.wait();
    assert_eq!(status.code(), Some(1), "it takes no more jobs");
    for verb in [&["worker"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let output = Command::new(MENAGERIE).args(verb).args(["--redis", &redis.address()]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains("the queue is that of menagerie 99.0.0"), "{said}");
    }
}

#[test]
fn an_address_that_is_none_is_refused() {
    let output = Command::new(MENAGERIE).args(["worker", "--redis", "nonsense"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("address of Redis"), "{output:?}");
}
