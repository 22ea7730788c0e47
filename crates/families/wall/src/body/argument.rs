//! The argument for Eel's gaps, as data and in words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use frame::phrases::{MAX_LISTED, list, plural};

/// The maximum number of columns of a table that is written out: more do not fit into a line.
const MAX_COLUMNS: usize = 20;

/// The argument that Eel's gaps are best: a step for each pair of rows, and the table of values on which the steps
/// rest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WallExplanation")]
pub struct Explanation {
    /// The maximum number of cells of a board that is explained: of a larger one there is nothing else in the
    /// explanation.
    #[schemars(extend("x-unit" = "cells"))]
    pub most_cells: u64,
    /// A step for each pair of neighbouring rows, the highest first; absent where the board is too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<Pair>>,
    /// Under the free rule, why no walls at all make Rabbit pay more: a step for each pair of neighbouring rows, the
    /// lowest first. Of several open edges Rabbit takes the cheapest, so that they cost it no more than the dearest of
    /// them alone. Absent under the ordinary rule, where the board is too large, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Vec<RowBound>>,
    /// The most that Rabbit pays from each cell on; absent where the board is too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Values>,
}

impl Explanation {
    /// The argument in words: a line for each pair of rows, then the table.
    pub(super) fn words(&self) -> Vec<String> {
        let (Some(pairs), Some(values)) = (&self.pairs, &self.values) else {
            return vec![format!("the explanation is left out: the board has more than {} cells", self.most_cells)];
        };
        let mut lines: Vec<String> = pairs.iter().take(MAX_LISTED).map(Pair::words).collect();
        if pairs.len() > MAX_LISTED {
            lines.push(format!("… ({} pairs of rows in all)", pairs.len()));
        }
        lines.extend(self.bounds.iter().flat_map(|bounds| bound_words(bounds)));
        lines.extend(values.words());
        lines
    }
}

/// The step of the argument over all walls for a pair of rows: whatever edges Eel leaves open between them and below,
/// so that a way is left, Rabbit pays no more than this from where it enters the upper row. It can go down by any open
/// edge from which a way leads on, so that several open edges cost it no more than the dearest of them alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WallRowBound")]
pub struct RowBound {
    /// The upper row of the pair, from 1.
    pub row: u32,
    /// Each cell of the upper row that Rabbit can enter and from which some way leads to the last row.
    pub cells: Vec<CellBound>,
}

/// The most that Rabbit pays from a cell on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WallCellBound")]
pub struct CellBound {
    /// The column of the cell, from 1.
    pub column: u32,
    /// The number of columns by which Rabbit can go down with a way on: each set of open edges that leaves a way has
    /// one of them.
    #[schemars(extend("x-unit" = "columns"))]
    pub ways: u32,
    /// The column of the only open edge that costs Rabbit most, from 1.
    pub gap: u32,
    /// What Rabbit pays from this cell on where that edge alone is open, the cell included, if Eel plays best below: no
    /// set of open edges costs more.
    #[schemars(extend("x-unit" = "cost"))]
    pub cost: u64,
}

/// The argument over all walls in words: a line for each pair of rows, then what follows.
fn bound_words(bounds: &[RowBound]) -> Vec<String> {
    let Some(last) = bounds.last() else { return Vec::new() };
    let widest = bounds.iter().map(|bound| bound.cells.len()).max().unwrap_or(0);
    if bounds.len() > MAX_LISTED || widest > MAX_COLUMNS {
        return vec!["why no walls at all cost more is in the JSON answer, cell by cell: the board is large".into()];
    }
    let mut lines = vec![
        "over all walls, from the last row up: of several open edges Rabbit takes the cheapest, so that they cost it no \
         more than the dearest of them alone"
            .into(),
    ];
    lines.extend(bounds.iter().map(|bound| format!("  {}", bound.words())));
    // Rabbit starts in the first column of the highest row.
    if let Some(start) = last.cells.first() {
        let most = start.cost;
        lines.push(format!("  so no walls make Rabbit pay more than {most}, and the gaps above make it pay {most}"));
    }
    lines
}

impl RowBound {
    /// What Rabbit pays at most from each cell of the row on.
    fn words(&self) -> String {
        let cell = |cell: &CellBound| {
            let which = match cell.ways {
                1 => format!("the only way down is column {}", cell.gap),
                ways => format!("the dearest of {ways} ways down is column {}", cell.gap),
            };
            format!("{} from column {} ({which})", cell.cost, cell.column)
        };
        let cells: Vec<String> = self.cells.iter().map(cell).collect();
        format!("row {}: whatever is open below, Rabbit pays at most {}", self.row, cells.join("; "))
    }
}

/// Eel's choices between a row and the one below it. Columns count from 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WallPair")]
pub struct Pair {
    /// The upper row, from 1.
    pub row: u32,
    /// The column where Rabbit enters the upper row, from 1.
    pub enters: u32,
    /// The cost that Rabbit has paid by then, including the cell entered.
    #[schemars(extend("x-unit" = "cost"))]
    pub paid: u64,
    /// The columns of the upper row that Rabbit can walk to, in ascending order.
    pub reached: Vec<u32>,
    /// The reached columns below which the cell is blocked.
    pub blocked: Vec<u32>,
    /// The reached columns below which no path leads to the last row.
    pub dead: Vec<u32>,
    /// The other reached columns, in which Eel can leave the gap, with the total cost of each.
    pub choices: Vec<Choice>,
    /// The column of the gap that Eel leaves: one of the choices that cost most.
    pub gap: u32,
}

