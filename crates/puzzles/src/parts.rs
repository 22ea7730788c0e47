//! The parts of an answer: those that were asked for are there, others are not, and no list names an entry twice.
//!
//! Every family's checker begins with [`check`]. What a part says is the family's to recheck.

use std::collections::HashSet;
use std::hash::Hash;

use crate::answer::{Answer, Body, Hint, Proof, Solution, Verdict};
use crate::problem::{CheckError, ensure};
use crate::question::{Options, Question, QuestionKind};

/// Best answers that a list of all of them has at most.
const MOST_LISTED: usize = 10_000;
/// Presses that a list of sets of presses has at most, one set excepted.
const MOST_PRESSES: u64 = 1_000_000;

/// Checks that an answer to this question has the parts that it must have, and no others.
///
/// # Errors
/// A verdict without what belongs to it, a part that was asked for and is missing, one that was not asked for, or a
/// list with an entry twice.
pub fn check(question: &Question, answer: &Answer) -> Result<(), CheckError> {
    verdict(question, answer)?;
    if let Some(body) = &answer.body {
        asked_for(question, body)?;
        bound(body)?;
        lists(body)?;
    }
    match &answer.proof {
        Some(Proof::Region { cells } | Proof::Squares { cells }) => {
            ensure(cells.is_sorted_by(|one, next| one < next), "the proof's cells are not in reading order, each once")
        }
        _ => Ok(()),
    }
}

/// Each verdict comes with its own kind of answer.
fn verdict(question: &Question, answer: &Answer) -> Result<(), CheckError> {
    let bound = matches!(answer.body, Some(Body::AtLeast(_)));
    match answer.verdict {
        Some(Verdict::Found) => ensure(answer.body.is_some() && !bound, "what was found is missing"),
        Some(Verdict::Impossible) => {
            ensure(answer.body.is_none() && answer.proof.is_some(), "impossible has a proof and no answer")
        }
        Some(Verdict::Unfinished) => ensure(bound, "unfinished has a bound as its answer"),
        None => ensure(question.kind == QuestionKind::Run, "the verdict is missing"),
    }
}

/// The parts of a body that an option brings: the name, whether it was asked for, whether it is there.
fn asked_for(question: &Question, body: &Body) -> Result<(), CheckError> {
    for (name, asked, given) in optional(question, body) {
        ensure(given || !asked, format!("'{name}' is missing, and was asked for"))?;
        ensure(asked || !given, format!("'{name}' is given, and was not asked for"))?;
    }
    Ok(())
}

fn optional(question: &Question, body: &Body) -> Vec<(&'static str, bool, bool)> {
    let asked = &question.asked;
    match body {
        Body::WallSolve(solve) => vec![
            ("path", asked.path, solve.path.is_some()),
            ("explanation", asked.explain, solve.explanation.is_some()),
        ],
        Body::LemmoCount(count) => vec![("arrivals", asked.at.is_some(), count.arrivals.is_some())],
        Body::ToggleSolve(solve) => vec![
            ("solutions", asked.count, solve.solutions.is_some()),
            ("all_complete", asked.all, solve.all_complete.is_some()),
            ("all", listed(asked.all, solve.all_complete, solve.all.is_some()), solve.all.is_some()),
        ],
        // A program that is not proven shortest stands alone: the shortest ones are not known.
        Body::BunnySolve(solve) => {
            let all = asked.all && solve.optimal;
            vec![("all", all, solve.all.is_some()), ("all_complete", all, solve.all_complete.is_some())]
        }
        Body::Solution(solution) => solution_parts(question.kind, asked, solution),
        _ => Vec::new(),
    }
}

