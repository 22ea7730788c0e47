//! Performs a task on the calling thread, within the limits of a context.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use engines::Context;
use puzzles::linkage::{ASKED_ONLY, ASKS_ONLY};
use puzzles::{Family, GenerateOptions, Level, LoadError, NewLevel, Question, Validity};
use serde::Serialize;

use crate::Families;
use crate::games::GameRequest;
use crate::level_cache::LevelCache;
use crate::levels;
use crate::outcome::{Failure, Outcome, RawJson, Reason};
use crate::picture_size::PictureSize;
use crate::position::{self, Drawing};
use crate::recognise::recognise;
use crate::task::{Operation, Task};

/// The result of loading a level.
type Loaded = Result<Arc<dyn Level>, LoadError>;

/// The result of an operation.
struct Completed {
    result: RawJson,
    /// Whether more time or memory could not change the result.
    is_conclusive: bool,
}

/// Performs a task: loads its level and performs the operation on it. The limits are those of `cx`, not of the task; a
/// caller without others derives them by [`Limits::budget`](crate::Limits::budget). A panic becomes a failure.
#[must_use]
pub fn perform(families: Families, task: &Task, size: PictureSize, cx: &Context<'_>) -> Outcome {
    let load = |family: &'static dyn Family| family.load(Arc::new(task.level.clone().into_bytes()), cx);
    guarded(|| operate(families, load, task, size, cx))
}

/// The outcome of an operation. A panic becomes a failure.
fn guarded(work: impl FnOnce() -> Result<Completed, Failure>) -> Outcome {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(Completed { result, is_conclusive })) => Outcome::Done { result, is_conclusive },
        Ok(Err(failure)) => Outcome::Failed(failure),
        Err(_) => Outcome::Failed(Failure::new(Reason::Internal, "a bug in menagerie ended the work")),
    }
}

/// Performs a task like [`perform`] on a level from a cache, which counts afterwards what the level holds, and goes on
/// with the game that is under way there.
#[must_use]
pub fn perform_cached(
    families: Families,
    levels: &LevelCache,
    task: &Task,
    size: PictureSize,
    cx: &Context<'_>,
) -> Outcome {
    let mut cached = None;
    let load = |family| Ok(Arc::clone(&cached.insert(levels.load(family, &task.level, cx)?).level));
    let outcome = guarded(|| match &task.operation {
        Operation::Play { moves, role, picture } if !ASKS_ONLY => {
            let family = family_named(families, &task.family)?;
            match levels.key(family, &task.level) {
                Some(level) => remembered(levels, task, cx, || {
                    let asked = GameRequest { level, moves, role: role.as_deref() };
                    let level = loaded(families, load, task, cx)??;
                    let show = |record: &_| position::shown(record, picture.then_some(size));
                    completed(&levels.games.after(&level, &asked, cx, show)?, true)
                }),
                None => operate(families, load, task, size, cx),
            }
        }
        Operation::Levels(wanted) if wanted.number.is_some() || wanted.texts => {
            remembered(levels, task, cx, || operate(families, load, task, size, cx))
        }
        _ => operate(families, load, task, size, cx),
    });
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
    size: PictureSize,
    cx: &Context<'_>,
) -> Result<Completed, Failure> {
    let family = || family_named(families, &task.family);
    let loaded = || loaded(families, load, task, cx);
    match &task.operation {
        Operation::Levels(wanted) if !ASKS_ONLY => completed(&levels::list(family()?, &task.level, *wanted, cx)?, true),
        Operation::State { number, moves, par } if !ASKS_ONLY => {
            completed(&levels::state(family()?, &task.level, *number, (moves, par.as_deref()), cx)?, true)
        }
        Operation::Arrange { order } if !ASKS_ONLY => {
            completed(&levels::arrange(family()?, &task.level, order, cx)?, true)
        }
        Operation::New { board, difficulty, seed, template } => {
            let (board, template) = (board.clone(), template.clone());
            let options = GenerateOptions { board, difficulty: *difficulty, seed: *seed, template };
            completed(&NewLevel::generate(family()?, &options, cx)?, true)
        }
        Operation::Recognise if !ASKS_ONLY => completed(&recognise(families, &task.level, cx), true),
        Operation::Check if !ASKS_ONLY => check(family()?, loaded()?),
        Operation::Ask { question, asked, picture } => {
            let question = Question { kind: *question, asked: asked.clone() };
            answer(&loaded()??, &question, picture.then_some(size), cx)
        }
        Operation::Picture { moves, role, answer, style } => {
            let drawing = Drawing { moves, role: role.as_deref(), answer: answer.as_deref(), style: *style };
            let drawn = position::draw(&loaded()??, drawing, size, cx)?;
            // Where time has ended, a film may have been cut short.
            completed(&drawn, cx.spend(0).is_ok())
        }
        Operation::Play { moves, role, picture } if !ASKS_ONLY => {
            let record = position::replay(&loaded()??, moves, role.as_deref(), cx)?;
            completed(&position::shown(&record, picture.then_some(size)), true)
        }
        _ => Err(Failure::new(Reason::NotOffered, ASKED_ONLY)),
    }
}

