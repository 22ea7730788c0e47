//! The answers about a state space whose states are packed into keys, each by an engine of
//! [`engines::packed`]. What those do not answer (lists of all solutions, maps) is left to [`super::answers`].
//!
//! Solutions, counts and *impossible* come from breadth-first search, or from A* where the space has a heuristic whose
//! conditions were checked. What A* finds is confirmed by breadth-first search where that ends within what is left of
//! the budget, and the method says so; `unconfirmed` leaves that out. Where a limit ends a search, a solution that was met beside its proof is given
//! as not proven, with the bound; counts are not begun anew for one.

use engines::packed::{
    Attempts, Evidence, Found, PackedSpace, a_star, breadth_first, breadth_first_beside, breadth_first_within, on_disk,
    with_known,
};
use engines::{Context, Halt, Outcome};

use super::answers::Known;
use crate::answer::{Reply, Verdict};
use crate::method::Method;
use crate::options::{ALL, COUNT, UNCONFIRMED};
use crate::phrases::plural;
use crate::query::{Query, QuestionKind};
use crate::solution::{Exhausted, Hint, HintUnproven, Reached, Solution};
use crate::value::BigCount;

/// The method of a search without a heuristic.
const PLAIN: &str = "breadth-first search";
/// The method of a search whose states do not fit in memory.
const ON_DISK: &str = "breadth-first search on disk";

/// A solution of A* is confirmed with so many nodes, or so many times those that it took.
const CONFIRMING: u64 = 200_000;
const MORE: u64 = 4;

/// A search is guided where the heuristic of the start is at least this: a state costs A* twice the time and more
/// memory.
const GUIDING: u32 = 3;

/// A packed space whose searches can be told in words.
pub trait Named: PackedSpace {
    /// Returns the text of the move with this label.
    fn name(&self, label: u32) -> String;

    /// Returns the heuristic in words, as in `A* with distances`.
    fn bound_words(&self) -> &'static str;

    /// Says in a clause what keys do not tell apart though states do; `None` where there is a key for each state.
    fn merged(&self) -> Option<&'static str> {
        None
    }

    /// Returns all that the moves and the keys of this space follow from, with the version of the rules. A search on
    /// disk goes on with the files of an earlier one whose space has the same identity.
    fn identity(&self) -> Vec<u8>;

    /// Says what ended the search: the limit inside the rules, if one struck there, else the engine's.
    fn why(&self, halt: Halt) -> String;
}

/// Answers a question about a state that is no goal; `None` leaves it to the engines for states of any type.
///
/// # Errors
/// The error of the rules.
pub fn answer_packed<S: Named>(
    space: &S,
    start: &[u32],
    query: &Query,
    cx: &Context<'_>,
) -> Result<Option<Reply>, S::Error> {
    if query.options.is_on(&ALL) {
        return Ok(None);
    }
    let confirms = !query.options.is_on(&UNCONFIRMED);
    let reply = match query.kind {
        QuestionKind::SOLVE if query.options.is_on(&COUNT) => every(space, start, query, cx)?,
        QuestionKind::COUNT | QuestionKind::HINT => every(space, start, query, cx)?,
        QuestionKind::SOLVE => match one(space, start, confirms, cx)? {
            Ok(known) => Reply::found(known.method, Solution::of(texts(space, &known.line), known.at_least)),
            Err(reply) => reply,
        },
        QuestionKind::REACH => match one(space, start, confirms, cx)? {
            // Any solution says so, and that it is a shortest one says no more.
            Ok(known) => Reply::found(known.method.words, Reached { reachable: true }),
            Err(reply) => reply,
        },
        _ => return Ok(None),
    };
    Ok(Some(reply))
}

/// The labels of a solution.
type Line = Known<Vec<u32>>;

/// One shortest solution, or the reply that says why there is none.
fn one<S: Named>(space: &S, start: &[u32], confirms: bool, cx: &Context<'_>) -> Result<Result<Line, Reply>, S::Error> {
    if guides(space, start)? { guided(space, start, confirms, cx) } else { plain(space, start, cx) }
}

/// Whether the heuristic tells enough to pay for itself.
fn guides<S: Named>(space: &S, start: &[u32]) -> Result<bool, S::Error> {
    Ok(space.has_lower_bound() && space.lower_bound(&mut space.worker()?, start) >= GUIDING)
}

