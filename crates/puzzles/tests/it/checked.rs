//! Levels read from texts, and answers about them that their checkers accept.

use std::sync::Arc;

use engines::Context;
use puzzles::{Answer, Family, Level, LoadError, Options, Problem, Question, QuestionKind};

/// The level of this text, which has to be valid.
pub(crate) fn load(family: &dyn Family, text: &str) -> Arc<dyn Level> {
    let level = family.load(Arc::new(text.as_bytes().to_vec()), &Context::default());
    level.unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

/// The level that the family has under this name.
pub(crate) fn shipped(family: &dyn Family, name: &str) -> Arc<dyn Level> {
    load(family, family.info().levels.iter().find(|level| level.name == name).unwrap().text)
}

/// What is wrong with this text, which has to be refused.
pub(crate) fn problems(family: &dyn Family, text: &str) -> Vec<Problem> {
    match family.load(Arc::new(text.as_bytes().to_vec()), &Context::default()) {
        Err(LoadError::Invalid(problems)) => problems,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("accepted: {text}"),
    }
}

/// Asks, and has the answer checked.
pub(crate) fn ask(level: &Arc<dyn Level>, kind: QuestionKind, asked: Options) -> Answer {
    let answer = puzzles::ask(level, &Question { kind, asked }, &Context::default()).unwrap();
    puzzles::check(level, &answer, &Context::default())
        .unwrap_or_else(|flaw| panic!("{flaw}\n{answer:?}\n{}", level.text()));
    answer
}
