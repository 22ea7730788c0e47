//! GF(2), 64 cells per word.
//!
//! The bases of rows and of polynomials are changed in O(n log n / 64) word operations. With z = y + 1/y
//! and s(j) = (y^j + y^-j) / (y + 1/y), cell j (from 1) of a path stands for s(j), and for q a power of two
//! s(q + r) = z^q s(r) + s(q - r), because (y + 1/y)^q = y^q + y^-q. So, in a block of 2q places, adding the
//! mirrored upper half to the lower half leaves both halves to be done alike, and place j becomes z^(j-1).
//! Each stage is its own inverse. Modulo s(n + 1) the s(j) fold: s(n + 1 + r) = s(n + 1 - r).
//!
//! Greatest common divisors are Euclid's, one shifted addition a degree, O(n^2 / 64): at n = 10,000 well
//! under the time of reading the board.

use engines::Halt;

use super::field::{Board, Division, Field, Line, Meter};
use super::kernel;

/// The field of two elements.
#[derive(Clone, Copy, Debug)]
pub struct Gf2;

impl Field for Gf2 {
    type Word = u64;

    fn modulus(&self) -> u8 {
        2
    }

    fn words(&self, cells: usize) -> usize {
        cells.div_ceil(64)
    }

    fn get(&self, row: &[u64], at: usize) -> u8 {
        row.get(at / 64).map_or(0, |word| (word >> (at % 64) & 1) as u8)
    }

    fn set(&self, row: &mut [u64], at: usize, value: u8) {
        let bit = 1 << (at % 64);
        row[at / 64] = row[at / 64] & !bit | if value == 0 { 0 } else { bit };
    }

    fn widest(&self) -> usize {
        16
    }

    fn transposed(&self, board: &Board<u64>) -> Board<u64> {
        let mut out = self.board(board.columns(), board.rows());
        let mut block = [0; 64];
        for i in 0..board.rows().div_ceil(64) {
            let height = (board.rows() - 64 * i).min(64);
            for j in 0..board.columns().div_ceil(64) {
                block.fill(0);
                (0..height).for_each(|r| block[r] = board.row(64 * i + r)[j]);
                transpose_block(&mut block);
                let width = (board.columns() - 64 * j).min(64);
                (0..width).for_each(|r| out.row_mut(64 * j + r)[i] = block[r]);
            }
        }
        out
    }

    fn sum(&self, _: usize, row: &[u64]) -> u8 {
        (row.iter().fold(0, |sum, word| sum ^ word).count_ones() & 1) as u8
    }

