//! The law of hints: where a hint counts the moves left, each best move brings that count down by one, to a solved
//! game.

use std::sync::Arc;

use engines::Context;

use super::{Bounds, Broken, MAX_TRIED, ensure, spec};
use crate::answer::Answer;
use crate::ask::ask;
use crate::family::Level;
use crate::query::QuestionKind;
use crate::question::Question;
use crate::record::position;

/// Follows the first best move of every hint from the start.
pub(super) fn lead_to_the_goal(level: &Arc<dyn Level>, bounds: Bounds) -> Result<(), Broken> {
    if spec(level, QuestionKind::HINT).is_none() {
        return Ok(());
    }
    let mut moves: Vec<String> = Vec::new();
    let mut before: Option<u64> = None;
    loop {
        let question = Question::after(QuestionKind::HINT, &moves);
        let answer =
            ask(level, &question, &bounds.context(QuestionKind::HINT)).map_err(|refusal| refusal.to_string())?;
        let Some((best, left)) = moves_left(&answer) else { return Ok(()) };
        let game = position(level, &question, &Context::default()).map_err(|refusal| refusal.to_string())?;
        let status = game.position().status();
        if status.cost.is_some() {
            return Ok(()); // The hint counts what is still to be paid.
        }
        ensure(before.is_none_or(|before| left + 1 == before), || format!("{left} moves left after {before:?}"))?;
        ensure(best.is_empty() == (left == 0), || format!("{left} moves left and best {best:?}"))?;
        let Some(best) = best.first() else {
            return ensure(status.solved, || "no move is left but it is not solved".into());
        };
        if moves.len() == MAX_TRIED {
            return Ok(());
        }
        moves.push(best.clone());
        before = Some(left);
    }
}

/// Returns the best moves of a hint and the number of moves left, if the hint states it.
fn moves_left(answer: &Answer) -> Option<(Vec<String>, u64)> {
    let body = answer.body.as_ref()?;
    let (advice, optimum) = (body.advice()?, body.optimum()?);
    (optimum.from_here && optimum.proven).then_some((advice.best, optimum.value))
}
