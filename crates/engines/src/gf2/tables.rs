//! The update of an elimination by table look-ups (Four Russians).
//!
//! For each word of 64 pivots eight tables hold the sums of every subset of eight pivot rows, for a tile of
//! four words of columns: 64 KiB, which stay in the second-level cache with the tile. A row then takes eight
//! look-ups for its 64 multipliers. The same code is compiled a second time for 256-bit registers; wider ones
//! gain nothing, since the look-ups bound it. [`super::gfni`] is far faster where the machine has it.
#![allow(unsafe_code)]

use super::bits::set_bits;
use super::panel::{Block, Update};

/// How many words of columns make up a tile.
const WIDTH: usize = 4;

/// A row of a tile.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Lanes([u64; WIDTH]);

impl Lanes {
    const ZERO: Lanes = Lanes([0; WIDTH]);

    #[inline(always)]
    fn plus(mut self, other: &Lanes) -> Lanes {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a ^= b);
        self
    }
}

/// The sums of all subsets of eight rows, for eight groups of rows.
type Tables = [[Lanes; 256]; 8];

/// Applies the update.
pub(super) fn apply(update: Update<'_>) {
    apply_tiles(update);
}

/// Applies the update in 256-bit registers, where the machine has them.
#[cfg(target_arch = "x86_64")]
pub(super) fn apply_avx2(update: Update<'_>) {
    #[target_feature(enable = "avx2")]
    fn wide(update: Update<'_>) {
        apply_tiles(update);
    }
    if has_avx2() {
        // SAFETY: the machine has AVX2, as was just asked.
        unsafe { wide(update) }
    } else {
        apply(update);
    }
}

/// [`super::panel::eliminate`] in 256-bit registers.
#[cfg(target_arch = "x86_64")]
pub(super) fn eliminate_avx2(word: &mut [u64], first: usize, swaps: &mut Vec<(usize, usize)>) -> Block {
    #[target_feature(enable = "avx2")]
    fn wide(word: &mut [u64], first: usize, swaps: &mut Vec<(usize, usize)>) -> Block {
        super::panel::eliminate(word, first, swaps)
    }
    if has_avx2() {
        // SAFETY: the machine has AVX2, as was just asked.
        unsafe { wide(word, first, swaps) }
    } else {
        super::panel::eliminate(word, first, swaps)
    }
}

/// Whether the machine has 256-bit integer registers.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

#[inline(always)]
fn apply_tiles(update: Update<'_>) {
    let Some(first) = update.blocks.first().map(|block| block.first) else { return };
    let mut tile = vec![Lanes::ZERO; update.stride - first];
    let mut tables: Box<Tables> = Box::new([[Lanes::ZERO; 256]; 8]);
    for targets in update.targets.chunks_mut(WIDTH * update.stride) {
        for (lane, word) in targets.chunks_exact(update.stride).enumerate() {
            tile.iter_mut().zip(&word[first..]).for_each(|(row, &bits)| row.0[lane] = bits);
        }
        for ((block, multipliers), inverse) in update.blocks.iter().zip(&update.multipliers).zip(&update.inverses) {
            let pivots = finish_pivots(&mut tile, first, block, inverse);
            fill(&mut tables, &pivots);
            add_products(&mut tile[block.end() - first..], &multipliers[block.end()..], &tables);
        }
        for (lane, word) in targets.chunks_exact_mut(update.stride).enumerate() {
            tile.iter().zip(&mut word[first..]).for_each(|(row, bits)| *bits = row.0[lane]);
        }
    }
}

/// Brings the pivot rows into their final form; returns them by column, zero where there is no pivot.
#[inline(always)]
fn finish_pivots(tile: &mut [Lanes], first: usize, block: &Block, inverse: &[u64; 64]) -> [Lanes; 64] {
    let mut old = [Lanes::ZERO; 64];
    block.pivots().for_each(|(row, column)| old[column] = tile[row - first]);
    let mut new = [Lanes::ZERO; 64];
    for (row, column) in block.pivots() {
        new[column] = set_bits(inverse[column]).fold(Lanes::ZERO, |sum, from| sum.plus(&old[from]));
        tile[row - first] = new[column];
    }
    new
}

#[inline(always)]
fn fill(tables: &mut Tables, pivots: &[Lanes; 64]) {
    for (table, rows) in tables.iter_mut().zip(pivots.chunks_exact(8)) {
        for (bit, row) in rows.iter().enumerate() {
            let (known, next) = table.split_at_mut(1 << bit);
            next.iter_mut().zip(known).for_each(|(sum, part)| *sum = part.plus(row));
        }
    }
}

#[inline(always)]
fn add_products(rows: &mut [Lanes], multipliers: &[u64], tables: &Tables) {
    for (row, &multiplier) in rows.iter_mut().zip(multipliers) {
        let bytes = multiplier.to_le_bytes();
        let mut sum = *row;
        for (table, &byte) in tables.iter().zip(&bytes) {
            sum = sum.plus(&table[usize::from(byte)]);
        }
        *row = sum;
    }
}
