//! The two sweeps of a row, once for every width of vector.
//!
//! With `D` the values of entering the row below, a row's values are `L[x] = c[x] + max(D[x], L[x-1])` (having last
//! moved left) and `R[x] = c[x] + max(D[x], R[x+1])`; entering the row at `x` from above is worth the larger. The
//! lanes of a vector are 16 chunks of columns (see [`super::board`]), so each step of a sweep is one maximum and one
//! masked addition without moving anything between lanes. What enters a chunk from its neighbour must be known before
//! the sweep begins: it follows from a [`Summary`] of each chunk that the backward sweep of the row below makes on its
//! way, so that two sweeps a row suffice. Cost: O(columns) a row.

use super::board::{BLOCKED, LANES, Step};

/// The bits of one row and half of its lanes, one entry a step: on left, on right, turn right.
pub(super) type HalfRow<'a> = [&'a mut [Bits]; 3];

/// One bit a lane, in the bytes of a `u16` of this machine.
pub(super) type Bits = [u8; 2];

/// A number that values are kept in.
///
/// Values are kept raised by [`Number::ZERO`], which no path can cost, and "nothing is left" is everything below it:
/// a blocked cell is worth 0, and no sum of costs on a board of this size brings that up to a value.
pub(super) trait Number: Copy + Ord + std::ops::Add<Output = Self> + From<u8> + Into<i64> {
    /// What a value of 0 is kept as: half of what the number can hold.
    const ZERO: Self;
    /// What a way through a blocked cell costs: twice that below nothing, so that no value is left after it.
    const BARRED: Self;
}

impl Number for i32 {
    const ZERO: i32 = 1 << 30;
    const BARRED: i32 = i32::MIN;
}

impl Number for i64 {
    const ZERO: i64 = 1 << 62;
    const BARRED: i64 = i64::MIN;
}

/// 16 numbers side by side in memory, where a vector register finds them without crossing a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Sixteen<T>(pub [T; LANES]);

impl<T: Number> Sixteen<T> {
    /// Nothing is left in all lanes.
    pub(super) fn none() -> Self {
        Sixteen([T::from(0); LANES])
    }
}

/// 16 numbers side by side, in registers.
pub(super) trait Lanes: Copy {
    /// What a lane holds.
    type Of: Number;
    /// Some of the lanes.
    type Mask: Copy;
    /// Creates a vector with one number in all lanes.
    fn splat(number: Self::Of) -> Self;
    /// Reads all lanes.
    fn load(from: &Sixteen<Self::Of>) -> Self;
    /// Writes all lanes.
    fn store(self, to: &mut Sixteen<Self::Of>);
    /// What the cells in the low (0) or high (1) halves of a step's bytes cost, and which of them are not blocked.
    fn cells(step: &Step, half: usize) -> (Self, Self::Mask);
    /// The larger, lane by lane.
    fn max(self, other: Self) -> Self;
    /// The sum, lane by lane.
    fn plus(self, other: Self) -> Self;
    /// The other's in lanes outside the mask.
    fn or(self, mask: Self::Mask, other: Self) -> Self;
    /// The lanes in which this is larger than the other.
    fn above(self, other: Self) -> Self::Mask;
    /// One bit a lane.
    fn bits(mask: Self::Mask) -> u16;
}

/// What a chunk does to a value that walks through it, before that value is known; all lanes of one vector.
#[derive(Clone, Copy)]
pub(super) struct Summary<T> {
    /// `L` of the chunk's last column if nothing enters from the left.
    pub left: Sixteen<T>,
    /// `R` of the chunk's first column if nothing enters from the right.
    pub right: Sixteen<T>,
    /// What all cells cost together, or about [`Number::BARRED`].
    pub through: Sixteen<T>,
}

