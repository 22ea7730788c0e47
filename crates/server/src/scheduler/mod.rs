//! The scheduler between the API and the work: limits, equal questions share one run, long ones become jobs.
//!
//! A question that is asked begins as a *run* in memory, in one of a few slots: hints and short deeds have slots of
//! their own, and long work runs at the lowest priority, so that nobody at a board waits for it. Whoever asks the same
//! meanwhile joins the run. Where a wait ends first, the run goes on under a lease of the queue ([`worker_pool::attend`]), and
//! its asker has a durable job; where no slot is free, the queue gets the question, and whoever is free takes it. A run
//! stops when nobody waits for it: no asker, no job.

mod answers;
mod run;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engines::{CancellationToken, Store};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio::time::{Instant, timeout_at};

use crate::queue::{Depth, Job, JobQueue, JobRequest, QueueError};
use crate::task::{Failure, Limits, Outcome, Reason, Task};
use crate::work::child::ChildCommand;
use crate::work::{Attempt, Executor, Families};
use crate::worker_pool::{self, Perform, StopOnDrop};
use answers::Answers;
use run::{Claim, Run};

/// Milliseconds that a check, a picture or a position may take.
const SHORT: u64 = 10_000;
/// A glance at a hint: units of work, milliseconds, and bytes of the level's text.
const GLANCE: (u64, u64, usize) = (20_000, 3, 4096);
/// The time that running work is given to stop when the server shuts down.
const GRACE: Duration = Duration::from_secs(4);

/// What a scheduler needs.
pub struct SchedulerConfig {
    /// The families.
    pub families: Families,
    /// Where tables are kept beyond the process.
    pub store: Arc<dyn Store + Send + Sync>,
    /// Where jobs wait.
    pub queue: Arc<dyn JobQueue>,
    /// Long runs at once, begun by requests; 0 leaves them all to the queue. As many hints and short deeds beside them,
    /// but at least one.
    pub slots: usize,
    /// The most that one task may spend.
    pub most: Limits,
    /// How a process is started for a level that is a program; without it such levels are used in this process.
    pub child: Option<ChildCommand>,
    /// The name under which this process holds leases.
    pub name: String,
}

/// What a question gets.
#[derive(Debug)]
pub enum Reply {
    /// Its outcome.
    Done(Outcome),
    /// A job that is not over.
    Job(Job),
}

/// Takes questions in.
pub struct Scheduler {
    executor: Arc<Executor>,
    queue: Arc<dyn JobQueue>,
    most: Limits,
    name: String,
    slots: Slots,
    runs: Mutex<HashMap<String, Arc<Run>>>,
    answers: Answers,
    leaving: watch::Sender<bool>,
}

/// Work at once, by kind.
struct Slots {
    /// Questions that may take long.
    long: Arc<Semaphore>,
    /// Hints, checks, pictures, positions.
    urgent: Arc<Semaphore>,
    /// The same of levels that are programs: they may take as long as their limits allow.
    programs: Arc<Semaphore>,
}

impl Scheduler {
    /// A scheduler.
    #[must_use]
    pub fn new(config: SchedulerConfig) -> Arc<Scheduler> {
        let short = config.slots.max(1);
        let semaphore = |count| Arc::new(Semaphore::new(count));
        Arc::new(Scheduler {
            executor: Arc::new(Executor::new(config.families, config.store, config.child)),
            queue: config.queue,
            most: config.most,
            name: config.name,
            slots: Slots { long: semaphore(config.slots), urgent: semaphore(short), programs: semaphore(short) },
            runs: Mutex::default(),
            answers: Answers::default(),
            leaving: watch::Sender::new(false),
        })
    }

    /// How this process performs tasks: for a worker pool that works for the same queue.
    #[must_use]
    pub fn performer(&self) -> Perform {
        let executor = Arc::clone(&self.executor);
        Arc::new(move |task, attempt, stop, progress| {
            let perform = || executor.perform(task, attempt, stop, progress);
            if task.is_urgent() { perform() } else { run::at_low_priority(perform) }
        })
    }

    /// Does a short deed: check, picture, position. It stops where nobody waits for it any more.
    pub async fn perform(&self, mut task: Task) -> Outcome {
        task.limits = task.limits.within(self.most);
        task.limits.millis = task.limits.millis.min(SHORT);
        let Ok(place) = Arc::clone(self.slot(&task)).acquire_owned().await else { return bug("no slots are left") };
        let (executor, stop) = (Arc::clone(&self.executor), StopOnDrop(CancellationToken::default()));
        let flag = stop.0.clone();
        let work = tokio::task::spawn_blocking(move || {
            // Held by the work, not by whoever waits for it: that one may be gone long before.
            let _place = place;
            executor.perform(&task, Attempt::First, flag, &engines::NoProgress)
        });
        work.await.unwrap_or_else(bug)
    }

