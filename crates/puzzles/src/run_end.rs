//! Where a run of moves ends, in the terms of the family: a place on the board, a way through it, a script's state.

use serde::{Deserialize, Serialize};

/// Cells of a way that are listed; a longer way is left out.
pub const MOST_CELLS: usize = 100_000;

/// Where a run of moves ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RunEnd {
    /// A creature stands somewhere and faces some way.
    Standing(Standing),
    /// A token has come through a board with walls.
    Walk(WalkEnd),
    /// The state of a script.
    State(StateEnd),
}

/// Where a creature stands; rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Top row first.
    pub row: u32,
    /// Left column first.
    pub column: u32,
    /// Which way it faces, in the family's words.
    pub facing: String,
}

/// Where a token stands, its way, and the walls around it; rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WalkEnd {
    /// Top row first.
    pub row: u32,
    /// Left column first.
    pub column: u32,
    /// Row and column of every cell of the way, the start first; absent above [`MOST_CELLS`] cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<[u32; 2]>>,
    /// The open column below each row, as far as the walls are built; where one gap a row is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gaps: Option<Vec<u32>>,
    /// Row and column of each cell with a wall below it; where walls are built one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<Vec<[u32; 2]>>,
}

/// The state of a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateEnd {
    /// As the script would write it.
    pub state: String,
}

/// Counts a row or column from 1.
#[must_use]
pub fn from_one(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}
