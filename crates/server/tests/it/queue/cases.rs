//! The cases.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use server::queue::{Bounds, Depth, Heartbeat, JobQueue, QueueError, State};
use tasks::{Failure, Limits, Outcome, ProgressUpdate, Reason};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::queue::fixture::{
    LONG, QueueFixture, SHORT, STARTS, done, hint, job, limits, nothing, push, push_held, solve, take,
};

super::on_every_queue! { cases:
    a_job_is_queued_runs_and_is_done
    the_oldest_comes_first
    urgent_runs_come_first
    equal_tasks_share_one_run
    other_limits_are_another_run
    a_run_goes_on_until_its_last_job_is_given_up
    a_run_given_up_before_it_starts_never_starts
    what_is_over_stays_as_it_is
    a_lost_lease_finishes_nothing
    heartbeats_keep_a_lease
    the_verdict_comes_after_the_last_start
    a_released_start_does_not_count
    a_conclusive_outcome_is_for_everybody
    an_unfinished_answer_is_not_for_those_who_may_spend_more
    a_better_answer_stays
    failures_and_runs_given_up_leave_no_answer
    one_client_may_have_so_many_open_jobs
    so_many_runs_may_wait
    a_holder_gets_the_lease_at_once
    a_holder_that_dies_is_replaced
    whoever_watches_hears_of_progress_and_end
    whoever_waits_for_work_hears_of_it
    many_workers_share_without_doing_anything_twice
    everything_is_there_after_reopening
    old_jobs_and_answers_go
    unknown_jobs_are_unknown
}

async fn a_job_is_queued_runs_and_is_done(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let enqueued = push(&queue, "ann", solve("a")).await;
    assert_eq!((enqueued.state, &enqueued.progress, &enqueued.outcome), (State::Queued, &None, &None));
    assert_eq!(queue.depth().await.unwrap(), Depth { queued: 1, running: 0 });

    let lease = take(&queue, "w").await;
    assert_eq!((&lease.task, &lease.run, lease.starts), (&solve("a"), &solve("a").run_key(), 1));
    assert_eq!(job(&queue, &enqueued.id).await.state, State::Running);
    assert_eq!(queue.depth().await.unwrap(), Depth { queued: 0, running: 1 });
    nothing(&queue).await;

    assert!(queue.finish(&lease, &done("end", true)).await.unwrap());
    let after = job(&queue, &enqueued.id).await;
    assert_eq!((after.state, after.outcome), (State::Done, Some(done("end", true))));
    assert_eq!(queue.depth().await.unwrap(), Depth::default());
    nothing(&queue).await;
}

async fn the_oldest_comes_first(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    for name in ["a", "b", "c"] {
        push(&queue, "ann", solve(name)).await;
    }
    for name in ["a", "b", "c"] {
        assert_eq!(take(&queue, "w").await.task.level, name);
    }
}

async fn urgent_runs_come_first(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    push(&queue, "ann", solve("long")).await;
    assert_eq!(queue.lease("hints", true, SHORT).await.unwrap(), None);
    push(&queue, "ann", hint("quick")).await;
    push(&queue, "ann", hint("quick too")).await;
    assert_eq!(take(&queue, "w").await.task, hint("quick"));
    assert_eq!(queue.lease("hints", true, LONG).await.unwrap().unwrap().task, hint("quick too"));
    assert_eq!(take(&queue, "w").await.task, solve("long"));
}

async fn equal_tasks_share_one_run(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let first = push(&queue, "ann", solve("a")).await;
    let second = push(&queue, "bob", solve("a")).await;
    assert_ne!(first.id, second.id);
    let lease = take(&queue, "w").await;
    let third = push(&queue, "cy", solve("a")).await;
    assert_eq!(third.state, State::Running);
    nothing(&queue).await;
    assert!(queue.finish(&lease, &done("end", false)).await.unwrap());
    for one in [first, second, third] {
        assert_eq!(job(&queue, &one.id).await.outcome, Some(done("end", false)));
    }
    // The run is over: the next asker begins another.
    push(&queue, "dot", solve("a")).await;
    take(&queue, "w").await;
}

async fn other_limits_are_another_run(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    push(&queue, "ann", solve("a")).await;
    let mut longer = solve("a");
    longer.limits.millis += 1;
    push(&queue, "ann", longer).await;
    take(&queue, "w").await;
    take(&queue, "w").await;
}

