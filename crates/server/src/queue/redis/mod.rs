//! The shared queue: Redis Streams with a consumer group, for any number of front ends and workers on any machine.
//!
//! A run is one entry of a stream. A worker leases it by reading it as a consumer of the group (XREADGROUP) or by
//! claiming it from a silent consumer (XAUTOCLAIM); a heartbeat claims it again (XCLAIM); its end acknowledges and
//! removes it (XACK, XDEL). The number of starts is the stream's own delivery count. Operations on several keys, such
//! as joining a run and counting a client's open jobs, are atomic functions of `moves.lua`, which also lists the keys.
//! Notifications of work, progress and ends are published on a channel; waiters also poll every second.
//!
//! A queue belongs to one version of the program: jobs are added and leased by its processes alone, which report that
//! they live. Another version takes the queue over when no run is open and none of those processes lives, or when the
//! queue was drained. Ended jobs can be read by any version; kept answers are those of one.
//!
//! Jobs are as durable as that Redis is: with `appendonly yes` they survive the death of its process, but for the last
//! two seconds at most where its disk is busy and `appendfsync` is not `always`. This needs Redis 7.0, a single server
//! (the keys are not laid out for a cluster), and `maxmemory-policy noeviction`.
//! [`super::sqlite`] needs nothing installed, and is the better choice for one machine.

use std::sync::Arc;
use std::time::Duration;

use ::redis::aio::{ConnectionManager, ConnectionManagerConfig, PubSub};
use ::redis::{Client, Cmd, ErrorKind, FromRedisValue, RedisError, RedisResult, Script, cmd};
use async_trait::async_trait;
use futures_util::StreamExt;
use tasks::{Limits, Outcome, ProgressUpdate};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use super::waking::{self, Notifier, Poll};
use super::{
    Bounds, Depth, Enqueued, Heartbeat, Job, JobQueue, JobRequest, Lease, OpenError, Process, QueueError, Role,
    SILENCE, State, StoredAnswer, VERSION, fresh, killed_its_workers, text, value,
};

/// The default prefix of all keys; servers and workers that share a queue use the same prefix.
pub const PREFIX: &str = "menagerie";
/// The timeout of a connection or a response.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The interval between attempts to subscribe to notifications again.
const RESUBSCRIBE_INTERVAL: Duration = Duration::from_millis(500);
/// Consumers that were silent for this long are removed, in milliseconds.
const SILENT: u64 = 60 * 60 * 1000;

/// A queue in a Redis.
pub struct RedisQueue {
    connection: ConnectionManager,
    script: Script,
    prefix: String,
    version: &'static str,
    bounds: Bounds,
    notifier: Arc<Notifier>,
    listener: AbortHandle,
}

impl Drop for RedisQueue {
    fn drop(&mut self) {
        self.listener.abort();
    }
}

impl RedisQueue {
    /// Opens the queue with the key prefix `prefix` in the Redis at `redis://[user:password@]host[:port][/database]`.
    /// The connection is established at the first use and again after every failure. Must be called in a tokio runtime
    /// with time and network enabled.
    ///
    /// # Errors
    /// Returns an error if the address is not valid.
    pub fn open(address: &str, prefix: &str, bounds: Bounds) -> Result<RedisQueue, OpenError> {
        RedisQueue::open_as(VERSION, address, prefix, bounds)
    }

    /// Opens the queue like [`RedisQueue::open`] as a process of this version of the program.
    ///
    /// # Errors
    /// Returns an error if the address is not valid.
    pub fn open_as(
        version: &'static str,
        address: &str,
        prefix: &str,
        bounds: Bounds,
    ) -> Result<RedisQueue, OpenError> {
        if address.starts_with("rediss:") {
            let expected = "expected redis://, in a private network or through a tunnel";
            return Err(OpenError::Failed(format!("rediss:// (Redis over TLS) is not built in; {expected}")));
        }
        let failed = |error: RedisError| OpenError::Failed(format!("the address of Redis is not valid: {error}"));
        let client = Client::open(address).map_err(failed)?;
        let config = ConnectionManagerConfig::new()
            .set_number_of_retries(0)
            .set_connection_timeout(Some(TIMEOUT))
            .set_response_timeout(Some(TIMEOUT));
        let connection = client.get_connection_manager_lazy(config).map_err(failed)?;
        let notifier = Arc::new(Notifier::new());
        let script = Script::new(include_str!("moves.lua"));
        let listener = Listener {
            client,
            connection: connection.clone(),
            script: script.clone(),
            prefix: prefix.to_owned(),
            notifier: Arc::clone(&notifier),
        };
        let listener = tokio::spawn(listener.listen()).abort_handle();
        Ok(RedisQueue { connection, script, prefix: prefix.to_owned(), version, bounds, notifier, listener })
    }

