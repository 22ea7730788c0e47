//! The complete graph of what can be reached from a state, with the exact distance of every state to the nearest goal.
//!
//! All states are met breadth-first and their steps written down; the arrows are turned, and a second breadth-first
//! search runs from all states that a move leads from to a goal at once. Then the arrows are dropped: a state keeps its
//! key, two bytes for the distance and some ten for the table. Memory is highest in between: two words a step beside
//! that.

use super::expansion::Expansion;
use super::key_set::{KeySet, ReleasedKeys};
use super::outcome::{Cut, Outcome};
use super::rows::Rows;
use super::space::PackedSpace;
use crate::{Context, EngineLimit, Halt};

/// The distance of a state from which no goal can be reached.
const NEVER: u16 = u16::MAX;

/// Every state that can be reached, with its distance to the nearest goal.
pub struct CompleteGraph<'c> {
    keys: KeySet<'c>,
    distances: Vec<u16>,
    /// How many states lie at each distance from 1; those of 0 are goals, which are not states here.
    counts: Vec<u64>,
}

impl CompleteGraph<'_> {
    /// Returns the number of states, goals left out.
    #[must_use]
    pub fn states(&self) -> u64 {
        u64::from(self.keys.len())
    }

    /// Returns the number of states at each distance to a goal from 0, where there are none.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the number of moves from a state to the nearest goal: `Some(None)` where none can be reached, `None`
    /// where the state is not in the graph.
    #[must_use]
    pub fn distance(&self, key: &[u32]) -> Option<Option<u32>> {
        let distance = self.distances[self.keys.find(key)? as usize];
        Some((distance != NEVER).then_some(distance.into()))
    }

    /// Returns all states with their distances, in breadth-first order.
    pub fn iter(&self) -> impl Iterator<Item = (&[u32], Option<u32>)> {
        let distance = |distance: u16| (distance != NEVER).then_some(u32::from(distance));
        (0..).zip(&self.distances).map(move |(id, &it)| (self.keys.get(id), distance(it)))
    }

    /// Gives the memory back to the budget and keeps the distances: they outlive the question.
    #[must_use]
    pub fn release(self) -> Distances {
        let reaching: u64 = self.counts.iter().sum();
        let dead_ends = u64::from(self.keys.len()) - reaching;
        let states = u64::from(self.keys.len());
        Distances { keys: self.keys.release(), distances: self.distances, states, dead_ends }
    }
}

/// The distances of all states of a [`CompleteGraph`], which count against no budget any more.
pub struct Distances {
    keys: ReleasedKeys,
    distances: Vec<u16>,
    states: u64,
    dead_ends: u64,
}

impl Distances {
    /// Returns the number of moves from a state to the nearest goal; see [`CompleteGraph::distance`].
    #[must_use]
    pub fn of(&self, key: &[u32]) -> Option<Option<u32>> {
        let distance = self.distances[self.keys.find(key)? as usize];
        Some((distance != NEVER).then_some(distance.into()))
    }

    /// Returns the number of states, goals left out.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Returns the number of states from which no goal can be reached.
    #[must_use]
    pub fn dead_ends(&self) -> u64 {
        self.dead_ends
    }

    /// Returns the bytes that are held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.keys.bytes() + 2 * self.distances.len() as u64
    }
}

/// Builds the complete graph from `start`, which is no goal. The outcome is never `Impossible`; where it is unfinished,
/// nothing is proven.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// The error of the rules.
pub fn complete_graph<'c, S: PackedSpace>(
    space: &S,
    start: &[u32],
    cx: &'c Context<'c>,
) -> Result<Outcome<CompleteGraph<'c>>, S::Error> {
    build(space, start, cx).map(Outcome::Found).or_else(|cut| cut.settle(0))
}

/// The steps of all states: those of state `s` lie from `ends[s - 1]` to `ends[s]`.
struct Written<'c> {
    keys: KeySet<'c>,
    steps: Rows<'c, u32>,
    ends: Rows<'c, u64>,
    /// States that a move leads from to a goal.
    won: Vec<u32>,
}

