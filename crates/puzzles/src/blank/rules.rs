//! State and moves.

use crate::play::{Position, Status};
use crate::problem::IllegalMove;
use crate::rows::Header;
use crate::words::plural;

/// The one move there is.
pub(super) const TAKE: &str = "take";

/// A level, and a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pile {
    pub(super) header: Header,
    pub(super) counters: usize,
}

impl Pile {
    /// The pile after a move.
    pub(super) fn after(&self, text: &str) -> Result<Pile, IllegalMove> {
        match (text, self.counters) {
            (TAKE, 0) => Err(IllegalMove::new(text, "no counter is left")),
            (TAKE, counters) => Ok(Pile { counters: counters - 1, ..self.clone() }),
            _ => Err(IllegalMove::new(text, "expected take")),
        }
    }
}

/// A game under way.
pub(super) struct Game {
    pile: Pile,
}

impl Game {
    pub(super) fn new(pile: Pile) -> Game {
        Game { pile }
    }
}

impl Position for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new((self.pile.counters > 0).then(|| TAKE.to_owned()).into_iter())
    }

    fn make(&mut self, text: &str) -> Result<(), IllegalMove> {
        self.pile = self.pile.after(text)?;
        Ok(())
    }

    fn status(&self) -> Status {
        let done = self.pile.counters == 0;
        Status { over: done, solved: done, cost: None, words: plural(self.pile.counters, "counter", "counters") }
    }

    fn picture(&self) -> ::picture::Picture {
        super::picture::draw(&self.pile)
    }

    fn level(&self) -> String {
        super::text::print(&self.pile)
    }
}
