//! The table of the recurrence in full, for boards that are small enough to show it: what Rabbit pays at most from
//! each cell on, for each direction from which it came. [`super::scan`] finds the same values in a fraction of the
//! time and memory, but keeps the last row only.

use engines::{Context, Halt};

use super::board::Board;
use super::body::Values;

/// Boards of more cells are not shown in full.
pub(super) const MAX_CELLS: u64 = 10_000;

/// Whether a board's table is shown.
pub(super) fn are_shown(board: &Board) -> bool {
    cells(board) <= MAX_CELLS
}

/// How many cells there are.
pub(super) fn cells(board: &Board) -> u64 {
    board.rows() as u64 * board.columns() as u64
}

/// The table, from the last row up. O(cells) time and memory.
///
/// # Errors
/// The limit that was reached.
pub(super) fn table(board: &Board, cx: &Context<'_>) -> Result<Values, Halt> {
    drop(cx.reserve(48 * cells(board))?);
    let costs = |row: usize| board.row(row).map(|cost| cost.map(u64::from)).collect::<Vec<_>>();
    let mut below = costs(board.rows() - 1);
    let mut rows = vec![[below.clone(), below.clone(), below.clone()]];
    for row in (0..board.rows() - 1).rev() {
        cx.spend(board.columns() as u64)?;
        let costs = costs(row);
        let left = along(costs.iter().copied().zip(below.iter().copied()));
        let mut right = along(costs.iter().copied().zip(below.iter().copied()).rev());
        right.reverse();
        let down: Vec<Option<u64>> = left.iter().zip(&right).map(|(left, right)| *left.max(right)).collect();
        below.clone_from(&down);
        rows.push([down, left, right]);
    }
    rows.reverse();
    let mut values = Values::default();
    for [down, left, right] in rows {
        values.down.push(down);
        values.left.push(left);
        values.right.push(right);
    }
    Ok(values)
}

/// The values of a row for one who goes against the order of its cells, given as their cost and the value below.
fn along(cells: impl Iterator<Item = (Option<u64>, Option<u64>)>) -> Vec<Option<u64>> {
    let step = |behind: &mut Option<u64>, (cost, below): (Option<u64>, Option<u64>)| {
        *behind = below.max(*behind).zip(cost).map(|(rest, cost)| cost + rest);
        Some(*behind)
    };
    cells.scan(None, step).collect()
}