    /// Asks a question in the name of a client: its outcome where that comes within `wait`, else a durable job; at
    /// once where `wait` is zero. A question whose future is dropped is given up.
    ///
    /// # Errors
    /// The queue is full or cannot be reached.
    pub async fn ask(self: &Arc<Scheduler>, client: &str, mut task: Task, wait: Duration) -> Result<Reply, QueueError> {
        task.limits = task.limits.within(self.most);
        if wait.is_zero() {
            let claim = self.ready(&task).await;
            return self.order(client, task, claim).await.map(Reply::Job);
        }
        if let Some(outcome) = self.glance(&task) {
            return Ok(Reply::Done(outcome));
        }
        let (question, until) = (task.question_key(), Instant::now() + wait);
        loop {
            if let Some(outcome) = self.known(&question, &task).await {
                return Ok(Reply::Done(outcome));
            }
            let Some(claim) = self.claim(&task, until).await else {
                let job = self.order(client, task, None).await?;
                return self.wait_for(job, until).await;
            };
            match timeout_at(until, claim.outcome()).await {
                // It was stopped for others who gave up; this asker has not.
                Ok(outcome) if outcome.is_last_word() || !claim.was_interrupted() => return Ok(Reply::Done(outcome)),
                Ok(_) if *self.leaving.borrow() => return self.order(client, task, None).await.map(Reply::Job),
                Ok(_) => {}
                Err(_) => return self.order(client, task, Some(claim)).await.map(Reply::Job),
            }
        }
    }

    /// A job.
    ///
    /// # Errors
    /// The queue cannot be reached.
    pub async fn job(&self, id: &str) -> Result<Option<Job>, QueueError> {
        self.queue.job(id).await
    }

    /// A job as soon as it differs from `seen`, or after `patience`.
    ///
    /// # Errors
    /// The queue cannot be reached.
    pub async fn watch(&self, seen: &Job, patience: Duration) -> Result<Option<Job>, QueueError> {
        self.queue.watch(seen, patience).await
    }

    /// Gives a job up.
    ///
    /// # Errors
    /// The queue cannot be reached.
    pub async fn cancel(&self, id: &str) -> Result<Option<Job>, QueueError> {
        self.queue.cancel(id).await
    }

    /// How many runs the queue has.
    ///
    /// # Errors
    /// The queue cannot be reached.
    pub async fn depth(&self) -> Result<Depth, QueueError> {
        self.queue.depth().await
    }

    /// Ends the work. Runs that jobs wait for go back to the queue; returns within a few seconds.
    pub async fn shutdown(&self) {
        self.leaving.send_replace(true);
        let runs: Vec<Arc<Run>> = self.runs().values().cloned().collect();
        let until = Instant::now() + GRACE;
        for run in runs {
            run.stop.cancel();
            let _ = timeout_at(until, run.outcome()).await;
            let _ = timeout_at(until, run.let_go()).await;
        }
    }

    /// A hint that is a matter of microseconds is given on the spot: a hand-over to another thread costs more. What
    /// takes longer is cut short, and begins anew in a slot.
    fn glance(&self, task: &Task) -> Option<Outcome> {
        let (nodes, millis, bytes) = GLANCE;
        if !task.is_urgent() || task.level.len() > bytes || self.executor.is_confined(task) {
            return None;
        }
        let limits = Limits { nodes: Some(nodes), bytes: task.limits.bytes, millis }.within(task.limits);
        let outcome = self.executor.perform_within(task, limits, CancellationToken::default(), &engines::NoProgress);
        let failed = |failure: &Failure| !matches!(failure.reason, Reason::Exceeded | Reason::Internal);
        let suits = outcome.is_last_word() || matches!(&outcome, Outcome::Failed(failure) if failed(failure));
        suits.then_some(outcome)
    }

    /// An answer that was found before.
    async fn known(&self, question: &str, task: &Task) -> Option<Outcome> {
        if let Some(outcome) = self.answers.get(question, &task.limits) {
            return Some(outcome);
        }
        // A hint is made sooner than looked up, and a queue that is away is no reason not to work.
        if task.is_urgent() { None } else { self.queue.answer(question, &task.limits).await.ok().flatten() }
    }

    /// A claim to the run of this task that goes on, or to one that is over where its answer is known.
    async fn ready(&self, task: &Task) -> Option<Claim> {
        if let Some(claim) = self.join(&task.run_key()) {
            return Some(claim);
        }
        let run = Arc::new(Run::new(task.clone()));
        run.end(self.known(&task.question_key(), task).await?);
        Claim::new(&run)
    }

    /// A claim to the run of this task, begun now where there is none; `None` where no slot is free.
    async fn claim(self: &Arc<Scheduler>, task: &Task, until: Instant) -> Option<Claim> {
        let key = task.run_key();
        if let Some(claim) = self.join(&key) {
            return Some(claim);
        }
        let place = self.place(task, until).await?;
        let mut runs = self.runs();
        // Somebody may have begun it meanwhile.
        if let Some(claim) = runs.get(&key).and_then(Claim::new) {
            return Some(claim);
        }
        let run = Arc::new(Run::new(task.clone()));
        let claim = Claim::new(&run)?;
        runs.insert(key.clone(), Arc::clone(&run));
        drop(runs);
        self.begin(key, run, place);
        Some(claim)
    }

