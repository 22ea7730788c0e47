//! Solves toggle boards with neighbourhood moves without building their n x n system of equations.
//!
//! There is one move per cell, numbered row by row; a move adds 1 to a fixed set of cells: [`Neighbourhood`]. The
//! methods each take O(cells / 64) time over GF(2), besides a term of O(columns^2 / 64):
//! - `plus`, `torus`: chase the lights, then one or two congruences of polynomials (`lattice.rs`);
//! - `king`: two tridiagonal systems (`king.rs`);
//! - `row+column`: sums of rows and columns (`cross.rs`).
//!
//! On the torus a move flips a *set*: in a board one or two cells wide, a neighbour met twice counts once.
//! Boards much wider than high are solved lying on their side. For arbitrary moves, and for the fewest
//! presses, see the dense engine.

mod chase;
mod cross;
mod field;
mod gf2;
mod gfp;
mod kernel;
mod king;
mod lattice;
mod outcome;
mod ring;
mod system;
#[cfg(test)]
mod tests;

pub use field::{Board, Field};
pub use gf2::Gf2;
pub use gfp::Gfp;
pub use outcome::Outcome;
pub use system::{Neighbourhood, Structured};
