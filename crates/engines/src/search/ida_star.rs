//! Iterative deepening A* (Korf 1985): depth-first searches under a growing bound on the estimate.
//!
//! A path whose estimate, moves made plus lower bound, exceeds the bound is cut; the least estimate that was cut is
//! the next bound, and no solution is shorter. Memory is that of one path with the moves not yet tried beside it: no
//! state is remembered, so a state that is reached on many paths is expanded on each, and the rules are asked anew
//! in every iteration. No state repeats on one path, found out by hashes of the path's states.
//!
//! Right for spaces that do not fit in memory and have a good lower bound and few ways to the same state. It proves
//! *impossible* only after every path, exponentially many: where that may be the answer, or the rules are slow,
//! [`a_star`](super::a_star()) is better.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;

use super::budgeted_vec::Lumps;
use super::meter::Meter;
use super::outcome::{Cut, CutIn, Evidence, Fault, FaultIn, Outcome, Path, PathIn, rules};
use super::space::{DEAD_END, Space};
use super::tree::Successors;
use crate::Context;

/// Finds a shortest solution from `start` without storing states; the same one in every run.
///
/// One node of the budget is one state expanded; every iteration counts its expansions anew.
///
/// # Errors
/// The error of the rules, or [`Fault::Overestimate`] where the solution contradicts the
/// lower bound.
pub fn ida_star<S: Space>(space: &S, start: &S::State, cx: &Context<'_>) -> Result<Outcome<PathIn<S>>, FaultIn<S>> {
    let mut at_least = 0;
    search(space, start, cx, &mut at_least).or_else(|cut| cut.settle(at_least))
}

fn search<S: Space>(
    space: &S,
    start: &S::State,
    cx: &Context<'_>,
    at_least: &mut u32,
) -> Result<Outcome<PathIn<S>>, CutIn<S>> {
    let mut dive = Dive::new(space, start, cx);
    if space.is_goal(start).map_err(rules(space))? {
        return dive.solution().map(Outcome::Found);
    }
    *at_least = 1.max(space.lower_bound(start).map_err(rules(space))?);
    while *at_least != DEAD_END {
        cx.report("IDA*", u64::from(*at_least), None, Some(u64::from(*at_least)));
        match dive.within(*at_least)? {
            None => return dive.solution().map(Outcome::Found),
            Some(cut) => *at_least = cut,
        }
    }
    Ok(Outcome::Impossible(Evidence::Paths { expanded: dive.expanded }))
}

/// One expanded state of the path: where it and its untried moves lie among the steps.
struct Frame {
    hash: u64,
    /// The step by which the state was reached; unused for the start.
    step: usize,
    /// Its own steps begin here.
    first: usize,
    /// The next to try; those behind are done.
    next: usize,
}

/// A depth-first search under a bound.
struct Dive<'s, 'c, S: Space> {
    space: &'s S,
    start: &'s S::State,
    /// The moves of every state on the path, with the states that they lead to.
    steps: Successors<S>,
    path: Vec<Frame>,
    out: Successors<S>,
    meter: Meter<'c>,
    lumps: Lumps<'c>,
    /// The most bytes that steps and path had at once.
    claimed: usize,
    hasher: RandomState,
    /// States expanded in this iteration.
    expanded: u64,
}

impl<'s, 'c, S: Space> Dive<'s, 'c, S> {
    fn new(space: &'s S, start: &'s S::State, cx: &'c Context<'c>) -> Self {
        Dive {
            space,
            start,
            steps: Vec::new(),
            path: Vec::new(),
            out: Vec::new(),
            meter: Meter::new(cx),
            lumps: Lumps::new(cx),
            claimed: 0,
            hasher: RandomState::default(),
            expanded: 0,
        }
    }

    /// Searches for a solution of at most `limit` moves: `None` if the path now ends before a goal's step, else the
    /// least estimate that was cut.
    fn within(&mut self, limit: u32) -> Result<Option<u32>, CutIn<S>> {
        let mut least = DEAD_END;
        self.expanded = 0;
        self.steps.clear();
        self.enter(self.hasher.hash_one(self.start), 0)?;
        while let Some(top) = self.path.last_mut() {
            let step = top.next;
            if step == self.steps.len() {
                self.leave();
                continue;
            }
            top.next += 1;
            match self.look(step, limit)? {
                Seen::Goal => return Ok(None),
                Seen::Within(hash) => self.enter(hash, step)?,
                Seen::Beyond(estimate) => least = least.min(estimate),
                Seen::OnPath => {}
            }
        }
        Ok(Some(least))
    }

    /// Judges the state that a step leads to.
    fn look(&self, step: usize, limit: u32) -> Result<Seen, CutIn<S>> {
        let (state, made) = (&self.steps[step].1, self.path.len() as u32);
        let estimate = made.saturating_add(self.space.lower_bound(state).map_err(rules(self.space))?);
        if estimate > limit {
            return Ok(Seen::Beyond(estimate));
        }
        let hash = self.hasher.hash_one(state);
        if self.path.iter().any(|frame| frame.hash == hash && self.state(frame) == state) {
            return Ok(Seen::OnPath);
        }
        if self.space.is_goal(state).map_err(rules(self.space))? {
            return Ok(Seen::Goal);
        }
        // No goal is nearer than one move.
        Ok(if made < limit { Seen::Within(hash) } else { Seen::Beyond(made.saturating_add(1)) })
    }

    /// Expands the state that `step` leads to; the start, where the path is empty.
    fn enter(&mut self, hash: u64, step: usize) -> Result<(), CutIn<S>> {
        self.meter.tick()?;
        self.expanded += 1;
        let state = if self.path.is_empty() { self.start } else { &self.steps[step].1 };
        self.space.successors(state, &mut self.out).map_err(rules(self.space))?;
        let first = self.steps.len();
        self.steps.append(&mut self.out);
        self.path.push(Frame { hash, step, first, next: first });
        let bytes =
            self.steps.capacity() * size_of::<(S::Move, S::State)>() + self.path.capacity() * size_of::<Frame>();
        if bytes > self.claimed {
            self.lumps.add(bytes - self.claimed)?;
            self.claimed = bytes;
        }
        Ok(())
    }

    fn leave(&mut self) {
        if let Some(frame) = self.path.pop() {
            self.steps.truncate(frame.first);
        }
    }

    fn state(&self, frame: &Frame) -> &S::State {
        if frame.first == 0 { self.start } else { &self.steps[frame.step].1 }
    }

    /// The path with the step last looked at, once the lower bounds on it have proven to be such.
    fn solution(&self) -> Result<PathIn<S>, CutIn<S>> {
        let taken = |frame: &Frame| self.steps[frame.next - 1].clone();
        let (moves, after): (Vec<S::Move>, Vec<S::State>) = self.path.iter().map(taken).unzip();
        let states: Vec<S::State> = std::iter::once(self.start.clone()).chain(after).collect();
        for (left, state) in (0..).zip(states.iter().rev()) {
            let bound = self.space.lower_bound(state).map_err(rules(self.space))?;
            if bound > left {
                return Err(Cut::Fault(Fault::Overestimate { state: Box::new(state.clone()), bound, left }));
            }
        }
        Ok(Path { moves, states })
    }
}

/// What a step leads to.
enum Seen {
    Goal,
    /// A state to expand, by its hash.
    Within(u64),
    /// A state with an estimate above the bound.
    Beyond(u32),
    OnPath,
}
