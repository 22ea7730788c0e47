//! Worker pools over each queue.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use engines::{CancellationToken, Context, Progress};
use server::queue::{Depth, Job, JobQueue, State};
use server::work::Attempt;
use server::worker_pool::{Ended, Perform, ProgressCell, Settings, WorkerPool, attend};
use tasks::{Outcome, Reason, Task};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::queue::fixture::{LONG, QueueFixture, done, hint, job, push, solve, take};

super::on_every_queue! { worker_pools:
    a_worker_pool_does_what_is_there
    hints_do_not_wait_behind_long_work
    work_that_nobody_wants_is_stopped
    progress_arrives_while_the_work_goes_on
    a_panic_is_an_outcome
    a_worker_pool_that_leaves_gives_its_runs_back
    what_may_be_cut_short_goes_back
    a_second_start_is_told
}

/// How often each level was begun.
type Begun = Arc<Mutex<HashMap<String, u32>>>;

/// Levels named "long" go on until they are stopped, "panic" panics, all others end at once.
fn perform(begun: &Begun) -> Perform {
    let begun = Arc::clone(begun);
    Arc::new(move |task: &Task, _: Attempt, stop: CancellationToken, progress: &dyn Progress| {
        *begun.lock().unwrap().entry(task.level.clone()).or_default() += 1;
        assert!(task.level != "panic", "a test panics");
        if task.level.starts_with("long") { until_stopped(stop, progress) } else { done(&task.level, true) }
    })
}

fn until_stopped(stop: CancellationToken, progress: &dyn Progress) -> Outcome {
    let cx = Context::default().stop(stop).progress(progress);
    let mut steps = 0;
    while cx.spend(1).is_ok() {
        steps += 1;
        cx.report("going on", steps, None, None);
        thread::sleep(Duration::from_millis(1));
    }
    done("stopped", false)
}

fn start(queue: &Arc<dyn JobQueue>, slots: usize, begun: &Begun) -> WorkerPool {
    WorkerPool::start(queue, &Settings { name: "pool".to_owned(), slots, urgent_slots: 1, perform: perform(begun) })
}

/// The job as soon as this holds of it.
async fn until(queue: &Arc<dyn JobQueue>, first: &Job, holds: impl Fn(&Job) -> bool) -> Job {
    let found = async {
        let mut seen = first.clone();
        while !holds(&seen) {
            seen = queue.watch(&seen, LONG).await.unwrap().unwrap();
        }
        seen
    };
    timeout(LONG, found).await.expect("the job never came so far")
}

async fn over(queue: &Arc<dyn JobQueue>, first: &Job) -> Job {
    until(queue, first, |job| job.state.is_over()).await
}

async fn running(queue: &Arc<dyn JobQueue>, first: &Job) -> Job {
    until(queue, first, |job| job.state == State::Running).await
}

/// An outcome that comes at the moment in which the work was asked to stop, or its worker to leave.
async fn what_may_be_cut_short_goes_back(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    for (stopped, left, is_conclusive) in [(true, false, false), (false, true, false), (true, true, true)] {
        let asked = push(&queue, "ann", solve(&format!("cut {stopped} {left}"))).await;
        let lease = take(&queue, "worker").await;
        let (stop, leaving) = (CancellationToken::default(), watch::Sender::new(left));
        if stopped {
            stop.cancel();
        }
        let outcome = done("said", is_conclusive);
        let running = std::future::ready(outcome.clone());
        let ended = attend(&*queue, &lease, running, &stop, &ProgressCell::default(), leaving.subscribe()).await;
        let now = job(&queue, &asked.id).await;
        if is_conclusive {
            assert_eq!((ended, now.outcome), (Ended::Finished, Some(outcome)));
        } else {
            assert_eq!((ended, now.state), (Ended::GivenBack, State::Queued));
            queue.cancel(&asked.id).await.unwrap();
        }
    }
}

async fn a_worker_pool_does_what_is_there(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let begun = Begun::default();
    let before = push(&queue, "ann", solve("before")).await;
    let pool = start(&queue, 2, &begun);
    let after = push(&queue, "ann", hint("after")).await;
    assert_eq!(over(&queue, &before).await.outcome, Some(done("before", true)));
    assert_eq!(over(&queue, &after).await.outcome, Some(done("after", true)));
    timeout(LONG, pool.leave()).await.unwrap();
    assert_eq!(*begun.lock().unwrap(), HashMap::from([("before".to_owned(), 1), ("after".to_owned(), 1)]));
}

