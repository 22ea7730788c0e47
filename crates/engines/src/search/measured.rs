//! All states that can be reached, each with its moves and its distance to the nearest goal.
//!
//! The states are met breadth-first and their moves written down ([`state_graph`]), so that their numbers are known
//! before more memory is taken; then the arrows are turned and breadth-first search runs from all goals at once
//! ([`StateGraph::distances`]). A state costs its size and some 30 bytes, a move eight bytes, and four more while the
//! distances are computed. [`census_to_goals`] counts the states alone;
//! [`distances_to_goals`](super::distances_to_goals()) keeps less.

use std::hash::Hash;

use super::census::Census;
use super::graph::{DISTANCE_BYTES, Graph, LAYER_BYTES, NEVER, backwards};
use super::meter::Meter;
use super::outcome::{CutIn, Evidence, FaultIn, Outcome, rules};
use super::space::Space;
use crate::{Context, Reservation};

/// The states that can be reached from a start and their moves, without distances.
///
/// Its memory stays reserved from the context until it is dropped.
pub struct StateGraph<'c, T, M> {
    graph: Graph<'c, T, M>,
    cx: &'c Context<'c>,
}

/// The graph of a space.
type GraphOf<'c, S> = StateGraph<'c, <S as Space>::State, <S as Space>::Move>;
/// The graph of a space with distances.
type MeasuredOf<'c, S> = Measured<'c, <S as Space>::State, <S as Space>::Move>;

/// Writes down the states that can be reached from `start`, and their moves. Goals have no moves where the space says
/// that the game [ends there](Space::ends_at_goals). The outcome is never `Impossible`.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// The error of the rules.
pub fn state_graph<'c, S: Space>(
    space: &S,
    start: &S::State,
    cx: &'c Context<'c>,
) -> Result<Outcome<GraphOf<'c, S>>, FaultIn<S>> {
    written(space, start, cx).map(Outcome::Found).or_else(|cut| cut.settle(0))
}

/// The graph of what can be reached from `start`.
pub(super) fn written<'c, S: Space>(
    space: &S,
    start: &S::State,
    cx: &'c Context<'c>,
) -> Result<GraphOf<'c, S>, CutIn<S>> {
    let heap = |state: &S::State| space.heap_bytes(state);
    let (mut graph, mut meter, mut out) = (Graph::new(cx), Meter::new(cx), Vec::new());
    graph.states.intern(start.clone(), heap)?;
    let mut next = 0;
    while (next as usize) < graph.states.len() {
        meter.tick()?;
        let state = graph.states.get(next);
        if !(space.ends_at_goals() && space.is_goal(state).map_err(rules(space))?) {
            space.successors(state, &mut out).map_err(rules(space))?;
        }
        graph.write(out.drain(..), heap)?;
        next += 1;
        if next.is_multiple_of(1 << 14) {
            cx.report("states", u64::from(next), None, None);
        }
    }
    Ok(StateGraph { graph, cx })
}

impl<'c, T: Clone + Eq + Hash, M: Clone + Eq + Hash> StateGraph<'c, T, M> {
    /// Returns the number of states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.graph.states.len() as u64
    }

    /// Returns the number of moves of all states together.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.graph.arc_count() as u64
    }

    /// Returns the bytes that [`StateGraph::distances`] takes beside those of the graph.
    #[must_use]
    pub fn bytes_to_measure(&self) -> u64 {
        self.graph.reversed_bytes() + self.states() * (DISTANCE_BYTES + LAYER_BYTES)
    }

    /// Computes the distance of every state to the nearest goal. The outcome is never `Impossible`; it is unfinished,
    /// and nothing was allocated, where [`StateGraph::bytes_to_measure`] are more than the context allows.
    ///
    /// # Errors
    /// The error of the rules.
    pub fn distances<S>(self, space: &S) -> Result<Outcome<MeasuredOf<'c, S>>, FaultIn<S>>
    where
        S: Space<State = T, Move = M>,
    {
        self.measure(space).map(Outcome::Found).or_else(|cut| cut.settle(0))
    }

    pub(super) fn measure<S>(self, space: &S) -> Result<MeasuredOf<'c, S>, CutIn<S>>
    where
        S: Space<State = T, Move = M>,
    {
        let (graph, cx) = (self.graph, self.cx);
        let states = graph.states.len();
        let held = cx.reserve(states as u64 * DISTANCE_BYTES)?;
        let _layers = cx.reserve(states as u64 * LAYER_BYTES)?;
        let mut goals = Vec::new();
        for id in 0..states as u32 {
            if space.is_goal(graph.states.get(id)).map_err(rules(space))? {
                goals.push(id);
            }
        }
        let (distances, counts) = backwards(goals, states, &graph.reversed(cx)?, cx)?;
        Ok(Measured { graph, distances, counts, _held: held })
    }
}

