//! The choice of method for a neighbourhood, and the turning of wide boards on their side.

use engines::{Context, Halt};

use super::cross::Cross;
use super::field::{Board, Field, Line};
use super::king::King;
use super::lattice::Lattice;

/// Which cells a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbourhood {
    /// The cell and its neighbours up, down, left and right.
    Plus,
    /// The same, wrapping around; each cell once.
    Torus,
    /// The cell and its eight neighbours.
    King,
    /// The cell's row and column; the cell once.
    RowColumn,
}

/// How a question of reaching a goal ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<W> {
    /// How often each cell is pressed.
    Presses(Board<W>),
    /// The goal cannot be reached: every move changes the sum of cells weighted so by zero, the goal does
    /// not. (The matrix is symmetric: the weights are a quiet pattern too.)
    Quiet(Board<W>),
}

impl<W> Outcome<W> {
    fn try_map<E>(self, f: impl FnOnce(Board<W>) -> Result<Board<W>, E>) -> Result<Self, E> {
        Ok(match self {
            Outcome::Presses(board) => Outcome::Presses(f(board)?),
            Outcome::Quiet(board) => Outcome::Quiet(f(board)?),
        })
    }
}

/// A neighbourhood on a board, prepared for any goal.
#[derive(Clone, Debug)]
pub struct Structured<F: Field> {
    pub(super) field: F,
    turned: bool,
    method: Method<F>,
}

#[derive(Clone, Debug)]
enum Method<F: Field> {
    Lattice(Box<Lattice<F>>),
    King(King<F>),
    Cross(Cross<F>),
}

impl<F: Field> Structured<F> {
    /// Prepares a board of `rows` by `columns` cells, at least one of each.
    ///
    /// # Errors
    /// The limit of `cx` that was reached; a unit is one word combined.
    pub fn new(
        field: F,
        neighbourhood: Neighbourhood,
        rows: usize,
        columns: usize,
        cx: &Context<'_>,
    ) -> Result<Self, Halt> {
        let lattice = matches!(neighbourhood, Neighbourhood::Plus | Neighbourhood::Torus);
        let turned = lattice && columns / field.widest() > rows;
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        let wrap = |n| if neighbourhood == Neighbourhood::Torus && n > 2 { Line::Cycle } else { Line::Path };
        let prime = field.clone();
        let method = match neighbourhood {
            Neighbourhood::King => Method::King(King::new(prime, rows, columns, cx)?),
            Neighbourhood::RowColumn => Method::Cross(Cross { field: prime, rows, columns }),
            Neighbourhood::Plus | Neighbourhood::Torus => {
                let lattice = Lattice::new(prime, (wrap(rows), rows), (wrap(columns), columns), cx)?;
                Method::Lattice(Box::new(lattice))
            }
        };
        Ok(Structured { field, turned, method })
    }

    /// The dimension of the space of quiet patterns; the rank is the number of cells less this.
    #[must_use]
    pub fn nullity(&self) -> usize {
        match &self.method {
            Method::Lattice(lattice) => lattice.nullity(),
            Method::King(king) => king.nullity(),
            Method::Cross(cross) => cross.nullity(),
        }
    }

    /// Presses that change the board by `goal` (goal less start, of the size prepared for), or why there are
    /// none. Presses take over the goal's memory; a board turned on its side needs it twice for a while.
    ///
    /// # Errors
    /// The limit of `cx` that was reached.
    pub fn solve(&self, goal: Board<F::Word>, cx: &Context<'_>) -> Result<Outcome<F::Word>, Halt> {
        let goal = if self.turned { self.turn(goal, cx)? } else { goal };
        let outcome = match &self.method {
            Method::Lattice(lattice) => lattice.solve(goal, cx)?,
            Method::King(king) => king.solve(goal, cx)?,
            Method::Cross(cross) => cross.solve(goal, cx)?,
        };
        if self.turned { outcome.try_map(|board| self.turn(board, cx)) } else { Ok(outcome) }
    }

    /// The `i`-th quiet pattern of a basis, i below the nullity: presses that change nothing.
    ///
    /// # Errors
    /// The limit of `cx` that was reached.
    pub fn quiet(&self, i: usize, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        let pattern = match &self.method {
            Method::Lattice(lattice) => lattice.quiet(i, cx)?,
            Method::King(king) => king.quiet(i, cx)?,
            Method::Cross(cross) => cross.quiet(i, cx)?,
        };
        if self.turned { self.turn(pattern, cx) } else { Ok(pattern) }
    }

    fn turn(&self, board: Board<F::Word>, cx: &Context<'_>) -> Result<Board<F::Word>, Halt> {
        let bytes = self.field.words(board.rows()) * board.columns() * size_of::<F::Word>();
        let _room = cx.reserve(bytes as u64)?;
        Ok(self.field.transposed(&board))
    }
}
