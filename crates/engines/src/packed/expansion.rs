//! Expands states in batches, by all threads of the context, and gives the steps back in the order of the states.
//!
//! A batch is cut into equal parts, one for each thread. Nodes are counted before a batch is expanded, so that a limit
//! on nodes ends a search at the same state with every number of threads; the clock is looked at in between.

use std::thread;

use super::outcome::{Cut, rules};
use super::space::{PackedSpace, Steps};
use crate::{Context, Halt};

/// States of a batch for each thread: starting a thread costs less than expanding some hundred states.
const BATCH: usize = 2048;
/// The fewest states that are worth a thread.
const SHARE: usize = 64;
/// States between two looks at the clock.
const STATES_PER_CLOCK_CHECK: usize = 64;

/// The states of a batch that one thread expanded.
struct Part {
    steps: Steps,
    /// How many steps each state has.
    counts: Vec<u32>,
}

/// The workers of all threads.
pub(super) struct Expansion<'s, 'c, S: PackedSpace> {
    space: &'s S,
    cx: &'c Context<'c>,
    workers: Vec<(S::Worker, Part)>,
}

/// Which heuristic of a space is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heuristic {
    LowerBound,
    /// The estimate made in this way.
    Estimate(usize),
}

/// Steps that are handed over together.
const AHEAD: usize = 16;

/// A step of a batch: from which state of the batch, and the key that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Stepped<'a> {
    pub(super) from: usize,
    pub(super) label: u32,
    pub(super) is_goal: bool,
    pub(super) key: &'a [u32],
}

impl<'s, 'c, S: PackedSpace> Expansion<'s, 'c, S> {
    pub(super) fn new(space: &'s S, cx: &'c Context<'c>) -> Result<Self, Cut<S::Error>> {
        let mut workers = Vec::new();
        for _ in 0..cx.thread_count() {
            let part = Part { steps: Steps::new(space.words()), counts: Vec::new() };
            workers.push((space.worker().map_err(rules(space))?, part));
        }
        Ok(Expansion { space, cx, workers })
    }

    /// The worker of this thread.
    pub(super) fn worker(&mut self) -> &mut S::Worker {
        &mut self.workers[0].0
    }

    /// The most states of a batch.
    pub(super) fn most(&self) -> usize {
        BATCH * self.workers.len()
    }