async fn a_run_goes_on_until_its_last_job_is_given_up(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let first = push(&queue, "ann", solve("a")).await;
    let second = push(&queue, "bob", solve("a")).await;
    let lease = take(&queue, "w").await;
    assert_eq!(queue.cancel(&first.id).await.unwrap().unwrap().state, State::Cancelled);
    assert_eq!(queue.heartbeat(&lease, None).await.unwrap(), Heartbeat::GoOn);
    assert_eq!(job(&queue, &second.id).await.state, State::Running);

    assert_eq!(queue.cancel(&second.id).await.unwrap().unwrap().state, State::Cancelled);
    assert_eq!(queue.heartbeat(&lease, None).await.unwrap(), Heartbeat::Stop);
    assert!(!queue.finish(&lease, &done("late", true)).await.unwrap());
    assert_eq!(job(&queue, &second.id).await.outcome, None);
    assert_eq!(queue.depth().await.unwrap(), Depth::default());
}

async fn a_run_given_up_before_it_starts_never_starts(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let given_up = push(&queue, "ann", solve("a")).await;
    queue.cancel(&given_up.id).await.unwrap();
    nothing(&queue).await;
    assert_eq!(queue.depth().await.unwrap(), Depth::default());
    let again = push(&queue, "ann", solve("a")).await;
    take(&queue, "w").await;
    assert_eq!(job(&queue, &again.id).await.state, State::Running);
    assert_eq!(job(&queue, &given_up.id).await.state, State::Cancelled);
}

async fn what_is_over_stays_as_it_is(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let finished = push(&queue, "ann", solve("a")).await;
    let lease = take(&queue, "w").await;
    assert!(queue.finish(&lease, &done("first", true)).await.unwrap());
    let before = job(&queue, &finished.id).await;
    assert_eq!(queue.cancel(&finished.id).await.unwrap(), Some(before.clone()));
    queue.finish(&lease, &done("second", true)).await.unwrap();
    queue.release(&lease).await.unwrap();
    assert_eq!(queue.heartbeat(&lease, None).await.unwrap(), Heartbeat::Stop);
    assert_eq!(job(&queue, &finished.id).await, before);
    nothing(&queue).await;
    let failed = push(&queue, "ann", solve("b")).await;
    let lease = take(&queue, "w").await;
    assert!(queue.finish(&lease, &failure()).await.unwrap());
    let after = job(&queue, &failed.id).await;
    assert_eq!((after.state, after.outcome), (State::Failed, Some(failure())));
}

fn failure() -> Outcome {
    Outcome::Failed(Failure { reason: Reason::Exceeded, message: "too much".to_owned(), problems: Vec::new() })
}

async fn a_lost_lease_finishes_nothing(fixture: QueueFixture) {
    let queue = fixture.hasty().await;
    let enqueued = push(&queue, "ann", solve("a")).await;
    let dead = take(&queue, "dead").await;
    let alive = take(&queue, "alive").await;
    assert_eq!((alive.starts, &alive.task), (2, &dead.task));
    assert_ne!(alive.token, dead.token);
    assert_eq!(queue.heartbeat(&dead, None).await.unwrap(), Heartbeat::Stop);
    queue.release(&dead).await.unwrap();
    assert!(!queue.finish(&dead, &done("dead", true)).await.unwrap());
    assert!(queue.finish(&alive, &done("alive", true)).await.unwrap());
    assert_eq!(job(&queue, &enqueued.id).await.outcome, Some(done("alive", true)));
}

async fn heartbeats_keep_a_lease(fixture: QueueFixture) {
    let queue = fixture.open(Bounds { lease: Duration::from_millis(1500), ..Bounds::default() }).await;
    push(&queue, "ann", solve("a")).await;
    let lease = take(&queue, "w").await;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(4) {
        assert_eq!(queue.heartbeat(&lease, None).await.unwrap(), Heartbeat::GoOn);
        assert_eq!(queue.lease("other", false, SHORT).await.unwrap(), None);
    }
    assert!(queue.finish(&lease, &done("end", true)).await.unwrap());
}

async fn the_verdict_comes_after_the_last_start(fixture: QueueFixture) {
    let queue = fixture.hasty().await;
    let enqueued = push(&queue, "ann", solve("poison")).await;
    for start in 1..=STARTS {
        assert_eq!(take(&queue, "victim").await.starts, start);
    }
    let over = async {
        loop {
            nothing(&queue).await;
            let now = job(&queue, &enqueued.id).await;
            if now.state.is_over() {
                return now;
            }
        }
    };
    let over = tokio::time::timeout(LONG, over).await.unwrap();
    let Some(Outcome::Failed(failure)) = over.outcome else { panic!("{over:?}") };
    assert_eq!((over.state, failure.reason), (State::Failed, Reason::KilledItsWorkers));
    assert_eq!(queue.depth().await.unwrap(), Depth::default());
}

