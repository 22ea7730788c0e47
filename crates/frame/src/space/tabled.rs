//! Hints from a hint table: the records of a state and of the states after its moves, without a search.
//!
//! The best moves follow from the records of the states after them, and have to be those that the record of the state
//! names, so that a table which fits another version of the rules is noticed.

use engines::Context;

use super::hint_table::{HintTable, Unusable, not_used};
use super::moves::named;
use super::rules::StateSpace;
use crate::answer::Reply;
use crate::phrases::plural;
use crate::problem::AskError;
use crate::solution::{Exhausted, Hint};

/// The hint table of the level of these rules, if one was named, or is offered and is of this level.
pub(super) fn opened<R: StateSpace>(rules: &R, cx: &Context<'_>) -> Result<Option<HintTable>, AskError> {
    let Some(file) = cx.map_file() else { return Ok(None) };
    match HintTable::open(file.open()?, &rules.level_key(), cx) {
        Ok(table) => Ok(Some(table)),
        Err(Unusable::Halted(halt)) => Err(halt.into()),
        Err(Unusable::Foreign | Unusable::Level) if file.is_offered() => Ok(None),
        Err(why) => Err(not_used(why)),
    }
}

/// The best moves of a state, as the table has them.
pub(super) fn hint<R: StateSpace>(rules: &R, state: &R::State, table: &HintTable) -> Result<Reply, AskError> {
    let failed = |error: R::Error| rules.failure(&error);
    let records = plural(table.records(), "record", "records");
    let method = format!("a hint table of {records}");
    if rules.is_goal(state).map_err(failed)? {
        return Ok(Reply::found(method, Hint { best: Vec::new(), moves_left: 0 }));
    }
    let record = table.find(&rules.state_text(state)).ok_or_else(|| not_used("it has no record of the position"))?;
    let Some(left) = record.distance else {
        let reduced = format!("{method} says so; the states behind this one were not counted");
        return Ok(Reply::impossible(method, Exhausted::over(1).reduced(Some(reduced))));
    };
    let mut best = Vec::new();
    for (name, next) in named(rules, state).map_err(failed)? {
        let after = match rules.is_goal(&next).map_err(failed)? {
            true => Some(0),
            false => table.find(&rules.state_text(&next)).and_then(|record| record.distance),
        };
        if after.is_some_and(|after| after.checked_add(1) == Some(left)) {
            best.push(name);
        }
    }
    let is_named = |name: &String| best.contains(name);
    let fits = record.best.iter().all(is_named) && (!record.is_every || record.best.len() == best.len());
    if best.is_empty() || !fits {
        return Err(not_used("its records contradict the moves of the position"));
    }
    Ok(Reply::found(method, Hint { best, moves_left: left.into() }))
}
