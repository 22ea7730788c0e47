//! Texts of levels that are made to take a program's time or memory: large, long, deep, or short and with a large
//! meaning. None of them is a mistake; a program must end within its limits on each.
//!
//! Every text is made when it is asked for, since some have millions of bytes.

use std::ops::Range;

use crate::campaign;

mod boards;
mod puzzlescript;

pub use puzzlescript::{errands, small_game};

/// `./test` tries one text of so many.
const SAMPLE: usize = 4;

/// A hostile text.
#[derive(Clone, Copy, Debug)]
pub struct HostileText {
    /// What it is, in a few words.
    pub name: &'static str,
    /// The family whose level it should be.
    pub family: &'static str,
    /// The extension of its file.
    pub extension: &'static str,
    /// A move that a person might try.
    pub step: &'static str,
    make: fn() -> String,
}

impl HostileText {
    const fn new(
        family: &'static str,
        extension: &'static str,
        step: &'static str,
    ) -> impl Fn(&'static str, fn() -> String) -> HostileText {
        move |name, make| HostileText { name, family, extension, step, make }
    }

    /// Makes the text.
    #[must_use]
    pub fn text(&self) -> String {
        (self.make)()
    }
}

/// Returns all hostile texts: more than sixty, of all families whose levels are data.
#[must_use]
pub fn texts() -> Vec<HostileText> {
    puzzlescript::texts().into_iter().chain(boards::texts()).collect()
}

/// Returns the texts to try with their numbers, and for each which of so many operations. Where a person runs the
/// campaign, they are its cases with every operation; else every fourth text with one operation, another one for each.
pub fn chosen(operations: usize) -> impl Iterator<Item = (usize, HostileText, Range<usize>)> {
    let (texts, by_hand) = (texts(), campaign::by_hand());
    let cases = campaign::cases(texts.len() as u64);
    let is_chosen = move |number: usize| if by_hand { cases.contains(&(number as u64)) } else { number % SAMPLE == 2 };
    texts.into_iter().enumerate().filter(move |&(number, _)| is_chosen(number)).map(move |(number, text)| {
        let one = number / SAMPLE % operations;
        (number, text, if by_hand { 0..operations } else { one..one + 1 })
    })
}
