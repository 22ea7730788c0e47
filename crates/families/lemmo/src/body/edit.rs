//! Single edits of a map and their gains.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::place::{TilePlace, tiles};
use frame::body::Body;
use frame::parts;
use frame::phrases::plural;
use frame::problem::CheckError;
use frame::query::Query;
use frame::table::Table;

/// The most winning starts after removing at most one block, and the blocks whose removal achieves it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoRemovals")]
pub struct Removals {
    /// The most winning starts.
    #[schemars(extend("x-unit" = "starts"))]
    pub wins: u64,
    /// The best blocks to remove in reading order, the first 1,000, with `all` every one; empty where no removal helps.
    pub removals: Vec<TilePlace>,
    /// The number of best blocks to remove.
    #[schemars(extend("x-unit" = "removals"))]
    pub removals_total: u64,
}

impl Removals {
    /// Returns the removals in words; `wins` is the number of winning starts without a removal.
    pub(super) fn words(&self, wins: u64) -> String {
        if self.wins == wins {
            return "no removal of one block helps".into();
        }
        let which = plural(self.removals_total, "removal does", "removals do");
        format!("at best {} after removing one block; {which}: {}", self.wins, tiles(&self.removals))
    }
}

/// The most winning starts after adding at most one block, and the spaces where a block achieves it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoAdditions")]
pub struct Additions {
    /// The most winning starts.
    #[schemars(extend("x-unit" = "starts"))]
    pub wins: u64,
    /// The best places for a block in reading order, the first 1,000, with `all` every one; empty where no addition
    /// helps.
    pub additions: Vec<TilePlace>,
    /// The number of best places for a block.
    #[schemars(extend("x-unit" = "additions"))]
    pub additions_total: u64,
}

impl Additions {
    /// Returns the additions in words; `wins` is the number of winning starts without an addition.
    fn words(&self, wins: u64) -> String {
        if self.wins == wins {
            return "no addition of one block helps".into();
        }
        let which = plural(self.additions_total, "addition does", "additions do");
        format!("at best {} after adding one block; {which}: {}", self.wins, tiles(&self.additions))
    }
}

/// The kind of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "LemmoEditKind")]
pub enum EditKind {
    /// A block becomes a space.
    Remove,
    /// A space becomes a block.
    Add,
}

impl EditKind {
    /// Returns the kind's name in JSON and in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EditKind::Remove => "remove",
            EditKind::Add => "add",
        }
    }
}

/// One edit of a tile and its gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoEdit")]
pub struct Edit {
    /// The row of the tile, from 1 at the top.
    pub row: u32,
    /// The column of the tile, from 1 at the left.
    pub column: u32,
    /// The kind of the edit.
    pub edit: EditKind,
    /// The number of additional winning starts; negative where fewer starts win.
    #[schemars(extend("x-unit" = "starts"))]
    pub gain: i64,
}

impl Edit {
    /// The columns of a table of edits.
    pub(in super::super) const COLUMNS: &[&str] = &["row", "column", "edit", "gain"];

    fn words(&self) -> String {
        let what = match self.edit {
            EditKind::Remove => "remove the block",
            EditKind::Add => "add a block",
        };
        format!("  {:+}  {what} at row {}, column {}", self.gain, self.row, self.column)
    }
}

/// The answer to `improve` in lemmo: the best single edits, and the gain of every edit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoImprove")]
pub struct Improve {
    /// The number of winning starts without an edit.
    #[schemars(extend("x-unit" = "starts", "x-column" = true))]
    pub wins: u64,
    /// The best removals of one block.
    pub best: Removals,
    /// The best additions of one block.
    pub best_addition: Additions,
    /// The edits of both kinds that gain most, at most ten, ordered by gain and then in reading order; absent where no
    /// edit gains anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub top: Vec<Edit>,
    /// For each row the change in winning starts by editing each tile; null where the edit is not allowed. Absent about
    /// maps of more than 1,000,000 tiles: then `--out FILE` takes them, one line a row, numbers separated by commas,
    /// nothing where an edit is not allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "starts"))]
    pub gains: Option<Vec<Vec<Option<i64>>>>,
}

impl Body for Improve {
    fn words(&self) -> Vec<String> {
        let wins = plural(self.wins, "start reaches a treasure", "starts reach a treasure");
        let mut lines = vec![wins, self.best.words(self.wins), self.best_addition.words(self.wins)];
        if !self.top.is_empty() {
            let edits = plural(self.top.len() as u64, "edit", "edits");
            lines.push(format!("the best {edits}, by how many more starts win:"));
            lines.extend(self.top.iter().map(Edit::words));
        }
        lines
    }

    /// Returns the edits with the largest gains. The gain of every edit is written while the question is answered,
    /// since the answer about a large map does not contain them.
    fn table(&self) -> Table<'_> {
        let row = |edit: &Edit| {
            vec![edit.row.to_string(), edit.column.to_string(), edit.edit.name().to_owned(), edit.gain.to_string()]
        };
        Table::new(Edit::COLUMNS, self.top.iter().map(row))
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        parts::distinct("removals", &self.best.removals)?;
        parts::distinct("additions", &self.best_addition.additions)
    }
}