impl<T: Number> Summary<T> {
    /// Of chunks that are blocked throughout.
    pub(super) fn none() -> Self {
        Summary { left: Sixteen::none(), right: Sixteen::none(), through: Sixteen([T::BARRED; LANES]) }
    }
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

/// What enters each chunk of a row from one side, and what walking through all of the chunk costs.
pub(super) struct Carry<T> {
    /// From the neighbour.
    pub enters: Sixteen<T>,
    /// The row's [`Summary::through`].
    pub through: Sixteen<T>,
}

/// The chunks that leave with more than what entered and walked through: some column there goes down instead. Where
/// both are equal, walking through is as good.
#[inline(always)]
fn stops<V: Lanes>(leaves: V, carry: &Carry<V::Of>) -> u16 {
    V::bits(leaves.above(V::load(&carry.enters).plus(V::load(&carry.through))))
}

/// Computes `L` from what enters each chunk from the left, and the bits "on left". Returns the chunks in which some
/// column goes down rather than on left, one bit each.
#[inline(always)]
pub(super) fn forward<V: Lanes>(row: &mut Row<'_, V::Of>, carry: &Carry<V::Of>) -> u16 {
    let steps = row.cells.len();
    let (down, left, on) = (&row.down[..steps], &mut row.left[..steps], &mut row.bits[0][..steps]);
    let none = V::splat(V::Of::from(0));
    let mut value = V::load(&carry.enters);
    for i in 0..steps {
        let below = V::load(&down[i]);
        on[i] = V::bits(value.above(below)).to_ne_bytes();
        let (costs, open) = V::cells(&row.cells[i], row.half);
        value = below.max(value).plus(costs).or(open, none);
        value.store(&mut left[i]);
    }
    stops(value, carry)
}

/// Computes `R` from what enters each chunk from the right, from that and `L` the values of entering the row, the
/// bits "on right" and "turn right", and the summary of the row above over these values. Returns the chunks in which
/// some column goes down rather than on right, too.
#[inline(always)]
pub(super) fn backward<V: Lanes>(row: &mut Row<'_, V::Of>, carry: &Carry<V::Of>) -> (u16, Summary<V::Of>) {
    let steps = row.cells.len();
    let (down, left, above) = (&mut row.down[..steps], &row.left[..steps], &row.above[..steps]);
    let [_, on, turn] = &mut row.bits;
    let (on, turn) = (&mut on[..steps], &mut turn[..steps]);
    let mut value = V::load(&carry.enters);
    let (none, barred) = (V::splat(V::Of::from(0)), V::splat(V::Of::BARRED));
    let (mut to_left, mut to_right, mut through) = (none, none, none);
    for i in (0..steps).rev() {
        let below = V::load(&down[i]);
        on[i] = V::bits(value.above(below)).to_ne_bytes();
        let (costs, open) = V::cells(&row.cells[i], row.half);
        value = below.max(value).plus(costs).or(open, none);
        let left = V::load(&left[i]);
        turn[i] = V::bits(value.above(left)).to_ne_bytes();
        let best = value.max(left);
        best.store(&mut down[i]);
        let (costs, open) = V::cells(&above[i], row.half);
        through = through.plus(costs).or(open, barred);
        to_left = to_left.max(best.plus(through));
        to_right = to_right.max(best).plus(costs).or(open, none);
    }
    (stops(value, carry), Summary { left: stored(to_left), right: stored(to_right), through: stored(through) })
}

fn stored<V: Lanes>(lanes: V) -> Sixteen<V::Of> {
    let mut memory = Sixteen::none();
    lanes.store(&mut memory);
    memory
}

impl<T: Number> Lanes for [T; LANES] {
    type Of = T;
    type Mask = [bool; LANES];

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
    fn cells(step: &Step, half: usize) -> (Self, [bool; LANES]) {
        let (mut costs, mut open) = ([T::from(0); LANES], [false; LANES]);
        for j in 0..LANES {
            let cell = (step[j] >> (4 * half)) & 15;
            costs[j] = T::from(cell);
            open[j] = cell != BLOCKED;
        }
        (costs, open)
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
    fn or(mut self, mask: [bool; LANES], other: Self) -> Self {
        for j in 0..LANES {
            self[j] = if mask[j] { self[j] } else { other[j] };
        }
        self
    }

    #[inline(always)]
    fn above(self, other: Self) -> [bool; LANES] {
        let mut mask = [false; LANES];
        for j in 0..LANES {
            mask[j] = self[j] > other[j];
        }
        mask
    }

    #[inline(always)]
    fn bits(mask: [bool; LANES]) -> u16 {
        let mut bits = 0;
        for (j, lane) in mask.into_iter().enumerate() {
            bits |= u16::from(lane) << j;
        }
        bits
    }
}
