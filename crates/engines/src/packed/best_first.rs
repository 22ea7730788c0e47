//! Best-first search over packed keys, with buckets for the open list: what [`a_star`](super::a_star()) and the
//! attempts of [`Attempts`](super::Attempts) share. A state costs its key and some 22 bytes.

use super::expansion::{Expansion, labels};
use super::key_set::KeySet;
use super::order::Aim;
use super::outcome::{Cut, Found};
use super::rows::Rows;
use super::space::PackedSpace;
use crate::search::DEAD_END;
use crate::{Context, Halt, Reservation};

/// States of a batch for each thread: a large batch would expand states beyond the goal.
const BATCH: usize = 128;

/// What an open state costs in its bucket, with the room that the bucket has left.
const OPEN: u64 = 8;

/// Open states are counted against the memory allowed in lumps of so many.
const LUMP: u64 = 1 << 16;

/// What is known of a state beside its key.
#[derive(Clone, Copy)]
struct Label {
    parent: u32,
    /// The least cost known from the start.
    cost: u32,
    /// The heuristic; the highest bit says that the state was expanded at this cost.
    bound: u32,
}

const CLOSED: u32 = 1 << 31;

/// A best-first search under way.
pub(super) struct Search<'s, 'c, S: PackedSpace> {
    space: &'s S,
    cx: &'c Context<'c>,
    pub(super) aim: Aim<'c>,
    expansion: Expansion<'s, 'c, S>,
    pub(super) keys: KeySet<'c>,
    labels: Rows<'c, Label>,
    pub(super) open: Buckets<'c>,
    pub(super) dead_ends: u64,
    /// The least cost of a solution known, and the state before its goal.
    pub(super) best: Option<(u32, u32)>,
}

impl<'s, 'c, S: PackedSpace> Search<'s, 'c, S> {
    /// A search that has seen the start.
    pub(super) fn new(space: &'s S, start: &[u32], aim: Aim<'c>, cx: &'c Context<'c>) -> Result<Self, Cut<S::Error>> {
        let mut search = Search {
            space,
            cx,
            aim,
            expansion: Expansion::new(space, cx)?,
            keys: KeySet::new(space.words(), cx),
            labels: Rows::new(1, cx),
            open: Buckets::new(cx),
            dead_ends: 0,
            best: None,
        };
        search.keys.intern(start)?;
        search.labels.push(&[Label { parent: 0, cost: 0, bound: 0 }])?;
        search.estimate(0)?;
        Ok(search)
    }

    /// The first solution that is met; `None` where no state is left.
    pub(super) fn first(mut self) -> Result<Option<Found>, Cut<S::Error>> {
        let mut batch = Vec::new();
        while self.best.is_none() && self.open.lowest().is_some() {
            self.pop(&mut batch);
            self.expand(&batch)?;
        }
        self.best.map(|(_, last)| self.solved(last)).transpose()
    }

    pub(super) fn report(&self, at_least: u32) {
        self.cx.report("A*", u64::from(self.keys.len()), None, Some(at_least.into()));
    }

    fn label(&mut self, id: u32) -> &mut Label {
        &mut self.labels.get_mut(id as usize)[0]
    }

    /// Takes the next states to be expanded off the lowest bucket.
    pub(super) fn pop(&mut self, batch: &mut Vec<u32>) {
        batch.clear();
        // What is found first depends on the size, which must not depend on the machine.
        let most = if self.aim.is_exact() { BATCH * self.expansion.threads() } else { BATCH };
        while batch.len() < most
            && let Some(id) = self.open.pop()
        {
            let label = &mut self.labels.get_mut(id as usize)[0];
            if label.bound & CLOSED == 0 {
                label.bound |= CLOSED;
                batch.push(id);
            }
        }
    }

    pub(super) fn expand(&mut self, batch: &[u32]) -> Result<(), Cut<S::Error>> {
        let mut keys = Vec::with_capacity(batch.len() * self.space.words());
        batch.iter().for_each(|&id| keys.extend_from_slice(self.keys.get(id)));
        let first = self.keys.len();
        let Search { space, expansion, keys: known, labels, best, open, aim: Aim { order, most, .. }, .. } = self;
        expansion.expand_ahead(&keys, |steps| {
            known.look_ahead(steps.iter().map(|step| step.key));
            for step in steps {
                let parent = batch[step.from];
                let cost = labels.get(parent as usize)[0].cost + space.cost(step.label);
                if step.is_goal {
                    if cost <= *most && best.is_none_or(|(least, _)| cost < least) {
                        *best = Some((cost, parent));
                    }
                    continue;
                }
                let (id, is_new) = known.intern(step.key)?;
                if is_new {
                    labels.push(&[Label { parent, cost, bound: 0 }])?;
                    continue;
                }
                let label = &mut labels.get_mut(id as usize)[0];
                if cost < label.cost {
                    *label = Label { parent, cost, bound: label.bound & !CLOSED };
                    // The heuristics of this batch's own states are not known yet.
                    if id < first && label.bound != DEAD_END & !CLOSED && cost + label.bound <= *most {
                        open.push(order.place(cost, label.bound, step.key, Some(step.key))?, id)?;
                    }
                }
            }
            Ok(())
        })?;
        self.estimate(first)
    }

