//! The search that [`a_star`](super::a_star()) and [`optimal`](super::optimal()) share.
//!
//! A* (Hart, Nilsson and Raphael 1968): the state with the least estimate, moves made plus lower bound, is expanded
//! first. A state reached again with fewer moves is opened again, so the lower bound need not be consistent. The
//! least estimate waiting is itself a lower bound on the solution; a state that is no goal is at least one move away.
//!
//! Where all solutions are asked for, every state whose estimate is not above the solution's length is expanded, and
//! each expansion keeps the moves that reached their state with fewest moves, as known then.

use super::budgeted_vec::BudgetedVec;
use super::meter::Meter;
use super::outcome::{Cut, CutIn, Evidence, Fault, rules};
use super::queue::{Open, Queue};
use super::space::{DEAD_END, Space};
use super::tree::{Link, Successors, Tree};
use crate::{Context, Halt};

/// What is known of a state beside its place in the tree.
#[derive(Clone, Copy)]
struct Label {
    /// The fewest moves known from the start.
    moves: u32,
    /// The lower bound on the moves left.
    bound: u32,
    goal: bool,
    /// Expanded with these moves.
    closed: bool,
}

/// The moves of one expansion: they end where the next one's begin.
#[derive(Clone, Copy)]
pub(super) struct Expansion {
    pub(super) state: u32,
    pub(super) moves: u32,
    pub(super) first: usize,
}

/// A move that was a shortest way to its state when it was made.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) to: u32,
    pub(super) via: u32,
}

/// How a search ended.
pub(super) enum End {
    Goal(u32),
    Exhausted(Evidence),
}

/// A best-first search under way.
pub(super) struct BestFirst<'s, 'c, S: Space> {
    space: &'s S,
    cx: &'c Context<'c>,
    pub(super) tree: Tree<'c, S>,
    labels: BudgetedVec<'c, Label>,
    queue: Queue<'c>,
    /// Whether to go on until all shortest solutions are known.
    all: bool,
    /// Whether the lower bound is trusted, so that the first solution is a shortest one unless it shows otherwise.
    trusted: bool,
    pub(super) expansions: BudgetedVec<'c, Expansion>,
    pub(super) edges: BudgetedVec<'c, Edge>,
    best: Option<u32>,
    dead_ends: u64,
    pub(super) at_least: u32,
}

impl<'s, 'c, S: Space> BestFirst<'s, 'c, S> {
    pub(super) fn new(space: &'s S, cx: &'c Context<'c>, all: bool) -> Self {
        BestFirst {
            space,
            cx,
            tree: Tree::new(cx),
            labels: BudgetedVec::new(cx),
            queue: Queue::new(cx),
            all,
            trusted: true,
            expansions: BudgetedVec::new(cx),
            edges: BudgetedVec::new(cx),
            best: None,
            dead_ends: 0,
            at_least: 0,
        }
    }

    /// Marks the lower bound as one that may overestimate: the solution is not checked against it, and no bound is
    /// proven.
    pub(super) fn untrusted(mut self) -> Self {
        self.trusted = false;
        self
    }

    /// Searches from `start`; call it once.
    pub(super) fn run(&mut self, start: &S::State) -> Result<End, CutIn<S>> {
        self.tree.plant(self.space, start.clone())?;
        self.label(0, 0)?;
        let (mut meter, mut out) = (Meter::new(self.cx), Vec::new());
        while let Some((estimate, open)) = self.queue.pop() {
            self.raise(estimate);
            if self.settled(estimate) {
                break;
            }
            let label = self.labels.get_mut(open.id as usize);
            if label.closed || label.moves != open.moves {
                continue;
            }
            meter.tick()?;
            label.closed = true;
            self.expand(open, &mut out)?;
        }
        match self.best {
            Some(goal) if self.trusted => self.confirm(goal).map(|()| End::Goal(goal)),
            Some(goal) => Ok(End::Goal(goal)),
            None => Ok(End::Exhausted(Evidence::FromStart {
                states: u64::from(self.tree.len()),
                dead_ends: self.dead_ends,
            })),
        }
    }

    /// The fewest moves known to a state.
    pub(super) fn moves(&self, id: u32) -> u32 {
        self.labels.get(id as usize).moves
    }

