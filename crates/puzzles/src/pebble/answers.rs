//! Which question by which method.
//!
//! Whether a position can be solved follows from the graph alone ([`super::solvable`]); only then is a solution
//! searched for. A hint is read from a saved map where the user names one.

pub(super) mod chart;

use std::io;
use std::sync::Arc;

use engines::Context;
use engines::motion::{Halted, Layout, Solver};

use super::rules::Puzzle;
use super::solvers::Known;
use crate::answer::{Answer, Body, Hint, Proof, Reached, Solution, Whole};
use crate::problem::Refusal;
use crate::question::{Kind, Question};

/// Shortest lines listed at most.
const MOST_LISTED: usize = 10_000;

const NAME: &str = "pebble";
const BY_BLOCKS: &str = "blocks of the graph (Wilson's theorem)";

/// Answers a question.
pub(super) fn ask(puzzle: &Arc<Puzzle>, question: &Question, cx: &Context<'_>) -> Result<Answer, Refusal> {
    let here = puzzle.after(&question.asked.moves)?;
    cx.spend(puzzle.board.places() as u64)?;
    if question.kind == Kind::Map {
        return chart::map(puzzle, question, cx);
    }
    let known = Known::of(&puzzle.board, cx);
    if let Some(exchange) = known.parts(&puzzle.board).obstacle(&puzzle.board, &here) {
        return Ok(Answer::impossible(NAME, question, BY_BLOCKS, Proof::Exchange(exchange)));
    }
    match question.kind {
        Kind::Reach => Ok(Answer::found(NAME, question, BY_BLOCKS, Body::Reached(Reached { reachable: true }))),
        Kind::Hint => hint(puzzle, &known, question, &here, cx),
        _ => solve(puzzle, &known, question, &here, cx),
    }
}

fn texts(places: &[u8]) -> Vec<String> {
    places.iter().map(ToString::to_string).collect()
}

/// A search that a limit ended; one that found nothing contradicts the verdict on the blocks.
fn halted(question: &Question, solver: &Solver, halted: Halted) -> Result<Answer, Refusal> {
    if halted.is_exhausted() {
        return Err(contradiction());
    }
    let method = format!("{}; {}", solver.method(), halted.halt);
    Ok(Answer::unfinished(NAME, question, method, u64::from(halted.at_least)))
}

fn contradiction() -> Refusal {
    Refusal::Broken(io::Error::other("the search contradicts the verdict on the blocks"))
}

fn hint(
    puzzle: &Puzzle,
    known: &Known,
    question: &Question,
    here: &Layout,
    cx: &Context<'_>,
) -> Result<Answer, Refusal> {
    if let Some(map) = chart::named(&puzzle.board, cx)? {
        let (left, best) = map.best_moves(here).map_err(chart::damaged)?.ok_or_else(contradiction)?;
        let body = Hint { best: texts(&best), moves_left: Some(u64::from(left)), ..Hint::default() };
        return Ok(Answer::found(NAME, question, "a saved map", Body::Hint(body)));
    }
    let solver = known.solver(&puzzle.board, here, cx);
    match solver.best_moves(here, cx) {
        Ok(moves) => {
            let left = Some(u64::from(moves.left));
            let body = Hint { best: texts(&moves.best), moves_left: left, ..Hint::default() };
            Ok(Answer::found(NAME, question, solver.method(), Body::Hint(body)))
        }
        Err(cut) => halted(question, &solver, cut),
    }
}

fn solve(
    puzzle: &Puzzle,
    known: &Known,
    question: &Question,
    here: &Layout,
    cx: &Context<'_>,
) -> Result<Answer, Refusal> {
    let solver = known.solver(&puzzle.board, here, cx);
    let line = match solver.shortest(here, cx) {
        Ok(line) => line,
        Err(cut) => return halted(question, &solver, cut),
    };
    let mut body =
        Solution { moves: line.moves.len() as u64, solution: texts(&line.moves), optimal: true, ..Solution::default() };
    if question.asked.count {
        body.solutions = solver.count(here, cx).ok().map(|(_, lines)| Whole(lines));
    }
    if question.asked.all {
        let all = solver.all(here, MOST_LISTED, cx).ok();
        body.all_complete = Some(all.as_ref().is_some_and(|all| all.complete));
        body.all = all.map(|all| all.lines.iter().map(|line| texts(line)).collect());
    }
    Ok(Answer::found(NAME, question, solver.method(), Body::Solution(body)))
}
