//! Arithmetic over a prime field on packed rows, and on the same rows as polynomials.
//!
//! A row is a slice of words; a word holds 64 cells over GF(2) ([`Gf2`](super::Gf2)) and one cell over GF(p)
//! ([`Gfp`](super::Gfp)). Unused places of the last word are zero. A polynomial is a row of any length, coefficients
//! from the lowest degree up; words of zeros at its end are allowed.

use std::fmt;

use engines::{Context, Halt};

/// How the cells of one line are linked to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The cells are not linked.
    Alone,
    /// Each cell is linked to the next.
    Path,
    /// Each cell is linked to the next, and the last to the first (for three cells or more).
    Cycle,
}

/// A board, row by row, in the words of a [`Field`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<W> {
    rows: usize,
    columns: usize,
    stride: usize,
    words: Vec<W>,
}

impl<W: Copy + Default> Board<W> {
    pub(super) fn blank(rows: usize, columns: usize, stride: usize) -> Self {
        Board { rows, columns, stride, words: vec![W::default(); rows * stride] }
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

    /// Returns the words of row `i`, counted from 0.
    #[must_use]
    pub fn row(&self, i: usize) -> &[W] {
        &self.words[i * self.stride..(i + 1) * self.stride]
    }

    /// Returns the words of row `i` for writing; places beyond the last column must stay zero.
    pub fn row_mut(&mut self, i: usize) -> &mut [W] {
        &mut self.words[i * self.stride..(i + 1) * self.stride]
    }

    /// Reverses the order of the rows.
    pub(super) fn flipped(mut self) -> Self {
        for i in 0..self.rows / 2 {
            let (upper, lower) = self.words.split_at_mut((self.rows - 1 - i) * self.stride);
            upper[i * self.stride..(i + 1) * self.stride].swap_with_slice(&mut lower[..self.stride]);
        }
        self
    }
}

/// A counter of combined words, which reports to the context every few thousand words.
pub struct Meter<'a, 'c> {
    cx: &'a Context<'c>,
    owed: u64,
}

impl<'a, 'c> Meter<'a, 'c> {
    pub(crate) fn new(cx: &'a Context<'c>) -> Self {
        Meter { cx, owed: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, words: usize) -> Result<(), Halt> {
        self.owed += words as u64;
        if self.owed < 1 << 14 { Ok(()) } else { self.finish() }
    }

    pub(super) fn finish(&mut self) -> Result<(), Halt> {
        self.cx.spend(std::mem::take(&mut self.owed))
    }
}

impl Drop for Meter<'_, '_> {
    fn drop(&mut self) {
        // The rest is counted in any case; the next check reports a limit.
        let _ = self.finish();
    }
}

/// Packed rows over a prime field, and the same rows as polynomials.
pub trait Field: Clone + fmt::Debug {
    /// The type of the words of a row.
    type Word: Copy + Default + PartialEq + fmt::Debug;

    /// Returns the prime modulus.
    fn modulus(&self) -> u8;

    /// Returns the number of words that hold `cells` cells.
    fn words(&self, cells: usize) -> usize;

    /// Returns the cell `at` of a row, from 0; 0 beyond the row's words.
    fn get(&self, row: &[Self::Word], at: usize) -> u8;

    /// Sets the cell `at` of a row to `value`, which is below the modulus.
    fn set(&self, row: &mut [Self::Word], at: usize, value: u8);

    /// Returns the ratio of width to height above which a board is transposed before it is solved.
    fn widest(&self) -> usize;

    /// Returns the transposed board.
    fn transposed(&self, board: &Board<Self::Word>) -> Board<Self::Word>;

    /// Returns the sum of a row's first `n` cells, modulo the prime.
    fn sum(&self, n: usize, row: &[Self::Word]) -> u8;

    /// Returns the sum of a row's cells as whole numbers: the number of presses.
    fn weight(&self, row: &[Self::Word]) -> u64;

    /// Returns the dot product of two rows.
    fn dot(&self, a: &[Self::Word], b: &[Self::Word]) -> u8;

    /// Computes `to += factor * from` over the length of the shorter row.
    fn add_scaled(&self, to: &mut [Self::Word], factor: u8, from: &[Self::Word]);

    /// Adds `value` to the first `n` cells.
    fn add_constant(&self, n: usize, row: &mut [Self::Word], value: u8);

    /// Performs one step of light chasing, `last = goal - B now - last`, where B sums a cell and its neighbours in
    /// the line.
    fn step(&self, line: Line, n: usize, last: &mut [Self::Word], now: &[Self::Word], goal: Option<&[Self::Word]>);

    /// Performs the step of [`Field::step`], then sets `goal = now`.
    fn step_through(&self, line: Line, n: usize, last: &mut [Self::Word], now: &[Self::Word], goal: &mut [Self::Word]) {
        self.step(line, n, last, now, Some(goal));
        goal.copy_from_slice(now);
    }

