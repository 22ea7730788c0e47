//! The scheduler between the API and the work: it enforces limits, lets equal questions share one run, and turns long
//! questions into jobs.
//!
//! A question starts as a *run* in memory, in one of a few slots. Hints and short operations have slots of their own,
//! and long work runs at the lowest priority, so that a player never waits for it. An equal question that arrives
//! meanwhile joins the run. If the client's wait ends first, the run continues under a lease of the queue
//! ([`worker_pool::attend`]), and the client receives a durable job. If no slot is free, the question goes to the
//! queue, and any free worker takes it. A run is cancelled when neither a client nor a job waits for it.

mod answers;
mod run;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engines::{CancellationToken, MapFile, Store};
use tasks::{Failure, Families, Limits, Outcome, Reason, Task};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio::time::{Instant, timeout_at};

use crate::queue::{Depth, Job, JobQueue, JobRequest, QueueError};
use crate::work::child::ChildCommand;
use crate::work::{Attempt, CacheBytes, Executor};
use crate::worker_pool::{self, Perform, StopOnDrop};
use answers::Answers;
use run::{Claim, Run};

/// Time limit of a check, a picture or a position, in milliseconds.
const SHORT: u64 = 10_000;
/// Limits of a hint that is computed on the calling thread: nodes, milliseconds, and bytes of the level's text.
const GLANCE: (u64, u64, usize) = (20_000, 3, 4096);
/// The part of a client's wait that is kept for a queue that cannot be reached to refuse the job.
const REFUSING: Duration = Duration::from_millis(550);
/// The time that running work is given to stop when the server shuts down.
const GRACE: Duration = Duration::from_secs(4);

/// The configuration of a [`Scheduler`].
pub struct SchedulerConfig {
    /// The puzzle families that are served.
    pub families: Families,
    /// The store that keeps tables beyond the life of the process.
    pub store: Arc<dyn Store + Send + Sync>,
    /// The saved map from which hints are read, if there is one.
    pub map: Option<Arc<dyn MapFile + Send + Sync>>,
    /// The queue that stores jobs.
    pub queue: Arc<dyn JobQueue>,
    /// The number of concurrent long runs that requests start; 0 leaves them all to the queue. As many hints and short
    /// operations run beside them, but at least one.
    pub slots: usize,
    /// The limits of one task.
    pub most: Limits,
    /// How to start a child process for a level that is a program; without it such levels run in this process.
    pub child: Option<ChildCommand>,
    /// How much is kept in memory between tasks.
    pub cache: CacheBytes,
    /// The worker name under which this process holds leases.
    pub name: String,
}

/// The response to a question.
#[derive(Debug)]
pub enum Reply {
    /// The outcome: the question was answered in time.
    Done(Outcome),
    /// A job that has not ended yet.
    Job(Job),
}

/// Accepts tasks from clients and runs them within limits: see the [module documentation](self).
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

/// The slots for concurrent work, by kind.
struct Slots {
    /// Slots for questions that may take long.
    long: Arc<Semaphore>,
    /// Slots for hints, checks, pictures and positions.
    urgent: Arc<Semaphore>,
    /// Slots for the short operations of levels that are programs: these may use their whole time limit.
    programs: Arc<Semaphore>,
}

impl Scheduler {
    /// Creates a scheduler without any run.
    #[must_use]
    pub fn new(config: SchedulerConfig) -> Arc<Scheduler> {
        let short = config.slots.max(1);
        let semaphore = |count| Arc::new(Semaphore::new(count));
        let executor = Executor::new(config.families, config.store, config.child).reading_map(config.map);
        Arc::new(Scheduler {
            executor: Arc::new(executor.caching(config.cache)),
            queue: config.queue,
            most: config.most,
            name: config.name,
            slots: Slots { long: semaphore(config.slots), urgent: semaphore(short), programs: semaphore(short) },
            runs: Mutex::default(),
            answers: Answers::new(config.cache.answers()),
            leaving: watch::Sender::new(false),
        })
    }

    /// The function that performs tasks in this process, for a worker pool over the same queue.
    #[must_use]
    pub fn performer(&self) -> Perform {
        let executor = Arc::clone(&self.executor);
        Arc::new(move |task, attempt, stop, progress| {
            let perform = || executor.perform(task, attempt, stop, progress);
            if task.is_urgent() { perform() } else { run::at_low_priority(perform) }
        })
    }

    /// Performs a short operation: a check, a picture or a position. Dropping the future cancels it.
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

