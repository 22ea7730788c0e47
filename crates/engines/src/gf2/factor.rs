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

use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use super::gfni;
use super::matrix::Matrix;
use super::panel::{Block, Update, eliminate};
use super::tables;
use crate::{Context, Halt};

/// How many words of 64 columns make up a panel.
const PANEL: usize = 8;

/// The implementation of the inner loops of an elimination. All of them compute the same factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// One bit at a time, to test the other paths against.
    Plain,
    /// Table look-ups in portable code.
    Portable,
    /// Table look-ups in 256-bit registers.
    Avx2,
    /// Products of 8 × 8 bits in 512-bit registers.
    Gfni,
}

impl Path {
    /// Returns the paths that this machine supports, the slowest first.
    #[must_use]
    pub fn available() -> Vec<Path> {
        let all = [Path::Plain, Path::Portable, Path::Avx2, Path::Gfni];
        all.into_iter().filter(|path| path.is_available()).collect()
    }

    /// Returns the fastest path that this machine supports.
    #[must_use]
    pub fn fastest() -> Path {
        [Path::Gfni, Path::Avx2].into_iter().find(|path| path.is_available()).unwrap_or(Path::Portable)
    }

    /// Returns the name of the path for reports and benchmarks.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Path::Plain => "plain",
            Path::Portable => "portable",
            Path::Avx2 => "avx2",
            Path::Gfni => "gfni",
        }
    }

    fn is_available(self) -> bool {
        match self {
            Path::Plain | Path::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => tables::has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Path::Gfni => gfni::is_available(),
            #[cfg(not(target_arch = "x86_64"))]
            Path::Avx2 | Path::Gfni => false,
        }
    }
}

/// The triangular factors of a matrix after elimination.
#[derive(Debug)]
pub struct Factored<'c> {
    pub(super) matrix: Matrix<'c>,
    /// One for each word of columns.
    pub(super) blocks: Vec<Block>,
    /// The row of the original matrix that each row of the factors came from.
    pub(super) order: Vec<usize>,
}

impl<'c> Factored<'c> {
    /// Computes the factors of `matrix` by the fastest path.
    ///
    /// # Errors
    /// The limit that was reached. A unit of work is 64 columns of one row updated by one panel.
    pub fn new(matrix: Matrix<'c>, cx: &Context<'_>) -> Result<Self, Halt> {
        Factored::by_path(matrix, Path::fastest(), cx)
    }

    /// Computes the factors of `matrix` by the given path, or by the portable one where the machine does not support
    /// it.
    ///
    /// # Errors
    /// The limit that was reached. A unit of work is 64 columns of one row updated by one panel.
    pub fn by_path(matrix: Matrix<'c>, path: Path, cx: &Context<'_>) -> Result<Self, Halt> {
        let path = if path.is_available() { path } else { Path::Portable };
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

    /// Returns the rank of the matrix.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.blocks.last().map_or(0, Block::end)
    }

    /// Returns the dimension of the kernel: the number of columns less the rank.
    #[must_use]
    pub fn nullity(&self) -> usize {
        self.columns() - self.rank()
    }

    /// Returns the number of rows of the matrix.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.matrix.rows()
    }

    /// Returns the number of columns of the matrix.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.matrix.columns()
    }

    fn eliminate_panel(&mut self, start: usize, end: usize, path: Path) {
        let mut swaps = Vec::new();
        for w in start..end {
            let before = swaps.len();
            let (first, rows) = (self.rank(), self.matrix.rows());
            let block = {
                let word = &mut self.matrix.word_mut(w)[..rows];
                match path {
                    #[cfg(target_arch = "x86_64")]
                    Path::Gfni => gfni::eliminate(word, first, &mut swaps),
                    #[cfg(target_arch = "x86_64")]
                    Path::Avx2 => tables::eliminate_avx2(word, first, &mut swaps),
                    _ => eliminate(word, first, &mut swaps),
                }
            };
            self.blocks.push(block);
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

    /// Applies the eliminations of words `from` to words `to`, right of them.
    fn update(&mut self, from: Range<usize>, to: Range<usize>, path: Path) {
        let stride = self.matrix.stride();
        let (before, after) = self.matrix.split_at_word(to.start);
        let targets = &mut after[..to.len() * stride];
        let update = Update::new(&self.blocks[from.clone()], &before[from.start * stride..], targets, stride);
        match path {
            Path::Plain => update.apply(),
            Path::Portable => tables::apply(update),
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => tables::apply_avx2(update),
            #[cfg(target_arch = "x86_64")]
            Path::Gfni => gfni::apply(update),
            #[cfg(not(target_arch = "x86_64"))]
            Path::Avx2 | Path::Gfni => tables::apply(update),
        }
    }
}
