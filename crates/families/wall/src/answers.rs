//! Answers questions about the wall game: the row scan for walls built beforehand, interval dynamic programming for
//! the live
//! rule, a search row by row for the region of a board without a way.

use engines::{Context, Halt, Outcome};

use super::argument::explanation;
use super::board::Board;
use super::body::{EXPLAIN, Hint, Live, PATH, Proof, Solve};
use super::free_state::{Build, Free};
use super::grid::Grid;
use super::live;
use super::live_state::LiveState;
use super::rules::{Place, Rule, Step, Walk, cost, path, run};
use super::scan::Best;
use super::sides::{Eel, Rabbit, gap_text};
use super::values;
use super::ways::{Walls, below};
use frame::answer::Reply;
use frame::options::Options;
use frame::problem::AskError;

/// How walls built beforehand are chosen.
const SCAN: &str = "dynamic programming by rows, two sweeps each";
/// How walls are chosen where any may be built.
const FREE: &str = "dynamic programming by rows, two sweeps each: with one gap in each pair of rows Eel has no less than \
    with any other walls";
/// How the live rule is solved.
const INTERVALS: &str = "dynamic programming over intervals of each row";

/// How Rabbit's steps among given walls are found.
const WAYS: &str = "dynamic programming from the last row up, over all ways among these walls";

/// The value of the game under a rule.
pub(super) fn solve(grid: &Grid, rule: Rule, options: &Options, cx: &Context<'_>) -> Result<Reply, AskError> {
    match rule {
        Rule::Walls | Rule::Free => Ok(solve_walls(grid, rule, options, cx)?),
        Rule::Live if options.is_on(&PATH) || options.is_on(&EXPLAIN) => Err(AskError::NotOffered(
            "under the live rule neither path nor walls are fixed beforehand; expected no option 'path' or 'explain'"
                .into(),
        )),
        Rule::Live => Ok(solve_live(&grid.board, cx)),
    }
}

fn solve_walls(grid: &Grid, rule: Rule, options: &Options, cx: &Context<'_>) -> Result<Reply, Halt> {
    let Some(best) = grid.best(cx)? else { return impossible(&grid.board, cx) };
    let body = Solve {
        cost: best.cost,
        rule: rule.name().map(str::to_owned),
        gaps: best.gaps.iter().map(|gap| gap + 1).collect(),
        path: options.is_on(&PATH).then(|| listed(grid, best, cx)).transpose()?,
        explanation: options.is_on(&EXPLAIN).then(|| explanation(&grid.board, rule, best, cx)).transpose()?,
    };
    let (method, proof) = if rule == Rule::Free { (FREE, free(grid, cx)?) } else { (SCAN, by_table(grid)) };
    Ok(Reply::found(method, body).with_proof(proof))
}

/// The entries of the table of the recurrence: three for each cell.
fn by_table(grid: &Grid) -> Proof {
    Proof::Table { size: 3 * values::cells(&grid.board) }
}

/// The table as the bound over all walls, listed where the board is small.
fn free(grid: &Grid, cx: &Context<'_>) -> Result<Proof, Halt> {
    let shown = values::are_shown(&grid.board);
    let values = shown.then(|| values::table(&grid.board, cx)).transpose()?;
    Ok(Proof::Values { size: 3 * values::cells(&grid.board), values: values.map(|values| values.down) })
}

/// The cells of the path through the best gaps, from 1.
fn listed(grid: &Grid, best: &Best, cx: &Context<'_>) -> Result<Vec<[u32; 2]>, Halt> {
    let bends = best.gaps.iter().map(|&gap| i64::from(gap)).scan(0, |from, gap| {
        let columns = (gap - *from).unsigned_abs();
        *from = gap;
        Some(columns + 1)
    });
    let _claim = cx.reserve(24 * (bends.sum::<u64>() + 1))?;
    Ok(path(&grid.board, &best.gaps).trail.into_iter().map(from_one).collect())
}

fn from_one((row, column): Place) -> [u32; 2] {
    [row, column].map(|number| u32::try_from(number + 1).unwrap_or(u32::MAX))
}

/// Proves that the last row cannot be reached from the start by naming every cell that can.
fn impossible(board: &Board, cx: &Context<'_>) -> Result<Reply, Halt> {
    Ok(Reply::impossible(SCAN, cut_off(board, &Walls::new(), (0, 0), cx)?))
}

/// Every cell that can be reached among walls from a place from which the last row cannot.
fn cut_off(board: &Board, walls: &Walls, from: Place, cx: &Context<'_>) -> Result<Proof, Halt> {
    let mut cells = Vec::new();
    let mut entered = vec![from.1];
    for row in from.0..board.rows() {
        let mut reached: Vec<usize> = Vec::new();
        for column in entered {
            if reached.last().is_none_or(|&last| last < column) && board.cost(row, column).is_some() {
                let (first, last) = run(board, (row, column));
                reached.extend(first..=last);
            }
        }
        cx.spend(board.columns() as u64)?;
        drop(cx.reserve(16 * (cells.len() + reached.len()) as u64)?);
        cells.extend(reached.iter().map(|&column| from_one((row, column))));
        entered = reached.into_iter().filter(|&column| below(board, walls, (row, column)).is_some()).collect();
    }
    Ok(Proof::Region { cells })
}

