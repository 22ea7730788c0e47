//! Where the walk from every start ends.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::place::Facing;
use super::winning;
use frame::body::Body;
use frame::phrases::{MAX_LISTED, plural};
use frame::table::Table;

/// The answer to `reach` in lemmo: where the walk from every start ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoReach")]
pub struct Reach {
    /// The number of starts: twice the number of columns.
    #[schemars(extend("x-unit" = "starts", "x-column" = true))]
    pub starts_total: u64,
    /// The number of starts that reach a treasure.
    #[schemars(extend("x-unit" = "starts", "x-column" = true))]
    pub wins: u64,
    /// Every start, ordered by column, left before right; absent where there are more than 20,000: then `--out FILE`
    /// takes them, a line each with column, facing, row, column of the end, and `true` or `false`, separated by commas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Vec<StartEnd>>,
}

impl Body for Reach {
    fn words(&self) -> Vec<String> {
        let mut lines = vec![winning(self.wins, self.starts_total)];
        let Some(starts) = &self.starts else {
            lines.push("there are too many starts to list here: on the command line --out FILE takes them all".into());
            return lines;
        };
        lines.extend(ending_together(starts));
        lines.extend(starts.iter().take(MAX_LISTED).map(StartEnd::words));
        if starts.len() > MAX_LISTED {
            lines.push(format!("  … ({} in all)", starts.len()));
        }
        lines
    }

    /// A row for each start.
    fn table(&self) -> Table<'_> {
        Table::new(StartEnd::COLUMNS, self.starts.iter().flatten().map(|start| start.row().to_vec()))
    }
}

/// How many starts end at each of the first tiles where walks end.
fn ending_together(starts: &[StartEnd]) -> Vec<String> {
    let mut ending: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    starts.iter().for_each(|start| *ending.entry((start.row, start.column_end)).or_default() += 1);
    let together =
        |((row, column), count)| format!("{} at row {row}, column {column}", plural(count, "start ends", "starts end"));
    ending.into_iter().take(MAX_LISTED).map(together).collect()
}

/// Where the walk from one start ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoStartEnd")]
pub struct StartEnd {
    /// The column of the start, from 1.
    pub column: u32,
    /// The direction in which Lemmo faces at the start.
    pub facing: Facing,
    /// The row where the walk ends, from 1 at the top: always the last row.
    pub row: u32,
    /// The column where the walk ends, from 1.
    pub column_end: u32,
    /// Whether the walk ends on a treasure.
    pub wins: bool,
}

impl StartEnd {
    /// The columns of a table of starts.
    pub(in super::super) const COLUMNS: &[&str] = &["column", "facing", "row", "column_end", "wins"];

    /// Returns the start as a row of a table.
    pub(in super::super) fn row(&self) -> [String; 5] {
        let StartEnd { column, facing, row, column_end, wins } = self;
        let [column, row, column_end] = [column, row, column_end].map(ToString::to_string);
        [column, facing.name().to_owned(), row, column_end, wins.to_string()]
    }

    fn words(&self) -> String {
        let StartEnd { column, facing, row, column_end, wins } = self;
        let fate = if *wins { "wins" } else { "is lost" };
        format!("  from column {column} looking {}, it {fate} at row {row}, column {column_end}", facing.name())
    }
}
