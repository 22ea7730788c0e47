//! Checks of the parts of an answer: a part is present exactly where it was asked for, and no list has an entry twice.
//!
//! The frame calls `check` before a family's checker sees the answer; each type of body checks its own parts in
//! [`crate::body::Body::check_parts`] with the functions of this module. Whether a part is right is left to the family.

use std::collections::HashSet;
use std::hash::Hash;

use crate::answer::{AtLeast, Reply, Verdict};
use crate::options::{ALL, COUNT, Options};
use crate::problem::{CheckError, ProblemCounts, ensure};
use crate::query::{Query, QuestionKind};

/// Checks that a reply to this query has the parts that it must have, and no others.
///
/// # Errors
/// Fails on a verdict whose body or proof does not fit it, a part that was asked for and is missing, a part that was
/// not asked for, and a list with an entry twice.
pub(crate) fn check(query: &Query, reply: &Reply) -> Result<(), CheckError> {
    verdict(query, reply)?;
    in_order(reply)?;
    if let Some(body) = &reply.body {
        body.check_parts(query)?;
    }
    reply.proof.as_ref().map_or(Ok(()), |proof| proof.check_parts(query))
}

/// Checks that an answer counts the errors and warnings that the level's text has. Answers of older versions count
/// none.
///
/// # Errors
/// The counts differ.
pub(crate) fn problems(stated: ProblemCounts, counted: ProblemCounts) -> Result<(), CheckError> {
    let differ = || format!("the text has {}, not {}", counted.words(), stated.words());
    ensure(!stated.any() || stated == counted, differ())
}

/// Checks that the body and the proof fit the verdict, and the verdict the question.
fn verdict(query: &Query, reply: &Reply) -> Result<(), CheckError> {
    let bound = reply.body_as::<AtLeast>().is_some();
    let partial = reply.body.as_ref().is_some_and(|body| body.stands_unfinished());
    let runs = query.kind == QuestionKind::RUN;
    match reply.verdict {
        Some(_) if runs => Err(CheckError::wrong("a run has no verdict")),
        Some(Verdict::Found) => ensure(reply.body.is_some() && !bound, "what was found is missing"),
        Some(Verdict::Impossible) => {
            ensure(reply.body.is_none() && reply.proof.is_some(), "impossible has a proof and no answer")
        }
        Some(Verdict::Unfinished) => {
            ensure(bound || partial, "unfinished has a bound as its answer, or what is known")?;
            ensure(reply.proof.is_none(), "an unfinished answer proves nothing")
        }
        None => ensure(runs, "the verdict is missing"),
    }
}

/// Checks that a stated best value that is proven has no bound beside it, and that no bound is above the value.
fn in_order(reply: &Reply) -> Result<(), CheckError> {
    let Some(body) = &reply.body else { return Ok(()) };
    let Some((optimum, bound)) = body.optimum().zip(body.at_least()) else { return Ok(()) };
    let value = optimum.unit.count(optimum.value);
    ensure(bound <= optimum.value, format!("'at_least' is {bound}, and the answer has {value}"))?;
    ensure(!optimum.proven, "'at_least' is given beside a value that is proven best")
}

/// Whether an answer has everything that its options ask for: the count where [`COUNT`] is on, and a complete list
/// where [`ALL`] is on. `counted` says that the count is present; `complete` says whether the list is complete, where
/// there is one.
#[must_use]
pub fn holds_all(options: &Options, counted: bool, complete: Option<bool>) -> bool {
    (counted || !options.is_on(&COUNT)) && (complete == Some(true) || !options.is_on(&ALL))
}

/// Checks that the part called `name` is given exactly where it was asked for.
///
/// # Errors
/// Names the part that is missing or was not asked for.
pub fn asked_for(name: &str, asked: bool, given: bool) -> Result<(), CheckError> {
    ensure(given || !asked, format!("'{name}' is missing, and was asked for"))?;
    ensure(asked || !given, format!("'{name}' is given, and was not asked for"))
}

/// Whether a list must be present: it was asked for, and it is not a list that a limit cut off (`complete` is
/// `Some(false)`) and that was left out altogether (`given` is false).
#[must_use]
pub fn must_list(asked: bool, complete: Option<bool>, given: bool) -> bool {
    asked && (given || complete != Some(false))
}

/// Checks that the proven lower bound `at_least` is given exactly where the solution is not proven optimal.
///
/// # Errors
/// The bound is missing, or is given beside an optimal solution.
pub fn bound(optimal: bool, at_least: Option<u64>) -> Result<(), CheckError> {
    ensure(optimal == at_least.is_none(), "'at_least' is given where the solution is not proven best, and only there")
}

/// Checks a list of all best answers: it has at most `most` entries, is cut off only there (`complete` says whether it
/// is whole), and has no entry twice. An absent list passes.
///
/// # Errors
/// Names the list and what is wrong with it.
pub fn every<T: Eq + Hash>(
    name: &str,
    items: Option<&[T]>,
    complete: Option<bool>,
    most: usize,
) -> Result<(), CheckError> {
    let Some(items) = items else { return Ok(()) };
    ensure(items.len() <= most, format!("'{name}' has {} entries; up to {most} are listed", items.len()))?;
    ensure(complete != Some(false) || items.len() == most, format!("'{name}' is cut off before {most} entries"))?;
    distinct(name, items)
}

/// Checks that the entries of a list differ.
///
/// # Errors
/// Names the list and the first entry that is there already.
pub fn distinct<T: Eq + Hash>(name: &str, items: &[T]) -> Result<(), CheckError> {
    let mut seen = HashSet::with_capacity(items.len());
    let again = items.iter().position(|item| !seen.insert(item));
    again.map_or(Ok(()), |at| Err(CheckError::wrong(format!("entry {} of '{name}' is there already", at + 1))))
}

/// Checks that the cells of a certificate are listed row by row, each once.
///
/// # Errors
/// The cells are not strictly increasing.
pub fn in_reading_order<T: PartialOrd>(cells: &[T]) -> Result<(), CheckError> {
    ensure(cells.is_sorted_by(|one, next| one < next), "the proof's cells are not in reading order, each once")
}
