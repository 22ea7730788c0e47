//! What only one of the queues does.

use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use server::queue::sqlite::SqliteQueue;
use server::queue::{Bounds, Heartbeat, JobQueue, JobRequest, OpenError, QueueError, State};

use crate::queue::fixture::{LONG, QueueFixture, done, job, push, solve, take};

#[tokio::test]
async fn two_servers_cannot_use_one_folder() {
    let fixture = QueueFixture::sqlite();
    let first = fixture.calm().await;
    let second = SqliteQueue::open(fixture.folder(), Bounds::default()).err().unwrap();
    assert!(matches!(second, OpenError::InUse(_)), "{second}");
    assert!(second.to_string().contains("another server"), "{second}");
    drop(first);
    fixture.calm().await;
}

#[tokio::test]
async fn a_killed_servers_runs_are_taken_up_at_once() {
    let fixture = QueueFixture::sqlite();
    let queue = fixture.calm().await;
    let enqueued = push(&queue, "ann", solve("a")).await;
    take(&queue, "w").await;
    drop(queue);
    // Its lease would have lasted longer than this test.
    let queue = fixture.calm().await;
    assert_eq!(take(&queue, "w").await.starts, 2);
    assert!(!job(&queue, &enqueued.id).await.state.is_over());
}

#[tokio::test]
async fn the_deaths_of_servers_end_a_run_only_after_the_last_start() {
    let fixture = QueueFixture::sqlite();
    let enqueued = push(&fixture.calm().await, "ann", solve("innocent")).await;
    for start in 1..=3 {
        assert_eq!(take(&fixture.calm().await, "w").await.starts, start);
    }
    // An operator's kill is no fault of the run, unless no start is left.
    assert_eq!(job(&fixture.calm().await, &enqueued.id).await.state, State::Queued);
    assert_eq!(take(&fixture.calm().await, "w").await.starts, 4);
    let few = fixture.open(Bounds { lease: LONG * 10, starts: 4, ..Bounds::default() }).await;
    assert!(job(&few, &enqueued.id).await.state.is_over());
}

#[test]
fn a_file_that_is_none_is_refused() {
    let fixture = QueueFixture::sqlite();
    fs::write(fixture.folder().join("queue.sqlite"), "not a database, but long enough to be looked at ".repeat(10))
        .unwrap();
    let error = SqliteQueue::open(fixture.folder(), Bounds::default()).err().unwrap();
    assert!(matches!(error, OpenError::Failed(_)), "{error}");
}

#[test]
fn a_later_format_is_refused() {
    let fixture = QueueFixture::sqlite();
    drop(SqliteQueue::open(fixture.folder(), Bounds::default()).unwrap());
    let file = rusqlite::Connection::open(fixture.folder().join("queue.sqlite")).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    drop(file);
    let error = SqliteQueue::open(fixture.folder(), Bounds::default()).err().unwrap();
    assert!(matches!(error, OpenError::TooNew { found: 99, .. }), "{error}");
}

/// The queue's file, locked as another process would lock it.
struct Locked(rusqlite::Connection);

impl Locked {
    fn file(fixture: &QueueFixture) -> Locked {
        let file = rusqlite::Connection::open(fixture.folder().join("queue.sqlite")).unwrap();
        file.execute_batch("BEGIN EXCLUSIVE").unwrap();
        Locked(file)
    }

    fn release(self) {
        self.0.execute_batch("ROLLBACK").unwrap();
    }
}

/// What the queue says while its file is locked, which takes less than a second.
async fn refused<T>(call: impl Future<Output = Result<T, QueueError>>) {
    let begun = Instant::now();
    let error = call.await.err().expect("the file is locked");
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert_eq!(error.to_string(), "the queue cannot be reached: another process has locked the file of the jobs");
}

