//! The complete map of a small space: every state that can be reached from a start, counted by distance.
//!
//! Two distances make sense where moves cannot be taken back. [`census`] counts moves from the start and asks for
//! nothing but breadth-first search. [`census_to_goals`] counts the moves to the nearest goal: the graph is written
//! down, its arrows are turned, and breadth-first search runs from all goals at once; states from which no goal can
//! be reached are counted apart. [`census`] expands goals like any other state; [`census_to_goals`] does unless the
//! space says that the game [ends there](Space::ends_at_goals).
//!
//! A state costs its size and some 25 bytes, to goals about twice that and twelve bytes a move.

use super::graph::{Graph, Reversed};
use super::meter::Meter;
use super::outcome::{CutIn, Evidence, FaultIn, Outcome, rules};
use super::space::Space;
use super::states::States;
use crate::{Context, Halt};

/// The states of a space by distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census<T> {
    /// The number of states at each distance, from 0 to the largest; the last number is not zero.
    pub distances: Vec<u64>,
    /// States at the largest distance, the first ones in breadth-first order from the start.
    pub farthest: Vec<T>,
    /// The number of states from which no goal can be reached, which have no distance; 0 in a census from the start.
    pub dead_ends: u64,
}

impl<T> Census<T> {
    /// Returns the number of states that have a distance.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.distances.iter().sum()
    }

    /// Returns the largest distance.
    #[must_use]
    pub fn largest(&self) -> u32 {
        (self.distances.len() as u32).saturating_sub(1)
    }

    /// Returns the mean distance.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let total: u128 = (0..).zip(&self.distances).map(|(distance, &states)| distance * u128::from(states)).sum();
        total as f64 / self.states() as f64
    }
}

/// Counts the states that can be reached from `start` by their distance from it, and lists at most `most` of the
/// farthest. The outcome is never `Impossible`; where it is unfinished, the bound is on the largest distance.
///
/// One node of the budget is one state expanded.
///
/// # Errors
/// The error of the rules.
pub fn census<S: Space>(
    space: &S,
    start: &S::State,
    most: usize,
    cx: &Context<'_>,
) -> Result<Outcome<Census<S::State>>, FaultIn<S>> {
    let mut distances = Vec::new();
    let counted = from_start(space, start, most, cx, &mut distances);
    match counted {
        Ok(farthest) => Ok(Outcome::Found(Census { distances, farthest, dead_ends: 0 })),
        Err(cut) => cut.settle((distances.len() as u32).saturating_sub(1)),
    }
}

fn from_start<S: Space>(
    space: &S,
    start: &S::State,
    most: usize,
    cx: &Context<'_>,
    distances: &mut Vec<u64>,
) -> Result<Vec<S::State>, CutIn<S>> {
    let heap = |state: &S::State| space.heap_bytes(state);
    let (mut states, mut meter, mut out) = (States::new(cx), Meter::new(cx), Vec::new());
    states.intern(start.clone(), heap)?;
    let (mut begun, mut next) = (0, 0);
    while next < states.len() as u32 {
        let layer = states.len() as u32;
        distances.push(u64::from(layer - next));
        cx.report("states", u64::from(layer), None, None);
        begun = next;
        while next < layer {
            meter.tick()?;
            space.successors(states.get(next), &mut out).map_err(rules(space))?;
            for (_, state) in out.drain(..) {
                states.intern(state, heap)?;
            }
            next += 1;
        }
    }
    Ok((begun..next).take(most).map(|id| states.get(id).clone()).collect())
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
    let graph = written(space, start, cx)?;
    let states = graph.states.len() as u32;
    let _held = cx.reserve(u64::from(states) * size_of::<(u32, bool)>() as u64)?;
    let (mut met, mut order) = (vec![false; states as usize], Vec::with_capacity(states as usize));
    for id in 0..states {
        if space.is_goal(graph.states.get(id)).map_err(rules(space))? {
            met[id as usize] = true;
            order.push(id);
        }
    }
    if order.is_empty() {
        return Ok(Outcome::Impossible(Evidence::FromStart { states: u64::from(states), dead_ends: 0 }));
    }
    let (distances, last) = backwards(&mut order, &mut met, &graph.reversed(cx)?, cx)?;
    let farthest = &mut order[last..];
    farthest.sort_unstable();
    let farthest = farthest.iter().take(most).map(|&id| graph.states.get(id).clone()).collect();
    Ok(Outcome::Found(Census { distances, farthest, dead_ends: u64::from(states) - order.len() as u64 }))
}

/// Adds to `order` what leads to the states in it, layer by layer; counts the layers and says where the last begins.
pub(super) fn backwards(
    order: &mut Vec<u32>,
    met: &mut [bool],
    back: &Reversed<'_>,
    cx: &Context<'_>,
) -> Result<(Vec<u64>, usize), Halt> {
    let (mut next, mut last, mut distances) = (0, 0, Vec::new());
    while next < order.len() {
        cx.spend(0)?;
        (last, next) = (next, order.len());
        distances.push((next - last) as u64);
        for place in last..next {
            for &before in back.before(order[place]) {
                if !std::mem::replace(&mut met[before as usize], true) {
                    order.push(before);
                }
            }
        }
    }
    Ok((distances, last))
}

/// The graph of what can be reached from `start`.
fn written<'c, S: Space>(
    space: &S,
    start: &S::State,
    cx: &'c Context<'c>,
) -> Result<Graph<'c, S::State, S::Move>, CutIn<S>> {
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
    Ok(graph)
}
