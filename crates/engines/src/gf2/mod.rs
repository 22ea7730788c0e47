//! Linear algebra over GF(2), bit by bit packed.
//!
//! A [`Matrix`] is eliminated once into [`Factored`]; solutions, certificates of inconsistency, the kernel and
//! the rank then come from triangular solves, each about one pass over the matrix. [`weights`] finds the
//! fewest ones in `x + kernel`.
//!
//! [`Path`] names the ways to do the bulk of an elimination; the fastest that the machine offers is chosen at
//! run time and all give the same factors. For a system with structure (a board of plus-shaped moves) a method
//! that never builds the matrix is far better.

mod bits;
mod factor;
#[cfg(target_arch = "x86_64")]
mod gfni;
mod matrix;
mod panel;
mod solve;
mod tables;
#[cfg(test)]
mod tests;
pub mod weights;

pub use bits::Bits;
pub use factor::{Factored, Path};
pub use matrix::Matrix;
pub use solve::Answer;