/// Waits until the queue can be reached again.
async fn reached(queue: &Arc<dyn JobQueue>) {
    let again = async {
        while queue.depth().await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(LONG, again).await.unwrap();
}

#[tokio::test]
async fn a_locked_file_is_told_within_a_second_and_goes_on_when_it_is_released() {
    let fixture = QueueFixture::sqlite();
    let queue = fixture.open(Bounds { lease: Duration::from_secs(3), ..Bounds::default() }).await;
    let (waiting, running) = (push(&queue, "ann", solve("a")).await, push(&queue, "ann", solve("b")).await);
    let lease = take(&queue, "w").await;
    let locked = Locked::file(&fixture);
    let request = JobRequest { client: "ann".to_owned(), task: solve("c"), holder: None };
    // Many calls at once share one wait.
    let begun = Instant::now();
    let calls = futures_util::future::join_all((0..200).map(|_| refused(queue.depth())));
    calls.await;
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    refused(queue.push(&request)).await;
    refused(queue.job(&waiting.id)).await;
    refused(queue.watch(&waiting, LONG)).await;
    refused(queue.cancel(&waiting.id)).await;
    refused(queue.lease("w", false, LONG)).await;
    refused(queue.heartbeat(&lease, None)).await;
    refused(queue.finish(&lease, &done("b", true))).await;
    // Longer than a lease lasts: its clock stands.
    tokio::time::sleep(Duration::from_secs(3)).await;
    locked.release();
    reached(&queue).await;
    assert_eq!(queue.heartbeat(&lease, None).await.unwrap(), Heartbeat::GoOn);
    assert!(queue.finish(&lease, &done("b", true)).await.unwrap());
    let over = [job(&queue, &waiting.id).await, job(&queue, &running.id).await];
    assert_eq!(over.iter().filter(|job| job.state == State::Done).count(), 1);
    assert_eq!(take(&queue, "w").await.starts, 1);
    queue.push(&request).await.unwrap();
}

#[tokio::test]
async fn a_file_that_is_locked_at_the_start_is_opened_when_it_is_released() {
    let fixture = QueueFixture::sqlite();
    let enqueued = push(&fixture.calm().await, "ann", solve("a")).await;
    assert_eq!(take(&fixture.calm().await, "w").await.starts, 1);
    let locked = Locked::file(&fixture);
    let begun = Instant::now();
    let queue = fixture.calm().await;
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    refused(queue.depth()).await;
    refused(queue.job(&enqueued.id)).await;
    locked.release();
    reached(&queue).await;
    // The run of the former server is taken over.
    assert_eq!(take(&queue, "w").await.starts, 2);
}

#[cfg(unix)]
mod on_redis {
    use std::sync::Arc;

    use server::queue::redis::RedisQueue;
    use server::queue::{Bounds, Depth, JobQueue, JobRequest, OpenError, QueueError, State};
    use server::worker_pool::{Settings, WorkerPool};
    use tokio::time::{sleep, timeout};

    use crate::queue::fixture::{LONG, QueueFixture, SHORT, done, hint, job, limits, nothing, push, solve, take};
    use testkit::redis::RedisServer;

    fn open(server: &RedisServer, prefix: &str) -> Arc<dyn JobQueue> {
        Arc::new(RedisQueue::open(&server.address(), prefix, Bounds::default()).unwrap())
    }

    fn request(name: &str) -> JobRequest {
        JobRequest { client: "ann".to_owned(), task: solve(name), holder: None }
    }

    fn is_unreachable<T: std::fmt::Debug>(result: Result<T, QueueError>) {
        assert!(matches!(result, Err(QueueError::Unreachable(_))), "{result:?}");
    }

    /// As soon as the queue is reached.
    async fn depth(queue: &Arc<dyn JobQueue>) -> Depth {
        let reached = async {
            loop {
                match queue.depth().await {
                    Ok(depth) => return depth,
                    Err(_) => sleep(SHORT).await,
                }
            }
        };
        timeout(LONG, reached).await.unwrap()
    }

    #[tokio::test]
    async fn nothing_accepted_is_lost_when_redis_is_killed() {
        let mut server = RedisServer::start(&["--appendonly", "yes"]);
        let queue = open(&server, "menagerie");
        let finished = push(&queue, "ann", solve("finished")).await;
        let lease = take(&queue, "w").await;
        assert!(queue.finish(&lease, &done("end", true)).await.unwrap());
        let running = push(&queue, "ann", solve("running")).await;
        let lease = take(&queue, "w").await;
        let queued = push(&queue, "ann", solve("queued")).await;

        server.kill();
        is_unreachable(queue.push(&request("turned away")).await);
        is_unreachable(queue.job(&queued.id).await);
        is_unreachable(queue.watch(&queued, LONG).await);
        is_unreachable(queue.cancel(&queued.id).await);
        is_unreachable(queue.lease("w", false, LONG).await);
        is_unreachable(queue.heartbeat(&lease, None).await);
        is_unreachable(queue.finish(&lease, &done("end", true)).await);
        is_unreachable(queue.release(&lease).await);
        is_unreachable(queue.answer(&solve("finished").question_key(), &limits(1)).await);
        is_unreachable(queue.depth().await);

        server.restart();
        assert_eq!(depth(&queue).await, Depth { queued: 1, running: 1 });
        assert_eq!(job(&queue, &finished.id).await.outcome, Some(done("end", true)));
        assert!(queue.finish(&lease, &done("end", true)).await.unwrap());
        assert_eq!(job(&queue, &running.id).await.state, State::Done);
        assert_eq!(take(&queue, "w").await.task, solve("queued"));
        nothing(&queue).await;
    }

    #[tokio::test]
    async fn a_connection_that_was_cut_is_not_noticed() {
        let mut server = RedisServer::start(&["--appendonly", "yes"]);
        let queue = open(&server, "menagerie");
        let before = push(&queue, "ann", solve("before")).await;
        server.restart();
        push(&queue, "ann", solve("after")).await;
        server.restart();
        assert_eq!(job(&queue, &before.id).await.state, State::Queued);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_worker_pool_waits_for_redis_and_goes_on() {
        let mut server = RedisServer::start(&["--appendonly", "yes"]);
        let queue = open(&server, "menagerie");
        server.kill();
        let perform = Arc::new(|task: &tasks::Task, _, _, _: &dyn engines::Progress| done(&task.level, true));
        let pool = WorkerPool::start(&queue, &Settings { name: "pool".to_owned(), slots: 1, urgent_slots: 1, perform });
        for round in ["first", "second"] {
            is_unreachable(queue.depth().await);
            server.restart();
            depth(&queue).await;
            let mut seen = push(&queue, "ann", solve(round)).await;
            while !seen.state.is_over() {
                seen = timeout(LONG, queue.watch(&seen, LONG)).await.unwrap().unwrap().unwrap();
            }
            assert_eq!(seen.outcome, Some(done(round, true)));
            server.kill();
        }
        timeout(LONG, pool.leave()).await.unwrap();
    }

    #[tokio::test]
    async fn two_processes_share_and_two_prefixes_do_not() {
        let server = RedisServer::start(&[]);
        let (here, there, elsewhere) = (open(&server, "one"), open(&server, "one"), open(&server, "two"));
        let enqueued = push(&here, "ann", solve("a")).await;
        nothing(&elsewhere).await;
        assert_eq!(elsewhere.job(&enqueued.id).await.unwrap(), None);
        let watched = enqueued.clone();
        let watching = tokio::spawn(async move { here.watch(&watched, LONG).await.unwrap().unwrap() });
        take(&there, "w").await;
        assert_eq!(timeout(LONG, watching).await.unwrap().unwrap().state, State::Running);
    }

    #[tokio::test]
    async fn a_redis_that_lost_everything_begins_anew() {
        let mut server = RedisServer::start(&[]);
        let queue = open(&server, "menagerie");
        let lost = push(&queue, "ann", solve("a")).await;
        let lease = take(&queue, "w").await;
        server.restart();
        assert_eq!(depth(&queue).await, Depth::default());
        assert_eq!(queue.job(&lost.id).await.unwrap(), None);
        assert!(!queue.finish(&lease, &done("end", true)).await.unwrap());
        push(&queue, "ann", solve("a")).await;
        assert_eq!(take(&queue, "w").await.starts, 1);
    }

    #[tokio::test]
    async fn an_address_that_is_none_is_refused() {
        let error = RedisQueue::open("nonsense", "menagerie", Bounds::default()).err().unwrap();
        assert!(matches!(&error, OpenError::Failed(message) if message.contains("address")), "{error}");
        let error = RedisQueue::open("rediss://127.0.0.1", "menagerie", Bounds::default()).err().unwrap();
        assert!(error.to_string().starts_with("rediss:// (Redis over TLS) is not built in"), "{error}");
    }

    #[tokio::test]
    async fn a_password_that_is_wanted_or_wrong_is_told() {
        let server = RedisServer::start(&[]);
        let client = redis::Client::open(server.address()).unwrap();
        let mut connection = client.get_multiplexed_async_connection().await.unwrap();
        let words = ["SET", "requirepass", "sesame"];
        redis::cmd("CONFIG").arg(&words).query_async::<()>(&mut connection).await.unwrap();
        let with = |password: &str| server.address().replace("redis://", &format!("redis://{password}"));
        for (password, told) in [("", "wants a password"), (":open@", "refuses the user or the password")] {
            let queue = RedisQueue::open(&with(password), "menagerie", Bounds::default()).unwrap();
            let said = queue.depth().await.err().unwrap().to_string();
            assert!(said.contains(told), "{said}");
        }
        let queue = RedisQueue::open(&with(":sesame@"), "menagerie", Bounds::default()).unwrap();
        assert_eq!(queue.depth().await.unwrap(), Depth::default());
    }

    /// The two queues tell the same of the same long row of random moves.
    #[tokio::test]
    async fn both_queues_agree() {
        let bounds = Bounds { open_jobs: 5, queued_runs: 6, lease: LONG * 10, ..Bounds::default() };
        let (sqlite, redis) = (QueueFixture::sqlite(), QueueFixture::redis());
        let mut sqlite = Pair::new(sqlite.open(bounds).await);
        let mut redis = Pair::new(redis.open(bounds).await);
        let mut numbers = testkit::random::Random::new(7);
        for step in 0..1500 {
            let (choice, which) = (numbers.below(12), numbers.below(1 << 20));
            let (ours, theirs) = (sqlite.step(choice, which).await, redis.step(choice, which).await);
            assert_eq!(ours, theirs, "step {step}: {choice} {which}");
        }
    }

    /// A queue with all the jobs and leases that it ever gave.
    struct Pair {
        queue: Arc<dyn JobQueue>,
        jobs: Vec<server::queue::Job>,
        leases: Vec<server::queue::Lease>,
    }

    impl Pair {
        fn new(queue: Arc<dyn JobQueue>) -> Pair {
            Pair { queue, jobs: Vec::new(), leases: Vec::new() }
        }

        /// One move, and what it says without names that are random.
        async fn step(&mut self, choice: u64, which: u64) -> String {
            let said = match choice {
                0..=3 => self.push(which, choice == 0).await,
                4..=5 => self.lease(which.is_multiple_of(3)).await,
                6..=7 => self.cancel(which).await,
                _ => self.tell(choice, which).await,
            };
            let depth = self.queue.depth().await.unwrap();
            format!("{said}; {depth:?}; {}", self.look(which / 7).await)
        }

        async fn push(&mut self, which: u64, held: bool) -> String {
            let level = (which % 9).to_string();
            let mut task = if which.is_multiple_of(2) { hint(&level) } else { solve(&level) };
            task.limits = limits(which / 16 % 2);
            let holder = held.then(|| "holder".to_owned());
            let request = JobRequest { client: (which / 32 % 3).to_string(), task, holder };
            match self.queue.push(&request).await {
                Ok(enqueued) => {
                    let said = format!("{:?} {}", enqueued.job.state, enqueued.lease.is_some());
                    self.jobs.push(enqueued.job);
                    self.leases.extend(enqueued.lease);
                    said
                }
                Err(error) => error.to_string(),
            }
        }

        async fn lease(&mut self, urgent_only: bool) -> String {
            let lease = self.queue.lease("w", urgent_only, std::time::Duration::ZERO).await.unwrap();
            self.leases.extend(lease.clone());
            format!("{:?}", lease.map(|lease| (lease.run, lease.task, lease.starts)))
        }

        async fn cancel(&mut self, which: u64) -> String {
            let Some(job) = pick(&self.jobs, which) else { return String::new() };
            let after = self.queue.cancel(&job.id).await.unwrap().unwrap();
            format!("{:?} {:?}", after.state, after.outcome)
        }

        async fn tell(&mut self, choice: u64, which: u64) -> String {
            let Some(lease) = pick(&self.leases, which) else { return String::new() };
            match choice {
                8 => {
                    self.queue.release(lease).await.unwrap();
                    String::new()
                }
                9 => {
                    let advance = tasks::ProgressUpdate { done: which, ..Default::default() };
                    format!("{:?}", self.queue.heartbeat(lease, Some(&advance)).await.unwrap())
                }
                _ => {
                    // Not the same outcome twice: that would be the same move again.
                    let outcome = done(&format!("{which} {}", self.jobs.len()), which.is_multiple_of(5));
                    format!("{}", self.queue.finish(lease, &outcome).await.unwrap())
                }
            }
        }

        async fn look(&self, which: u64) -> String {
            let Some(job) = pick(&self.jobs, which) else { return String::new() };
            let job = self.queue.job(&job.id).await.unwrap().unwrap();
            let question = solve(&(which % 9).to_string()).question_key();
            let answer = self.queue.answer(&question, &limits(which % 2)).await.unwrap();
            format!("{:?} {:?} {:?} {answer:?}", job.state, job.progress, job.outcome)
        }
    }

    /// The latest ones are asked about most.
    fn pick<T>(all: &[T], which: u64) -> Option<&T> {
        let back = usize::try_from(which % 64).ok()?.min(usize::try_from(which / 64 % 64).ok()?);
        all.iter().rev().nth(back)
    }
}
