//! Compares the intended moves with a shortest solution, and finds where it leaves them.

use std::sync::Arc;

use engines::Context;

use super::{Intended, Line};
use crate::answer::{Reply, Verdict};
use crate::family::Level;
use crate::problem::AskError;
use crate::question::Question;

/// A shortest solution that shares as many intended moves as is known.
struct Shared {
    count: usize,
    rest: Vec<String>,
    /// Whether no shortest solution shares more.
    is_most: bool,
}

/// Answers the question.
pub(super) fn ask(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Reply, AskError> {
    let line = Line::play(level, question, cx)?;
    let reply = line.after(0, cx)?.position().ask(&line.solve(), cx)?;
    let intended = line.moves.len() as u64;
    let best = |method: &str| {
        Reply::found(method, Intended { intended, is_best: true, shortest: Some(intended), ..Intended::default() })
    };
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
        let method = format!("{}; whether fewer moves suffice was not decided", reply.method);
        return Ok(Reply::unfinished(method, at_least));
    }
    if !optimum.proven {
        let body = Intended { intended, at_least: Some(at_least), solution: Some(solution), ..Intended::default() };
        return Ok(Reply::found(reply.method, body));
    }
    let shared = shared(&line, solution, cx)?;
    let body = Intended {
        intended,
        shortest: Some(optimum.value),
        leaves_after: shared.is_most.then_some(shared.count as u64),
        solution: Some([&line.moves[..shared.count], &shared.rest].concat()),
        ..Intended::default()
    };
    Ok(Reply::found(reply.method, body))
}

/// The most intended moves that a shortest solution shares, by halving; `solution` is a shortest one.
fn shared(line: &Line<'_>, solution: Vec<String>, cx: &Context<'_>) -> Result<Shared, AskError> {
    let shortest = solution.len();
    // Where play goes on beyond the goal, the intended line may have reached it by the way.
    let early = match line.after(shortest, cx) {
        Err(AskError::Halted(_)) => return Ok(Shared { count: 0, rest: solution, is_most: false }),
        game => game?.position().status().solved,
    };
    if early {
        return Ok(Shared { count: shortest, rest: Vec::new(), is_most: true });
    }
    let mut known = Shared { count: 0, rest: solution, is_most: true };
    let mut most = shortest.saturating_sub(1);
    while known.count < most {
        let middle = known.count + (most - known.count).div_ceil(2);
        match rest(line, middle, shortest - middle, cx)? {
            Some(Some(rest)) => known = Shared { count: middle, rest, is_most: true },
            Some(None) => most = middle - 1,
            None => return Ok(Shared { is_most: false, ..known }),
        }
    }
    Ok(known)
}

/// A solution of so many moves after the first `count` intended ones; inner `None` where there is none, outer `None` where a
/// limit left that open.
fn rest(
    line: &Line<'_>,
    count: usize,
    moves: usize,
    cx: &Context<'_>,
) -> Result<Option<Option<Vec<String>>>, AskError> {
    let game = match line.after(count, cx) {
        Err(AskError::Halted(_)) => return Ok(None),
        game => game?,
    };
    let reply = match game.position().ask(&line.solve(), cx) {
        Err(AskError::Halted(_)) => return Ok(None),
        reply => reply?,
    };
    let value = reply.body.as_ref().and_then(|body| body.optimum());
    Ok(match (reply.verdict, value) {
        (Some(Verdict::Impossible), _) => Some(None),
        (Some(Verdict::Unfinished), _) => (reply.bound().unwrap_or(0) > moves as u64).then_some(None),
        (_, Some(value)) if value.value == moves as u64 => reply.body.and_then(|body| body.line()).map(Some),
        (_, Some(value)) => value.proven.then_some(None),
        _ => None,
    })
}
