//! The argument for Eel's gaps, as data: for each pair of rows where Rabbit can walk, which gaps would leave no way,
//! and what each of the others costs.

use engines::{Context, Halt};

use super::board::Board;
use super::body::{Choice, Explanation, Pair, Values};
use super::rules::{Place, Walk, cost, run};
use super::scan::Best;
use super::values::{MOST_CELLS, are_shown, table};

/// The argument; without pairs and values where the board is too large to show them.
///
/// # Errors
/// The limit that was reached.
pub(super) fn explanation(board: &Board, best: &Best, cx: &Context<'_>) -> Result<Explanation, Halt> {
    if !are_shown(board) {
        return Ok(Explanation { most_cells: MOST_CELLS, ..Explanation::default() });
    }
    let values = table(board, cx)?;
    let mut walk = Walk::begin(board, (0, 0));
    let mut pairs = Vec::new();
    for &gap in &best.gaps {
        cx.spend(board.columns() as u64)?;
        pairs.push(pair(board, &walk, &values, gap));
        walk.through(board, gap as usize);
    }
    Ok(Explanation { most_cells: MOST_CELLS, pairs: Some(pairs), values: Some(values) })
}

/// What Eel can do below the row that Rabbit has just entered.
fn pair(board: &Board, walk: &Walk, values: &Values, gap: u32) -> Pair {
    let (row, enters) = walk.place();
    let (first, last) = run(board, (row, enters));
    let below = |column: usize| values.down[row + 1][column];
    let is_blocked = |column: &usize| board.cost(row + 1, *column).is_none();
    let columns = |keep: &dyn Fn(&usize) -> bool| (first..=last).filter(keep).map(from_one).collect();
    let choice = |column: usize| {
        let cost = walk.paid + walked(board, (row, enters), column) + below(column)?;
        Some(Choice { column: from_one(column), cost })
    };
    Pair {
        row: from_one(row),
        enters: from_one(enters),
        paid: walk.paid,
        reached: columns(&|_| true),
        blocked: columns(&is_blocked),
        dead: columns(&|column| !is_blocked(column) && below(*column).is_none()),
        choices: (first..=last).filter_map(choice).collect(),
        gap: gap + 1,
    }
}

/// What walking along the row to a column costs, the first cell not paid again.
fn walked(board: &Board, (row, from): Place, to: usize) -> u64 {
    let cells = if from < to { from + 1..to + 1 } else { to..from };
    cells.map(|column| cost(board, (row, column))).sum()
}

fn from_one(number: usize) -> u32 {
    u32::try_from(number + 1).unwrap_or(u32::MAX)
}
