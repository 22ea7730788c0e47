//! A*: a shortest solution with help of a lower bound; it stores all states met.
//!
//! [`best_first`](super::best_first) describes the method and its source. With a consistent lower bound each state is
//! expanded at most once; with an inconsistent one states are opened again, and the rules asked again, at worst
//! exponentially often. A lower bound that is too large somewhere is noticed where the solution found shows it; it may
//! also mislead unseen: where nobody vouches for the lower bound, [`a_star_untrusted`] finds a solution and claims no
//! more, and [`breadth_first_within`](super::breadth_first_within()) proves or improves it. Without a lower bound
//! [`breadth_first`](super::breadth_first()) is faster; where memory is short, use [`ida_star`](super::ida_star()).

use super::best_first::{BestFirst, End};
use super::outcome::{FaultIn, Outcome, PathIn};
use super::space::Space;
use crate::Context;

/// Finds a shortest solution from `start` with the lower bound of the space; the same one in every run.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// The error of the rules, or [`Fault::Overestimate`](super::Fault::Overestimate) where the solution contradicts the
/// lower bound.
pub fn a_star<S: Space>(space: &S, start: &S::State, cx: &Context<'_>) -> Result<Outcome<PathIn<S>>, FaultIn<S>> {
    path(BestFirst::new(space, cx, false), start)
}

/// Finds a solution from `start`, the same one in every run, with a lower bound that may overestimate.
///
/// The solution need not be a shortest one, and an unfinished search proves no bound. `Impossible` with evidence of no
/// dead ends is a proof whatever the lower bound says, since every state that can be reached was met.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// The error of the rules.
pub fn a_star_untrusted<S: Space>(
    space: &S,
    start: &S::State,
    cx: &Context<'_>,
) -> Result<Outcome<PathIn<S>>, FaultIn<S>> {
    path(BestFirst::new(space, cx, false).untrusted(), start)
}

fn path<S: Space>(mut search: BestFirst<'_, '_, S>, start: &S::State) -> Result<Outcome<PathIn<S>>, FaultIn<S>> {
    match search.run(start) {
        Ok(End::Goal(goal)) => Ok(Outcome::Found(search.tree.path(goal))),
        Ok(End::Exhausted(evidence)) => Ok(Outcome::Impossible(evidence)),
        Err(cut) => cut.settle(search.at_least),
    }
}
