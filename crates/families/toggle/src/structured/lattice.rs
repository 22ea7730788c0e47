//! A cell and its neighbours up, down, left and right; either direction may wrap around.
//!
//! After the chase ([`super::chase`]) one condition is left. Open above and below: x(m+1) = 0, a single
//! congruence P x(1) = -c, P = the homogeneous chase from x(1) = 1 (for a path a Chebyshev-like polynomial
//! in B). Closed: (M^m - 1)(x(0), x(1)) = -c, where M is one step; by Cayley and Hamilton
//! M^m - 1 = a M + b with a = u(m), b = -u(m-1) - 1, u being the homogeneous chase from (0, 1). With h the
//! common divisor of a = h a' and b = h b' and s b' + t a' = 1, the columns (s, t), (-a', b') make it lower
//! triangular: h (1 0; e f), so two congruences, h v = c0 and h f w = c1 - e c0.
//!
//! A goal that fails one of them overlaps a quiet pattern: summing by parts, <q, d> is <q(m), c> when open
//! and <q(0), c1> - <q(1), c0> when closed, so the right pattern is found from its first rows alone.

use engines::{Context, Halt};

use super::chase::{Pair, chase, fill, quiet};
use super::field::{Board, Field, Line, Meter};
use super::outcome::Outcome;
use super::ring::{Congruence, Ring};

/// A lattice of rows, prepared.
#[derive(Clone, Debug)]
pub(super) struct Lattice<F: Field> {
    ring: Ring<F>,
    rows: usize,
    ends: Ends<F>,
}

#[derive(Clone, Debug)]
enum Ends<F: Field> {
    Open(Congruence<F>),
    Closed(Box<Closed<F>>),
}

/// The two congruences of a closed chase, and the change of variables.
#[derive(Clone, Debug)]
struct Closed<F: Field> {
    first: Congruence<F>,
    second: Congruence<F>,
    /// e, which takes c0 out of the second congruence.
    mixed: Vec<F::Word>,
    /// (s, t) and (-a', b').
    columns: [Pair<F>; 2],
}

impl<F: Field> Lattice<F> {
    /// Prepares `rows` rows of `n` cells. Lines of one or two cells must be paths: as sets of cells, they
    /// are the same as cycles.
    pub(super) fn new(
        field: F,
        (down, rows): (Line, usize),
        across: (Line, usize),
        cx: &Context<'_>,
    ) -> Result<Self, Halt> {
        let (meter, (line, n)) = (&mut Meter::new(cx), across);
        let words = field.words(n) as u64 * size_of::<F::Word>() as u64;
        let _room = cx.reserve(16 * words)?;
        let ring = Ring::new(field.clone(), line, n, meter)?;
        let start = (field.zeros(n), field.unit(n, 0, 1));
        let (at, beyond) = chase(&field, (line, n, rows), None, start, cx)?;
        let beyond = ring.polynomial(&beyond, meter)?;
        let ends = if down == Line::Cycle {
            let at = ring.polynomial(&at, meter)?;
            Ends::Closed(Box::new(Closed::new(&ring, &at, &beyond, meter)?))
        } else {
            Ends::Open(Congruence::new(&ring, &beyond, meter)?)
        };
        meter.finish()?;
        Ok(Lattice { ring, rows, ends })
    }

    pub(super) fn nullity(&self) -> usize {
        match &self.ends {
            Ends::Open(congruence) => congruence.freedom(&self.ring.field),
            Ends::Closed(closed) => closed.freedoms(&self.ring.field).iter().sum(),
        }
    }

    pub(super) fn solve(&self, goal: Board<F::Word>, cx: &Context<'_>) -> Result<Outcome<F::Word>, Halt> {
        let (field, n) = (&self.ring.field, self.ring.n);
        let end = chase(field, self.shape(), Some(&goal), (field.zeros(n), field.zeros(n)), cx)?;
        match self.start(&end, &mut Meter::new(cx))? {
            Some(start) => Ok(Outcome::Presses(fill(field, self.ring.line, goal, start, cx)?)),
            None => Ok(Outcome::Quiet(self.witness(&end, cx)?)),
        }
    }

