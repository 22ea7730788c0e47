//! The shapes of new levels and of the puzzles of the days, for the description of the API.

use utoipa::ToSchema;

/// A new level.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct NewObject {
    schema: u32,
    family: String,
    question: String,
    /// Null: a level is no answer that could be wrong.
    #[schema(required = true)]
    verdict: Option<String>,
    answer: NewText,
}

/// The text of a new level.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct NewText {
    level: String,
    /// The seed that makes it again.
    seed: u64,
}

/// A size of new levels.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct NewSize {
    /// The size in words.
    words: String,
    /// The `board` of `POST /new`.
    board: String,
    /// Difficulties of which levels are found at once; empty where there is nothing to choose.
    difficulties: Vec<u64>,
}

/// The new levels that a menu offers.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct NewLevels {
    /// What a difficulty counts.
    measure: String,
    sizes: Vec<NewSize>,
}

/// What kind of level a day has: day `d`, counted from 1 January 1970, has the entry `d` modulo the length of the list,
/// and `d` as its seed.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Daily {
    family: String,
    board: String,
    difficulty: Option<u64>,
}

/// The puzzles of each day.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Dailies {
    /// The version of the list and of the generators' levels.
    version: u32,
    puzzles: Vec<Daily>,
}
