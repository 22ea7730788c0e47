//! Sokoban: a player pushes boxes onto goals.
//!
//! Rules: the player moves one square up, down, left or right, not through walls. A box in the way is pushed one square
//! in the same direction, if the square behind it holds neither a wall nor a box; boxes are never pulled, and never two
//! pushed at once. The level is solved when every box stands on a goal. There are as many boxes as goals, at least one.
//!
//! Levels come in files of many, in three formats that Sokoban tools share ([`collection`]): `.xsb` and `.sok` (text,
//! [`text`]) and `.slc` (XML). Solutions are letters, small for a move and capital for a push ([`lurd`]).
//!
//! Fewest pushes and fewest moves are found by a solver of their own ([`answers`], `solver`), which takes levels of up
//! to 200 boxes and 4,096 squares within walls; larger ones are searched plainly.
//!
//! Source: Hiroyuki Imabayashi (Thinking Rabbit, 1982); the characters are those of XSokoban; `.sok` is the format of
//! Sokoban YASC, `.slc` that of Sokoban for Windows. Deciding whether a level can be solved is PSPACE-complete
//! (Culberson, 1997). Known values: the first level of Microban (David W. Skinner) takes 33 moves; the collection
//! `first-steps` gives its numbers in its comments.

mod answers;
pub mod body;
mod by_pushes;
mod canvas;
mod check;
pub mod collection;
mod encoding;
mod family;
mod file;
mod lines;
pub mod lurd;
mod notation;
mod picture;
pub mod pushes;
pub mod rules;
mod slc;
mod solver;
mod sprites;
mod stated;
#[cfg(test)]
mod tests;
pub mod text;
mod way;
mod write;

/// The text of the built-in collection, in `.sok` format.
pub const FIRST_STEPS: &str = include_str!("levels/first-steps.sok");

pub use family::Sokoban;

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
