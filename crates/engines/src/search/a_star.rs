//! A*: a shortest solution with help of a lower bound, in the memory of all states met.
//!
//! The method and its source are told in [`best_first`](super::best_first). With a consistent lower bound each state
//! is expanded at most once; with an inconsistent one states are opened again, and the rules asked again, at worst
//! exponentially often. A lower bound that is too large somewhere is noticed where the solution found shows it; it
//! may also mislead unseen: where nobody vouches for the lower bound, [`a_star_untrusted`] finds a solution and claims no
//! more, and [`breadth_first_within`](super::breadth_first_within()) proves or improves it. Without a lower bound [`breadth_first`](super::breadth_first()) does the same faster;
//! where memory is short, [`ida_star`](super::ida_star()) does it in none.

use super::best_first::{BestFirst, End};
use super::outcome::{FaultIn, Outcome, PathIn};
use super::space::Space;
use crate::Context;

/// A shortest solution from `start`, always the same one.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// Where the rules fail, or the lower bound proves to be none.
pub fn a_star<S: Space>(space: &S, start: &S::State, cx: &Context<'_>) -> Result<Outcome<PathIn<S>>, FaultIn<S>> {
    path(BestFirst::new(space, cx, false), start)
}

/// A solution from `start`, always the same one, found with a lower bound that may overestimate: it need not be a
/// shortest one, and where a limit strikes no bound is proven. An exhausted search without dead ends has looked at
/// every state that can be reached, so that it is a proof whatever the lower bound says.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// Where the rules fail.
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
        Ok(End::Exhausted(evidence)) => Ok(Outcome::Exhausted(evidence)),
        Err(cut) => cut.settle(search.at_least),
    }
}
