//! Which question by which method.
//!
//! Whether a position can be solved follows from the graph alone ([`super::solvable`]); only then is a solution
//! searched for. A hint is read from a saved map where the user names one.

pub(super) mod chart;

use std::io;
use std::sync::Arc;

use engines::Context;
use engines::motion::{Halted, Layout, Solver, Within};

use super::rules::Puzzle;
use super::series::{self, Wanted};
use super::solvers::Known;
use crate::answer::{Answer, BigCount, Body, Hint, PebbleCount, Proof, Reached, Solution};
use crate::problem::AskError;
use crate::question::{Question, QuestionKind};

/// Shortest lines listed at most.
const MOST_LISTED: usize = 10_000;

const NAME: &str = "pebble";
const BY_LAYERS: &str = "dynamic programming over arrangements, move by move";
const BY_BLOCKS: &str = "blocks of the graph (Wilson's theorem)";

/// Answers a question.
pub(super) fn ask(puzzle: &Arc<Puzzle>, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    let here = puzzle.after(&question.asked.moves)?;
    cx.spend(puzzle.board.places() as u64)?;
    if question.kind == QuestionKind::Map {
        return chart::map(puzzle, question, cx);
    }
    if let (QuestionKind::Count, Some(exactly)) = (question.kind, question.asked.exactly) {
        return count(puzzle, question, &here, exactly, cx);
    }
    let known = Known::of(&puzzle.board, cx);
    if let Some(exchange) = known.parts(&puzzle.board).obstacle(&puzzle.board, &here) {
        return Ok(Answer::impossible(NAME, question, BY_BLOCKS, Proof::Exchange(exchange)));
    }
    match question.kind {
        QuestionKind::Reach => Ok(Answer::found(NAME, question, BY_BLOCKS, Body::Reached(Reached { reachable: true }))),
        QuestionKind::Hint => hint(puzzle, &known, question, &here, cx),
        QuestionKind::Count => count_shortest(puzzle, &known, question, &here, cx),
        _ => solve(puzzle, &known, question, &here, cx),
    }
}

/// Counts the shortest solutions: the answer to `count` without a given number of moves.
fn count_shortest(
    puzzle: &Puzzle,
    known: &Known,
    question: &Question,
    here: &Layout,
    cx: &Context<'_>,
) -> Result<Answer, AskError> {
    let pebbles = puzzle.board.places() as u64 - 1;
    if question.asked.matching.is_some_and(|matching| matching != pebbles) {
        let message = "'matching' counts series of a given number of moves; expected 'exactly' too, such as 16";
        return Err(AskError::NotOffered(message.into()));
    }
    let solver = known.solver(&puzzle.board, here, cx);
    let counted = solver.count(here, cx).and_then(|(moves, series)| {
        let all = question.asked.all.then(|| solver.all(here, MOST_LISTED, cx)).transpose()?;
        Ok((moves, series, all))
    });
    let (moves, series, all) = match counted {
        Ok(counted) => counted,
        Err(cut) if cut.is_exhausted() => return Err(contradiction()),
        Err(cut) => return Ok(Answer::unfinished(NAME, question, format!("{}; {}", solver.method(), cut.halt), 0)),
    };
    let body = PebbleCount {
        exactly: moves.into(),
        matching: pebbles,
        series: BigCount(series),
        all_complete: all.as_ref().map(|all| all.complete),
        all: all.map(|all| all.lines.iter().map(|line| texts(line)).collect()),
    };
    Ok(Answer::found(NAME, question, solver.method(), Body::PebbleCount(body)))
}

