//! Linear algebra over GF(p) for primes p from 3 to 251, one byte for each entry.
//!
//! The interface is that of [`crate::gf2`]: a [`Matrix`] is eliminated once into [`Factored`] (P·A = L·U with
//! row exchanges; multipliers stay where the entries they cleared were; a column without pivot leaves no row
//! of U), then solutions, certificates and the kernel are triangular solves. One row step computes a + f·b in
//! 16 bits, which holds 250 + 250², and reduces by a multiplication with ⌊2¹⁶/p⌋, so plain code fills the
//! vector registers. Folklore; rows · columns · rank / 3 steps. For p = 2 [`crate::gf2`] is far better.

use crate::{Context, Halt, Reservation};

pub mod weights;

/// Returns whether this module supports the modulus `p`: a prime from 3 to 251.
#[must_use]
pub fn is_modulus(p: u32) -> bool {
    (3..=251).contains(&p) && (2..p).take_while(|d| d * d <= p).all(|d| !p.is_multiple_of(d))
}

/// A matrix over GF(p). Its memory is reserved from the context under which it was made.
#[derive(Debug)]
pub struct Matrix<'c> {
    modulus: u8,
    rows: usize,
    columns: usize,
    entries: Vec<u8>,
    _claim: Reservation<'c>,
}

impl<'c> Matrix<'c> {
    /// Creates the zero matrix.
    ///
    /// # Errors
    /// [`Halt::Bytes`] where the matrix would exceed the memory allowed.
    ///
    /// # Panics
    /// If [`is_modulus`] does not hold for `modulus`.
    pub fn zero(modulus: u8, rows: usize, columns: usize, cx: &'c Context<'_>) -> Result<Self, Halt> {
        assert!(is_modulus(modulus.into()), "modulus {modulus}");
        let length = rows.checked_mul(columns).ok_or(Halt::Bytes)?;
        let claim = cx.reserve(length as u64)?;
        Ok(Matrix { modulus, rows, columns, entries: vec![0; length], _claim: claim })
    }

    /// Returns the modulus p.
    #[must_use]
    pub fn modulus(&self) -> u8 {
        self.modulus
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the entry at `row` and `column`.
    ///
    /// # Panics
    /// If `row` or `column` is out of range.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> u8 {
        assert!(column < self.columns, "column {column}");
        self.row(row)[column]
    }

    /// Sets the entry at `row` and `column` to `value` modulo p.
    ///
    /// # Panics
    /// If `row` or `column` is out of range.
    pub fn set(&mut self, row: usize, column: usize, value: u8) {
        assert!(row < self.rows && column < self.columns, "entry ({row}, {column})");
        self.entries[row * self.columns + column] = value % self.modulus;
    }

    /// Returns the product A·x of this matrix with a vector of [`Matrix::columns`] entries.
    #[must_use]
    pub fn times(&self, x: &[u8]) -> Vec<u8> {
        (0..self.rows).map(|row| dot(self.row(row), x, self.modulus)).collect()
    }

    /// Returns the product yᵀ·A of a vector of [`Matrix::rows`] entries with this matrix.
    #[must_use]
    pub fn times_from_left(&self, y: &[u8]) -> Vec<u8> {
        let mut product = vec![0; self.columns];
        for (row, &factor) in y.iter().enumerate() {
            add_multiple(&mut product, self.row(row), factor, self.modulus);
        }
        product
    }

    fn row(&self, row: usize) -> &[u8] {
        &self.entries[row * self.columns..][..self.columns]
    }

    fn swap_rows(&mut self, a: usize, b: usize) {
        if a != b {
            let (low, high) = (a.min(b), a.max(b));
            let (before, after) = self.entries.split_at_mut(high * self.columns);
            before[low * self.columns..][..self.columns].swap_with_slice(&mut after[..self.columns]);
        }
    }
}

/// The answer to a system A·x = b.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A solution x; any other solution differs from it by a vector of the kernel.
    Solution(Vec<u8>),
    /// A vector y with yᵀA = 0 and yᵀb ≠ 0, which proves that there is no solution.
    Inconsistent(Vec<u8>),
}

