//! The independent checker: replays what is claimed.

use super::rules::Pile;
use crate::answer::{Answer, Body};
use crate::parts;
use crate::problem::{CheckError, Checked};
use crate::question::Question;
use crate::words::plural;

pub(super) fn check(pile: &Pile, question: &Question, answer: &Answer) -> Result<Checked, CheckError> {
    parts::check(question, answer)?;
    let played = question.asked.moves.len();
    let left = pile.counters.saturating_sub(played);
    match &answer.body {
        Some(Body::Solution(claim)) if claim.solution.len() == left && claim.moves == left as u64 => {}
        Some(Body::Hint(claim)) if claim.moves_left == Some(left as u64) && claim.best.is_empty() == (left == 0) => {}
        _ => return Err(CheckError::wrong(plural(left, "move is left", "moves are left"))),
    }
    Ok(Checked { rechecked: vec!["every move takes one counter".into()], not_rechecked: Vec::new() })
}
