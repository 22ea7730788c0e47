//! The answers about toggles: sets of presses, reachability, and the certificate that there is no solution.

mod elimination;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use elimination::{Elimination, Round, Row};
pub(super) use elimination::{FIRST, NOT_FEWEST};
use frame::body::Body;
use frame::options::{self, ALL, COUNT, OptionSpec, Options, ValueKind};
use frame::parts;
use frame::phrases::{Wording, list, list_in, listing, numbers, plural, too_few};
use frame::problem::{CheckError, ensure};
use frame::query::Query;
use frame::result::given;
pub use frame::solution::Hint;
use frame::solution::MAX_LISTED;
use frame::table::{self, Table};
use frame::unit::Unit;
use frame::value::{BigCount, Optimum};

/// The unit of a solution.
pub(super) const PRESSES: Unit = Unit::named("presses");

/// The option for a goal other than the level's.
pub const GOAL: OptionSpec =
    OptionSpec::new("goal", ValueKind::Text, "GOAL", "Another goal than the level's").for_another_game();

/// The option for a start other than the level's. Moves played before the question are played from there.
pub const START: OptionSpec =
    OptionSpec::new("start", ValueKind::Text, "BOARD", "Another board to start from than the level's")
        .for_another_game();

/// The switch that adds the elimination of the moves to what can be reached.
pub const EXPLAIN: OptionSpec =
    OptionSpec { help: "Show how the moves are eliminated, cell by cell", ..options::EXPLAIN };

/// The maximum total number of presses in a list of sets of presses, unless the list has one set.
const MAX_PRESSES: u64 = 1_000_000;

/// The answer to `solve` in toggle: presses that bring the board to the goal, in any order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ToggleSolve")]
pub struct Solve {
    /// The number of presses.
    #[schemars(extend("x-unit" = "presses"))]
    pub moves: u64,
    /// The numbers of the pressed moves, from 1, in ascending order, repeated for each press; null above a million:
    /// `--out FILE` takes the board of presses.
    pub presses: Option<Vec<u64>>,
    /// Whether it is proven that no solution has fewer presses.
    pub optimal: bool,
    /// A proven lower bound of the number of presses; absent where the solution is optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "presses"))]
    pub at_least: Option<u64>,
    /// The rank of the moves as vectors over the integers modulo the modulus.
    #[schemars(extend("x-column" = true))]
    pub rank: u64,
    /// The number of moves minus the rank.
    #[schemars(extend("x-column" = true))]
    pub nullity: u64,
    /// The number of all solutions with each move pressed fewer times than the modulus, with `count`; absent without
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "solutions", "x-column" = true))]
    pub solutions: Option<BigCount>,
    /// The number of those with the fewest presses, with `count`; null where it is not known, absent without `count`
    /// and in answers of older versions.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true, "x-unit" = "solutions", "x-column" = true))]
    pub fewest_solutions: Option<Option<BigCount>>,
    /// Every solution with the fewest presses, as `presses`, at most 10,000, with `all`; absent without it, where the
    /// solution is not optimal, and where a limit came before the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Vec<u64>>>,
    /// Whether `all` has every solution with the fewest presses; absent where `all` was not asked for, and where the
    /// solution is not optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_complete: Option<bool>,
}

impl Body for Solve {
    fn words(&self) -> Vec<String> {
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        let what = PRESSES.count(self.moves);
        let mut lines = vec![match &self.presses {
            Some(presses) if presses.is_empty() => "nothing to press".into(),
            Some(presses) => match wording.line.filter(|_| wording.full) {
                Some(line) => format!("{what}: {line}"),
                None => format!("{what}: {}", list_in(presses, wording)),
            },
            None => what,
        }];
        if !self.optimal {
            lines.push(too_few(self.at_least));
        }
        lines.push(format!("rank {}, nullity {}{}", self.rank, self.nullity, others(self.nullity)));
        lines.extend(self.solutions.as_ref().map(|count| {
            let fewest = match &self.fewest_solutions {
                None => String::new(),
                Some(None) => "; how many have the fewest presses is not known".into(),
                Some(Some(fewest)) => {
                    format!(", of which {} the fewest presses", plural(fewest.0.clone(), "has", "have"))
                }
            };
            plural(count.0.clone(), "solution in all", "solutions in all") + &fewest
        }));
        if let Some(all) = &self.all {
            let complete = if self.all_complete == Some(true) { "every" } else { "some of the" };
            lines.push(format!("{complete} fewest set, {} listed:", all.len()));
            lines.extend(listing(all.iter().map(|set| list_in(set, wording)), wording));
        }
        lines
    }

