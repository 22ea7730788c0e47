//! What the methods need from a prime field: packed rows, and the same rows read as polynomials.
//!
//! A row is a slice of words; how many cells fit one word is the field's affair ([`Gf2`](super::Gf2): 64,
//! [`Gfp`](super::Gfp): one). Unused places of the last word are zero. A polynomial is a row of any length,
//! coefficients from the lowest degree up; words of zeros at its end are allowed.

use std::fmt;

use engines::{Context, Halt};

/// How the cells of one line are linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Not at all.
    Alone,
    /// Each to the next.
    Path,
    /// Each to the next and the last to the first (three cells or more).
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

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The words of row `i`, counted from 0.
    #[must_use]
    pub fn row(&self, i: usize) -> &[W] {
        &self.words[i * self.stride..(i + 1) * self.stride]
    }

    /// The words of row `i`, to be written; places beyond the last column must stay zero.
    pub fn row_mut(&mut self, i: usize) -> &mut [W] {
        &mut self.words[i * self.stride..(i + 1) * self.stride]
    }

    /// The board upside down.
    pub(super) fn flipped(mut self) -> Self {
        for i in 0..self.rows / 2 {
            let (upper, lower) = self.words.split_at_mut((self.rows - 1 - i) * self.stride);
            upper[i * self.stride..(i + 1) * self.stride].swap_with_slice(&mut lower[..self.stride]);
        }
        self
    }
}

/// Counts words combined, and tells the context every few thousand.
pub struct Meter<'a, 'c> {
    cx: &'a Context<'c>,
    owed: u64,
}

impl<'a, 'c> Meter<'a, 'c> {
    pub(crate) fn new(cx: &'a Context<'c>) -> Self {
        Meter { cx, owed: 0 }
    }

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
        // Counted nevertheless; the next check reports the limit.
        let _ = self.finish();
    }
}

/// Packed rows over a prime field, and the same rows as polynomials.
pub trait Field: Clone + fmt::Debug {
    /// What a row is made of.
    type Word: Copy + Default + PartialEq + fmt::Debug;

    /// The prime.
    fn modulus(&self) -> u8;

    /// How many words hold `cells` cells.
    fn words(&self, cells: usize) -> usize;

    /// The cell `at` of a row, from 0; beyond the row's words it is 0.
    fn get(&self, row: &[Self::Word], at: usize) -> u8;

    /// Writes the cell `at` of a row; `value` is below the modulus.
    fn set(&self, row: &mut [Self::Word], at: usize, value: u8);

    /// How many times wider than high a board may be before turning it on its side pays.
    fn widest(&self) -> usize;

    /// Rows as columns.
    fn transposed(&self, board: &Board<Self::Word>) -> Board<Self::Word>;

    /// The sum of a row's first `n` cells.
    fn sum(&self, n: usize, row: &[Self::Word]) -> u8;

    /// How many presses a row counts: the sum of its cells as whole numbers.
    fn weight(&self, row: &[Self::Word]) -> u64;

    /// The sum of products of two rows.
    fn dot(&self, a: &[Self::Word], b: &[Self::Word]) -> u8;

    /// `to += factor * from`, as long as both last.
    fn add_scaled(&self, to: &mut [Self::Word], factor: u8, from: &[Self::Word]);

    /// Adds `value` to the first `n` cells.
    fn add_constant(&self, n: usize, row: &mut [Self::Word], value: u8);

    /// One step of the chase: `last = goal - B now - last`, B being a cell and its neighbours in the line.
    fn step(&self, line: Line, n: usize, last: &mut [Self::Word], now: &[Self::Word], goal: Option<&[Self::Word]>);

    /// The same step; then `goal = now`.
    fn step_through(&self, line: Line, n: usize, last: &mut [Self::Word], now: &[Self::Word], goal: &mut [Self::Word]) {
        self.step(line, n, last, now, Some(goal));
        goal.copy_from_slice(now);
    }

    /// The chase along one row: replaces y by x with x(j+1) = y(j) - x(j) - x(j-1) from zeros; returns x(n+1).
    fn scan(&self, n: usize, row: &mut [Self::Word]) -> u8;

