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
use crate::family::{Card, Family, Level, Shipped};
use crate::play::{Play, Role};
use crate::problem::{Checked, Flaw, Problems, Refusal};
use crate::question::{Detail, Kind, Offer, Question};
use crate::source::Source;
use rules::{Game, Pile};

/// The family.
#[derive(Debug)]
pub struct Blank;

const CARD: Card = Card {
    name: "blank",
    extension: "blank",
    about: "the least that a family can be",
    rules: "A row of counters. A move takes one. Take them all.",
    source: "made here",
    answers: OFFERS,
    roles: &["player"],
    levels: &[Shipped { name: "three", about: "three counters", text: include_str!("levels/three.blank") }],
};

const OFFERS: &[Offer] = &[Offer::new(Kind::Solve, &[Detail::Moves]), Offer::new(Kind::Hint, &[Detail::Moves])];

impl Family for Blank {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn load(&self, text: Arc<dyn Source>) -> Result<Arc<dyn Level>, Problems> {
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

    fn play(self: Arc<Self>, _: Role) -> Box<dyn Play> {
        Box::new(Game::new(Pile::clone(&self)))
    }

    fn offers(&self) -> &[Offer] {
        OFFERS
    }

    fn ask(&self, question: &Question, cx: &Context<'_>) -> Result<Answer, Refusal> {
        answers::ask(self, question, cx)
    }

    fn explain(&self, _: &Question, _: &Answer) -> Picture {
        picture::draw(self)
    }

    fn check(&self, question: &Question, answer: &Answer, _: &Context<'_>) -> Result<Checked, Flaw> {
        check::check(self, question, answer)
    }
}