    fn key(&self, kind: &str, name: &str) -> String {
        format!("{}:{kind}:{name}", self.prefix)
    }

    async fn play<T: FromRedisValue>(&self, name: &str, arguments: &[&str]) -> RedisResult<T> {
        let mut move_ = self.script.key(&self.prefix);
        move_.arg(name).arg(arguments);
        move_.invoke_async(&mut self.connection.clone()).await
    }

    /// Calls a function of the script that is idempotent; it is called again if the connection broke.
    async fn play_surely<T: FromRedisValue>(&self, name: &str, arguments: &[&str]) -> Result<T, QueueError> {
        match self.play(name, arguments).await {
            Err(error) if error.is_unrecoverable_error() => Ok(self.play(name, arguments).await?),
            other => Ok(other?),
        }
    }

    /// Runs a read-only command. It is retried once, because the first command after a restart of Redis may find the
    /// old connection broken.
    async fn read<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, QueueError> {
        let mut connection = self.connection.clone();
        match command.query_async(&mut connection).await {
            Err(error) if RedisError::is_unrecoverable_error(&error) => {
                Ok(command.query_async(&mut connection).await?)
            }
            other => Ok(other?),
        }
    }

    async fn fields<T: FromRedisValue>(&self, kind: &str, name: &str, fields: &[&str]) -> Result<T, QueueError> {
        self.read(cmd("HMGET").arg(self.key(kind, name)).arg(fields)).await
    }

    async fn kept(&self, question: &str) -> Result<Option<StoredAnswer>, QueueError> {
        let name = format!("{}:{question}", self.version);
        let found: Option<String> = self.read(cmd("GET").arg(self.key("answer", &name))).await?;
        found.as_deref().map(value).transpose()
    }

    /// The text of the answer to store for an outcome; empty if the stored answer is better.
    async fn worth_keeping(&self, lease: &Lease, outcome: &Outcome) -> Result<String, QueueError> {
        let Some(kept) = StoredAnswer::of(&lease.task, outcome) else { return Ok(String::new()) };
        let older = self.kept(&lease.task.question_key()).await?;
        if older.is_none_or(|older| kept.replaces(&older)) { text(&kept) } else { Ok(String::new()) }
    }

    fn seconds_kept(&self) -> String {
        self.bounds.kept.as_secs().max(1).to_string()
    }

    fn lease_millis(&self) -> String {
        self.bounds.lease.as_millis().to_string()
    }
}

impl From<RedisError> for QueueError {
    fn from(error: RedisError) -> QueueError {
        match (error.code(), error.detail()) {
            (Some("OTHERVERSION"), Some(version)) => {
                return QueueError::OfAnotherVersion { version: version.to_owned() };
            }
            (Some("DRAINING"), _) => return QueueError::Draining,
            _ => {}
        }
        let message = error.to_string();
        // To a command of many words, Redis says so before it has read which one it is.
        let wants_password = error.code() == Some("NOAUTH") || message.contains("unauthenticated");
        QueueError::Unreachable(match error.kind() {
            _ if wants_password => "Redis wants a password; expected redis://:PASSWORD@HOST".to_owned(),
            ErrorKind::AuthenticationFailed => "Redis refuses the user or the password of the address".to_owned(),
            _ => message,
        })
    }
}

/// Receives the notifications of all processes that share the queue.
struct Listener {
    client: Client,
    connection: ConnectionManager,
    script: Script,
    prefix: String,
    notifier: Arc<Notifier>,
}

