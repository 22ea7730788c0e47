//! How a question about a layout ends.

/// Why a layout has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSolution {
    /// Links do not connect the tokens of some colour to the places that want them.
    Separated,
    /// All layouts that can be reached were searched.
    Exhausted,
}

/// How a question about a layout ended; where it is unfinished, the bound is on the moves of a solution, and a solution
/// may be known that need not be shortest: the places of the tokens that move.
pub type Outcome<T> = crate::Outcome<T, NoSolution, Option<Vec<u8>>>;