async fn a_released_start_does_not_count(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let enqueued = push(&queue, "ann", solve("a")).await;
    push(&queue, "ann", solve("b")).await;
    for _ in 0..STARTS + 2 {
        let lease = take(&queue, "w").await;
        // It does not go behind those that came later.
        assert_eq!((lease.task.level.as_str(), lease.starts), ("a", 1));
        queue.release(&lease).await.unwrap();
        assert_eq!(job(&queue, &enqueued.id).await.state, State::Queued);
        assert_eq!(queue.depth().await.unwrap(), Depth { queued: 2, running: 0 });
        assert!(!queue.finish(&lease, &done("late", true)).await.unwrap());
    }
}

/// Asks for this task with these limits, and answers it.
async fn answered(queue: &Arc<dyn JobQueue>, limits: Limits, outcome: &Outcome) {
    let mut task = solve("a");
    task.limits = limits;
    push(queue, "ann", task).await;
    let lease = take(queue, "w").await;
    assert!(queue.finish(&lease, outcome).await.unwrap());
}

async fn kept(queue: &Arc<dyn JobQueue>, limits: Limits) -> Option<Outcome> {
    queue.answer(&solve("a").question_key(), &limits).await.unwrap()
}

async fn a_conclusive_outcome_is_for_everybody(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    assert_eq!(kept(&queue, limits(1)).await, None);
    answered(&queue, limits(100), &done("proven", true)).await;
    assert_eq!(kept(&queue, limits(1)).await, Some(done("proven", true)));
    assert_eq!(kept(&queue, limits(u64::MAX)).await, Some(done("proven", true)));
    assert_eq!(queue.answer(&solve("b").question_key(), &limits(1)).await.unwrap(), None);
}

async fn an_unfinished_answer_is_not_for_those_who_may_spend_more(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    answered(&queue, limits(100), &done("cut short", false)).await;
    assert_eq!(kept(&queue, limits(100)).await, Some(done("cut short", false)));
    assert_eq!(kept(&queue, limits(99)).await, Some(done("cut short", false)));
    assert_eq!(kept(&queue, limits(101)).await, None);
    assert_eq!(kept(&queue, Limits { bytes: 1 << 31, ..limits(100) }).await, None);
    assert_eq!(kept(&queue, Limits { nodes: Some(5), ..limits(100) }).await, Some(done("cut short", false)));
    answered(&queue, Limits { nodes: Some(5), ..limits(200) }, &done("few nodes", false)).await;
    assert_eq!(kept(&queue, limits(200)).await, None);
}

async fn a_better_answer_stays(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    answered(&queue, limits(100), &done("long", false)).await;
    answered(&queue, limits(50), &done("short", false)).await;
    assert_eq!(kept(&queue, limits(100)).await, Some(done("long", false)));
    answered(&queue, limits(200), &done("longer", false)).await;
    assert_eq!(kept(&queue, limits(200)).await, Some(done("longer", false)));
    answered(&queue, limits(1), &done("proven", true)).await;
    answered(&queue, limits(400), &done("longest", false)).await;
    assert_eq!(kept(&queue, limits(400)).await, Some(done("proven", true)));
}

async fn failures_and_runs_given_up_leave_no_answer(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    answered(&queue, limits(100), &failure()).await;
    assert_eq!(kept(&queue, limits(1)).await, None);
    let given_up = push(&queue, "ann", solve("a")).await;
    let lease = take(&queue, "w").await;
    queue.cancel(&given_up.id).await.unwrap();
    queue.finish(&lease, &done("stopped", false)).await.unwrap();
    assert_eq!(kept(&queue, limits(1)).await, None);
}

fn is_full<T: std::fmt::Debug>(result: Result<T, QueueError>) -> String {
    match result {
        Err(QueueError::Full { what, retry_after }) => {
            assert!(retry_after >= Duration::from_secs(1), "{retry_after:?}");
            what
        }
        other => panic!("{other:?}"),
    }
}

fn request(client: &str, name: &str) -> server::queue::JobRequest {
    server::queue::JobRequest { client: client.to_owned(), task: solve(name), holder: None }
}

