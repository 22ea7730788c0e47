//! Breadth-first search (Moore 1959): states are expanded in the order in which they were met, so the first goal met
//! is nearest.
//!
//! Every state is tested for the goal when it is met, one layer before its expansion. Time and memory are those of
//! all states nearer than the goal. Right where nothing is known of the space; with a lower bound
//! [`a_star`](super::a_star()) expands less, with known goals and predecessors
//! [`bidirectional`](super::bidirectional()) does.

use super::meter::Meter;
use super::outcome::{CutIn, Evidence, FaultIn, Outcome, PathIn, rules};
use super::space::Space;
use super::tree::Tree;
use crate::Context;

/// A shortest solution from `start`: among all the one whose moves come first in the order of the space.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// Where the rules fail.
pub fn breadth_first<S: Space>(
    space: &S,
    start: &S::State,
    cx: &Context<'_>,
) -> Result<Outcome<PathIn<S>>, FaultIn<S>> {
    let mut at_least = 0;
    search(space, start, cx, &mut at_least).or_else(|cut| cut.settle(at_least))
}

fn search<S: Space>(
    space: &S,
    start: &S::State,
    cx: &Context<'_>,
    at_least: &mut u32,
) -> Result<Outcome<PathIn<S>>, CutIn<S>> {
    let (mut tree, mut meter, mut out) = (Tree::new(cx), Meter::new(cx), Vec::new());
    tree.plant(space, start.clone())?;
    if space.is_goal(start).map_err(rules(space))? {
        return Ok(Outcome::Found(tree.path(0)));
    }
    let mut next = 0;
    while next < tree.len() {
        *at_least += 1;
        let layer = tree.len();
        cx.report("breadth-first", u64::from(next), None, Some(u64::from(*at_least)));
        while next < layer {
            meter.tick()?;
            tree.expand(space, next, &mut out)?;
            for step in out.drain(..) {
                let Some(id) = tree.reach(space, next, step)? else { continue };
                if space.is_goal(tree.states.get(id)).map_err(rules(space))? {
                    return Ok(Outcome::Found(tree.path(id)));
                }
            }
            next += 1;
        }
    }
    Ok(Outcome::Exhausted(Evidence::FromStart { states: u64::from(tree.len()), dead_ends: 0 }))
}
