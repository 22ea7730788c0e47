//! What a question may spend, and how to stop it.
//!
//! One [`Context`] serves one question. Engines call [`Context::spend`] every few thousand nodes and
//! [`Context::reserve`] before they allocate what grows with the input; both say [`Halt`] when a limit is
//! reached. Limits on nodes are the same on every machine; limits on time are not, so tests use nodes.

use std::fmt;
use std::io;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::lru_cache::LruCache;

/// Limits of one question; `None` is no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// Units of work, as each engine defines them (states expanded, tiles scanned, words combined).
    pub nodes: Option<u64>,
    /// Bytes held at once in tables and buffers that grow with the input.
    pub bytes: Option<u64>,
    /// The moment after which no work is done.
    pub deadline: Option<Instant>,
}

/// Why work ended before its answer was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The limit on nodes was reached.
    Nodes,
    /// The next table would not fit in the memory allowed.
    Bytes,
    /// The deadline passed.
    Time,
    /// The user asked to stop.
    Stopped,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Halt::Nodes => "the limit on nodes was reached",
            Halt::Bytes => "the memory allowed does not suffice",
            Halt::Time => "the time allowed is over",
            Halt::Stopped => "stopped by the user",
        })
    }
}

impl std::error::Error for Halt {}

/// A flag that tells running work to stop soon. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct CancellationToken(Arc<AtomicBool>);

impl CancellationToken {
    /// Tells the work to stop at its next check.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`CancellationToken::cancel`] was called since the last [`CancellationToken::clear`].
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Withdraws the cancellation, for the next piece of work under the same flag.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag itself, for code that cannot depend on this crate.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// How far the work is.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What is being done, in a few words.
    pub stage: &'a str,
    /// Steps of this stage done so far.
    pub done: u64,
    /// Steps of this stage in all, where known.
    pub total: Option<u64>,
    /// The lower bound on the answer proven so far, where the question has one.
    pub at_least: Option<u64>,
    /// Nodes spent since the question was asked.
    pub nodes: u64,
}

/// Receives reports; called from any thread, often, so it must be quick.
pub trait Progress: Sync {
    /// Takes note of one report.
    fn report(&self, report: Report<'_>);
}

/// Ignores every report.
#[derive(Debug)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _: Report<'_>) {}
}

/// Bytes from a [`Store`]: a buffer, or a mapped file.
pub type Stored = Box<dyn Deref<Target = [u8]> + Send + Sync>;

/// Keeps tables between questions under a content key (pattern databases, maps).
///
/// A store may forget anything at any time. What it returns may be damaged: the caller keeps and checks a
/// checksum of its own.
pub trait Store: Sync {
    /// The bytes under `key`, if they are there.
    fn get(&self, key: &str) -> Option<Stored>;

    /// Keeps what `write` writes under `key`; all of it or nothing.
    ///
    /// # Errors
    /// Whatever the writer or the medium reports; the caller goes on without the store.
    fn put(&self, key: &str, write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()>;

    /// What is under `key` is of no more use. A store that cannot remove it keeps it.
    fn forget(&self, _: &str) {}
}

/// Keeps nothing.
#[derive(Debug)]
pub struct NoStore;

impl Store for NoStore {
    fn get(&self, _: &str) -> Option<Stored> {
        None
    }

    fn put(&self, _: &str, _: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
        Ok(())
    }
}

/// Takes what is too large for an answer (`--out FILE`).
pub trait Sink: Sync {
    /// Opens the place; it is kept only if the question ends well.
    ///
    /// # Errors
    /// Where the place cannot be written.
    fn open(&self) -> io::Result<Box<dyn io::Write + Send + '_>>;
}

/// What a question spent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Units of work.
    pub nodes: u64,
    /// The most bytes reserved at once.
    pub bytes: u64,
    /// Wall-clock time since the context was made, set-up included.
    pub elapsed: Duration,
    /// The part of it that went into tables that a [`Store`] could keep.
    pub setup: Duration,
}

