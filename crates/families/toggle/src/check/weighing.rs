//! Certificates: no move changes the weighted sum of the cells, start and goal differ in it.
//!
//! A weighing given by its first rows is continued by the rule itself, one row after the other.

use engines::{Context, Halt};

use super::super::body::Parity;
use super::super::cells::Cells;
use super::super::rules::{Moves, Near, Puzzle};
use frame::phrases::plural;
use frame::problem::CheckError;

/// Checks the certificate that presses cannot change the board so.
pub(super) fn check(puzzle: &Puzzle, change: &Cells, parity: &Parity, cx: &Context<'_>) -> Result<(), CheckError> {
    let weights = match (&parity.cells, &parity.rows) {
        (Some(cells), None) => listed(puzzle, cells, parity.weights.as_deref())?,
        (None, Some(rows)) if parity.weights.is_none() => continued(puzzle, rows)?,
        _ => return Err(CheckError::wrong("the certificate gives either cells or rows")),
    };
    if sum(change.nonzero(), &weights, puzzle.modulus) == 0 {
        return Err(CheckError::wrong("start and goal have the same weighted sum"));
    }
    match first_changing(puzzle, &weights, cx)? {
        None => Ok(()),
        Some(index) => Err(CheckError::wrong(format!("press {} changes the weighted sum", index + 1))),
    }
}

fn listed(puzzle: &Puzzle, cells: &[u64], weights: Option<&[u8]>) -> Result<Vec<u8>, CheckError> {
    if weights.is_none() != (puzzle.modulus == 2) || weights.is_some_and(|weights| weights.len() != cells.len()) {
        return Err(CheckError::wrong("a weight for each cell is given where the modulus is not 2"));
    }
    let ascending = cells.windows(2).all(|pair| pair[0] < pair[1]);
    let inside =
        cells.first().is_none_or(|&first| first > 0) && cells.last().is_none_or(|&last| last <= puzzle.cells() as u64);
    let below = weights.unwrap_or(&[]).iter().all(|weight| (1..puzzle.modulus).contains(weight));
    if !(ascending && inside && below) {
        return Err(CheckError::wrong(
            "the weighted cells are not cells in ascending order with weights below the modulus",
        ));
    }
    let mut all = vec![0; puzzle.cells()];
    for (index, &cell) in cells.iter().enumerate() {
        all[cell as usize - 1] = weights.map_or(1, |weights| weights[index]);
    }
    Ok(all)
}

/// The whole weighing from its first rows.
fn continued(puzzle: &Puzzle, rows: &[String]) -> Result<Vec<u8>, CheckError> {
    let mut all = Vec::with_capacity(puzzle.cells());
    for row in rows {
        let values = values(row, puzzle.modulus).filter(|values| values.len() == puzzle.columns);
        all.extend(values.ok_or_else(|| CheckError::wrong("a row of the certificate is not a row of the board"))?);
    }
    let needed = match puzzle.moves {
        Moves::Near(Near::Plus) => 1,
        Moves::Near(Near::Torus) => puzzle.rows.min(2),
        _ => puzzle.rows,
    };
    if rows.len() != needed {
        return Err(CheckError::wrong(format!(
            "{} given; expected {needed}",
            plural(rows.len(), "row is", "rows are")
        )));
    }
    for row in rows.len()..puzzle.rows {
        let next = next_row(puzzle, &all, row);
        all.extend(next);
    }
    Ok(all)
}

/// Row `row` of a weighing that no plus around a cell of the row before it changes.
fn next_row(puzzle: &Puzzle, all: &[u8], row: usize) -> Vec<u8> {
    let (columns, modulus) = (puzzle.columns, u16::from(puzzle.modulus));
    let wraps = matches!(puzzle.moves, Moves::Near(Near::Torus)) && columns > 2;
    let last = &all[(row - 1) * columns..row * columns];
    let before = row.checked_sub(2).map(|row| &all[row * columns..(row + 1) * columns]);
    let at = |column: usize| u16::from(last[column]);
    let next = |column: usize| {
        let left = if column > 0 {
            at(column - 1)
        } else if wraps {
            at(columns - 1)
        } else {
            0
        };
        let right = if column + 1 < columns {
            at(column + 1)
        } else if wraps {
            at(0)
        } else {
            0
        };
        let above = before.map_or(0, |before| u16::from(before[column]));
        ((modulus - (at(column) + left + right + above) % modulus) % modulus) as u8
    };
    (0..columns).map(next).collect()
}

fn values(row: &str, modulus: u8) -> Option<Vec<u8>> {
    let below = |value: &u8| *value < modulus;
    if modulus <= 10 {
        return row.bytes().map(|byte| byte.checked_sub(b'0').filter(below)).collect();
    }
    row.split(' ').map(|part| part.parse().ok().filter(below)).collect()
}

fn sum(cells: impl Iterator<Item = (usize, u8)>, weights: &[u8], modulus: u8) -> u64 {
    cells.map(|(cell, value)| u64::from(value) * u64::from(weights[cell])).sum::<u64>() % u64::from(modulus)
}

/// The first move that changes the weighted sum.
fn first_changing(puzzle: &Puzzle, weights: &[u8], cx: &Context<'_>) -> Result<Option<usize>, Halt> {
    if let Moves::Near(Near::RowColumn) = puzzle.moves {
        return Ok(first_changing_cross(puzzle, weights));
    }
    for index in 0..puzzle.move_count() {
        if index.is_multiple_of(4096) {
            cx.spend(4096)?;
        }
        if sum(puzzle.pattern(index).into_iter(), weights, puzzle.modulus) != 0 {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// Finds the first move that changes the weighted sum for the neighbourhood `row+column`, whose patterns are long,
/// from the sums of each row and column.
fn first_changing_cross(puzzle: &Puzzle, weights: &[u8]) -> Option<usize> {
    let (mut rows, mut columns) = (vec![0_u64; puzzle.rows], vec![0_u64; puzzle.columns]);
    for (cell, &weight) in weights.iter().enumerate() {
        rows[cell / puzzle.columns] += u64::from(weight);
        columns[cell % puzzle.columns] += u64::from(weight);
    }
    let of = |cell: usize| rows[cell / puzzle.columns] + columns[cell % puzzle.columns] - u64::from(weights[cell]);
    (0..puzzle.cells()).find(|&cell| !of(cell).is_multiple_of(u64::from(puzzle.modulus)))
}
