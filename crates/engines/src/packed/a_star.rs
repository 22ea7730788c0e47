//! A* (Hart, Nilsson and Raphael 1968) over packed keys, with buckets for the open list.
//!
//! States wait in buckets by estimate, cost so far plus heuristic; of the lowest bucket the latest come first, so that
//! among equal estimates the search goes deep. The heuristic is computed once for each state, where it is first
//! reached. A state reached again at less cost is opened again, so the heuristic need not be consistent. The lowest
//! estimate waiting is a lower bound of the solution. A state costs its key and some 22 bytes.
//!
//! It ends with the first goal that no waiting estimate undercuts. Where memory ends, [`ida_star`](super::ida_star())
//! goes on from the bound proven so far. Without a heuristic [`breadth_first`](super::breadth_first()) is faster.
//!
//! A search that grows long is interrupted now and then for a solution that need not be one of least cost
//! ([`Attempts`]): it stands where a limit ends the search, and what costs more is not stored from then on. The
//! solution of least cost does not depend on it.

use super::any::Attempts;
use super::best_first::Search;
use super::ida_star::ida_star;
use super::order::Aim;
use super::outcome::{Cut, Evidence, Found, Guided, Outcome, with_known};
use super::schedule::{Beside, Schedule};
use super::space::PackedSpace;
use crate::{Context, Halt};

/// A search grows long from so many nodes on.
const LONG: u64 = 1 << 14;

/// Finds a solution of least cost from `start`, which is no goal, with the heuristic of the space.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// The error of the rules.
pub fn a_star<S: PackedSpace>(space: &S, start: &[u32], cx: &Context<'_>) -> Result<Guided<Found>, S::Error> {
    let mut attempts = Attempts::new(space, start);
    let outcome = a_star_beside(space, start, &mut |cx: &Context<'_>| attempts.attempt_cost(cx), cx)?;
    Ok(with_known(outcome, attempts.into_best()))
}

/// [`a_star`] with other means to find solutions that need not be of least cost: `beside` is called where the search
/// grows long, and keeps what it finds; [`with_known`] adds that to the outcome.
///
/// # Errors
/// The error of the rules.
pub fn a_star_beside<S: PackedSpace>(
    space: &S,
    start: &[u32],
    beside: &mut Beside<'_, S::Error>,
    cx: &Context<'_>,
) -> Result<Outcome<Found>, S::Error> {
    let mut at_least = 1;
    match run(space, start, &mut at_least, beside, cx) {
        Ok(outcome) => Ok(outcome),
        Err(Cut::Halt(Halt::Bytes)) => ida_star(space, start, at_least, cx),
        Err(cut) => cut.settle(at_least),
    }
}

fn run<S: PackedSpace>(
    space: &S,
    start: &[u32],
    at_least: &mut u32,
    beside: &mut Beside<'_, S::Error>,
    cx: &Context<'_>,
) -> Result<Outcome<Found>, Cut<S::Error>> {
    let mut schedule = Schedule::new(LONG, cx);
    let mut search = Search::new(space, start, Aim::exact(), cx)?;
    let mut batch = Vec::new();
    while let Some(estimate) = search.open.lowest() {
        if estimate > *at_least {
            *at_least = search.best.map_or(estimate, |(cost, _)| cost.min(estimate));
            search.report(*at_least);
        }
        if search.best.is_some_and(|(cost, _)| cost <= estimate) {
            break;
        }
        if schedule.is_due(cx) {
            search.aim.most = schedule.run(beside, cx).map_err(Cut::Rules)?;
            cx.spend(0)?;
        }
        search.pop(&mut batch);
        search.expand(&batch)?;
    }
    match search.best {
        Some((_, last)) => Ok(Outcome::Found(search.solved(last)?)),
        None => Ok(Outcome::Impossible(Evidence { states: u64::from(search.keys.len()), dead_ends: search.dead_ends })),
    }
}
