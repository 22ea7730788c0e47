//! Breadth-first search (Moore 1959): states are expanded in the order in which they were met, so the first goal met
//! is nearest.
//!
//! Every state is tested for the goal when it is met, one layer before its expansion. Time and memory are those of
//! all states nearer than the goal. Right where nothing is known of the space; with a lower bound
//! [`a_star`](super::a_star()) expands less, with known goals and predecessors
//! [`bidirectional`](super::bidirectional()) does. Limited to a depth, it proves that no solution is shorter than one
//! that was found by a method that proves nothing.

use super::meter::Meter;
use super::outcome::{CutIn, Evidence, FaultIn, Outcome, PathIn, rules};
use super::space::Space;
use super::tree::{Successors, Tree};
use crate::Context;

/// Finds a shortest solution from `start`; of all shortest ones, that whose moves come first in the order of the space.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// The error of the rules.
pub fn breadth_first<S: Space>(
    space: &S,
    start: &S::State,
    cx: &Context<'_>,
) -> Result<Outcome<PathIn<S>>, FaultIn<S>> {
    let mut search = BreadthFirst::new(space, cx);
    search.run(start).or_else(|cut| cut.settle(search.depth))
}

/// Finds a shortest solution from `start` of at most `most` moves, or proves that there is none: the outcome is
/// `Found(None)` where longer solutions remain possible.
///
/// One node of the budget is one state expanded. States that are `most` moves away are met but not expanded.
///
/// # Errors
/// The error of the rules.
pub fn breadth_first_within<S: Space>(
    space: &S,
    start: &S::State,
    most: u32,
    cx: &Context<'_>,
) -> Result<Outcome<Option<PathIn<S>>>, FaultIn<S>> {
    let mut search = BreadthFirst::new(space, cx);
    search.run_within(start, most).or_else(|cut| cut.settle(search.depth))
}

/// A search under way: states before `next` are expanded, the others are the layer to be expanded next.
struct BreadthFirst<'s, 'c, S: Space> {
    space: &'s S,
    cx: &'c Context<'c>,
    meter: Meter<'c>,
    tree: Tree<'c, S>,
    next: u32,
    /// Moves from the start to the states that are met at present: no solution has fewer.
    depth: u32,
}

impl<'s, 'c, S: Space> BreadthFirst<'s, 'c, S> {
    fn new(space: &'s S, cx: &'c Context<'c>) -> Self {
        BreadthFirst { space, cx, meter: Meter::new(cx), tree: Tree::new(cx), next: 0, depth: 0 }
    }

    fn run(&mut self, start: &S::State) -> Result<Outcome<PathIn<S>>, CutIn<S>> {
        let mut goal = self.plant(start)?;
        loop {
            match goal {
                Some(goal) => return Ok(Outcome::Found(self.tree.path(goal))),
                None if self.is_exhausted() => return Ok(Outcome::Impossible(self.evidence())),
                None => goal = self.layer()?,
            }
        }
    }

    fn run_within(&mut self, start: &S::State, most: u32) -> Result<Outcome<Option<PathIn<S>>>, CutIn<S>> {
        let mut goal = self.plant(start)?;
        loop {
            match goal {
                Some(goal) => return Ok(Outcome::Found(Some(self.tree.path(goal)))),
                None if self.is_exhausted() => return Ok(Outcome::Impossible(self.evidence())),
                None if self.depth == most => return Ok(Outcome::Found(None)),
                None => goal = self.layer()?,
            }
        }
    }

    /// Meets the start; gives its number if it is a goal.
    fn plant(&mut self, start: &S::State) -> Result<Option<u32>, CutIn<S>> {
        let id = self.tree.plant(self.space, start.clone())?;
        Ok(self.space.is_goal(start).map_err(rules(self.space))?.then_some(id))
    }

    fn is_exhausted(&self) -> bool {
        self.next == self.tree.len()
    }

    fn evidence(&self) -> Evidence {
        Evidence::FromStart { states: u64::from(self.tree.len()), dead_ends: 0 }
    }

    /// Expands every state of the layer; gives the number of the first goal met.
    fn layer(&mut self) -> Result<Option<u32>, CutIn<S>> {
        self.depth += 1;
        let (end, mut out) = (self.tree.len(), Successors::<S>::new());
        self.cx.report("breadth-first", u64::from(self.next), None, Some(u64::from(self.depth)));
        while self.next < end {
            self.meter.tick()?;
            self.tree.expand(self.space, self.next, &mut out)?;
            for step in out.drain(..) {
                let Some(id) = self.tree.reach(self.space, self.next, step)? else { continue };
                if self.space.is_goal(self.tree.states.get(id)).map_err(rules(self.space))? {
                    return Ok(Some(id));
                }
            }
            self.next += 1;
        }
        Ok(None)
    }
}