/// A list that a limit cut off, and a number that a limit kept from being found, may be missing: the checker says so.
/// A solution that is not proven best stands alone: the best ones are not known.
fn solution_parts(kind: QuestionKind, asked: &Options, solution: &Solution) -> Vec<(&'static str, bool, bool)> {
    let counted = asked.count || kind == QuestionKind::Count;
    let all = asked.all && solution.optimal;
    let given = solution.all.is_some();
    vec![
        ("solutions", counted && solution.solutions.is_some(), solution.solutions.is_some()),
        ("all_complete", all, solution.all_complete.is_some()),
        ("all", listed(all, solution.all_complete, given), given),
    ]
}

/// Whether a list must be there: where it is asked for, unless it is absent and said not to be complete.
fn listed(asked: bool, complete: Option<bool>, given: bool) -> bool {
    asked && (given || complete != Some(false))
}

/// A solution that is not proven best comes with the bound that is proven, and no other does.
fn bound(body: &Body) -> Result<(), CheckError> {
    let (optimal, at_least) = match body {
        Body::ToggleSolve(solve) => (solve.optimal, solve.at_least),
        Body::BunnySolve(solve) => (solve.optimal, solve.at_least),
        Body::Solution(solution) => (solution.optimal, solution.at_least),
        _ => return Ok(()),
    };
    ensure(optimal == at_least.is_none(), "'at_least' is given where the solution is not proven best, and only there")
}

/// Lists whose entries differ.
fn lists(body: &Body) -> Result<(), CheckError> {
    match body {
        Body::Hint(hint) => hint_parts(hint),
        Body::HintUnproven(hint) => distinct("best", &hint.best),
        Body::Value(value) => distinct("best", &value.best),
        Body::Map(map) => distinct("hardest", &map.hardest),
        Body::WallLive(live) => distinct("starts", &live.starts),
        Body::BunnySolve(solve) => every("all", solve.all.as_deref(), solve.all_complete, MOST_LISTED),
        Body::ToggleSolve(solve) => {
            let most = usize::try_from(MOST_PRESSES / solve.moves.max(1)).unwrap_or(MOST_LISTED);
            every("all", solve.all.as_deref(), solve.all_complete, most.clamp(1, MOST_LISTED))
        }
        Body::Solution(solution) => every("all", solution.all.as_deref(), solution.all_complete, MOST_LISTED),
        Body::LemmoSolve(solve) => distinct("removals", &solve.best.removals),
        Body::LemmoImprove(improve) => {
            distinct("removals", &improve.best.removals)?;
            distinct("additions", &improve.best_addition.additions)
        }
        _ => Ok(()),
    }
}

/// A hint names each best move once and says in one unit what is left.
fn hint_parts(hint: &Hint) -> Result<(), CheckError> {
    distinct("best", &hint.best)?;
    let units = [hint.moves_left.is_some(), hint.cost_left.is_some(), hint.tokens.is_some(), hint.value.is_some()];
    ensure(units.iter().filter(|&&given| given).count() <= 1, "a hint says in one unit what is left")?;
    ensure(hint.programs.is_empty() || hint.tokens.is_some(), "programs belong to a hint that counts tokens")?;
    ensure(hint.programs.is_empty() || hint.programs.len() == hint.best.len(), "each best move has one program")?;
    ensure(hint.distance.is_none() || hint.value.is_some(), "a distance belongs to the value of a game for two")
}

/// A list of every best answer: cut off at `most` entries, and nowhere else.
fn every<T: Eq + Hash>(name: &str, items: Option<&[T]>, complete: Option<bool>, most: usize) -> Result<(), CheckError> {
    let Some(items) = items else { return Ok(()) };
    ensure(items.len() <= most, format!("'{name}' has {} entries; up to {most} are listed", items.len()))?;
    ensure(complete != Some(false) || items.len() == most, format!("'{name}' is cut off before {most} entries"))?;
    distinct(name, items)
}

fn distinct<T: Eq + Hash>(name: &str, items: &[T]) -> Result<(), CheckError> {
    let mut seen = HashSet::with_capacity(items.len());
    let again = items.iter().position(|item| !seen.insert(item));
    again.map_or(Ok(()), |at| Err(CheckError::wrong(format!("entry {} of '{name}' is there already", at + 1))))
}
