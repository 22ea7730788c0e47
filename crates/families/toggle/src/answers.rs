//! Answers questions about toggles.
//!
//! The system of the moves is solved once (dense, or by structure for neighbourhoods); the fewest presses are then
//! the lightest member of a coset of the quiet patterns. Where that search is cut short the answer has the best
//! solution seen and a proven bound: the engine's, or cells to change over cells changed by the largest move.

mod boards;

use std::io::Write;

use engines::{Context, Halt};
use num_bigint::BigUint;

use super::body::{EXPLAIN, Hint, Parity, Reach, Solve};
use super::cells::Cells;
use super::coset::{Coset, Fewest};
use super::depths::Depths;
use super::elimination::elimination;
use super::rules::{Moves, Near, Puzzle};
use super::system::{Solved, System};
use super::text;
use frame::answer::Reply;
use frame::options::{ALL, COUNT, Options};
use frame::problem::AskError;
use frame::query::{Query, QuestionKind};
use frame::solution::{MAX_HARDEST, Map, mean};
use frame::table::Csv;
use frame::value::BigCount;

/// Lists of presses or cells above this many numbers are not part of an answer.
pub(super) const MAX_LISTED: u64 = 1_000_000;
/// Fewest sets listed at most.
pub(super) const MAX_SETS: usize = 10_000;
/// Boards above this many cells have no table of single cells.
pub(super) const MAX_SINGLE: usize = 1024;
/// With at most this many solutions of all cells together, the table of single cells has the fewest presses.
const MAX_TRIED: f64 = 33_554_432.0;
/// The most bytes of the levels that a map lists, together, unless there is one.
const MAX_HARDEST_BYTES: usize = 1 << 24;

/// Answers a question about a board on which presses must make this change.
pub(super) fn answer(puzzle: &Puzzle, change: &Cells, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
    match query.kind {
        QuestionKind::REACH => Ok(reach(puzzle, &query.options, cx)?),
        QuestionKind::MAP => map(puzzle, cx),
        QuestionKind::HINT => hint(puzzle, change, cx),
        _ => solve(puzzle, &query.options, change, cx),
    }
}

fn solve(puzzle: &Puzzle, options: &Options, change: &Cells, cx: &Context<'_>) -> Result<Reply, AskError> {
    let system = System::new(puzzle, cx)?;
    let solution = match system.solve(puzzle, change, cx)? {
        Solved::Presses(presses) => presses,
        Solved::Weights(weights) => {
            return Ok(Reply::impossible(system.method(), parity(puzzle, &weights)));
        }
    };
    let coset = Coset::new(&system, solution, cx);
    let fewest = coset.fewest(cx);
    write_out(puzzle, &fewest.presses, cx)?;
    let method = format!("{}; {}", system.method(), proven_by(&system, &fewest));
    let body = solve_body(puzzle, options, change, &system, (&coset, fewest), cx);
    Ok(Reply::found(method, body))
}

fn proven_by(system: &System<'_>, fewest: &Fewest) -> String {
    match (fewest.halt, system.nullity()) {
        (Some(halt), _) => format!("fewest presses not proven: {halt}"),
        (None, 0) => "the only solution".into(),
        (None, nullity) => format!("fewest over a kernel of dimension {nullity}"),
    }
}

