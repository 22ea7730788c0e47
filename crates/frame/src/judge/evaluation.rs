//! How one position stands, as its family says it or as follows from a hint.

use engines::Context;

use crate::answer::{Reply, Verdict};
use crate::body::AnyBody;
use crate::evaluation::Evaluation;
use crate::options::Options;
use crate::position::{self, Position};
use crate::problem::AskError;
use crate::query::{Query, QuestionKind};
use crate::question::QuestionSpec;
use crate::solution::{Exhausted, Reached};

/// Returns how a position stands where that takes no more work than a hint: as it says itself, or by its status. `None`
/// leaves it to a hint.
///
/// # Errors
/// The errors of asking; a limit is none of them.
pub(super) fn known(
    position: &dyn Position,
    options: &Options,
    cx: &Context<'_>,
) -> Option<Result<Evaluation, AskError>> {
    match position::evaluator_of(position).and_then(|own| own.known_standing(options, cx)) {
        Some(standing) => Some(standing.or_else(halted)),
        None => by_status(position).map(Ok),
    }
}

/// Returns how a position stands: as it says itself, else by its status, else by a hint.
///
/// # Errors
/// The errors of asking; a limit is none of them.
pub(super) fn of(
    position: &dyn Position,
    questions: &[QuestionSpec],
    options: &Options,
    cx: &Context<'_>,
) -> Result<Evaluation, AskError> {
    match position::evaluator_of(position) {
        Some(own) => own.known_standing(options, cx).unwrap_or_else(|| own.evaluate(options, cx)).or_else(halted),
        None => by_status(position).map_or_else(|| by_hint(position, questions, options, cx), Ok),
    }
}

fn halted(error: AskError) -> Result<Evaluation, AskError> {
    match error {
        AskError::Halted(halt) => Ok(Evaluation::unknown(0, halt.to_string())),
        other => Err(other),
    }
}

/// How a position stands at which the game is over for its one player.
pub(super) fn by_status(position: &dyn Position) -> Option<Evaluation> {
    let status = position.status();
    let costs = |standing: Evaluation| match status.cost.clone() {
        Some(cost) => standing.in_costs(cost.unit),
        None => standing,
    };
    match (status.solved, status.over && position.winner().is_none()) {
        (true, true) => Some(costs(Evaluation::won_in(0, "the goal is reached"))),
        (false, true) => Some(Evaluation::lost("no move is left", Some(AnyBody::new(Exhausted::over(1))))),
        _ => None,
    }
}

/// Returns how a position stands as a hint says, or where that does not say whether the goal can be reached, as the
/// question about that does.
///
/// # Errors
/// The errors of asking; a limit is none of them.
pub(super) fn by_hint(
    position: &dyn Position,
    questions: &[QuestionSpec],
    options: &Options,
    cx: &Context<'_>,
) -> Result<Evaluation, AskError> {
    let is_declared = |kind| questions.iter().any(|spec| spec.kind == kind);
    let asked = |kind, cx: &Context<'_>| {
        let options = options.clone();
        match position::analysis_of(position)?.ask(&Query { kind, options }, cx) {
            Ok(reply) => Ok(reply),
            Err(AskError::Halted(halt)) => Ok(Reply::unfinished(halt.to_string(), 0)),
            Err(error) => Err(error),
        }
    };
    let part = cx.part(2);
    let hint = asked(QuestionKind::HINT, &part);
    cx.absorb(&part);
    let standing = Evaluation::of_hint(&hint?);
    if standing.can_win.is_some() || !is_declared(QuestionKind::REACH) {
        return Ok(standing);
    }
    // Whether the goal can be reached may be known without a shortest way.
    let reach = asked(QuestionKind::REACH, cx)?;
    Ok(match reach.verdict {
        Some(Verdict::Impossible) => Evaluation::lost(reach.method, reach.proof),
        Some(Verdict::Found) if reach.body_as::<Reached>().is_some() => Evaluation { can_win: Some(true), ..standing },
        _ => standing,
    })
}
