//! State and moves.

use std::sync::Arc;

use ::picture::Point;
use engines::motion::{BLANK, Board, Layout};

use super::shape::Shape;
use crate::document::Head;
use crate::play::{Position, Status};
use crate::problem::{AskError, IllegalMove};

/// The word before the name of a tile in a move: a position and a tile may have the same number.
const SLIDE: &str = "slide";

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
    /// Where the positions are drawn, where the level says it.
    pub(super) coordinates: Option<Vec<Point>>,
}

impl Puzzle {
    /// Where the positions are drawn: their centres, in cell widths.
    pub(super) fn points(&self) -> Vec<Point> {
        self.coordinates.clone().unwrap_or_else(|| self.shape.points(self.board.places()))
    }

    /// Whether each pebble has a name of its own, as the tiles of the 15-puzzle: then moves are said by tiles, too.
    pub(super) fn has_tiles(&self) -> bool {
        self.names.len() + 1 == self.board.places() && !self.names.is_empty()
    }

    /// The names of the tiles that these moves slide, one after the other; `None` where tiles have no names of their own.
    pub(super) fn tiles(&self, here: &Layout, moves: &[u8]) -> Option<Vec<String>> {
        let mut here = here.clone();
        let slide = |&place: &u8| {
            let name = self.pebble_name(here.colours()[usize::from(place)]).to_owned();
            here.slide(place);
            name
        };
        self.has_tiles().then(|| moves.iter().map(slide).collect())
    }

    /// The names of the tiles at these positions; `None` where tiles have no names of their own.
    pub(super) fn tiles_at(&self, here: &Layout, places: &[u8]) -> Option<Vec<String>> {
        let name = |&place: &u8| self.pebble_name(here.colours()[usize::from(place)]).to_owned();
        self.has_tiles().then(|| places.iter().map(name).collect())
    }

    /// A move in words: the position of the pebble, and its name where tiles have names of their own.
    pub(super) fn said(&self, here: &Layout, place: u8) -> String {
        let tile = self.tiles_at(here, &[place]).and_then(|tiles| tiles.into_iter().next());
        tile.map_or_else(|| place.to_string(), |tile| format!("{place} ({SLIDE} {tile})"))
    }

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
    pub(super) fn after(self: &Arc<Self>, moves: &[String]) -> Result<Layout, AskError> {
        let mut game = Game::new(Arc::clone(self));
        for (index, text) in moves.iter().enumerate() {
            game.make(text.trim()).map_err(|illegal| AskError::Illegal { index, illegal })?;
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

    fn read(&self, text: &str) -> Result<u8, IllegalMove> {
        if self.puzzle.is_solved(&self.here) {
            return Err(IllegalMove::new(text, "every pebble is on its plate"));
        }
        let movable = self.puzzle.movable(&self.here);
        let named = match text.split_once(char::is_whitespace) {
            Some((SLIDE, name)) => self.named(name.trim()).map_err(|why| IllegalMove::new(text, why))?,
            _ => place_of(text),
        };
        named.filter(|place| movable.contains(place)).ok_or_else(|| {
            let listed: Vec<String> = movable.iter().map(|&place| self.puzzle.said(&self.here, place)).collect();
            IllegalMove::new(
                text,
                format!("expected the position of a pebble linked to the hole: {}", listed.join(", ")),
            )
        })
    }

    /// Where the one pebble of this name is.
    fn named(&self, name: &str) -> Result<Option<u8>, String> {
        let colours = self.here.colours();
        let mut there = (0..=u8::MAX)
            .zip(colours)
            .filter(|&(_, &colour)| colour != BLANK && self.puzzle.pebble_name(colour) == name);
        let (first, others) = (there.next(), there.count());
        match (first, others) {
            (None, _) => Err("no pebble has this name; expected a position, or slide and the name of a tile".into()),
            (Some((place, _)), 0) => Ok(Some(place)),
            _ => Err(format!("{} pebbles have this name; expected a position", others + 1)),
        }
    }
}

impl Position for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.puzzle.movable(&self.here).iter().map(ToString::to_string))
    }

    fn make(&mut self, text: &str) -> Result<(), IllegalMove> {
        let place = self.read(text)?;
        self.here.slide(place);
        Ok(())
    }

    fn status(&self) -> Status {
        let solved = self.puzzle.is_solved(&self.here);
        let over = self.puzzle.movable(&self.here).is_empty();
        Status { over, solved, cost: None, words: super::picture::state(&self.puzzle, &self.here) }
    }

    fn picture(&self) -> ::picture::Picture {
        super::picture::draw(&self.puzzle, &self.here)
    }

    fn spoken(&self) -> ::picture::Spoken {
        super::spoken::spoken(&self.puzzle, &self.here)
    }

    fn level(&self) -> String {
        super::text::print(&self.puzzle, &self.here)
    }
}
