//! The checker of what is shown of the table: the proof under the free rule, and the argument for the gaps.
//!
//! That no walls at all make Rabbit pay more than the table's first entry: let Eel build any walls that leave a way.
//! Costs are not negative, so one of Rabbit's cheapest ways enters no cell twice, and within a row goes left only or
//! right only. For each step that such a way can make, the table says at least the cost of the cell left behind more
//! than for the cell entered; in the last row it says the cell's cost. Summed along the way, Rabbit pays at most what
//! the table says of the start. One gap in each pair of rows reaches that value, so more open edges never help Eel.

use engines::Context;

use super::{among_walls, cost, entries};
use crate::board::Board;
use crate::body::{Choice, Explanation, Pair, Solve, Values};
use crate::rules::Rule;
use frame::problem::{CheckError, Checked, ensure};

/// Tables of more cells are not built again.
const MAX_RECHECKED: u64 = 1_000_000;
/// Boards of more cells show neither table nor argument, by the contract.
const MAX_SHOWN: u64 = 10_000;

fn cells(board: &Board) -> u64 {
    board.rows() as u64 * board.columns() as u64
}

/// The upper bound under the free rule: the table, and the values listed of it.
pub(super) fn free(
    board: &Board,
    claim: &Solve,
    (size, listed): (u64, Option<&[Vec<Option<u64>>]>),
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let entries = 3 * cells(board);
    ensure(size == entries, format!("the table has {entries} entries"))?;
    ensure(listed.is_some() == (cells(board) <= MAX_SHOWN), format!("values are listed up to {MAX_SHOWN} cells"))?;
    let mut checked = among_walls();
    checked.compare(&["proof.kind", "proof.size"]);
    if cells(board) > MAX_RECHECKED {
        let what = "that no walls make Rabbit pay more: the table has more than 1,000,000 cells";
        checked.left_out(what, &["answer.cost", "answer.gaps"]);
        return Ok(checked);
    }
    let table = table(board, cx)?;
    every_step(board, &table, cx)?;
    ensure(table.down[0][0] == Some(claim.cost), "the table's first entry is not the value of the game")?;
    ensure(listed.is_none_or(|listed| listed == table.down), "the values listed are not those of the table")?;
    checked.done("no walls make Rabbit pay more: in the table of values no step costs more than it says", &["proof"]);
    Ok(checked)
}

/// The table, all rows of it.
fn table(board: &Board, cx: &Context<'_>) -> Result<Values, CheckError> {
    let _claim = cx.reserve(48 * cells(board))?;
    let last: Vec<Option<u64>> = board.row(board.rows() - 1).map(|cost| cost.map(u64::from)).collect();
    let mut rows = vec![[last.clone(), last.clone(), last]];
    for row in (0..board.rows() - 1).rev() {
        cx.spend(board.columns() as u64)?;
        let costs: Vec<Option<u64>> = board.row(row).map(|cost| cost.map(u64::from)).collect();
        rows.push(entries(&costs, &rows[rows.len() - 1][0]));
    }
    let mut values = Values::default();
    for [down, left, right] in rows.into_iter().rev() {
        values.down.push(down);
        values.left.push(left);
        values.right.push(right);
    }
    Ok(values)
}

/// Whether no step of a way that enters no cell twice costs more than the table says.
fn every_step(board: &Board, table: &Values, cx: &Context<'_>) -> Result<(), CheckError> {
    for row in 0..board.rows() {
        cx.spend(board.columns() as u64)?;
        for column in 0..board.columns() {
            let Some(cost) = cost(board, (row, column)) else { continue };
            let below = table.down.get(row + 1).and_then(|below| below[column]);
            let to_left = column.checked_sub(1).and_then(|column| table.left[row][column]);
            let to_right = table.right[row].get(column + 1).copied().flatten();
            let holds = |value: Option<u64>, next: &[Option<u64>]| match row + 1 == board.rows() {
                true => value == Some(cost),
                false => next.iter().flatten().all(|next| value >= Some(cost + next)),
            };
            let right = holds(table.down[row][column], &[below, to_left, to_right])
                && holds(table.left[row][column], &[below, to_left])
                && holds(table.right[row][column], &[below, to_right]);
            ensure(right, format!("the table admits too little at row {}, column {}", row + 1, column + 1))?;
        }
    }
    Ok(())
}

/// The argument, built again and compared.
pub(super) fn argument(
    board: &Board,
    claim: &Explanation,
    gaps: &[usize],
    value: u64,
    cx: &Context<'_>,
) -> Result<(), CheckError> {
    ensure(claim.most_cells == MAX_SHOWN, format!("boards up to {MAX_SHOWN} cells are explained"))?;
    if cells(board) > MAX_SHOWN {
        return ensure(claim.pairs.is_none() && claim.values.is_none(), "a board so large is not explained");
    }
    let table = table(board, cx)?;
    ensure(claim.values.as_ref() == Some(&table), "the values in the explanation are not those of the table")?;
    let pairs = claim.pairs.as_deref().unwrap_or(&[]);
    ensure(claim.pairs.is_some() && pairs.len() == gaps.len(), "each pair of rows is explained")?;
    let (mut enters, mut paid) = (0, cost(board, (0, 0)).unwrap_or(0));
    for (row, (pair, &gap)) in pairs.iter().zip(gaps).enumerate() {
        cx.spend(board.columns() as u64)?;
        let (own, walked) = own_pair(board, &table, (row, enters), paid, gap);
        ensure(*pair == own, format!("rows {} and {} are explained wrongly", row + 1, row + 2))?;
        let most = own.choices.iter().map(|choice| choice.cost).max();
        ensure(most == Some(value), format!("the choices below row {} do not cost the value of the game", row + 1))?;
        paid += walked + cost(board, (row + 1, gap)).unwrap_or(0);
        enters = gap;
    }
    Ok(())
}