async fn one_client_may_have_so_many_open_jobs(fixture: QueueFixture) {
    let queue = fixture.open(Bounds { open_jobs: 2, lease: LONG * 10, ..Bounds::default() }).await;
    let first = push(&queue, "ann", solve("a")).await;
    let second = push(&queue, "ann", solve("a")).await;
    let what = is_full(queue.push(&request("ann", "a")).await);
    assert!(what.contains("client"), "{what}");
    push(&queue, "bob", solve("a")).await;
    queue.cancel(&second.id).await.unwrap();
    queue.cancel(&second.id).await.unwrap();
    push(&queue, "ann", solve("b")).await;
    is_full(queue.push(&request("ann", "c")).await);
    let lease = take(&queue, "w").await;
    queue.finish(&lease, &done("end", true)).await.unwrap();
    queue.cancel(&first.id).await.unwrap();
    push(&queue, "ann", solve("c")).await;
    is_full(queue.push(&request("ann", "d")).await);
}

async fn so_many_runs_may_wait(fixture: QueueFixture) {
    let queue = fixture.open(Bounds { queued_runs: 2, lease: LONG * 10, ..Bounds::default() }).await;
    push(&queue, "ann", solve("a")).await;
    push(&queue, "ann", hint("b")).await;
    is_full(queue.push(&request("bob", "c")).await);
    // What joins a run, or runs already, does not wait.
    push(&queue, "bob", solve("a")).await;
    assert!(push_held(&queue, "bob", solve("held")).await.lease.is_some());
    assert_eq!(queue.depth().await.unwrap(), Depth { queued: 2, running: 1 });
    take(&queue, "w").await;
    push(&queue, "bob", solve("c")).await;
    is_full(queue.push(&request("bob", "d")).await);
}

async fn a_holder_gets_the_lease_at_once(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    push(&queue, "ann", solve("waits")).await;
    let held = push_held(&queue, "ann", solve("held")).await;
    let lease = held.lease.unwrap();
    assert_eq!((held.job.state, &lease.task, lease.starts), (State::Running, &solve("held"), 1));
    let joined = push_held(&queue, "bob", solve("held")).await;
    assert_eq!((joined.job.state, joined.lease), (State::Running, None));
    let waits = push_held(&queue, "bob", solve("waits")).await;
    assert_eq!((waits.job.state, waits.lease), (State::Queued, None));
    assert_eq!(take(&queue, "w").await.task, solve("waits"));
    nothing(&queue).await;
    assert_eq!(queue.heartbeat(&lease, None).await.unwrap(), Heartbeat::GoOn);
    assert!(queue.finish(&lease, &done("end", true)).await.unwrap());
    assert_eq!(job(&queue, &joined.job.id).await.outcome, Some(done("end", true)));
    // And given back, it goes to whoever is free.
    let lease = push_held(&queue, "ann", solve("again")).await.lease.unwrap();
    queue.release(&lease).await.unwrap();
    assert_eq!(take(&queue, "w").await.starts, 1);
}

async fn a_holder_that_dies_is_replaced(fixture: QueueFixture) {
    let queue = fixture.hasty().await;
    let held = push_held(&queue, "ann", hint("held")).await;
    let lease = take(&queue, "w").await;
    assert_eq!((&lease.task, lease.starts), (&hint("held"), 2));
    assert!(!queue.finish(&held.lease.unwrap(), &done("dead", true)).await.unwrap());
    assert!(queue.finish(&lease, &done("alive", true)).await.unwrap());
    assert_eq!(job(&queue, &held.job.id).await.outcome, Some(done("alive", true)));
}

async fn whoever_watches_hears_of_progress_and_end(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let enqueued = push(&queue, "ann", solve("a")).await;
    assert_eq!(queue.watch(&enqueued, SHORT).await.unwrap(), Some(enqueued.clone()));
    let (heard, watcher) = (Arc::clone(&queue), enqueued.clone());
    let watching = tokio::spawn(async move {
        let mut seen = vec![watcher];
        while !seen.last().unwrap().state.is_over() {
            let next = heard.watch(seen.last().unwrap(), LONG).await.unwrap().unwrap();
            seen.push(next);
        }
        seen
    });
    let lease = take(&queue, "w").await;
    let advance =
        ProgressUpdate { stage: "depth 3".to_owned(), done: 1, total: Some(9), at_least: Some(4), nodes: 1 << 60 };
    assert_eq!(queue.heartbeat(&lease, Some(&advance)).await.unwrap(), Heartbeat::GoOn);
    assert_eq!(queue.heartbeat(&lease, None).await.unwrap(), Heartbeat::GoOn);
    assert_eq!(job(&queue, &enqueued.id).await.progress, Some(advance.clone()));
    sleep(SHORT).await;
    assert!(queue.finish(&lease, &done("end", true)).await.unwrap());
    let seen = watching.await.unwrap();
    assert!(seen.iter().any(|job| job.state == State::Running && job.progress == Some(advance.clone())), "{seen:?}");
    let last = seen.last().unwrap();
    assert_eq!((last.state, &last.outcome), (State::Done, &Some(done("end", true))));
    // What is over does not change any more: nobody is kept waiting for it.
    assert_eq!(queue.watch(last, LONG * 100).await.unwrap().as_ref(), Some(last));
    // A watcher hears that a job was given up.
    let given_up = push(&queue, "ann", solve("b")).await;
    let (heard, watcher) = (Arc::clone(&queue), given_up.clone());
    let watching = tokio::spawn(async move { heard.watch(&watcher, LONG).await.unwrap().unwrap() });
    queue.cancel(&given_up.id).await.unwrap();
    assert_eq!(watching.await.unwrap().state, State::Cancelled);
}

