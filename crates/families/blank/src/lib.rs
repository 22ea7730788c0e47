//! The blank family: the smallest complete family, a template that `cargo xtask new-family` copies. It passes the
//! laws but is not listed among the built-in families.
//!
//! Rules: a row of counters `#`; a move takes one; the level is solved when none is left. Known value: a row of n
//! counters takes n moves.

mod picture;
mod rules;
mod space;
mod text;

use std::sync::Arc;

use engines::Context;

use frame::family::{Family, Level};
use frame::info::{FamilyInfo, Shipped};
use frame::problem::LoadError;
use frame::source::Source;
use frame::space::{QUESTIONS, SpaceLevel};

/// The blank family.
#[derive(Debug)]
pub struct Blank;

const INFO: FamilyInfo = FamilyInfo {
    name: "blank",
    extension: "blank",
    about: "the least that a family can be",
    rules: "A row of counters. A move takes one. Take them all.",
    source: "made here",
    questions: QUESTIONS,
    levels: &[Shipped { name: "three", about: "three counters", text: include_str!("levels/three.blank") }],
    ..FamilyInfo::BLANK
};

impl Family for Blank {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(SpaceLevel::new(text::parse(&*text)?))
    }
}

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