/// The argument over all walls under the free rule: for each cell the ways down are gone through to either side, step
/// by step, and the claimed gap must be one of those that cost most.
pub(super) fn bounds(
    board: &Board,
    rule: Rule,
    claim: &Explanation,
    checked: &mut Checked,
    cx: &Context<'_>,
) -> Result<(), CheckError> {
    if rule != Rule::Free || claim.pairs.is_none() {
        return ensure(claim.bounds.is_none(), "there is no argument over all walls here");
    }
    let Some(claimed) = &claim.bounds else {
        // Older answers do not have it.
        checked.left_out("why no walls at all cost more, which is not in the answer", &["answer.explanation.bounds"]);
        return Ok(());
    };
    let table = table(board, cx)?;
    let rows: Vec<usize> = (0..board.rows() - 1).rev().collect();
    let named: Vec<usize> = claimed.iter().map(|bound| bound.row as usize).collect();
    ensure(named == rows.iter().map(|row| row + 1).collect::<Vec<_>>(), "a pair of rows is missing or misplaced")?;
    for (&row, bound) in rows.iter().zip(claimed) {
        cx.spend((board.columns() * board.columns()) as u64)?;
        let wrong = |column: usize| {
            CheckError::wrong(format!("what Rabbit pays from row {}, column {} is wrong", row + 1, column + 1))
        };
        let entered = if row == 0 { 1 } else { board.columns() };
        let mut claims = bound.cells.iter();
        for column in 0..entered {
            let ways = ways_down(board, &table, (row, column));
            let Some(most) = ways.iter().map(|&(_, cost)| cost).max() else { continue };
            let claim = claims.next().ok_or_else(|| wrong(column))?;
            let dearest = ways.iter().any(|&(at, cost)| at + 1 == claim.gap as usize && cost == most);
            let counted = claim.column as usize == column + 1 && claim.ways as usize == ways.len();
            ensure(dearest && counted && claim.cost == most, wrong(column).to_string())?;
            ensure(table.down[row][column] == Some(most), "the bound is not the value of the table")?;
        }
        ensure(claims.next().is_none(), format!("row {} has a cell too many", row + 1))?;
    }
    checked.done("why no walls at all cost more: each cell's dearest way down", &["answer.explanation.bounds"]);
    Ok(())
}

/// The columns by which one can go down from where a row is entered, with a way on, and what each costs from that cell
/// on, the cell included.
fn ways_down(board: &Board, table: &Values, (row, enters): (usize, usize)) -> Vec<(usize, u64)> {
    let Some(first) = cost(board, (row, enters)) else { return Vec::new() };
    let mut ways = Vec::new();
    let mut take = |at: usize, paid: u64| ways.extend(table.down[row + 1][at].map(|rest| (at, paid + rest)));
    take(enters, first);
    for side in [-1_isize, 1] {
        let (mut at, mut paid) = (enters, first);
        while let Some(next) = at.checked_add_signed(side)
            && let Some(cost) = cost(board, (row, next))
        {
            (at, paid) = (next, paid + cost);
            take(at, paid);
        }
    }
    ways
}

/// What is true of a pair of rows, and what the way along the upper one to its gap costs.
fn own_pair(board: &Board, table: &Values, (row, enters): (usize, usize), paid: u64, gap: usize) -> (Pair, u64) {
    let mut steps = vec![(enters, 0)];
    for side in [-1_isize, 1] {
        let (mut at, mut walked) = (enters, 0);
        while let Some(next) = at.checked_add_signed(side)
            && let Some(cost) = cost(board, (row, next))
        {
            (at, walked) = (next, walked + cost);
            steps.push((at, walked));
        }
    }
    steps.sort_unstable();
    let number = |column: usize| u32::try_from(column + 1).unwrap_or(u32::MAX);
    let mut pair = Pair {
        row: number(row),
        enters: number(enters),
        paid,
        reached: steps.iter().map(|&(at, _)| number(at)).collect(),
        blocked: Vec::new(),
        dead: Vec::new(),
        choices: Vec::new(),
        gap: number(gap),
    };
    for &(at, walked) in &steps {
        match (cost(board, (row + 1, at)), table.down[row + 1][at]) {
            (None, _) => pair.blocked.push(number(at)),
            (_, None) => pair.dead.push(number(at)),
            (_, Some(rest)) => pair.choices.push(Choice { column: number(at), cost: paid + walked + rest }),
        }
    }
    let walked = steps.iter().find(|&&(at, _)| at == gap).map_or(0, |&(_, walked)| walked);
    (pair, walked)
}
