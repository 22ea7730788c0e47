//! Linear algebra over GF(p) for primes p from 3 to 251, a byte an entry.
//!
//! The same interface as [`crate::gf2`]: a [`Matrix`] is eliminated once into [`Factored`] (P·A = L·U with
//! row exchanges; multipliers stay where the entries they cleared were; a column without pivot leaves no row
//! of U), then solutions, certificates and the kernel are triangular solves. One row step computes a + f·b in
//! 16 bits, which holds 250 + 250², and reduces by a multiplication with ⌊2¹⁶/p⌋, so plain code fills the
//! vector registers. Folklore; rows · columns · rank / 3 steps. For p = 2 [`crate::gf2`] is far better.

use crate::{Context, Halt, Reservation};

pub mod weights;

/// Whether systems modulo `p` are offered: a prime from 3 to 251.
#[must_use]
pub fn is_modulus(p: u32) -> bool {
    (3..=251).contains(&p) && (2..p).take_while(|d| d * d <= p).all(|d| !p.is_multiple_of(d))
}

/// A matrix over GF(p), rows × columns; its memory is claimed from the context it was made under.
#[derive(Debug)]
pub struct Matrix<'c> {
    modulus: u8,
    rows: usize,
    columns: usize,
    entries: Vec<u8>,
    _claim: Reservation<'c>,
}

impl<'c> Matrix<'c> {
    /// The zero matrix.
    ///
    /// # Errors
    /// [`Halt::Bytes`] where it would exceed the memory allowed.
    ///
    /// # Panics
    /// Where [`is_modulus`] does not hold.
    pub fn zero(modulus: u8, rows: usize, columns: usize, cx: &'c Context<'_>) -> Result<Self, Halt> {
        assert!(is_modulus(modulus.into()), "modulus {modulus}");
        let length = rows.checked_mul(columns).ok_or(Halt::Bytes)?;
        let claim = cx.reserve(length as u64)?;
        Ok(Matrix { modulus, rows, columns, entries: vec![0; length], _claim: claim })
    }

    /// The modulus p.
    #[must_use]
    pub fn modulus(&self) -> u8 {
        self.modulus
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The entry at `row` and `column`.
    ///
    /// # Panics
    /// Where either is out of range; so does [`Matrix::set`].
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> u8 {
        assert!(column < self.columns, "column {column}");
        self.row(row)[column]
    }

    /// Sets the entry at `row` and `column` to `value` modulo p.
    pub fn set(&mut self, row: usize, column: usize, value: u8) {
        assert!(row < self.rows && column < self.columns, "entry ({row}, {column})");
        self.entries[row * self.columns + column] = value % self.modulus;
    }

    /// The product with a vector of `columns` entries.
    #[must_use]
    pub fn times(&self, x: &[u8]) -> Vec<u8> {
        (0..self.rows).map(|row| dot(self.row(row), x, self.modulus)).collect()
    }

    /// The product of a vector of `rows` entries with this matrix.
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

/// What A·x = b has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// One x with A·x = b; all others differ by a vector of the kernel.
    Solution(Vec<u8>),
    /// Weights y with yᵀA = 0 and yᵀb ≠ 0: no x exists.
    Inconsistent(Vec<u8>),
}

/// A matrix after elimination.
#[derive(Debug)]
pub struct Factored<'c> {
    matrix: Matrix<'c>,
    /// The column of each pivot; pivot `k` is in row `k`.
    pivots: Vec<usize>,
    /// The row of the original matrix that each row of the factors came from.
    order: Vec<usize>,
}

impl<'c> Factored<'c> {
    /// Eliminates `matrix`.
    ///
    /// # Errors
    /// The limit that was reached; a unit of work is 64 entries of a row.
    pub fn new(matrix: Matrix<'c>, cx: &Context<'_>) -> Result<Self, Halt> {
        let order = (0..matrix.rows).collect();
        let mut factored = Factored { matrix, pivots: Vec::new(), order };
        for column in 0..factored.matrix.columns {
            factored.eliminate(column, cx)?;
        }
        Ok(factored)
    }

    /// The rank.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.pivots.len()
    }

    /// The dimension of the kernel: columns less rank.
    #[must_use]
    pub fn nullity(&self) -> usize {
        self.matrix.columns - self.rank()
    }

    /// The number of rows of the matrix.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.matrix.rows
    }

    /// The number of columns of the matrix.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.matrix.columns
    }

    /// The modulus p.
    #[must_use]
    pub fn modulus(&self) -> u8 {
        self.matrix.modulus
    }

    /// Solves A·x = b; entries of x in columns without pivot are zero.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Panics
    /// Where `b` has not one entry a row.
    pub fn solve(&self, b: &[u8], cx: &Context<'_>) -> Result<Answer, Halt> {
        assert_eq!(b.len(), self.rows());
        cx.spend((self.rows() * self.columns() / 64) as u64)?;
        let right = self.forward(b);
        match (self.rank()..self.rows()).find(|&row| right[row] != 0) {
            Some(row) => Ok(Answer::Inconsistent(self.dependency(row))),
            None => Ok(Answer::Solution(self.backward(&right, vec![0; self.columns()]))),
        }
    }

    /// A basis of the kernel, one vector for each column without pivot, ascending: it has a one there and
    /// zeros in all other columns without pivot.
    ///
    /// # Errors
    /// The limit that was reached; [`Halt::Bytes`] where the basis would exceed the memory allowed.
    pub fn kernel(&self, cx: &Context<'_>) -> Result<Vec<Vec<u8>>, Halt> {
        let _claim = cx.reserve((self.nullity() * self.columns()) as u64)?;
        let mut basis = Vec::with_capacity(self.nullity());
        for free in self.free_columns() {
            cx.spend((self.rank() * self.columns() / 64) as u64)?;
            let mut x = vec![0; self.columns()];
            x[free] = 1;
            basis.push(self.backward(&vec![0; self.rows()], x));
        }
        Ok(basis)
    }

    /// The columns without pivot, ascending.
    #[must_use]
    pub fn free_columns(&self) -> Vec<usize> {
        (0..self.columns()).filter(|column| self.pivots.binary_search(column).is_err()).collect()
    }

    /// For each row i the x with A·x = e_i, where there is one.
    ///
    /// # Errors
    /// The limit that was reached; [`Halt::Bytes`] where the table would exceed the memory allowed.
    pub fn unit_solutions(&self, cx: &Context<'_>) -> Result<Vec<Option<Vec<u8>>>, Halt> {
        let _claim = cx.reserve((self.rows() * self.columns()) as u64)?;
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
        let mut state = 1_u64 + rows as u64 * 1000 + columns as u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as u8 % p
        };
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