    /// Computes the heuristics of the states from `first` and puts them into their buckets.
    fn estimate(&mut self, first: u32) -> Result<(), Cut<S::Error>> {
        let mut keys = Vec::new();
        (first..self.keys.len()).for_each(|id| keys.extend_from_slice(self.keys.get(id)));
        let bounds = self.expansion.heuristics(&keys, self.aim.heuristic)?;
        for (id, bound) in (first..).zip(bounds) {
            let label = self.label(id);
            if bound == DEAD_END {
                label.bound = DEAD_END & !CLOSED;
                self.dead_ends += 1;
                continue;
            }
            // A state that is no goal is at least one move away.
            label.bound = bound.max(1);
            let Label { parent, cost, bound: heuristic } = *label;
            if cost + heuristic <= self.aim.most {
                let is_level = parent != id && self.label(parent).bound & !CLOSED == heuristic;
                let like = is_level.then(|| self.keys.get(parent));
                let place = self.aim.order.place(cost, heuristic, self.keys.get(id), like)?;
                self.open.push(place, id)?;
            }
        }
        Ok(())
    }

    /// The solution by way of this state, whose move leads to a goal.
    pub(super) fn solved(mut self, last: u32) -> Result<Found, Cut<S::Error>> {
        let mut ids = vec![last];
        let mut id = last;
        while id != 0 {
            id = self.label(id).parent;
            ids.push(id);
        }
        let states = ids.iter().rev().map(|&id| self.keys.get(id));
        let labels = labels(self.space, self.expansion.worker(), states)?;
        Ok(Found { labels, states: u64::from(self.keys.len()) })
    }
}

/// The open list: the numbers of states by their place, which is the estimate unless another order is asked for.
pub(super) struct Buckets<'c> {
    cx: &'c Context<'c>,
    buckets: Vec<Vec<u32>>,
    lowest: usize,
    pushed: u64,
    held: Vec<Reservation<'c>>,
    /// What the buckets themselves take, empty ones too.
    rows: Vec<Reservation<'c>>,
}

impl<'c> Buckets<'c> {
    fn new(cx: &'c Context<'c>) -> Self {
        Buckets { cx, buckets: Vec::new(), lowest: 0, pushed: 0, held: Vec::new(), rows: Vec::new() }
    }

    fn push(&mut self, estimate: u32, id: u32) -> Result<(), Halt> {
        let estimate = estimate as usize;
        if self.pushed.is_multiple_of(LUMP) {
            self.held.push(self.cx.reserve(LUMP.min(1 << 10 << self.held.len().min(20)) * OPEN)?);
        }
        self.pushed += 1;
        if self.buckets.len() <= estimate {
            self.grow(estimate + 1)?;
        }
        self.buckets[estimate].push(id);
        self.lowest = self.lowest.min(estimate);
        Ok(())
    }

    /// Makes room for this number of buckets; at least doubles it, so that growing costs little for each.
    fn grow(&mut self, buckets: usize) -> Result<(), Halt> {
        let held = self.buckets.capacity();
        if held < buckets {
            let room = buckets.max(2 * held);
            self.rows.push(self.cx.reserve(((room - held) * size_of::<Vec<u32>>()) as u64)?);
            self.buckets.reserve_exact(room - self.buckets.len());
        }
        self.buckets.resize_with(buckets, Vec::new);
        Ok(())
    }

    /// The lowest estimate that is waiting.
    pub(super) fn lowest(&mut self) -> Option<u32> {
        while self.buckets.get(self.lowest)?.is_empty() {
            self.buckets[self.lowest] = Vec::new();
            self.lowest += 1;
        }
        Some(self.lowest as u32)
    }

    /// Takes the latest of the lowest bucket.
    fn pop(&mut self) -> Option<u32> {
        self.buckets.get_mut(self.lowest)?.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    /// Buckets that stay empty are held too: an estimate may be far above all others.
    #[test]
    fn empty_buckets_count_as_memory() {
        let cx = Context::new(Budget { bytes: Some(1 << 20), ..Budget::default() });
        let mut open = Buckets::new(&cx);
        (0..1000).for_each(|id| open.push(id, id).expect("a megabyte holds a thousand buckets"));
        assert_eq!(open.push(10_000_000, 1), Err(Halt::Bytes));
        assert_eq!((open.lowest(), open.pop()), (Some(0), Some(0)));
    }
}
