//! The parts of an answer: those that were asked for are there, others are not, and no list names an entry twice.
//!
//! The frame calls [`check`] before a family's checker sees the answer; the types of bodies check their own parts in
//! [`crate::body::Body::check_parts`] with the functions here. What a part says is the family's to recheck.

use std::collections::HashSet;
use std::hash::Hash;

use crate::answer::{AtLeast, Reply, Verdict};
use crate::options::{ALL, COUNT, Options};
use crate::problem::{CheckError, ensure};
use crate::question::{Query, QuestionKind};

/// Checks that a reply to this query has the parts that it must have, and no others.
///
/// # Errors
/// A verdict without what belongs to it, a part that was asked for and is missing, one that was not asked for, or a
/// list with an entry twice.
pub(crate) fn check(query: &Query, reply: &Reply) -> Result<(), CheckError> {
    verdict(query, reply)?;
    if let Some(body) = &reply.body {
        body.check_parts(query)?;
    }
    reply.proof.as_ref().map_or(Ok(()), |proof| proof.check_parts(query))
}

/// Each verdict comes with its own kind of answer.
fn verdict(query: &Query, reply: &Reply) -> Result<(), CheckError> {
    let bound = reply.body_as::<AtLeast>().is_some();
    match reply.verdict {
        Some(Verdict::Found) => ensure(reply.body.is_some() && !bound, "what was found is missing"),
        Some(Verdict::Impossible) => {
            ensure(reply.body.is_none() && reply.proof.is_some(), "impossible has a proof and no answer")
        }
        Some(Verdict::Unfinished) => ensure(bound, "unfinished has a bound as its answer"),
        None => ensure(query.kind == QuestionKind::Run, "the verdict is missing"),
    }
}

/// Whether the count and the list that were asked for are there, and the list whole.
#[must_use]
pub fn holds_all(options: &Options, counted: bool, complete: Option<bool>) -> bool {
    (counted || !options.is_on(&COUNT)) && (complete == Some(true) || !options.is_on(&ALL))
}

/// Checks that a part is given exactly where it was asked for.
///
/// # Errors
/// Names the part.
pub fn asked_for(name: &str, asked: bool, given: bool) -> Result<(), CheckError> {
    ensure(given || !asked, format!("'{name}' is missing, and was asked for"))?;
    ensure(asked || !given, format!("'{name}' is given, and was not asked for"))
}

/// Whether a list must be there: where it is asked for, unless it is absent and said not to be complete.
#[must_use]
pub fn must_list(asked: bool, complete: Option<bool>, given: bool) -> bool {
    asked && (given || complete != Some(false))
}

/// Checks that a solution which is not proven best comes with the bound that is proven, and no other does.
///
/// # Errors
/// The bound is missing, or too many.
pub fn bound(optimal: bool, at_least: Option<u64>) -> Result<(), CheckError> {
    ensure(optimal == at_least.is_none(), "'at_least' is given where the solution is not proven best, and only there")
}

/// Checks a list of every best answer: it is cut off at `most` entries and nowhere else, and none is there twice.
///
/// # Errors
/// Names the list.
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

/// Checks that the cells of a certificate are in reading order, each once.
///
/// # Errors
/// They are not.
pub fn in_reading_order<T: PartialOrd>(cells: &[T]) -> Result<(), CheckError> {
    ensure(cells.is_sorted_by(|one, next| one < next), "the proof's cells are not in reading order, each once")
}
