//! The two sweeps of a row, once for every width of vector.
//!
//! With `D` the values of entering the row below, a row's values are `L[x] = c[x] + max(D[x], L[x-1])` (having last
//! moved left) and `R[x] = c[x] + max(D[x], R[x+1])`; entering the row at `x` from above is worth the larger. The
//! lanes of a vector are 16 chunks of columns (see [`super::board`]), so each step of a sweep is one maximum and one
//! masked addition without moving anything between lanes. What enters a chunk from its neighbour must be known before
//! the sweep begins: it follows from a [`Summary`] of each chunk that the backward sweep of the row below makes on its
//! way, so that two sweeps a row suffice. Cost: O(columns) a row.

use super::board::{BLOCKED, LANES, Step};
use super::choices::HalfRow;

/// A number that values are kept in.
///
/// "Nothing is left" is every negative value. A blocked cell charges [`Number::NONE`], so low that no sum of costs on
/// a board of this size makes up for it, and half of the lowest number, so that a value not below it can be charged
/// once more. What is kept for the next row is therefore raised to it.
pub(super) trait Number: Copy + Ord + std::ops::Add<Output = Self> + From<u8> + Into<i64> {
    /// The charge of a blocked cell, and a value from which nothing is left.
    const NONE: Self;
}

impl Number for i32 {
    const NONE: i32 = -(1 << 30);
}

impl Number for i64 {
    const NONE: i64 = -(1 << 62);
}

/// 16 numbers side by side in memory, where a vector register finds them without crossing a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Sixteen<T>(pub [T; LANES]);

impl<T: Number> Sixteen<T> {
    /// Nothing is left in all lanes.
    pub(super) const NONE: Self = Sixteen([T::NONE; LANES]);
}

/// 16 numbers side by side, in registers.
pub(super) trait Lanes: Copy {
    /// What a lane holds.
    type Of: Number;
    /// The same number in all lanes.
    fn splat(number: Self::Of) -> Self;
    /// Reads all lanes.
    fn load(from: &Sixteen<Self::Of>) -> Self;
    /// Writes all lanes.
    fn store(self, to: &mut Sixteen<Self::Of>);
    /// What the cells in the low (0) or high (1) halves of a step's bytes charge.
    fn charges(step: &Step, half: usize) -> Self;
    /// The larger, lane by lane.
    fn max(self, other: Self) -> Self;
    /// The sum, lane by lane.
    fn plus(self, other: Self) -> Self;
    /// One bit a lane: whether this is larger than the other.
    fn above(self, other: Self) -> u16;
}

/// What a chunk does to a value that walks through it, before that value is known; all lanes of one vector.
#[derive(Clone, Copy)]
pub(super) struct Summary<T> {
    /// `L` of the chunk's last column if nothing enters from the left.
    pub left: Sixteen<T>,
    /// `R` of the chunk's first column if nothing enters from the right.
    pub right: Sixteen<T>,
    /// What all cells charge, at least none.
    pub through: Sixteen<T>,
}

impl<T: Number> Summary<T> {
    /// Of chunks that are blocked throughout.
    pub(super) const NONE: Self = Summary { left: Sixteen::NONE, right: Sixteen::NONE, through: Sixteen::NONE };
}

/// What one sweep of one half of the lanes works on. The slices have one entry a step.
pub(super) struct Row<'a, T> {
    /// The row's cells.
    pub cells: &'a [Step],
    /// The cells of the row above it.
    pub above: &'a [Step],
    /// Which half of their bytes.
    pub half: usize,
    /// Values of entering the row below; after the backward sweep of entering this row.
    pub down: &'a mut [Sixteen<T>],
    /// `L`, written by the forward sweep, read by the backward one.
    pub left: &'a mut [Sixteen<T>],
    /// One bit a lane: better on left than down; better on right than down; having entered from above, better right.
    pub bits: HalfRow<'a>,
}

