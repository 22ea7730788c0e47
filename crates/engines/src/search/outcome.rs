//! How a search ends: found, exhausted, or halted by a limit; and what can go wrong besides.

use std::fmt;

use crate::{Halt, search::Space};

/// How a search ended. A limit is never an error, and an exhausted search is a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// What was asked for; every engine here proves that its solution is a shortest one.
    Found(T),
    /// No goal can be reached.
    Exhausted(Evidence),
    /// A limit struck first.
    Halted {
        /// Which.
        halt: Halt,
        /// No solution has fewer moves.
        at_least: u32,
    },
}

impl<T> Outcome<T> {
    /// What was found, if it was.
    #[must_use]
    pub fn found(self) -> Option<T> {
        match self {
            Outcome::Found(found) => Some(found),
            _ => None,
        }
    }

    /// The same outcome with another thing found.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Found(found) => Outcome::Found(change(found)),
            Outcome::Exhausted(evidence) => Outcome::Exhausted(evidence),
            Outcome::Halted { halt, at_least } => Outcome::Halted { halt, at_least },
        }
    }
}

/// What an exhausted search saw: anyone who searches again must count the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Every state that can be reached from the start was looked at, none is a goal.
    FromStart {
        /// How many, the start among them.
        states: u64,
        /// How many of them were not expanded, since the lower bound called them dead ends.
        dead_ends: u64,
    },
    /// The start is not among the states from which a goal can be reached.
    FromGoals {
        /// How many such states there are, the goals among them.
        states: u64,
    },
    /// Every path without a repeated state was followed to its end.
    Paths {
        /// How many states were expanded on them, counted once a path.
        expanded: u64,
    },
}

/// A shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<T, M> {
    /// The moves in order.
    pub moves: Vec<M>,
    /// The states on the way, start and goal included: one more than moves.
    pub states: Vec<T>,
}

impl<T, M> Path<T, M> {
    /// The number of moves.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.moves.len() as u32
    }
}

/// The path that an engine finds in a space.
pub type PathIn<S> = Path<<S as Space>::State, <S as Space>::Move>;

/// What went wrong in a space.
pub type FaultIn<S> = Fault<<S as Space>::State, <S as Space>::Error>;

/// Why there is no outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault<T, E> {
    /// The rules failed.
    Rules(E),
    /// The lower bound is not one: the solution found shows it, so that nothing is proven. Search again without it.
    Overestimate {
        /// A state on that solution.
        state: Box<T>,
        /// What the lower bound says there.
        bound: u32,
        /// The moves that were left there.
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
            Cut::Halt(halt) => Ok(Outcome::Halted { halt, at_least }),
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
