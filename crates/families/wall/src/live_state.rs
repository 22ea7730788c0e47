//! The state of a live game: who is to move, which moves are legal, and what is best for either side at any position,
//! also after mistakes of either side.
//!
//! Eel decides about a cell once, when Rabbit first reaches it in a row. Once a visited cell of the row is open, the
//! best for Rabbit is to go down one of the open ones, and Eel can wall all that is still to be reached.

use engines::{Context, Halt};

use super::grid::Grid;
use super::live::{self, End, Intervals};
use super::rules::{Place, Step, Walk, after};

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Rabbit,
    Eel,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// Rabbit's first: the column, from 0.
    Start(usize),
    /// Rabbit walks.
    Walk(Step),
    /// Eel walls the edge below the token.
    Wall,
    /// Eel leaves it open.
    Open,
}

impl Move {
    /// As text.
    pub(super) fn text(self) -> String {
        match self {
            Move::Start(column) => format!("start {}", column + 1),
            Move::Walk(step) => step.name().to_owned(),
            Move::Wall => "wall".to_owned(),
            Move::Open => "open".to_owned(),
        }
    }

    /// The move of this text.
    pub(super) fn read(text: &str) -> Option<Move> {
        let start = || Some(Move::Start(text.strip_prefix("start ")?.parse::<usize>().ok()?.checked_sub(1)?));
        let plain = [Move::Wall, Move::Open].into_iter().find(|plain| plain.text() == text);
        plain.or_else(|| Step::named(text).map(Move::Walk)).or_else(start).filter(|read| read.text() == text)
    }
}

/// The state of a live game.
#[derive(Clone, Debug)]
pub(super) struct LiveState {
    /// The token's walk; `None` before Rabbit has chosen where to start.
    pub(super) walk: Option<Walk>,
    /// The columns visited in the token's row.
    pub(super) visited: (usize, usize),
    /// The visited columns below which Eel left the edge open.
    pub(super) open: Vec<usize>,
    /// Whether Eel decides now.
    pub(super) eel: bool,
    /// The edges walled so far, as the cells above them.
    pub(super) walled: Vec<Place>,
}

impl LiveState {
    /// Before the start.
    pub(super) fn start() -> LiveState {
        LiveState { walk: None, visited: (0, 0), open: Vec::new(), eel: false, walled: Vec::new() }
    }

    /// The state with as much of its history as the rest of the game depends on: for looking ahead.
    pub(super) fn without_history(&self) -> LiveState {
        let walk = self.walk.as_ref().map(|walk| Walk { trail: vec![walk.place()], paid: walk.paid });
        LiveState { walk, open: self.open.clone(), walled: Vec::new(), ..*self }
    }

    /// The side to move; `None` when the last row is reached.
    pub(super) fn turn(&self, grid: &Grid) -> Option<Side> {
        let over = self.walk.as_ref().is_some_and(|walk| walk.place().0 + 1 == grid.board.rows());
        (!over).then_some(if self.eel { Side::Eel } else { Side::Rabbit })
    }

    /// The legal moves.
    pub(super) fn moves(&self, grid: &Grid) -> Box<dyn Iterator<Item = Move>> {
        let Some(side) = self.turn(grid) else { return Box::new(std::iter::empty()) };
        let Some(walk) = &self.walk else { return Box::new((0..grid.board.columns()).map(Move::Start)) };
        let list = match side {
            Side::Eel if self.last_open(grid) => vec![Move::Open],
            Side::Eel => vec![Move::Wall, Move::Open],
            Side::Rabbit => {
                let place = walk.place();
                let may = |step: &Step| *step != Step::Down || self.open.contains(&place.1);
                let steps = Step::ALL.into_iter().filter(|step| after(&grid.board, place, *step).is_some());
                steps.filter(may).map(Move::Walk).collect()
            }
        };
        Box::new(list.into_iter())
    }

    /// Whether the edge below the token is the row's last open one.
    fn last_open(&self, grid: &Grid) -> bool {
        self.open.is_empty() && self.visited == (0, grid.board.columns() - 1)
    }

    /// Makes a legal move.
    pub(super) fn make(&mut self, grid: &Grid, played: Move) {
        match (played, &mut self.walk) {
            (Move::Start(column), walk) => {
                *walk = Some(Walk::begin(&grid.board, (0, column)));
                self.reach((0, column), true);
            }
            (Move::Walk(step), Some(walk)) => {
                let Some(place) = after(&grid.board, walk.place(), step) else { return };
                walk.enter(&grid.board, place);
                self.reach(place, step == Step::Down);
            }
            (Move::Wall, Some(walk)) => {
                self.walled.push(walk.place());
                self.eel = false;
            }
            (Move::Open, Some(walk)) => {
                self.open.push(walk.place().1);
                self.eel = false;
            }
            (_, None) => {}
        }
    }

