//! Which question by which method: counting.

use engines::Context;

use super::rules::{Pile, TAKE};
use crate::answer::{Answer, Body, Hint, Solution};
use crate::problem::AskError;
use crate::question::{Question, QuestionKind};

pub(super) fn ask(pile: &Pile, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    let mut here = pile.clone();
    for (index, text) in question.asked.moves.iter().enumerate() {
        here = here.after(text).map_err(|illegal| AskError::Illegal { index, illegal })?;
    }
    cx.spend(here.counters as u64)?;
    let moves = here.counters as u64;
    let body = match question.kind {
        QuestionKind::Hint => {
            let best = if moves > 0 { vec![TAKE.to_owned()] } else { Vec::new() };
            Body::Hint(Hint { best, moves_left: Some(moves), ..Hint::default() })
        }
        _ => {
            let solution = vec![TAKE.to_owned(); here.counters];
            Body::Solution(Solution { moves, solution, optimal: true, ..Solution::default() })
        }
    };
    Ok(Answer::found("blank", question, "counting", body))
}
