//! A*: a shortest solution with help of a lower bound, in the memory of all states met.
//!
//! The method and its source are told in [`best_first`](super::best_first). With a consistent lower bound each state
//! is expanded at most once; with an inconsistent one states are opened again, and the rules asked again, at worst
//! exponentially often. A lower bound that is too large somewhere is noticed where the solution found shows it; it
//! may also mislead unseen. Without a lower bound [`breadth_first`](super::breadth_first()) does the same faster;
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
    let mut search = BestFirst::new(space, cx, false);
    match search.run(start) {
        Ok(End::Goal(goal)) => Ok(Outcome::Found(search.tree.path(goal))),
        Ok(End::Exhausted(evidence)) => Ok(Outcome::Exhausted(evidence)),
        Err(cut) => cut.settle(search.at_least),
    }
}