    /// The token has come to `place`.
    fn reach(&mut self, (_, column): Place, new_row: bool) {
        if new_row {
            self.visited = (column, column);
            self.open.clear();
            self.eel = true;
            return;
        }
        let (first, last) = self.visited;
        self.eel = column < first || column > last;
        self.visited = (first.min(column), last.max(column));
    }

    /// What is still to be paid by best play, and every move that keeps to it.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn best(&self, grid: &Grid, cx: &Context<'_>) -> Result<(u64, Vec<Move>), Halt> {
        let Some(side) = self.turn(grid) else { return Ok((0, Vec::new())) };
        let Some(walk) = &self.walk else {
            let values = live::values(&grid.board, 0, cx).or_halt()?;
            return Ok(least(values.into_iter().enumerate().map(|(column, value)| (value, Move::Start(column)))));
        };
        let (row, column) = walk.place();
        let below = live::values(&grid.board, row + 1, cx).or_halt()?;
        let mut intervals = Intervals::of(&grid.board, row, &below);
        let width = grid.board.columns();
        let (first, last) = self.visited;
        intervals.shrink_to((last + 2 - first).min(width), cx)?;
        let outlook = Outlook { intervals, below, visited: self.visited, open: &self.open, width };
        Ok(match side {
            Side::Rabbit => least(outlook.rabbit(column)),
            Side::Eel => most(self.moves(grid).map(|played| (outlook.eel(column, played), played))),
        })
    }
}

/// The smallest value, and the moves that have it.
fn least(moves: impl IntoIterator<Item = (u64, Move)>) -> (u64, Vec<Move>) {
    let moves: Vec<(u64, Move)> = moves.into_iter().collect();
    let best = moves.iter().map(|&(value, _)| value).min().unwrap_or(0);
    (best, moves.into_iter().filter(|&(value, _)| value == best).map(|(_, played)| played).collect())
}

/// The largest value, and the moves that have it.
fn most(moves: impl IntoIterator<Item = (u64, Move)>) -> (u64, Vec<Move>) {
    let moves: Vec<(u64, Move)> = moves.into_iter().collect();
    let best = moves.iter().map(|&(value, _)| value).max().unwrap_or(0);
    (best, moves.into_iter().filter(|&(value, _)| value == best).map(|(_, played)| played).collect())
}

/// What the moves of a position are worth: see [`live`].
struct Outlook<'p> {
    /// Of the intervals longer than the visited one by one.
    intervals: Intervals,
    below: Vec<u64>,
    visited: (usize, usize),
    open: &'p [usize],
    width: usize,
}

impl Outlook<'_> {
    /// Rabbit's sensible moves: towards an open cell, or towards the next new one on either side.
    fn rabbit(&self, column: usize) -> Vec<(u64, Move)> {
        let towards = |to: usize| match to.cmp(&column) {
            std::cmp::Ordering::Less => Move::Walk(Step::Left),
            std::cmp::Ordering::Equal => Move::Walk(Step::Down),
            std::cmp::Ordering::Greater => Move::Walk(Step::Right),
        };
        let targets = if self.open.is_empty() { self.extensions(column) } else { self.exits(column) };
        let mut moves: Vec<(u64, Move)> = targets.into_iter().map(|(value, to)| (value, towards(to))).collect();
        // Several open cells on one side: the cheapest of them counts.
        moves.sort_by_key(|&(value, _)| value);
        let mut seen: Vec<Move> = Vec::new();
        moves.retain(|&(_, played)| {
            let new = !seen.contains(&played);
            seen.push(played);
            new
        });
        moves
    }

    /// Going down at an open cell.
    fn exits(&self, column: usize) -> Vec<(u64, usize)> {
        self.open.iter().map(|&to| (self.intervals.walk(column, to) + self.below[to], to)).collect()
    }

    /// Walking on to a new cell.
    fn extensions(&self, column: usize) -> Vec<(u64, usize)> {
        let (first, last) = self.visited;
        let value = |first, last, end| self.intervals.value(first, last, end);
        let left = (first > 0)
            .then(|| (self.intervals.walk(column, first - 1) + value(first - 1, last, End::Left), first - 1));
        let right = (last + 1 < self.width)
            .then(|| (self.intervals.walk(column, last + 1) + value(first, last + 1, End::Right), last + 1));
        left.into_iter().chain(right).collect()
    }

    /// What Eel's decision at `column` is worth.
    fn eel(&self, column: usize, played: Move) -> u64 {
        let exits = self.exits(column).into_iter().map(|(value, _)| value).min();
        match (played, exits) {
            (Move::Open, None) => self.below[column],
            (Move::Open, Some(exit)) => exit.min(self.below[column]),
            (_, Some(exit)) => exit,
            (_, None) => self.extensions(column).into_iter().map(|(value, _)| value).min().unwrap_or(0),
        }
    }
}