    /// Performs light chasing along one row: replaces y by x with x(j+1) = y(j) - x(j) - x(j-1), starting from zeros;
    /// returns x(n+1).
    fn scan(&self, n: usize, row: &mut [Self::Word]) -> u8;

    /// Returns the row rotated by one cell, with the last cell moved to the front.
    fn rotated(&self, n: usize, row: &[Self::Word]) -> Vec<Self::Word>;

    /// Returns the degree of a polynomial; `None` for zero.
    fn degree(&self, a: &[Self::Word]) -> Option<usize>;

    /// Returns the product of two polynomials.
    fn product(&self, a: &[Self::Word], b: &[Self::Word], meter: &mut Meter<'_, '_>) -> Result<Vec<Self::Word>, Halt>;

    /// Returns quotient and remainder of two polynomials; division by zero gives the quotient zero.
    fn division(&self, a: &[Self::Word], by: &[Self::Word], meter: &mut Meter<'_, '_>) -> Result<Division<Self>, Halt>;

    /// Returns the monic greatest common divisor g of `a` and `modulus`, and u with u a = g modulo `modulus`.
    fn bezout(
        &self,
        a: &[Self::Word],
        modulus: &[Self::Word],
        meter: &mut Meter<'_, '_>,
    ) -> Result<Division<Self>, Halt>;

    /// Returns the characteristic polynomial f(n) of the path of `n` cells: f(j+1) = z f(j) - f(j-1), f(0) = 1, f(1)
    /// = z.
    fn path_modulus(&self, n: usize, meter: &mut Meter<'_, '_>) -> Result<Vec<Self::Word>, Halt>;

    /// Returns the polynomial of a row in which cell j (from 0) stands for f(j).
    fn path_polynomial(&self, n: usize, row: &[Self::Word], meter: &mut Meter<'_, '_>)
    -> Result<Vec<Self::Word>, Halt>;

    /// Returns the row of a polynomial of any degree, reduced modulo f(n).
    fn path_row(&self, n: usize, a: &[Self::Word], meter: &mut Meter<'_, '_>) -> Result<Vec<Self::Word>, Halt>;

    /// Returns a board of zeros.
    fn board(&self, rows: usize, columns: usize) -> Board<Self::Word> {
        Board::blank(rows, columns, self.words(columns))
    }

    /// Returns a board of zeros, or the limit where the memory budget does not suffice. The caller must reserve the
    /// board's memory for as long as it keeps the board.
    fn reserved_board(&self, rows: usize, columns: usize, cx: &Context<'_>) -> Result<Board<Self::Word>, Halt> {
        let bytes = rows as u64 * self.words(columns) as u64 * size_of::<Self::Word>() as u64;
        cx.reserve(bytes).map(|_| self.board(rows, columns))
    }

    /// Returns a row of `n` zeros.
    fn zeros(&self, n: usize) -> Vec<Self::Word> {
        vec![Self::Word::default(); self.words(n)]
    }

    /// Returns a row of `n` cells in which the cell `at` is `value` and all others are 0.
    fn unit(&self, n: usize, at: usize, value: u8) -> Vec<Self::Word> {
        let mut row = self.zeros(n);
        self.set(&mut row, at, value);
        row
    }

    /// Returns `factor * row`.
    fn scaled(&self, factor: u8, row: &[Self::Word]) -> Vec<Self::Word> {
        let mut out = vec![Self::Word::default(); row.len()];
        self.add_scaled(&mut out, factor, row);
        out
    }

    /// Returns `a + factor * b`, with the length of the longer row.
    fn combined(&self, a: &[Self::Word], factor: u8, b: &[Self::Word]) -> Vec<Self::Word> {
        let mut out = a.to_vec();
        out.resize(a.len().max(b.len()), Self::Word::default());
        self.add_scaled(&mut out, factor, b);
        out
    }

    /// Returns the element -1.
    fn minus_one(&self) -> u8 {
        self.modulus() - 1
    }

    /// Returns `value` modulo the prime.
    fn residue(&self, value: usize) -> u8 {
        (value % usize::from(self.modulus())) as u8
    }

    /// Returns the product of two elements.
    fn times(&self, a: u8, b: u8) -> u8 {
        self.residue(usize::from(a) * usize::from(b))
    }

    /// Returns the inverse of an element other than zero, by Fermat's little theorem.
    fn inverse(&self, a: u8) -> u8 {
        (2..self.modulus()).fold(1, |power, _| self.times(power, a))
    }
}

/// A quotient and a remainder, or a divisor and a cofactor.
pub(super) type Division<F> = (Vec<<F as Field>::Word>, Vec<<F as Field>::Word>);