/// Computes `L` from what enters each chunk from the left, and the bits "on left". Returns `L` of each last column.
#[inline(always)]
pub(super) fn forward<V: Lanes>(row: &mut Row<'_, V::Of>, enters: &Sixteen<V::Of>) -> Sixteen<V::Of> {
    let steps = row.cells.len();
    let (down, left, on) = (&row.down[..steps], &mut row.left[..steps], &mut row.bits[0][..steps]);
    let mut value = V::load(enters);
    for i in 0..steps {
        let below = V::load(&down[i]);
        on[i] = value.above(below).to_ne_bytes();
        value = below.max(value).plus(V::charges(&row.cells[i], row.half));
        value.store(&mut left[i]);
    }
    stored(value)
}

/// Computes `R` from what enters each chunk from the right, from that and `L` the values of entering the row, the
/// bits "on right" and "turn right", and the summary of the row above over these values. Returns `R` of each first
/// column, too.
#[inline(always)]
pub(super) fn backward<V: Lanes>(
    row: &mut Row<'_, V::Of>,
    enters: &Sixteen<V::Of>,
) -> (Sixteen<V::Of>, Summary<V::Of>) {
    let steps = row.cells.len();
    let (down, left, above) = (&mut row.down[..steps], &row.left[..steps], &row.above[..steps]);
    let [_, on, turn] = &mut row.bits;
    let (on, turn) = (&mut on[..steps], &mut turn[..steps]);
    let none = V::splat(V::Of::NONE);
    let mut value = V::load(enters);
    let (mut to_left, mut to_right, mut through) = (none, none, V::splat(V::Of::from(0)));
    for i in (0..steps).rev() {
        let below = V::load(&down[i]);
        on[i] = value.above(below).to_ne_bytes();
        value = below.max(value).plus(V::charges(&row.cells[i], row.half));
        let left = V::load(&left[i]);
        turn[i] = value.above(left).to_ne_bytes();
        let best = value.max(left).max(none);
        best.store(&mut down[i]);
        let charges = V::charges(&above[i], row.half);
        through = through.plus(charges).max(none);
        to_left = to_left.max(best.plus(through));
        to_right = to_right.max(best).plus(charges);
    }
    let to_right = to_right.max(none);
    (stored(value), Summary { left: stored(to_left), right: stored(to_right), through: stored(through) })
}

fn stored<V: Lanes>(lanes: V) -> Sixteen<V::Of> {
    let mut memory = Sixteen::NONE;
    lanes.store(&mut memory);
    memory
}

impl<T: Number> Lanes for [T; LANES] {
    type Of = T;

    fn splat(number: T) -> Self {
        [number; LANES]
    }

    fn load(from: &Sixteen<T>) -> Self {
        from.0
    }

    fn store(self, to: &mut Sixteen<T>) {
        to.0 = self;
    }

    // Plain loops over arrays: the compiler makes vectors of these, and of closures it does not.

    #[inline(always)]
    fn charges(step: &Step, half: usize) -> Self {
        let mut charges = [T::from(0); LANES];
        for j in 0..LANES {
            let cell = (step[j] >> (4 * half)) & 15;
            charges[j] = T::from(cell) + if cell == BLOCKED { T::NONE } else { T::from(0) };
        }
        charges
    }

    #[inline(always)]
    fn max(mut self, other: Self) -> Self {
        for j in 0..LANES {
            self[j] = if other[j] > self[j] { other[j] } else { self[j] };
        }
        self
    }

    #[inline(always)]
    fn plus(mut self, other: Self) -> Self {
        for j in 0..LANES {
            self[j] = self[j] + other[j];
        }
        self
    }

    #[inline(always)]
    fn above(self, other: Self) -> u16 {
        let mut bits = 0;
        for j in 0..LANES {
            bits |= u16::from(self[j] > other[j]) << j;
        }
        bits
    }
}