async fn whoever_waits_for_work_hears_of_it(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let waiter = Arc::clone(&queue);
    let waiting = tokio::spawn(async move { take(&waiter, "w").await });
    sleep(SHORT).await;
    push(&queue, "ann", solve("a")).await;
    assert_eq!(waiting.await.unwrap().task, solve("a"));
}

async fn many_workers_share_without_doing_anything_twice(fixture: QueueFixture) {
    let queue = fixture.open(Bounds { open_jobs: 1000, lease: LONG * 10, ..Bounds::default() }).await;
    let mut workers = JoinSet::new();
    for worker in 0..8 {
        let queue = Arc::clone(&queue);
        workers.spawn(async move {
            let mut names = Vec::new();
            while let Some(lease) = queue.lease(&format!("w{worker}"), false, Duration::from_secs(2)).await.unwrap() {
                assert!(queue.finish(&lease, &done(&lease.task.level, true)).await.unwrap());
                names.push(lease.task.level);
            }
            names
        });
    }
    let mut ids = Vec::new();
    for n in 0..200 {
        let task = if n % 3 == 0 { hint(&n.to_string()) } else { solve(&n.to_string()) };
        ids.push(push(&queue, "ann", task).await.id);
    }
    let names: Vec<String> = workers.join_all().await.concat();
    assert_eq!(names.len(), 200);
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), 200);
    for (n, id) in ids.iter().enumerate() {
        assert_eq!(job(&queue, id).await.outcome, Some(done(&n.to_string(), true)));
    }
}

async fn everything_is_there_after_reopening(fixture: QueueFixture) {
    let queue = fixture.hasty().await;
    let finished = push(&queue, "ann", solve("finished")).await;
    let lease = take(&queue, "w").await;
    assert!(queue.finish(&lease, &done("end", true)).await.unwrap());
    let running = push(&queue, "ann", solve("running")).await;
    let lost = take(&queue, "w").await;
    let queued = push(&queue, "ann", solve("queued")).await;
    drop(queue);

    let queue = fixture.hasty().await;
    assert_eq!(job(&queue, &finished.id).await.outcome, Some(done("end", true)));
    assert_eq!(queue.answer(&solve("finished").question_key(), &limits(1)).await.unwrap(), Some(done("end", true)));
    let mut names = Vec::new();
    while names.len() < 2 {
        let lease = take(&queue, "w").await;
        assert_eq!(lease.starts, if lease.task == solve("running") { 2 } else { 1 });
        assert!(queue.finish(&lease, &done(&lease.task.level, true)).await.unwrap());
        names.push(lease.task.level);
    }
    names.sort();
    assert_eq!(names, ["queued", "running"]);
    assert!(!queue.finish(&lost, &done("lost", true)).await.unwrap());
    assert_eq!(job(&queue, &running.id).await.outcome, Some(done("running", true)));
    assert_eq!(job(&queue, &queued.id).await.outcome, Some(done("queued", true)));
}

async fn old_jobs_and_answers_go(fixture: QueueFixture) {
    let queue = fixture.open(Bounds { kept: Duration::from_secs(1), ..Bounds::default() }).await;
    let enqueued = push(&queue, "ann", solve("a")).await;
    let lease = take(&queue, "w").await;
    assert!(queue.finish(&lease, &done("end", true)).await.unwrap());
    let gone = async {
        while queue.job(&enqueued.id).await.unwrap().is_some() || kept(&queue, limits(1)).await.is_some() {
            sleep(SHORT).await;
        }
    };
    tokio::time::timeout(LONG, gone).await.unwrap();
}

async fn unknown_jobs_are_unknown(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let known = push(&queue, "ann", solve("a")).await;
    let unknown = server::queue::Job { id: "no such job".to_owned(), ..known };
    assert_eq!(queue.job(&unknown.id).await.unwrap(), None);
    assert_eq!(queue.cancel(&unknown.id).await.unwrap(), None);
    assert_eq!(queue.watch(&unknown, LONG).await.unwrap(), None);
}
