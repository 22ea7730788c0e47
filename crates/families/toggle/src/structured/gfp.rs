//! GF(p) for a prime p up to 251, one cell per byte.
//!
//! The operations use schoolbook methods: a step of light chasing costs O(n), everything else O(n^2). Rows and
//! polynomials are converted by Clenshaw's and Horner's schemes.

use engines::Halt;

use super::field::{Board, Division, Field, Line, Meter};

/// The prime field of p elements.
#[derive(Clone, Copy, Debug)]
pub struct Gfp {
    p: u8,
    /// 2^24 / p, rounded up: v - p ((v reciprocal) >> 24) is v modulo p for v < p^2, since p^3 < 2^24.
    reciprocal: u32,
}

impl Gfp {
    /// Creates the field of `p` elements; returns `None` if `p` is not a prime.
    #[must_use]
    pub fn new(p: u8) -> Option<Self> {
        let prime =
            p >= 2 && (2..p).take_while(|&d| u16::from(d) * u16::from(d) <= u16::from(p)).all(|d| !p.is_multiple_of(d));
        prime.then(|| Gfp { p, reciprocal: (1 << 24) / u32::from(p) + 1 })
    }

    /// `value` modulo p; `value` is below p^2.
    #[inline]
    fn reduced(&self, value: u32) -> u8 {
        // At p = 251 the product reaches 250 * 2^24, less than 2^32.
        (value - ((value * self.reciprocal) >> 24) * u32::from(self.p)) as u8
    }

    /// `rest -= lead(rest) / lead(by) * by z^shift`, and the factor.
    fn cancel(&self, rest: &mut [u8], (high, low): (usize, usize), by: &[u8]) -> u8 {
        let factor = self.times(rest[high], self.inverse(by[low]));
        self.add_scaled(&mut rest[high - low..], self.times(self.minus_one(), factor), by);
        factor
    }
}

impl Field for Gfp {
    type Word = u8;

    fn modulus(&self) -> u8 {
        self.p
    }

    fn words(&self, cells: usize) -> usize {
        cells
    }

    fn get(&self, row: &[u8], at: usize) -> u8 {
        row.get(at).copied().unwrap_or(0)
    }

    fn set(&self, row: &mut [u8], at: usize, value: u8) {
        row[at] = value;
    }

    fn widest(&self) -> usize {
        2
    }

    fn transposed(&self, board: &Board<u8>) -> Board<u8> {
        let mut out = self.board(board.columns(), board.rows());
        for i in 0..board.rows() {
            board.row(i).iter().enumerate().for_each(|(j, &value)| out.row_mut(j)[i] = value);
        }
        out
    }

    fn sum(&self, _: usize, row: &[u8]) -> u8 {
        self.residue(row.iter().map(|&value| usize::from(value)).sum())
    }

    fn weight(&self, row: &[u8]) -> u64 {
        row.iter().map(|&value| u64::from(value)).sum()
    }

    fn dot(&self, a: &[u8], b: &[u8]) -> u8 {
        self.residue(a.iter().zip(b).map(|(&a, &b)| usize::from(a) * usize::from(b)).sum())
    }

    fn add_scaled(&self, to: &mut [u8], factor: u8, from: &[u8]) {
        let factor = u32::from(factor);
        to.iter_mut().zip(from).for_each(|(to, &from)| *to = self.reduced(u32::from(*to) + factor * u32::from(from)));
    }

    fn add_constant(&self, _: usize, row: &mut [u8], value: u8) {
        row.iter_mut().for_each(|cell| *cell = self.residue(usize::from(*cell) + usize::from(value)));
    }

    fn step(&self, line: Line, n: usize, last: &mut [u8], now: &[u8], goal: Option<&[u8]>) {
        let p = u16::from(self.p);
        // The difference with 4 p added lies below 5 p.
        let differ = |goal: u8, taken: u16| {
            let value = u16::from(goal) + 4 * p - taken;
            let value = value.min(value.wrapping_sub(4 * p));
            let value = value.min(value.wrapping_sub(2 * p));
            value.min(value.wrapping_sub(p)) as u8
        };
        if let Some(goal) = goal {
            for ((last, &now), &goal) in last.iter_mut().zip(now).zip(goal) {
                *last = differ(goal, u16::from(*last) + u16::from(now));
            }
        } else {
            last.iter_mut().zip(now).for_each(|(last, &now)| *last = differ(0, u16::from(*last) + u16::from(now)));
        }
        if line == Line::Alone {
            return;
        }
        last[1..].iter_mut().zip(now).for_each(|(last, &left)| *last = differ(*last, left.into()));
        last.iter_mut().zip(&now[1..]).for_each(|(last, &right)| *last = differ(*last, right.into()));
        if line == Line::Cycle {
            last[0] = differ(last[0], now[n - 1].into());
            last[n - 1] = differ(last[n - 1], now[0].into());
        }
    }

