//! Which question by which method.
//!
//! Whether a position can be solved follows from the graph alone ([`super::solvable`]); only then is a solution
//! searched for.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use engines::Context;
use engines::motion::{Board, Halted, Layout, Solver};
use engines::search::{self, Outcome, Space};
use num_bigint::BigUint;

use super::rules::Puzzle;
use super::solvable::{self, states};
use crate::answer::{Answer, Body, Hint, Map, Proof, Reached, Solution, Whole};
use crate::problem::Refusal;
use crate::question::{Kind, Question};

/// Shortest lines listed at most.
const MOST_LISTED: usize = 10_000;
/// Hardest levels listed at most.
const MOST_HARDEST: usize = 100;

const NAME: &str = "pebble";
const BY_BLOCKS: &str = "blocks of the graph (Wilson's theorem)";

/// Answers a question.
pub(super) fn ask(puzzle: &Arc<Puzzle>, question: &Question, cx: &Context<'_>) -> Result<Answer, Refusal> {
    let asked = &question.asked;
    if asked.at.is_some() || asked.rule.is_some() || asked.path || asked.goal.is_some() {
        return Err(Refusal::NotOffered("pebble has no tile to ask at, no other rule or goal, and no path".into()));
    }
    if question.kind != Kind::Solve && (asked.all || asked.count) {
        return Err(Refusal::NotOffered("pebble lists and counts the answers to solve only".into()));
    }
    let here = puzzle.after(&asked.moves)?;
    cx.spend(puzzle.board.places() as u64)?;
    if question.kind == Kind::Map {
        return map(puzzle, question, cx);
    }
    if let Some(exchange) = solvable::obstacle(&puzzle.board, &here) {
        return Ok(Answer::impossible(NAME, question, BY_BLOCKS, Proof::Exchange(exchange)));
    }
    match question.kind {
        Kind::Reach => Ok(Answer::found(NAME, question, BY_BLOCKS, Body::Reached(Reached { reachable: true }))),
        Kind::Hint => hint(puzzle, question, &here, cx),
        _ => solve(puzzle, question, &here, cx),
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

fn hint(puzzle: &Puzzle, question: &Question, here: &Layout, cx: &Context<'_>) -> Result<Answer, Refusal> {
    let solver = Solver::new(&puzzle.board);
    match solver.best_moves(here, cx) {
        Ok(moves) => {
            let left = Some(u64::from(moves.left));
            let body = Hint { best: texts(&moves.best), moves_left: left, ..Hint::default() };
            Ok(Answer::found(NAME, question, solver.method(), Body::Hint(body)))
        }
        Err(cut) => halted(question, &solver, cut),
    }
}

fn solve(puzzle: &Puzzle, question: &Question, here: &Layout, cx: &Context<'_>) -> Result<Answer, Refusal> {
    let solver = Solver::new(&puzzle.board);
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

/// Maps every state: by bit planes where that takes less memory than to write the states down.
fn map(puzzle: &Puzzle, question: &Question, cx: &Context<'_>) -> Result<Answer, Refusal> {
    let listed = states(&puzzle.board).and_then(|states| states.checked_mul(listed_bytes(&puzzle.board)));
    let census = match listed {
        Some(bytes) if bytes <= 1 << 28 => listed_map(puzzle, question, cx)?,
        _ => return Err(Refusal::NotOffered("not yet".into())),
    };
    match census {
        Ok((census, method)) => Ok(Answer::found(NAME, question, method, Body::Map(body(puzzle, &census)))),
        Err(unfinished) => Ok(*unfinished),
    }
}

/// Bytes that the search engine needs for a state.
fn listed_bytes(board: &Board) -> u128 {
    let heap = board.places().next_multiple_of(16) + 16;
    (size_of::<Layout>() + heap + 32) as u128
}

/// What a map counts, and how it was made; or the answer where a limit struck.
type Mapped = Result<(Census, String), Box<Answer>>;

/// By writing down every state.
fn listed_map(puzzle: &Puzzle, question: &Question, cx: &Context<'_>) -> Result<Mapped, Refusal> {
    let method = "breadth-first search from the goal";
    match search::census(&Moves(&puzzle.board), &puzzle.board.goal(), MOST_HARDEST, cx) {
        Ok(Outcome::Found(census)) => {
            let census = Census { distances: census.distances, hardest: census.farthest };
            Ok(Ok((census, method.into())))
        }
        Ok(Outcome::Halted { halt, at_least }) => {
            let method = format!("{method}; {halt}");
            Ok(Err(Box::new(Answer::unfinished(NAME, question, method, u64::from(at_least)))))
        }
        Ok(Outcome::Exhausted(_)) | Err(_) => Err(contradiction()),
    }
}

/// States by distance from the goal.
struct Census {
    distances: Vec<u64>,
    hardest: Vec<Layout>,
}

fn body(puzzle: &Puzzle, census: &Census) -> Map {
    let distances: Vec<Whole> = census.distances.iter().map(|&count| Whole(BigUint::from(count))).collect();
    Map {
        states: Whole(distances.iter().map(|count| &count.0).sum()),
        largest: (distances.len() as u64).saturating_sub(1),
        mean: super::mean(&distances),
        distances,
        hardest: census.hardest.iter().map(|layout| super::text::print_bare(puzzle, layout)).collect(),
    }
}

/// The moves of a board as a space; moves go both ways, so that the goal may be the start.
struct Moves<'b>(&'b Board);

impl Space for Moves<'_> {
    type State = Layout;
    type Move = u8;
    type Error = Infallible;

    fn successors(&self, state: &Layout, out: &mut Vec<(u8, Layout)>) -> Result<(), Infallible> {
        out.extend(self.0.links(state.blank()).iter().map(|&place| {
            let mut next = state.clone();
            next.slide(place);
            (place, next)
        }));
        Ok(())
    }

    fn is_goal(&self, state: &Layout) -> Result<bool, Infallible> {
        Ok(state.colours() == self.0.wanted())
    }

    fn heap_bytes(&self, state: &Layout) -> usize {
        state.colours().len()
    }
}