    fn join(&self, key: &str) -> Option<Claim> {
        self.runs().get(key).and_then(Claim::new)
    }

    /// Those who play wait for their turn; the others go to the queue where none is free.
    async fn place(&self, task: &Task, until: Instant) -> Option<OwnedSemaphorePermit> {
        let slot = Arc::clone(self.slot(task));
        if task.is_urgent() {
            timeout_at(until, slot.acquire_owned()).await.ok()?.ok()
        } else {
            slot.try_acquire_owned().ok()
        }
    }

    fn slot(&self, task: &Task) -> &Arc<Semaphore> {
        match (task.is_urgent(), self.executor.is_confined(task)) {
            (false, _) => &self.slots.long,
            (true, false) => &self.slots.urgent,
            (true, true) => &self.slots.programs,
        }
    }

    fn begin(self: &Arc<Scheduler>, key: String, run: Arc<Run>, place: OwnedSemaphorePermit) {
        let scheduler = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            let outcome =
                catch_unwind(AssertUnwindSafe(|| scheduler.work(&run))).unwrap_or_else(|_| bug("the work broke off"));
            if !run.stop.is_cancelled() {
                scheduler.answers.put(run.task.question_key(), run.task.limits, &outcome);
            }
            let mut runs = scheduler.runs();
            if runs.get(&key).is_some_and(|held| Arc::ptr_eq(held, &run)) {
                runs.remove(&key);
            }
            drop(runs);
            drop(place);
            run.end(outcome);
        });
    }

    fn work(&self, run: &Run) -> Outcome {
        let perform = || self.executor.perform(&run.task, Attempt::First, run.stop.clone(), &run.latest);
        if run.task.is_urgent() { perform() } else { run::at_low_priority(perform) }
    }

    /// A durable job; a claim's run goes on for it. It is given up where its asker is gone before it heard of it.
    async fn order(self: &Arc<Scheduler>, client: &str, task: Task, claim: Option<Claim>) -> Result<Job, QueueError> {
        let order = JobRequest { client: client.to_owned(), task, holder: claim.as_ref().map(|_| self.name.clone()) };
        let (scheduler, (sender, receiver)) = (Arc::clone(self), oneshot::channel());
        tokio::spawn(async move {
            let pushed = scheduler.push(&order, claim).await;
            if let Err(Ok(job)) = sender.send(pushed) {
                let _ = scheduler.queue.cancel(&job.id).await;
            }
        });
        receiver.await.unwrap_or_else(|_| Err(QueueError::Unreachable("the job was lost".into())))
    }

    async fn push(self: &Arc<Scheduler>, order: &JobRequest, claim: Option<Claim>) -> Result<Job, QueueError> {
        let pushed = self.queue.push(order).await?;
        if let (Some(claim), Some(lease)) = (claim, pushed.lease) {
            let (queue, leaving) = (Arc::clone(&self.queue), self.leaving.subscribe());
            let run = claim.hand_to_queue();
            tokio::spawn(async move {
                let stop = run.stop.clone();
                let ended = worker_pool::attend(&*queue, &lease, run.outcome(), &stop, &run.latest, leaving).await;
                tracing::info!(run = lease.run, ?ended, "a run of this scheduler ended");
                run.left_by_queue();
            });
        }
        Ok(pushed.job)
    }

    /// A job that others work on, until it is over or the wait is.
    async fn wait_for(&self, mut job: Job, until: Instant) -> Result<Reply, QueueError> {
        let mut given_up = CancelOnDrop { queue: Arc::clone(&self.queue), id: Some(job.id.clone()) };
        while !job.state.is_over() && Instant::now() < until {
            let patience = until.saturating_duration_since(Instant::now());
            match self.queue.watch(&job, patience).await? {
                Some(now) => job = now,
                None => break,
            }
        }
        given_up.id = None;
        Ok(match job.outcome {
            Some(outcome) => Reply::Done(outcome),
            None => Reply::Job(job),
        })
    }

    /// How many runs that requests began go on in this process.
    #[must_use]
    pub fn running(&self) -> usize {
        self.runs().len()
    }

    fn runs(&self) -> MutexGuard<'_, HashMap<String, Arc<Run>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn bug(what: impl ToString) -> Outcome {
    Outcome::Failed(Failure::new(Reason::Internal, what.to_string()))
}

/// Gives a job up when whoever waits for it is gone.
struct CancelOnDrop {
    queue: Arc<dyn JobQueue>,
    id: Option<String>,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        let Some(id) = self.id.take() else { return };
        let queue = Arc::clone(&self.queue);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { queue.cancel(&id).await });
        }
    }
}
