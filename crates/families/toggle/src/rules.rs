//! State and moves.

use super::cells::Cells;
use frame::document::Head;
use frame::typed_boards::Vectors;

/// Boards of more cells are not written out.
pub(super) const MAX_WRITTEN: usize = 1 << 21;

/// Which cells a move changes, where there is one move a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Near {
    Plus,
    Torus,
    King,
    RowColumn,
}

impl Near {
    /// Every neighbourhood with its name in the format.
    pub(super) const NAMES: [(&'static str, Near); 4] =
        [("plus", Near::Plus), ("torus", Near::Torus), ("king", Near::King), ("row+column", Near::RowColumn)];

    pub(super) fn name(self) -> &'static str {
        Near::NAMES.iter().find(|(_, near)| *near == self).map_or("", |(name, _)| name)
    }
}

/// What the moves do.
#[derive(Clone, Debug)]
pub(super) enum Moves {
    /// A pattern a move.
    Patterns(Vec<Cells>),
    /// A move a cell, each adding 1.
    Near(Near),
}

/// The largest modulus: the largest prime of one byte.
pub(super) const MAX_MODULUS: u8 = 251;

/// Whether cells can count modulo this number: a prime up to [`MAX_MODULUS`].
pub(super) fn is_modulus(number: u8) -> bool {
    (2..=MAX_MODULUS).contains(&number) && (2..number).all(|divisor| !number.is_multiple_of(divisor))
}

/// A level.
#[derive(Clone, Debug)]
pub(super) struct Puzzle {
    pub(super) head: Head,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) modulus: u8,
    pub(super) moves: Moves,
    pub(super) start: Cells,
    pub(super) goal: Cells,
}

impl Puzzle {
    pub(super) fn cells(&self) -> usize {
        self.rows * self.columns
    }

    pub(super) fn move_count(&self) -> usize {
        match &self.moves {
            Moves::Patterns(patterns) => patterns.len(),
            Moves::Near(_) => self.cells(),
        }
    }

    /// Whether a press has the number of a cell.
    pub(super) fn one_move_a_cell(&self) -> bool {
        self.move_count() == self.cells()
    }

    /// What the move numbered `index` from 0 adds to which cells, ascending.
    pub(super) fn pattern(&self, index: usize) -> Vec<(usize, u8)> {
        match &self.moves {
            Moves::Patterns(patterns) => patterns[index].nonzero().collect(),
            Moves::Near(near) => {
                let mut cells = self.around(*near, index / self.columns, index % self.columns);
                cells.sort_unstable();
                cells.dedup();
                cells.into_iter().map(|cell| (cell, 1)).collect()
            }
        }
    }

    /// What [`Puzzle::pattern`] gives, one by one where it is stored.
    pub(super) fn touched(&self, index: usize) -> Box<dyn Iterator<Item = (usize, u8)> + '_> {
        match &self.moves {
            Moves::Patterns(patterns) => patterns[index].nonzero(),
            Moves::Near(_) => Box::new(self.pattern(index).into_iter()),
        }
    }

    fn around(&self, near: Near, row: usize, column: usize) -> Vec<usize> {
        let (rows, columns) = (self.rows, self.columns);
        let from = |at: usize| at.saturating_sub(1);
        let cell = |row: usize, column: usize| row * columns + column;
        match near {
            Near::Plus => {
                let down = (from(row)..rows.min(row + 2)).map(|row| cell(row, column));
                down.chain((from(column)..columns.min(column + 2)).map(|column| cell(row, column))).collect()
            }
            Near::Torus => {
                let down = [rows - 1, 0, 1].map(|by| cell((row + by) % rows, column));
                down.into_iter().chain([columns - 1, 1].map(|by| cell(row, (column + by) % columns))).collect()
            }
            Near::King => (from(row)..rows.min(row + 2))
                .flat_map(|row| (from(column)..columns.min(column + 2)).map(move |column| cell(row, column)))
                .collect(),
            Near::RowColumn => {
                (0..rows).map(|row| cell(row, column)).chain((0..columns).map(|column| cell(row, column))).collect()
            }
        }
    }

    /// The most cells that one move changes.
    pub(super) fn largest_pattern(&self) -> u64 {
        let size = match &self.moves {
            Moves::Patterns(patterns) => return patterns.iter().map(Cells::support).max().unwrap_or(0),
            Moves::Near(Near::Plus | Near::Torus) => 5,
            Moves::Near(Near::King) => 9,
            Moves::Near(Near::RowColumn) => self.rows + self.columns - 1,
        };
        size.min(self.cells()) as u64
    }

    /// What each move adds to the board, where the moves are not too large together.
    pub(super) fn vectors(&self) -> Option<Vectors> {
        let (moves, cells) = (self.move_count(), self.cells());
        if moves.saturating_mul(cells) > MAX_WRITTEN {
            return None;
        }
        let vector = |index| {
            let mut vector = Cells::uniform(self.modulus, cells, 0);
            self.press(&mut vector, index);
            vector.digits(0..cells)
        };
        Some(Vectors { modulus: self.modulus, moves: (0..moves).map(vector).collect() })
    }

    /// Presses the move numbered `index` from 0 once.
    pub(super) fn press(&self, cells: &mut Cells, index: usize) {
        for (cell, value) in self.pattern(index) {
            cells.add(cell, value);
        }
    }
}
