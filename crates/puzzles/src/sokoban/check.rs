//! The independent checker of fewest pushes: replay, and a search over single moves by pushes first and moves second.
//!
//! Up to a hundred thousand states all are walked through again; beyond that the check says what it left out.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use engines::Context;

use super::body::PushSolution;
use super::rules::{Board, Direction, State};
use crate::answer::{Reply, Verdict};
use crate::phrases::plural;
use crate::problem::{CheckError, Checked, ensure};
use crate::solution::Exhausted;

/// States that the checker walks through, at most.
const MOST_STATES: usize = 100_000;

/// Checks a reply to the question for fewest pushes.
pub(super) fn check(board: &Board, start: &State, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
    let mut checked = Checked::default();
    let walked = walk(board, start, cx)?;
    match reply.verdict {
        Some(Verdict::Found) => {
            ensure(reply.proof.is_none(), "a solution needs no proof")?;
            let body = reply.body_of::<PushSolution>()?;
            replay(board, start, body)?;
            let replayed = ["verdict", "answer.solution", "answer.moves", "answer.pushes"];
            checked.done("the solution replays", &replayed);
            match body.at_least {
                None => least(&walked, body.pushes, true, "answer.optimal", &mut checked)?,
                Some(bound) => {
                    checked.compare(&["answer.optimal"]);
                    least(&walked, bound, false, "answer.at_least", &mut checked)?;
                }
            }
            match body.fewest_moves {
                true => ties(&walked, body.moves, &mut checked)?,
                // Fewer moves may be possible: that is said of every solution.
                false => checked.compare(&["answer.fewest_moves"]),
            }
        }
        Some(Verdict::Impossible) => exhausted(&walked, reply.proof_of::<Exhausted>()?, &mut checked)?,
        Some(Verdict::Unfinished) => least(&walked, reply.bound()?, false, "answer.at_least", &mut checked)?,
        None => return Err(CheckError::no_answer()),
    }
    Ok(checked)
}

fn replay(board: &Board, start: &State, body: &PushSolution) -> Result<(), CheckError> {
    let (mut state, mut pushes) = (start.clone(), 0);
    for text in &body.solution {
        let direction = Direction::parse(text).filter(|direction| direction.name() == text);
        let direction = direction.ok_or_else(|| CheckError::wrong(format!("'{text}' is no move")))?;
        let (next, pushed) = board.step(&state, direction).map_err(|blocked| CheckError::wrong(blocked.reason()))?;
        pushes += u64::from(pushed);
        state = next;
    }
    ensure(board.is_solved(&state), "not every box is on a goal at the end")?;
    ensure(body.moves == body.solution.len() as u64, "moves is not the length of the solution")?;
    ensure(body.pushes == pushes, plural(pushes, "move pushes a box", "moves push a box"))
}

/// What all states together say.
enum Walked {
    /// The fewest pushes and the fewest moves with them; none where no state is solved. With the number of states up to
    /// walks of the player.
    Whole(Option<(u64, u64)>, usize),
    /// There are too many.
    TooMany,
}

/// Goes through all states by single moves, in the order of pushes and, where these are equal, of moves.
fn walk(board: &Board, start: &State, cx: &Context<'_>) -> Result<Walked, CheckError> {
    let mut queue = BinaryHeap::from([Reverse((0_u64, 0_u64, start.clone()))]);
    let (mut met, mut classes, mut fewest) = (HashSet::new(), HashSet::new(), None);
    while let Some(Reverse((pushes, moves, state))) = queue.pop() {
        if !met.insert(state.clone()) {
            continue;
        }
        cx.spend(1)?;
        if met.len() > MOST_STATES {
            return Ok(Walked::TooMany);
        }
        classes.insert(board.normalised(&state));
        if board.is_solved(&state) {
            fewest = fewest.or(Some((pushes, moves)));
        }
        for (_, next, pushed) in board.successors(&state) {
            if !met.contains(&next) {
                queue.push(Reverse((pushes + u64::from(pushed), moves + 1, next)));
            }
        }
    }
    Ok(Walked::Whole(fewest, classes.len()))
}

/// That no solution has fewer pushes than `bound`, and one has so many where it is `exact`: what `field` says.
fn least(walked: &Walked, bound: u64, exact: bool, field: &str, checked: &mut Checked) -> Result<(), CheckError> {
    let what = format!("that no solution has fewer pushes than {bound}");
    match walked {
        Walked::Whole(fewest, _) => {
            let right = fewest.map_or(!exact, |(fewest, _)| if exact { bound == fewest } else { bound <= fewest });
            let fewest = fewest.map(|(fewest, _)| plural(fewest, "push suffices", "pushes suffice"));
            ensure(right, fewest.unwrap_or_else(|| "no state is solved".into()))?;
            checked.done(format!("{what}, over all states"), &[field]);
        }
        Walked::TooMany if bound == 0 => checked.compare(&[field]),
        Walked::TooMany => checked.left_out(what, &[field]),
    }
    Ok(())
}

fn ties(walked: &Walked, moves: u64, checked: &mut Checked) -> Result<(), CheckError> {
    let what = format!("that {moves} is least among solutions with as few pushes");
    match walked {
        Walked::Whole(Some((_, fewest)), _) => {
            ensure(moves == *fewest, plural(*fewest, "move suffices", "moves suffice"))?;
            checked.done(what, &["answer.fewest_moves"]);
        }
        Walked::Whole(None, _) => return Err(CheckError::wrong("no state is solved")),
        Walked::TooMany => checked.left_out(what, &["answer.fewest_moves"]),
    }
    Ok(())
}

fn exhausted(walked: &Walked, proof: &Exhausted, checked: &mut Checked) -> Result<(), CheckError> {
    ensure(proof.reduced.is_none(), "a search for fewest pushes leaves no state out")?;
    match walked {
        Walked::Whole(fewest, own) => {
            ensure(fewest.is_none(), "a state is solved")?;
            ensure(proof.states == *own as u64, plural(*own, "state can be reached", "states can be reached"))?;
            let states = plural(*own, "state", "states");
            let what = format!("that none is solved among all {states}, by walking through them again");
            checked.done(what, &["verdict", "proof"]);
        }
        Walked::TooMany => {
            checked.left_out("that no state is solved: there are too many", &["verdict", "proof"]);
        }
    }
    Ok(())
}
