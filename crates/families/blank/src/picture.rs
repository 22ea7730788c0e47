//! The board drawn.

use ::picture::{Cell, ColourRole, Frame, Picture, Point, Shape};

use super::rules::TAKE;
use frame::phrases::plural;

pub(super) fn draw(counters: usize) -> Picture {
    let cell = |column| Cell {
        at: Point::grid(0, column),
        shape: Shape::Disc,
        role: ColourRole::Piece(0),
        label: "#".into(),
        act: Some(TAKE.into()),
    };
    let frame = Frame { cells: (0..counters.min(100)).map(cell).collect(), ..Frame::default() };
    let mut picture = Picture::still("A row of counters", plural(counters, "counter", "counters"), frame);
    picture.legend = vec![(ColourRole::Piece(0), "counter".into())];
    picture
}