impl Listener {
    /// Receives notifications forever; those missed while Redis is unreachable are made up for by polling.
    async fn listen(mut self) {
        loop {
            if let Ok(notifications) = self.subscribe().await {
                self.notifier.work();
                self.relay(notifications).await;
            }
            sleep(RESUBSCRIBE_INTERVAL).await;
        }
    }

    async fn subscribe(&mut self) -> RedisResult<PubSub> {
        let mut notifications = self.client.get_async_pubsub().await?;
        notifications.subscribe(format!("{}:news", self.prefix)).await?;
        let mut tidy = self.script.key(&self.prefix);
        tidy.arg("tidy").arg(SILENT);
        tidy.invoke_async::<()>(&mut self.connection).await?;
        Ok(notifications)
    }

    async fn relay(&self, notifications: PubSub) {
        let mut notifications = notifications.into_on_message();
        while let Some(message) = notifications.next().await {
            match message.get_payload::<String>() {
                Ok(word) if word == "work" => self.notifier.work(),
                Ok(run) => self.notifier.run(&run),
                Err(_) => {}
            }
        }
    }
}

#[async_trait]
impl Poll for RedisQueue {
    fn notifier(&self) -> &Notifier {
        &self.notifier
    }

    fn recheck(&self) -> Duration {
        self.bounds.recheck()
    }

    async fn read_job(&self, job: &str) -> Result<Option<(Job, String)>, QueueError> {
        let (run, cancelled): (Option<String>, Option<u8>) = self.fields("job", job, &["run", "cancelled"]).await?;
        let Some(run) = run else { return Ok(None) };
        type Fields = (Option<String>, Option<String>, Option<String>);
        let (state, progress, outcome): Fields = self.fields("run", &run, &["state", "progress", "outcome"]).await?;
        // A job expires with its run.
        let Some(state) = state else { return Ok(None) };
        let state = if cancelled.is_some() { State::Cancelled } else { State::named(&state)? };
        let progress = progress.as_deref().map(value).transpose()?;
        let outcome = outcome.filter(|_| cancelled.is_none()).as_deref().map(value).transpose()?;
        Ok(Some((Job { id: job.to_owned(), state, progress, outcome }, run)))
    }

    async fn take(&self, worker: &str, urgent_only: bool) -> Result<Option<Lease>, QueueError> {
        let urgent_only = if urgent_only { "1" } else { "0" };
        let (nonce, starts) = (fresh()?, self.bounds.starts.to_string());
        let verdict = text(&killed_its_workers(self.bounds.starts))?;
        let (lease, kept) = (self.lease_millis(), self.seconds_kept());
        // Not retried if the reply is lost: that run is claimed later like that of a dead worker.
        let found: Option<(String, String, String, u32)> =
            self.play("lease", &[self.version, worker, urgent_only, &nonce, &lease, &starts, &verdict, &kept]).await?;
        let Some((token, run, task, starts)) = found else { return Ok(None) };
        Ok(Some(Lease { run, task: value(&task)?, starts, token }))
    }
}

#[async_trait]
impl JobQueue for RedisQueue {
    async fn push(&self, request: &JobRequest) -> Result<Enqueued, QueueError> {
        let (id, run, nonce) = (fresh()?, fresh()?, fresh()?);
        let (key, task) = (request.task.run_key(), text(&request.task)?);
        let class = if request.task.is_urgent() { "urgent" } else { "other" };
        let holder = request.holder.as_deref().unwrap_or_default();
        let (most_jobs, most_runs) = (self.bounds.open_jobs.to_string(), self.bounds.queued_runs.to_string());
        let named = [self.version, &id, &request.client, &key, &task, class, holder, &run, &nonce];
        let arguments = [&named[..], &[&most_jobs, &most_runs]].concat();
        let (status, number, state, progress): (String, u64, Option<String>, Option<String>) =
            self.play_surely("push", &arguments).await?;
        match status.as_str() {
            "client" => self.bounds.admit_job(number)?,
            "runs" => self.bounds.admit_run(number)?,
            _ => {}
        }
        let state = State::named(&state.unwrap_or_default())?;
        let progress = progress.as_deref().map(value).transpose()?;
        let token = format!("{run}-{nonce}");
        let lease = (number == 1).then(|| Lease { run: key, task: request.task.clone(), starts: 1, token });
        Ok(Enqueued { job: Job { id, state, progress, outcome: None }, lease })
    }