    pub(super) fn is_goal(&self, id: u32) -> bool {
        self.labels.get(id as usize).goal
    }

    /// Complains of a state that is known to be `left` moves from a goal, where its lower bound is larger.
    pub(super) fn check(&self, id: u32, left: u32) -> Result<(), CutIn<S>> {
        let mut bound = self.labels.get(id as usize).bound;
        if left == 0 {
            bound = self.space.lower_bound(self.tree.states.get(id)).map_err(rules(self.space))?;
        }
        // The bound kept is at least one where there is no goal, and so is `left`.
        if bound <= left {
            return Ok(());
        }
        Err(Cut::Fault(Fault::Overestimate { state: Box::new(self.tree.states.get(id).clone()), bound, left }))
    }

    /// The bound proven so far grows to `estimate`.
    fn raise(&mut self, estimate: u32) {
        if self.trusted && estimate > self.at_least {
            self.at_least = estimate.min(self.best.map_or(u32::MAX, |goal| self.moves(goal)));
            self.cx.report("best-first", u64::from(self.tree.len()), None, Some(u64::from(self.at_least)));
        }
    }

    /// Whether no state with this estimate can matter any more.
    fn settled(&self, estimate: u32) -> bool {
        let length = self.best.map(|goal| self.moves(goal));
        length.is_some_and(|length| if self.all { estimate > length } else { estimate >= length })
    }

    fn expand(&mut self, open: Open, out: &mut Successors<S>) -> Result<(), CutIn<S>> {
        self.tree.expand(self.space, open.id, out)?;
        if self.all {
            self.expansions.push(Expansion { state: open.id, moves: open.moves, first: self.edges.len() })?;
        }
        for step in out.drain(..) {
            self.follow(open, step)?;
        }
        Ok(())
    }

    fn follow(&mut self, from: Open, (step, state): (S::Move, S::State)) -> Result<(), CutIn<S>> {
        let (space, moves) = (self.space, from.moves.saturating_add(1));
        let (to, new) = self.tree.states.intern(state, |state| space.heap_bytes(state))?;
        let known = if new { u32::MAX } else { self.moves(to) };
        if moves > known || (moves == known && !self.all) {
            return Ok(());
        }
        let via = self.tree.name(step)?;
        if self.all {
            self.edges.push(Edge { to, via })?;
        }
        if new {
            self.tree.attach(Link { parent: from.id, via })?;
            self.label(to, moves)?;
        } else if moves < known {
            self.tree.relink(to, Link { parent: from.id, via });
            self.reopen(to, moves)?;
        }
        Ok(())
    }

    /// Labels a state that was just met, and queues it.
    fn label(&mut self, id: u32, moves: u32) -> Result<(), CutIn<S>> {
        let state = self.tree.states.get(id);
        let goal = self.space.is_goal(state).map_err(rules(self.space))?;
        let bound = if goal { 0 } else { self.space.lower_bound(state).map_err(rules(self.space))?.max(1) };
        self.labels.push(Label { moves, bound, goal, closed: false })?;
        self.dead_ends += u64::from(bound == DEAD_END);
        self.offer(id)?;
        Ok(())
    }

    fn reopen(&mut self, id: u32, moves: u32) -> Result<(), Halt> {
        let label = self.labels.get_mut(id as usize);
        label.moves = moves;
        label.closed = false;
        self.offer(id)
    }

    /// Takes note of a goal, queues anything else.
    fn offer(&mut self, id: u32) -> Result<(), Halt> {
        let label = *self.labels.get(id as usize);
        if !label.goal {
            let estimate = label.moves.saturating_add(label.bound);
            let hopeless = label.bound == DEAD_END;
            return if hopeless {
                Ok(())
            } else {
                self.queue.push(estimate, label.bound, Open { id, moves: label.moves })
            };
        }
        if self.best.is_none_or(|best| label.moves < self.moves(best)) {
            self.best = Some(id);
        }
        Ok(())
    }

    /// Compares the lower bounds on the path to `goal` with what is left there.
    fn confirm(&self, goal: u32) -> Result<(), CutIn<S>> {
        (0..).zip(self.tree.ancestry(goal)).try_for_each(|(left, id)| self.check(id, left))
    }
}
