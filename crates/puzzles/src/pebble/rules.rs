//! State and moves.

use std::sync::Arc;

use engines::motion::{BLANK, Board, Layout};

use super::shape::Shape;
use crate::document::Head;
use crate::play::{Play, Status};
use crate::problem::{Illegal, Refusal};

/// How a level's text writes the hole.
pub(super) const HOLE: &str = "-";

/// A level.
#[derive(Clone, Debug)]
pub(super) struct Puzzle {
    pub(super) head: Head,
    pub(super) shape: Shape,
    pub(super) board: Board,
    /// Of each colour, in the order in which the plates have them first.
    pub(super) names: Vec<String>,
    /// What is written on the plate of the hole's home.
    pub(super) home_name: String,
    pub(super) start: Layout,
}

impl Puzzle {
    /// The name of a colour on a pebble: the hole's sign where there is none.
    pub(super) fn pebble_name(&self, colour: u8) -> &str {
        if colour == BLANK { HOLE } else { self.names.get(usize::from(colour)).map_or("", String::as_str) }
    }

    /// The name of a colour on a plate.
    pub(super) fn plate_name(&self, colour: u8) -> &str {
        if colour == BLANK { &self.home_name } else { self.pebble_name(colour) }
    }

    /// Whether every pebble sits on a plate of its colour.
    pub(super) fn is_solved(&self, here: &Layout) -> bool {
        here.colours() == self.board.wanted()
    }

    /// The pebbles that can move, by their places; none once the board is solved.
    pub(super) fn movable(&self, here: &Layout) -> &[u8] {
        if self.is_solved(here) { &[] } else { self.board.links(here.blank()) }
    }

    /// The pebbles after these moves from the start, each legal in its turn.
    pub(super) fn after(self: &Arc<Self>, moves: &[String]) -> Result<Layout, Refusal> {
        let mut game = Game::new(Arc::clone(self));
        for (index, text) in moves.iter().enumerate() {
            game.make(text.trim()).map_err(|illegal| Refusal::Illegal { index, illegal })?;
        }
        Ok(game.here)
    }
}

/// A move's text as a place: digits without a sign or leading zeros.
pub(super) fn place_of(text: &str) -> Option<u8> {
    text.parse::<u8>().ok().filter(|place| place.to_string() == text)
}

/// A game under way.
pub(super) struct Game {
    puzzle: Arc<Puzzle>,
    here: Layout,
}

impl Game {
    pub(super) fn new(puzzle: Arc<Puzzle>) -> Game {
        let here = puzzle.start.clone();
        Game { puzzle, here }
    }

    fn read(&self, text: &str) -> Result<u8, Illegal> {
        if self.puzzle.is_solved(&self.here) {
            return Err(Illegal::new(text, "every pebble is on its plate"));
        }
        let movable = self.puzzle.movable(&self.here);
        let place = place_of(text).filter(|place| movable.contains(place));
        place.ok_or_else(|| {
            let listed: Vec<String> = movable.iter().map(ToString::to_string).collect();
            Illegal::new(text, format!("expected the position of a pebble linked to the hole: {}", listed.join(", ")))
        })
    }
}

impl Play for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.puzzle.movable(&self.here).iter().map(ToString::to_string))
    }

    fn make(&mut self, text: &str) -> Result<(), Illegal> {
        let place = self.read(text)?;
        self.here.slide(place);
        Ok(())
    }

    fn status(&self) -> Status {
        let solved = self.puzzle.is_solved(&self.here);
        let over = self.puzzle.movable(&self.here).is_empty();
        Status { over, solved, cost: None, words: super::picture::words(&self.puzzle, &self.here) }
    }

    fn picture(&self) -> ::picture::Picture {
        super::picture::draw(&self.puzzle, &self.here)
    }

    fn level(&self) -> String {
        super::text::print(&self.puzzle, &self.here)
    }
}
