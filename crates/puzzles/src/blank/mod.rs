//! The blank family: the least that a family can be. It is law-tested and never listed; `cargo xtask new-family`
//! copies it.
//!
//! Rules: a row of counters `#`; a move takes one; the level is solved when none is left. Known value: a row of n
//! counters takes n moves.

mod answers;
mod check;
mod picture;
mod rules;
mod text;

use std::sync::Arc;

use ::picture::Picture;
use engines::Context;

use crate::answer::Answer;
use crate::family::{Family, FamilyInfo, Level, Shipped};
use crate::play::{Position, Role};
use crate::problem::{AskError, CheckError, Checked, LoadError};
use crate::question::{Detail, Question, QuestionKind, QuestionSpec};
use crate::source::Source;
use rules::{Game, Pile};

/// The family.
#[derive(Debug)]
pub struct Blank;

const INFO: FamilyInfo = FamilyInfo {
    name: "blank",
    extension: "blank",
    about: "the least that a family can be",
    rules: "A row of counters. A move takes one. Take them all.",
    source: "made here",
    answers: QUESTIONS,
    roles: &["player"],
    levels: &[Shipped { name: "three", about: "three counters", text: include_str!("levels/three.blank") }],
};

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(QuestionKind::Solve, &[Detail::Moves]),
    QuestionSpec::new(QuestionKind::Hint, &[Detail::Moves]),
];

impl Family for Blank {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::new(text::parse(&*text)?))
    }
}

impl Level for Pile {
    fn text(&self) -> String {
        text::print(self)
    }

    fn picture(&self) -> Picture {
        picture::draw(self)
    }

    fn play(self: Arc<Self>, _: Role) -> Box<dyn Position> {
        Box::new(Game::new(Pile::clone(&self)))
    }

    fn questions(&self) -> &[QuestionSpec] {
        QUESTIONS
    }

    fn ask(&self, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
        answers::ask(self, question, cx)
    }

    fn explain(&self, _: &Question, _: &Answer) -> Picture {
        picture::draw(self)
    }

    fn check(&self, question: &Question, answer: &Answer, _: &Context<'_>) -> Result<Checked, CheckError> {
        check::check(self, question, answer)
    }
}
