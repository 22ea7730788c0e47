//! A cell's whole row and column: sums of rows and columns decide everything.
//!
//! With R and C the sums of the presses x in each row and column and S their total, the move gives
//! d(i,j) = R(i) + C(j) - x(i,j). Summing, (n-1) R(i) + S = r(i) and (m-1) C(j) + S = c(j), where r and c
//! are the sums of d; and any R, C, S that satisfy these with sum R = sum C = S give back an x. So m + n
//! small equations remain, and two passes over the board. With n = 1 modulo p the r(i) must be equal and
//! the R(i) are free but for their sum; likewise for columns; otherwise only (m+n-1) S = sum of d may fail,
//! where m + n = 1, with the constant board as the one quiet pattern.

use engines::{Context, Halt};

use super::field::{Board, Field, Meter};
use super::outcome::Outcome;

/// A board of crosses.
#[derive(Clone, Debug)]
pub(super) struct Cross<F: Field> {
    pub(super) field: F,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// The sums of the rows, of the columns, and of all cells.
struct Sums<W> {
    rows: Vec<u8>,
    columns: Vec<W>,
    total: u8,
}

impl<F: Field> Cross<F> {
    /// n - 1 and m - 1, modulo p.
    fn factors(&self) -> (u8, u8) {
        (self.field.residue(self.columns - 1), self.field.residue(self.rows - 1))
    }

    /// m + n - 1 modulo p.
    fn whole(&self) -> u8 {
        self.field.residue(self.rows + self.columns - 1)
    }

    pub(super) fn nullity(&self) -> usize {
        match self.factors() {
            (0, 0) => self.rows + self.columns - 2,
            (0, _) => self.rows - 1,
            (_, 0) => self.columns - 1,
            _ => usize::from(self.whole() == 0),
        }
    }

    pub(super) fn solve(&self, mut goal: Board<F::Word>, cx: &Context<'_>) -> Result<Outcome<F::Word>, Halt> {
        let sums = self.sums(&goal, cx)?;
        if let Some(weights) = self.witness(&sums, cx)? {
            return Ok(Outcome::Quiet(weights));
        }
        let (field, total) = (&self.field, self.presses(&sums));
        let columns = self.column_presses(&sums, total);
        let (across, _) = self.factors();
        let mut meter = Meter::new(cx);
        for i in 0..self.rows {
            meter.add(2 * columns.len())?;
            let presses = self.share(across, i, sums.rows[i], total);
            let row = goal.row_mut(i);
            let mut x = field.combined(&columns, field.minus_one(), row);
            field.add_constant(self.columns, &mut x, presses);
            row.copy_from_slice(&x);
        }
        meter.finish()?;
        Ok(Outcome::Presses(goal))
    }

    fn sums(&self, goal: &Board<F::Word>, cx: &Context<'_>) -> Result<Sums<F::Word>, Halt> {
        let (field, mut meter) = (&self.field, Meter::new(cx));
        let _room =
            cx.reserve(self.rows as u64 + 2 * field.words(self.columns) as u64 * size_of::<F::Word>() as u64)?;
        let (mut rows, mut columns) = (Vec::with_capacity(self.rows), field.zeros(self.columns));
        for i in 0..self.rows {
            meter.add(2 * columns.len())?;
            field.add_scaled(&mut columns, 1, goal.row(i));
            rows.push(field.sum(self.columns, goal.row(i)));
        }
        meter.finish()?;
        let total = field.residue(rows.iter().map(|&sum| usize::from(sum)).sum());
        Ok(Sums { rows, columns, total })
    }

    /// S.
    fn presses(&self, sums: &Sums<F::Word>) -> u8 {
        match self.factors() {
            (0, _) => sums.rows[0],
            (_, 0) => self.field.get(&sums.columns, 0),
            _ => self.field.times(sums.total, self.field.inverse(self.whole())),
        }
    }

    /// R(i) or C(j), from its equation `factor * share + total = sum`; where that is void, all in the first.
    fn share(&self, factor: u8, at: usize, sum: u8, total: u8) -> u8 {
        let field = &self.field;
        match (factor, at) {
            (0, 0) => total,
            (0, _) => 0,
            _ => {
                let rest = field.residue(usize::from(sum) + usize::from(field.modulus() - total));
                field.times(rest, field.inverse(factor))
            }
        }
    }

    fn column_presses(&self, sums: &Sums<F::Word>, total: u8) -> Vec<F::Word> {
        let (_, down) = self.factors();
        let mut presses = self.field.zeros(self.columns);
        for j in 0..self.columns {
            let share = self.share(down, j, self.field.get(&sums.columns, j), total);
            self.field.set(&mut presses, j, share);
        }
        presses
    }

    /// A quiet pattern that the goal overlaps.
    fn witness(&self, sums: &Sums<F::Word>, cx: &Context<'_>) -> Result<Option<Board<F::Word>>, Halt> {
        let (across, down) = self.factors();
        if across == 0
            && let Some(i) = (1..self.rows).find(|&i| sums.rows[i] != sums.rows[0])
        {
            return self.row_pair(i, cx).map(Some);
        }
        let column = |j| self.field.get(&sums.columns, j);
        if down == 0
            && let Some(j) = (1..self.columns).find(|&j| column(j) != column(0))
        {
            return self.column_pair(j, cx).map(Some);
        }
        if across != 0 && down != 0 && self.whole() == 0 && sums.total != 0 {
            return self.constant(cx).map(Some);
        }
        Ok(None)
    }

    /// The i-th quiet pattern of a basis.
    pub(super) fn quiet(&self, i: usize, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        match self.factors() {
            (0, 0) if i >= self.rows - 1 => self.column_pair(i + 2 - self.rows, cx),
            (0, _) => self.row_pair(i + 1, cx),
            (_, 0) => self.column_pair(i + 1, cx),
            _ => self.constant(cx),
        }
    }

    /// 1 in row i, -1 in the first.
    fn row_pair(&self, i: usize, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        let mut board = self.field.reserved_board(self.rows, self.columns, cx)?;
        self.field.add_constant(self.columns, board.row_mut(i), 1);
        self.field.add_constant(self.columns, board.row_mut(0), self.field.minus_one());
        Ok(board)
    }

    /// 1 in column j, -1 in the first.
    fn column_pair(&self, j: usize, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        let mut board = self.field.reserved_board(self.rows, self.columns, cx)?;
        for i in 0..self.rows {
            self.field.set(board.row_mut(i), j, 1);
            self.field.set(board.row_mut(i), 0, self.field.minus_one());
        }
        Ok(board)
    }

    fn constant(&self, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        let mut board = self.field.reserved_board(self.rows, self.columns, cx)?;
        (0..self.rows).for_each(|i| self.field.add_constant(self.columns, board.row_mut(i), 1));
        Ok(board)
    }
}