/// The triangular factors of a matrix after elimination.
#[derive(Debug)]
pub struct Factored<'c> {
    matrix: Matrix<'c>,
    /// The column of each pivot; pivot `k` is in row `k`.
    pivots: Vec<usize>,
    /// The row of the original matrix that each row of the factors came from.
    order: Vec<usize>,
}

impl<'c> Factored<'c> {
    /// Computes the factors of `matrix`.
    ///
    /// # Errors
    /// The limit that was reached. A unit of work is 64 entries of a row.
    pub fn new(matrix: Matrix<'c>, cx: &Context<'_>) -> Result<Self, Halt> {
        let order = (0..matrix.rows).collect();
        let mut factored = Factored { matrix, pivots: Vec::new(), order };
        for column in 0..factored.matrix.columns {
            factored.eliminate(column, cx)?;
        }
        Ok(factored)
    }

    /// Returns the rank of the matrix.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.pivots.len()
    }

    /// Returns the dimension of the kernel: the number of columns less the rank.
    #[must_use]
    pub fn nullity(&self) -> usize {
        self.matrix.columns - self.rank()
    }

    /// Returns the number of rows of the matrix.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.matrix.rows
    }

    /// Returns the number of columns of the matrix.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.matrix.columns
    }

    /// Returns the modulus p.
    #[must_use]
    pub fn modulus(&self) -> u8 {
        self.matrix.modulus
    }

    /// Solves A·x = b. The entries of x in columns without a pivot are zero.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Panics
    /// If the length of `b` is not the number of rows.
    pub fn solve(&self, b: &[u8], cx: &Context<'_>) -> Result<Answer, Halt> {
        assert_eq!(b.len(), self.rows());
        cx.spend((self.rows() * self.columns() / 64) as u64)?;
        let right = self.forward(b);
        match (self.rank()..self.rows()).find(|&row| right[row] != 0) {
            Some(row) => Ok(Answer::Inconsistent(self.dependency(row))),
            None => Ok(Answer::Solution(self.backward(&right, vec![0; self.columns()]))),
        }
    }

    /// Returns a basis of the kernel. Each column without a pivot, in ascending order, gives one vector, which has a
    /// one in that column and zeros in all other columns without a pivot.
    ///
    /// # Errors
    /// The limit that was reached, such as [`Halt::Bytes`] where the basis would exceed the memory allowed.
    pub fn kernel(&self, cx: &Context<'_>) -> Result<Vec<Vec<u8>>, Halt> {
        let _claim = cx.reserve(self.nullity() as u64 * self.columns() as u64)?;
        let mut basis = Vec::with_capacity(self.nullity());
        for free in self.free_columns() {
            cx.spend(self.rank() as u64 * self.columns() as u64 / 64)?;
            let mut x = vec![0; self.columns()];
            x[free] = 1;
            basis.push(self.backward(&vec![0; self.rows()], x));
        }
        Ok(basis)
    }

    /// Returns the columns without a pivot in ascending order.
    #[must_use]
    pub fn free_columns(&self) -> Vec<usize> {
        (0..self.columns()).filter(|column| self.pivots.binary_search(column).is_err()).collect()
    }

    /// Returns for each row i the solution x of A·x = eᵢ, the i-th unit vector, or `None` if there is none.
    ///
    /// # Errors
    /// The limit that was reached, such as [`Halt::Bytes`] where the table would exceed the memory allowed.
    pub fn unit_solutions(&self, cx: &Context<'_>) -> Result<Vec<Option<Vec<u8>>>, Halt> {
        let _claim = cx.reserve(self.rows() as u64 * self.columns() as u64)?;
        let solve = |row| {
            let mut unit = vec![0; self.rows()];
            unit[row] = 1;
            match self.solve(&unit, cx)? {
                Answer::Solution(x) => Ok(Some(x)),
                Answer::Inconsistent(_) => Ok(None),
            }
        };
        (0..self.rows()).map(solve).collect()
    }

    fn eliminate(&mut self, column: usize, cx: &Context<'_>) -> Result<(), Halt> {
        let (p, width, rank) = (self.matrix.modulus, self.matrix.columns, self.rank());
        let Some(found) = (rank..self.rows()).find(|&row| self.matrix.row(row)[column] != 0) else { return Ok(()) };
        cx.spend(((self.rows() - rank) * (width - column)).div_ceil(64) as u64)?;
        self.matrix.swap_rows(rank, found);
        self.order.swap(rank, found);
        self.pivots.push(column);
        let (above, below) = self.matrix.entries.split_at_mut((rank + 1) * width);
        let pivot = &above[rank * width..];
        let inverse = inverse(pivot[column], p);
        for row in below.chunks_exact_mut(width).filter(|row| row[column] != 0) {
            let multiplier = times(row[column], inverse, p);
            row[column] = multiplier;
            add_multiple(&mut row[column + 1..], &pivot[column + 1..], p - multiplier, p);
        }
        Ok(())
    }

    /// L⁻¹·P·b; below the pivot rows, what is left of b there.
    fn forward(&self, b: &[u8]) -> Vec<u8> {
        let p = self.matrix.modulus;
        let mut right: Vec<u8> = self.order.iter().map(|&row| b[row] % p).collect();
        for row in 0..self.rows() {
            let entries = self.matrix.row(row);
            let pivots = self.pivots.iter().take(row).enumerate();
            let sum: u64 = pivots.map(|(k, &column)| u64::from(entries[column]) * u64::from(right[k])).sum();
            right[row] = difference(right[row], sum, p);
        }
        right
    }

    /// The x with U·x = `right` that agrees with the given x in the columns without pivot.
    fn backward(&self, right: &[u8], mut x: Vec<u8>) -> Vec<u8> {
        let p = self.matrix.modulus;
        for (row, &column) in self.pivots.iter().enumerate().rev() {
            let entries = self.matrix.row(row);
            let known = dot(&entries[column + 1..], &x[column + 1..], p);
            x[column] = times(difference(right[row], known.into(), p), inverse(entries[column], p), p);
        }
        x
    }

    /// The y with yᵀA = 0 that has a one in the given row (below the pivot rows) of the factors.
    fn dependency(&self, row: usize) -> Vec<u8> {
        let p = self.matrix.modulus;
        let mut sums = vec![0_u8; self.columns()];
        let mut y = vec![0; self.rows()];
        y[self.order[row]] = 1;
        add_multiple(&mut sums, self.matrix.row(row), 1, p);
        for (k, &column) in self.pivots.iter().enumerate().rev() {
            let weight = (p - sums[column]) % p;
            y[self.order[k]] = weight;
            add_multiple(&mut sums[..column], &self.matrix.row(k)[..column], weight, p);
        }
        y
    }
}

