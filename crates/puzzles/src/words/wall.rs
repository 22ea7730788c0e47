//! The wall game's answers in words.

use super::{MOST_LISTED, list, plural};
use crate::answer::{WallChoice, WallExplanation, WallLive, WallPair, WallSolve, WallValues};

/// Columns of a table that is written out: more do not fit into a line.
const MOST_COLUMNS: usize = 20;

pub(super) fn solve(solve: &WallSolve) -> Vec<String> {
    let under = solve.rule.as_ref().map(|rule| format!(" under the {rule} rule")).unwrap_or_default();
    let mut lines = vec![format!("the value{under} is {}", solve.cost)];
    if !solve.gaps.is_empty() {
        lines.push(format!("the open column below each row: {}", list(&solve.gaps)));
    }
    if let Some(path) = &solve.path {
        let cells: Vec<String> = path.iter().map(|[row, column]| format!("({row}, {column})")).collect();
        lines.push(format!("the path: {}", list(&cells)));
    }
    lines.extend(solve.explanation.iter().flat_map(explanation));
    lines
}

pub(super) fn live(live: &WallLive) -> Vec<String> {
    vec![format!("the value under the live rule is {}; best starts: column {}", live.cost, list(&live.starts))]
}

fn explanation(explanation: &WallExplanation) -> Vec<String> {
    let (Some(pairs), Some(values)) = (&explanation.pairs, &explanation.values) else {
        return vec![format!("the explanation is left out: the board has more than {} cells", explanation.most_cells)];
    };
    let mut lines: Vec<String> = pairs.iter().take(MOST_LISTED).map(pair).collect();
    if pairs.len() > MOST_LISTED {
        lines.push(format!("… ({} pairs of rows in all)", pairs.len()));
    }
    lines.extend(table(values));
    lines
}

/// Why Eel leaves this gap between two rows.
pub(crate) fn pair(pair: &WallPair) -> String {
    let mut text = format!(
        "rows {} and {}: Rabbit enters row {} at column {}, has paid {} and can walk to {}",
        pair.row,
        pair.row + 1,
        pair.row,
        pair.enters,
        pair.paid,
        columns(&pair.reached)
    );
    if !pair.blocked.is_empty() {
        text.push_str(&format!("; below {} the cell is blocked", columns(&pair.blocked)));
    }
    if !pair.dead.is_empty() {
        text.push_str(&format!("; below {} no way leads on to the last row", columns(&pair.dead)));
    }
    let most = pair.choices.iter().map(|choice| choice.cost).max().unwrap_or(0);
    text.push_str(&match &pair.choices[..] {
        [_] => format!("; the only gap that leaves a way is column {}, and Rabbit pays {most} in all", pair.gap),
        _ => format!("; with the gap at column {} Rabbit pays {most} in all", pair.gap),
    });
    let (equal, others): (Vec<&WallChoice>, Vec<&WallChoice>) =
        pair.choices.iter().filter(|choice| choice.column != pair.gap).partition(|choice| choice.cost == most);
    if !equal.is_empty() {
        let equal: Vec<u32> = equal.iter().map(|choice| choice.column).collect();
        text.push_str(&format!(", as much as with {}", columns(&equal)));
    }
    if !others.is_empty() {
        let others: Vec<String> =
            others.iter().map(|choice| format!("{} with column {}", choice.cost, choice.column)).collect();
        text.push_str(&format!(", but only {}", list(&others)));
    }
    text
}

/// `column 3`, `columns 1 to 3`, `columns 1, 4`.
fn columns(columns: &[u32]) -> String {
    match columns {
        [one] => format!("column {one}"),
        [first, .., last] if (last - first) as usize + 1 == columns.len() => format!("columns {first} to {last}"),
        _ => format!("columns {}", list(columns)),
    }
}

/// The value of each cell and direction, a line for each row.
fn table(values: &WallValues) -> Vec<String> {
    let (rows, width) = (values.down.len(), values.down.first().map_or(0, Vec::len));
    if rows > MOST_LISTED || width > MOST_COLUMNS {
        let board = format!("{} and {}", plural(rows as u64, "row", "rows"), plural(width as u64, "column", "columns"));
        return vec![format!("the value of every cell is in the JSON answer: the board has {board}")];
    }
    let tables = [
        ("having come from above", &values.down),
        ("having gone left", &values.left),
        ("having gone right", &values.right),
    ];
    let mut lines =
        vec!["what Rabbit pays at most from each cell on, that cell included (- where no way leads on):".into()];
    for (name, table) in tables {
        lines.push(format!("  {name}:"));
        lines.extend((1..).zip(table).map(|(row, values)| format!("    row {row}: {}", numbers(values))));
    }
    lines
}

fn numbers(values: &[Option<u64>]) -> String {
    let number = |value: &Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
    values.iter().map(number).collect::<Vec<_>>().join(" ")
}