/// How many series of so many moves there are, as the question asks for them.
fn count(
    puzzle: &Puzzle,
    question: &Question,
    here: &Layout,
    exactly: u64,
    cx: &Context<'_>,
) -> Result<Answer, AskError> {
    let pebbles = puzzle.board.places() as u64 - 1;
    let matching = question.asked.matching.unwrap_or(pebbles);
    if matching > pebbles {
        let message = format!("{matching} pebbles cannot match; expected a number from 0 to {pebbles}");
        return Err(AskError::NotOffered(message));
    }
    let wanted = Wanted { exactly, matching, list: question.asked.all.then_some(MOST_LISTED) };
    let found = match series::series(&puzzle.board, here, wanted, cx) {
        Ok(found) => found,
        Err(halt) => return Ok(Answer::unfinished(NAME, question, format!("{BY_LAYERS}; {halt}"), 0)),
    };
    let body = PebbleCount {
        exactly,
        matching,
        all_complete: found.listed.as_ref().map(|listed| found.count == listed.len().into()),
        all: found.listed.map(|listed| listed.iter().map(|line| texts(line)).collect()),
        series: BigCount(found.count),
    };
    Ok(Answer::found(NAME, question, BY_LAYERS, Body::PebbleCount(body)))
}

fn texts(places: &[u8]) -> Vec<String> {
    places.iter().map(ToString::to_string).collect()
}

/// A search that a limit ended; one that found nothing contradicts the verdict on the blocks.
fn halted(question: &Question, solver: &Solver, halted: Halted) -> Result<Answer, AskError> {
    if halted.is_exhausted() {
        return Err(contradiction());
    }
    let method = format!("{}; {}", solver.method(), halted.halt);
    Ok(Answer::unfinished(NAME, question, method, u64::from(halted.at_least)))
}

/// A shortest solution; where only so many moves are asked for, none that is longer.
fn shortest(solver: &Solver, question: &Question, here: &Layout, cx: &Context<'_>) -> Result<Within, Halted> {
    match question.asked.within {
        None => solver.shortest(here, cx).map(Within::Found),
        Some(most) => solver.shortest_within(here, u32::try_from(most).unwrap_or(u32::MAX), cx),
    }
}

fn contradiction() -> AskError {
    AskError::Broken(io::Error::other("the search contradicts the verdict on the blocks"))
}

fn hint(
    puzzle: &Puzzle,
    known: &Known,
    question: &Question,
    here: &Layout,
    cx: &Context<'_>,
) -> Result<Answer, AskError> {
    if let Some(map) = chart::named(&puzzle.board, cx)? {
        let (left, best) = map.best_moves(here).map_err(chart::damaged)?.ok_or_else(contradiction)?;
        let body = advice(puzzle, here, left, &best);
        return Ok(Answer::found(NAME, question, "a saved map", Body::Hint(body)));
    }
    let solver = known.solver(&puzzle.board, here, cx);
    match solver.best_moves(here, cx) {
        Ok(moves) => {
            let body = advice(puzzle, here, moves.left, &moves.best);
            Ok(Answer::found(NAME, question, solver.method(), Body::Hint(body)))
        }
        Err(cut) => halted(question, &solver, cut),
    }
}

fn advice(puzzle: &Puzzle, here: &Layout, left: u32, best: &[u8]) -> Hint {
    let (moves_left, tiles) = (Some(u64::from(left)), puzzle.tiles_at(here, best));
    Hint { best: texts(best), moves_left, tiles, ..Hint::default() }
}

fn solve(
    puzzle: &Puzzle,
    known: &Known,
    question: &Question,
    here: &Layout,
    cx: &Context<'_>,
) -> Result<Answer, AskError> {
    let solver = known.solver(&puzzle.board, here, cx);
    let line = match shortest(&solver, question, here, cx) {
        Ok(Within::Found(line)) => line,
        Ok(Within::Longer { at_least }) => {
            let method = format!("{}; no further than asked", solver.method());
            return Ok(Answer::unfinished(NAME, question, method, at_least.into()));
        }
        Err(cut) => return halted(question, &solver, cut),
    };
    let mut body = Solution {
        moves: line.moves.len() as u64,
        solution: texts(&line.moves),
        tiles: puzzle.tiles(here, &line.moves),
        optimal: true,
        ..Solution::default()
    };
    if question.asked.count {
        body.solutions = solver.count(here, cx).ok().map(|(_, lines)| BigCount(lines));
    }
    if question.asked.all {
        let all = solver.all(here, MOST_LISTED, cx).ok();
        body.all_complete = Some(all.as_ref().is_some_and(|all| all.complete));
        body.all = all.map(|all| all.lines.iter().map(|line| texts(line)).collect());
    }
    Ok(Answer::found(NAME, question, solver.method(), Body::Solution(body)))
}