fn plain<S: Named>(space: &S, start: &[u32], cx: &Context<'_>) -> Result<Result<Line, Reply>, S::Error> {
    let mut attempts = Attempts::new(space, start);
    let outcome = breadth_first_beside(space, start, false, &mut |cx| attempts.attempt_cost(cx), cx)?;
    if let (Outcome::Unfinished { halt: Halt::Bytes, at_least, .. }, Some(disk)) = (&outcome, cx.budget().disk) {
        return in_files(space, start, *at_least, disk, cx);
    }
    Ok(settle_beside(space, outcome.map(|layers| layers.found), attempts))
}

/// Returns a shortest line by a search whose states are in files, where they do not fit in memory. The bound that was
/// proven in memory stands.
fn in_files<S: Named>(
    space: &S,
    start: &[u32],
    proven: u64,
    disk: u64,
    cx: &Context<'_>,
) -> Result<Result<Line, Reply>, S::Error> {
    Ok(match on_disk(space, start, (&space.identity(), disk), cx)? {
        Outcome::Found(found) => Ok(Known::best(found.found.labels, ON_DISK)),
        Outcome::Impossible(evidence) => Err(Reply::impossible(ON_DISK, exhausted(space, evidence))),
        Outcome::Unfinished { halt, at_least, partial: failed } => {
            let failed = failed.map_or(String::new(), |failed| format!(" ({failed})"));
            Err(Reply::unfinished(format!("{ON_DISK}; {}{failed}", space.why(halt)), at_least.max(proven)))
        }
    })
}

/// A shortest solution by A*, confirmed without the heuristic where that is wanted and takes not much more.
fn guided<S: Named>(
    space: &S,
    start: &[u32],
    confirms: bool,
    cx: &Context<'_>,
) -> Result<Result<Line, Reply>, S::Error> {
    let outcome = a_star(space, start, cx)?;
    let method = Method::from(format!("A* with {}", space.bound_words()));
    let confirming = cx.at_most(CONFIRMING.max(MORE * cx.spent().nodes));
    // A certificate over all states is better than one that leaves out those beyond dead ends.
    if let (true, Outcome::Impossible(evidence @ Evidence { dead_ends: 1.., .. })) = (confirms, &outcome) {
        let all = breadth_first(space, start, false, &confirming)?;
        cx.absorb(&confirming);
        return Ok(match settle(space, all) {
            Err(reply) if reply.verdict != Some(Verdict::Impossible) => {
                Err(Reply::impossible(method.words, exhausted(space, *evidence)))
            }
            known => known.map(|layers| Known::best(layers.found.labels, PLAIN)),
        });
    }
    let found = match outcome {
        Outcome::Unfinished { halt, at_least, partial } => {
            let method = method.and(space.why(halt));
            return Ok(match partial {
                Some(found) => Ok(Known { line: found.labels, at_least: Some(at_least), method }),
                None => Err(Reply::unfinished(method.words, at_least)),
            });
        }
        Outcome::Impossible(evidence @ Evidence { dead_ends: 1.., .. }) => {
            return Ok(Err(Reply::impossible(method.words, exhausted(space, evidence))));
        }
        Outcome::Impossible(evidence) => return Ok(Err(Reply::impossible(PLAIN, exhausted(space, evidence)))),
        Outcome::Found(found) => found,
    };
    let shorter = match found.labels.len() as u32 {
        0 | 1 => None,
        _ if !confirms => return Ok(Ok(Known::best(found.labels, method))),
        length => Some(breadth_first_within(space, start, length - 1, &confirming)?),
    };
    cx.absorb(&confirming);
    let length = found.labels.len() as u64;
    Ok(Ok(match shorter {
        None | Some(Outcome::Found(None)) => Known::best(found.labels, method.confirmed(PLAIN, length, length)),
        Some(Outcome::Unfinished { at_least, .. }) => {
            Known::best(found.labels, method.confirmed(PLAIN, at_least, length))
        }
        // The heuristic was wrong: what was found without it stands.
        Some(Outcome::Found(Some(layers))) => Known::best(layers.found.labels, PLAIN),
        Some(Outcome::Impossible(_)) => Known::best(found.labels, method),
    }))
}

