//! Solutions in which no pebble enters a place: the arrangements of the board as a state space, for the kit.
//!
//! The place is a position by its number, as in moves, or a row and a column of a grid. The searches of
//! `engines::motion` know no such restriction, so that these are breadth-first and answer smaller boards.

use std::convert::Infallible;
use std::sync::Arc;

use ::picture::Picture;
use engines::motion::Layout;

use super::rules::Puzzle;
use super::shape::BoardShape;
use super::{notation, picture, text};
use frame::info::FamilyInfo;
use frame::problem::AskError;
use frame::space::{self, Barrier, SpacePosition, StateSpace};

/// The arrangements of a board, from one on.
pub(super) struct Arrangements {
    puzzle: Arc<Puzzle>,
    start: Layout,
}

impl Arrangements {
    /// The position of an arrangement, as the kit knows it.
    pub(super) fn position(puzzle: &Arc<Puzzle>, here: &Layout) -> SpacePosition<Arrangements> {
        let arrangements = Arrangements { puzzle: Arc::clone(puzzle), start: here.clone() };
        SpacePosition::start(Arc::new(arrangements), &engines::Context::default())
    }

    /// The place that a text means.
    ///
    /// # Errors
    /// It is no position of the board.
    pub(super) fn place(puzzle: &Puzzle, text: &str) -> Result<u8, AskError> {
        let places = puzzle.board.places();
        let number = match (space::cell(text), &puzzle.shape) {
            (Some((row, column)), BoardShape::Grid { rows, columns }) => {
                let (rows, columns) = (usize::from(*rows), usize::from(*columns));
                if row >= rows || column >= columns {
                    return Err(space::off_the_board(rows, columns));
                }
                Some(row * columns + column)
            }
            _ => notation::place_of(text.trim()).map(usize::from),
        };
        let number = number.filter(|&number| number < places).and_then(|number| u8::try_from(number).ok());
        number.ok_or_else(|| {
            let expected = format!("expected a position from 0 to {}, or ROW,COLUMN of a grid", places - 1);
            AskError::NotOffered(format!("'without' is '{text}', which is no position of this board; {expected}"))
        })
    }
}

impl StateSpace for Arrangements {
    type State = Layout;
    type Move = u8;
    type Error = Infallible;

    fn info(&self) -> &'static FamilyInfo {
        &super::INFO
    }

    fn start(&self) -> Layout {
        self.start.clone()
    }

    fn moves(&self, here: &Layout, out: &mut Vec<(u8, Layout)>) -> Result<(), Infallible> {
        let after = |&place: &u8| {
            let mut next = here.clone();
            next.slide(place);
            (place, next)
        };
        out.extend(self.puzzle.movable(here).iter().map(after));
        Ok(())
    }

    fn is_goal(&self, here: &Layout) -> Result<bool, Infallible> {
        Ok(self.puzzle.is_solved(here))
    }

    fn name(&self, place: &u8) -> String {
        place.to_string()
    }

    fn text(&self, here: &Layout) -> String {
        text::print(&self.puzzle, here)
    }

    fn picture(&self, here: &Layout) -> Picture {
        picture::draw(&self.puzzle, here)
    }

    fn heap_bytes(&self, here: &Layout) -> usize {
        here.colours().len()
    }

    /// A pebble enters the hole's place, and no other.
    fn barrier(&self, without: &str) -> Result<Barrier<'_, Layout>, AskError> {
        let place = Arrangements::place(&self.puzzle, without)?;
        Ok(Box::new(move |before, _| before.blank() == place))
    }
}
