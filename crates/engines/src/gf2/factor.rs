//! Elimination of a matrix over GF(2), once, into triangular factors that stay in its place.
//!
//! P·A = L·U with row exchanges only. Columns are taken in words of 64 and in panels of eight words: a word is
//! eliminated by itself, the rest of the panel follows at once, and all words right of the panel take the
//! eight updates together. A column without pivot leaves a zero row of U and an identity row of L, so a matrix
//! of any rank and shape needs no exchange of columns. The multipliers stay where the ones they cleared were:
//! one more triangular solve with them is the certificate of an unsolvable system.
//!
//! Source: folklore right-looking LU; the table look-ups are those of Arlazarov, Dinic, Kronrod and Faradzhev.
//! Cost: rows · columns · rank / 3 bit operations, done by [`Path`].

use super::bits::set_bits;
use super::matrix::Matrix;
use super::panel::{Block, eliminate, inverse};
use crate::{Context, Halt};

/// How many words of 64 columns make up a panel.
const PANEL: usize = 8;

/// The way in which the bulk of an elimination is done; every way gives the same factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// Table look-ups in plain code.
    Portable,
}

impl Path {
    /// The ways that this machine offers, slowest first.
    #[must_use]
    pub fn available() -> Vec<Path> {
        vec![Path::Portable]
    }

    /// The name for reports and benches.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Path::Portable => "portable",
        }
    }

    /// The fastest way that this machine offers.
    #[must_use]
    pub fn fastest() -> Path {
        Path::Portable
    }
}

/// A matrix after elimination.
#[derive(Debug)]
pub struct Factored<'c> {
    pub(super) matrix: Matrix<'c>,
    /// One for each word of columns.
    pub(super) blocks: Vec<Block>,
    /// The row of the original matrix that each row of the factors came from.
    pub(super) order: Vec<usize>,
}

impl<'c> Factored<'c> {
    /// Eliminates `matrix` in the fastest way.
    ///
    /// # Errors
    /// The limit that was reached. A unit of work is 64 columns of one row updated by one panel.
    pub fn new(matrix: Matrix<'c>, cx: &Context<'_>) -> Result<Self, Halt> {
        Factored::by_path(matrix, Path::fastest(), cx)
    }

    /// Eliminates `matrix` in the way named; a way that the machine does not offer is taken for the portable one.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn by_path(matrix: Matrix<'c>, path: Path, cx: &Context<'_>) -> Result<Self, Halt> {
        let (rows, words) = (matrix.rows(), matrix.word_columns());
        let mut factored = Factored { matrix, blocks: Vec::with_capacity(words), order: (0..rows).collect() };
        for start in (0..words).step_by(PANEL) {
            let end = (start + PANEL).min(words);
            cx.spend(((rows - factored.rank()) * (words - start)) as u64)?;
            cx.report("elimination", start as u64, Some(words as u64), None);
            factored.eliminate_panel(start, end, path);
        }
        Ok(factored)
    }

    /// The rank.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.blocks.last().map_or(0, Block::end)
    }

    /// The dimension of the kernel: columns less rank.
    #[must_use]
    pub fn nullity(&self) -> usize {
        self.columns() - self.rank()
    }

    /// The number of rows of the matrix.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.matrix.rows()
    }

    /// The number of columns of the matrix.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.matrix.columns()
    }

    fn eliminate_panel(&mut self, start: usize, end: usize, path: Path) {
        let mut swaps = Vec::new();
        for w in start..end {
            let before = swaps.len();
            let (first, rows) = (self.rank(), self.matrix.rows());
            self.blocks.push(eliminate(&mut self.matrix.word_mut(w)[..rows], first, &mut swaps));
            (start..end).filter(|&other| other != w).for_each(|other| self.exchange(other, &swaps[before..]));
            self.update(w..w + 1, w + 1..end, path);
        }
        (0..start).chain(end..self.matrix.word_columns()).for_each(|other| self.exchange(other, &swaps));
        swaps.iter().for_each(|&(a, b)| self.order.swap(a, b));
        self.update(start..end, end..self.matrix.word_columns(), path);
    }

    fn exchange(&mut self, w: usize, swaps: &[(usize, usize)]) {
        let word = self.matrix.word_mut(w);
        swaps.iter().for_each(|&(a, b)| word.swap(a, b));
    }

    /// Applies the eliminations of words `from` to words `to`.
    fn update(&mut self, from: std::ops::Range<usize>, to: std::ops::Range<usize>, _path: Path) {
        for k in from {
            let block = self.blocks[k];
            let inverse = inverse(self.matrix.word(k), &block);
            for w in to.clone() {
                let (before, after) = self.matrix.split_at_word(w);
                let stride = after.len().min(before.len() / w);
                update_word(&before[k * stride..][..stride], &mut after[..stride], &block, &inverse);
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