/// Everything that a question may use: limits, stop flag, progress, threads, store and sink.
pub struct Context<'a> {
    budget: Budget,
    stop: CancellationToken,
    progress: &'a dyn Progress,
    store: &'a dyn Store,
    sink: Option<&'a dyn Sink>,
    table_sink: Option<&'a dyn Sink>,
    kept: Option<&'a LruCache>,
    threads: usize,
    started: Instant,
    nodes: AtomicU64,
    held: AtomicU64,
    peak: AtomicU64,
    setup_nanos: AtomicU64,
}

impl Default for Context<'_> {
    fn default() -> Self {
        Context::new(Budget::default())
    }
}

impl<'a> Context<'a> {
    /// A context with these limits, one thread, no progress, no store, no sink.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Context {
            budget,
            stop: CancellationToken::default(),
            progress: &NoProgress,
            store: &NoStore,
            sink: None,
            table_sink: None,
            kept: None,
            threads: 1,
            started: Instant::now(),
            nodes: AtomicU64::new(0),
            held: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            setup_nanos: AtomicU64::new(0),
        }
    }

    /// The same with at most `nodes` units of work: the limit that tests use.
    #[must_use]
    pub fn with_nodes(nodes: u64) -> Self {
        Context::new(Budget { nodes: Some(nodes), ..Budget::default() })
    }

    /// Sets the flag that stops the work.
    #[must_use]
    pub fn stop(mut self, stop: CancellationToken) -> Self {
        self.stop = stop;
        self
    }

    /// Sets who hears of progress.
    #[must_use]
    pub fn progress(mut self, progress: &'a dyn Progress) -> Self {
        self.progress = progress;
        self
    }

    /// Sets where tables are kept.
    #[must_use]
    pub fn store(mut self, store: &'a dyn Store) -> Self {
        self.store = store;
        self
    }

    /// Sets where large results go.
    #[must_use]
    pub fn sink(mut self, sink: &'a dyn Sink) -> Self {
        self.sink = Some(sink);
        self
    }

    /// Sets where the rows of the answer's table go (`--csv FILE`), where they are too many for the answer.
    #[must_use]
    pub fn table_sink(mut self, sink: &'a dyn Sink) -> Self {
        self.table_sink = Some(sink);
        self
    }

    /// Sets where things stay for the next questions of this process.
    #[must_use]
    pub fn keeping(mut self, kept: &'a LruCache) -> Self {
        self.kept = Some(kept);
        self
    }

    /// Sets how many threads may work at once (at least one).
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// How many threads may work at once, at least one.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        self.threads
    }

    /// The limits.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// The flag that stops the work.
    #[must_use]
    pub fn stop_flag(&self) -> &CancellationToken {
        &self.stop
    }

    /// Where tables are kept.
    #[must_use]
    pub fn tables(&self) -> &'a dyn Store {
        self.store
    }

    /// Where things stay for the next questions, if this process expects some.
    #[must_use]
    pub fn keeps(&self) -> Option<&'a LruCache> {
        self.kept
    }

    /// Where large results go, if the asker named a place.
    #[must_use]
    pub fn out(&self) -> Option<&'a dyn Sink> {
        self.sink
    }

    /// Where the rows of the answer's table go, if the asker named a place.
    #[must_use]
    pub fn table_out(&self) -> Option<&'a dyn Sink> {
        self.table_sink
    }

    /// Counts `nodes` units of work and says whether to go on. Reads the clock where there is a deadline:
    /// call it once for a few thousand units.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn spend(&self, nodes: u64) -> Result<(), Halt> {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.stop.is_cancelled() {
            return Err(Halt::Stopped);
        }
        if self.budget.nodes.is_some_and(|limit| total > limit) {
            return Err(Halt::Nodes);
        }
        if self.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Halt::Time);
        }
        Ok(())
    }

    /// A context for one of `parts` equal parts of the nodes and the time that are left, with the same flag, progress and
    /// store; memory is not divided, since what a part reserves is free again when it ends. [`Context::absorb`] counts
    /// afterwards what the part spent.
    #[must_use]
    pub fn part(&self, parts: u32) -> Context<'a> {
        let now = Instant::now();
        let nodes = self.budget.nodes.map(|limit| {
            let left = limit.saturating_sub(self.nodes.load(Ordering::Relaxed));
            left / u64::from(parts.max(1))
        });
        let deadline =
            self.budget.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / parts.max(1));
        let budget = Budget { nodes, bytes: self.budget.bytes, deadline };
        let mut part = Context::new(budget).stop(self.stop.clone()).progress(self.progress).store(self.store);
        (part.sink, part.kept, part.threads) = (self.sink, self.kept, self.threads);
        part
    }

    /// Counts what a part spent as spent here.
    pub fn absorb(&self, part: &Context<'_>) {
        let spent = part.spent();
        self.nodes.fetch_add(spent.nodes, Ordering::Relaxed);
        self.peak.fetch_max(self.held.load(Ordering::Relaxed).saturating_add(spent.bytes), Ordering::Relaxed);
        self.setup_nanos.fetch_add(part.setup_nanos.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Claims `bytes` of memory until the reservation is dropped.
    ///
    /// # Errors
    /// [`Halt::Bytes`] where that would exceed the budget; nothing is claimed then.
    pub fn reserve(&self, bytes: u64) -> Result<Reservation<'_>, Halt> {
        let held = self.held.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if self.budget.bytes.is_some_and(|limit| held > limit) {
            self.held.fetch_sub(bytes, Ordering::Relaxed);
            return Err(Halt::Bytes);
        }
        self.peak.fetch_max(held, Ordering::Relaxed);
        Ok(Reservation { held: &self.held, bytes })
    }

    /// Tells how far a stage is.
    pub fn report(&self, stage: &str, done: u64, total: Option<u64>, at_least: Option<u64>) {
        self.progress.report(Report { stage, done, total, at_least, nodes: self.nodes.load(Ordering::Relaxed) });
    }

    /// Runs `work` and counts its time as set-up.
    pub fn setup<T>(&self, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = work();
        let nanos = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.setup_nanos.fetch_add(nanos, Ordering::Relaxed);
        result
    }

    /// What was spent so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        Spent {
            nodes: self.nodes.load(Ordering::Relaxed),
            bytes: self.peak.load(Ordering::Relaxed),
            elapsed: self.started.elapsed(),
            setup: Duration::from_nanos(self.setup_nanos.load(Ordering::Relaxed)),
        }
    }
}

