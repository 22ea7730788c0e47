//! A board at four bits a cell, laid out for the scans.
//!
//! A row of `w` columns is cut into 32 *chunks* of `K = ⌈w / 32⌉` neighbouring columns; chunk `j` is *lane* `j` of
//! the scans. A row is kept as `K` *steps* of 16 bytes: byte `j` of step `i` holds column `i` of chunk `j` in its low
//! half and column `i` of chunk `j + 16` in its high half. A scan step therefore loads 16 bytes and has the cells
//! that all 32 lanes need next. Columns past the edge are blocked.

mod pack;

use std::fmt;

use super::pages::Pages;

/// The four bits of a blocked cell; other cells hold their cost, 0 to 9.
pub(super) const BLOCKED: u8 = 15;

/// Lanes of a vector of the scans: half of the chunks.
pub(super) const LANES: usize = 16;

/// The packed cells of one scan step, laid out as the module's documentation describes.
pub(super) type Step = [u8; LANES];

/// A grid of costs 0 to 9 and blocked cells. Rows and columns count from 0, the highest row is 0.
pub struct Board {
    width: usize,
    steps: usize,
    rows: usize,
    cells: Pages,
    /// The last chunks of a row, padded with `x` past the edge.
    tail: Vec<u8>,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board of {} rows and {} columns", self.rows, self.width)
    }
}

impl Board {
    /// Creates an empty board of `width` columns (at least 1) with room for `most` rows.
    #[must_use]
    pub fn with_room(width: usize, most: usize) -> Self {
        let steps = width.div_ceil(2 * LANES).max(1);
        let tail = vec![b'x'; (2 * LANES - width / steps) * steps];
        Board { width, steps, rows: 0, cells: Pages::zeroed(steps * most * LANES), tail }
    }

    /// Adds a row below the others, written in digits and `x`.
    ///
    /// # Errors
    /// There is no room left, `row` has not the width of the board, or it holds another character. Nothing is added
    /// then.
    pub fn push(&mut self, row: &[u8]) -> Result<(), Misfit> {
        let (steps, begin) = (self.steps, self.rows * self.steps);
        let room = self.cells.as_chunks_mut().0.get_mut(begin..begin + steps).ok_or(Misfit)?;
        if row.len() != self.width || !pack::pack(&pack::cut(row, steps, &mut self.tail), room) {
            return Err(Misfit);
        }
        self.rows += 1;
        Ok(())
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of bytes that the cells take in memory.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.rows * self.steps * LANES) as u64
    }

    /// Returns the cost of entering a cell, or `None` where it is blocked.
    #[must_use]
    pub fn cost(&self, row: usize, column: usize) -> Option<u8> {
        let (chunk, step) = (column / self.steps, column % self.steps);
        let cell = half(self.packed(row)[step][chunk % LANES], chunk / LANES);
        (cell != BLOCKED).then_some(cell)
    }

    /// Returns the costs of a row from left to right, `None` where a cell is blocked.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Option<u8>> + '_ {
        let steps = self.packed(row);
        let chunk = move |lane: usize| steps.iter().map(move |step| half(step[lane % LANES], lane / LANES));
        (0..2 * LANES).flat_map(chunk).take(self.width).map(|cell| (cell != BLOCKED).then_some(cell))
    }

    /// The first blocked cell in reading order, as row and column from 0.
    pub(super) fn first_blocked(&self) -> Option<(usize, usize)> {
        let blocked = |row: usize| self.row(row).position(|cost| cost.is_none()).map(|column| (row, column));
        (0..self.rows).find_map(blocked)
    }

    /// Returns the number of scan steps per row.
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// Returns the packed scan steps of a row.
    pub(super) fn packed(&self, row: usize) -> &[Step] {
        &self.cells.as_chunks().0[row * self.steps..][..self.steps]
    }
}

/// The error of [`Board::push`]: the board is full, or the row has the wrong length or a character other than digits
/// and `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit;

/// Returns the low (`which` = 0) or high (1) four bits of a byte.
fn half(byte: u8, which: usize) -> u8 {
    (byte >> (4 * which)) & 15
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_at_odd_widths() {
        for width in (1..=70).chain(126..=130).chain(510..=545) {
            let row: Vec<u8> = (0..width).map(|x| b"01234x56789"[(x * 7 + width) % 11]).collect();
            let mut board = Board::with_room(width, 2);
            board.push(&row).unwrap();
            board.push(&row).unwrap();
            assert_eq!(board.rows(), 2);
            let text: Vec<u8> = board.row(1).map(|c| c.map_or(b'x', |c| b'0' + c)).collect();
            assert_eq!(text, row);
        }
    }

    #[test]
    fn every_other_character_is_refused_wherever_it_stands() {
        for byte in (0..=255u8).filter(|b| !b.is_ascii_digit() && *b != b'x') {
            for column in 0..67 {
                let mut row = [b'5'; 67];
                row[column] = byte;
                let mut board = Board::with_room(67, 1);
                assert_eq!(board.push(&row), Err(Misfit));
                assert_eq!(board.rows(), 0);
            }
        }
        assert_eq!(Board::with_room(3, 1).push(b"12"), Err(Misfit));
    }
}
