//! Answers questions about pebbles.
//!
//! Whether a position can be solved follows from the graph alone ([`super::solvable`]); only then is a solution
//! searched for. A hint is read from a saved map where the user names one.

pub(super) mod chart;
mod homes;

use engines::motion::{Layout, Outcome, Within};
use engines::{Context, Halt};

use super::body::{Count, EXACTLY, EveryHome, Hint, HomeExchange, MATCHING, Solution};
use super::notation;
use super::rules::Puzzle;
use super::series::{self, Wanted};
use super::solvers::{Known, contradiction};
use frame::answer::Reply;
use frame::options::{ALL, COUNT, Options, WITHIN};
use frame::phrases::plural;
use frame::problem::AskError;
use frame::query::{Query, QuestionKind};
use frame::solution::{HintUnproven, MAX_LISTED, Reached};
use frame::value::BigCount;
use homes::{HomeSolvers, OpenHome};

const BY_LAYERS: &str = "dynamic programming over arrangements, move by move";
const BY_BLOCKS: &str = "blocks of the graph (Wilson's theorem)";

/// Answers a question about a position.
pub(super) fn answer(puzzle: &Puzzle, here: &Layout, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
    cx.spend(puzzle.board.places() as u64)?;
    let options = &query.options;
    if query.kind == QuestionKind::MAP {
        return chart::map(puzzle, cx);
    }
    if let (QuestionKind::COUNT, Some(exactly)) = (query.kind, options.number(&EXACTLY)) {
        return count(puzzle, here, exactly, options, cx);
    }
    let (mut open, mut closed) = (Vec::new(), Vec::new());
    for board in puzzle.boards() {
        let known = Known::of(board, cx);
        match known.parts(board).obstacle(board, here) {
            Some(why) => closed.push(HomeExchange { home: board.home(), why }),
            None => open.push((board, known)),
        }
    }
    if open.is_empty() {
        return Ok(impossible(puzzle, closed));
    }
    match query.kind {
        QuestionKind::REACH => Ok(Reply::found(BY_BLOCKS, Reached { reachable: true })),
        QuestionKind::HINT => hint(puzzle, &open, here, cx),
        QuestionKind::COUNT => count_shortest(puzzle, &open, here, options, cx),
        _ => solve(puzzle, &open, here, options, cx),
    }
}

/// The reply where the hole has an obstacle for each of its homes.
fn impossible(puzzle: &Puzzle, mut closed: Vec<HomeExchange>) -> Reply {
    match closed.pop() {
        Some(only) if !puzzle.has_homes() => Reply::impossible(BY_BLOCKS, only.why),
        last => Reply::impossible(BY_BLOCKS, EveryHome::Homes { homes: closed.into_iter().chain(last).collect() }),
    }
}

