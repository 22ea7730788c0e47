//! What is answered about Lemmo.

use serde::{Deserialize, Serialize};

use super::Edit;
use crate::question::Facing;

/// A tile; row and column count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Top row first.
    pub row: u32,
    /// Left column first.
    pub column: u32,
}

/// Lemmo: winning starts, and the best removal of one block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LemmoSolve {
    /// All starts: twice the columns.
    pub starts: u64,
    /// Those that reach a treasure.
    pub wins: u64,
    /// After at most one removal.
    pub best: Removals,
}

/// The most wins after removing at most one block, and the blocks that achieve it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Removals {
    /// The most winning starts.
    pub wins: u64,
    /// In reading order, the first 1,000 unless all were asked for; empty where no removal helps.
    pub removals: Vec<Tile>,
    /// How many there are.
    pub removals_total: u64,
}

/// The most wins after adding at most one block, and the spaces that achieve it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Additions {
    /// The most winning starts.
    pub wins: u64,
    /// In reading order, the first 1,000 unless all were asked for; empty where no addition helps.
    pub additions: Vec<Tile>,
    /// How many there are.
    pub additions_total: u64,
}

/// Lemmo: winning starts, and arrivals at a tile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LemmoCount {
    /// All starts.
    pub starts: u64,
    /// Those that reach a treasure.
    pub wins: u64,
    /// Starts that ever stand at the tile asked for, facing that way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrivals: Option<u64>,
}

/// Lemmo: where every start ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LemmoReach {
    /// All starts: twice the columns.
    pub starts_total: u64,
    /// Those that reach a treasure.
    pub wins: u64,
    /// Every start, by column, left before right; absent where there are more than 20,000: then they went to the sink.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Vec<StartEnd>>,
}

/// Where one start ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartEnd {
    /// The column of the start.
    pub column: u32,
    /// Which way Lemmo looks at the start.
    pub facing: Facing,
    /// The row where the walk ends: the first floor's.
    pub row: u32,
    /// The column where the walk ends.
    pub column_end: u32,
    /// Whether there is a treasure.
    pub wins: bool,
}

impl StartEnd {
    /// What each cell of a row of a table holds.
    pub(crate) const COLUMNS: &[&str] = &["column", "facing", "row", "column_end", "wins"];

    /// Its row in a table.
    pub(crate) fn row(&self) -> [String; 5] {
        let StartEnd { column, facing, row, column_end, wins } = self;
        let numbers = [column, row, column_end].map(ToString::to_string);
        let [column, row, column_end] = numbers;
        [column, facing.name().to_owned(), row, column_end, wins.to_string()]
    }
}

/// Lemmo: the best single edits, and the gain of every one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LemmoImprove {
    /// Winning starts as the map stands.
    pub wins: u64,
    /// By removing a block.
    pub best: Removals,
    /// By adding one.
    pub best_addition: Additions,
    /// The edits of both kinds that gain most, at most ten, the best first and equal ones in reading order; absent
    /// where no edit gains.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<Edit>,
    /// For each row the change in wins by editing each tile, `None` where the edit is not allowed. Absent where
    /// the map is too large: then the rows went to the sink.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gains: Option<Vec<Vec<Option<i64>>>>,
}
