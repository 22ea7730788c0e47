//! Texts of levels that are made to take a program's time or memory: large, long, deep, or short and with a large
//! meaning. None of them is a mistake; a program must end within its limits on each.
//!
//! Every text is made when it is asked for, since some have millions of bytes.

mod boards;
mod puzzlescript;

pub use puzzlescript::{errands, small_game};

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
