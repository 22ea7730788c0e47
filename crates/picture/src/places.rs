//! What stands at each place of a frame, for whoever asks about many places.
//!
//! A [`PlaceIndex`] is an array of everything that stands on a frame, sorted by place in reading order. Frames are
//! drawn row by row, so that it is made of a few sorted runs, which are merged in about as many steps as there are
//! things; a place is found by binary search.

use crate::{Cell, Frame, Overlay, Piece, Point};

/// An index of the things of a frame by the places on which they stand.
#[derive(Clone, Debug)]
pub struct PlaceIndex<'f> {
    frame: &'f Frame,
    /// Sorted by place; at a place pieces come first, then tiles, cells and gains, each in the order of the frame.
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    place: u64,
    thing: Thing,
}

/// A thing by its index in the list of its kind.
#[derive(Clone, Copy, Debug)]
enum Thing {
    Piece(u32),
    Tile(u32),
    Cell(u32),
    Gain(u32),
}

/// The things that stand at one place of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Here<'i> {
    frame: &'i Frame,
    entries: &'i [Entry],
}

impl<'f> PlaceIndex<'f> {
    /// Creates the index of a frame's cells, tiles, pieces and gains.
    #[must_use]
    pub fn of(frame: &'f Frame) -> PlaceIndex<'f> {
        let pieces = (0..).zip(&frame.pieces).map(|(index, piece)| (piece.at, Thing::Piece(index)));
        let tiles = (0..).zip(&frame.tiles).map(|(index, placed)| (placed.at, Thing::Tile(index)));
        let cells = (0..).zip(&frame.cells).map(|(index, cell)| (cell.at, Thing::Cell(index)));
        let gains = (0..).zip(&frame.overlays).filter_map(|(index, overlay)| match overlay {
            Overlay::Heat { at, .. } | Overlay::Count { at, .. } => Some((*at, Thing::Gain(index))),
            _ => None,
        });
        let things = pieces.chain(tiles).chain(cells).chain(gains);
        let mut entries: Vec<Entry> = things.map(|(at, thing)| Entry { place: place(at), thing }).collect();
        entries.sort_by_key(|entry| entry.place);
        PlaceIndex { frame, entries }
    }

    /// Returns what stands at a point; the result is empty for a point at which nothing stands.
    #[must_use]
    pub fn at(&self, at: Point) -> Here<'_> {
        let place = place(at);
        let first = self.entries.partition_point(|entry| entry.place < place);
        let count = self.entries[first..].iter().take_while(|entry| entry.place == place).count();
        Here { frame: self.frame, entries: &self.entries[first..first + count] }
    }

    /// Iterates over the places on which anything stands, in reading order: by height, then from left to right.
    pub fn iter(&self) -> impl Iterator<Item = Here<'_>> {
        let same = self.entries.chunk_by(|one, other| one.place == other.place);
        same.map(|entries| Here { frame: self.frame, entries })
    }
}

impl<'i> Here<'i> {
    /// Iterates over the pieces, the lowest first.
    pub fn pieces(self) -> impl DoubleEndedIterator<Item = &'i Piece> {
        self.entries.iter().filter_map(move |entry| match entry.thing {
            Thing::Piece(index) => self.frame.pieces.get(index as usize),
            _ => None,
        })
    }

    /// Iterates over the cells, whether a tile covers them or not, the lowest first.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = &'i Cell> {
        self.entries.iter().filter_map(move |entry| match entry.thing {
            Thing::Cell(index) => self.frame.cells.get(index as usize),
            _ => None,
        })
    }

    /// Returns the index of the uppermost tile in [`Picture::tiles`](crate::Picture::tiles); `None` where no tile lies.
    #[must_use]
    pub fn tile(self) -> Option<u32> {
        let placed = self.entries.iter().rev().find_map(|entry| match entry.thing {
            Thing::Tile(index) => self.frame.tiles.get(index as usize),
            _ => None,
        });
        placed.map(|placed| placed.tile)
    }

    /// Returns the first [`Overlay::Heat`] or [`Overlay::Count`]; `None` where there is none.
    #[must_use]
    pub fn number(self) -> Option<&'i Overlay> {
        self.entries.iter().find_map(|entry| match entry.thing {
            Thing::Gain(index) => self.frame.overlays.get(index as usize),
            _ => None,
        })
    }

    /// Returns the point at which a cell, a tile or a piece stands; `None` where none of them does.
    #[must_use]
    pub fn point(self) -> Option<Point> {
        match self.entries.first()?.thing {
            Thing::Piece(index) => self.frame.pieces.get(index as usize).map(|piece| piece.at),
            Thing::Tile(index) => self.frame.tiles.get(index as usize).map(|placed| placed.at),
            Thing::Cell(index) => self.frame.cells.get(index as usize).map(|cell| cell.at),
            Thing::Gain(_) => None,
        }
    }
}

