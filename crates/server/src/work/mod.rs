//! A task performed: in this process, or in a child process where its level is a program.
//!
//! [`perform`] is the whole of it for one task in this process; an [`Executor`] keeps what the next task can use
//! again (levels that were parsed) and sends programs to a child ([`child`], whose other side is [`confined`]).
//! All of it blocks: the caller gives it a thread.

pub mod child;
pub mod confined;
mod levels;
mod position;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use engines::{CancellationToken, Context, LruCache, Progress, Store};
use puzzles::{AskError, Family, FamilyInfo, Level, LoadError, Options, Question, QuestionKind, Validity};
use serde::Serialize;

use crate::task::{Failure, Limits, Operation, Outcome, RawJson, Reason, Task};
use child::{ChildCommand, Death};
use levels::Levels;

/// Bytes of solvers and their tables that stay between questions.
const MOST_KEPT: u64 = 256 << 20;

/// A family list that lives as long as the process.
pub type Families = &'static [&'static dyn Family];

/// Performs a task in this process, on this thread.
#[must_use]
pub fn perform(
    families: Families,
    store: &dyn Store,
    task: &Task,
    stop: CancellationToken,
    progress: &dyn Progress,
) -> Outcome {
    let load = |family: &'static dyn Family, cx: &Context<'_>| {
        family.load_within(Arc::new(task.level.clone().into_bytes()), cx)
    };
    perform_with(families, load, task, Context::new(task.limits.budget()).stop(stop).progress(progress).store(store))
}

type Loaded = Result<Arc<dyn Level>, LoadError>;

fn perform_with(
    families: Families,
    load: impl Fn(&'static dyn Family, &Context<'_>) -> Loaded,
    task: &Task,
    cx: Context<'_>,
) -> Outcome {
    let work = || {
        let family = named(families, &task.family)?;
        deed(family.info(), load(family, &cx), &task.deed, &cx)
    };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok((result, last_word))) => Outcome::Done { result, last_word },
        Ok(Err(failure)) => Outcome::Failed(failure),
        Err(_) => Outcome::Failed(Failure::new(Reason::Internal, "a bug in menagerie ended the work")),
    }
}

fn named(families: Families, name: &str) -> Result<&'static dyn Family, Failure> {
    let found = families.iter().find(|family| family.info().name == name).copied();
    found.ok_or_else(|| {
        let names: Vec<&str> = families.iter().map(|family| family.info().name).collect();
        let names = names.join(", ");
        Failure::new(Reason::UnknownFamily, format!("no family '{name}'; expected one of {names}"))
    })
}

/// The object, and whether it is the last word.
type Done = Result<(RawJson, bool), Failure>;

fn deed(info: &'static FamilyInfo, loaded: Loaded, deed: &Operation, cx: &Context<'_>) -> Done {
    match deed {
        Operation::Check => {
            let exceeded = matches!(loaded, Err(LoadError::Exceeded(_) | LoadError::Unreadable(_)));
            Ok((text(&Validity::of(loaded).object(Some(info.name)))?, !exceeded))
        }
        Operation::Ask { question, asked } => ask(info, &loaded?, *question, asked, cx),
        Operation::Picture { moves, role, answer, style } => {
            let asked = position::Drawing { moves, role: role.as_deref(), answer: answer.as_deref(), style: *style };
            position::picture(info, &loaded?, asked, cx).and_then(last_word)
        }
        Operation::Play { moves, role } => {
            position::play(info, &loaded?, moves, role.as_deref(), cx).and_then(last_word)
        }
    }
}

fn ask(
    info: &'static FamilyInfo,
    level: &Arc<dyn Level>,
    kind: QuestionKind,
    asked: &Options,
    cx: &Context<'_>,
) -> Done {
    let question = Question { kind, asked: asked.clone() };
    let answer = puzzles::ask(info, level, &question, cx)?;
    Ok((text(&answer)?, answer.is_last_word()))
}

fn last_word(value: impl Serialize) -> Done {
    Ok((text(&value)?, true))
}

fn text(value: &impl Serialize) -> Result<RawJson, Failure> {
    RawJson::of(value).map_err(|error| Failure::new(Reason::Internal, error.to_string()))
}

impl Failure {
    /// A failure that has no place in the level's text.
    #[must_use]
    pub fn new(reason: Reason, message: impl Into<String>) -> Failure {
        Failure { reason, message: message.into(), problems: Vec::new() }
    }
}

impl From<LoadError> for Failure {
    fn from(problems: LoadError) -> Failure {
        let message = problems.to_string();
        match problems {
            LoadError::Invalid(problems) => Failure { reason: Reason::InvalidLevel, message, problems },
            LoadError::Exceeded(_) => Failure::new(Reason::Exceeded, message),
            LoadError::Unreadable(_) => Failure::new(Reason::Internal, message),
        }
    }
}

impl From<AskError> for Failure {
    fn from(refusal: AskError) -> Failure {
        let reason = match &refusal {
            AskError::NotOffered(_) => Reason::NotOffered,
            AskError::Illegal { .. } => Reason::IllegalMove,
            AskError::Halted(_) => Reason::Exceeded,
            AskError::Rules(_) => Reason::ScriptFailed,
            AskError::Broken(_) => Reason::Internal,
        };
        Failure::new(reason, refusal.to_string())
    }
}

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
    child: Option<ChildCommand>,
    levels: Levels,
    kept: LruCache,
}

impl Executor {
    /// Levels that are programs go to processes that `child` starts; without it they are performed here, as on the
    /// command line.
    #[must_use]
    pub fn new(families: Families, store: Arc<dyn Store + Send + Sync>, child: Option<ChildCommand>) -> Executor {
        Executor { families, store, child, levels: Levels::default(), kept: LruCache::new(MOST_KEPT) }
    }

    /// The families.
    #[must_use]
    pub fn families(&self) -> Families {
        self.families
    }

    /// Whether a task's level is a program that runs in a process of its own.
    #[must_use]
    pub fn is_confined(&self, task: &Task) -> bool {
        self.child.is_some() && named(self.families, &task.family).is_ok_and(|family| family.confined().is_some())
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
        let load = |family, cx: &Context<'_>| self.levels.load(family, &task.level, cx);
        let cx = Context::new(limits.budget()).stop(stop).progress(progress).store(&*self.store);
        perform_with(self.families, load, task, cx.keeping(&self.kept))
    }
}

impl std::fmt::Debug for Executor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Executor").field("child", &self.child).finish_non_exhaustive()
    }
}

impl Limits {
    /// The smaller of each.
    #[must_use]
    pub fn within(self, most: Limits) -> Limits {
        let nodes = match (self.nodes, most.nodes) {
            (Some(own), Some(most)) => Some(own.min(most)),
            (own, most) => own.or(most),
        };
        Limits { nodes, bytes: self.bytes.min(most.bytes), millis: self.millis.min(most.millis) }
    }
}
