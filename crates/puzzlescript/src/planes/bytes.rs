//! An estimate of the memory that the engine takes for a level, made before it is loaded.

use std::collections::HashSet;

use crate::game::{Cell, Direction, Game, Level, Rule};

use super::program::fits;
use super::size;

/// Bytes of a rule, a row and their places in lists.
const RULE: usize = 160;
/// Bytes of a cell of a rule: its number, its terms, and the pairs of a plane and the rule from which sets are made.
const CELL: usize = 4;
/// Bytes of one condition of a cell: a term, and the pair from which a set is made.
const TERM: usize = 32;

/// An estimate of the bytes that the engine takes for a level.
#[must_use]
pub fn bytes(game: &Game, level: &Level) -> usize {
    let rules: Vec<&Rule> = game.early.iter().chain(game.late.iter()).flat_map(|group| &group.rules).collect();
    let rules: Vec<&Rule> = rules.into_iter().filter(|rule| fits(rule, level)).collect();
    board(game, level).saturating_add(program(game, level, &rules)).saturating_add(regions(level, &rules))
}

/// The planes, and what is kept by cells: objects now, at the start of the turn and as they were unpacked; movements
/// now and at the start of the turn; and twenty bytes of numbers.
fn board(game: &Game, level: &Level) -> usize {
    let (plane, objects, movements) = size::words(game, level);
    let sets: usize = game.cells.iter().map(|cell| cell.any.len() + usize::from(cell.none.len() > 1)).sum();
    let planes = (64 * (objects + movements) + sets).saturating_mul(8 * (plane + 1));
    planes.saturating_add(level.cells.len().saturating_mul(8 * (3 * objects + 2 * movements) + 20))
}

/// The rules, with what they need, and the distinct cells.
fn program(game: &Game, level: &Level, rules: &[&Rule]) -> usize {
    let (_, objects, movements) = size::words(game, level);
    let terms = |cell: &Cell| cell.all.len() + cell.moving.len() + cell.still.len() + cell.any.len() + cell.none.len();
    let of_cell: Vec<usize> = game.cells.iter().map(|cell| CELL + TERM * terms(cell)).collect();
    let cells = rules.iter().flat_map(|rule| &rule.rows).flat_map(|row| row.runs.iter().flatten());
    let cells: usize = cells.map(|&cell| of_cell[cell as usize]).sum();
    let sets: usize = game.cells.iter().map(|cell| cell.any.len()).sum();
    let distinct = 8 * (game.cells.len() * (4 * objects + 5 * movements) + sets * objects);
    rules.len().saturating_mul(RULE + 8 * (objects + movements)).saturating_add(cells).saturating_add(distinct)
}

/// The planes of cells behind which runs of the rules have room: two for each length.
fn regions(level: &Level, rules: &[&Rule]) -> usize {
    let lengths: HashSet<(Direction, usize)> = rules
        .iter()
        .flat_map(|rule| rule.rows.iter().flat_map(|row| &row.runs).map(|run| (rule.direction, run.len())))
        .collect();
    (2 * lengths.len()).saturating_mul(8 * level.cells.len().div_ceil(64))
}
