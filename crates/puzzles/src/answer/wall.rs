//! The answers of the wall game.

use serde::{Deserialize, Serialize};

/// The wall game: value and walls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallSolve {
    /// The value of the game.
    pub cost: u64,
    /// `free` where Eel may build any walls; absent under the ordinary rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The open column between each pair of rows, from 1.
    pub gaps: Vec<u32>,
    /// Row and column of every cell of Rabbit's path, from 1, where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<[u32; 2]>>,
    /// Why these gaps, where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<WallExplanation>,
}

/// The wall game under the live rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallLive {
    /// The value of the game.
    pub cost: u64,
    /// Always `live`.
    pub rule: String,
    /// Every best start column, from 1.
    pub starts: Vec<u32>,
}

/// Why Eel's gaps are best, pair of rows by pair of rows, and the table of values on which that rests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallExplanation {
    /// Boards of more cells have neither pairs nor values.
    pub most_cells: u64,
    /// One for each pair of neighbouring rows, the highest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<WallPair>>,
    /// What Rabbit pays at most from each cell on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<WallValues>,
}

/// What Eel can do between a row and the one below it. Columns count from 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallPair {
    /// The upper row, from 1.
    pub row: u32,
    /// Where Rabbit enters it.
    pub enters: u32,
    /// What Rabbit has paid by then, the cell entered included.
    pub paid: u64,
    /// The columns of the upper row that Rabbit can walk to, in ascending order.
    pub reached: Vec<u32>,
    /// Those of them below which the cell is blocked.
    pub blocked: Vec<u32>,
    /// Those of them below which no way leads on to the last row.
    pub dead: Vec<u32>,
    /// The others: where Eel can leave a gap, and what Rabbit then pays in the whole game.
    pub choices: Vec<WallChoice>,
    /// The gap that Eel leaves: one of the choices that cost most.
    pub gap: u32,
}

/// A gap that Eel can leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallChoice {
    /// The open column, from 1.
    pub column: u32,
    /// What Rabbit pays in the whole game if Eel does its best below.
    pub cost: u64,
}

/// For each row what Rabbit pays at most from each cell on, that cell included; null where the cell is blocked or no
/// way leads on. In the last row it is the cell's cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallValues {
    /// Having come from above, free to go left, right or down.
    pub down: Vec<Vec<Option<u64>>>,
    /// Having gone left, not to go right again in this row.
    pub left: Vec<Vec<Option<u64>>>,
    /// Having gone right, not to go left again in this row.
    pub right: Vec<Vec<Option<u64>>>,
}