async fn hints_do_not_wait_behind_long_work(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let pool = start(&queue, 1, &Begun::default());
    let long = push(&queue, "ann", solve("long")).await;
    running(&queue, &long).await;
    let waits = push(&queue, "ann", solve("waits")).await;
    let quick = push(&queue, "bob", hint("quick")).await;
    assert_eq!(over(&queue, &quick).await.state, State::Done);
    assert_eq!(job(&queue, &waits.id).await.state, State::Queued);
    queue.cancel(&long.id).await.unwrap();
    assert_eq!(over(&queue, &waits).await.state, State::Done);
    timeout(LONG, pool.leave()).await.unwrap();
}

async fn work_that_nobody_wants_is_stopped(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let pool = start(&queue, 1, &Begun::default());
    let unwanted = push(&queue, "ann", solve("long")).await;
    running(&queue, &unwanted).await;
    queue.cancel(&unwanted.id).await.unwrap();
    // The only slot is free again.
    let next = push(&queue, "ann", solve("next")).await;
    assert_eq!(over(&queue, &next).await.state, State::Done);
    assert_eq!(job(&queue, &unwanted.id).await.state, State::Cancelled);
    assert_eq!(queue.answer(&solve("long").question_key(), &solve("long").limits).await.unwrap(), None);
    timeout(LONG, pool.leave()).await.unwrap();
}

async fn progress_arrives_while_the_work_goes_on(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let pool = start(&queue, 1, &Begun::default());
    let enqueued = push(&queue, "ann", solve("long")).await;
    let first = until(&queue, &enqueued, |job| job.progress.is_some()).await;
    let second = until(&queue, &first, |job| job.progress != first.progress).await;
    let steps = |job: &Job| job.progress.as_ref().unwrap().done;
    assert_eq!(first.progress.as_ref().unwrap().stage, "going on");
    assert!(steps(&second) > steps(&first), "{first:?} {second:?}");
    queue.cancel(&enqueued.id).await.unwrap();
    timeout(LONG, pool.leave()).await.unwrap();
}

async fn a_panic_is_an_outcome(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let begun = Begun::default();
    let pool = start(&queue, 1, &begun);
    let enqueued = push(&queue, "ann", solve("panic")).await;
    let Some(Outcome::Failed(failure)) = over(&queue, &enqueued).await.outcome else { panic!() };
    assert_eq!(failure.reason, Reason::Internal);
    let next = push(&queue, "ann", solve("next")).await;
    assert_eq!(over(&queue, &next).await.state, State::Done);
    assert_eq!(begun.lock().unwrap()["panic"], 1);
    timeout(LONG, pool.leave()).await.unwrap();
}

async fn a_worker_pool_that_leaves_gives_its_runs_back(fixture: QueueFixture) {
    let queue = fixture.calm().await;
    let begun = Begun::default();
    let pool = start(&queue, 2, &begun);
    let enqueued = [push(&queue, "ann", solve("long a")).await, push(&queue, "ann", solve("long b")).await];
    for one in &enqueued {
        running(&queue, one).await;
    }
    timeout(LONG, pool.leave()).await.unwrap();
    assert_eq!(queue.depth().await.unwrap(), Depth { queued: 2, running: 0 });
    for _ in &enqueued {
        assert_eq!(take(&queue, "w").await.starts, 1);
    }
    assert_eq!(begun.lock().unwrap().len(), 2);
}

async fn a_second_start_is_told(fixture: QueueFixture) {
    let queue = fixture.hasty().await;
    let attempts = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&attempts);
    let perform: Perform = Arc::new(move |task: &Task, attempt: Attempt, _: CancellationToken, _: &dyn Progress| {
        seen.lock().unwrap().push((task.level.clone(), attempt));
        done(&task.level, true)
    });
    let lost = push(&queue, "ann", solve("lost")).await;
    // A worker that died: it takes the run and is silent.
    take(&queue, "victim").await;
    let pool = WorkerPool::start(&queue, &Settings { name: "pool".to_owned(), slots: 1, urgent_slots: 0, perform });
    until(&queue, &lost, |job| job.state == State::Done).await;
    let fresh = push(&queue, "ann", solve("fresh")).await;
    until(&queue, &fresh, |job| job.state == State::Done).await;
    pool.leave().await;
    let expected = [("lost".to_owned(), Attempt::Again), ("fresh".to_owned(), Attempt::First)];
    assert_eq!(*attempts.lock().unwrap(), expected);
}