    /// Asks a question for a client. Returns the outcome if it is known within `wait`, else a durable job; a `wait` of
    /// zero returns a job at once. Dropping the future withdraws the question.
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
        let (question, mut until) = (task.question_key(), Instant::now() + wait);
        loop {
            match self.known(&question, &task).await {
                Ok(Some(outcome)) => return Ok(Reply::Done(outcome)),
                Ok(None) => {}
                // The wait includes the time in which the queue refuses the job.
                Err(_) => until = until.min(Instant::now() + wait.saturating_sub(REFUSING)),
            }
            let Some(claim) = self.claim(&task, until).await else {
                let job = self.order(client, task, None).await?;
                return self.wait_for(job, until).await;
            };
            match timeout_at(until, claim.outcome()).await {
                // The run was cancelled because its other clients had gone; this client still waits.
                Ok(outcome) if outcome.is_conclusive() || !claim.was_interrupted() => return Ok(Reply::Done(outcome)),
                Ok(_) if *self.leaving.borrow() => return self.order(client, task, None).await.map(Reply::Job),
                Ok(_) => {}
                Err(_) => return self.order(client, task, Some(claim)).await.map(Reply::Job),
            }
        }
    }

    /// Returns the job with this id, or `None` if there is none.
    ///
    /// # Errors
    /// The queue cannot be reached.
    pub async fn job(&self, id: &str) -> Result<Option<Job>, QueueError> {
        self.queue.job(id).await
    }

    /// Waits until the job differs from `seen`, for at most `patience`, and returns it.
    ///
    /// # Errors
    /// The queue cannot be reached.
    pub async fn watch(&self, seen: &Job, patience: Duration) -> Result<Option<Job>, QueueError> {
        self.queue.watch(seen, patience).await
    }

    /// Cancels the job with this id and returns it; its run stops if no other job waits for it.
    ///
    /// # Errors
    /// The queue cannot be reached.
    pub async fn cancel(&self, id: &str) -> Result<Option<Job>, QueueError> {
        self.queue.cancel(id).await
    }

    /// Returns the number of waiting and running runs in the queue.
    ///
    /// # Errors
    /// The queue cannot be reached.
    pub async fn depth(&self) -> Result<Depth, QueueError> {
        self.queue.depth().await
    }

    /// Stops all work. Runs that a job waits for go back to the queue. Returns within a few seconds.
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

    /// Computes a hint, or judges a line, on the calling thread if that takes microseconds: handing it to another thread would cost more.
    /// What exceeds [`GLANCE`] is abandoned here and computed again in a slot.
    fn glance(&self, task: &Task) -> Option<Outcome> {
        let (nodes, millis, bytes) = GLANCE;
        if !task.is_perhaps_known() || task.level.len() > bytes || self.executor.is_confined(task) {
            return None;
        }
        let limits = Limits { nodes: Some(nodes), bytes: task.limits.bytes, millis }.within(task.limits);
        let outcome = self.executor.perform_within(task, limits, CancellationToken::default(), &engines::NoProgress);
        let failed = |failure: &Failure| !matches!(failure.reason, Reason::Exceeded | Reason::Internal);
        let suits = outcome.is_conclusive() || matches!(&outcome, Outcome::Failed(failure) if failed(failure));
        suits.then_some(outcome)
    }

    /// The answer of an earlier, equal question, if it may be reused.
    ///
    /// # Errors
    /// The queue cannot be reached, which is no reason not to work.
    async fn known(&self, question: &str, task: &Task) -> Result<Option<Outcome>, QueueError> {
        if let Some(outcome) = self.answers.get(question, &task.limits) {
            return Ok(Some(outcome));
        }
        // A hint is computed sooner than looked up.
        if task.is_urgent() { Ok(None) } else { self.queue.answer(question, &task.limits).await }
    }

    /// Joins the running run of this task, or a finished one whose answer is known.
    async fn ready(&self, task: &Task) -> Option<Claim> {
        if let Some(claim) = self.join(&task.run_key()) {
            return Some(claim);
        }
        let run = Arc::new(Run::new(task.clone()));
        run.end(self.known(&task.question_key(), task).await.ok().flatten()?);
        Claim::new(&run)
    }

    /// Joins the run of this task, or starts one; `None` if that needs a slot and none is free.
    async fn claim(self: &Arc<Scheduler>, task: &Task, until: Instant) -> Option<Claim> {
        let key = task.run_key();
        if let Some(claim) = self.join(&key) {
            return Some(claim);
        }
        let place = self.place(task, until).await?;
        let mut runs = self.runs();
        // Another request may have started it meanwhile.
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

    /// Short operations wait for a slot; long questions go to the queue when no slot is free.
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
                scheduler.answers.put(&run.task.question_key(), run.task.limits, &outcome);
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

    /// Creates a durable job, which keeps the claimed run alive. The job is cancelled if the client disconnects before
    /// it receives the id.
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

    /// Waits for a job that another worker performs, until it ends or the wait does.
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

    /// Returns the number of runs in this process that requests started.
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

/// Cancels a job on drop: the client that waits for it is gone.
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
