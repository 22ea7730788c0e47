//! PuzzleScript games: grids of objects that rules rewrite, turn by turn.
//!
//! Rules: an input gives the player's objects a movement; the game's rules rewrite the board, movements are made, late
//! rules rewrite it again. A level is won when all win conditions hold after a turn, or a rule says so. An input stands
//! for all turns that follow it by `again`. The crate [`puzzlescript`] compiles the text and plays the turns; this
//! folder makes a family of it.
//!
//! Questions are answered by search over packed boards with the fast engine: breadth-first, or A* where a level has a
//! lower bound ([`bounds`]). Boards that differ only in what the rules do not tell apart count once ([`cosmetic`]), and
//! helper objects that are gone after each turn take no room ([`layout`]). Answers are checked with the plain engine by
//! the kit ([`frame::space`]). Games of chance are refused, unless chance only decorates ([`chance`]); in real time a
//! tick is a sixth move, `wait`.
//!
//! Source: Stephen Lavelle, PuzzleScript (2013). Known values: the first level of `push` takes 3 moves.

mod answers;
mod barrier;
mod boards;
mod bounds;
mod canvas;
mod chance;
mod claims;
mod controls;
mod cosmetic;
mod decoration;
mod effects;
mod effort;
mod failure;
mod family;
mod game;
mod info;
mod layout;
mod level;
mod packed;
mod picture;
mod playing;
mod rules;
mod spoken;
#[cfg(test)]
mod tests;
mod text;
mod variant;

pub use family::PuzzleScript;

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