/// Memory claimed from a [`Context`]; given back on drop.
#[derive(Debug)]
pub struct Reservation<'c> {
    held: &'c AtomicU64,
    bytes: u64,
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        self.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_to_the_limit() {
        let cx = Context::with_nodes(10);
        assert_eq!(cx.spend(10), Ok(()));
        assert_eq!(cx.spend(1), Err(Halt::Nodes));
        assert_eq!(cx.spent().nodes, 11);
    }

    #[test]
    fn bytes_come_back_when_dropped() {
        let cx = Context::new(Budget { bytes: Some(100), ..Budget::default() });
        let first = cx.reserve(60).unwrap();
        assert_eq!(cx.reserve(50).unwrap_err(), Halt::Bytes);
        drop(first);
        assert!(cx.reserve(100).is_ok());
        assert_eq!(cx.spent().bytes, 100);
    }

    #[test]
    fn a_part_has_its_share_of_the_nodes_and_is_counted() {
        let cx = Context::with_nodes(10);
        assert_eq!(cx.spend(4), Ok(()));
        let part = cx.part(2);
        assert_eq!(part.spend(3), Ok(()));
        assert_eq!(part.spend(1), Err(Halt::Nodes));
        cx.absorb(&part);
        assert_eq!(cx.spent().nodes, 8);
        assert_eq!(cx.spend(3), Err(Halt::Nodes));
    }

    #[test]
    fn a_clone_of_the_stop_flag_stops() {
        let stop = CancellationToken::default();
        let cx = Context::default().stop(stop.clone());
        assert_eq!(cx.spend(1), Ok(()));
        stop.cancel();
        assert_eq!(cx.spend(1), Err(Halt::Stopped));
    }
}
