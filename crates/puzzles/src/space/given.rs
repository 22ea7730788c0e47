//! A solution that the question gives: an answer is never worse than it, whatever ends the search.

use super::moves::{chosen, listed};
use super::rules::StateSpace;
use crate::answer::{Reply, Verdict};
use crate::body::AnyBody;
use crate::options::FROM;
use crate::problem::AskError;
use crate::query::Query;

/// Returns the single moves of the solution that the question gives; `None` where it gives none.
///
/// # Errors
/// A move that cannot be played, or moves that do not win.
pub(super) fn given<R: StateSpace>(
    rules: &R,
    start: &R::State,
    query: &Query,
) -> Result<Option<Vec<String>>, AskError> {
    let texts = query.options.list(&FROM);
    if texts.is_empty() {
        return Ok(None);
    }
    let mut line = Vec::new();
    for text in texts {
        match rules.expand(text).map_err(AskError::NotOffered)? {
            Some(moves) => line.extend(moves),
            None => line.push(rules.canonical(text).into_owned()),
        }
    }
    let failed = |error: R::Error| rules.failure(&error);
    let mut state = start.clone();
    for (index, text) in line.iter().enumerate() {
        let moves = listed(rules, &state).map_err(failed)?;
        state = chosen(rules, &moves, text).map_err(|illegal| AskError::Illegal { index, illegal })?;
    }
    if rules.is_goal(&state).map_err(failed)? {
        return Ok(Some(line));
    }
    let made = crate::phrases::plural(line.len(), "move", "moves");
    Err(AskError::NotOffered(format!("the moves in 'from' do not win: after {made}: {}", rules.words(&state))))
}

/// Returns the reply, or the given solution where that has fewer of what the question counts, with the bound that the reply
/// proves.
///
/// # Errors
/// The reply says that there is no solution.
pub(super) fn no_worse<R: StateSpace>(
    rules: &R,
    start: &R::State,
    query: &Query,
    line: Vec<String>,
    reply: Reply,
) -> Result<Reply, AskError> {
    let value = |body: &AnyBody| body.optimum().map(|optimum| optimum.value);
    let own = rules.stated(start, query, &line, None);
    let (Some(count), found) = (value(&own), reply.body.as_ref().and_then(value)) else { return Ok(reply) };
    let at_least = reply.body.as_ref().and_then(|body| body.at_least()).unwrap_or(0);
    match reply.verdict {
        Some(Verdict::Impossible) => {
            Err(AskError::Rules("the given moves win, and a search finds that nothing does".into()))
        }
        Some(Verdict::Found) if found.is_some_and(|found| found <= count) => Ok(reply),
        // No solution is better than the bound.
        _ => {
            let body = rules.stated(start, query, &line, (at_least < count).then_some(at_least));
            let method = format!("{}; the given solution", reply.method);
            Ok(Reply { verdict: Some(Verdict::Found), method, body: Some(body), proof: None })
        }
    }
}
