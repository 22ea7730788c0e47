//! State and moves.

use engines::motion::{BLANK, Board, Layout};

use super::shape::{BoardShape, Coordinates};
use frame::document::Head;

/// The name of the hole among pebbles and plates.
pub(super) const HOLE: &str = "-";

/// A level.
#[derive(Clone, Debug)]
pub(super) struct Puzzle {
    pub(super) head: Head,
    pub(super) shape: BoardShape,
    /// The board; where the hole may end on several plates, with the first of them as its home.
    pub(super) board: Board,
    /// The board with each other home of the hole, where a colour has a plate more than pebbles: the hole may end on
    /// any plate of that colour.
    pub(super) more: Vec<Board>,
    /// The colour of each plate; [`BLANK`] at a home that no pebble fits.
    pub(super) plates: Vec<u8>,
    /// The name of each colour, in the order in which the plates have them first.
    pub(super) names: Vec<String>,
    /// What is written on the plate of the hole's home.
    pub(super) home_name: String,
    pub(super) start: Layout,
    /// Where the positions are drawn, where the level says it.
    pub(super) coordinates: Option<Coordinates>,
}

impl Puzzle {
    /// Where the positions are drawn: their centres, in cell widths.
    pub(super) fn points(&self) -> Coordinates {
        self.coordinates.clone().unwrap_or_else(|| self.shape.points(self.board.places()))
    }

    /// Whether each pebble has a name of its own, as the tiles of the 15-puzzle: then moves are said by tiles, too.
    pub(super) fn has_tiles(&self) -> bool {
        self.names.len() + 1 == self.board.places() && !self.names.is_empty()
    }

    /// The names of the tiles that these moves slide, one after the other; `None` where tiles have no names of their
    /// own.
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

    /// The name of a colour on a pebble; the hole's where there is none.
    pub(super) fn pebble_name(&self, colour: u8) -> &str {
        if colour == BLANK { HOLE } else { self.names.get(usize::from(colour)).map_or("", String::as_str) }
    }

    /// The name of a colour on a plate.
    pub(super) fn plate_name(&self, colour: u8) -> &str {
        if colour == BLANK { &self.home_name } else { self.pebble_name(colour) }
    }

    /// The board with each home of the hole.
    pub(super) fn boards(&self) -> impl Iterator<Item = &Board> {
        std::iter::once(&self.board).chain(&self.more)
    }

    /// Whether the hole may end on several plates.
    pub(super) fn has_homes(&self) -> bool {
        !self.more.is_empty()
    }

    /// Whether every pebble sits on a plate of its colour.
    pub(super) fn is_solved(&self, here: &Layout) -> bool {
        here.colours().iter().zip(&self.plates).all(|(&colour, plate)| colour == BLANK || colour == *plate)
    }

    /// Whether a pebble must come to a place in every solution: what is there does not belong there, and the hole
    /// cannot end there.
    pub(super) fn is_needed(&self, here: &Layout, place: u8) -> bool {
        let at = usize::from(place);
        here.colours()[at] != self.plates[at] && self.boards().all(|board| board.home() != place)
    }

    /// The pebbles that can move, by their places; none once the board is solved.
    pub(super) fn movable(&self, here: &Layout) -> &[u8] {
        if self.is_solved(here) { &[] } else { self.board.links(here.blank()) }
    }
}