/// A point as a number whose order is reading order. Equal points have equal numbers, also where a coordinate is a
/// negative zero.
fn place(at: Point) -> u64 {
    u64::from(ordered(at.y)) << 32 | u64::from(ordered(at.x))
}

/// A coordinate as a number of the same order: the bits of a positive number follow its size, those of a negative one
/// run against it.
fn ordered(coordinate: f32) -> u32 {
    let bits = (coordinate + 0.0).to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ColourRole, Placed, Shape};

    fn piece(at: Point, letter: &str) -> Piece {
        Piece { at, role: ColourRole::Actor, letter: letter.into(), act: None, sprite: None }
    }

    fn cell(at: Point) -> Cell {
        Cell { at, shape: Shape::Square, role: ColourRole::Goal, label: String::new(), act: None }
    }

    #[test]
    fn what_stands_at_a_place_is_found_in_the_order_of_the_frame() {
        let (here, there) = (Point { x: 1.5, y: -2.0 }, Point { x: 0.0, y: 3.0 });
        let heat = |at, value| Overlay::Heat { at, value };
        let ring = Overlay::Ring { at: here, label: String::new() };
        let frame = Frame {
            pieces: vec![piece(here, "a"), piece(there, "b"), piece(here, "c")],
            cells: vec![cell(there), cell(here)],
            tiles: vec![Placed { at: here, tile: 7 }, Placed { at: here, tile: 5 }],
            overlays: vec![ring, heat(here, 3), heat(here, 4), heat(Point::grid(9, 9), 1)],
            ..Frame::default()
        };
        let index = PlaceIndex::of(&frame);
        let letters: Vec<&str> = index.at(here).pieces().map(|piece| piece.letter.as_str()).collect();
        assert_eq!((letters, index.at(here).cells().count()), (vec!["a", "c"], 1));
        assert_eq!((index.at(here).tile(), index.at(here).number()), (Some(5), Some(&heat(here, 3))));
        assert_eq!((index.at(there).tile(), index.at(there).number()), (None, None));
        assert_eq!(index.iter().map(Here::point).collect::<Vec<_>>(), [Some(here), Some(there), None]);
        let nowhere = index.at(Point::grid(0, 0));
        assert_eq!((nowhere.pieces().count(), nowhere.cells().count(), nowhere.point()), (0, 0, None));
    }

    #[test]
    fn places_come_in_reading_order_and_zero_has_no_sign() {
        let numbers = [f32::NEG_INFINITY, -1e9, -1.5, -0.5, 0.0, f32::MIN_POSITIVE, 0.5, 1.5, 1e9, f32::INFINITY];
        assert!(numbers.windows(2).all(|two| ordered(two[0]) < ordered(two[1])));
        assert_eq!(place(Point { x: -0.0, y: 0.0 }), place(Point { x: 0.0, y: -0.0 }));
        assert!(place(Point { x: 9.0, y: 1.0 }) < place(Point { x: -9.0, y: 2.0 }));
    }
}