    fn weight(&self, row: &[u64]) -> u64 {
        row.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    fn dot(&self, a: &[u64], b: &[u64]) -> u8 {
        (a.iter().zip(b).fold(0, |sum, (a, b)| sum ^ a & b).count_ones() & 1) as u8
    }

    fn add_scaled(&self, to: &mut [u64], factor: u8, from: &[u64]) {
        if factor == 1 {
            to.iter_mut().zip(from).for_each(|(to, from)| *to ^= from);
        }
    }

    fn add_constant(&self, n: usize, row: &mut [u64], value: u8) {
        if value == 1 {
            row.iter_mut().for_each(|word| *word = !*word);
            trim(n, row);
        }
    }

    #[inline]
    fn step(&self, line: Line, n: usize, last: &mut [u64], now: &[u64], goal: Option<&[u64]>) {
        if let Some(goal) = goal.filter(|_| line != Line::Alone) {
            kernel::plus(last, now, goal);
        } else if line != Line::Alone {
            // x ^ x cancels: the goal is `now` once more, so that `now` must be added back.
            kernel::plus(last, now, now);
            self.add_scaled(last, 1, now);
        } else {
            self.add_scaled(last, 1, now);
            self.add_scaled(last, 1, goal.unwrap_or(&[]));
        }
        close(line, n, last, now);
    }

    #[inline]
    fn step_through(&self, line: Line, n: usize, last: &mut [u64], now: &[u64], goal: &mut [u64]) {
        if line == Line::Alone {
            self.step(line, n, last, now, Some(goal));
            goal.copy_from_slice(now);
        } else {
            kernel::plus_through(last, now, goal);
            close(line, n, last, now);
        }
    }

    fn scan(&self, n: usize, row: &mut [u64]) -> u8 {
        // x = (y z + y z^2) / (1 + z^3), word by word; `high` holds the three cells before this word.
        let (mut y_high, mut x_high) = (0u64, 0u64);
        for word in row.iter_mut() {
            let y = *word;
            let mut x = (y << 1 | y_high >> 63) ^ (y << 2 | y_high >> 62) ^ x_high >> 61;
            for by in [3, 6, 12, 24, 48] {
                x ^= x << by;
            }
            (y_high, x_high, *word) = (y, x, x);
        }
        let x = |j: usize| self.get(row, j);
        let beyond = if n.is_multiple_of(64) {
            let before = if n > 2 { x(n - 3) } else { 0 };
            ((y_high >> 63 ^ y_high >> 62) as u8 & 1) ^ before
        } else {
            x(n)
        };
        trim(n, row);
        beyond
    }

    fn rotated(&self, n: usize, row: &[u64]) -> Vec<u64> {
        let mut out = self.zeros(n);
        kernel::add_shifted(&mut out, row, 1);
        trim(n, &mut out);
        out[0] |= u64::from(self.get(row, n - 1));
        out
    }

    fn degree(&self, a: &[u64]) -> Option<usize> {
        let top = a.iter().rposition(|&word| word != 0)?;
        Some(64 * top + a[top].ilog2() as usize)
    }

    fn product(&self, a: &[u64], b: &[u64], meter: &mut Meter<'_, '_>) -> Result<Vec<u64>, Halt> {
        let (a, b) = (self.significant(a), self.significant(b));
        let mut out = vec![0; a.len() + b.len()];
        for (i, a) in a.chunks(16).enumerate() {
            meter.add(a.len() * b.len())?;
            kernel::add_product(&mut out[16 * i..], a, b);
        }
        Ok(out)
    }

    fn division(&self, a: &[u64], by: &[u64], meter: &mut Meter<'_, '_>) -> Result<Division<Self>, Halt> {
        let (mut rest, mut quotient) = (a.to_vec(), vec![0; a.len()]);
        let Some(low) = self.degree(by) else { return Ok((quotient, rest)) };
        let by = self.significant(by);
        while let Some(shift) = self.degree(&rest).and_then(|high| high.checked_sub(low)) {
            meter.add(by.len())?;
            kernel::add_shifted(&mut rest, by, shift);
            quotient[shift / 64] |= 1 << (shift % 64);
        }
        Ok((quotient, rest))
    }

    fn bezout(&self, a: &[u64], modulus: &[u64], meter: &mut Meter<'_, '_>) -> Result<Division<Self>, Halt> {
        let mut high = Euclid::new(modulus, 0, a.len().max(modulus.len()) + 1);
        let mut low = Euclid::new(a, 1, a.len().max(modulus.len()) + 1);
        while let Some(degree) = low.degree {
            while let Some(shift) = high.degree.and_then(|above| above.checked_sub(degree)) {
                meter.add(low.rest.len())?;
                high.subtract(&low, shift);
            }
            std::mem::swap(&mut high, &mut low);
        }
        Ok((high.rest, high.cofactor))
    }

    fn path_modulus(&self, n: usize, _: &mut Meter<'_, '_>) -> Result<Vec<u64>, Halt> {
        Ok(mirrored_to_powers(&self.unit(n + 1, n, 1)))
    }

    fn path_polynomial(&self, _: usize, row: &[u64], _: &mut Meter<'_, '_>) -> Result<Vec<u64>, Halt> {
        Ok(mirrored_to_powers(row))
    }

    fn path_row(&self, n: usize, a: &[u64], meter: &mut Meter<'_, '_>) -> Result<Vec<u64>, Halt> {
        let mirrored = powers_to_mirrored(a);
        meter.add(mirrored.len())?;
        let mut row = self.zeros(n);
        for at in ones(&mirrored) {
            let place = (at + 1) % (2 * n + 2);
            let folded = place.min(2 * n + 2 - place);
            if folded != 0 && folded != n + 1 {
                row[(folded - 1) / 64] ^= 1 << ((folded - 1) % 64);
            }
        }
        Ok(row)
    }
}

impl Gf2 {
    /// Without the zero words at the end.
    fn significant<'a>(&self, a: &'a [u64]) -> &'a [u64] {
        &a[..a.iter().rposition(|&word| word != 0).map_or(0, |top| top + 1)]
    }
}

/// A remainder of Euclid's algorithm and its cofactor; only their significant words are touched.
struct Euclid {
    rest: Vec<u64>,
    degree: Option<usize>,
    cofactor: Vec<u64>,
    used: usize,
}

