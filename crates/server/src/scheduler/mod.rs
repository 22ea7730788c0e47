//! The scheduler between the API and the work: it enforces limits, lets equal questions share one run, and turns long
//! questions into jobs.
//!
//! A question starts as a *run* in memory, in one of a few slots. Hints and short operations have slots of their own
//! ([`lanes`]), and long work runs at the lowest priority, so that a player never waits for it. An equal question that
//! arrives meanwhile joins the run. If the client's wait ends first, the run continues under a lease of the queue
//! ([`worker_pool::attend`]), and the client receives a durable job. If no slot is free, the question goes to the
//! queue, and any free worker takes it. A run is cancelled when neither a client nor a job waits for it.

mod answers;
mod cpu;
mod lanes;
mod prepared;
mod run;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engines::{CancellationToken, MapFile, NoProgress, Store};
use tasks::{Families, Limits, Outcome, Task};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio::time::{Instant, timeout_at};

use crate::metrics::JobMeters;
use crate::named::NamedLevels;
use crate::queue::{Job, JobQueue, JobRequest, QueueError};
use crate::work::child::ChildCommand;
use crate::work::{Attempt, CacheBytes, Executor};
use crate::worker_pool::{self, Perform, StopOnDrop};
use answers::Answers;
use cpu::CpuBudget;
use lanes::{Lanes, bug, is_settled};
pub use prepared::Preparation;
use prepared::Prepared;
use run::{Claim, Run};

/// Time limit of a check, a picture or a position, in milliseconds.
const SHORT_LIMIT_MILLIS: u64 = 10_000;
/// Limits of a hint that is computed on the calling thread: nodes, milliseconds, and bytes of the level's text.
const GLANCE: (u64, u64, usize) = (20_000, 3, 4096);
/// The part of a client's wait that is kept for a queue that cannot be reached to refuse the job.
const REFUSING: Duration = Duration::from_millis(550);
/// The time that running work is given to stop when the server shuts down.
const GRACE_PERIOD: Duration = Duration::from_secs(4);

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
    /// The seconds of computing that one client may spend in a minute; `None` for no bound.
    pub cpu: Option<f64>,
    /// The worker name under which this process holds leases.
    pub name: String,
    /// The levels that are known by name; those of the operator can be prepared.
    pub named: Arc<NamedLevels>,
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
    lanes: Lanes,
    runs: Mutex<HashMap<String, Arc<Run>>>,
    answers: Answers,
    named: Arc<NamedLevels>,
    prepared: Prepared,
    slots: usize,
    cpu: Arc<CpuBudget>,
    jobs: Arc<JobMeters>,
    leaving: watch::Sender<bool>,
}

impl Scheduler {
    /// Creates a scheduler without any run.
    #[must_use]
    pub fn new(config: SchedulerConfig) -> Arc<Scheduler> {
        // What is cached takes no more than a task may.
        let cache = config.cache.within(config.most.bytes);
        let executor = Executor::new(config.families, config.store, config.child).reading_map(config.map);
        let executor = match config.named.has_own() {
            true => executor.caching(cache.halved()).with_own(config.named.own_texts(), cache.halved()),
            false => executor.caching(cache),
        };
        Arc::new(Scheduler {
            executor: Arc::new(executor),
            queue: config.queue,
            most: config.most,
            name: config.name,
            lanes: Lanes::new(config.slots),
            runs: Mutex::default(),
            answers: Answers::new(cache.answers()),
            named: config.named,
            prepared: Prepared::default(),
            slots: config.slots,
            cpu: Arc::new(CpuBudget::new(config.cpu)),
            jobs: Arc::default(),
            leaving: watch::Sender::new(false),
        })
    }

    /// The function that performs tasks in this process, for a worker pool over the same queue.
    #[must_use]
    pub fn performer(&self) -> Perform {
        let (executor, jobs) = (Arc::clone(&self.executor), Arc::clone(&self.jobs));
        Arc::new(move |task, attempt, stop, progress| {
            let perform = || jobs.count(|| executor.perform(task, attempt, stop, progress));
            if task.is_urgent() { perform() } else { run::at_low_priority(perform) }
        })
    }

    /// Performs a short operation for a client: a check, a picture or a position. Dropping the future cancels it.
    ///
    /// # Errors
    /// The client has spent its seconds of computing.
    pub async fn perform(&self, client: &str, task: Task) -> Result<Outcome, QueueError> {
        self.cpu.admit(client)?;
        Ok(self.performed(client, task).await)
    }

