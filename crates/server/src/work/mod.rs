//! Where tasks are performed: in this process, or in a child process where the level is a program.
//!
//! An [`Executor`] performs tasks by [`tasks::perform_with`]. It keeps parsed levels and solvers for the next task, and
//! sends programs to a child process ([`child`], whose other side is [`confined`]). It blocks: the caller gives it a
//! thread.

pub mod child;
pub mod confined;
mod levels;

use std::sync::Arc;

use engines::{CancellationToken, Context, LruCache, MapFile, Progress, Store};
use tasks::{Families, Limits, Outcome, Task, family_named, perform_with};

use child::{ChildCommand, Death};
use levels::Levels;

/// Bytes of solvers and their tables that stay between questions.
const MOST_KEPT: u64 = 256 << 20;

/// Whether a task is begun for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// Nothing speaks against performing it beside other tasks.
    First,
    /// An earlier attempt ended without an outcome, since the process that performed it died. The task may be the reason,
    /// so it gets a process of its own: if that dies, too, the task is the reason, and no other task suffers.
    Again,
}

impl Attempt {
    /// The attempt of a task that was started so often, this time included.
    #[must_use]
    pub fn of(starts: u32) -> Attempt {
        if starts > 1 { Attempt::Again } else { Attempt::First }
    }
}

/// Performs tasks one after the other and beside each other, and keeps what they have in common.
pub struct Executor {
    families: Families,
    store: Arc<dyn Store + Send + Sync>,
    map: Option<Arc<dyn MapFile + Send + Sync>>,
    child: Option<ChildCommand>,
    levels: Levels,
    kept: LruCache,
}

impl Executor {
    /// Levels that are programs go to processes that `child` starts; without it they are performed here, as on the
    /// command line.
    #[must_use]
    pub fn new(families: Families, store: Arc<dyn Store + Send + Sync>, child: Option<ChildCommand>) -> Executor {
        Executor { families, store, map: None, child, levels: Levels::default(), kept: LruCache::new(MOST_KEPT) }
    }

    /// Sets the saved map from which hints are read.
    #[must_use]
    pub fn reading_map(self, map: Option<Arc<dyn MapFile + Send + Sync>>) -> Executor {
        Executor { map, ..self }
    }

    /// The families.
    #[must_use]
    pub fn families(&self) -> Families {
        self.families
    }

    /// Whether a task's level is a program that runs in a process of its own.
    #[must_use]
    pub fn is_confined(&self, task: &Task) -> bool {
        self.child.is_some()
            && family_named(self.families, &task.family).is_ok_and(|family| family.confined().is_some())
    }

    /// Performs a task; blocks.
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
        let cx = Context::new(limits.budget()).stop(stop).progress(progress).store(&*self.store).keeping(&self.kept);
        let cx = match &self.map {
            Some(map) => cx.reading_map(&**map),
            None => cx,
        };
        perform_with(self.families, |family| self.levels.load(family, &task.level, &cx), task, &cx)
    }
}

impl std::fmt::Debug for Executor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executor").field("child", &self.child).finish_non_exhaustive()
    }
}