impl Euclid {
    fn new(rest: &[u64], cofactor: u64, room: usize) -> Self {
        let mut cofactors = vec![0; room];
        cofactors[0] = cofactor;
        Euclid { degree: Gf2.degree(rest), rest: rest.to_vec(), cofactor: cofactors, used: 1 }
    }

    fn subtract(&mut self, low: &Euclid, shift: usize) {
        let words = |degree: Option<usize>| degree.map_or(0, |degree| degree / 64 + 1);
        let top = words(self.degree);
        kernel::add_shifted(&mut self.rest[..top], &low.rest[..words(low.degree)], shift);
        self.degree = Gf2.degree(&self.rest[..top]);
        self.used = self.used.max(low.used + shift / 64 + 1).min(self.cofactor.len());
        kernel::add_shifted(&mut self.cofactor[..self.used], &low.cofactor[..low.used], shift);
        while self.used > 1 && self.cofactor[self.used - 1] == 0 {
            self.used -= 1;
        }
    }
}

/// Clears the places from `n` on.
fn trim(n: usize, row: &mut [u64]) {
    if let Some(last) = row.get_mut(n / 64).filter(|_| !n.is_multiple_of(64)) {
        *last &= (1 << (n % 64)) - 1;
    }
}

/// After a step along a path: links the ends of a cycle, and clears what went over the edge.
#[inline]
fn close(line: Line, n: usize, last: &mut [u64], now: &[u64]) {
    trim(n, last);
    if line == Line::Cycle {
        last[0] ^= u64::from(Gf2.get(now, n - 1));
        last[(n - 1) / 64] ^= (now[0] & 1) << ((n - 1) % 64);
    }
}

/// The places of the ones.
fn ones(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(i, &word)| {
        let rest = |&word: &u64| Some(word & word.wrapping_sub(1)).filter(|&word| word != 0);
        std::iter::successors(Some(word).filter(|&word| word != 0), rest)
            .map(move |word| 64 * i + word.trailing_zeros() as usize)
    })
}

/// From cells standing for s(1), s(2), ... to coefficients of 1, z, ...
fn mirrored_to_powers(row: &[u64]) -> Vec<u64> {
    let mut places = to_places(row);
    (1..64 * places.len()).rev().filter(|q| q.is_power_of_two()).for_each(|q| mirror(&mut places, q));
    from_places(&places)
}

/// From coefficients of 1, z, ... to cells standing for s(1), s(2), ...
fn powers_to_mirrored(a: &[u64]) -> Vec<u64> {
    let mut places = to_places(a);
    (1..64 * places.len()).filter(|q| q.is_power_of_two()).for_each(|q| mirror(&mut places, q));
    from_places(&places)
}

/// Cell j, from 0, to place j + 1, in a power of two of words.
fn to_places(row: &[u64]) -> Vec<u64> {
    let mut places = vec![0; (row.len() + 1).next_power_of_two()];
    kernel::add_shifted(&mut places, row, 1);
    places
}

fn from_places(places: &[u64]) -> Vec<u64> {
    let above = places.iter().skip(1).chain([&0]);
    places.iter().zip(above).map(|(place, above)| place >> 1 | above << 63).collect()
}

/// In each block of 2q places: place q - r gains place q + r, for 0 < r < q.
fn mirror(places: &mut [u64], q: usize) {
    if q < 64 {
        places.iter_mut().for_each(|word| *word ^= mirrored(*word, q as u32));
        return;
    }
    for block in places.chunks_mut(q / 32) {
        let (low, high) = block.split_at_mut(q / 64);
        let mut carry = 0;
        for (low, high) in low.iter_mut().zip(high.iter().rev()) {
            let turned = high.reverse_bits();
            *low ^= turned << 1 | carry;
            carry = turned >> 63;
        }
    }
}

/// What [`mirror`] adds to a word, for q below 64.
fn mirrored(word: u64, q: u32) -> u64 {
    let lower_halves = |size: u32| if size == 64 { u64::MAX } else { u64::MAX / ((1 << size) + 1) };
    let mut turned = word;
    for size in (0..6).map(|power| 1 << power).filter(|&size| size <= q) {
        let mask = lower_halves(size);
        turned = turned >> size & mask | (turned & mask) << size;
    }
    let low = lower_halves(q);
    turned << 1 & low & low << 1
}