    async fn performed(&self, client: &str, mut task: Task) -> Outcome {
        task.limits = task.limits.within(self.most);
        task.limits.millis = task.limits.millis.min(SHORT_LIMIT_MILLIS);
        let Ok(place) = Arc::clone(self.lane(&task)).acquire_owned().await else { return bug("no places are left") };
        let (executor, stop) = (Arc::clone(&self.executor), StopOnDrop(CancellationToken::default()));
        let (flag, limits) = (stop.0.clone(), task.limits);
        let (cpu, client) = (Arc::clone(&self.cpu), client.to_owned());
        if self.executor.is_confined(&task) {
            let perform = move || executor.perform(&task, Attempt::First, flag, &NoProgress);
            return lanes::on_thread(place, move || cpu.charge(&client, true, perform)).await;
        }
        let work = move |limits| {
            cpu.charge(&client, false, || executor.perform_within(&task, limits, flag.clone(), &NoProgress))
        };
        self.lanes.short(limits, place, work).await
    }

    /// Asks a question for a client. Returns the outcome if it is known within `wait`, else a durable job; a `wait` of
    /// zero returns a job at once. Dropping the future withdraws the question.
    ///
    /// # Errors
    /// The queue is full or cannot be reached, or the client has spent its seconds of computing.
    pub async fn submit(
        self: &Arc<Scheduler>,
        client: &str,
        mut task: Task,
        wait: Duration,
    ) -> Result<Reply, QueueError> {
        self.cpu.admit(client)?;
        task.limits = task.limits.within(self.most);
        if wait.is_zero() {
            let claim = self.ready(&task).await;
            return self.create_job(client, task, claim).await.map(Reply::Job);
        }
        if let Some(outcome) = self.prepared.get(&task).or_else(|| self.glance(client, &task)) {
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
            let Some(claim) = self.claim(client, &task, until).await else {
                let job = self.create_job(client, task, None).await?;
                return self.wait_for(job, until).await;
            };
            match timeout_at(until, claim.outcome()).await {
                // The run was cancelled because its other clients had gone; this client still waits.
                Ok(outcome) if outcome.is_conclusive() || !claim.was_interrupted() => return Ok(Reply::Done(outcome)),
                Ok(_) if *self.leaving.borrow() => return self.create_job(client, task, None).await.map(Reply::Job),
                Ok(_) => {}
                Err(_) => return self.create_job(client, task, Some(claim)).await.map(Reply::Job),
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

    /// Waits until the job differs from `seen`, for at most `max_wait`, and returns it.
    ///
    /// # Errors
    /// The queue cannot be reached.
    pub async fn watch(&self, seen: &Job, max_wait: Duration) -> Result<Option<Job>, QueueError> {
        self.queue.watch(seen, max_wait).await
    }

    /// Cancels the job with this id and returns it; its run stops if no other job waits for it.
    ///
    /// # Errors
    /// The queue cannot be reached.
    pub async fn cancel(&self, id: &str) -> Result<Option<Job>, QueueError> {
        self.queue.cancel(id).await
    }

    /// The levels that are known by name.
    pub(crate) fn named(&self) -> &Arc<NamedLevels> {
        &self.named
    }

    /// The queue that stores jobs.
    pub(crate) fn queue(&self) -> &dyn JobQueue {
        &*self.queue
    }

    /// The work on jobs that this process took from the queue.
    pub(crate) fn job_meters(&self) -> &JobMeters {
        &self.jobs
    }

    /// Stops all work. Runs that a job waits for go back to the queue. Returns within a few seconds.
    pub async fn shutdown(&self) {
        self.leaving.send_replace(true);
        let runs: Vec<Arc<Run>> = self.runs().values().cloned().collect();
        let until = Instant::now() + GRACE_PERIOD;
        for run in runs {
            run.stop.cancel();
            let _ = timeout_at(until, run.outcome()).await;
            let _ = timeout_at(until, run.let_go()).await;
        }
    }

    /// Computes a hint, or judges a line, on the calling thread if that takes microseconds: handing it to another
    /// thread would cost more. What exceeds [`GLANCE`] is abandoned here and computed again in a slot.
    fn glance(&self, client: &str, task: &Task) -> Option<Outcome> {
        let (nodes, millis, bytes) = GLANCE;
        if !task.is_perhaps_known() || task.level.len() > bytes || self.executor.is_confined(task) {
            return None;
        }
        let limits = Limits { nodes: Some(nodes), bytes: task.limits.bytes, millis }.within(task.limits);
        let perform = || self.executor.perform_within(task, limits, CancellationToken::default(), &NoProgress);
        let outcome = self.cpu.charge(client, false, perform);
        is_settled(&outcome).then_some(outcome)
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
        let run = Arc::new(Run::new(task.clone(), String::new()));
        run.end(self.known(&task.question_key(), task).await.ok().flatten()?);
        Claim::new(&run)
    }

    /// Joins the run of this task, or starts one; `None` if that needs a slot and none is free.
    async fn claim(self: &Arc<Scheduler>, client: &str, task: &Task, until: Instant) -> Option<Claim> {
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
        let run = Arc::new(Run::new(task.clone(), client.to_owned()));
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
        let slot = Arc::clone(self.lane(task));
        if task.is_urgent() {
            timeout_at(until, slot.acquire_owned()).await.ok()?.ok()
        } else {
            slot.try_acquire_owned().ok()
        }
    }

    fn lane(&self, task: &Task) -> &Arc<Semaphore> {
        self.lanes.of(task, self.executor.is_confined(task))
    }

    fn begin(self: &Arc<Scheduler>, key: String, run: Arc<Run>, place: OwnedSemaphorePermit) {
        let scheduler = Arc::clone(self);
        tokio::spawn(async move {
            let outcome = scheduler.work(&run, place).await;
            if !run.stop.is_cancelled() {
                scheduler.answers.put(&run.task.question_key(), run.task.limits, &outcome);
            }
            let mut runs = scheduler.runs();
            if runs.get(&key).is_some_and(|held| Arc::ptr_eq(held, &run)) {
                runs.remove(&key);
            }
            drop(runs);
            run.end(outcome);
        });
    }

    async fn work(&self, run: &Arc<Run>, place: OwnedSemaphorePermit) -> Outcome {
        let (executor, held) = (Arc::clone(&self.executor), Arc::clone(run));
        let (is_short, is_confined) = (run.task.is_urgent(), self.executor.is_confined(&run.task));
        let cpu = Arc::clone(&self.cpu);
        if is_short && !is_confined {
            let work = move |limits| {
                let perform = || executor.perform_within(&held.task, limits, held.stop.clone(), &held.latest);
                cpu.charge(&held.client, false, perform)
            };
            return self.lanes.short(run.task.limits, place, work).await;
        }
        let perform = move || {
            let work = || executor.perform(&held.task, Attempt::First, held.stop.clone(), &held.latest);
            cpu.charge(&held.client, is_confined, work)
        };
        lanes::on_thread(place, move || if is_short { perform() } else { run::at_low_priority(perform) }).await
    }

    /// Creates a durable job, which keeps the claimed run alive. The job is cancelled if the client disconnects before
    /// it receives the id.
    async fn create_job(
        self: &Arc<Scheduler>,
        client: &str,
        task: Task,
        claim: Option<Claim>,
    ) -> Result<Job, QueueError> {
        let request = JobRequest { client: client.to_owned(), task, holder: claim.as_ref().map(|_| self.name.clone()) };
        let (scheduler, (sender, receiver)) = (Arc::clone(self), oneshot::channel());
        tokio::spawn(async move {
            let enqueued = scheduler.push(&request, claim).await;
            if let Err(Ok(job)) = sender.send(enqueued) {
                let _ = scheduler.queue.cancel(&job.id).await;
            }
        });
        receiver.await.unwrap_or_else(|_| Err(QueueError::Unreachable("the job was lost".into())))
    }

    async fn push(self: &Arc<Scheduler>, request: &JobRequest, claim: Option<Claim>) -> Result<Job, QueueError> {
        let enqueued = self.queue.push(request).await?;
        if let (Some(claim), Some(lease)) = (claim, enqueued.lease) {
            let (queue, leaving) = (Arc::clone(&self.queue), self.leaving.subscribe());
            let run = claim.hand_to_queue();
            tokio::spawn(async move {
                let stop = run.stop.clone();
                let ended = worker_pool::attend(&*queue, &lease, run.outcome(), &stop, &run.latest, leaving).await;
                tracing::info!(run = lease.run, ?ended, "a run of this scheduler ended");
                run.left_by_queue();
            });
        }
        Ok(enqueued.job)
    }

    /// Waits for a job that another worker performs, until it ends or the wait does.
    async fn wait_for(&self, mut job: Job, until: Instant) -> Result<Reply, QueueError> {
        let mut given_up = CancelOnDrop { queue: Arc::clone(&self.queue), id: Some(job.id.clone()) };
        while !job.state.is_over() && Instant::now() < until {
            let max_wait = until.saturating_duration_since(Instant::now());
            match self.queue.watch(&job, max_wait).await? {
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