/// All shortest solutions: their number, and the moves that they begin with.
///
/// Where a limit ends that (half of what may be spent, if the space has a heuristic), a hint is the first move of a
/// solution that is found otherwise.
fn every<S: Named>(space: &S, start: &[u32], query: &Query, cx: &Context<'_>) -> Result<Reply, S::Error> {
    let is_hint = query.kind == QuestionKind::HINT;
    let is_guided = is_hint && guides(space, start)?;
    let part = cx.part(if is_guided { 2 } else { 1 });
    let mut attempts = Attempts::new(space, start);
    let mut beside = |cx: &Context<'_>| if is_hint && !is_guided { attempts.attempt_cost(cx) } else { Ok(None) };
    let outcome = breadth_first_beside(space, start, true, &mut beside, &part)?;
    cx.absorb(&part);
    if let (true, Outcome::Unfinished { at_least, .. }) = (is_hint, &outcome) {
        let proven = *at_least;
        let known = if is_guided {
            guided(space, start, true, cx)?
        } else {
            settle_beside(space, outcome.map(|layers| layers.found), attempts)
        };
        return Ok(first_move(space, known, proven));
    }
    let method = format!("every shortest solution by {PLAIN}");
    Ok(match settle(space, outcome) {
        Err(reply) => reply,
        Ok(layers) if query.kind == QuestionKind::HINT => {
            let best = texts(space, &layers.first);
            Reply::found(method, Hint { best, moves_left: layers.found.labels.len() as u64 })
        }
        Ok(layers) => {
            let body = Solution::of(texts(space, &layers.found.labels), None);
            Reply::found(method, Solution { solutions: layers.ways.map(BigCount), ..body })
        }
    })
}

/// The first move of a solution as a hint, with the larger of the bounds proven.
fn first_move<S: Named>(space: &S, known: Result<Line, Reply>, proven: u64) -> Reply {
    match known {
        Ok(known) => {
            let proven = known.at_least.map_or(u64::MAX, |known| known.max(proven));
            Reply::found(known.method, HintUnproven::of(&texts(space, &known.line), proven))
        }
        Err(reply) => reply.raised(proven),
    }
}

fn texts<S: Named>(space: &S, labels: &[u32]) -> Vec<String> {
    labels.iter().map(|&label| space.name(label)).collect()
}

/// A shortest solution, or one that was met beside a search which a limit ended; else the reply that says why there is
/// none.
fn settle_beside<S: Named>(
    space: &S,
    outcome: engines::packed::Outcome<Found>,
    attempts: Attempts<'_, S>,
) -> Result<Line, Reply> {
    match with_known(outcome, attempts.into_best()) {
        Outcome::Found(found) => Ok(Known::best(found.labels, PLAIN)),
        Outcome::Impossible(evidence) => Err(Reply::impossible(PLAIN, exhausted(space, evidence))),
        Outcome::Unfinished { halt, at_least, partial: None } => Err(Reply::unfinished(space.why(halt), at_least)),
        Outcome::Unfinished { halt, at_least, partial: Some(met) } => {
            let method = format!("{PLAIN}; {}", space.why(halt));
            Ok(Known { line: met.labels, at_least: Some(at_least), method: method.into() })
        }
    }
}

/// What was found, or the reply that says why nothing was.
fn settle<T, S: Named>(space: &S, outcome: engines::packed::Outcome<T>) -> Result<T, Reply> {
    match outcome {
        Outcome::Found(found) => Ok(found),
        Outcome::Impossible(evidence) => Err(Reply::impossible(PLAIN, exhausted(space, evidence))),
        Outcome::Unfinished { halt, at_least, .. } => Err(Reply::unfinished(space.why(halt), at_least)),
    }
}

/// The certificate that no solution exists, with what its number of states leaves out.
fn exhausted<S: Named>(space: &S, evidence: Evidence) -> Exhausted {
    let Evidence { states, dead_ends } = evidence;
    let unsearched = (dead_ends > 0).then(|| {
        format!(
            "{} not searched further, since a lower bound proves that no goal can be reached from there",
            plural(dead_ends, "of them was", "of them were")
        )
    });
    let merged = space.merged().map(str::to_owned);
    let reduced = [unsearched, merged].into_iter().flatten().collect::<Vec<_>>().join("; ");
    Exhausted::over(states).reduced(Some(reduced).filter(|it| !it.is_empty()))
}
