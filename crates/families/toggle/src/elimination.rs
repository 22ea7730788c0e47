//! Eliminates the moves cell by cell, as one does by hand, and keeps the rows after each cell. `system` solves the same
//! equations by faster methods, which show no steps.
//!
//! Each of `n` cells is one pass over `m` rows of `n + m` numbers.

use engines::{Context, Halt};

use super::body::{Elimination, Round, Row};
use super::cells::Cells;
use super::rules::Puzzle;

/// The most numbers of the rounds that are listed: those of 36 cells with as many moves.
const MAX_NUMBERS: u64 = 100_000;

/// A row: what it adds to each cell, and how often each move is made for that.
#[derive(Clone)]
struct Sum {
    cells: Vec<u8>,
    presses: Vec<u8>,
    /// Whether it was taken for a cell before.
    is_taken: bool,
}

/// The elimination of the moves of a level.
///
/// # Errors
/// A limit was reached.
pub(super) fn elimination(puzzle: &Puzzle, cx: &Context<'_>) -> Result<Elimination, Halt> {
    let (cells, moves, most) = (puzzle.cells(), puzzle.move_count(), u64::from(puzzle.modulus) - 1);
    let row = (cells as u64).saturating_add((moves as u64).saturating_mul(most));
    let numbers = row.saturating_mul(cells as u64).saturating_mul(moves as u64);
    if numbers > MAX_NUMBERS {
        return Ok(Elimination { most_numbers: MAX_NUMBERS, ..Elimination::default() });
    }
    cx.spend(numbers)?;
    let mut rows: Vec<Sum> = (0..moves).map(|index| of_move(puzzle, index)).collect();
    let listed = |rows: &[Sum]| rows.iter().map(|row| written(row, puzzle.modulus)).collect();
    let before = Some(listed(&rows));
    let rounds = (0..cells).map(|cell| {
        let taken = take(&mut rows, cell, puzzle.modulus);
        Round { cell: cell as u64 + 1, taken: taken.map(|place| place as u64 + 1), rows: listed(&rows) }
    });
    Ok(Elimination { most_numbers: MAX_NUMBERS, before, rounds: Some(rounds.collect()) })
}

/// The row of one move.
fn of_move(puzzle: &Puzzle, index: usize) -> Sum {
    let mut row = Sum { cells: vec![0; puzzle.cells()], presses: vec![0; puzzle.move_count()], is_taken: false };
    puzzle.touched(index).for_each(|(cell, value)| row.cells[cell] = value);
    row.presses[index] = 1;
    row
}

/// Eliminates one cell; gives the place of the row that was taken.
fn take(rows: &mut Vec<Sum>, cell: usize, modulus: u8) -> Option<usize> {
    let place = rows.iter().position(|row| !row.is_taken && row.cells[cell] != 0)?;
    let row = rows.remove(place);
    let one = (1..modulus).find(|&times| product(times, row.cells[cell], modulus) == 1).unwrap_or(1);
    let scaled = |values: &[u8]| values.iter().map(|&value| product(one, value, modulus)).collect();
    let row = Sum { cells: scaled(&row.cells), presses: scaled(&row.presses), is_taken: true };
    for other in &mut *rows {
        let times = (modulus - other.cells[cell]) % modulus;
        add(&mut other.cells, &row.cells, times, modulus);
        add(&mut other.presses, &row.presses, times, modulus);
    }
    rows.push(row);
    Some(place)
}

fn product(times: u8, value: u8, modulus: u8) -> u8 {
    (u16::from(times) * u16::from(value) % u16::from(modulus)) as u8
}

/// Adds `more`, so many times, to values modulo the modulus.
fn add(values: &mut [u8], more: &[u8], times: u8, modulus: u8) {
    for (value, &more) in values.iter_mut().zip(more) {
        let sum = u16::from(*value) + u16::from(product(times, more, modulus));
        *value = (sum % u16::from(modulus)) as u8;
    }
}

fn written(row: &Sum, modulus: u8) -> Row {
    let cells = Cells::from_values(modulus, &row.cells);
    let digits = cells.digits(0..cells.len());
    Row { cells: digits, presses: Cells::from_values(modulus, &row.presses).listed() }
}
