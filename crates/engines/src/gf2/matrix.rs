//! A matrix over GF(2): words of 64 columns, each a contiguous array over the rows.
//!
//! Eight rows of one word fill a 512-bit register; elimination walks down the rows of a few words at a time,
//! which stay in the second-level cache. Rows are padded to a multiple of eight, never to one of 512, since
//! equal rows of many words would then share one cache set.

use super::Bits;
use crate::{Context, Halt, Reservation};

/// A matrix over GF(2). Its memory is reserved from the context under which it was made.
#[derive(Debug)]
pub struct Matrix<'c> {
    rows: usize,
    columns: usize,
    stride: usize,
    words: Vec<u64>,
    /// Where the first word lies, so that it starts a cache line.
    origin: usize,
    _claim: Reservation<'c>,
}

impl<'c> Matrix<'c> {
    /// Creates the zero matrix.
    ///
    /// # Errors
    /// [`Halt::Bytes`] where the matrix would exceed the memory allowed.
    pub fn zero(rows: usize, columns: usize, cx: &'c Context<'_>) -> Result<Self, Halt> {
        let padded = rows.next_multiple_of(8);
        let stride = if padded.is_multiple_of(512) { padded + 8 } else { padded };
        let length = stride.checked_mul(columns.div_ceil(64)).ok_or(Halt::Bytes)?;
        let claim = cx.reserve((length as u64).checked_mul(8).ok_or(Halt::Bytes)?)?;
        let words = vec![0_u64; length + 7];
        let origin = words.as_ptr().align_offset(64).min(7);
        Ok(Matrix { rows, columns, stride, words, origin, _claim: claim })
    }

    /// Creates the matrix whose column `j` has ones in the rows that the `j`-th item lists. A row that is listed twice
    /// cancels out.
    ///
    /// # Errors
    /// [`Halt::Bytes`] where the matrix would exceed the memory allowed.
    ///
    /// # Panics
    /// If a row is not below `rows`, or there are more items than `columns`.
    pub fn from_columns<I>(
        rows: usize,
        columns: usize,
        ones: impl IntoIterator<Item = I>,
        cx: &'c Context<'_>,
    ) -> Result<Self, Halt>
    where
        I: IntoIterator<Item = usize>,
    {
        let mut matrix = Matrix::zero(rows, columns, cx)?;
        for (column, rows) in ones.into_iter().enumerate() {
            rows.into_iter().for_each(|row| matrix.flip(row, column));
        }
        Ok(matrix)
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the entry at `row` and `column`.
    ///
    /// # Panics
    /// If `row` or `column` is out of range.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> bool {
        self.words[self.index(row, column)] >> (column % 64) & 1 != 0
    }

    /// Sets the entry at `row` and `column`.
    ///
    /// # Panics
    /// If `row` or `column` is out of range.
    pub fn set(&mut self, row: usize, column: usize, value: bool) {
        if self.get(row, column) != value {
            self.flip(row, column);
        }
    }

    /// Adds one to the entry at `row` and `column`.
    ///
    /// # Panics
    /// If `row` or `column` is out of range.
    pub fn flip(&mut self, row: usize, column: usize) {
        let index = self.index(row, column);
        self.words[index] ^= 1 << (column % 64);
    }

    /// Fills the matrix word by word: `word(w, row)` returns the 64 entries of `row` from column `64 * w` on, the first
    /// in the lowest bit.
    pub fn fill(&mut self, mut word: impl FnMut(usize, usize) -> u64) {
        for w in 0..self.word_columns() {
            let (mask, rows) = (self.mask(w), self.rows);
            for (row, slot) in self.word_mut(w)[..rows].iter_mut().enumerate() {
                *slot = word(w, row) & mask;
            }
        }
    }

    /// Returns the product A·x of this matrix with a vector of [`Matrix::columns`] entries.
    ///
    /// # Panics
    /// If the vector has another length.
    #[must_use]
    pub fn times(&self, x: &Bits) -> Bits {
        assert_eq!(x.len(), self.columns);
        let mut product = Bits::zero(self.rows);
        for row in 0..self.rows {
            let sum = (0..self.word_columns()).fold(0, |sum, w| sum ^ (self.word(w)[row] & x.words()[w]));
            product.set(row, sum.count_ones() % 2 == 1);
        }
        product
    }

    /// Returns the product yᵀ·A of a vector of [`Matrix::rows`] entries with this matrix.
    ///
    /// # Panics
    /// If the vector has another length.
    #[must_use]
    pub fn times_from_left(&self, y: &Bits) -> Bits {
        assert_eq!(y.len(), self.rows);
        let mut product = Bits::zero(self.columns);
        for w in 0..self.word_columns() {
            let column = self.word(w);
            product.words_mut()[w] = y.ones().fold(0, |sum, row| sum ^ column[row]);
        }
        product
    }

    /// How many words of 64 columns there are.
    pub(super) fn word_columns(&self) -> usize {
        self.columns.div_ceil(64)
    }

    /// The columns of word `w` that exist.
    fn mask(&self, w: usize) -> u64 {
        u64::MAX >> (64 - (self.columns - 64 * w).min(64))
    }

    /// Word `w` of every row, with the padding (always zero).
    pub(super) fn word(&self, w: usize) -> &[u64] {
        &self.words[self.origin + w * self.stride..][..self.stride]
    }

    pub(super) fn word_mut(&mut self, w: usize) -> &mut [u64] {
        &mut self.words[self.origin + w * self.stride..][..self.stride]
    }

    /// All words before word `w`, and all from it on.
    pub(super) fn split_at_word(&mut self, w: usize) -> (&[u64], &mut [u64]) {
        let (before, after) = self.words[self.origin..].split_at_mut(w * self.stride);
        (before, after)
    }

    /// The distance between equal rows of neighbouring words: a multiple of eight, none of 512.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    fn index(&self, row: usize, column: usize) -> usize {
        assert!(row < self.rows && column < self.columns, "entry ({row}, {column})");
        self.origin + (column / 64) * self.stride + row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_agree_with_entries() {
        let cx = Context::default();
        let ones = |j: usize| (0..130).filter(move |i| (i * 7 + j * 3).is_multiple_of(5));
        let matrix = Matrix::from_columns(130, 65, (0..65).map(ones), &cx).unwrap();
        let x = Bits::from_ones(65, [3, 64]);
        let y = Bits::from_ones(130, [0, 129, 77]);
        for i in 0..130 {
            assert_eq!(matrix.times(&x).get(i), matrix.get(i, 3) ^ matrix.get(i, 64));
        }
        for j in 0..65 {
            let sum = matrix.get(0, j) ^ matrix.get(129, j) ^ matrix.get(77, j);
            assert_eq!(matrix.times_from_left(&y).get(j), sum);
        }
    }

    #[test]
    fn memory_is_claimed_and_given_back() {
        let cx = Context::new(crate::Budget { bytes: Some(10_000), ..Default::default() });
        assert_eq!(Matrix::zero(1000, 1000, &cx).unwrap_err(), Halt::Bytes);
        drop(Matrix::zero(100, 640, &cx).unwrap());
        assert!(Matrix::zero(100, 640, &cx).is_ok());
    }
}
