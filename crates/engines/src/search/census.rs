//! The complete map of a small space: every state that can be reached from a start, counted by distance.
//!
//! Two distances make sense where moves cannot be taken back. [`census`] counts moves from the start and asks for
//! nothing but breadth-first search, and expands goals like any other state. Moves to the nearest goal are counted by
//! [`census_to_goals`](super::census_to_goals()), which needs the graph of all states.
//!
//! A state costs its size and some 25 bytes.

use super::meter::Meter;
use super::outcome::{CutIn, FaultIn, Outcome, rules};
use super::space::Space;
use super::states::States;
use crate::Context;

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
