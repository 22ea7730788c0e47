//! Single edits of a map and what they gain.

use serde::{Deserialize, Serialize};

use super::place::{Tile, tiles};
use crate::body::Body;
use crate::parts;
use crate::problem::CheckError;
use crate::question::Query;
use crate::table::Table;
use crate::words::plural;

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

impl Removals {
    /// What the best removal brings, where this number of starts wins without it.
    pub(super) fn words(&self, wins: u64) -> String {
        if self.wins == wins {
            return "no removal of one block helps".into();
        }
        let which = plural(self.removals_total, "removal does", "removals do");
        format!("at best {} after removing one block; {which}: {}", self.wins, tiles(&self.removals))
    }
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

impl Additions {
    /// What the best addition brings, where this number of starts wins without it.
    fn words(&self, wins: u64) -> String {
        if self.wins == wins {
            return "no addition of one block helps".into();
        }
        let which = plural(self.additions_total, "addition does", "additions do");
        format!("at best {} after adding one block; {which}: {}", self.wins, tiles(&self.additions))
    }
}

/// What is done to a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EditKind {
    /// A block becomes a space.
    Remove,
    /// A space becomes a block.
    Add,
}

impl EditKind {
    /// Its name in JSON and in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EditKind::Remove => "remove",
            EditKind::Add => "add",
        }
    }
}

/// One edit and what it gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// Top row first, from 1.
    pub row: u32,
    /// Left column first, from 1.
    pub column: u32,
    /// What is done to the tile.
    pub edit: EditKind,
    /// How many more starts win.
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

/// The best single edits, and the gain of every one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Improve {
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

    /// The edits that gain most. The gain of every edit is written while the question is answered, since the answer of
    /// a large map holds none of them.
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
