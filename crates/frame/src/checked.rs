//! For tests of families: levels read from texts, and answers that their checkers accept. Everything here panics where
//! that fails, with the text.

use std::sync::Arc;

use engines::Context;

use crate::answer::Answer;
use crate::ask as asking;
use crate::family::{Family, Level};
use crate::options::Options;
use crate::problem::{LoadError, Problem};
use crate::query::QuestionKind;
use crate::question::Question;

/// Returns the level of a text.
///
/// # Panics
/// The text is refused.
#[must_use]
#[track_caller]
pub fn load(family: &dyn Family, text: &str) -> Arc<dyn Level> {
    let level = family.load(Arc::new(text.as_bytes().to_vec()), &Context::default());
    level.unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

/// Returns the built-in level that the family has under a name.
///
/// # Panics
/// There is none of this name.
#[must_use]
#[track_caller]
pub fn shipped(family: &dyn Family, name: &str) -> Arc<dyn Level> {
    let level = family.info().levels.iter().find(|level| level.name == name);
    load(family, level.unwrap_or_else(|| panic!("no level is called '{name}'")).text)
}

/// Returns what is wrong with a text.
///
/// # Panics
/// The text is accepted, or refused without problems.
#[must_use]
#[track_caller]
pub fn problems(family: &dyn Family, text: &str) -> Vec<Problem> {
    match family.load(Arc::new(text.as_bytes().to_vec()), &Context::default()) {
        Err(LoadError::Invalid(problems)) => problems,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("accepted: {text}"),
    }
}

/// Returns the checked answer to a question.
///
/// # Panics
/// The question is refused, or the checker refuses the answer.
#[must_use]
#[track_caller]
pub fn answer(level: &Arc<dyn Level>, kind: QuestionKind, asked: Options) -> Answer {
    let question = Question { kind, asked };
    let answer = asking::ask(level, &question, &Context::default()).unwrap_or_else(|refusal| panic!("{refusal}"));
    asking::check(level, &answer, &Context::default())
        .unwrap_or_else(|flaw| panic!("{flaw}\n{answer:?}\n{}", level.text()));
    answer
}
