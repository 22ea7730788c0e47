//! The best choice at every cell, in three bits, and the gaps that follow from the choices.

use super::board::LANES;
use super::lanes::{Bits, HalfRow};
use super::pages::Pages;
use super::sweeps;

/// For every row but the last: at each column, is going on left better than going down, is going on right, and on
/// entering from above, is turning right better than turning left. Equal choices go down, and turn left.
pub(super) struct Choices {
    steps: usize,
    bits: Pages,
    stops: Vec<[u32; 2]>,
}

/// Directions, as indices of the bits.
const LEFT: usize = 0;
const RIGHT: usize = 1;
const TURN: usize = 2;

impl Choices {
    /// Room for `rows` rows of `steps` scan steps.
    pub(super) fn new(rows: usize, steps: usize) -> Self {
        Choices { steps, bits: Pages::zeroed(rows * 12 * steps), stops: vec![[0; 2]; rows] }
    }

    /// Returns the number of bytes of memory for `rows` rows of `steps` scan steps.
    pub(super) fn bytes(rows: usize, steps: usize) -> u64 {
        (rows as u64) * (12 * steps as u64 + 8)
    }

    /// Where the bits of `row` are to be written, the low half of the lanes first. The row above it comes next: its
    /// memory is asked for, so that writing there need not wait.
    pub(super) fn row(&mut self, row: usize) -> [HalfRow<'_>; 2] {
        let steps = self.steps;
        let size = 12 * steps;
        sweeps::fetch(&self.bits[row.saturating_sub(1) * size..][..size]);
        let bits = self.bits[row * size..][..size].as_chunks_mut().0;
        let (low, high) = bits.split_at_mut(3 * steps);
        [low, high].map(|half| {
            let (left, rest) = half.split_at_mut(steps);
            let (right, turn) = rest.split_at_mut(steps);
            [left, right, turn]
        })
    }

    /// Keeps the chunks of `row` in which some column goes down rather than on left, and rather than on right.
    pub(super) fn stop(&mut self, row: usize, stops: [u32; 2]) {
        self.stops[row] = stops;
    }

    /// Returns the open column between each pair of rows if Rabbit enters the highest row at column `start`, from which
    /// the last row can be reached. O(columns / 16) a row.
    pub(super) fn gaps(&self, start: usize) -> Vec<u32> {
        let mut column = start;
        let gap = |row| {
            column = self.gap(row, column);
            u32::try_from(column).unwrap_or(u32::MAX)
        };
        (0..self.stops.len()).map(gap).collect()
    }

    /// Returns the column where Rabbit leaves `row` after entering it at `column`.
    fn gap(&self, row: usize, column: usize) -> usize {
        let (chunk, step) = (column / self.steps, column % self.steps);
        // Which of these is read next depends on the turn, which is as far away.
        for kind in [LEFT, RIGHT] {
            sweeps::fetch(&self.lane(row, kind, chunk)[step]);
        }
        if !has(&self.lane(row, TURN, chunk)[step], chunk) {
            self.down_left(row, chunk, step)
        } else {
            self.down_right(row, chunk, step)
        }
    }

    /// The first column from here to the left that goes down: in this chunk, or in the nearest that has one.
    fn down_left(&self, row: usize, chunk: usize, step: usize) -> usize {
        let down = |chunk: usize, steps: usize| {
            let found = last_off(&self.lane(row, LEFT, chunk)[..steps], chunk);
            found.map(|step| chunk * self.steps + step)
        };
        let before = self.stops[row][LEFT] & ((1u32 << chunk) - 1);
        down(chunk, step + 1).or_else(|| down(before.checked_ilog2()? as usize, self.steps)).unwrap_or(0)
    }

    /// The first column from here to the right that goes down.
    fn down_right(&self, row: usize, chunk: usize, step: usize) -> usize {
        let down = |chunk: usize, from: usize| {
            let found = first_off(&self.lane(row, RIGHT, chunk)[from..], chunk);
            found.map(|step| chunk * self.steps + from + step)
        };
        let after = self.stops[row][RIGHT] & !(u32::MAX >> (31 - chunk));
        let next = after.trailing_zeros() as usize;
        down(chunk, step).or_else(|| if after == 0 { None } else { down(next, 0) }).unwrap_or(0)
    }

    /// One kind of bits of the half row that holds a chunk.
    fn lane(&self, row: usize, kind: usize, chunk: usize) -> &[Bits] {
        let start = row * 6 * self.steps + (chunk / LANES * 3 + kind) * self.steps;
        &self.bits.as_chunks().0[start..][..self.steps]
    }
}

/// Entries looked at together.
const BLOCK: usize = 32;

/// The first entry without a chunk's bit.
fn first_off(entries: &[Bits], chunk: usize) -> Option<usize> {
    let block = entries.chunks(BLOCK).position(|block| !all(block, chunk))? * BLOCK;
    Some(block + entries[block..].iter().position(|bits| !has(bits, chunk))?)
}

/// The last entry without a chunk's bit.
fn last_off(entries: &[Bits], chunk: usize) -> Option<usize> {
    let skipped = entries.rchunks(BLOCK).position(|block| !all(block, chunk))? * BLOCK;
    entries[..entries.len() - skipped].iter().rposition(|bits| !has(bits, chunk))
}

/// Whether all entries have a chunk's bit.
fn all(block: &[Bits], chunk: usize) -> bool {
    let common = block.iter().fold(u16::MAX, |common, bits| common & u16::from_ne_bytes(*bits));
    has(&common.to_ne_bytes(), chunk)
}

/// Whether a chunk's bit is set among those of its half.
fn has(bits: &Bits, chunk: usize) -> bool {
    u16::from_ne_bytes(*bits) >> (chunk % LANES) & 1 == 1
}