    fn scan(&self, _: usize, row: &mut [u8]) -> u8 {
        let (mut before, mut x) = (0, 0);
        for cell in row {
            let next = usize::from(*cell) + 2 * usize::from(self.p) - usize::from(x) - usize::from(before);
            (before, *cell, x) = (x, x, self.residue(next));
        }
        x
    }

    fn rotated(&self, _: usize, row: &[u8]) -> Vec<u8> {
        let mut row = row.to_vec();
        row.rotate_right(1);
        row
    }

    fn degree(&self, a: &[u8]) -> Option<usize> {
        a.iter().rposition(|&coefficient| coefficient != 0)
    }

    fn product(&self, a: &[u8], b: &[u8], meter: &mut Meter<'_, '_>) -> Result<Vec<u8>, Halt> {
        let (Some(m), Some(n)) = (self.degree(a), self.degree(b)) else { return Ok(vec![0]) };
        let mut out = vec![0; m + n + 1];
        for (i, &factor) in a[..=m].iter().enumerate().filter(|(_, factor)| **factor != 0) {
            meter.add(n + 1)?;
            self.add_scaled(&mut out[i..], factor, &b[..=n]);
        }
        Ok(out)
    }

    fn division(&self, a: &[u8], by: &[u8], meter: &mut Meter<'_, '_>) -> Result<Division<Self>, Halt> {
        let (mut rest, mut quotient) = (a.to_vec(), vec![0; a.len()]);
        let Some(low) = self.degree(by) else { return Ok((quotient, rest)) };
        while let Some(high) = self.degree(&rest).filter(|&high| high >= low) {
            meter.add(low + 1)?;
            quotient[high - low] = self.cancel(&mut rest, (high, low), &by[..=low]);
            rest.truncate(high);
        }
        Ok((quotient, rest))
    }

    fn bezout(&self, a: &[u8], modulus: &[u8], meter: &mut Meter<'_, '_>) -> Result<Division<Self>, Halt> {
        let (mut high, mut low) = (modulus.to_vec(), a.to_vec());
        let (mut above, mut below) = (vec![0], vec![1]);
        while self.degree(&low).is_some() {
            let (quotient, rest) = self.division(&high, &low, meter)?;
            let product = self.product(&quotient, &below, meter)?;
            (high, low) = (low, rest);
            let next = self.combined(&above, self.minus_one(), &product);
            (above, below) = (below, next);
        }
        let lead = self.degree(&high).map_or(1, |degree| self.inverse(high[degree]));
        Ok((self.scaled(lead, &high), self.scaled(lead, &above)))
    }

    fn path_modulus(&self, n: usize, meter: &mut Meter<'_, '_>) -> Result<Vec<u8>, Halt> {
        self.path_polynomial(n + 1, &self.unit(n + 1, n, 1), meter)
    }

    fn path_polynomial(&self, n: usize, row: &[u8], meter: &mut Meter<'_, '_>) -> Result<Vec<u8>, Halt> {
        // b(k) = v(k) + z b(k+1) - b(k+2), coefficients kept in place of b(k+2).
        let (mut now, mut after) = (vec![0; n], vec![0; n]);
        for (k, &value) in row.iter().enumerate().rev() {
            let used = n - k;
            meter.add(used)?;
            after[..used].iter_mut().for_each(|b| *b = if *b == 0 { 0 } else { self.p - *b });
            self.add_scaled(&mut after[1..used], 1, &now);
            after[0] = self.residue(usize::from(after[0]) + usize::from(value));
            std::mem::swap(&mut now, &mut after);
        }
        Ok(now)
    }

    fn path_row(&self, n: usize, a: &[u8], meter: &mut Meter<'_, '_>) -> Result<Vec<u8>, Halt> {
        let (mut row, mut next) = (vec![0; n], vec![0; n]);
        for &coefficient in a.iter().rev() {
            meter.add(n)?;
            next[0] = 0;
            next[1..].copy_from_slice(&row[..n - 1]);
            self.add_scaled(&mut next, 1, &row[1..]);
            next[0] = self.residue(usize::from(next[0]) + usize::from(coefficient));
            std::mem::swap(&mut row, &mut next);
        }
        Ok(row)
    }
}