fn solve_live(board: &Board, cx: &Context<'_>) -> Reply {
    let values = match live::values(board, 0, cx) {
        Outcome::Found(values) => values,
        Outcome::Unfinished { halt, at_least, .. } => return Reply::unfinished(halt.to_string(), at_least),
    };
    let cost = values.iter().copied().min().unwrap_or(0);
    let starts = (1..).zip(&values).filter(|&(_, &value)| value == cost).map(|(column, _)| column).collect();
    Reply::found(INTERVALS, Live { cost, rule: Rule::Live.name().unwrap_or_default().to_owned(), starts })
}

/// Rabbit's best step: the way to the gap and on from gap to gap.
pub(super) fn rabbit_hint(rabbit: &Rabbit, cx: &Context<'_>) -> Result<Reply, Halt> {
    let board = &rabbit.grid.board;
    if rabbit.grid.best(cx)?.is_none() {
        return impossible(board, cx);
    }
    let (row, column) = rabbit.walk.place();
    let step = rabbit.gap(row).map(|gap| match gap.cmp(&column) {
        std::cmp::Ordering::Less => Step::Left,
        std::cmp::Ordering::Equal => Step::Down,
        std::cmp::Ordering::Greater => Step::Right,
    });
    let mut rest = Walk { trail: vec![(row, column)], paid: 0 };
    for gap in (row..).map_while(|row| rabbit.gap(row)) {
        rest.through(board, gap);
        // Only what is paid is asked for; the trail of a large board would take much memory.
        rest.trail.drain(..rest.trail.len() - 1);
    }
    let best = step.map(|step| step.name().to_owned()).into_iter().collect();
    Ok(Reply::found(SCAN, Hint::new(best, rest.paid)))
}

/// Eel's best gaps: those after which Rabbit still pays most.
pub(super) fn eel_hint(eel: &Eel, cx: &Context<'_>) -> Result<Reply, Halt> {
    let board = &eel.grid.board;
    if eel.grid.best(cx)?.is_none() {
        return impossible(board, cx);
    }
    let below = eel.below(cx)?;
    let along = along(board, eel.walk.place());
    let value = |at: usize| along[at] + below[at].unwrap_or(0);
    let most = eel.choices().map(value).max().unwrap_or(0);
    let best = eel.choices().filter(|&at| value(at) == most).map(gap_text).collect();
    Ok(Reply::found(SCAN, Hint::new(best, most)))
}

/// Rabbit's best steps among walls that are given; for Eel, the walls that are missing from the best ones, those that
/// are too many first. Since a wall can be opened again, none is a mistake before the walls are done.
pub(super) fn free_hint(free: &Free, cx: &Context<'_>) -> Result<Reply, Halt> {
    let board = &free.grid.board;
    if !free.is_building() {
        let (ways, place) = (free.ways(cx)?, free.walk.place());
        let Some(left) = ways.left(place) else {
            return Ok(Reply::impossible(WAYS, cut_off(board, &free.walls, place, cx)?));
        };
        let steps = ways.best(board, &free.walls, place);
        return Ok(Reply::found(WAYS, Hint::new(steps.into_iter().map(|step| step.name().to_owned()).collect(), left)));
    }
    let Some(best) = free.grid.best(cx)? else { return impossible(board, cx) };
    let cost_left = best.cost - free.walk.paid;
    if free.ways(cx)?.left((0, 0)) == Some(cost_left) {
        return Ok(Reply::found(FREE, Hint { revocable: true, ..Hint::new(vec![Build::Done.text()], cost_left) }));
    }
    let is_best = |&(row, column): &Place| best.gaps.get(row).is_some_and(|&gap| gap as usize != column);
    let surplus: Vec<Build> = free.walls.iter().filter(|wall| !is_best(wall)).map(|&wall| Build::Open(wall)).collect();
    let missing = || free.builds().filter(|build| matches!(build, Build::Wall(wall) if is_best(wall))).collect();
    let named = if surplus.is_empty() { missing() } else { surplus };
    let best = named.into_iter().map(Build::text).collect();
    Ok(Reply::found(FREE, Hint { revocable: true, ..Hint::new(best, cost_left) }))
}

/// What walking along the row costs to each column that can be reached, the first cell not paid again.
fn along(board: &Board, (row, column): Place) -> Vec<u64> {
    let mut along = vec![0; board.columns()];
    let (first, last) = run(board, (row, column));
    for at in (first..column).rev() {
        along[at] = along[at + 1] + cost(board, (row, at));
    }
    for at in column + 1..=last {
        along[at] = along[at - 1] + cost(board, (row, at));
    }
    along
}

/// Every best move of a live game.
pub(super) fn live_hint(grid: &Grid, state: &LiveState, cx: &Context<'_>) -> Result<Reply, Halt> {
    let (cost_left, best) = state.best(grid, cx)?;
    let best = best.into_iter().map(|played| played.text()).collect();
    Ok(Reply::found(INTERVALS, Hint::new(best, cost_left)))
}