    /// The i-th quiet pattern of a basis.
    pub(super) fn quiet(&self, i: usize, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        let start = match &self.ends {
            Ends::Open(_) => (self.ring.field.zeros(self.ring.n), self.kernel(i, cx)?.0),
            Ends::Closed(_) => self.kernel(i, cx)?,
        };
        quiet(&self.ring.field, self.shape(), start, cx)
    }

    fn shape(&self) -> (Line, usize, usize) {
        (self.ring.line, self.ring.n, self.rows)
    }

    /// x(0) and x(1), where the chase from zeros ended with `end`.
    fn start(&self, (at, beyond): &Pair<F>, meter: &mut Meter<'_, '_>) -> Result<Option<Pair<F>>, Halt> {
        let (ring, field) = (&self.ring, &self.ring.field);
        let negative = |row: &[F::Word]| field.scaled(field.minus_one(), row);
        let beyond = ring.polynomial(&negative(beyond), meter)?;
        match &self.ends {
            Ends::Open(congruence) => {
                let Some(x) = congruence.solve(field, &beyond, meter)? else { return Ok(None) };
                Ok(Some((field.zeros(ring.n), ring.row(&x, meter)?)))
            }
            Ends::Closed(closed) => {
                let at = ring.polynomial(&negative(at), meter)?;
                closed.solve(ring, &at, &beyond, meter)
            }
        }
    }

    /// The i-th pair of first rows of quiet patterns; when open, of the one row twice.
    fn kernel(&self, i: usize, cx: &Context<'_>) -> Result<Pair<F>, Halt> {
        let (field, meter) = (&self.ring.field, &mut Meter::new(cx));
        match &self.ends {
            Ends::Open(congruence) => {
                let row = self.ring.row(&congruence.kernel(field, i, meter)?, meter)?;
                Ok((row.clone(), row))
            }
            Ends::Closed(closed) => closed.kernel(&self.ring, i, meter),
        }
    }

    /// A quiet pattern that the goal overlaps.
    fn witness(&self, end: &Pair<F>, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        let field = &self.ring.field;
        match &self.ends {
            Ends::Open(congruence) => {
                let (_, row) = self.overlapping(0, congruence.freedom(field), end, cx)?;
                let pattern = quiet(field, self.shape(), (field.zeros(self.ring.n), row), cx)?;
                Ok(pattern.flipped())
            }
            Ends::Closed(closed) => {
                let [first, second] = closed.freedoms(field);
                let start = self.overlapping(0, first, end, cx)?;
                let start =
                    if self.overlap(&start, end) != 0 { start } else { self.overlapping(first, second, end, cx)? };
                quiet(field, self.shape(), start, cx)
            }
        }
    }

    /// The first of `count` kernel elements from `from` on that `end` overlaps, else the one after the last.
    fn overlapping(&self, from: usize, count: usize, end: &Pair<F>, cx: &Context<'_>) -> Result<Pair<F>, Halt> {
        let mut meter = Meter::new(cx);
        if count == 0 {
            return Ok((self.ring.field.zeros(self.ring.n), self.ring.field.zeros(self.ring.n)));
        }
        let mut pair = self.kernel(from, cx)?;
        for _ in 1..count {
            if self.overlap(&pair, end) != 0 {
                break;
            }
            meter.add(2 * pair.0.len())?;
            pair = (self.ring.advanced(&pair.0), self.ring.advanced(&pair.1));
        }
        meter.finish()?;
        Ok(pair)
    }

    /// What a quiet pattern gives on the goal, from its first rows and the end of the goal's chase.
    fn overlap(&self, (q0, q1): &Pair<F>, (at, beyond): &Pair<F>) -> u8 {
        let field = &self.ring.field;
        match self.ends {
            Ends::Open(_) => field.dot(q1, beyond),
            Ends::Closed(_) => field.residue(
                usize::from(field.dot(q0, beyond)) + usize::from(field.times(field.minus_one(), field.dot(q1, at))),
            ),
        }
    }
}

