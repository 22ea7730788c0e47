//! Cheapest ways down among any walls: what is left to pay from each cell, by dynamic programming from the last row up.
//! O(cells) time and memory. Where Eel leaves one gap in each pair of rows there is only one way, and this is not
//! needed.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use engines::{Context, Halt};

use super::board::Board;
use super::rules::{Place, Step, Walk, after, cost, run};

/// Walls, as the cells above them.
pub(super) type Walls = BTreeSet<Place>;

/// What is left to pay among walls.
#[derive(Default)]
pub(super) struct Ways {
    /// By row and column, the cell itself not paid again; `None` where no way leads to the last row.
    left: Vec<Vec<Option<u64>>>,
}

/// The cell below, if the edge is open.
pub(super) fn below(board: &Board, walls: &Walls, place: Place) -> Option<Place> {
    after(board, place, Step::Down).filter(|_| !walls.contains(&place))
}

impl Ways {
    /// Measures every cell.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn new(board: &Board, walls: &Walls, cx: &Context<'_>) -> Result<Ways, Halt> {
        let (rows, columns) = (board.rows(), board.columns());
        drop(cx.reserve(16 * (rows * columns) as u64)?);
        let mut ways = Ways { left: vec![Vec::new(); rows] };
        ways.left[rows - 1] = board.row(rows - 1).map(|cost| cost.map(|_| 0)).collect();
        for row in (0..rows - 1).rev() {
            cx.spend(columns as u64)?;
            let down = |column| {
                board.cost(row, column)?;
                let next = below(board, walls, (row, column))?;
                Some(ways.left[row + 1][column]? + cost(board, next))
            };
            let mut left: Vec<Option<u64>> = (0..columns).map(down).collect();
            for column in 1..columns {
                relax(board, &mut left, (row, column), (row, column - 1));
            }
            for column in (1..columns).rev() {
                relax(board, &mut left, (row, column - 1), (row, column));
            }
            ways.left[row] = left;
        }
        Ok(ways)
    }

    /// What is left to pay from a cell.
    pub(super) fn left(&self, (row, column): Place) -> Option<u64> {
        self.left[row][column]
    }

    /// Every step that begins a cheapest way. The first leads to the nearest column where one goes down, so that
    /// whoever always takes the first arrives.
    pub(super) fn best(&self, board: &Board, walls: &Walls, place: Place) -> Vec<Step> {
        let Some(column) = self.end(board, walls, place) else { return Vec::new() };
        let is_best = |step: &Step| {
            let is_open = *step != Step::Down || !walls.contains(&place);
            let next = after(board, place, *step).filter(|_| is_open);
            next.is_some_and(|next| self.through(board, next) == self.left(place))
        };
        let first = match column.cmp(&place.1) {
            Ordering::Less => Step::Left,
            Ordering::Equal => Step::Down,
            Ordering::Greater => Step::Right,
        };
        let mut best: Vec<Step> = Step::ALL.into_iter().filter(is_best).collect();
        best.sort_by_key(|&step| step != first);
        best
    }

    /// A cheapest way on from where a walk stands.
    pub(super) fn follow(&self, board: &Board, walls: &Walls, walk: &mut Walk) {
        while let Some(column) = self.end(board, walls, walk.place()) {
            walk.through(board, column);
        }
    }

    /// What is left to pay from before a cell is entered.
    fn through(&self, board: &Board, next: Place) -> Option<u64> {
        Some(self.left(next)? + cost(board, next))
    }

    /// The nearest column of the row where a cheapest way goes down; the left one of two.
    fn end(&self, board: &Board, walls: &Walls, (row, column): Place) -> Option<usize> {
        if row + 1 == board.rows() {
            return None;
        }
        let (least, (first, last)) = (self.left((row, column))?, run(board, (row, column)));
        let is_end = |walked: u64, at: usize| {
            let down = below(board, walls, (row, at)).and_then(|next| self.through(board, next));
            down.is_some_and(|down| walked + down == least)
        };
        let nearest = |mut columns: Box<dyn Iterator<Item = usize>>| {
            let mut walked = 0;
            columns.find(|&at| {
                walked += if at == column { 0 } else { cost(board, (row, at)) };
                is_end(walked, at)
            })
        };
        let sides = [nearest(Box::new((first..=column).rev())), nearest(Box::new(column..=last))];
        sides.into_iter().flatten().min_by_key(|at| at.abs_diff(column))
    }
}

/// Makes what is left at one cell no more than by way of its neighbour.
fn relax(board: &Board, left: &mut [Option<u64>], to: Place, by: Place) {
    let longer = left[by.1].filter(|_| board.cost(to.0, to.1).is_some()).map(|left| left + cost(board, by));
    if left[to.1].is_none_or(|known| longer.is_some_and(|longer| longer < known)) {
        left[to.1] = longer;
    }
}