    async fn job(&self, id: &str) -> Result<Option<Job>, QueueError> {
        Ok(self.read_job(id).await?.map(|(job, _)| job))
    }

    async fn watch(&self, seen: &Job, max_wait: Duration) -> Result<Option<Job>, QueueError> {
        waking::watch(self, seen, max_wait).await
    }

    async fn cancel(&self, id: &str) -> Result<Option<Job>, QueueError> {
        self.play_surely::<()>("cancel", &[id, &self.seconds_kept()]).await?;
        self.job(id).await
    }

    async fn lease(&self, worker: &str, urgent_only: bool, max_wait: Duration) -> Result<Option<Lease>, QueueError> {
        waking::lease(self, worker, urgent_only, max_wait).await
    }

    async fn heartbeat(&self, lease: &Lease, progress: Option<&ProgressUpdate>) -> Result<Heartbeat, QueueError> {
        let progress = progress.map(text).transpose()?.unwrap_or_default();
        let goes_on = self.play_surely::<bool>("heartbeat", &[&lease.token, &progress]).await?;
        Ok(if goes_on { Heartbeat::GoOn } else { Heartbeat::Stop })
    }

    async fn finish(&self, lease: &Lease, outcome: &Outcome) -> Result<bool, QueueError> {
        let (state, question) = (State::after(outcome).name(), lease.task.question_key());
        let answer = self.worth_keeping(lease, outcome).await?;
        let (outcome, kept) = (text(outcome)?, self.seconds_kept());
        let arguments = [self.version, &lease.token, state, &outcome, &kept, &question, &answer];
        self.play_surely("finish", &arguments).await
    }

    async fn release(&self, lease: &Lease) -> Result<(), QueueError> {
        self.play_surely("release", &[&lease.token]).await
    }

    async fn answer(&self, question: &str, limits: &Limits) -> Result<Option<Outcome>, QueueError> {
        Ok(self.kept(question).await?.filter(|kept| kept.suits(limits)).map(|kept| kept.outcome))
    }

    async fn depth(&self) -> Result<Depth, QueueError> {
        let key = format!("{}:counts", self.prefix);
        let (queued, running): (Option<u64>, Option<u64>) =
            self.read(cmd("HMGET").arg(key).arg(&["queued", "running"])).await?;
        Ok(Depth { queued: queued.unwrap_or(0), running: running.unwrap_or(0) })
    }
    async fn join(&self, process: &Process) -> Result<(), QueueError> {
        let Process { name, role, slots, .. } = process;
        let (slots, silence) = (slots.to_string(), SILENCE.as_secs().to_string());
        let arguments = [self.version, name, role.name(), &slots, &silence];
        let held: Option<(String, u64, u64)> = self.play_surely("join", &arguments).await?;
        held.map_or(Ok(()), |(version, runs, processes)| Err(QueueError::Held { version, runs, processes }))
    }

    async fn part(&self, name: &str) -> Result<(), QueueError> {
        self.play_surely("part", &[name]).await
    }

    async fn processes(&self) -> Result<Vec<Process>, QueueError> {
        let silence = SILENCE.as_secs().to_string();
        let alive: Vec<(String, String, String, usize)> = self.play_surely("processes", &[&silence]).await?;
        let process = |(name, role, version, slots): (String, String, String, usize)| {
            let role = Role::named(&role)?;
            Some(Process { name, role, version, slots })
        };
        Ok(alive.into_iter().filter_map(process).collect())
    }

    async fn drain(&self, time: Duration) -> Result<u64, QueueError> {
        self.play_surely("drain", &[self.version, &time.as_secs().max(1).to_string()]).await
    }

    async fn admits(&self) -> Result<(), QueueError> {
        let own: Option<String> = self.read(cmd("GET").arg(format!("{}:version", self.prefix))).await?;
        match own {
            Some(version) if version != self.version => Err(QueueError::OfAnotherVersion { version }),
            _ => Ok(()),
        }
    }
}
