//! IDA* (Korf 1985) with a transposition table: depth-first search to growing bounds, in memory that never grows.
//!
//! The table remembers for a state that a goal costs more than so much from it; where two states want the same slot the
//! one with the higher cost stays. A state is noted when its search begins: if it is met again below itself with less
//! cost left, a solution from there would be one from above as well. So a bound that fails has failed for every path,
//! and the first solution has least cost. Each bound expands the states of the bounds before again.
//!
//! Right where the states of [`a_star`](super::a_star()) do not fit in memory; it needs a good heuristic. It proves
//! that no goal can be reached only where every path ends in dead ends.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::FixedState;

use super::outcome::{Cut, Evidence, Found, Outcome, rules};
use super::space::{PackedSpace, Steps};
use crate::search::DEAD_END;
use crate::{Context, Halt, Reservation};

/// Slots of the table, at most and at least.
const MAX_SLOTS: usize = 1 << 28;
const MIN_SLOTS: usize = 1 << 10;
/// States between two looks at the limits.
const STATES_PER_LIMIT_CHECK: u64 = 64;

/// Finds a solution of least cost from `start`, which is no goal; `at_least` is a bound proven already.
///
/// One node of the budget is one state expanded, again for each bound. The table takes what memory the budget leaves,
/// at most half of a gibibyte where it has no limit.
///
/// # Errors
/// The error of the rules.
pub fn ida_star<S: PackedSpace>(
    space: &S,
    start: &[u32],
    at_least: u32,
    cx: &Context<'_>,
) -> Result<Outcome<Found>, S::Error> {
    let mut bound = at_least;
    run(space, start, &mut bound, cx).or_else(|cut| cut.settle(bound))
}

/// A state on the path.
struct Frame {
    /// The cost of the path to it.
    cost: u32,
    /// Where its steps begin, and the next one to be tried.
    steps: std::ops::Range<usize>,
    next: usize,
}

struct Search<'s, 'c, S: PackedSpace> {
    space: &'s S,
    cx: &'c Context<'c>,
    worker: S::Worker,
    table: Table<'c>,
    expanded: u64,
    /// The lowest estimate beyond the bound.
    beyond: u32,
}

fn run<S: PackedSpace>(
    space: &S,
    start: &[u32],
    bound: &mut u32,
    cx: &Context<'_>,
) -> Result<Outcome<Found>, Cut<S::Error>> {
    let mut worker = space.worker().map_err(rules(space))?;
    let first = space.lower_bound(&mut worker, start);
    if first == DEAD_END {
        return Ok(Outcome::Impossible(Evidence { states: 1, dead_ends: 1 }));
    }
    *bound = (*bound).max(first);
    let table = Table::new(space.words(), cx)?;
    let mut search = Search { space, cx, worker, table, expanded: 0, beyond: 0 };
    loop {
        cx.report("IDA*", search.expanded, None, Some(u64::from(*bound)));
        search.beyond = DEAD_END;
        if let Some(labels) = search.to(start, *bound)? {
            return Ok(Outcome::Found(Found { labels, states: search.expanded }));
        }
        if search.beyond == DEAD_END {
            // Nothing was cut off by the bound, so every path has ended.
            return Ok(Outcome::Impossible(Evidence { states: search.expanded, dead_ends: 1 }));
        }
        *bound = search.beyond.max(*bound + 1);
    }
}