    /// Returns each pressed move and how often it is pressed, or every solution that is listed.
    fn table(&self) -> Table<'_> {
        if let Some(all) = &self.all {
            return table::numbered(["set", "press"], all.iter());
        }
        let runs = self.presses.as_deref().unwrap_or_default().chunk_by(|one, other| one == other);
        Table::new(["press", "times"], runs.map(|run| vec![run[0].to_string(), run.len().to_string()]))
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::of(self.moves, PRESSES, self.optimal))
    }

    fn at_least(&self) -> Option<u64> {
        self.at_least
    }

    fn line(&self) -> Option<Vec<String>> {
        Some(self.presses.as_ref()?.iter().map(ToString::to_string).collect())
    }

    fn line_text(&self) -> Option<String> {
        self.presses.as_deref().map(numbers)
    }

    fn is_conclusive(&self, options: &Options) -> bool {
        let is_counted = self.solutions.is_some() && self.fewest_solutions != Some(None);
        self.optimal && parts::holds_all(options, is_counted, self.all_complete)
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        let all = query.options.is_on(&ALL);
        let count = query.options.is_on(&COUNT);
        parts::asked_for("solutions", count, self.solutions.is_some())?;
        ensure(count || self.fewest_solutions.is_none(), "'fewest_solutions' was not asked for")?;
        parts::asked_for("all_complete", all, self.all_complete.is_some())?;
        parts::asked_for("all", parts::must_list(all, self.all_complete, self.all.is_some()), self.all.is_some())?;
        parts::bound(self.optimal, self.at_least)?;
        let most = usize::try_from(MAX_PRESSES / self.moves.max(1)).unwrap_or(MAX_LISTED);
        parts::every("all", self.all.as_deref(), self.all_complete, most.clamp(1, MAX_LISTED))
    }
}

/// The answer to `reach` in toggle: which positions presses can reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ToggleReach")]
pub struct Reach {
    /// Whether every position can be reached from every other.
    #[schemars(extend("x-column" = true))]
    pub all_reachable: bool,
    /// The rank of the moves as vectors over the integers modulo the modulus.
    #[schemars(extend("x-column" = true))]
    pub rank: u64,
    /// The number of moves minus the rank.
    #[schemars(extend("x-column" = true))]
    pub nullity: u64,
    /// A basis of the quiet patterns (presses that change nothing), each as numbers of moves, from 1; null where it is
    /// too large.
    pub quiet: Option<Vec<Vec<u64>>>,
    /// For each cell, presses that change only this cell, by one: the fewest where `single_fewest` says so, null where
    /// no presses do. Null for boards of more than 1,024 cells.
    pub single: Option<Vec<Option<Vec<u64>>>>,
    /// For each cell, whether it is proven that no fewer presses change it alone, or that none do; absent for boards of
    /// more than 1,024 cells, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub single_fewest: Option<Vec<bool>>,
    /// The elimination of the moves, with `explain`; absent without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Elimination>,
}

impl Body for Reach {
    fn words(&self) -> Vec<String> {
        let every = if self.all_reachable { "every position can" } else { "not every position can" };
        let mut lines = vec![format!("{every} be reached: rank {}, nullity {}", self.rank, self.nullity)];
        let most = frame::phrases::MAX_LISTED;
        if let Some(quiet) = self.quiet.as_deref().filter(|quiet| !quiet.is_empty()) {
            let basis = plural(quiet.len() as u64, "quiet pattern is", "quiet patterns are");
            lines.push(format!(
                "the kernel has dimension {}: {basis} a basis, presses that together change nothing",
                self.nullity
            ));
            let numbered = (1_u64..).zip(quiet).take(most);
            lines.extend(numbered.map(|(number, pattern)| format!("quiet pattern {number}: {}", list(pattern))));
            lines.extend(cut_off(quiet.len(), "quiet patterns"));
        }
        let single = self.single.as_deref().unwrap_or_default();
        lines.extend(single.iter().enumerate().take(most).map(|(cell, presses)| self.alone(cell, presses.as_deref())));
        lines.extend(cut_off(single.len(), "cells"));
        lines.extend(self.explanation.iter().flat_map(Elimination::words));
        lines.extend(self.not_fewest().map(str::to_owned));
        lines
    }