fn solve_body(
    puzzle: &Puzzle,
    options: &Options,
    change: &Cells,
    system: &System<'_>,
    (coset, fewest): (&Coset<'_>, Fewest),
    cx: &Context<'_>,
) -> Solve {
    let moves = fewest.presses.weight();
    let bound = fewest.at_least.max(change.support().div_ceil(puzzle.largest_pattern().max(1)));
    let optimal = fewest.optimal || bound == moves;
    let nullity = system.nullity();
    let (all, all_complete) = match options.is_on(&ALL).then(|| all(coset, moves, optimal, cx)) {
        None => (None, None),
        Some(None) => (None, Some(false)),
        Some(Some((all, complete))) => (Some(all), Some(complete)),
    };
    Solve {
        moves,
        presses: (moves <= MAX_LISTED).then(|| fewest.presses.listed()),
        optimal,
        at_least: (!optimal).then_some(bound),
        rank: (puzzle.move_count() - nullity) as u64,
        nullity: nullity as u64,
        solutions: options.is_on(&COUNT).then(|| BigCount(BigUint::from(puzzle.modulus).pow(nullity as u32))),
        fewest_solutions: options.is_on(&COUNT).then(|| fewest.count.map(|count| BigCount(count.into()))),
        all,
        all_complete,
    }
}

/// Every fewest set, up to the limits; `None` where they are not known.
fn all(coset: &Coset<'_>, moves: u64, optimal: bool, cx: &Context<'_>) -> Option<(Vec<Vec<u64>>, bool)> {
    if !optimal || moves > MAX_LISTED {
        return None;
    }
    let cap = usize::try_from(MAX_LISTED / moves.max(1)).unwrap_or(MAX_SETS).clamp(1, MAX_SETS);
    let (sets, complete) = coset.lightest(cap, cx).ok()?;
    let mut all: Vec<Vec<u64>> = sets.iter().map(Cells::listed).collect();
    all.sort_unstable();
    Some((all, complete))
}

/// The presses as a board, where a place for them was named; moves that are not one a cell in one row.
fn write_out(puzzle: &Puzzle, presses: &Cells, cx: &Context<'_>) -> Result<(), AskError> {
    write_table(presses, cx)?;
    let Some(sink) = cx.out() else { return Ok(()) };
    let mut out = sink.open()?;
    let columns = if puzzle.one_move_a_cell() { puzzle.columns } else { presses.len() };
    for begin in (0..presses.len()).step_by(columns) {
        let mut row = presses.digits(begin..begin + columns).into_bytes();
        row.push(b'\n');
        out.write_all(&row)?;
    }
    Ok(out.flush()?)
}

/// The presses as a table, where they are too many for the answer.
fn write_table(presses: &Cells, cx: &Context<'_>) -> Result<(), AskError> {
    let Some(sink) = cx.table_out().filter(|_| presses.weight() > MAX_LISTED) else { return Ok(()) };
    let mut out = sink.open()?;
    let mut csv = Csv::new(&mut *out, &["press", "times"])?;
    for (at, times) in presses.nonzero() {
        csv.row([(at + 1).to_string(), times.to_string()])?;
    }
    Ok(csv.finish()?)
}

fn parity(puzzle: &Puzzle, weights: &Cells) -> Parity {
    if weights.support() <= MAX_LISTED || matches!(puzzle.moves, Moves::Patterns(_)) {
        let listed: (Vec<u64>, Vec<u8>) = weights.nonzero().map(|(at, weight)| (at as u64 + 1, weight)).unzip();
        let weights = (puzzle.modulus != 2).then_some(listed.1);
        return Parity { cells: Some(listed.0), weights, ..Parity::default() };
    }
    let rows = (0..given_rows(puzzle)).map(|row| weights.digits(row * puzzle.columns..(row + 1) * puzzle.columns));
    Parity { rows: Some(rows.collect()), ..Parity::default() }
}

/// How many rows of a weighing define the others: what a move may change links each row to those before it.
fn given_rows(puzzle: &Puzzle) -> usize {
    match puzzle.moves {
        Moves::Near(Near::Plus) => 1,
        Moves::Near(Near::Torus) => puzzle.rows.min(2),
        _ => puzzle.rows,
    }
}

fn reach(puzzle: &Puzzle, options: &Options, cx: &Context<'_>) -> Result<Reply, Halt> {
    let system = System::new(puzzle, cx)?;
    let (cells, moves, nullity) = (puzzle.cells(), puzzle.move_count(), system.nullity());
    let rank = moves - nullity;
    let quiet = if (nullity as u64).saturating_mul(moves as u64) <= 64 * MAX_LISTED {
        let quiet = system.quiet(puzzle.modulus, cx)?;
        let numbers: u64 = quiet.iter().map(Cells::weight).sum();
        (numbers <= MAX_LISTED).then(|| quiet.iter().map(Cells::listed).collect())
    } else {
        None
    };
    let table = if cells <= MAX_SINGLE { Some(single(puzzle, &system, cx)?) } else { None };
    let (single, single_fewest) = table.unzip();
    let (rank, nullity) = (rank as u64, nullity as u64);
    let explanation = options.is_on(&EXPLAIN).then(|| elimination(puzzle, cx)).transpose()?;
    let all_reachable = rank == cells as u64;
    let body = Reach { all_reachable, rank, nullity, quiet, single, single_fewest, explanation };
    Ok(Reply::found(system.method(), body))
}

/// For each cell presses that raise it alone, or `None` where there are none.
type Single = Vec<Option<Vec<u64>>>;

/// For each cell the presses that raise it alone, and whether they are proven fewest: where all cells together have not
/// too many solutions, the lightest of each cell's coset, else any of them.
fn single(puzzle: &Puzzle, system: &System<'_>, cx: &Context<'_>) -> Result<(Single, Vec<bool>), Halt> {
    let solutions = f64::from(puzzle.modulus).powf(system.nullity() as f64);
    let few = solutions * puzzle.cells() as f64 <= MAX_TRIED;
    let mut coset = Coset::new(system, Cells::uniform(puzzle.modulus, puzzle.move_count(), 0), cx);
    let mut lightest = |presses: Cells| {
        if !few {
            return (presses.listed(), false);
        }
        let fewest = coset.moved(presses).fewest(cx);
        (fewest.presses.listed(), fewest.optimal)
    };
    // Where a cell cannot be changed alone, nothing is left to prove.
    let entry =
        |presses: Option<Cells>| presses.map(&mut lightest).map_or((None, true), |(x, fewest)| (Some(x), fewest));
    Ok(system.singles(puzzle, cx)?.into_iter().map(entry).unzip())
}

/// How many boards need how many presses, over all boards from which the goal can be reached.
fn map(puzzle: &Puzzle, cx: &Context<'_>) -> Result<Reply, AskError> {
    let system = System::new(puzzle, cx)?;
    let (moves, nullity) = (puzzle.move_count(), system.nullity());
    let rank = moves - nullity;
    if let Some(why) = boards::write(puzzle, rank, cx)? {
        return Ok(Reply::unfinished(why, 0));
    }
    let most = most_hardest(puzzle);
    let depths = match Depths::new(&system, (puzzle.modulus, moves), most, cx) {
        Ok(depths) => depths,
        Err(halt) => {
            let boards = format!("{}^{rank} boards", puzzle.modulus);
            return Ok(Reply::unfinished(format!("{}; fewest presses of {boards}; {halt}", system.method()), 0));
        }
    };
    let hardest = depths.farthest.iter().map(|presses| text::print_bare(puzzle, &before(puzzle, presses)));
    let hardest = hardest.collect();
    let distances: Vec<BigCount> = depths.boards.into_iter().map(BigCount).collect();
    let body = Map {
        states: BigCount(BigUint::from(puzzle.modulus).pow(rank as u32)),
        largest: (distances.len() - 1) as u64,
        mean: mean(&distances, 8),
        distances,
        hardest,
        unit: None,
        dead_ends: None,
    };
    let method = format!("{}; fewest presses of every board over a kernel of dimension {nullity}", system.method());
    Ok(Reply::found(method, body))
}

/// The most presses that any board needs from which the goal is reached; `None` where the limits do not suffice to
/// count them.
pub(super) fn farthest(puzzle: &Puzzle, cx: &Context<'_>) -> Option<u64> {
    let system = System::new(puzzle, cx).ok()?;
    let depths = Depths::new(&system, (puzzle.modulus, puzzle.move_count()), 1, cx).ok()?;
    (depths.boards.len() as u64).checked_sub(1)
}

/// How many levels a map lists at most: fewer where their texts are long.
fn most_hardest(puzzle: &Puzzle) -> usize {
    let a_cell = if puzzle.modulus <= 10 { 1 } else { 5 };
    let bytes = text::print_bare(puzzle, &puzzle.start).len() + a_cell * puzzle.cells();
    (MAX_HARDEST_BYTES / bytes).clamp(1, MAX_HARDEST)
}

/// The board that these presses bring to the goal.
fn before(puzzle: &Puzzle, presses: &Cells) -> Cells {
    let mut change = Cells::uniform(puzzle.modulus, puzzle.cells(), 0);
    presses.nonzero().for_each(|(at, times)| (0..times).for_each(|_| puzzle.press(&mut change, at)));
    puzzle.goal.minus(&change)
}

fn hint(puzzle: &Puzzle, change: &Cells, cx: &Context<'_>) -> Result<Reply, AskError> {
    let system = System::new(puzzle, cx)?;
    let solution = match system.solve(puzzle, change, cx)? {
        Solved::Presses(presses) => presses,
        Solved::Weights(weights) => {
            return Ok(Reply::impossible(system.method(), parity(puzzle, &weights)));
        }
    };
    let fewest = Coset::new(&system, solution, cx).fewest(cx);
    let method = format!("{}; {}", system.method(), proven_by(&system, &fewest));
    let Some(used) = fewest.used.filter(|_| fewest.optimal) else {
        let why = fewest.halt.map_or_else(|| "the fewest presses are not proven".to_owned(), |halt| halt.to_string());
        return Ok(Reply::unfinished(format!("{}; {why}", system.method()), fewest.at_least));
    };
    if used.support() > MAX_LISTED {
        return Err(AskError::NotOffered(
            "more than a million presses are best; solve writes them all to --out".into(),
        ));
    }
    let best = used.nonzero().map(|(at, _)| (at + 1).to_string()).collect();
    let moves_left = fewest.presses.weight();
    Ok(Reply::found(method, Hint { best, moves_left }))
}
