//! King neighbourhoods: the matrix is T(m) x T(n) (Kronecker), T being tridiagonal with ones throughout.
//!
//! So D = T(m) X T(n): one chase down the rows, one along them, three passes in all, in any characteristic.
//! The homogeneous chase runs 1, -1, 0, 1, -1, 0, ...: T(n) is singular when n = 2 modulo 3, with that
//! vector k(n) as its kernel, and quiet patterns are k(m) times any row and any column times k(n).

use engines::{Context, Halt};

use super::chase::{chase, fill};
use super::field::{Board, Field, Line, Meter};
use super::outcome::Outcome;

/// A king's board.
#[derive(Clone, Debug)]
pub(super) struct King<F: Field> {
    field: F,
    rows: usize,
    columns: usize,
    /// k(n).
    pattern: Vec<F::Word>,
}

fn singular(n: usize) -> bool {
    n % 3 == 2
}

impl<F: Field> King<F> {
    pub(super) fn new(field: F, rows: usize, columns: usize, cx: &Context<'_>) -> Result<Self, Halt> {
        let _room = cx.reserve(field.words(columns) as u64 * size_of::<F::Word>() as u64)?;
        let mut king = King { pattern: field.zeros(columns), field, rows, columns };
        for j in 0..columns {
            let value = king.coefficient(j);
            king.field.set(&mut king.pattern, j, value);
        }
        cx.spend(columns as u64)?;
        Ok(king)
    }

    /// The chase from 1, its first value having number 0.
    fn coefficient(&self, i: usize) -> u8 {
        [1, self.field.minus_one(), 0][i % 3]
    }

    pub(super) fn nullity(&self) -> usize {
        match (singular(self.rows), singular(self.columns)) {
            (true, true) => self.rows + self.columns - 1,
            (true, false) => self.columns,
            (false, true) => self.rows,
            (false, false) => 0,
        }
    }

    pub(super) fn solve(&self, goal: Board<F::Word>, cx: &Context<'_>) -> Result<Outcome<F::Word>, Halt> {
        if let Some(weights) = self.witness(&goal, cx)? {
            return Ok(Outcome::Quiet(weights));
        }
        let (field, n) = (&self.field, self.columns);
        let mut first = field.zeros(n);
        if !singular(self.rows) {
            let zeros = (field.zeros(n), field.zeros(n));
            let (_, beyond) = chase(field, (Line::Alone, n, self.rows), Some(&goal), zeros, cx)?;
            first = field.scaled(field.times(field.minus_one(), self.coefficient(self.rows)), &beyond);
        }
        let mut board = fill(field, Line::Alone, goal, (field.zeros(n), first), cx)?;
        let mut meter = Meter::new(cx);
        for i in 0..self.rows {
            meter.add(self.pattern.len())?;
            self.solve_row(board.row_mut(i));
        }
        meter.finish()?;
        Ok(Outcome::Presses(board))
    }

    /// y to x, where x T(n) = y.
    fn solve_row(&self, row: &mut [F::Word]) {
        let beyond = self.field.scan(self.columns, row);
        let first = self.field.times(self.field.minus_one(), self.field.times(beyond, self.coefficient(self.columns)));
        self.field.add_scaled(row, first, &self.pattern);
    }

    /// A quiet pattern that the goal overlaps.
    fn witness(&self, goal: &Board<F::Word>, cx: &Context<'_>) -> Result<Option<Board<F::Word>>, Halt> {
        let (field, mut meter) = (&self.field, Meter::new(cx));
        if singular(self.rows) {
            let mut sum = field.zeros(self.columns);
            for i in 0..self.rows {
                meter.add(sum.len())?;
                field.add_scaled(&mut sum, self.coefficient(i), goal.row(i));
            }
            if let Some(j) = (0..self.columns).find(|&j| field.get(&sum, j) != 0) {
                return self.down(j, cx).map(Some);
            }
        }
        if singular(self.columns) {
            for i in 0..self.rows {
                meter.add(self.pattern.len())?;
                if field.dot(goal.row(i), &self.pattern) != 0 {
                    return self.across(i, cx).map(Some);
                }
            }
        }
        meter.finish()?;
        Ok(None)
    }

    /// The i-th quiet pattern of a basis.
    pub(super) fn quiet(&self, i: usize, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        match (singular(self.rows), i.checked_sub(self.columns)) {
            (true, None) => self.down(i, cx),
            // k(m) x k(n) is the sum of both kinds: the first row's is left out.
            (true, Some(beyond)) => self.across(beyond + 1, cx),
            (false, _) => self.across(i, cx),
        }
    }

    /// k(m) in column j.
    fn down(&self, j: usize, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        let mut board = self.blank(cx)?;
        (0..self.rows).for_each(|i| self.field.set(board.row_mut(i), j, self.coefficient(i)));
        Ok(board)
    }

    /// k(n) in row i.
    fn across(&self, i: usize, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        let mut board = self.blank(cx)?;
        board.row_mut(i).copy_from_slice(&self.pattern);
        Ok(board)
    }

    fn blank(&self, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        self.field.reserved_board(self.rows, self.columns, cx)
    }
}