    /// Returns the quiet patterns, then the presses that change each cell alone; a cell that cannot be changed alone
    /// has one row
    /// without a press.
    fn table(&self) -> Table<'_> {
        let row = |kind: &str, number: u64, press: String| vec![kind.to_owned(), number.to_string(), press];
        let quiet = (1..).zip(self.quiet.iter().flatten()).flat_map(move |(number, presses)| {
            presses.iter().map(move |press| row("quiet", number, press.to_string()))
        });
        let single = (1..).zip(self.single.iter().flatten()).flat_map(move |(cell, presses)| {
            let listed = presses.iter().flatten().map(ToString::to_string);
            let none = if presses.as_ref().is_none_or(Vec::is_empty) { Some(String::new()) } else { None };
            listed.chain(none).map(move |press| row("cell", cell, press))
        });
        Table::new(["kind", "number", "press"], quiet.chain(single))
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        parts::asked_for("explanation", query.options.is_on(&EXPLAIN), self.explanation.is_some())
    }
}

impl Reach {
    /// The sentence that the elimination ends at other presses than the fewest that are listed, where it does.
    pub(super) fn not_fewest(&self) -> Option<&'static str> {
        let single = self.single.as_deref().unwrap_or_default();
        self.explanation.as_ref().filter(|explanation| explanation.differs_from(single)).map(|_| NOT_FEWEST)
    }

    /// The row of the table of single cells for the cell numbered from 0, in words.
    fn alone(&self, cell: usize, presses: Option<&[u64]>) -> String {
        let is_fewest = self.single_fewest.as_ref().is_none_or(|fewest| fewest.get(cell) == Some(&true));
        let fewer = if is_fewest { "" } else { " (fewer may suffice)" };
        let how = presses.map_or("impossible, it cannot be changed alone".into(), list);
        format!("cell {} alone: {how}{fewer}", cell + 1)
    }
}

/// What the nullity means for the solutions, for the end of a line.
fn others(nullity: u64) -> String {
    if nullity == 0 {
        return String::new();
    }
    let patterns = plural(nullity, "quiet pattern", "independent quiet patterns");
    format!(": {patterns}, presses that together change nothing, turn a solution into the others")
}

/// Says that a list in words is cut off, and where it is whole.
fn cut_off(count: usize, what: &str) -> Option<String> {
    (count > frame::phrases::MAX_LISTED)
        .then(|| format!("… ({count} {what} in all; the answer as CSV or JSON has every one)"))
}

/// The certificate of *impossible* in toggle: weights of cells such that no move changes the weighted sum of the board,
/// which differs between start and goal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "ToggleParity")]
pub struct Parity {
    /// The kind of the certificate.
    pub(super) kind: ParityKind,
    /// The numbers of the cells with a weight, from 1, row by row; null for boards of more than a million cells, where
    /// `rows` defines the weights.
    pub cells: Option<Vec<u64>>,
    /// The weights of these cells modulo the modulus; absent where the modulus is 2 and every weight is 1, and where
    /// `cells` is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<u8>>,
    /// The weights of the first rows as digits; the other rows follow from them, since no move may change the weighted
    /// sum. Absent where `cells` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<String>>,
}

/// The kind of certificate, as JSON names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(super) enum ParityKind {
    #[default]
    #[serde(rename = "parity")]
    Parity,
}

impl Parity {
    /// Whether the JSON of a certificate is of this kind.
    pub(super) fn fits(value: &Value) -> bool {
        value.get("kind").is_some_and(|kind| kind == "parity")
    }
}

impl Body for Parity {
    fn words(&self) -> Vec<String> {
        vec![match &self.cells {
            Some(cells) => {
                format!("no move changes the weight of these cells, but start and goal differ: {}", list(cells))
            }
            None => "no move changes the weight of a set of cells, but start and goal differ in it".into(),
        }]
    }

    /// Returns the cells with their weights, or the weights of the first rows as digits.
    fn table(&self) -> Table<'_> {
        let weight = |index: usize| {
            let weight = self.weights.as_ref().map_or(Some(1), |weights| weights.get(index).copied());
            weight.map(|weight: u8| weight.to_string()).unwrap_or_default()
        };
        match (&self.cells, &self.rows) {
            (Some(cells), _) => {
                let rows = cells.iter().enumerate();
                Table::new(["cell", "weight"], rows.map(move |(index, cell)| vec![cell.to_string(), weight(index)]))
            }
            (None, rows) => {
                let rows = (1_u64..).zip(rows.iter().flatten());
                Table::new(["row", "weights"], rows.map(|(row, digits)| vec![row.to_string(), digits.clone()]))
            }
        }
    }
}