/// The states that can be reached from a start, numbered from 0 in breadth-first order, with their moves and distances.
///
/// Its memory stays reserved from the context until it is dropped.
pub struct Measured<'c, T, M> {
    graph: Graph<'c, T, M>,
    distances: Vec<u32>,
    /// How many states lie at each distance; empty where no goal can be reached.
    counts: Vec<u64>,
    _held: Reservation<'c>,
}

impl<T: Clone + Eq + Hash, M: Eq + Hash> Measured<'_, T, M> {
    /// Returns the number of states; the start is number 0.
    #[must_use]
    pub fn states(&self) -> u32 {
        self.distances.len() as u32
    }

    /// Returns a state.
    ///
    /// # Panics
    /// There is no state of this number.
    #[must_use]
    pub fn state(&self, number: u32) -> &T {
        self.graph.states.get(number)
    }

    /// Returns the number of moves from a state to the nearest goal; `None` where none can be reached.
    ///
    /// # Panics
    /// There is no state of this number.
    #[must_use]
    pub fn distance(&self, number: u32) -> Option<u32> {
        let distance = self.distances[number as usize];
        (distance != NEVER).then_some(distance)
    }

    /// Returns the largest distance; `None` where no goal can be reached.
    #[must_use]
    pub fn largest(&self) -> Option<u32> {
        (self.counts.len() as u32).checked_sub(1)
    }

    /// Returns the number of moves of all states together.
    #[must_use]
    pub fn move_count(&self) -> u64 {
        self.graph.arc_count() as u64
    }

    /// Returns the different moves, in the order in which states had them first.
    pub fn kinds(&self) -> impl Iterator<Item = &M> {
        (0..self.graph.moves.len() as u32).map(|kind| self.graph.moves.get(kind))
    }

    /// Returns the moves of a state, in the order of the space: the number of each among [`Measured::kinds`], and the
    /// number of the state after it.
    pub fn moves(&self, number: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.graph.arcs(number).map(|arc| (arc.via, arc.to))
    }

    /// Counts the states by distance and lists at most `most` of the farthest; `None` where no goal can be reached.
    #[must_use]
    pub fn census(&self, most: usize) -> Option<Census<T>> {
        let largest = self.largest()?;
        let farthest = (0..self.states()).filter(|&id| self.distances[id as usize] == largest);
        Some(Census {
            distances: self.counts.clone(),
            farthest: farthest.take(most).map(|id| self.graph.states.get(id).clone()).collect(),
            dead_ends: u64::from(self.states()) - self.counts.iter().sum::<u64>(),
        })
    }
}

/// Counts the states that can be reached from `start` by their distance to the nearest goal, and lists at most `most`
/// of the farthest. The outcome is `Impossible` where no goal can be reached.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// The error of the rules.
pub fn census_to_goals<S: Space>(
    space: &S,
    start: &S::State,
    most: usize,
    cx: &Context<'_>,
) -> Result<Outcome<Census<S::State>>, FaultIn<S>> {
    to_goals(space, start, most, cx).or_else(|cut| cut.settle(0))
}

fn to_goals<S: Space>(
    space: &S,
    start: &S::State,
    most: usize,
    cx: &Context<'_>,
) -> Result<Outcome<Census<S::State>>, CutIn<S>> {
    let graph = written(space, start, cx)?.measure(space)?;
    let evidence = Evidence::FromStart { states: u64::from(graph.states()), dead_ends: 0 };
    Ok(graph.census(most).map_or(Outcome::Impossible(evidence), Outcome::Found))
}
