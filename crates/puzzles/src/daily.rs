//! The puzzle of each day: a new level of a family, by the date alone.
//!
//! Day `d`, counted from 1 January 1970, has the entry `d` modulo the length of [`DAILY`] as its kind, and `d` as its
//! seed. Whoever knows the version, the date and a generator of that version makes the same level, so that nothing has
//! to be kept or sent. A generator that makes other levels of a seed, or another list, is another [`VERSION`].

use serde::Serialize;

/// The version of the list and of the generators' levels, which stands in links to the puzzle of a day.
pub const VERSION: u32 = 1;

/// What kind of level a day has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Daily {
    /// The name of the family.
    pub family: &'static str,
    /// The board, as [`GenerateOptions::board`](crate::GenerateOptions::board) takes it.
    pub board: &'static str,
    /// The difficulty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<u64>,
}

const fn of(family: &'static str, board: &'static str, difficulty: u64) -> Daily {
    Daily { family, board, difficulty: Some(difficulty) }
}

/// The kinds of a fortnight, which begins on a Thursday, as 1 January 1970 was one.
pub const DAILY: &[Daily] = &[
    of("toggle", "5x5", 7),
    of("pebble", "grid 3x3", 16),
    of("lemmo", "6x12", 8),
    of("bunny", "12x12 maze", 6),
    of("toggle", "4x4", 4),
    of("pebble", "grid 3x3", 8),
    of("bunny", "12x12 lattice", 4),
    of("pebble", "panguru", 9),
    of("toggle", "5x5 king", 6),
    of("bunny", "12x12 maze", 5),
    of("lemmo", "8x16", 10),
    Daily { family: "wall", board: "4x5", difficulty: None },
    of("toggle", "4x4 modulo 3", 5),
    of("pebble", "grid 3x3", 12),
];