fn build<'c, S: PackedSpace>(
    space: &S,
    start: &[u32],
    cx: &'c Context<'c>,
) -> Result<CompleteGraph<'c>, Cut<S::Error>> {
    let written = write(space, start, cx)?;
    let states = written.keys.len() as usize;
    let _held = cx.reserve(states as u64 * (8 + 4 + 2) + written.steps.len() as u64 * 4)?;
    let (distances, counts) = measure(&written, cx)?;
    Ok(CompleteGraph { keys: written.keys, distances, counts })
}

fn write<'c, S: PackedSpace>(space: &S, start: &[u32], cx: &'c Context<'c>) -> Result<Written<'c>, Cut<S::Error>> {
    let mut expansion = Expansion::new(space, cx)?;
    let mut written = Written {
        keys: KeySet::new(space.words(), cx),
        steps: Rows::new(1, cx),
        ends: Rows::new(1, cx),
        won: Vec::new(),
    };
    written.keys.intern(start)?;
    let (mut at, mut batch) = (0, Vec::new());
    while at < written.keys.len() {
        cx.report("states", at.into(), None, None);
        let next = written.keys.len().min(at + expansion.most() as u32);
        batch.clear();
        (at..next).for_each(|id| batch.extend_from_slice(written.keys.get(id)));
        let Written { keys, steps, ends, won } = &mut written;
        expansion.expand(&batch, |step| {
            while ends.len() < at as usize + step.from {
                ends.push(&[steps.len() as u64])?;
            }
            if step.is_goal {
                won.push(at + step.from as u32);
                return Ok(());
            }
            let (id, _) = keys.intern(step.key)?;
            Ok(steps.push(&[id])?)
        })?;
        while ends.len() < next as usize {
            ends.push(&[steps.len() as u64])?;
        }
        at = next;
    }
    written.won.dedup();
    Ok(written)
}

/// The distances of all states, and how many lie at each.
fn measure(written: &Written<'_>, cx: &Context<'_>) -> Result<(Vec<u16>, Vec<u64>), Halt> {
    let states = written.keys.len() as usize;
    let (begins, before) = turned(written);
    let mut distances = vec![NEVER; states];
    let mut order = written.won.clone();
    order.iter().for_each(|&id| distances[id as usize] = 1);
    let (mut counts, mut next, mut distance) = (vec![0], 0, 1_u16);
    while next < order.len() {
        cx.spend(0)?;
        let end = order.len();
        counts.push((end - next) as u64);
        distance = distance.checked_add(1).filter(|&it| it != NEVER).ok_or(Halt::Engine(EngineLimit::States))?;
        for place in next..end {
            let id = order[place] as usize;
            for &from in &before[begins[id] as usize..begins[id + 1] as usize] {
                if distances[from as usize] == NEVER {
                    distances[from as usize] = distance;
                    order.push(from);
                }
            }
        }
        next = end;
    }
    Ok((distances, counts))
}

/// The arrows turned: the states that lead to state `s` lie from `begins[s]` to `begins[s + 1]`.
fn turned(written: &Written<'_>) -> (Vec<u64>, Vec<u32>) {
    let states = written.keys.len() as usize;
    let mut begins = vec![0_u64; states + 1];
    for place in 0..written.steps.len() {
        begins[written.steps.get(place)[0] as usize + 1] += 1;
    }
    for id in 0..states {
        begins[id + 1] += begins[id];
    }
    let (mut before, mut at) = (vec![0_u32; written.steps.len()], begins.clone());
    let mut place = 0;
    for id in 0..states {
        while place < written.ends.get(id)[0] as usize {
            let to = written.steps.get(place)[0] as usize;
            before[at[to] as usize] = id as u32;
            at[to] += 1;
            place += 1;
        }
    }
    (begins, before)
}
