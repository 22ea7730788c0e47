//! The checker of the live rule: a plain table over all visited intervals of each row, filled from long to short by
//! the rules' own words, each entry compared with what its neighbours say.

use engines::Context;

use super::{HINT, agree, stays};
use crate::board::Board;
use crate::body::{Hint, Live};
use crate::grid::Grid;
use crate::live_state::{LiveState, Move};
use crate::rules::Step;
use frame::phrases::data;
use frame::problem::{CheckError, Checked};

/// Checks value and starts.
pub(super) fn solved(board: &Board, claim: &Live, cx: &Context<'_>) -> Result<Checked, CheckError> {
    let entered = entering(board, 0, cx)?;
    let value = entered.iter().copied().min();
    agree("the value of the game", Some(claim.cost), value)?;
    let starts: Vec<u32> = (1..).zip(&entered).filter(|&(_, &cost)| Some(cost) == value).map(|(at, _)| at).collect();
    if starts != claim.starts || claim.rule != "live" {
        return Err(CheckError::wrong(format!("the best starts are {}", data(&starts))));
    }
    let what = "a table over the visited intervals of each row gives this value and these starts";
    Ok(Checked::of(what, &["verdict", "answer.cost", "answer.starts", "answer.rule"]))
}

/// What is paid from entering `row` at each column.
pub(super) fn entering(board: &Board, row: usize, cx: &Context<'_>) -> Result<Vec<u64>, CheckError> {
    let mut below: Vec<u64> = costs(board, board.rows() - 1);
    for at in (row..board.rows() - 1).rev() {
        let table = Table::fill(costs(board, at), below, cx)?;
        below = (0..board.columns()).map(|x| table.costs[x] + table.decided(x, x, x)).collect();
    }
    Ok(below)
}

fn costs(board: &Board, row: usize) -> Vec<u64> {
    board.row(row).map(|cost| cost.map_or(0, u64::from)).collect()
}

/// All values of one row at Eel's decision, by visited interval and by whether Rabbit stands at its last column.
struct Table {
    costs: Vec<u64>,
    below: Vec<u64>,
    values: Vec<[u64; 2]>,
}

impl Table {
    fn fill(costs: Vec<u64>, below: Vec<u64>, cx: &Context<'_>) -> Result<Table, CheckError> {
        let width = costs.len();
        let _claim = cx.reserve(16 * (width as u64).pow(2))?;
        let mut table = Table { costs, below, values: vec![[0; 2]; width * width] };
        for length in (1..=width).rev() {
            cx.spend(width as u64)?;
            for first in 0..=width - length {
                let last = first + length - 1;
                let value = [first, last].map(|at| table.decision(first, last, at));
                table.values[first * width + last] = value;
            }
        }
        Ok(table)
    }

    /// The value with `first..=last` visited and Rabbit just arrived at `at`, one of the two.
    fn decided(&self, first: usize, last: usize, at: usize) -> u64 {
        self.values[first * self.costs.len() + last][usize::from(at == last)]
    }

    /// Eel takes the better of leaving open, after which Rabbit goes down, and walling.
    fn decision(&self, first: usize, last: usize, at: usize) -> u64 {
        let walled = self.extensions(first, last, at).into_iter().flatten().min();
        self.below[at].max(walled.unwrap_or(0))
    }

    /// What walking on to the new cell on the left and on the right costs in all.
    fn extensions(&self, first: usize, last: usize, at: usize) -> [Option<u64>; 2] {
        let left = first.checked_sub(1).map(|next| self.walk(at, next) + self.decided(next, last, next));
        let right = Some(last + 1).filter(|&next| next < self.costs.len());
        [left, right.map(|next| self.walk(at, next) + self.decided(first, next, next))]
    }

    /// The cost of the cells entered on the way.
    fn walk(&self, from: usize, to: usize) -> u64 {
        let cells = if from < to { from + 1..to + 1 } else { to..from };
        self.costs[cells].iter().sum()
    }
}

/// Checks what is left to pay and the list of best moves at a position of play.
pub(crate) fn hint(grid: &Grid, position: &LiveState, claim: &Hint, cx: &Context<'_>) -> Result<Checked, CheckError> {
    stays(claim)?;
    let (left, best) = judge(grid, position, cx)?;
    agree("what is left to pay", Some(claim.cost_left), Some(left))?;
    let mut claimed = claim.best.clone();
    claimed.sort_unstable();
    if claimed != best {
        return Err(CheckError::wrong(format!("the best moves are: {}", best.join(", "))));
    }
    Ok(Checked::of("a table over the visited intervals of the row gives these moves and no others", HINT))
}

/// What is left to pay, and the best moves in alphabetical order.
fn judge(grid: &Grid, position: &LiveState, cx: &Context<'_>) -> Result<(u64, Vec<String>), CheckError> {
    let board = &grid.board;
    let legal: Vec<Move> = position.moves(grid).collect();
    let Some(walk) = &position.walk else {
        let entered = entering(board, 0, cx)?;
        return Ok(pick(legal.iter().zip(entered).map(|(played, value)| (value, *played)).collect(), true));
    };
    if legal.is_empty() {
        return Ok((0, Vec::new()));
    }
    let (row, column) = walk.place();
    let table = Table::fill(costs(board, row), entering(board, row + 1, cx)?, cx)?;
    let worth = |played: &Move| Some((after(&table, position, column, *played)?, *played));
    Ok(pick(legal.iter().filter_map(worth).collect(), !position.eel))
}

/// The least or largest value and its moves.
fn pick(moves: Vec<(u64, Move)>, least: bool) -> (u64, Vec<String>) {
    let values = moves.iter().map(|&(value, _)| value);
    let best = if least { values.min() } else { values.max() }.unwrap_or(0);
    let mut texts: Vec<String> =
        moves.into_iter().filter(|&(value, _)| value == best).map(|(_, played)| played.text()).collect();
    texts.sort_unstable();
    (best, texts)
}

/// What a move is worth; nothing for a step that only walks back over visited cells without aim.
fn after(table: &Table, position: &LiveState, column: usize, played: Move) -> Option<u64> {
    let exits = |open: &[usize]| open.iter().map(|&to| table.walk(column, to) + table.below[to]).min();
    let (first, last) = position.visited;
    let [left, right] = table.extensions(first, last, column);
    let open_on = |wanted: std::cmp::Ordering| {
        let there: Vec<usize> = position.open.iter().copied().filter(|to| to.cmp(&column) == wanted).collect();
        exits(&there)
    };
    match played {
        Move::Open => exits(&position.open).into_iter().chain([table.below[column]]).min(),
        Move::Wall if position.open.is_empty() => left.into_iter().chain(right).min(),
        Move::Wall => exits(&position.open),
        Move::Walk(Step::Down) => open_on(std::cmp::Ordering::Equal),
        Move::Walk(Step::Left) if position.open.is_empty() => left,
        Move::Walk(Step::Right) if position.open.is_empty() => right,
        Move::Walk(Step::Left) => open_on(std::cmp::Ordering::Less),
        Move::Walk(Step::Right) => open_on(std::cmp::Ordering::Greater),
        Move::Start(_) => None,
    }
}
