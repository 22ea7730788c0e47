//! The live rule by interval dynamic programming, row by row from the last one up.
//!
//! What Rabbit has visited of a row is an interval, and Rabbit stands at one of its ends when Eel decides. Leaving
//! the edge open is worth exactly what lies below it: Eel can wall every other edge, so walking on only costs more.
//! Walling makes Rabbit extend the interval at either side, paying for each cell on the way again:
//! `V(l, r, end) = max(D[end], min(to l − 1, to r + 1))`, and `D[end]` alone when the whole row is visited.
//! The lengths go from the whole row down to single cells, each from the one before, so that a row takes O(columns)
//! memory and O(columns²) time, in loops that vectorise. All values of a row differ by at most twice its cost (Rabbit
//! can visit everything for that), so they are kept in 32 bits above the smallest value below.
//! Source: TopCoder SRM 580, WallGameDiv1.

use std::convert::Infallible;

use engines::{Context, Halt, Outcome};

use super::board::Board;

/// A number larger than any value within a row.
const NEVER: u32 = u32::MAX / 4;
/// The number of states between two checks of the limits.
const PATCH: u64 = 1 << 16;

/// For each column, the value of the game from the moment when Rabbit enters `row` there, including that cell's cost.
/// The board must have no blocked cell. Where a limit ends the work, the outcome holds a lower bound of the value on
/// entering `row`. Takes O(rows below · columns²) time.
pub fn values(board: &Board, row: usize, cx: &Context<'_>) -> Outcome<Vec<u64>, Infallible> {
    match solved(board, row, cx) {
        Ok(values) => Outcome::Found(values),
        Err((halt, at_least)) => Outcome::halted(halt, at_least),
    }
}

/// Returns the values of [`values`], or the limit with the bound proven until then.
fn solved(board: &Board, row: usize, cx: &Context<'_>) -> Result<Vec<u64>, (Halt, u64)> {
    let last = board.rows() - 1;
    let mut values: Vec<u64> = costs(board, last).into_iter().map(u64::from).collect();
    let claim = cx.reserve(64 * board.columns() as u64);
    let short = |halt, row, values: &[u64], below: usize| (halt, at_least(board, row, values, below));
    let _claim = claim.map_err(|halt| short(halt, row, &values, last))?;
    for at in (row..last).rev() {
        let rows = (last - row) as u64;
        cx.report("rows from the last one up", (last - 1 - at) as u64, Some(rows), None);
        values = enter(board, at, &values, cx).map_err(|halt| short(halt, row, &values, at + 1))?;
    }
    Ok(values)
}

/// Rabbit pays at least the cheapest cell of each row above those whose values are known.
fn at_least(board: &Board, row: usize, values: &[u64], known: usize) -> u64 {
    let cheapest = |row| costs(board, row).into_iter().map(u64::from).min().unwrap_or(0);
    (row..known).map(cheapest).sum::<u64>() + values.iter().copied().min().unwrap_or(0)
}

/// The values of entering a row, from those of the row below.
fn enter(board: &Board, row: usize, below: &[u64], cx: &Context<'_>) -> Result<Vec<u64>, Halt> {
    let mut intervals = Intervals::new(costs(board, row), below);
    intervals.shrink_to(1, cx)?;
    let entered = |column: usize| u64::from(intervals.costs[column]) + intervals.value(column, column, End::Left);
    Ok((0..board.columns()).map(entered).collect())
}

/// A row's costs; a blocked cell counts as nothing.
fn costs(board: &Board, row: usize) -> Vec<u32> {
    board.row(row).map(|cost| cost.map_or(0, u32::from)).collect()
}

/// Where in the visited interval Rabbit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At its first column.
    Left,
    /// At its last column.
    Right,
}

