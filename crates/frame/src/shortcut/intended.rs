//! Compares the intended moves with a shortest solution, and finds where it leaves them.

use std::sync::Arc;

use engines::Context;

use super::{Intended, Line};
use crate::answer::{Reply, Verdict};
use crate::family::Level;
use crate::position;
use crate::problem::AskError;
use crate::question::Question;
use crate::record::Record;
use crate::unit::Unit;

/// A shortest solution that shares as many intended moves as is known.
struct Shared {
    count: usize,
    rest: Vec<String>,
    /// Whether no shortest solution shares more.
    is_most: bool,
}

/// Answers the question.
pub(super) fn answer(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Reply, AskError> {
    let line = Line::play(level, question, cx)?;
    let game = line.after(0, cx)?;
    let reply = position::analysis_of(game.position())?.ask(&line.solve(), cx)?;
    let (intended, unit) =
        (line.valued(&game, &line.moves), Some(line.unit.clone()).filter(|unit| *unit != Unit::MOVES));
    let blank = Intended { intended, unit, ..Intended::default() };
    let best =
        |method: &str| Reply::found(method, Intended { is_best: true, shortest: Some(intended), ..blank.clone() });
    let body = match (&reply.verdict, reply.body.as_ref()) {
        (Some(Verdict::Found), Some(body)) => body,
        (Some(Verdict::Unfinished), _) => {
            let bound = reply.bound().unwrap_or(0);
            return Ok(if bound >= intended { best(&reply.method) } else { reply });
        }
        _ => return Err(AskError::Rules("the intended moves win, and a search finds that nothing does".into())),
    };
    let (Some(optimum), Some(solution)) = (body.optimum(), body.line()) else {
        return Err(AskError::NotOffered(
            "the solutions of this level are no lists of moves, or too long to be compared".into(),
        ));
    };
    let at_least = if optimum.proven { optimum.value } else { body.at_least().unwrap_or(0) };
    if at_least >= intended {
        return Ok(best(&reply.method));
    }
    if optimum.value >= intended {
        let method = format!("{}; whether fewer {} suffice was not decided", reply.method, line.unit.name());
        return Ok(Reply::unfinished(method, at_least));
    }
    let blank = Intended { counted: blank.unit.is_some().then_some(optimum.value), ..blank };
    if !optimum.proven {
        let body = Intended { at_least: Some(at_least), solution: Some(solution), ..blank };
        return Ok(Reply::found(reply.method, body));
    }
    let shared = shared(&line, &game, optimum.value, solution, cx)?;
    let body = Intended {
        shortest: Some(optimum.value),
        leaves_after: shared.is_most.then_some(shared.count as u64),
        solution: Some([&line.moves[..shared.count], &shared.rest].concat()),
        ..blank
    };
    Ok(Reply::found(reply.method, body))
}

/// The most intended moves that a shortest solution shares, by halving; `solution` is a shortest one, of value
/// `shortest`.
fn shared(
    line: &Line<'_>,
    game: &Record,
    shortest: u64,
    solution: Vec<String>,
    cx: &Context<'_>,
) -> Result<Shared, AskError> {
    // Where play goes on beyond the goal, the intended line may have reached it by the way.
    let enough = longest(line, game, |value| value <= shortest);
    let early = match line.after(enough, cx) {
        Err(AskError::Halted(_)) => return Ok(Shared { count: 0, rest: solution, is_most: false }),
        played => played?.position().status().solved,
    };
    if early {
        return Ok(Shared { count: enough, rest: Vec::new(), is_most: true });
    }
    let mut known = Shared { count: 0, rest: solution, is_most: true };
    let mut most = longest(line, game, |value| value < shortest);
    while known.count < most {
        let middle = known.count + (most - known.count).div_ceil(2);
        let paid = line.valued(game, &line.moves[..middle]);
        match rest(line, middle, shortest - paid, cx)? {
            Some(Some(rest)) => known = Shared { count: middle, rest, is_most: true },
            Some(None) => most = middle - 1,
            None => return Ok(Shared { is_most: false, ..known }),
        }
    }
    Ok(known)
}

/// The most intended moves whose value is such a one, as that of all fewer is; at most all but the last.
fn longest(line: &Line<'_>, game: &Record, fits: impl Fn(u64) -> bool) -> usize {
    let (mut fitting, mut over) = (0, line.moves.len());
    while fitting + 1 < over {
        let middle = fitting.midpoint(over);
        if fits(line.valued(game, &line.moves[..middle])) { fitting = middle } else { over = middle }
    }
    fitting
}

/// A solution of this value after the first `count` intended moves; inner `None` where there is none, outer `None`
/// where a limit left that open.
fn rest(line: &Line<'_>, count: usize, left: u64, cx: &Context<'_>) -> Result<Option<Option<Vec<String>>>, AskError> {
    let game = match line.after(count, cx) {
        Err(AskError::Halted(_)) => return Ok(None),
        game => game?,
    };
    let reply = match position::analysis_of(game.position())?.ask(&line.solve(), cx) {
        Err(AskError::Halted(_)) => return Ok(None),
        reply => reply?,
    };
    let value = reply.body.as_ref().and_then(|body| body.optimum());
    Ok(match (reply.verdict, value) {
        (Some(Verdict::Impossible), _) => Some(None),
        (Some(Verdict::Unfinished), _) => (reply.bound().unwrap_or(0) > left).then_some(None),
        (_, Some(value)) if value.value == left => reply.body.and_then(|body| body.line()).map(Some),
        (_, Some(value)) => value.proven.then_some(None),
        _ => None,
    })
}