    /// The row moved on by one cell, the last cell to the front.
    fn rotated(&self, n: usize, row: &[Self::Word]) -> Vec<Self::Word>;

    /// The degree, `None` of zero.
    fn degree(&self, a: &[Self::Word]) -> Option<usize>;

    /// The product.
    fn product(&self, a: &[Self::Word], b: &[Self::Word], meter: &mut Meter<'_, '_>) -> Result<Vec<Self::Word>, Halt>;

    /// Quotient and remainder; by zero, the quotient is zero.
    fn division(&self, a: &[Self::Word], by: &[Self::Word], meter: &mut Meter<'_, '_>) -> Result<Division<Self>, Halt>;

    /// The monic greatest common divisor g of `a` and `modulus`, and u with u a = g modulo `modulus`.
    fn bezout(
        &self,
        a: &[Self::Word],
        modulus: &[Self::Word],
        meter: &mut Meter<'_, '_>,
    ) -> Result<Division<Self>, Halt>;

    /// The characteristic polynomial of the path of `n` cells: f(n), f(j+1) = z f(j) - f(j-1), f(0) = 1, f(1) = z.
    fn path_modulus(&self, n: usize, meter: &mut Meter<'_, '_>) -> Result<Vec<Self::Word>, Halt>;

    /// The polynomial of a row in which cell j (from 0) stands for f(j).
    fn path_polynomial(&self, n: usize, row: &[Self::Word], meter: &mut Meter<'_, '_>)
    -> Result<Vec<Self::Word>, Halt>;

    /// The row of a polynomial of any degree, reduced modulo f(n).
    fn path_row(&self, n: usize, a: &[Self::Word], meter: &mut Meter<'_, '_>) -> Result<Vec<Self::Word>, Halt>;

    /// A board of zeros.
    fn board(&self, rows: usize, columns: usize) -> Board<Self::Word> {
        Board::blank(rows, columns, self.words(columns))
    }

    /// A board of zeros, if the memory allowed suffices; whoever keeps the board reserves its memory.
    fn reserved_board(&self, rows: usize, columns: usize, cx: &Context<'_>) -> Result<Board<Self::Word>, Halt> {
        let bytes = rows * self.words(columns) * size_of::<Self::Word>();
        cx.reserve(bytes as u64).map(|_| self.board(rows, columns))
    }

    /// A row of zeros.
    fn zeros(&self, n: usize) -> Vec<Self::Word> {
        vec![Self::Word::default(); self.words(n)]
    }

    /// A row of `n` cells, one of them `value`.
    fn unit(&self, n: usize, at: usize, value: u8) -> Vec<Self::Word> {
        let mut row = self.zeros(n);
        self.set(&mut row, at, value);
        row
    }

    /// `factor * row`.
    fn scaled(&self, factor: u8, row: &[Self::Word]) -> Vec<Self::Word> {
        let mut out = vec![Self::Word::default(); row.len()];
        self.add_scaled(&mut out, factor, row);
        out
    }

    /// `a + factor * b`, as long as the longer of them.
    fn combined(&self, a: &[Self::Word], factor: u8, b: &[Self::Word]) -> Vec<Self::Word> {
        let mut out = a.to_vec();
        out.resize(a.len().max(b.len()), Self::Word::default());
        self.add_scaled(&mut out, factor, b);
        out
    }

    /// -1.
    fn minus_one(&self) -> u8 {
        self.modulus() - 1
    }

    /// `value` modulo the prime.
    fn residue(&self, value: usize) -> u8 {
        (value % usize::from(self.modulus())) as u8
    }

    /// The product of two elements.
    fn times(&self, a: u8, b: u8) -> u8 {
        self.residue(usize::from(a) * usize::from(b))
    }

    /// The inverse of an element other than zero, by Fermat's little theorem.
    fn inverse(&self, a: u8) -> u8 {
        (2..self.modulus()).fold(1, |power, _| self.times(power, a))
    }
}

/// A quotient and a remainder, or a divisor and a cofactor.
pub(super) type Division<F> = (Vec<<F as Field>::Word>, Vec<<F as Field>::Word>);