/// Adds `factor` (below p) times `other` to `row`.
fn add_multiple(row: &mut [u8], other: &[u8], factor: u8, p: u8) {
    let (factor, p) = (u16::from(factor), u16::from(p));
    let reciprocal = (65536 / u32::from(p)) as u16;
    for (entry, &more) in row.iter_mut().zip(other) {
        let sum = u16::from(*entry) + factor * u16::from(more);
        // The quotient is at most one too small.
        let quotient = ((u32::from(sum) * u32::from(reciprocal)) >> 16) as u16;
        let rest = sum - quotient * p;
        *entry = rest.min(rest.wrapping_sub(p)) as u8;
    }
}

/// The scalar product of two vectors.
fn dot(a: &[u8], b: &[u8], p: u8) -> u8 {
    let sum: u64 = a.iter().zip(b).map(|(&a, &b)| u64::from(u32::from(a) * u32::from(b))).sum();
    (sum % u64::from(p)) as u8
}

fn times(a: u8, b: u8, p: u8) -> u8 {
    (u16::from(a) * u16::from(b) % u16::from(p)) as u8
}

fn difference(a: u8, b: u64, p: u8) -> u8 {
    ((u64::from(a) + u64::from(p) - b % u64::from(p)) % u64::from(p)) as u8
}

