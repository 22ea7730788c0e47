//! The elimination of the moves cell by cell, as it is done by hand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use frame::phrases::{list, plural};

/// The rows above this number, over all rounds, are left out of the words: JSON and pictures have them.
const MAX_SAID: usize = 120;

/// The elimination, cell by cell: the first row that changes the cell, and was not taken before, is taken out,
/// multiplied so that it adds 1 there, added to every other row that changes the cell until none does, and put at the
/// end. The rows are the moves at first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ToggleElimination")]
pub struct Elimination {
    /// The most numbers that the rounds may have together to be listed: cells and presses of every row.
    #[schemars(extend("x-unit" = "numbers"))]
    pub most_numbers: u64,
    /// The rows before the first round, which are the moves; absent where the rounds are, and in older answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Vec<Row>>,
    /// A round for each cell, in order; absent where they have more numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Vec<Round>>,
}

/// One round: a cell, and the rows once no row but the one taken changes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ToggleRound")]
pub struct Round {
    /// The number of the cell, from 1, row by row.
    pub cell: u64,
    /// The place of the row that is taken out, from 1 among those before the round: the first that changes the cell and
    /// was not taken before. It is multiplied so that it adds 1 there, added to all others until they add 0, and put
    /// last. Null where no row that is left changes the cell, so that the rows stay as they are.
    pub taken: Option<u64>,
    /// The rows after the round, in order.
    pub rows: Vec<Row>,
}

/// Moves that are made together, and what they change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ToggleRow")]
pub struct Row {
    /// What is added to each cell: digits, above modulus 10 numbers with blanks between.
    pub cells: String,
    /// The numbers of the moves, from 1, in ascending order, repeated for each press.
    pub presses: Vec<u64>,
}

impl Elimination {
    /// The rounds in words, each followed by its rows where those of all rounds are few.
    pub(super) fn words(&self) -> Vec<String> {
        let Some(rounds) = &self.rounds else {
            return vec![format!("the elimination has more than {}", plural(self.most_numbers, "number", "numbers"))];
        };
        if rounds.iter().map(|round| round.rows.len()).sum::<usize>() > MAX_SAID {
            let places = "the answer's JSON and its picture have them";
            let begin = format!("elimination, cell by cell, without the rows, which are many ({places}):");
            return std::iter::once(begin).chain(rounds.iter().map(Round::words)).collect();
        }
        let mut lines = vec!["elimination, cell by cell:".to_owned()];
        if let Some(before) = &self.before {
            lines.push(FIRST.to_owned());
            lines.extend(row_lines(before));
        }
        for round in rounds {
            lines.push(round.words());
            lines.extend(row_lines(&round.rows));
        }
        lines
    }
}

/// Why the rows at the end may have more presses than the fewest that are listed.
pub(crate) const NOT_FEWEST: &str = "the rows at the end may have other presses than the fewest listed for a \
     cell alone: they differ by quiet patterns, which change nothing, and the elimination does not look for the fewest";

/// What the rows before the first round are.
pub(crate) const FIRST: &str = "at first each move is a row";

fn row_lines(rows: &[Row]) -> impl Iterator<Item = String> + '_ {
    rows.iter().map(|row| format!("  {}  {}", row.cells, list(&row.presses)))
}

impl Row {
    /// The index of the cell, from 0, that the row changes alone and by 1; `None` for a row that does anything else.
    fn alone(&self) -> Option<usize> {
        let values: Vec<&str> = match self.cells.contains(' ') {
            true => self.cells.split_whitespace().collect(),
            false => self.cells.split("").filter(|digit| !digit.is_empty()).collect(),
        };
        let mut changed = (0..).zip(&values).filter(|(_, value)| **value != "0");
        match (changed.next(), changed.next()) {
            (Some((cell, &"1")), None) => Some(cell),
            _ => None,
        }
    }
}

impl Elimination {
    /// Whether a row of the last round changes a cell alone by other presses than those listed for it in `single`.
    pub(crate) fn differs_from(&self, single: &[Option<Vec<u64>>]) -> bool {
        let rows = self.rounds.iter().flatten().last().map_or(&[][..], |round| &round.rows);
        rows.iter().any(|row| {
            let listed = row.alone().and_then(|cell| single.get(cell)?.as_ref());
            listed.is_some_and(|listed| *listed != row.presses)
        })
    }
}

impl Round {
    /// What happens in the round.
    pub(in super::super) fn words(&self) -> String {
        match self.taken {
            Some(row) => {
                format!("cell {}: row {row} is taken, added to the others that change it, and put last", self.cell)
            }
            None => format!("cell {}: no row that is left changes it", self.cell),
        }
    }
}