impl<S: PackedSpace> Search<'_, '_, S> {
    /// Searches all paths of a cost of at most `most`; gives the labels of a solution.
    fn to(&mut self, start: &[u32], most: u32) -> Result<Option<Vec<u32>>, Cut<S::Error>> {
        let mut steps = Steps::new(self.space.words());
        let mut path: Vec<Frame> = Vec::new();
        self.table.note(start, most);
        self.enter(start, 0, &mut steps, &mut path)?;
        while let Some(frame) = path.last_mut() {
            if frame.next == frame.steps.end {
                let begin = frame.steps.start;
                path.pop();
                while steps.len() > begin {
                    steps.pop();
                }
                continue;
            }
            let index = frame.next;
            frame.next += 1;
            let (step, key) = steps.get(index);
            let cost = frame.cost + self.space.cost(step.label);
            if step.is_goal && cost <= most {
                return Ok(Some(path.iter().map(|frame| steps.get(frame.next - 1).0.label).collect()));
            }
            if step.is_goal || cost >= most {
                let least = cost + u32::from(!step.is_goal);
                self.beyond = self.beyond.min(least);
                continue;
            }
            if self.is_worth(cost, most, key) {
                let key = key.to_vec();
                self.enter(&key, cost, &mut steps, &mut path)?;
            }
        }
        Ok(None)
    }

    /// Begins to search a state.
    fn enter(&mut self, key: &[u32], cost: u32, steps: &mut Steps, path: &mut Vec<Frame>) -> Result<(), Cut<S::Error>> {
        self.expanded += 1;
        if self.expanded.is_multiple_of(STATES_PER_LIMIT_CHECK) {
            self.cx.spend(STATES_PER_LIMIT_CHECK)?;
        }
        let begin = steps.len();
        self.space.expand(&mut self.worker, key, steps).map_err(rules(self.space))?;
        path.push(Frame { cost, steps: begin..steps.len(), next: begin });
        Ok(())
    }

    /// Whether a state that is reached at the cost `made` may lead to a goal at a cost of at most `most`.
    ///
    /// Only the heuristic raises the next bound: on a shortest path the table cuts off no state that was not searched
    /// with as much cost left under the present bound.
    fn is_worth(&mut self, made: u32, most: u32, key: &[u32]) -> bool {
        let left = most - made;
        if self.table.failed(key).is_some_and(|failed| failed >= left) {
            return false;
        }
        let bound = self.space.lower_bound(&mut self.worker, key);
        if bound == DEAD_END {
            return false;
        }
        if bound.max(1) > left {
            self.beyond = self.beyond.min(made + bound.max(1));
            return false;
        }
        self.table.note(key, left);
        true
    }
}

/// The highest cost within which the search of a state failed; 0 in empty slots.
struct Table<'c> {
    words: usize,
    /// For each slot a key and the cost.
    slots: Vec<u32>,
    hasher: FixedState,
    _held: Reservation<'c>,
}

impl<'c> Table<'c> {
    fn new(words: usize, cx: &'c Context<'c>) -> Result<Table<'c>, Halt> {
        let mut slots = MAX_SLOTS;
        loop {
            let bytes = slots as u64 * (words as u64 + 1) * size_of::<u32>() as u64;
            let fits = bytes <= 1 << 29 || cx.budget().bytes.is_some() && bytes <= isize::MAX as u64;
            match cx.reserve(bytes) {
                Ok(held) if fits => {
                    let slots = vec![0; slots * (words + 1)];
                    return Ok(Table { words, slots, hasher: FixedState::default(), _held: held });
                }
                Err(halt) if slots <= MIN_SLOTS => return Err(halt),
                _ => slots /= 2,
            }
        }
    }

    fn slot(&self, key: &[u32]) -> usize {
        let mut hasher = self.hasher.build_hasher();
        key.iter().for_each(|&word| hasher.write_u32(word));
        let count = self.slots.len() / (self.words + 1);
        (hasher.finish() >> 32) as usize % count * (self.words + 1)
    }

    fn failed(&self, key: &[u32]) -> Option<u32> {
        let slot = &self.slots[self.slot(key)..][..=self.words];
        (&slot[..self.words] == key).then_some(slot[self.words])
    }

    fn note(&mut self, key: &[u32], left: u32) {
        let (at, words) = (self.slot(key), self.words);
        let slot = &mut self.slots[at..][..=words];
        if slot[words] <= left || &slot[..words] == key {
            slot[..words].copy_from_slice(key);
            slot[words] = left;
        }
    }
}