/// The inverse of `a`, which is not 0: a^(p − 2).
fn inverse(a: u8, p: u8) -> u8 {
    (0..p - 2).fold(1, |power, _| times(power, a, p))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matrix of about the given rank from a small linear congruential generator.
    fn random<'c>(p: u8, rows: usize, columns: usize, rank: usize, cx: &'c Context<'_>) -> Matrix<'c> {
        let mut numbers = testkit::random::Random::new(1 + rows as u64 * 1000 + columns as u64);
        let mut next = || numbers.below(p);
        let mut matrix = Matrix::zero(p, rows, columns, cx).unwrap();
        for _ in 0..rank {
            let (left, right): (Vec<u8>, Vec<u8>) =
                ((0..rows).map(|_| next()).collect(), (0..columns).map(|_| next()).collect());
            for (row, &factor) in left.iter().enumerate() {
                add_multiple(&mut matrix.entries[row * columns..][..columns], &right, factor, p);
            }
        }
        matrix
    }

    #[test]
    fn moduli_are_the_primes_from_3_to_251() {
        assert_eq!((0..1000).filter(|&p| is_modulus(p)).count(), 53);
        assert!(is_modulus(3) && is_modulus(251) && !is_modulus(2) && !is_modulus(249) && !is_modulus(9));
    }

    #[test]
    fn row_steps_reduce_fully() {
        for p in (3..=251_u8).filter(|&p| is_modulus(p.into())) {
            for factor in 0..p {
                let mut row: Vec<u8> = (0..p).rev().collect();
                let other: Vec<u8> = (0..p).collect();
                add_multiple(&mut row, &other, factor, p);
                for (i, &entry) in row.iter().enumerate() {
                    let i = i as u64;
                    let q = u64::from(p);
                    assert_eq!(u64::from(entry), (q - 1 - i + u64::from(factor) * i) % q);
                }
            }
        }
    }

    #[test]
    fn answers_hold_for_any_shape_and_rank() {
        let cx = Context::default();
        for p in [3, 5, 7, 127, 251] {
            for (rows, columns, rank) in [(1, 1, 1), (5, 9, 3), (9, 5, 4), (20, 20, 20), (33, 31, 12), (4, 6, 0)] {
                let original = random(p, rows, columns, rank, &cx);
                let factored = Factored::new(random(p, rows, columns, rank, &cx), &cx).unwrap();
                assert!(factored.rank() <= rank);
                check_kernel(&original, &factored, &cx);
                check_solves(&original, &factored, &cx);
            }
        }
    }

    fn check_kernel(original: &Matrix<'_>, factored: &Factored<'_>, cx: &Context<'_>) {
        let kernel = factored.kernel(cx).unwrap();
        assert_eq!(kernel.len(), factored.nullity());
        for x in &kernel {
            assert!(original.times(x).iter().all(|&entry| entry == 0));
        }
    }

    fn check_solves(original: &Matrix<'_>, factored: &Factored<'_>, cx: &Context<'_>) {
        let x: Vec<u8> = (0..original.columns()).map(|i| (i * i) as u8 % original.modulus()).collect();
        let image = original.times(&x);
        let Answer::Solution(found) = factored.solve(&image, cx).unwrap() else { panic!("solvable") };
        assert_eq!(original.times(&found), image);
        let mut solvable = 0;
        for (row, unit) in factored.unit_solutions(cx).unwrap().into_iter().enumerate() {
            let mut b = vec![0; original.rows()];
            b[row] = 1;
            match factored.solve(&b, cx).unwrap() {
                Answer::Solution(x) => {
                    solvable += 1;
                    assert_eq!(original.times(&x), b);
                    assert_eq!(unit, Some(x));
                }
                Answer::Inconsistent(y) => {
                    assert_eq!(unit, None);
                    assert!(original.times_from_left(&y).iter().all(|&entry| entry == 0));
                    assert_ne!(dot(&y, &b, original.modulus()), 0);
                }
            }
        }
        assert_eq!(solvable == original.rows(), factored.rank() == original.rows());
    }
}
