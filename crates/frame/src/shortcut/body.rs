//! The answer to the question whether a line of moves is a shortest solution.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::body::Body;
use crate::options::Options;
use crate::options::WITHOUT;
use crate::parts;
use crate::phrases::{Wording, list, plural, too_few};
use crate::problem::{CheckError, ensure};
use crate::query::Query;
use crate::table::Table;
use crate::unit::Unit;
use crate::value::Optimum;

/// The answer to `shortcut` with `intended`: a winning line of moves, compared with a shortest solution. Where fewer
/// moves are known, `solution` has them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Intended {
    /// The number of intended moves, each counted singly, or how many they have of `unit`.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub intended: u64,
    /// Whether no solution has fewer.
    #[schemars(extend("x-column" = true))]
    pub is_best: bool,
    /// The number of moves of a shortest solution, or how many it has of `unit`; absent where it is not proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub shortest: Option<u64>,
    /// A proven lower bound of that number; absent where `shortest` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "moves"))]
    pub at_least: Option<u64>,
    /// A solution with fewer, one that shares the most of the intended moves where `shortest` is given; absent
    /// where none is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<String>>,
    /// The number of intended moves with which `solution` begins: no shortest solution shares more of them. It is all
    /// of the solution where the intended moves reach the goal and go on. Absent where no shorter solution is known,
    /// and where a limit left it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub leaves_after: Option<u64>,
    /// What is counted, such as `pushes`; absent where that is moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// How many `solution` has of `unit`; absent where moves are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<u64>,
}

impl Intended {
    /// Whether the JSON of a body is of this type.
    #[must_use]
    pub fn fits(value: &Value) -> bool {
        value.get("intended").is_some()
    }

    /// How many the shorter solution has of what is counted; `None` where there is none.
    fn fewer(&self) -> Option<u64> {
        self.solution.as_ref().map(|solution| self.counted.unwrap_or(solution.len() as u64))
    }

    /// The first line in words.
    fn headline(&self) -> String {
        let intended = match &self.unit {
            None => plural(self.intended, "intended move", "intended moves"),
            Some(unit) => format!("{} of the intended moves", unit.count(self.intended)),
        };
        match self.fewer() {
            None => format!("no solution has fewer than the {intended}"),
            Some(fewer) => {
                let suffice = if fewer == 1 { "suffices" } else { "suffice" };
                let unit = self.unit.clone().unwrap_or(Unit::MOVES);
                format!("the {intended} are not the fewest: {} {suffice}", unit.count(fewer))
            }
        }
    }
}

impl Body for Intended {
    fn words(&self) -> Vec<String> {
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        let mut lines = vec![self.headline()];
        let Some(solution) = &self.solution else { return lines };
        let line = wording.line.map_or_else(|| list(solution), str::to_owned);
        match self.leaves_after {
            Some(shared) if shared == solution.len() as u64 => {
                let enough = plural(shared, "intended move", "intended moves");
                lines.push(format!("the goal is reached after {enough}; the others are not needed"));
            }
            Some(0) => lines.push(format!("every shortest solution begins otherwise: {line}")),
            Some(shared) => {
                let shared = plural(shared, "intended move", "intended moves");
                lines.push(format!("a shortest solution, which leaves after {shared}: {line}"));
            }
            None => lines.push(format!("a shorter solution: {line}")),
        }
        if self.shortest.is_none() {
            lines.push(too_few(self.at_least));
        }
        lines
    }

    /// Returns the moves of the shorter solution, or the numbers where there is none.
    fn table(&self) -> Table<'_> {
        match &self.solution {
            Some(solution) => {
                let rows = (1_u64..).zip(solution);
                Table::new(["step", "move"], rows.map(|(step, text)| vec![step.to_string(), text.clone()]))
            }
            None => Table::of_one(vec![("intended", self.intended.to_string()), ("is_best", self.is_best.to_string())]),
        }
    }

    fn optimum(&self) -> Option<Optimum> {
        let unit = self.unit.clone().unwrap_or(Unit::MOVES);
        Some(Optimum::of(self.fewer().unwrap_or(self.intended), unit, self.shortest.is_some()))
    }

    fn line(&self) -> Option<Vec<String>> {
        self.solution.clone()
    }

    fn is_conclusive(&self, _: &Options) -> bool {
        self.shortest.is_some() && self.solution.is_some() == self.leaves_after.is_some()
    }

    fn at_least(&self) -> Option<u64> {
        self.at_least
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        ensure(!query.options.has(&WITHOUT), "'intended' is given, and was not asked for")?;
        ensure(
            self.is_best == self.solution.is_none(),
            "a shorter solution is given where there is one, and only there",
        )?;
        let is_counted = self.unit.is_some() && self.solution.is_some();
        ensure(self.counted.is_some() == is_counted, "'counted' is of a shorter solution by another unit than moves")?;
        let is_shorter = self.solution.is_some() && self.shortest.is_some();
        ensure(
            self.leaves_after.is_none() || is_shorter,
            "'leaves_after' is of a shorter solution that is proven best",
        )?;
        parts::bound(self.shortest.is_some(), self.at_least)
    }
}
