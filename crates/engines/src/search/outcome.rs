//! How a search ends, and the errors of a search.

use std::fmt;

use crate::{Halt, search::Space};

/// How a search ended.
///
/// A solution that is found is a shortest one, except where the engine's documentation says otherwise. Where the search
/// is unfinished, no solution has fewer moves than the bound.
pub type Outcome<T> = crate::Outcome<T, Evidence>;

/// The evidence that there is no solution: counts that any other complete search must confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// All states that can be reached from the start were met, and none of them is a goal.
    FromStart {
        /// The number of these states, including the start.
        states: u64,
        /// The number of these states that were not expanded because their lower bound is
        /// [`DEAD_END`](super::DEAD_END).
        dead_ends: u64,
    },
    /// The start is not among the states from which a goal can be reached.
    FromGoals {
        /// The number of states from which a goal can be reached, including the goals.
        states: u64,
    },
    /// All paths from the start without a repeated state were followed to their ends.
    Paths {
        /// The number of expansions; a state counts once for each path that leads to it.
        expanded: u64,
    },
}

/// A solution: moves and the states between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<T, M> {
    /// The moves in the order in which they are made.
    pub moves: Vec<M>,
    /// The states from the start to the goal, both included: one more than there are moves.
    pub states: Vec<T>,
}

impl<T, M> Path<T, M> {
    /// Returns the number of moves.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.moves.len() as u32
    }
}

/// The type of a path in a space.
pub type PathIn<S> = Path<<S as Space>::State, <S as Space>::Move>;

/// The type of a search error in a space.
pub type FaultIn<S> = Fault<<S as Space>::State, <S as Space>::Error>;

/// Why a search failed without an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault<T, E> {
    /// The rules of the space returned this error.
    Rules(E),
    /// The solution found contradicts the lower bound of the space, which overestimates. Nothing is proven; search
    /// again without the lower bound.
    Overestimate {
        /// A state on the solution found.
        state: Box<T>,
        /// The lower bound of the state.
        bound: u32,
        /// The number of moves from the state to the goal on the solution.
        left: u32,
    },
}

impl<T, E: fmt::Display> fmt::Display for Fault<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Rules(error) => error.fmt(f),
            Fault::Overestimate { bound, left, .. } => {
                write!(f, "the lower bound says {bound} of a state that is {left} moves from a goal")
            }
        }
    }
}

impl<T: fmt::Debug, E: std::error::Error> std::error::Error for Fault<T, E> {}

/// Why an engine stopped before an outcome: the engines' `?` works on this.
pub(super) enum Cut<T, E> {
    Halt(Halt),
    Fault(Fault<T, E>),
}

pub(super) type CutIn<S> = Cut<<S as Space>::State, <S as Space>::Error>;

impl<T, E> From<Halt> for Cut<T, E> {
    fn from(halt: Halt) -> Self {
        Cut::Halt(halt)
    }
}

impl<T, E> Cut<T, E> {
    /// The outcome or the error that the caller sees.
    pub(super) fn settle<F>(self, at_least: u32) -> Result<Outcome<F>, Fault<T, E>> {
        match self {
            Cut::Halt(halt) => Ok(Outcome::halted(halt, at_least.into())),
            Cut::Fault(fault) => Err(fault),
        }
    }
}

/// What an error of the rules means to an engine.
pub(super) fn rules<S: Space>(space: &S) -> impl Fn(S::Error) -> CutIn<S> + '_ {
    |error| match space.halt(&error) {
        Some(halt) => Cut::Halt(halt),
        None => Cut::Fault(Fault::Rules(error)),
    }
}
