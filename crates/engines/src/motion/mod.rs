//! Token motion on a graph: every place but one holds a coloured token, and a move takes a token from a place that
//! is linked to the empty one (the blank) into the empty one.
//!
//! The setting is that of Kornhauser, Miller and Spirakis (Coordinating pebble motion on graphs, 1984) with one
//! blank; Wilson (Graph puzzles, homotopy, and the alternating group, 1974) settled which arrangements of different
//! tokens can be reached. [`board`] holds the graph, the colours wanted and an arrangement; [`Solver`] answers
//! questions about shortest solutions, by iterative deepening ([`deepen`]) under the best bound at hand, and
//! by layers of arrangements ([`layers`]) where solutions are counted or listed. Where a limit comes first, a solution
//! that need not be shortest ([`any`]) is left.

pub mod board;

mod any;
mod bitboard;
mod deepen;
mod heuristic;
mod layers;
mod matching;
mod outcome;
mod packed;
mod pairs;
mod partition;
mod pattern;
mod solver;
mod symmetry;
mod tableless;
mod tables;
mod transposition_table;

#[cfg(test)]
mod tests;

pub use board::{BLANK, Board, Graph, Layout, Unsound};
pub use outcome::{NoSolution, Outcome};
pub use solver::{All, BestMoves, Line, Solver, Within};
