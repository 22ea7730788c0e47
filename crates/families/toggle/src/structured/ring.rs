//! Rows as residues: the algebra that a row's own neighbourhood generates.
//!
//! A path of n cells: cell j stands for f(j) modulo f(n), and z moves every cell to both its neighbours.
//! A cycle: cell j stands for y^j modulo y^n - 1. Either way B, a cell and its neighbours, is one element,
//! and an equation in rows is a congruence of polynomials, solved by one greatest common divisor.

use engines::Halt;

use super::field::{Field, Line, Meter};

/// The residues that the rows of `n` cells stand for.
#[derive(Clone, Debug)]
pub(super) struct Ring<F: Field> {
    pub(super) field: F,
    pub(super) line: Line,
    pub(super) n: usize,
    modulus: Vec<F::Word>,
}

impl<F: Field> Ring<F> {
    pub(super) fn new(field: F, line: Line, n: usize, meter: &mut Meter<'_, '_>) -> Result<Self, Halt> {
        let modulus = if line == Line::Path {
            field.path_modulus(n, meter)?
        } else {
            let mut modulus = field.unit(n + 1, n, 1);
            field.set(&mut modulus, 0, field.minus_one());
            modulus
        };
        Ok(Ring { field, line, n, modulus })
    }

    /// The polynomial of a row.
    pub(super) fn polynomial(&self, row: &[F::Word], meter: &mut Meter<'_, '_>) -> Result<Vec<F::Word>, Halt> {
        match self.line {
            Line::Path => self.field.path_polynomial(self.n, row, meter),
            _ => Ok(row.to_vec()),
        }
    }

    /// The row of a polynomial of any degree.
    pub(super) fn row(&self, a: &[F::Word], meter: &mut Meter<'_, '_>) -> Result<Vec<F::Word>, Halt> {
        if self.line == Line::Path {
            return self.field.path_row(self.n, a, meter);
        }
        let (_, mut rest) = self.field.division(a, &self.modulus, meter)?;
        rest.resize(self.field.words(self.n), F::Word::default());
        Ok(rest)
    }

    /// The product, reduced.
    pub(super) fn product(
        &self,
        a: &[F::Word],
        b: &[F::Word],
        meter: &mut Meter<'_, '_>,
    ) -> Result<Vec<F::Word>, Halt> {
        let product = self.field.product(a, b, meter)?;
        Ok(self.field.division(&product, &self.modulus, meter)?.1)
    }

    /// B: a cell and its neighbours in the line.
    pub(super) fn block(&self) -> Vec<F::Word> {
        let mut block = self.field.unit(self.n.max(2), 0, 1);
        self.field.set(&mut block, 1, 1);
        if self.line == Line::Cycle {
            self.field.set(&mut block, self.n - 1, 1);
        }
        block
    }

    /// The row times the generator: z for a path, y for a cycle.
    pub(super) fn advanced(&self, row: &[F::Word]) -> Vec<F::Word> {
        if self.line == Line::Cycle {
            return self.field.rotated(self.n, row);
        }
        let minus = self.field.minus_one();
        let mut next = self.field.scaled(minus, row);
        self.field.step(Line::Path, self.n, &mut next, row, None);
        // The step gave -row - B row - (-row) with the sign of `last` turned: undo both.
        self.field.scaled(minus, &next)
    }
}

/// The congruence a x = c, ready for any c.
#[derive(Clone, Debug)]
pub(super) struct Congruence<F: Field> {
    /// The greatest common divisor of a and the modulus; its degree is the freedom of x.
    gcd: Vec<F::Word>,
    /// u with u a = gcd.
    inverse: Vec<F::Word>,
    /// The modulus divided by the gcd: the kernel's generator.
    annihilator: Vec<F::Word>,
}

impl<F: Field> Congruence<F> {
    pub(super) fn new(ring: &Ring<F>, a: &[F::Word], meter: &mut Meter<'_, '_>) -> Result<Self, Halt> {
        let (gcd, inverse) = ring.field.bezout(a, &ring.modulus, meter)?;
        let (annihilator, _) = ring.field.division(&ring.modulus, &gcd, meter)?;
        Ok(Congruence { gcd, inverse, annihilator })
    }

    /// The dimension of the kernel.
    pub(super) fn freedom(&self, field: &F) -> usize {
        field.degree(&self.gcd).unwrap_or(0)
    }

    /// x of degree up to twice n, or `None` where the gcd does not divide c.
    pub(super) fn solve(
        &self,
        field: &F,
        c: &[F::Word],
        meter: &mut Meter<'_, '_>,
    ) -> Result<Option<Vec<F::Word>>, Halt> {
        let (quotient, rest) = field.division(c, &self.gcd, meter)?;
        if field.degree(&rest).is_some() {
            return Ok(None);
        }
        field.product(&self.inverse, &quotient, meter).map(Some)
    }

    /// The i-th basis vector of the kernel, as a polynomial; i below the freedom.
    pub(super) fn kernel(&self, field: &F, i: usize, meter: &mut Meter<'_, '_>) -> Result<Vec<F::Word>, Halt> {
        field.product(&field.unit(i + 1, i, 1), &self.annihilator, meter)
    }
}
