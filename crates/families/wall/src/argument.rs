//! The argument for Eel's gaps, as data: for each pair of rows where Rabbit can walk, which gaps would leave no way,
//! and what each of the others costs. Under the free rule also the argument over all walls: for each cell that Rabbit
//! can enter from above, the dearest single open edge, than which no set of open edges costs more.

use engines::{Context, Halt};

use super::board::Board;
use super::body::{CellBound, Choice, Explanation, Pair, RowBound, Values};
use super::rules::{Place, Rule, Walk, cost, run};
use super::scan::Best;
use super::values::{MAX_CELLS, are_shown, table};

/// The argument; without pairs and values where the board is too large to show them.
///
/// # Errors
/// The limit that was reached.
pub(super) fn explanation(board: &Board, rule: Rule, best: &Best, cx: &Context<'_>) -> Result<Explanation, Halt> {
    if !are_shown(board) {
        return Ok(Explanation { most_cells: MAX_CELLS, ..Explanation::default() });
    }
    let values = table(board, cx)?;
    let mut walk = Walk::begin(board, (0, 0));
    let mut pairs = Vec::new();
    for &gap in &best.gaps {
        cx.spend(board.columns() as u64)?;
        pairs.push(pair(board, &walk, &values, gap));
        walk.through(board, gap as usize);
    }
    let bounds = if rule == Rule::Free { Some(bounds(board, &values, cx)?) } else { None };
    Ok(Explanation { most_cells: MAX_CELLS, pairs: Some(pairs), bounds, values: Some(values) })
}

/// The steps of the argument over all walls, from the last pair of rows up. O(columns) for each cell.
fn bounds(board: &Board, values: &Values, cx: &Context<'_>) -> Result<Vec<RowBound>, Halt> {
    let row = |row: usize| {
        let width = board.columns();
        cx.spend((width * width) as u64)?;
        // Rabbit enters the highest row in its first column only.
        let entered = if row == 0 { 0..1 } else { 0..width };
        let cells = entered.filter_map(|column| bound(board, values, (row, column))).collect();
        Ok(RowBound { row: from_one(row), cells })
    };
    (0..board.rows() - 1).rev().map(row).collect()
}

/// The most that Rabbit pays from a cell on; nothing where it is blocked or no way leads on from it.
fn bound(board: &Board, values: &Values, place: Place) -> Option<CellBound> {
    let (row, column) = place;
    board.cost(row, column)?;
    let (first, last) = run(board, place);
    let ways = || (first..=last).filter_map(|at| Some((at, values.down[row + 1][at]?)));
    let costs = ways().map(|(at, below)| (at, cost(board, place) + walked(board, place, at) + below));
    // The first of several that cost as much.
    let (gap, cost) = costs.reduce(|best, other| if other.1 > best.1 { other } else { best })?;
    let ways = u32::try_from(ways().count()).unwrap_or(u32::MAX);
    Some(CellBound { column: from_one(column), ways, gap: from_one(gap), cost })
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
