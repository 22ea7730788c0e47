//! The board in words: what is marked, and where the bunny is.

use ::picture::Spoken;
use ::picture::spoken::{Line, SpokenSquare};

use super::picture::Window;
use super::rules::{Board, Bunny, FACINGS, Marks};
use frame::guide::Guide;
use frame::info::FamilyInfo;
use frame::phrases::plural;

/// The board with these marks, and the bunny where it is known to be.
pub(super) fn spoken(board: &Board, marks: &Marks, bunny: Option<Bunny>) -> Spoken {
    let focus = bunny.map_or(board.start, |bunny| bunny.square);
    let window = Window::around(board, board.squares[focus].place);
    let square = |(index, square): (usize, &super::rules::Square)| {
        let mark = if marks.has(index) { "marked" } else { "to be marked" };
        let words = match bunny.filter(|bunny| bunny.square == index) {
            Some(bunny) => format!("bunny facing {} on {mark}", FACINGS[bunny.facing].0),
            None => mark.to_owned(),
        };
        let (row, column) = square.place;
        Some(SpokenSquare { row: row + 1, column: column + 1, at: window.point(square.place)?, words })
    };
    let mut spoken = Spoken::grid(board.squares.iter().enumerate().filter_map(square).collect());
    if window.cropped {
        spoken.lines.insert(0, Line::sentence("Only the part of the board around the bunny is told."));
    }
    spoken
}

/// Goal and rules.
pub(super) fn guide(board: &Board, info: &FamilyInfo) -> Guide {
    let squares = plural(board.unmarked().count() as u64, "square that is", "squares that are");
    Guide::new(info, format!("mark the {squares} not marked yet, by a program with as few tokens as possible."))
}