impl<F: Field> Closed<F> {
    /// From u(m) and u(m+1).
    fn new(ring: &Ring<F>, at: &[F::Word], beyond: &[F::Word], meter: &mut Meter<'_, '_>) -> Result<Self, Halt> {
        let (field, minus) = (&ring.field, ring.field.minus_one());
        let one = field.unit(1, 0, 1);
        let block = ring.block();
        // u(m-1) = -B u(m) - u(m+1), so b = B a + u(m+1) - 1.
        let b = field.combined(&field.combined(&ring.product(&block, at, meter)?, 1, beyond), minus, &one);
        let (h, _) = field.bezout(at, &b, meter)?;
        let (a, b) = if field.degree(&h).is_some() {
            (field.division(at, &h, meter)?.0, field.division(&b, &h, meter)?.0)
        } else {
            (field.zeros(1), one.clone())
        };
        let (s, t) = bezout_pair(field, &b, &a, meter)?;
        let inner = field.combined(&b, minus, &field.product(&a, &block, meter)?);
        let mixed = field.combined(&field.product(&inner, &t, meter)?, minus, &field.product(&a, &s, meter)?);
        let f = field.combined(&field.product(&a, &a, meter)?, 1, &field.product(&inner, &b, meter)?);
        let first = Congruence::new(ring, &h, meter)?;
        let second = Congruence::new(ring, &ring.product(&h, &f, meter)?, meter)?;
        let columns = [(s, t), (field.scaled(minus, &a), b)];
        Ok(Closed { first, second, mixed, columns })
    }

    fn freedoms(&self, field: &F) -> [usize; 2] {
        [self.first.freedom(field), self.second.freedom(field)]
    }

    fn solve(
        &self,
        ring: &Ring<F>,
        c0: &[F::Word],
        c1: &[F::Word],
        meter: &mut Meter<'_, '_>,
    ) -> Result<Option<Pair<F>>, Halt> {
        let field = &ring.field;
        let Some(v) = self.first.solve(field, c0, meter)? else { return Ok(None) };
        let c1 = field.combined(c1, field.minus_one(), &ring.product(&self.mixed, c0, meter)?);
        let Some(w) = self.second.solve(field, &c1, meter)? else { return Ok(None) };
        let (x0, x1) = self.pair(ring, 0, &v, meter)?;
        let (y0, y1) = self.pair(ring, 1, &w, meter)?;
        Ok(Some((field.combined(&x0, 1, &y0), field.combined(&x1, 1, &y1))))
    }

    fn kernel(&self, ring: &Ring<F>, i: usize, meter: &mut Meter<'_, '_>) -> Result<Pair<F>, Halt> {
        let split = self.first.freedom(&ring.field);
        if i < split {
            let v = self.first.kernel(&ring.field, i, meter)?;
            return self.pair(ring, 0, &v, meter);
        }
        let w = self.second.kernel(&ring.field, i - split, meter)?;
        self.pair(ring, 1, &w, meter)
    }

    /// A multiple of one of the two columns, as rows.
    fn pair(&self, ring: &Ring<F>, at: usize, by: &[F::Word], meter: &mut Meter<'_, '_>) -> Result<Pair<F>, Halt> {
        let (upper, lower) = &self.columns[at];
        let (upper, lower) = (ring.field.product(upper, by, meter)?, ring.field.product(lower, by, meter)?);
        Ok((ring.row(&upper, meter)?, ring.row(&lower, meter)?))
    }
}

/// s and t with s b + t a = 1, for coprime a and b.
fn bezout_pair<F: Field>(field: &F, b: &[F::Word], a: &[F::Word], meter: &mut Meter<'_, '_>) -> Result<Pair<F>, Halt> {
    let one = field.unit(1, 0, 1);
    if field.degree(b).is_none() {
        let t = field.bezout(a, b, meter)?.1;
        return Ok((field.zeros(1), t));
    }
    let (_, t) = field.bezout(a, b, meter)?;
    let rest = field.combined(&one, field.minus_one(), &field.product(&t, a, meter)?);
    Ok((field.division(&rest, b, meter)?.0, t))
}
