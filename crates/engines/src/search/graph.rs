//! The graph of all states that can be reached, written down: for methods that walk moves backwards.
//!
//! States are numbered in breadth-first order; moves lie in one list, state by state. A state costs what the visited
//! set asks and eight bytes, a move eight bytes, four more where it is wanted backwards.

use std::hash::Hash;

use super::budgeted_vec::BudgetedVec;
use super::states::States;
use crate::{Context, Halt, Reservation};

/// A move of the graph.
#[derive(Clone, Copy)]
pub(super) struct Arc {
    pub(super) to: u32,
    /// The number of the move.
    pub(super) via: u32,
}

/// States, moves, and which leads where.
pub(super) struct Graph<'c, T, M> {
    pub(super) states: States<'c, T>,
    pub(super) moves: States<'c, M>,
    arcs: BudgetedVec<'c, Arc>,
    /// Where the moves of each state begin among the arcs.
    first: BudgetedVec<'c, usize>,
}

impl<'c, T: Eq + Hash, M: Eq + Hash> Graph<'c, T, M> {
    pub(super) fn new(cx: &'c Context<'c>) -> Self {
        Graph {
            states: States::new(cx),
            moves: States::new(cx),
            arcs: BudgetedVec::new(cx),
            first: BudgetedVec::new(cx),
        }
    }

    /// Writes down the moves of the first state that has none written; call it once a state, in their order.
    pub(super) fn write(
        &mut self,
        steps: impl Iterator<Item = (M, T)>,
        heap: impl Fn(&T) -> usize,
    ) -> Result<(), Halt> {
        self.first.push(self.arcs.len())?;
        for (step, state) in steps {
            let (to, _) = self.states.intern(state, &heap)?;
            let (via, _) = self.moves.intern(step, |_| 0)?;
            self.arcs.push(Arc { to, via })?;
        }
        Ok(())
    }

    /// The moves of a state.
    pub(super) fn arcs(&self, state: u32) -> impl Iterator<Item = Arc> + '_ {
        let state = state as usize;
        let end = if state + 1 < self.first.len() { *self.first.get(state + 1) } else { self.arcs.len() };
        (*self.first.get(state)..end).map(|index| *self.arcs.get(index))
    }

    /// How many moves were written down.
    pub(super) fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    /// The bytes of [`Graph::reversed`].
    pub(super) fn reversed_bytes(&self) -> u64 {
        (self.states.len() as u64 + 1) * size_of::<usize>() as u64 + self.arcs.len() as u64 * size_of::<u32>() as u64
    }

    /// The graph with every arrow turned around.
    pub(super) fn reversed(&self, cx: &'c Context<'c>) -> Result<Reversed<'c>, Halt> {
        let (states, arcs) = (self.states.len(), self.arcs.len());
        let held = cx.reserve(self.reversed_bytes())?;
        let mut first = vec![0; states + 1];
        for arc in self.arcs.iter() {
            first[arc.to as usize] += 1;
        }
        let mut end = 0;
        for slot in &mut first {
            end += *slot;
            *slot = end;
        }
        let mut from = vec![0; arcs];
        for state in (0..states as u32).rev() {
            for arc in self.arcs(state) {
                first[arc.to as usize] -= 1;
                from[first[arc.to as usize]] = state;
            }
        }
        Ok(Reversed { first, from, _held: held })
    }
}

/// For every state the states that have a move to it, once for each such move.
pub(super) struct Reversed<'c> {
    first: Vec<usize>,
    from: Vec<u32>,
    _held: Reservation<'c>,
}

impl Reversed<'_> {
    pub(super) fn before(&self, state: u32) -> &[u32] {
        let state = state as usize;
        &self.from[self.first[state]..self.first[state + 1]]
    }
}

/// The distance of a state from which no goal can be reached.
pub(super) const NEVER: u32 = u32::MAX;

/// The bytes of a distance, for each state.
pub(super) const DISTANCE_BYTES: u64 = size_of::<u32>() as u64;
/// The bytes that [`backwards`] takes besides, for each state: a place in a layer that grows.
pub(super) const LAYER_BYTES: u64 = 2 * size_of::<u32>() as u64;

/// The distance of each of so many states to the nearest of these goals, and how many there are at each distance: layer
/// by layer from the goals along the arrows turned around.
pub(super) fn backwards(
    goals: Vec<u32>,
    states: usize,
    back: &Reversed<'_>,
    cx: &Context<'_>,
) -> Result<(Vec<u32>, Vec<u64>), Halt> {
    let (mut distances, mut counts, mut layer) = (vec![NEVER; states], Vec::new(), goals);
    layer.iter().for_each(|&goal| distances[goal as usize] = 0);
    while !layer.is_empty() {
        cx.spend(0)?;
        counts.push(layer.len() as u64);
        let (distance, mut next) = (counts.len() as u32, Vec::new());
        for &state in &layer {
            for &before in back.before(state) {
                if distances[before as usize] == NEVER {
                    distances[before as usize] = distance;
                    next.push(before);
                }
            }
        }
        layer = next;
    }
    Ok((distances, counts))
}
