//! The distances of all states of a level to the nearest goal, computed once and kept for later questions.
//!
//! They live in the cache of the process ([`Context::keeps`]), which counts their bytes and drops the least recently
//! used, under the family's name and the text of the level. Where the states are too many for the limits, that is kept
//! in their place: it is tried again only with limits that allow clearly more of what did not suffice. Who asks says
//! what may be spent on them, since one question may be answered sooner without.

use std::any::Any;
use std::sync::{Arc, RwLock};

use engines::clock::{self, Duration};
use engines::search::{Fault, Values, distances_to_goals, retrograde};
use engines::{Context, Halt, Outcome};

use super::distances::{Built, Distances};
use super::rules::{RulesForTwo, StateSpace};
use super::searched::Searched;
use crate::problem::AskError;

/// The most states of which the distances are computed.
const MAX_STATES: u64 = 20_000_000;
/// How much more of what did not suffice limits must allow, so that it is tried again.
const MORE: u64 = 2;

/// What is kept under the key of a level: nothing yet, the result of a computation, or the limit that ended it.
struct Slot<T>(RwLock<SlotState<T>>);

enum SlotState<T> {
    Nothing,
    Known(Arc<T>),
    /// The limit that struck, and how much it allowed.
    Exceeded(Halt, u64),
}

/// What the distances of a level are kept under.
const DISTANCES: &str = "distances";
/// What the values of a game for two are kept under.
const VALUES: &str = "values";

/// Returns the distances of all states of the level of these rules, if they were computed before and are still kept.
pub fn known_distances<R: StateSpace>(rules: &R, cx: &Context<'_>) -> Option<Arc<Distances<R::State>>> {
    known(DISTANCES, rules, cx)
}

/// The values of all positions of a game for two, if they were computed before.
pub(super) fn known_values<R: RulesForTwo>(rules: &R, cx: &Context<'_>) -> Option<Arc<Values<R::State>>> {
    known(VALUES, rules, cx)
}

fn known<T: Any + Send + Sync, R: StateSpace>(what: &str, rules: &R, cx: &Context<'_>) -> Option<Arc<T>> {
    let slot = cx.keeps()?.get_or(&key(what, rules), || Slot::<T>(RwLock::new(SlotState::Nothing)));
    // Another question may be computing it, which none waits for.
    match slot.0.try_read().as_deref() {
        Ok(SlotState::Known(known)) => Some(Arc::clone(known)),
        _ => None,
    }
}

fn key<R: StateSpace>(what: &str, rules: &R) -> Vec<u8> {
    [what.as_bytes(), b"\0", &rules.level_key()].concat()
}

/// Computes the distances of all states of the level of these rules and keeps them, unless they are known, the limits
/// do not suffice, or another question computes them just now.
///
/// # Errors
/// The rules failed.
pub fn tabulate<R: StateSpace>(rules: &R, cx: &Context<'_>) -> Result<(), AskError> {
    let distances = kept(DISTANCES, rules, cx, Distances::bytes, |cx| {
        let start = rules.start();
        if let Some(built) = rules.distances(cx) {
            return built;
        }
        let searched = Searched::plain(rules);
        Ok(match distances_to_goals(&searched, &start, cx).map_err(|fault| failure(rules, fault))? {
            Outcome::Found(found) => {
                let counts = (found.states(), found.dead_ends(), found.bytes());
                Ok(Distances::new(counts, None, move |state| found.of(state)))
            }
            Outcome::Impossible(_) => Err(Halt::Nodes),
            Outcome::Unfinished { halt, .. } => Err(halt),
        })
    });
    distances.map(|_| ())
}

/// The values of all positions of a game for two, from the cache or computed now; `None` where the limits do not
/// suffice, or another question computes them just now.
pub(super) fn values<R: RulesForTwo>(rules: &R, cx: &Context<'_>) -> Result<Option<Arc<Values<R::State>>>, AskError> {
    kept(VALUES, rules, cx, Values::bytes, |cx| {
        let searched = Searched::plain(rules);
        Ok(match retrograde(&searched, &rules.start(), cx).map_err(|fault| failure(rules, fault))? {
            Outcome::Found(solved) => Ok(solved.release()),
            Outcome::Impossible(_) => Err(Halt::Nodes),
            Outcome::Unfinished { halt, .. } => Err(halt),
        })
    })
}

fn failure<R: StateSpace>(rules: &R, fault: Fault<R::State, R::Error>) -> AskError {
    match fault {
        Fault::Rules(error) => rules.failure(&error),
        overestimate @ Fault::Overestimate { .. } => AskError::Rules(overestimate.to_string()),
    }
}

/// What `build` computes about a level, kept under `what` and the level.
fn kept<T: Any + Send + Sync, R: StateSpace>(
    what: &str,
    rules: &R,
    cx: &Context<'_>,
    bytes: impl Fn(&T) -> u64,
    build: impl FnOnce(&Context<'_>) -> Built<T>,
) -> Result<Option<Arc<T>>, AskError> {
    let Some(cache) = cx.keeps() else { return Ok(None) };
    let key = key(what, rules);
    let slot = cache.get_or(&key, || Slot::<T>(RwLock::new(SlotState::Nothing)));
    // Another question may be computing it, which none waits for.
    match slot.0.try_read().as_deref() {
        Ok(SlotState::Known(known)) => return Ok(Some(Arc::clone(known))),
        Ok(SlotState::Exceeded(halt, allowed)) if allows(*halt, cx) < allowed.saturating_mul(MORE) => return Ok(None),
        Ok(SlotState::Exceeded(..) | SlotState::Nothing) => {}
        Err(_) => return Ok(None),
    }
    let Ok(mut held) = slot.0.try_write() else { return Ok(None) };
    if let SlotState::Known(known) = &*held {
        return Ok(Some(Arc::clone(known)));
    }
    let part = cx.at_most(MAX_STATES);
    let built = part.setup(|| build(&part));
    let allowed = |halt| allows(halt, cx);
    cx.absorb(&part);
    match built? {
        Ok(known) => {
            let (size, known) = (bytes(&known), Arc::new(known));
            *held = SlotState::Known(Arc::clone(&known));
            drop(held);
            cache.weigh(&key, size + key.len() as u64);
            Ok(Some(known))
        }
        Err(Halt::Stopped) => Ok(None),
        Err(halt) => {
            *held = SlotState::Exceeded(halt, allowed(halt));
            Ok(None)
        }
    }
}

/// How much limits allow of what struck: nodes, bytes, or milliseconds.
fn allows(halt: Halt, cx: &Context<'_>) -> u64 {
    let budget = cx.budget();
    match halt {
        Halt::Nodes => budget.nodes.unwrap_or(u64::MAX).min(2 * MAX_STATES),
        Halt::Bytes => budget.bytes.unwrap_or(u64::MAX),
        Halt::Time => {
            let left = budget.deadline.map_or(Duration::MAX, |until| until.saturating_duration_since(clock::now()));
            u64::try_from(left.as_millis()).unwrap_or(u64::MAX)
        }
        Halt::Disk | Halt::Storage(_) | Halt::Stopped | Halt::Engine(_) => 1,
    }
}