/// The level of a task. A text of several levels is refused in words of its own.
fn loaded(
    families: Families,
    load: impl FnOnce(&'static dyn Family) -> Loaded,
    task: &Task,
    cx: &Context<'_>,
) -> Result<Loaded, Failure> {
    let family = family_named(families, &task.family)?;
    match load(family) {
        Err(LoadError::Invalid(problems)) => Ok(Err(levels::not_one(family, &task.level, cx, problems)?)),
        other => Ok(other),
    }
}

/// The result of an operation that comes again soon: the position before, after moves that are taken back, or one level
/// of a file for each of its moves.
fn remembered(
    levels: &LevelCache,
    task: &Task,
    cx: &Context<'_>,
    work: impl FnOnce() -> Result<Completed, Failure>,
) -> Result<Completed, Failure> {
    let key = task.question_key();
    if let Some(result) = levels.results.get(key.as_bytes()) {
        return Ok(Completed { result, is_conclusive: true });
    }
    let done = work()?;
    if cx.spend(0).is_ok() {
        levels.results.put(key.as_bytes(), done.result.clone(), done.result.as_str().len() as u64);
    }
    Ok(done)
}

fn check(family: &dyn Family, loaded: Loaded) -> Result<Completed, Failure> {
    let exceeded = matches!(loaded, Err(LoadError::Exceeded(_) | LoadError::Unreadable(_)));
    completed(&Validity::of(loaded).object(Some(family.info().name)), !exceeded)
}

fn answer(
    level: &Arc<dyn Level>,
    question: &Question,
    picture: Option<PictureSize>,
    cx: &Context<'_>,
) -> Result<Completed, Failure> {
    let answer = puzzles::ask(level, question, cx)?;
    let answered = completed(&answer, answer.is_conclusive())?;
    let Some(drawn) = picture.and_then(|size| position::explained(level, &answer, size, cx)) else {
        return Ok(answered);
    };
    let drawn = completed(&drawn, true)?.result;
    let result =
        answered.result.with("drawn", &drawn).map_err(|error| Failure::new(Reason::Internal, error.to_string()))?;
    Ok(Completed { result, ..answered })
}

fn completed(value: &impl Serialize, is_conclusive: bool) -> Result<Completed, Failure> {
    let result = RawJson::of(value).map_err(|error| Failure::new(Reason::Internal, error.to_string()))?;
    Ok(Completed { result, is_conclusive })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use puzzles::{Answer, FAMILIES, Options, QuestionKind};

    use super::*;
    use crate::Limits;

    /// The answer with its picture is the answer and the picture that the page used to ask for, and is read as an
    /// answer.
    #[test]
    fn an_answer_brings_its_picture_where_it_is_asked_for() {
        let family = FAMILIES.iter().find(|family| family.info().name == "toggle").unwrap();
        let level = family.info().levels.iter().find(|level| level.name == "flipper").unwrap().text;
        let performed = |operation| {
            let limits = Limits { nodes: None, bytes: 1 << 30, millis: 60_000 };
            let task = Task { family: "toggle".into(), level: level.into(), operation, limits };
            let Outcome::Done { result, is_conclusive } =
                perform(FAMILIES, &task, PictureSize::Whole, &Context::default())
            else {
                panic!("{task:?}")
            };
            (result, is_conclusive)
        };
        let asked = |picture| Operation::Ask { question: QuestionKind::SOLVE, asked: Options::default(), picture };
        let ((plain, conclusive), (drawn, also)) = (performed(asked(false)), performed(asked(true)));
        let answer = Some(plain.as_str().to_owned());
        let (moves, style) = (Vec::new(), crate::Style::default());
        let (picture, _) = performed(Operation::Picture { moves, role: None, answer, style });
        assert_eq!((conclusive, &drawn.value()["drawn"]), (also, &picture.value()));
        assert_eq!(drawn.value()["answer"], plain.value()["answer"]);
        assert!(plain.value().get("drawn").is_none() && picture.value()["csv"].is_string());
        Answer::read(family.info(), drawn.as_str()).unwrap();
    }
}
