//! The answers of the wall game: the value with Eel's walls, the value under the live rule, hints, certificates, and
//! where a run of moves ends.

mod argument;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use argument::{Choice, Explanation, Pair, Values};

use crate::body::{Advice, Body, Optimum};
use crate::options::{OptionSpec, ValueKind};
use crate::parts;
use crate::problem::CheckError;
use crate::question::Query;
use crate::result::Unit;
use crate::solution::{hint_line, hint_table};
use crate::table::Table;
use crate::words::{list, plural};

/// A rule other than the level's own.
pub const RULE: OptionSpec = OptionSpec::new("rule", ValueKind::Text, "RULE", "Play by a variant of the rules");
/// The cells of Rabbit's path are listed.
pub const PATH: OptionSpec = OptionSpec::new("path", ValueKind::Switch, "", "List the path");
/// The argument for Eel's gaps is given.
pub const EXPLAIN: OptionSpec =
    OptionSpec::new("explain", ValueKind::Switch, "", "Say why the answer is best, step by step");

/// Cells of a walk that are listed; a longer walk is left out.
pub const MOST_CELLS: usize = 100_000;

/// The value of the game where Eel builds before Rabbit walks, and Eel's walls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solve {
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
    pub explanation: Option<Explanation>,
}

impl Body for Solve {
    fn words(&self) -> Vec<String> {
        let under = self.rule.as_ref().map(|rule| format!(" under the {rule} rule")).unwrap_or_default();
        let mut lines = vec![format!("the value{under} is {}", self.cost)];
        if !self.gaps.is_empty() {
            lines.push(format!("the open column below each row: {}", list(&self.gaps)));
        }
        if let Some(path) = &self.path {
            let cells: Vec<String> = path.iter().map(|[row, column]| format!("({row}, {column})")).collect();
            lines.push(format!("the path: {}", list(&cells)));
        }
        lines.extend(self.explanation.iter().flat_map(Explanation::words));
        lines
    }

    /// The cells of the path, where it was asked for; else the gap below each row.
    fn table(&self) -> Table<'_> {
        match &self.path {
            Some(path) => {
                let rows = (1_u64..).zip(path);
                let row = |(step, [row, column]): (u64, &[u32; 2])| [step, u64::from(*row), u64::from(*column)];
                Table::new(["step", "row", "column"], rows.map(row).map(texts))
            }
            None => {
                let rows = (1_u64..).zip(&self.gaps);
                Table::new(["row", "gap"], rows.map(|(row, gap)| texts([row, u64::from(*gap)])))
            }
        }
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::of(self.cost, Unit::COST, true))
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        parts::asked_for("path", query.options.is_on(&PATH), self.path.is_some())?;
        parts::asked_for("explanation", query.options.is_on(&EXPLAIN), self.explanation.is_some())
    }
}

/// The numbers of a table's row as texts.
fn texts<const N: usize>(row: [u64; N]) -> Vec<String> {
    row.iter().map(ToString::to_string).collect()
}

/// The value of the game under the live rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Live {
    /// The value of the game.
    pub cost: u64,
    /// Always `live`.
    pub rule: String,
    /// Every best start column, from 1.
    pub starts: Vec<u32>,
}

impl Live {
    /// Whether the JSON of an answer to `solve` is one under the live rule.
    pub(super) fn fits(value: &Value) -> bool {
        value.get("rule").is_some_and(|rule| rule == "live")
    }
}

impl Body for Live {
    fn words(&self) -> Vec<String> {
        vec![format!("the value under the live rule is {}; best starts: column {}", self.cost, list(&self.starts))]
    }

    fn table(&self) -> Table<'_> {
        Table::new(["start", "cost"], self.starts.iter().map(|start| texts([u64::from(*start), self.cost])))
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::of(self.cost, Unit::COST, true))
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        parts::distinct("starts", &self.starts)
    }
}

/// Every best move from a position, and what best play from there still costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Move texts; empty where the game is over.
    pub best: Vec<String>,
    /// What Rabbit still pays where both sides play best.
    pub cost_left: u64,
}

impl Body for Hint {
    fn words(&self) -> Vec<String> {
        vec![hint_line(&self.best, &format!(" ({} still to pay)", self.cost_left))]
    }

    fn table(&self) -> Table<'_> {
        hint_table(&self.best, vec![("cost_left", self.cost_left.to_string())])
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::left(self.cost_left, Unit::COST))
    }

    fn advice(&self) -> Option<Advice> {
        // Nothing left to pay does not mean that the game is over: cells may cost nothing.
        let standing = format!("Still solvable: best play from here costs {} more.", self.cost_left);
        Some(Advice::new(&self.best, false, standing))
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        parts::distinct("best", &self.best)
    }
}

/// A certificate: that there is no way, or that no walls make Rabbit pay more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Proof {
    /// Every cell that can be reached; none of them is in the last row.
    Region {
        /// Row and column from 1, in reading order.
        cells: Vec<[u32; 2]>,
    },
    /// The table of the recurrence, which the checker builds and checks by itself.
    Table {
        /// Its entries.
        size: u64,
    },
    /// The table of values that bounds the cost over all sets of walls; the checker builds it by itself.
    Values {
        /// Its entries.
        size: u64,
        /// For each row what is paid at most from each cell on, having come from above; null where no way leads on.
        /// Absent above 10,000 cells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        values: Option<Vec<Vec<Option<u64>>>>,
    },
}

impl Body for Proof {
    fn words(&self) -> Vec<String> {
        vec![match self {
            Proof::Region { cells } => format!("only {} can be reached", plural(cells.len() as u64, "cell", "cells")),
            Proof::Table { size } | Proof::Values { size, .. } => {
                format!("by a table of {}", plural(*size, "entry", "entries"))
            }
        }]
    }

    fn table(&self) -> Table<'_> {
        match self {
            Proof::Region { cells } => {
                Table::new(["row", "column"], cells.iter().map(|cell| texts(cell.map(u64::from))))
            }
            Proof::Table { size } | Proof::Values { size, .. } => Table::of_one(vec![("size", size.to_string())]),
        }
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        match self {
            Proof::Region { cells } => parts::in_reading_order(cells),
            Proof::Table { .. } | Proof::Values { .. } => Ok(()),
        }
    }
}

/// Where the token stands, its path, and the walls around it; rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WalkEnd {
    /// Top row first.
    pub row: u32,
    /// Left column first.
    pub column: u32,
    /// Row and column of every cell of the path, the start first; absent above [`MOST_CELLS`] cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<[u32; 2]>>,
    /// The open column below each row, as far as the walls are built; where one gap a row is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gaps: Option<Vec<u32>>,
    /// Row and column of each cell with a wall below it; where walls are built one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<Vec<[u32; 2]>>,
}
