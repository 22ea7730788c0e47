//! The resources that one question may use: limits, cancellation, progress, threads, stores and sinks.
//!
//! One [`Context`] serves one question. Engines call [`Context::spend`] every few thousand nodes and
//! [`Context::reserve`] before they allocate memory that grows with the input; both return [`Halt`] when a limit is
//! reached. A limit on nodes ends the work at the same point on every machine, a limit on time does not, so tests
//! limit nodes.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::clock::{self, Duration, Instant};
use crate::lru_cache::ValueCache;
use crate::state_rows::StateSink;
use crate::store::{MapFile, NoStore, Sink, StorageFailure, Store};

/// The limits of one question; `None` means no limit, if nothing else is said.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// The maximal number of units of work. Each engine defines its unit: a state expanded, a tile scanned, a machine
    /// word combined.
    pub nodes: Option<u64>,
    /// The maximal number of bytes held at the same time in tables and buffers that grow with the input.
    pub bytes: Option<u64>,
    /// The maximal number of bytes in files of a search; `None` means that no search goes on in files.
    pub disk: Option<u64>,
    /// The moment at which the work must end.
    pub deadline: Option<Instant>,
}

/// Why an engine ended its work before the answer was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The limit on nodes was reached.
    Nodes,
    /// The next allocation would exceed the limit on memory.
    Bytes,
    /// The next file would exceed the limit on disk space.
    Disk,
    /// The files of a search could not be kept, whatever the limit on disk space.
    Storage(StorageFailure),
    /// The deadline passed.
    Time,
    /// The user asked to stop.
    Stopped,
    /// An engine reached a limit of its own, whatever the budget allows. A larger budget does not help.
    Engine(EngineLimit),
}

/// A limit that an engine sets itself, independent of the [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineLimit {
    /// The engine gave up after the amount of work that it spends on this method.
    Effort,
    /// The engine would have to store more states than it can.
    States,
    /// The engine would have to build larger tables than it does.
    Bytes,
    /// The repetition count of a loop exceeds 64 bits.
    LoopCount,
}

impl fmt::Display for EngineLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineLimit::Effort => "the method gave up after its own limit of effort",
            EngineLimit::States => "there are more states than the method can store",
            EngineLimit::Bytes => "the tables would be larger than the method builds",
            EngineLimit::LoopCount => "a loop count exceeds 64 bits",
        })
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Halt::Engine(limit) => return limit.fmt(f),
            Halt::Storage(failure) => return failure.fmt(f),
            Halt::Nodes => "the limit on nodes was reached",
            Halt::Bytes => "the memory allowed does not suffice",
            Halt::Disk => "the disk space allowed does not suffice",
            Halt::Time => "the time allowed is over",
            Halt::Stopped => "ended from outside",
        })
    }
}

impl std::error::Error for Halt {}

/// A flag that asks running work to stop. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct CancellationToken(Arc<AtomicBool>);

impl CancellationToken {
    /// Asks the work to stop when it next calls [`Context::spend`].
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`CancellationToken::cancel`] was called since the last [`CancellationToken::clear`].
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Withdraws the cancellation, so that the flag can serve another piece of work.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Returns the flag itself, for code that cannot depend on this crate.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// A progress report.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// A short description of the present stage of the work.
    pub stage: &'a str,
    /// The number of steps of this stage that are done.
    pub done: u64,
    /// The total number of steps of this stage, where it is known.
    pub total: Option<u64>,
    /// The lower bound on the answer proven so far, where the question has one.
    pub at_least: Option<u64>,
    /// The number of nodes spent since the context was made.
    pub nodes: u64,
}

/// Receives progress reports. Engines call it often and from any thread, so it must return quickly.
pub trait Progress: Sync {
    /// Receives one report.
    fn report(&self, report: Report<'_>);
}

/// A [`Progress`] that ignores every report.
#[derive(Debug)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _: Report<'_>) {}
}

/// The resources that a question has used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// The units of work counted.
    pub nodes: u64,
    /// The largest number of bytes that were reserved at the same time.
    pub bytes: u64,
    /// The wall-clock time since the context was made, including the time for tables.
    pub elapsed: Duration,
    /// The part of the elapsed time that was spent on tables which a [`Store`] could keep.
    pub setup: Duration,
}