/// Transposes 64 by 64 cells: halves, quarters, ... change places (Hacker's Delight, section 7-3).
fn transpose_block(block: &mut [u64; 64]) {
    let mut size = 32;
    while size != 0 {
        let mask = u64::MAX / ((1 << size) + 1);
        for i in (0..64).filter(|i| i & size == 0) {
            let moved = (block[i] >> size ^ block[i + size]) & mask;
            block[i] ^= moved << size;
            block[i + size] ^= moved;
        }
        size /= 2;
    }
}

#[cfg(test)]
mod tests {
    use engines::Context;

    use super::super::Gfp;
    use super::*;

    const WIDTHS: [usize; 12] = [1, 2, 3, 31, 63, 64, 65, 127, 128, 129, 192, 513];

    fn random(n: usize, seed: &mut u64) -> (Vec<u64>, Vec<u8>) {
        let mut cell = || {
            *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (*seed >> 40) as u8 & 1
        };
        let plain: Vec<u8> = (0..n).map(|_| cell()).collect();
        let mut packed = Gf2.zeros(n);
        plain.iter().enumerate().for_each(|(at, &value)| Gf2.set(&mut packed, at, value));
        (packed, plain)
    }

    /// One byte a coefficient, zeros at the end cut off.
    fn spread<F: Field>(field: &F, row: &[F::Word]) -> Vec<u8> {
        (0..field.degree(row).map_or(0, |degree| degree + 1)).map(|at| field.get(row, at)).collect()
    }

    #[test]
    fn packed_polynomials_agree_with_plain_ones() {
        let (plain, cx, mut seed) = (Gfp::new(2).unwrap(), Context::default(), 1);
        let meter = &mut Meter::new(&cx);
        for (m, n) in WIDTHS.into_iter().flat_map(|m| [1, 7, 64, 200].map(|n| (m, n))) {
            let ((a, plain_a), (b, plain_b)) = (random(m, &mut seed), random(n, &mut seed));
            let both = |(x, y): (Vec<u64>, Vec<u64>)| (spread(&Gf2, &x), spread(&Gf2, &y));
            let product = Gf2.product(&a, &b, meter).unwrap();
            assert_eq!(spread(&Gf2, &product), spread(&plain, &plain.product(&plain_a, &plain_b, meter).unwrap()));
            let (quotient, rest) = plain.division(&plain_a, &plain_b, meter).unwrap();
            let expected = (spread(&plain, &quotient), spread(&plain, &rest));
            assert_eq!(both(Gf2.division(&a, &b, meter).unwrap()), expected);
            let (gcd, cofactor) = plain.bezout(&plain_a, &plain_b, meter).unwrap();
            let expected = (spread(&plain, &gcd), spread(&plain, &cofactor));
            assert_eq!(both(Gf2.bezout(&a, &b, meter).unwrap()), expected);
        }
    }

    #[test]
    fn changes_of_basis_agree_with_clenshaw_and_horner() {
        let (plain, cx, mut seed) = (Gfp::new(2).unwrap(), Context::default(), 2);
        let meter = &mut Meter::new(&cx);
        for n in WIDTHS {
            let (row, plain_row) = random(n, &mut seed);
            let polynomial = Gf2.path_polynomial(n, &row, meter).unwrap();
            let expected = plain.path_polynomial(n, &plain_row, meter).unwrap();
            assert_eq!(spread(&Gf2, &polynomial), spread(&plain, &expected));
            assert_eq!(Gf2.path_row(n, &polynomial, meter).unwrap(), row);
            let modulus = Gf2.path_modulus(n, meter).unwrap();
            assert_eq!(spread(&Gf2, &modulus), plain.path_modulus(n, meter).unwrap());
            let (long, plain_long) = random(5 * n + 3, &mut seed);
            let reduced = Gf2.path_row(n, &long, meter).unwrap();
            assert_eq!(spread(&Gf2, &reduced), spread(&plain, &plain.path_row(n, &plain_long, meter).unwrap()));
        }
    }

    #[test]
    fn rows_scan_and_rotate_like_plain_ones() {
        let (plain, mut seed) = (Gfp::new(2).unwrap(), 3);
        for n in WIDTHS {
            let (mut row, mut plain_row) = random(n, &mut seed);
            assert_eq!(spread(&Gf2, &Gf2.rotated(n, &row)), spread(&plain, &plain.rotated(n, &plain_row)));
            assert_eq!(Gf2.scan(n, &mut row), plain.scan(n, &mut plain_row));
            assert_eq!(spread(&Gf2, &row), spread(&plain, &plain_row));
        }
    }
}
