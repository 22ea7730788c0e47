//! The three ways in which an exact method can end.

use std::convert::Infallible;

use crate::Halt;

/// How an exact method ended: with a result, with a proof that there is none, or before either was known.
///
/// A limit that was reached is never an error and never a proof. The parameters are the result, the evidence of a
/// proof ([`Infallible`] where there always is a result), and what an unfinished method knows besides a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<T, E, P = ()> {
    /// The result.
    Found(T),
    /// There is no result, and this is the evidence of that.
    Impossible(E),
    /// A limit ended the work before the result was known.
    Unfinished {
        /// The limit that was reached.
        halt: Halt,
        /// A lower bound on the value asked for (moves, tokens, cost, distance), proven so far; 0 where nothing is.
        at_least: u64,
        /// What else is known, such as an upper bound.
        partial: P,
    },
}

impl<T, E, P> Outcome<T, E, P> {
    /// Returns the result, if there is one.
    #[must_use]
    pub fn found(self) -> Option<T> {
        match self {
            Outcome::Found(found) => Some(found),
            _ => None,
        }
    }

    /// Whether it is proven that there is no result.
    #[must_use]
    pub fn is_impossible(&self) -> bool {
        matches!(self, Outcome::Impossible(_))
    }

    /// Changes the result by a function and keeps every other outcome.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U, E, P> {
        self.and_then(|found| Outcome::Found(change(found)))
    }

    /// Goes on from the result with a method that may itself end in any way; keeps every other outcome.
    #[must_use]
    pub fn and_then<U>(self, next: impl FnOnce(T) -> Outcome<U, E, P>) -> Outcome<U, E, P> {
        match self {
            Outcome::Found(found) => next(found),
            Outcome::Impossible(evidence) => Outcome::Impossible(evidence),
            Outcome::Unfinished { halt, at_least, partial } => Outcome::Unfinished { halt, at_least, partial },
        }
    }
}

impl<T, E, P: Default> Outcome<T, E, P> {
    /// An unfinished outcome of which nothing but the bound is known.
    #[must_use]
    pub fn halted(halt: Halt, at_least: u64) -> Outcome<T, E, P> {
        Outcome::Unfinished { halt, at_least, partial: P::default() }
    }
}

impl<T, P> Outcome<T, Infallible, P> {
    /// Returns the result, or the limit that was reached; the bound is dropped.
    ///
    /// # Errors
    /// The limit, where the outcome is unfinished.
    pub fn or_halt(self) -> Result<T, Halt> {
        match self {
            Outcome::Found(found) => Ok(found),
            Outcome::Unfinished { halt, .. } => Err(halt),
        }
    }
}