    /// The number of threads.
    pub(super) fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Expands the states whose keys lie one behind the other, as far as the limit on nodes goes; `use_step` receives
    /// the steps in order, and may end it by an error. The limit is an error after the last state within it.
    pub(super) fn expand(
        &mut self,
        keys: &[u32],
        mut use_step: impl FnMut(&Stepped<'_>) -> Result<(), Cut<S::Error>>,
    ) -> Result<(), Cut<S::Error>> {
        self.expand_ahead(keys, |steps| steps.iter().try_for_each(&mut use_step))
    }

    /// As [`Expansion::expand`], with some steps handed over together, so that memory can be read ahead.
    pub(super) fn expand_ahead(
        &mut self,
        keys: &[u32],
        mut use_steps: impl FnMut(&[Stepped<'_>]) -> Result<(), Cut<S::Error>>,
    ) -> Result<(), Cut<S::Error>> {
        let states = keys.len() / self.space.words();
        let allowed = allowed(self.cx, states);
        let (first, rest) = self.parts(&keys[..allowed * self.space.words()]);
        let (mut base, mut ahead) = (0, Vec::with_capacity(AHEAD));
        for (part, failed) in first.into_iter().zip(rest) {
            let froms = part.counts.iter().enumerate().flat_map(|(from, &count)| (0..count).map(move |_| from));
            for (from, (step, key)) in froms.zip(part.steps.iter()) {
                ahead.push(Stepped { from: base + from, label: step.label, is_goal: step.is_goal, key });
                if ahead.len() == AHEAD {
                    use_steps(&ahead)?;
                    ahead.clear();
                }
            }
            use_steps(&ahead)?;
            ahead.clear();
            base += part.counts.len();
            failed?;
        }
        self.cx.spend((allowed + usize::from(allowed < states)) as u64)?;
        Ok(())
    }

    /// A heuristic of states whose keys lie one behind the other.
    pub(super) fn heuristics(&mut self, keys: &[u32], of: Heuristic) -> Result<Vec<u32>, Cut<S::Error>> {
        let (space, cx, words) = (self.space, self.cx, self.space.words());
        let all = self.shared(keys, |worker, _, keys| {
            let mut bounds = Vec::with_capacity(keys.len() / words);
            for keys in keys.chunks(STATES_PER_CLOCK_CHECK * words) {
                cx.spend(0)?;
                bounds.extend(keys.chunks_exact(words).map(|key| match of {
                    Heuristic::LowerBound => space.lower_bound(worker, key),
                    Heuristic::Estimate(way) => space.estimate(worker, key, way),
                }));
            }
            Ok(bounds)
        });
        let parts: Result<Vec<_>, _> = all.into_iter().collect();
        parts.map(|parts| parts.concat())
    }

    /// Expands the parts of a batch, each in its thread; gives the parts, and how each ended.
    #[allow(clippy::type_complexity)] // two lists of equal length
    fn parts(&mut self, keys: &[u32]) -> (Vec<&Part>, Vec<Result<(), Cut<S::Error>>>) {
        let (space, cx) = (self.space, self.cx);
        let ended = self.shared(keys, |worker, part, keys| part.expand(space, worker, keys, cx));
        (self.workers[..ended.len()].iter().map(|(_, part)| part).collect(), ended)
    }

    /// Cuts keys into equal shares and does the work for each share in a thread of its own.
    fn shared<T: Send>(
        &mut self,
        keys: &[u32],
        work: impl Fn(&mut S::Worker, &mut Part, &[u32]) -> T + Sync,
    ) -> Vec<T> {
        let words = self.space.words();
        let share = (keys.len() / words).div_ceil(self.workers.len()).max(SHARE);
        let mut shares = self.workers.iter_mut().zip(keys.chunks(share * words));
        let Some(((worker, part), first)) = shares.next() else { return Vec::new() };
        if self.cx.thread_count() == 1 || first.len() == keys.len() {
            return vec![work(worker, part, first)];
        }
        let work = &work;
        thread::scope(|scope| {
            let others: Vec<_> =
                shares.map(|((worker, part), keys)| scope.spawn(move || work(worker, part, keys))).collect();
            let mut all = vec![work(worker, part, first)];
            // A panic of a thread goes on in this one.
            all.extend(others.into_iter().map(|it| it.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))));
            all
        })
    }
}

impl Part {
    fn expand<S: PackedSpace>(
        &mut self,
        space: &S,
        worker: &mut S::Worker,
        keys: &[u32],
        cx: &Context<'_>,
    ) -> Result<(), Cut<S::Error>> {
        self.steps.clear();
        self.counts.clear();
        for (number, key) in keys.chunks_exact(space.words()).enumerate() {
            if number % STATES_PER_CLOCK_CHECK == 0 {
                cx.spend(0)?;
            }
            let before = self.steps.len();
            let expanded = space.expand(worker, key, &mut self.steps);
            if let Err(error) = expanded {
                while self.steps.len() > before {
                    self.steps.pop();
                }
                return Err(rules(space)(error));
            }
            self.counts.push((self.steps.len() - before) as u32);
        }
        Ok(())
    }
}

/// How many of so many states may be expanded under the limit on nodes.
fn allowed(cx: &Context<'_>, states: usize) -> usize {
    cx.nodes_left().map_or(states, |left| usize::try_from(left).unwrap_or(usize::MAX).min(states))
}

/// The labels of the moves along states, each the first step of least cost that leads on; the last one leads to a goal.
pub(super) fn labels<'k, S: PackedSpace>(
    space: &S,
    worker: &mut S::Worker,
    states: impl Iterator<Item = &'k [u32]>,
) -> Result<Vec<u32>, Cut<S::Error>> {
    let (mut labels, mut steps) = (Vec::new(), Steps::new(space.words()));
    let mut states = states.peekable();
    while let Some(state) = states.next() {
        steps.clear();
        space.expand(worker, state, &mut steps).map_err(rules(space))?;
        let is_next = |(step, key): &(super::space::Step, &[u32])| match states.peek() {
            Some(next) => !step.is_goal && key == next,
            None => step.is_goal,
        };
        // The step was there when the state was expanded; rules that change their mind are reported as a limit.
        let step = steps.iter().filter(is_next).min_by_key(|(step, _)| space.cost(step.label));
        let step = step.ok_or(Halt::Engine(crate::EngineLimit::Effort))?;
        labels.push(step.0.label);
    }
    Ok(labels)
}