/// Counts the shortest solutions: the answer to `count` without a given number of moves.
fn count_shortest(
    puzzle: &Puzzle,
    open: &[OpenHome<'_>],
    here: &Layout,
    options: &Options,
    cx: &Context<'_>,
) -> Result<Reply, AskError> {
    let pebbles = puzzle.board.places() as u64 - 1;
    if options.number(&MATCHING).is_some_and(|matching| matching != pebbles) {
        let message = "'matching' counts series of a given number of moves; expected 'exactly' too, such as 16";
        return Err(AskError::NotOffered(message.into()));
    }
    let solver = HomeSolvers::of(open, here, cx);
    let counted = solver.count(here, cx).and_then(|(moves, series)| match options.is_on(&ALL) {
        true => solver.all(here, MAX_LISTED, cx).map(|all| (moves, series, Some(all))),
        false => Outcome::Found((moves, series, None)),
    });
    let (moves, series, all) = match counted {
        Outcome::Found(counted) => counted,
        Outcome::Impossible(_) => return Err(contradiction()),
        Outcome::Unfinished { halt, .. } => return Ok(halted(&solver, halt, 0)),
    };
    let body = Count {
        exactly: moves.into(),
        matching: pebbles,
        series: BigCount(series),
        all_complete: all.as_ref().map(|all| all.complete),
        all: all.map(|all| lines(&all.lines)),
    };
    Ok(Reply::found(solver.method(), body))
}

/// Counts the series of exactly this number of moves.
fn count(puzzle: &Puzzle, here: &Layout, exactly: u64, options: &Options, cx: &Context<'_>) -> Result<Reply, AskError> {
    let pebbles = puzzle.board.places() as u64 - 1;
    let matching = options.number(&MATCHING).unwrap_or(pebbles);
    if matching > pebbles {
        let many = plural(matching, "pebble", "pebbles");
        let message = format!("{many} cannot match; expected a number from 0 to {pebbles}");
        return Err(AskError::NotOffered(message));
    }
    let wanted = Wanted { exactly, matching, list: options.is_on(&ALL).then_some(MAX_LISTED) };
    let found = match series::series(puzzle, here, wanted, cx) {
        Ok(found) => found,
        Err(halt) => return Ok(Reply::unfinished(format!("{BY_LAYERS}; {halt}"), 0)),
    };
    let body = Count {
        exactly,
        matching,
        all_complete: found.listed.as_ref().map(|listed| found.count == listed.len().into()),
        all: found.listed.map(|listed| lines(&listed)),
        series: BigCount(found.count),
    };
    Ok(Reply::found(BY_LAYERS, body))
}

fn texts(places: &[u8]) -> Vec<String> {
    places.iter().map(ToString::to_string).collect()
}

fn lines(lines: &[Vec<u8>]) -> Vec<Vec<String>> {
    lines.iter().map(|line| texts(line)).collect()
}

/// The reply where a limit ended the search.
fn halted(solver: &HomeSolvers, halt: Halt, at_least: u64) -> Reply {
    Reply::unfinished(format!("{}; {halt}", solver.method()), at_least)
}

/// A shortest solution; where a largest number of moves is given, none that is longer.
fn shortest(solver: &HomeSolvers, here: &Layout, options: &Options, cx: &Context<'_>) -> Outcome<Within> {
    solver.shortest(here, options.number(&WITHIN).map(|most| u32::try_from(most).unwrap_or(u32::MAX)), cx)
}

fn hint(puzzle: &Puzzle, open: &[OpenHome<'_>], here: &Layout, cx: &Context<'_>) -> Result<Reply, AskError> {
    if puzzle.has_homes() && cx.map_file().is_some_and(|file| !file.is_offered()) {
        return Err(chart::of_one_home());
    }
    let map = if puzzle.has_homes() { None } else { chart::named(&puzzle.board, cx)? };
    if let Some(map) = map {
        let (left, best) = map.best_moves(here).map_err(chart::damaged)?.ok_or_else(contradiction)?;
        return Ok(Reply::found("a saved map", advice(puzzle, here, left, &best)));
    }
    let solver = HomeSolvers::of(open, here, cx);
    match solver.best_moves(here, cx) {
        Outcome::Found(moves) => Ok(Reply::found(solver.method(), advice(puzzle, here, moves.left, &moves.best))),
        Outcome::Impossible(_) => Err(contradiction()),
        Outcome::Unfinished { halt, at_least, partial: Some(line) } => {
            let said = line.iter().take(1).map(|&place| notation::display_name(puzzle, here, place)).collect();
            let hint = HintUnproven { said: Some(said), ..HintUnproven::of(&texts(&line), at_least) };
            Ok(Reply::found(format!("{}; {halt}", solver.method()), hint))
        }
        Outcome::Unfinished { halt, at_least, .. } => Ok(halted(&solver, halt, at_least)),
    }
}

fn advice(puzzle: &Puzzle, here: &Layout, left: u32, best: &[u8]) -> Hint {
    let said = best.iter().map(|&place| notation::display_name(puzzle, here, place)).collect();
    Hint { best: texts(best), moves_left: left.into(), tiles: puzzle.tiles_at(here, best), said: Some(said) }
}

fn solve(
    puzzle: &Puzzle,
    open: &[OpenHome<'_>],
    here: &Layout,
    options: &Options,
    cx: &Context<'_>,
) -> Result<Reply, AskError> {
    let solver = HomeSolvers::of(open, here, cx);
    let (line, at_least, method) = match shortest(&solver, here, options, cx) {
        Outcome::Found(Within::Found(line)) => (line.moves, None, solver.method()),
        Outcome::Found(Within::Longer { at_least }) => {
            return Ok(Reply::unfinished(format!("{}; no further than asked", solver.method()), at_least));
        }
        Outcome::Impossible(_) => return Err(contradiction()),
        Outcome::Unfinished { halt, at_least, partial: Some(line) } => {
            let at_least = Some(at_least).filter(|&at_least| at_least < line.len() as u64);
            (line, at_least, format!("{}; {halt}", solver.method()))
        }
        Outcome::Unfinished { halt, at_least, .. } => return Ok(halted(&solver, halt, at_least)),
    };
    let mut body = Solution {
        moves: line.len() as u64,
        solution: texts(&line),
        tiles: puzzle.tiles(here, &line),
        path: (!line.is_empty()).then(|| notation::path(here, &line)),
        optimal: at_least.is_none(),
        at_least,
        ..Solution::default()
    };
    if body.optimal && options.is_on(&COUNT) {
        body.solutions = solver.count(here, cx).found().map(|(_, lines)| BigCount(lines));
    }
    if body.optimal && options.is_on(&ALL) {
        let all = solver.all(here, MAX_LISTED, cx).found();
        body.all_complete = Some(all.as_ref().is_some_and(|all| all.complete));
        body.all = all.map(|all| lines(&all.lines));
    }
    Ok(Reply::found(method, body))
}
