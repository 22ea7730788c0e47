//! Solutions, certificates and the kernel from the factors, by triangular solves.
//!
//! Each works one word of 64 columns at a time: inside the word pivot by pivot, then the word's part of every
//! other row at once, kept as 64 partial sums whose parity is taken when the row is reached. A solve is one
//! pass over the factors: rows · columns / 64 words.

use super::bits::Bits;
use super::factor::Factored;
use crate::{Context, Halt};

/// The answer to a system A·x = b.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A solution x; any other solution differs from it by a vector of the kernel.
    Solution(Bits),
    /// A vector y with yᵀA = 0 and yᵀb = 1, which proves that there is no solution.
    Inconsistent(Bits),
}

impl Factored<'_> {
    /// Solves A·x = b. The entries of x in columns without a pivot are zero.
    ///
    /// # Errors
    /// The limit that was reached. A unit of work is 64 columns of a row.
    ///
    /// # Panics
    /// If the length of `b` is not the number of rows.
    pub fn solve(&self, b: &Bits, cx: &Context<'_>) -> Result<Answer, Halt> {
        assert_eq!(b.len(), self.rows());
        cx.spend((self.rows() * self.matrix.word_columns()) as u64)?;
        let right = self.forward(b);
        match (self.rank()..self.rows()).find(|&row| right[row]) {
            Some(row) => Ok(Answer::Inconsistent(self.dependency(row))),
            None => Ok(Answer::Solution(self.backward(&right, Bits::zero(self.columns())))),
        }
    }

    /// Returns a vector y with yᵀA = 0 and yᵀb = 1, which proves that A·x = b has no solution, or `None` if it has one.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Panics
    /// If the length of `b` is not the number of rows.
    pub fn certificate(&self, b: &Bits, cx: &Context<'_>) -> Result<Option<Bits>, Halt> {
        match self.solve(b, cx)? {
            Answer::Solution(_) => Ok(None),
            Answer::Inconsistent(y) => Ok(Some(y)),
        }
    }

    /// Returns a basis of the kernel. Each column without a pivot, in ascending order, gives one vector, which has a
    /// one in that column and zeros in all other columns without a pivot.
    ///
    /// # Errors
    /// The limit that was reached, such as [`Halt::Bytes`] where the basis would exceed the memory allowed.
    pub fn kernel(&self, cx: &Context<'_>) -> Result<Vec<Bits>, Halt> {
        let _claim = cx.reserve(self.nullity() as u64 * self.columns().div_ceil(8) as u64)?;
        let mut basis = Vec::with_capacity(self.nullity());
        for free in self.free_columns() {
            cx.spend(self.rank() as u64 * self.matrix.word_columns() as u64)?;
            basis.push(self.backward(&vec![false; self.rows()], Bits::from_ones(self.columns(), [free])));
        }
        Ok(basis)
    }

    /// Returns the columns without a pivot in ascending order.
    #[must_use]
    pub fn free_columns(&self) -> Vec<usize> {
        let pivot = |column: &usize| self.blocks[column / 64].columns >> (column % 64) & 1 != 0;
        (0..self.columns()).filter(|column| !pivot(column)).collect()
    }

    /// Returns for each row i the solution x of A·x = eᵢ, the i-th unit vector, or `None` if there is none.
    ///
    /// # Errors
    /// The limit that was reached, such as [`Halt::Bytes`] where the table would exceed the memory allowed.
    pub fn unit_solutions(&self, cx: &Context<'_>) -> Result<Vec<Option<Bits>>, Halt> {
        let _claim = cx.reserve(self.rows() as u64 * self.columns().div_ceil(8) as u64)?;
        let solve = |row| match self.solve(&Bits::from_ones(self.rows(), [row]), cx)? {
            Answer::Solution(x) => Ok(Some(x)),
            Answer::Inconsistent(_) => Ok(None),
        };
        (0..self.rows()).map(solve).collect()
    }

    /// L⁻¹·P·b; below the pivot rows, what is left of b there.
    fn forward(&self, b: &Bits) -> Vec<bool> {
        let mut right: Vec<bool> = self.order.iter().map(|&row| b.get(row)).collect();
        let mut sums = vec![0_u64; self.rows()];
        for (w, block) in self.blocks.iter().enumerate() {
            let word = self.matrix.word(w);
            let mut known = 0;
            for (row, column) in block.pivots() {
                right[row] ^= odd(sums[row] ^ (word[row] & known));
                known |= u64::from(right[row]) << column;
            }
            add_products(&mut sums[block.end()..], &word[block.end()..], known);
        }
        for row in self.rank()..self.rows() {
            right[row] ^= odd(sums[row]);
        }
        right
    }

    /// The x with U·x = `right` that agrees with the given x in the columns without pivot.
    fn backward(&self, right: &[bool], mut x: Bits) -> Bits {
        let mut sums = vec![0_u64; self.rank()];
        for (w, block) in self.blocks.iter().enumerate().rev() {
            let word = self.matrix.word(w);
            let mut known = x.words()[w] & !block.columns;
            for (row, column) in block.pivots_down() {
                let above = word[row] & !(u64::MAX >> (63 - column));
                let value = right[row] ^ odd(sums[row] ^ (above & known));
                known |= u64::from(value) << column;
            }
            x.words_mut()[w] = known;
            add_products(&mut sums[..block.first], word, known);
        }
        x
    }

    /// The y with yᵀA = 0 that has a one in the given row (below the pivot rows) of the factors.
    fn dependency(&self, row: usize) -> Bits {
        let mut chosen = vec![false; self.rows()];
        chosen[row] = true;
        for (w, block) in self.blocks.iter().enumerate().rev() {
            let word = self.matrix.word(w);
            let below = block.end()..self.rows();
            let mut sum = below.filter(|&row| chosen[row]).fold(0, |sum, row| sum ^ word[row]);
            for (row, column) in block.pivots_down() {
                chosen[row] = sum >> column & 1 != 0;
                sum ^= if chosen[row] { word[row] & ((1 << column) - 1) } else { 0 };
            }
        }
        Bits::from_ones(self.rows(), (0..self.rows()).filter(|&row| chosen[row]).map(|row| self.order[row]))
    }
}

fn add_products(sums: &mut [u64], word: &[u64], factor: u64) {
    if factor != 0 {
        sums.iter_mut().zip(word).for_each(|(sum, row)| *sum ^= row & factor);
    }
}

fn odd(word: u64) -> bool {
    word.count_ones() % 2 == 1
}
