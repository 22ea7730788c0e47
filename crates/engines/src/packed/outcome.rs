//! How a search over packed keys ends.

use super::space::PackedSpace;
use crate::Halt;

/// A shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The labels of its moves, in order.
    pub labels: Vec<u32>,
    /// The number of states stored when it was found.
    pub states: u64,
}

/// The evidence that no goal can be reached: counts that any other complete search must confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The number of states that were met, including the start.
    pub states: u64,
    /// The number of these states that were not expanded because their lower bound is
    /// [`DEAD_END`](crate::search::DEAD_END). Where it is 0, the states are all that can be reached.
    pub dead_ends: u64,
}

/// How a search ended.
pub type Outcome<T> = crate::Outcome<T, Evidence>;

/// How a search by a heuristic ended; where it is unfinished, with a solution that need not be one of least cost, if
/// one was found.
pub type Guided<T> = crate::Outcome<T, Evidence, Option<T>>;

/// Adds to the outcome of a search the best solution that was found beside it, with its cost. It counts where the
/// search is unfinished; where it costs no more than is proven, it is one of least cost.
#[must_use]
pub fn with_known<T>(outcome: Outcome<T>, known: Option<(u32, T)>) -> Guided<T> {
    match outcome {
        Outcome::Found(found) => Guided::Found(found),
        Outcome::Impossible(evidence) => Guided::Impossible(evidence),
        Outcome::Unfinished { halt, at_least, .. } => match known {
            Some((cost, found)) if u64::from(cost) <= at_least => Guided::Found(found),
            known => Guided::Unfinished { halt, at_least, partial: known.map(|(_, found)| found) },
        },
    }
}

/// Why an engine stopped before an outcome: the engines' `?` works on this.
pub(super) enum Cut<E> {
    Halt(Halt),
    Rules(E),
}

impl<E> From<Halt> for Cut<E> {
    fn from(halt: Halt) -> Self {
        Cut::Halt(halt)
    }
}

impl<E> Cut<E> {
    /// The outcome or the error that the caller sees.
    pub(super) fn settle<T>(self, at_least: u32) -> Result<Outcome<T>, E> {
        match self {
            Cut::Halt(halt) => Ok(Outcome::halted(halt, at_least.into())),
            Cut::Rules(error) => Err(error),
        }
    }
}

/// What an error of the rules means to an engine.
pub(super) fn rules<S: PackedSpace>(space: &S) -> impl Fn(S::Error) -> Cut<S::Error> + '_ {
    |error| space.halt(&error).map_or(Cut::Rules(error), Cut::Halt)
}
