//! A solution that the question gives: an answer is never worse than it, whatever ends the search.

use super::rules::StateSpace;
use crate::answer::{Reply, Verdict};
use crate::body::AnyBody;
use crate::options::{ALL, COUNT, FROM};
use crate::problem::AskError;
use crate::query::Query;

/// Returns the solution that the question gives, in single moves as the frame has played them; none where it gives
/// none.
///
/// # Errors
/// Counts or lists are asked for, which are of best solutions.
pub(super) fn given<R: StateSpace>(rules: &R, query: &Query) -> Result<Vec<String>, AskError> {
    let line = query.options.list(&FROM);
    match [&COUNT, &ALL].into_iter().find(|option| !line.is_empty() && query.options.is_on(option)) {
        Some(option) => Err(AskError::NotOffered(format!(
            "'{}' is of best solutions, and 'from' gives one that need not be best; expected one of the two",
            option.name
        ))),
        None => Ok(line.iter().map(|text| rules.canonical(text).into_owned()).collect()),
    }
}

/// Returns the reply, or the given solution where that has fewer of what the question counts, with the bound that the
/// reply proves.
///
/// # Errors
/// The reply says that there is no solution.
pub(super) fn no_worse<R: StateSpace>(
    rules: &R,
    start: &R::State,
    query: &Query,
    line: &[String],
    reply: Reply,
) -> Result<Reply, AskError> {
    let value = |body: &AnyBody| body.optimum().map(|optimum| optimum.value);
    let own = rules.stated(start, query, line, None);
    let (Some(count), found) = (value(&own), reply.body.as_ref().and_then(value)) else { return Ok(reply) };
    let at_least = reply.body.as_ref().and_then(|body| body.at_least()).unwrap_or(0);
    match reply.verdict {
        Some(Verdict::Impossible) => {
            Err(AskError::Rules("the given moves win, and a search finds that nothing does".into()))
        }
        Some(Verdict::Found) if found.is_some_and(|found| found <= count) => Ok(reply),
        // No solution is better than the bound.
        _ => {
            let body = rules.stated(start, query, line, (at_least < count).then_some(at_least));
            let method = format!("{}; the given solution", reply.method);
            Ok(Reply::with_body(Verdict::Found, method, body))
        }
    }
}
