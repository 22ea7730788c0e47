//! Performs tasks in this process, or in a child process if the level is a program.
//!
//! An [`Executor`] performs tasks by [`tasks::perform_cached`]. It caches parsed levels and solvers for later tasks,
//! and sends programs to a child process ([`child`], whose other side is [`confined`]). Its methods block the calling
//! thread.

pub mod child;
pub mod confined;

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use engines::{CancellationToken, Context, MapFile, Progress, Store, Stored, ValueCache};
use tasks::{Families, LevelCache, Limits, Outcome, PictureSize, Task, family_named, perform_cached};

use child::{ChildCommand, Death};

/// The default of [`CacheBytes`]: the most bytes that are cached between tasks.
pub const CACHE: u64 = 384 << 20;
/// The most bytes of a picture, as shapes in JSON and as SVG each; a larger one is cut.
pub(crate) const PICTURES: PictureSize = PictureSize::AtMost(1_000_000);
/// The most solvers that stay between questions, however small they are.
const MAX_VALUES: usize = 256;
/// The solvers that stay for each level that has caches set aside.
const VALUES_OF_LEVEL: usize = 4;

/// The most bytes that a process caches between tasks: parsed levels with what they have prepared, solvers with their
/// tables, and answers. The least recently used go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheBytes(pub u64);

impl Default for CacheBytes {
    fn default() -> CacheBytes {
        CacheBytes(CACHE)
    }
}

impl CacheBytes {
    /// At most so many bytes.
    pub(crate) fn within(self, most: u64) -> CacheBytes {
        CacheBytes(self.0.min(most))
    }

    /// The bytes of solvers and their tables.
    fn solvers(self) -> u64 {
        self.0 / 3 * 2
    }

    /// The bytes of parsed levels.
    fn levels(self) -> u64 {
        self.0 / 4
    }

    /// Half of them, for each of two groups of levels.
    pub(crate) fn halved(self) -> CacheBytes {
        CacheBytes(self.0 / 2)
    }

    /// The bytes of answers.
    pub(crate) fn answers(self) -> u64 {
        self.0 / 12
    }
}

/// Whether a task is started for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// The task is started for the first time, and may run in the same process as other tasks.
    First,
    /// An earlier attempt ended without an outcome, because the process that performed it died. The task may be the
    /// cause, so it runs in a child process: if that dies too, the task is the cause, and no other task is affected.
    Again,
}

impl Attempt {
    /// Returns the attempt of a task that was started `starts` times, including this one.
    #[must_use]
    pub fn of(starts: u32) -> Attempt {
        if starts > 1 { Attempt::Again } else { Attempt::First }
    }
}

/// Performs tasks, also concurrently, and caches parsed levels and solvers for later ones.
pub struct Executor {
    families: Families,
    store: Arc<dyn Store + Send + Sync>,
    map: Option<OfferedMap>,
    child: Option<ChildCommand>,
    any: Caches,
    own: Option<OwnCaches>,
}

/// What is kept between tasks: parsed levels, and solvers with their tables.
struct Caches {
    levels: LevelCache,
    kept: ValueCache,
}

impl Caches {
    fn new(most: CacheBytes, values: usize) -> Caches {
        Caches { levels: LevelCache::new(most.levels()), kept: ValueCache::new(most.solvers(), values) }
    }
}

/// The caches of some levels, which those of others do not displace.
struct OwnCaches {
    texts: HashSet<String>,
    caches: Caches,
}

impl Executor {
    /// Creates an executor. Levels that are programs run in child processes that `child` starts; without it they run in
    /// this process, as on the command line. `store` keeps tables beyond the life of the process.
    #[must_use]
    pub fn new(families: Families, store: Arc<dyn Store + Send + Sync>, child: Option<ChildCommand>) -> Executor {
        Executor { families, store, map: None, child, any: Caches::new(CacheBytes::default(), MAX_VALUES), own: None }
    }

    /// Sets how much is cached between tasks.
    #[must_use]
    pub fn caching(self, most: CacheBytes) -> Executor {
        Executor { any: Caches::new(most, MAX_VALUES), ..self }
    }

    /// Sets aside caches for the levels of these texts, which those of others do not displace.
    #[must_use]
    pub(crate) fn with_own(self, texts: HashSet<String>, most: CacheBytes) -> Executor {
        let values = MAX_VALUES.max(VALUES_OF_LEVEL * texts.len());
        Executor { own: Some(OwnCaches { texts, caches: Caches::new(most, values) }), ..self }
    }

    fn caches(&self, task: &Task) -> &Caches {
        self.own.as_ref().filter(|own| own.texts.contains(&task.level)).map_or(&self.any, |own| &own.caches)
    }

    /// Sets the saved map from which hints are read.
    #[must_use]
    pub fn reading_map(self, map: Option<Arc<dyn MapFile + Send + Sync>>) -> Executor {
        Executor { map: map.map(OfferedMap), ..self }
    }

    /// Returns the supported puzzle families.
    #[must_use]
    pub fn families(&self) -> Families {
        self.families
    }

    /// The store that keeps tables beyond the life of the process.
    pub(crate) fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Whether the level of a task is a program that runs in a child process.
    #[must_use]
    pub fn is_confined(&self, task: &Task) -> bool {
        self.child.is_some()
            && family_named(self.families, &task.family).is_ok_and(|family| family.confined().is_some())
    }

    /// Performs a task within its limits until it is done or `stop` is cancelled; blocks the calling thread. A repeated
    /// attempt runs in a child process.
    #[must_use]
    pub fn perform(&self, task: &Task, attempt: Attempt, stop: CancellationToken, progress: &dyn Progress) -> Outcome {
        match &self.child {
            Some(command) if self.is_confined(task) => child::perform(command, task, Death::Limit, &stop, progress),
            Some(command) if attempt == Attempt::Again => child::perform(command, task, Death::Task, &stop, progress),
            _ => self.perform_within(task, task.limits, stop, progress),
        }
    }

    /// Performs a task in this process within limits other than its own.
    pub(crate) fn perform_within(
        &self,
        task: &Task,
        limits: Limits,
        stop: CancellationToken,
        progress: &dyn Progress,
    ) -> Outcome {
        let Caches { levels, kept } = self.caches(task);
        let cx = Context::new(limits.budget()).stop(stop).progress(progress).store(&*self.store).keeping(kept);
        let cx = match &self.map {
            Some(map) => cx.reading_map(map),
            None => cx,
        };
        perform_cached(self.families, levels, task, PICTURES, &cx)
    }
}

/// The saved map of a server, which is asked about any level.
struct OfferedMap(Arc<dyn MapFile + Send + Sync>);

impl MapFile for OfferedMap {
    fn open(&self) -> io::Result<Stored> {
        self.0.open()
    }

    fn is_offered(&self) -> bool {
        true
    }
}

impl std::fmt::Debug for Executor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executor").field("child", &self.child).finish_non_exhaustive()
    }
}
