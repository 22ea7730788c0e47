//! Bidirectional breadth-first search (Pohl 1971): layers grow from the start and from the goals until they meet.
//!
//! The smaller frontier is expanded, always by a whole layer. While layers of depth f and b are complete and share no
//! state, every solution has more than f + b moves; so the first state that is met from both sides ends a shortest
//! one. For a branching factor of k and n moves this costs about 2·k^(n/2) states in place of k^n, and it proves
//! *impossible* as soon as either side is exhausted. Wrong where there are many goals, or where their predecessors
//! are costly.

use super::meter::Meter;
use super::outcome::{CutIn, Evidence, FaultIn, Outcome, Path, PathIn, rules};
use super::space::{Reversible, Space};
use super::tree::{Successors, Tree};
use crate::{Context, Halt};

/// Finds a shortest solution from `start`, the same one in every run.
///
/// One node of the budget is one state expanded in either direction.
///
/// # Errors
/// The error of the rules.
pub fn bidirectional<S: Reversible>(
    space: &S,
    start: &S::State,
    cx: &Context<'_>,
) -> Result<Outcome<PathIn<S>>, FaultIn<S>> {
    let mut at_least = 0;
    search(space, start, cx, &mut at_least).or_else(|cut| cut.settle(at_least))
}

fn search<S: Reversible>(
    space: &S,
    start: &S::State,
    cx: &Context<'_>,
    at_least: &mut u32,
) -> Result<Outcome<PathIn<S>>, CutIn<S>> {
    let (mut ahead, mut back, mut meter) = (Side::new(cx), Side::new(cx), Meter::new(cx));
    for goal in space.goals().map_err(rules(space))? {
        back.tree.plant(space, goal)?;
    }
    ahead.tree.plant(space, start.clone())?;
    if let Some(id) = back.tree.states.find(start) {
        return Ok(Outcome::Found(join(&ahead, 0, &back, id)));
    }
    loop {
        if ahead.frontier() == 0 {
            return Ok(Outcome::Impossible(Evidence::FromStart { states: u64::from(ahead.next), dead_ends: 0 }));
        }
        if back.frontier() == 0 {
            return Ok(Outcome::Impossible(Evidence::FromGoals { states: u64::from(back.next) }));
        }
        *at_least += 1;
        let done = u64::from(ahead.next) + u64::from(back.next);
        cx.report("bidirectional", done, None, Some(u64::from(*at_least)));
        let met = if ahead.frontier() <= back.frontier() {
            ahead.layer(space, &back, &mut meter, S::successors)?
        } else {
            back.layer(space, &ahead, &mut meter, S::predecessors)?.map(|(back, ahead)| (ahead, back))
        };
        if let Some((met, mirror)) = met {
            return Ok(Outcome::Found(join(&ahead, met, &back, mirror)));
        }
    }
}

/// How a side asks for the neighbours of a state.
type Neighbours<S> = fn(&S, &<S as Space>::State, &mut Successors<S>) -> Result<(), <S as Space>::Error>;

/// One of the two searches: states before `next` are expanded, the others are its frontier.
struct Side<'c, S: Space> {
    tree: Tree<'c, S>,
    next: u32,
}

impl<'c, S: Space> Side<'c, S> {
    fn new(cx: &'c Context<'c>) -> Self {
        Side { tree: Tree::new(cx), next: 0 }
    }

    fn frontier(&self) -> u32 {
        self.tree.len() - self.next
    }

    /// Expands the frontier; stops at a state that the other side knows and gives both its numbers.
    fn layer(
        &mut self,
        space: &S,
        other: &Side<'_, S>,
        meter: &mut Meter<'_>,
        neighbours: Neighbours<S>,
    ) -> Result<Option<(u32, u32)>, CutIn<S>> {
        let mut out = Vec::new();
        for next in self.next..self.tree.len() {
            meter.tick()?;
            neighbours(space, self.tree.states.get(next), &mut out).map_err(rules(space))?;
            for step in out.drain(..) {
                if let Some(met) = self.reach(space, other, next, step)? {
                    return Ok(Some(met));
                }
            }
            self.next += 1;
        }
        Ok(None)
    }

    fn reach(
        &mut self,
        space: &S,
        other: &Side<'_, S>,
        from: u32,
        step: (S::Move, S::State),
    ) -> Result<Option<(u32, u32)>, Halt> {
        let Some(id) = self.tree.reach(space, from, step)? else { return Ok(None) };
        Ok(other.tree.states.find(self.tree.states.get(id)).map(|mirror| (id, mirror)))
    }
}

/// The path from the start to `met`, and on to the goal along the other side's tree.
fn join<S: Space>(ahead: &Side<'_, S>, met: u32, back: &Side<'_, S>, mirror: u32) -> PathIn<S> {
    let Path { mut moves, mut states } = ahead.tree.path(met);
    let onward = back.tree.path(mirror);
    moves.extend(onward.moves.into_iter().rev());
    states.extend(onward.states.into_iter().rev().skip(1));
    Path { moves, states }
}
