//! The independent checker of hints among any walls: what is left to pay is found by trying every step until nothing
//! gets cheaper (Bellman 1958), which needs no order of the rows.

use std::collections::HashSet;

use engines::Context;

use super::super::board::Board;
use super::super::body::Hint;
use super::super::free_state::{Build, Free};
use super::super::rules::{Place, Step};
use super::super::ways::Walls;
use super::{HINT, agree, stays, table};
use frame::problem::{CheckError, Checked, ensure};

/// Compares a hint with what its moves lead to.
pub(crate) fn hint(free: &Free, claim: &Hint, cx: &Context<'_>) -> Result<Checked, CheckError> {
    let board = &free.grid.board;
    let left = left(board, &free.walls, cx)?;
    if free.is_building() { building(free, &left, claim, cx) } else { walking(free, &left, claim) }
}

/// Rabbit's best steps are all that begin a cheapest way.
fn walking(free: &Free, left: &[Vec<Option<u64>>], claim: &Hint) -> Result<Checked, CheckError> {
    stays(claim)?;
    let board = &free.grid.board;
    let (row, column) = free.walk.place();
    agree("what is left to pay", Some(claim.cost_left), left[row][column])?;
    let rest = |(row, column): Place| Some(left[row][column]? + u64::from(board.cost(row, column)?));
    let is_best = |step: &Step| free.after(*step).is_some_and(|next| rest(next) == Some(claim.cost_left));
    let mut best: Vec<&str> = Step::ALL.iter().filter(|step| is_best(step)).map(|step| step.name()).collect();
    let mut claimed: Vec<&str> = claim.best.iter().map(String::as_str).collect();
    best.sort_unstable();
    claimed.sort_unstable();
    ensure(best == claimed, format!("the best steps are: {}", best.join(", ")))?;
    Ok(Checked::of("these steps and no others begin a cheapest way among the walls", HINT))
}

/// Eel's moves lead to walls with which Rabbit pays the value of the game: `done` at once, others can be played, and
/// leave it within reach, since every wall can be opened again.
fn building(free: &Free, left: &[Vec<Option<u64>>], claim: &Hint, cx: &Context<'_>) -> Result<Checked, CheckError> {
    let board = &free.grid.board;
    let value = table(board, 0, cx)?[0].map(|value| value - free.walk.paid);
    agree("what Eel can still enforce", Some(claim.cost_left), value)?;
    let moves: HashSet<String> = free.builds().map(Build::text).collect();
    for text in &claim.best {
        ensure(moves.contains(text), format!("'{text}' cannot be played"))?;
        if *text == Build::Done.text() {
            agree("what Rabbit pays among these walls", left[0][0], value)?;
        }
    }
    ensure(!claim.best.is_empty(), "there is a best move unless the game is over")?;
    Ok(Checked::of("the value of the game, and that it stays within reach", HINT))
}

/// What is left to pay from every cell, by steps until nothing gets cheaper.
fn left(board: &Board, walls: &Walls, cx: &Context<'_>) -> Result<Vec<Vec<Option<u64>>>, CheckError> {
    let (rows, columns) = (board.rows(), board.columns());
    let _claim = cx.reserve(16 * (rows * columns) as u64)?;
    let mut left = vec![vec![None; columns]; rows];
    left[rows - 1] = board.row(rows - 1).map(|cost| cost.map(|_| 0)).collect();
    let mut is_settled = false;
    while !is_settled {
        is_settled = true;
        cx.spend((rows * columns) as u64)?;
        for row in (0..rows - 1).rev() {
            let both_ways = (0..columns).chain((0..columns).rev());
            for column in both_ways.filter(|&column| board.cost(row, column).is_some()) {
                let down = (!walls.contains(&(row, column))).then_some((row + 1, column));
                let next = [Some((row, column + 1)), column.checked_sub(1).map(|at| (row, at)), down];
                let least = next
                    .into_iter()
                    .flatten()
                    .filter(|&(_, at)| at < columns)
                    .filter_map(|(row, at)| Some(left[row][at]? + u64::from(board.cost(row, at)?)));
                let least: Option<u64> = least.min();
                if least.is_some_and(|least| left[row][column].is_none_or(|known| least < known)) {
                    left[row][column] = least;
                    is_settled = false;
                }
            }
        }
    }
    Ok(left)
}
