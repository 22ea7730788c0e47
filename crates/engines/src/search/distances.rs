//! The distance of every state to the nearest goal, kept for later questions.
//!
//! All states that can be reached from a start are met breadth-first and their moves written down; the arrows are
//! turned, and a second breadth-first search runs from all goals at once. Unlike in
//! [`census_to_goals`](super::census_to_goals()), the game ends at a goal: nothing beyond is a state. Then the arrows
//! are dropped: a state keeps its size and some fifteen bytes. While it is built a move takes twelve bytes.

use std::hash::Hash;

use super::graph::{DISTANCE_BYTES, Graph, LAYER_BYTES, NEVER, backwards};
use super::meter::Meter;
use super::outcome::{CutIn, FaultIn, Outcome, rules};
use super::space::Space;
use super::states::ReleasedStates;
use crate::Context;

/// Every state that can be reached, with its distance to the nearest goal. They count against no budget any more.
pub struct Distances<T> {
    states: ReleasedStates<T>,
    distances: Vec<u32>,
    dead_ends: u64,
}

impl<T: Eq + Hash> Distances<T> {
    /// Returns the number of moves from a state to the nearest goal: `Some(None)` where none can be reached, `None`
    /// where the state is not in the graph.
    #[must_use]
    pub fn of(&self, state: &T) -> Option<Option<u32>> {
        let distance = self.distances[self.states.find(state)? as usize];
        Some((distance != NEVER).then_some(distance))
    }

    /// Returns the number of states, goals included.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.distances.len() as u64
    }

    /// Returns the number of states from which no goal can be reached.
    #[must_use]
    pub fn dead_ends(&self) -> u64 {
        self.dead_ends
    }

    /// Returns the bytes that are held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.states.bytes() + 4 * self.distances.len() as u64
    }
}

/// Computes the distances of all states that can be reached from `start`. The outcome is never `Impossible`; where it
/// is unfinished, nothing is proven.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// The error of the rules.
pub fn distances_to_goals<S: Space>(
    space: &S,
    start: &S::State,
    cx: &Context<'_>,
) -> Result<Outcome<Distances<S::State>>, FaultIn<S>> {
    build(space, start, cx).map(Outcome::Found).or_else(|cut| cut.settle(0))
}

fn build<S: Space>(space: &S, start: &S::State, cx: &Context<'_>) -> Result<Distances<S::State>, CutIn<S>> {
    let (graph, goals) = written(space, start, cx)?;
    let states = graph.states.len();
    let _held = cx.reserve(states as u64 * (DISTANCE_BYTES + LAYER_BYTES))?;
    let (distances, counts) = backwards(goals, states, &graph.reversed(cx)?, cx)?;
    let dead_ends = states as u64 - counts.iter().sum::<u64>();
    Ok(Distances { states: graph.states.release(), distances, dead_ends })
}

/// The graph of a space.
type GraphIn<'c, S> = Graph<'c, <S as Space>::State, <S as Space>::Move>;

/// The graph of what can be reached from `start`, and the numbers of its goals.
fn written<'c, S: Space>(
    space: &S,
    start: &S::State,
    cx: &'c Context<'_>,
) -> Result<(GraphIn<'c, S>, Vec<u32>), CutIn<S>> {
    let heap = |state: &S::State| space.heap_bytes(state);
    let (mut graph, mut meter, mut out, mut goals) = (Graph::new(cx), Meter::new(cx), Vec::new(), Vec::new());
    graph.states.intern(start.clone(), heap)?;
    let mut next = 0;
    while (next as usize) < graph.states.len() {
        meter.tick()?;
        let state = graph.states.get(next);
        if space.is_goal(state).map_err(rules(space))? {
            goals.push(next);
        } else {
            space.successors(state, &mut out).map_err(rules(space))?;
        }
        graph.write(out.drain(..), heap)?;
        next += 1;
        if next.is_multiple_of(1 << 14) {
            cx.report("states", u64::from(next), None, None);
        }
    }
    Ok((graph, goals))
}
