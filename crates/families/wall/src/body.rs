//! The answers about the wall game: the value with Eel's walls, the value under the live rule, hints, certificates, and
//! where a sequence of moves ends.

mod argument;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use argument::{CellBound, Choice, Explanation, Pair, RowBound, Values};

use super::rules::NAMES;
use frame::body::{Advice, Body};
pub use frame::options::EXPLAIN;
use frame::options::{self, OptionSpec, ValueKind};
use frame::parts;
use frame::phrases::{Wording, list_in, plural};
use frame::problem::CheckError;
use frame::query::Query;
use frame::solution::{hint_line, hint_table};
use frame::table::Table;
use frame::unit::Unit;
use frame::value::Optimum;

/// The option for a rule other than the level's own: one of those of the wall game.
pub const RULE: OptionSpec =
    OptionSpec { value: ValueKind::Choice(NAMES), ..options::RULE }.by_default("the level's own");
/// The switch that lists the cells of Rabbit's path.
pub const PATH: OptionSpec = OptionSpec::new("path", ValueKind::Switch, "", "List the path");
/// The walls that stand at the start, under the free rule.
pub const WALLS: OptionSpec = OptionSpec::new(
    "walls",
    ValueKind::Text,
    "ROW,COLUMN;…",
    "Play among these walls, named by the cells above them, under the rule free",
)
.for_another_game();

/// The maximum number of cells of a path that is listed; a longer path is left out.
pub const MAX_CELLS: usize = 100_000;

/// The answer to `solve` in wall where Eel builds before Rabbit walks: the value of the game and Eel's walls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WallSolve")]
pub struct Solve {
    /// The value of the game: the cost that Rabbit pays with best play of both sides.
    #[schemars(extend("x-unit" = "cost", "x-column" = true))]
    pub cost: u64,
    /// `free` under the rule that Eel may build any walls; absent under the ordinary rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-column" = true))]
    pub rule: Option<String>,
    /// For each pair of neighbouring rows, the column in which Eel leaves the gap, from 1.
    pub gaps: Vec<u32>,
    /// The row and the column, from 1, of every cell of Rabbit's path, with `path`; absent without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<[u32; 2]>>,
    /// The argument that these gaps are best, with `explain`; absent without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

impl Body for Solve {
    fn words(&self) -> Vec<String> {
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        let under = self.rule.as_ref().map(|rule| format!(" under the {rule} rule")).unwrap_or_default();
        let mut lines = vec![format!("the value{under} is {}", self.cost)];
        if !self.gaps.is_empty() {
            lines.push(format!("the open column below each row: {}", list_in(&self.gaps, wording)));
        }
        if let Some(path) = &self.path {
            let cells: Vec<String> = path.iter().map(|[row, column]| format!("({row}, {column})")).collect();
            lines.push(format!("the path: {}", list_in(&cells, wording)));
        }
        lines.extend(self.explanation.iter().flat_map(Explanation::words));
        lines
    }

    /// Returns the cells of the path if it was asked for, else the gap below each row.
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

/// Converts the numbers of a table row to strings.
fn texts<const N: usize>(row: [u64; N]) -> Vec<String> {
    row.iter().map(ToString::to_string).collect()
}

/// The answer to `solve` in wall under the live rule: the value of the game and the best starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WallLive")]
pub struct Live {
    /// The value of the game: the cost that Rabbit pays with best play of both sides.
    #[schemars(extend("x-unit" = "cost", "x-column" = true))]
    pub cost: u64,
    /// Always `live`.
    #[schemars(extend("x-column" = true))]
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
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        let starts = if self.starts.len() == 1 { "best start: column" } else { "best starts: columns" };
        vec![format!("the value under the live rule is {}; {starts} {}", self.cost, list_in(&self.starts, wording))]
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

/// The answer to a hint in wall: every best move, and the cost still to be paid with best play of both sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WallHint")]
pub struct Hint {
    /// The best moves, as the question `run` accepts them; empty where the game is over.
    pub best: Vec<String>,
    /// The cost that Rabbit still pays with best play of both sides.
    #[schemars(extend("x-unit" = "cost", "x-column" = true))]
    pub cost_left: u64,
    /// Whether Eel still builds walls that can be taken back, so that no wall is a mistake yet; absent where that is
    /// not so, and in answers of older versions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revocable: bool,
}

impl Hint {
    /// A hint at a position where what is played stays.
    #[must_use]
    pub fn new(best: Vec<String>, cost_left: u64) -> Hint {
        Hint { best, cost_left, revocable: false }
    }
}

impl Body for Hint {
    fn words(&self) -> Vec<String> {
        let open = if self.revocable { "; nothing is lost yet, since walls can be taken back" } else { "" };
        vec![hint_line(&self.best, &format!(" ({} still to pay{open})", self.cost_left))]
    }

    fn table(&self) -> Table<'_> {
        hint_table(&self.best, vec![("cost_left", self.cost_left.to_string())])
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::left(self.cost_left, Unit::COST))
    }

    fn advice(&self) -> Option<Advice> {
        // A remaining cost of 0 does not mean that the game is over, as cells may cost nothing; without moves it is.
        let open = if self.revocable { " Nothing is lost yet: walls can be taken back." } else { "" };
        let standing = format!("Best play from here costs {} more.{open}", self.cost_left);
        Some(Advice::new(&self.best, true, standing))
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        parts::distinct("best", &self.best)
    }
}

/// A certificate in wall that the last row cannot be reached, or that no walls make Rabbit pay more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[schemars(rename = "WallProof")]
pub enum Proof {
    /// All reachable cells; none of them is in the last row.
    Region {
        /// The row and the column of each cell that can be reached, from 1, in reading order.
        cells: Vec<[u32; 2]>,
    },
    /// The size of the table of the recurrence, which a checker builds again.
    Table {
        /// The number of entries of the table.
        #[schemars(extend("x-unit" = "entries"))]
        size: u64,
    },
    /// The table of values that bounds the cost over all sets of walls, which a checker builds again.
    Values {
        /// The number of entries of the table.
        #[schemars(extend("x-unit" = "entries"))]
        size: u64,
        /// For each row, the most that Rabbit pays from each cell on after entering it from above; null where the last
        /// row cannot be reached from the cell. Absent for boards of more than 10,000 cells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(extend("x-unit" = "cost"))]
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

/// The place of the token, its path, and the walls, after a sequence of moves. Rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WalkEnd {
    /// The row of the token, from 1 at the top.
    pub row: u32,
    /// The column of the token, from 1 at the left.
    pub column: u32,
    /// The row and the column of every cell of the path, the start first; absent above [`MAX_CELLS`] cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<[u32; 2]>>,
    /// The column of the gap below each row, as far as the walls are built, under rules that leave one gap per row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gaps: Option<Vec<u32>>,
    /// The row and the column of each cell with a wall below it, under rules by which walls are built one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<Vec<[u32; 2]>>,
}