/// Everything that the work on one question may use: limits, a cancellation token, a receiver of progress reports,
/// threads, stores and sinks.
pub struct Context<'a> {
    budget: Budget,
    stop: CancellationToken,
    progress: &'a dyn Progress,
    store: &'a dyn Store,
    sink: Option<&'a dyn Sink>,
    table_sink: Option<&'a dyn Sink>,
    map_file: Option<&'a dyn MapFile>,
    map_sink: Option<&'a dyn Sink>,
    state_sink: Option<&'a dyn StateSink>,
    kept: Option<&'a ValueCache>,
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
    /// Creates a context with these limits and one thread, without progress reports, stores or sinks.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Context {
            budget,
            stop: CancellationToken::default(),
            progress: &NoProgress,
            store: &NoStore,
            sink: None,
            table_sink: None,
            map_file: None,
            map_sink: None,
            state_sink: None,
            kept: None,
            threads: 1,
            started: clock::now(),
            nodes: AtomicU64::new(0),
            held: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            setup_nanos: AtomicU64::new(0),
        }
    }

    /// Creates a context that allows at most `nodes` units of work and has no other limit.
    #[must_use]
    pub fn with_nodes(nodes: u64) -> Self {
        Context::new(Budget { nodes: Some(nodes), ..Budget::default() })
    }

    /// Sets the token that cancels the work.
    #[must_use]
    pub fn stop(mut self, stop: CancellationToken) -> Self {
        self.stop = stop;
        self
    }

    /// Sets the receiver of progress reports.
    #[must_use]
    pub fn progress(mut self, progress: &'a dyn Progress) -> Self {
        self.progress = progress;
        self
    }

    /// Sets the store for tables.
    #[must_use]
    pub fn store(mut self, store: &'a dyn Store) -> Self {
        self.store = store;
        self
    }

    /// Sets the sink for large results.
    #[must_use]
    pub fn sink(mut self, sink: &'a dyn Sink) -> Self {
        self.sink = Some(sink);
        self
    }

    /// Sets the sink for the rows of the answer's table (the file of `--csv FILE`).
    #[must_use]
    pub fn table_sink(mut self, sink: &'a dyn Sink) -> Self {
        self.table_sink = Some(sink);
        self
    }

    /// Sets the saved map from which hints and new levels are read.
    #[must_use]
    pub fn reading_map(mut self, file: &'a dyn MapFile) -> Self {
        self.map_file = Some(file);
        self
    }

    /// Sets the sink for the map of a state space (the file of `--save FILE`). A question about the map then writes it
    /// in the form that a [`MapFile`] has.
    #[must_use]
    pub fn saving_map(mut self, sink: &'a dyn Sink) -> Self {
        self.map_sink = Some(sink);
        self
    }

    /// Sets the sink for the states of a map (the files of `--states FILE` and `--graph FILE`).
    #[must_use]
    pub fn state_sink(mut self, sink: &'a dyn StateSink) -> Self {
        self.state_sink = Some(sink);
        self
    }

    /// Sets the cache in which this process keeps solvers and tables for later questions.
    #[must_use]
    pub fn keeping(mut self, kept: &'a ValueCache) -> Self {
        self.kept = Some(kept);
        self
    }

    /// Sets the number of threads that may work at the same time; 0 counts as 1. WebAssembly has only one.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Returns the number of threads that may work at the same time, at least 1.
    #[must_use]
    #[inline]
    pub fn thread_count(&self) -> usize {
        // A constant there, so that no code for threads is in the module.
        if cfg!(target_family = "wasm") { 1 } else { self.threads }
    }

    /// Returns the limits.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Returns the token that cancels the work.
    #[must_use]
    pub fn stop_flag(&self) -> &CancellationToken {
        &self.stop
    }

    /// Returns the store for tables.
    #[must_use]
    pub fn tables(&self) -> &'a dyn Store {
        self.store
    }

    /// Returns the cache for later questions, if this process keeps one.
    #[must_use]
    pub fn keeps(&self) -> Option<&'a ValueCache> {
        self.kept
    }

    /// Returns the sink for large results, if there is one.
    #[must_use]
    pub fn out(&self) -> Option<&'a dyn Sink> {
        self.sink
    }

    /// Returns the sink for the rows of the answer's table, if there is one.
    #[must_use]
    pub fn table_out(&self) -> Option<&'a dyn Sink> {
        self.table_sink
    }

    /// Returns the saved map that the user named, if one was named. WebAssembly has none.
    #[must_use]
    #[inline]
    pub fn map_file(&self) -> Option<&'a dyn MapFile> {
        // A constant there, so that no code for files is in the module.
        if cfg!(target_family = "wasm") { None } else { self.map_file }
    }

    /// Returns the sink for the map of a state space, if the map is to be saved. WebAssembly has none.
    #[must_use]
    #[inline]
    pub fn map_sink(&self) -> Option<&'a dyn Sink> {
        // A constant there, so that no code for files is in the module.
        if cfg!(target_family = "wasm") { None } else { self.map_sink }
    }

    /// Returns the sink for the states of a map, if they are to be written. WebAssembly has none.
    #[must_use]
    #[inline]
    pub fn states_out(&self) -> Option<&'a dyn StateSink> {
        // A constant there, so that no code for files is in the module.
        if cfg!(target_family = "wasm") { None } else { self.state_sink }
    }

    /// Counts `nodes` units of work and checks the limits. Where there is a deadline this reads the clock, so call it
    /// once for a few thousand units.
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
        if self.budget.deadline.is_some_and(|deadline| clock::now() >= deadline) {
            return Err(Halt::Time);
        }
        Ok(())
    }

    /// Creates a context for one of `parts` equal parts of the remaining nodes and time. It shares this context's
    /// token, progress receiver, store, sinks for results and maps, saved map, cache and number of threads. Memory is
    /// not divided, since what a part reserves is released when the part ends. Call [`Context::absorb`] afterwards to
    /// count what the part has spent.
    #[must_use]
    pub fn part(&self, parts: u32) -> Context<'a> {
        let now = clock::now();
        let nodes = self.nodes_left().map(|left| left / u64::from(parts.max(1)));
        let deadline =
            self.budget.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / parts.max(1));
        let budget = Budget { nodes, deadline, ..self.budget };
        let mut part = Context::new(budget).stop(self.stop.clone()).progress(self.progress).store(self.store);
        (part.sink, part.kept, part.threads) = (self.sink, self.kept, self.threads);
        (part.map_file, part.map_sink, part.state_sink) = (self.map_file, self.map_sink, self.state_sink);
        part
    }

    /// Creates a context like [`Context::part`] for all that remains, but for at most so many nodes.
    #[must_use]
    pub fn at_most(&self, nodes: u64) -> Context<'a> {
        self.capped(nodes, 1)
    }

    /// Creates a context like [`Context::part`] for all that remains, without a limit on nodes: for what is done with
    /// an answer, such as drawing it.
    #[must_use]
    pub fn without_count(&self) -> Context<'a> {
        let mut part = self.part(1);
        part.budget.nodes = None;
        part
    }

    /// Creates a context like [`Context::part`] for at most so many nodes, for work that is done while memory of this
    /// context is held: it has the memory that is left.
    #[must_use]
    pub fn beside(&self, nodes: u64, parts: u32) -> Context<'a> {
        let mut part = self.capped(nodes, parts);
        part.budget.bytes = self.bytes_left();
        part
    }

    fn capped(&self, nodes: u64, parts: u32) -> Context<'a> {
        let mut part = self.part(parts);
        part.budget.nodes = Some(part.budget.nodes.map_or(nodes, |left| left.min(nodes)));
        part
    }

    /// Counts what a context made by [`Context::part`] has spent as spent in this context.
    pub fn absorb(&self, part: &Context<'_>) {
        let spent = part.spent();
        self.nodes.fetch_add(spent.nodes, Ordering::Relaxed);
        self.peak.fetch_max(self.held.load(Ordering::Relaxed).saturating_add(spent.bytes), Ordering::Relaxed);
        self.setup_nanos.fetch_add(part.setup_nanos.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Reserves `bytes` of the memory allowed until the reservation is dropped. It allocates nothing.
    ///
    /// # Errors
    /// [`Halt::Bytes`] where the budget would be exceeded; nothing is reserved then.
    pub fn reserve(&self, bytes: u64) -> Result<Reservation<'_>, Halt> {
        let held = self.held.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if self.budget.bytes.is_some_and(|limit| held > limit) {
            self.held.fetch_sub(bytes, Ordering::Relaxed);
            return Err(Halt::Bytes);
        }
        self.peak.fetch_max(held, Ordering::Relaxed);
        Ok(Reservation { held: &self.held, bytes })
    }

    /// Returns the nodes that may still be spent; `None` where their number is not limited.
    #[must_use]
    pub fn nodes_left(&self) -> Option<u64> {
        self.budget.nodes.map(|limit| limit.saturating_sub(self.nodes.load(Ordering::Relaxed)))
    }

    /// Returns the bytes that may still be reserved; `None` where memory is not limited.
    #[must_use]
    pub fn bytes_left(&self) -> Option<u64> {
        self.budget.bytes.map(|limit| limit.saturating_sub(self.held.load(Ordering::Relaxed)))
    }

    /// Sends a progress report; see [`Report`] for the arguments.
    pub fn report(&self, stage: &str, done: u64, total: Option<u64>, at_least: Option<u64>) {
        self.progress.report(Report { stage, done, total, at_least, nodes: self.nodes.load(Ordering::Relaxed) });
    }

    /// Runs `work` and adds its time to [`Spent::setup`].
    pub fn setup<T>(&self, work: impl FnOnce() -> T) -> T {
        let begun = clock::now();
        let result = work();
        let nanos = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.setup_nanos.fetch_add(nanos, Ordering::Relaxed);
        result
    }

    /// Returns what has been spent so far.
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

/// Memory reserved from a [`Context`], released on drop.
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
