//! Performs a task on the calling thread, within the limits of a context.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use engines::Context;
use puzzles::{Family, Level, LoadError, Question, Validity};
use serde::Serialize;

use crate::Families;
use crate::level_cache::LevelCache;
use crate::levels;
use crate::outcome::{Failure, Outcome, RawJson, Reason};
use crate::position::{self, Drawing};
use crate::recognise::recognise;
use crate::task::{Operation, Task};

/// The result of loading a level.
pub type Loaded = Result<Arc<dyn Level>, LoadError>;

/// The result of an operation.
struct Completed {
    result: RawJson,
    /// Whether more time or memory could not change the result.
    is_conclusive: bool,
}

/// Performs a task: loads its level and performs the operation on it. The limits are those of `cx`, not of the task; a
/// caller without others derives them by [`Limits::budget`](crate::Limits::budget).
#[must_use]
pub fn perform(families: Families, task: &Task, cx: &Context<'_>) -> Outcome {
    let load = |family: &'static dyn Family| family.load(Arc::new(task.level.clone().into_bytes()), cx);
    perform_with(families, load, task, cx)
}

/// Performs a task like [`perform`] on the level that `load` returns for its family. A panic becomes a failure.
#[must_use]
pub fn perform_with(
    families: Families,
    load: impl FnOnce(&'static dyn Family) -> Loaded,
    task: &Task,
    cx: &Context<'_>,
) -> Outcome {
    let work = || operate(families, load, task, cx);
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(Completed { result, is_conclusive })) => Outcome::Done { result, is_conclusive },
        Ok(Err(failure)) => Outcome::Failed(failure),
        Err(_) => Outcome::Failed(Failure::new(Reason::Internal, "a bug in menagerie ended the work")),
    }
}

/// Performs a task like [`perform`] on a level from a cache, which counts afterwards what the level holds.
#[must_use]
pub fn perform_cached(families: Families, levels: &LevelCache, task: &Task, cx: &Context<'_>) -> Outcome {
    let mut cached = None;
    let load = |family| Ok(Arc::clone(&cached.insert(levels.load(family, &task.level, cx)?).level));
    let outcome = perform_with(families, load, task, cx);
    cached.iter().for_each(|cached| levels.weigh(cached));
    outcome
}

/// Finds the family of a name.
///
/// # Errors
/// Returns [`Reason::UnknownFamily`] with the names of all families if there is no family of this name.
pub fn family_named(families: Families, name: &str) -> Result<&'static dyn Family, Failure> {
    let found = families.iter().find(|family| family.info().name == name).copied();
    found.ok_or_else(|| {
        let names: Vec<&str> = families.iter().map(|family| family.info().name).collect();
        let names = names.join(", ");
        Failure::new(Reason::UnknownFamily, format!("no family '{name}'; expected one of {names}"))
    })
}

fn operate(
    families: Families,
    load: impl FnOnce(&'static dyn Family) -> Loaded,
    task: &Task,
    cx: &Context<'_>,
) -> Result<Completed, Failure> {
    let family = || family_named(families, &task.family);
    let loaded = || match load(family()?) {
        Err(LoadError::Invalid(problems)) => {
            levels::several(family()?, &task.level, cx).map_or(Ok(Err(LoadError::Invalid(problems))), Err)
        }
        other => Ok(other),
    };
    match &task.operation {
        Operation::Levels { number } => completed(&levels::list(family()?, &task.level, *number, cx)?, true),
        Operation::Recognise => completed(&recognise(families, &task.level, cx), true),
        Operation::Check => check(family()?, loaded()?),
        Operation::Ask { question, asked } => ask(&loaded()??, &Question { kind: *question, asked: asked.clone() }, cx),
        Operation::Picture { moves, role, answer, style } => {
            let drawing = Drawing { moves, role: role.as_deref(), answer: answer.as_deref(), style: *style };
            let drawn = position::draw(&loaded()??, drawing, cx)?;
            // Where time has ended, a film may have been cut short.
            completed(&drawn, cx.spend(0).is_ok())
        }
        Operation::Play { moves, role } => completed(&position::show(&loaded()??, moves, role.as_deref(), cx)?, true),
    }
}

fn check(family: &dyn Family, loaded: Loaded) -> Result<Completed, Failure> {
    let exceeded = matches!(loaded, Err(LoadError::Exceeded(_) | LoadError::Unreadable(_)));
    completed(&Validity::of(loaded).object(Some(family.info().name)), !exceeded)
}

fn ask(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Completed, Failure> {
    let answer = puzzles::ask(level, question, cx)?;
    completed(&answer, answer.is_conclusive())
}

fn completed(value: &impl Serialize, is_conclusive: bool) -> Result<Completed, Failure> {
    let result = RawJson::of(value).map_err(|error| Failure::new(Reason::Internal, error.to_string()))?;
    Ok(Completed { result, is_conclusive })
}
