//! Elimination inside one word of 64 columns, and what later updates need of it.

use super::bits::set_bits;

/// One word of 64 columns after its elimination: the pivot rows are `first..end()`, in the order of their
/// columns. Rows from `end()` on keep in the pivot columns the multipliers, zero elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// The first pivot row.
    pub first: usize,
    /// The columns of the word that have a pivot.
    pub columns: u64,
}

impl Block {
    /// One past the last pivot row.
    pub(super) fn end(&self) -> usize {
        self.first + self.columns.count_ones() as usize
    }

    /// The pivots' (row, column), ascending.
    pub(super) fn pivots(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (self.first..).zip(set_bits(self.columns))
    }

    /// The pivots' (row, column), descending.
    pub(super) fn pivots_down(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let end = self.end();
        (0..end - self.first)
            .map(move |nth| end - 1 - nth)
            .zip(set_bits(self.columns.reverse_bits()).map(|bit| 63 - bit))
    }
}

/// Eliminates one word, given by rows, from row `first` on. Pivot rows are swapped up; `swaps` receives
/// (row, row) in order. Multipliers stay where the ones they cleared were.
#[inline(always)]
pub(super) fn eliminate(word: &mut [u64], first: usize, swaps: &mut Vec<(usize, usize)>) -> Block {
    let mut block = Block { first, columns: 0 };
    for column in 0..64 {
        let row = block.end();
        let Some(found) = word[row..].iter().position(|&bits| bits >> column & 1 != 0) else { continue };
        word.swap(row, row + found);
        swaps.push((row, row + found));
        block.columns |= 1 << column;
        let above = word[row] & !(u64::MAX >> (63 - column));
        clear(&mut word[row + 1..], column, above);
    }
    block
}

/// Adds `pivot` to every row that has a one in `column`; `pivot` itself has none there.
#[inline(always)]
fn clear(rows: &mut [u64], column: usize, pivot: u64) {
    for row in rows {
        *row ^= (*row >> column & 1).wrapping_neg() & pivot;
    }
}

/// The inverse of the lower triangle of a word's pivot rows, by columns of the word: row `c` tells which pivot
/// rows make up the final row of the pivot in column `c`. Columns without a pivot have the identity.
pub(super) fn inverse(word: &[u64], block: &Block) -> [u64; 64] {
    let mut inverse: [u64; 64] = std::array::from_fn(|column| 1 << column);
    for (row, column) in block.pivots() {
        let multipliers = word[row] & block.columns & ((1 << column) - 1);
        inverse[column] = set_bits(multipliers).fold(1 << column, |sum, below| sum ^ inverse[below]);
    }
    inverse
}

/// The eliminations of some words, to be applied to words right of them.
pub(super) struct Update<'a> {
    /// What was eliminated, in order.
    pub blocks: &'a [Block],
    /// The words of the blocks, by rows.
    pub multipliers: Vec<&'a [u64]>,
    /// The inverses of their lower triangles.
    pub inverses: Vec<[u64; 64]>,
    /// The words to change, `stride` rows each.
    pub targets: &'a mut [u64],
    /// A multiple of eight.
    pub stride: usize,
}

impl<'a> Update<'a> {
    /// The update of `targets` by `blocks`; `before` holds the words of the blocks, from the first block on.
    pub(super) fn new(blocks: &'a [Block], before: &'a [u64], targets: &'a mut [u64], stride: usize) -> Self {
        let multipliers: Vec<&[u64]> = before.chunks_exact(stride).take(blocks.len()).collect();
        let inverses = multipliers.iter().zip(blocks).map(|(word, block)| inverse(word, block)).collect();
        Update { blocks, multipliers, inverses, targets, stride }
    }

    /// Applies the update bit by bit: the oracle of the faster ways.
    pub(super) fn apply(self) {
        for word in self.targets.chunks_exact_mut(self.stride) {
            for ((block, multipliers), inverse) in self.blocks.iter().zip(&self.multipliers).zip(&self.inverses) {
                update_word(multipliers, word, block, inverse);
            }
        }
    }
}

fn update_word(multipliers: &[u64], word: &mut [u64], block: &Block, inverse: &[u64; 64]) {
    let mut old = [0; 64];
    block.pivots().for_each(|(row, column)| old[column] = word[row]);
    let mut new = [0; 64];
    for (row, column) in block.pivots() {
        new[column] = set_bits(inverse[column]).fold(0, |sum, from| sum ^ old[from]);
        word[row] = new[column];
    }
    for row in block.end()..word.len() {
        word[row] ^= set_bits(multipliers[row]).fold(0, |sum, from| sum ^ new[from]);
    }
}