impl Pair {
    /// Why Eel leaves this gap between the two rows, as a sentence.
    pub(crate) fn words(&self) -> String {
        let mut text = format!(
            "rows {} and {}: Rabbit enters row {} at column {}, has paid {} and can walk to {}",
            self.row,
            self.row.saturating_add(1),
            self.row,
            self.enters,
            self.paid,
            columns(&self.reached)
        );
        if !self.blocked.is_empty() {
            text.push_str(&format!("; below {} the cell is blocked", columns(&self.blocked)));
        }
        if !self.dead.is_empty() {
            text.push_str(&format!("; below {} no way leads on to the last row", columns(&self.dead)));
        }
        text.push_str(&self.choice_words());
        text
    }

    /// Returns the cost of the gap in words, compared with the other choices.
    fn choice_words(&self) -> String {
        let most = self.choices.iter().map(|choice| choice.cost).max().unwrap_or(0);
        let mut text = match &self.choices[..] {
            [_] => format!("; the only gap that leaves a way is column {}, and Rabbit pays {most} in all", self.gap),
            _ => format!("; with the gap at column {} Rabbit pays {most} in all", self.gap),
        };
        let others = self.choices.iter().filter(|choice| choice.column != self.gap);
        let (equal, less): (Vec<&Choice>, Vec<&Choice>) = others.partition(|choice| choice.cost == most);
        if !equal.is_empty() {
            let equal: Vec<u32> = equal.iter().map(|choice| choice.column).collect();
            text.push_str(&format!(", as much as with {}", columns(&equal)));
        }
        if !less.is_empty() {
            let less: Vec<String> =
                less.iter().map(|choice| format!("{} with column {}", choice.cost, choice.column)).collect();
            text.push_str(&format!(", but only {}", list(&less)));
        }
        text
    }
}

/// `column 3`, `columns 1 to 3`, `columns 1, 4`.
fn columns(columns: &[u32]) -> String {
    match columns {
        [one] => format!("column {one}"),
        [first, .., last] if last.checked_sub(*first).map(|more| more as usize + 1) == Some(columns.len()) => {
            format!("columns {first} to {last}")
        }
        _ => format!("columns {}", list(columns)),
    }
}

/// A gap that Eel can leave, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WallChoice")]
pub struct Choice {
    /// The column of the gap, from 1.
    pub column: u32,
    /// The cost that Rabbit pays in the whole game if Eel plays best in the rows below.
    #[schemars(extend("x-unit" = "cost"))]
    pub cost: u64,
}

/// For each row, the most that Rabbit pays from each cell on, including that cell; null where the cell is blocked or no
/// path leads to the last row. In the last row it is the cell's cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WallValues")]
pub struct Values {
    /// For each row, the most that Rabbit pays from each cell on, the cell included, having come from above: it may go
    /// left, right or down; null where the cell is blocked or no way leads to the last row.
    #[schemars(extend("x-unit" = "cost"))]
    pub down: Vec<Vec<Option<u64>>>,
    /// For each row, the most that Rabbit pays from each cell on, the cell included, having gone left: it may not go
    /// right again in this row; null where the cell is blocked or no way leads to the last row.
    #[schemars(extend("x-unit" = "cost"))]
    pub left: Vec<Vec<Option<u64>>>,
    /// For each row, the most that Rabbit pays from each cell on, the cell included, having gone right: it may not go
    /// left again in this row; null where the cell is blocked or no way leads to the last row.
    #[schemars(extend("x-unit" = "cost"))]
    pub right: Vec<Vec<Option<u64>>>,
}

impl Values {
    /// The value of each cell and direction, a line for each row.
    fn words(&self) -> Vec<String> {
        let (rows, width) = (self.down.len(), self.down.first().map_or(0, Vec::len));
        if rows > MAX_LISTED || width > MAX_COLUMNS {
            let board =
                format!("{} and {}", plural(rows as u64, "row", "rows"), plural(width as u64, "column", "columns"));
            return vec![format!("the value of every cell is in the JSON answer: the board has {board}")];
        }
        let tables = [
            ("having come from above", &self.down),
            ("having gone left", &self.left),
            ("having gone right", &self.right),
        ];
        let mut lines =
            vec!["what Rabbit pays at most from each cell on, that cell included (- where no way leads on):".into()];
        for (name, table) in tables {
            lines.push(format!("  {name}:"));
            lines.extend((1..).zip(table).map(|(row, values)| format!("    row {row}: {}", numbers(values))));
        }
        lines
    }
}

fn numbers(values: &[Option<u64>]) -> String {
    let number = |value: &Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
    values.iter().map(number).collect::<Vec<_>>().join(" ")
}
