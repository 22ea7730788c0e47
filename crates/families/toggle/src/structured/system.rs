//! The choice of method for a neighbourhood, and the transposition of wide boards.

use engines::{Context, Halt};

use super::cross::Cross;
use super::field::{Board, Field, Line};
use super::king::King;
use super::lattice::Lattice;
use super::outcome::Outcome;

/// The set of cells that a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbourhood {
    /// The cell and its neighbours up, down, left and right.
    Plus,
    /// The cell and its neighbours up, down, left and right, where rows and columns wrap around; each cell counts once.
    Torus,
    /// The cell and its eight neighbours.
    King,
    /// The cell's row and column; the cell itself counts once.
    RowColumn,
}

/// A solver for one neighbourhood and board size, prepared for any goal.
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
    /// Prepares a solver for boards of `rows` by `columns` cells, at least one of each.
    ///
    /// # Errors
    /// The limit of `cx` that was reached; one combined machine word counts as a unit of work.
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

    /// Returns the dimension of the space of quiet patterns (presses that change nothing). The rank is the number of
    /// cells minus this.
    #[must_use]
    pub fn nullity(&self) -> usize {
        match &self.method {
            Method::Lattice(lattice) => lattice.nullity(),
            Method::King(king) => king.nullity(),
            Method::Cross(cross) => cross.nullity(),
        }
    }

    /// Finds presses that change the board by `goal` (goal minus start, of the prepared size), or the proof that
    /// there are none. The presses reuse the goal's memory; a transposed board needs it twice for a while.
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

    /// Returns the `i`-th quiet pattern of a basis, from 0, with `i` below the nullity: presses that change nothing.
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
        let words = self.field.words(board.rows()) as u64 * board.columns() as u64;
        let _room = cx.reserve(words * size_of::<F::Word>() as u64)?;
        Ok(self.field.transposed(&board))
    }
}