/// The values of all intervals of one length in a row, at Eel's decision.
pub(super) struct Intervals {
    costs: Vec<u32>,
    /// Sums of the costs before each column and all, the first and the last one twice.
    sums: Vec<u32>,
    /// The smallest value below, on which all others stand.
    base: u64,
    /// What lies below each column.
    down: Vec<u32>,
    length: usize,
    /// By the interval's first column, plus one: the values standing at its left end, and at its right one. The
    /// entries around stand for intervals beyond the edge.
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Intervals {
    /// The whole row visited, above rows of these values.
    pub(super) fn new(costs: Vec<u32>, below: &[u64]) -> Intervals {
        let width = costs.len();
        let base = below.iter().copied().min().unwrap_or(0);
        let down: Vec<u32> = below.iter().map(|value| u32::try_from(value - base).unwrap_or(NEVER)).collect();
        let mut sums = vec![0; width + 3];
        for (column, cost) in costs.iter().enumerate() {
            sums[column + 2] = sums[column + 1] + cost;
        }
        sums[width + 2] = sums[width + 1];
        let (mut left, mut right) = (vec![NEVER; width + 2], vec![NEVER; width + 2]);
        left[1] = down[0];
        right[1] = down[width - 1];
        Intervals { costs, sums, base, down, length: width, left, right }
    }

    /// Of a row of a board.
    pub(super) fn of(board: &Board, row: usize, below: &[u64]) -> Intervals {
        Intervals::new(costs(board, row), below)
    }

    /// Goes on to the intervals of `length` (at least 1).
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn shrink_to(&mut self, length: usize, cx: &Context<'_>) -> Result<(), Halt> {
        let (mut left, mut right) = (self.left.clone(), self.right.clone());
        let mut owed = 0;
        while self.length > length {
            self.shrink(&mut left, &mut right);
            owed += (self.costs.len() + 1 - self.length) as u64;
            if owed >= PATCH || self.length == length {
                cx.spend(std::mem::take(&mut owed))?;
            }
        }
        Ok(())
    }

    /// Goes on to intervals shorter by one, written into the spare arrays, which are swapped with its own.
    fn shrink(&mut self, left: &mut Vec<u32>, right: &mut Vec<u32>) {
        self.length -= 1;
        let (length, width) = (self.length, self.costs.len());
        let count = width + 1 - length;
        let (to_left, to_right) = (&mut left[1..=count], &mut right[1..=count]);
        // With l the interval's first column: the values of [l - 1, r] at its left end and of [l, r + 1] at its right.
        let (longer_left, longer_right) = (&self.left[..count], &self.right[1..=count]);
        let (down_left, down_right) = (&self.down[..count], &self.down[length - 1..][..count]);
        // The sums before a column, counted from the first one; the array repeats its ends, since beyond the edges the
        // longer values are never chosen and any sums do.
        let sums = |from: usize| &self.sums[from..][..count];
        let (before_first, at_first, past_first) = (sums(0), sums(1), sums(2));
        let (at_last, past_last, beyond) = (sums(length), sums(length + 1), sums(length + 2));
        for l in 0..count {
            let near_left = longer_left[l] + at_first[l] - before_first[l];
            let far_right = longer_right[l] + beyond[l] - past_first[l];
            let far_left = longer_left[l] + at_last[l] - before_first[l];
            let near_right = longer_right[l] + beyond[l] - past_last[l];
            to_left[l] = down_left[l].max(near_left.min(far_right));
            to_right[l] = down_right[l].max(far_left.min(near_right));
        }
        right[count + 1] = NEVER;
        std::mem::swap(&mut self.left, left);
        std::mem::swap(&mut self.right, right);
    }

    /// What Eel can enforce with `first..=last` visited, of the present length, Rabbit at that end.
    pub(super) fn value(&self, first: usize, last: usize, end: End) -> u64 {
        debug_assert_eq!(last + 1 - first, self.length);
        let values = if end == End::Left { &self.left } else { &self.right };
        self.base + u64::from(values[first + 1])
    }

    /// What walking from one column to another costs, the first one not paid again.
    pub(super) fn walk(&self, from: usize, to: usize) -> u64 {
        let (first, last) = if from < to { (from + 1, to + 1) } else { (to, from) };
        u64::from(self.sums[last + 1] - self.sums[first + 1])
    }
}
