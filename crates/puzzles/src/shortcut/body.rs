//! The answer to the question whether a line of moves is a shortest solution.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::body::Body;
use crate::options::Options;
use crate::options::WITHOUT;
use crate::parts;
use crate::phrases::{list, plural, too_few};
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
    /// The number of intended moves, each counted singly.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub intended: u64,
    /// Whether no solution has fewer moves.
    #[schemars(extend("x-column" = true))]
    pub is_best: bool,
    /// The number of moves of a shortest solution; absent where it is not proven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub shortest: Option<u64>,
    /// A proven lower bound of the number of moves; absent where `shortest` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "moves"))]
    pub at_least: Option<u64>,
    /// A solution with fewer moves, one that shares the most of the intended moves where `shortest` is given; absent
    /// where none is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<String>>,
    /// The number of intended moves with which `solution` begins: no shortest solution shares more of them. It is all of
    /// the solution where the intended moves reach the goal and go on. Absent where no shorter solution is known, and
    /// where a limit left it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub leaves_after: Option<u64>,
}

impl Intended {
    /// Whether the JSON of a body is of this type.
    #[must_use]
    pub fn fits(value: &Value) -> bool {
        value.get("intended").is_some()
    }
}

impl Body for Intended {
    fn words(&self) -> Vec<String> {
        let intended = plural(self.intended, "intended move", "intended moves");
        let Some(solution) = &self.solution else {
            return vec![format!("no solution has fewer than the {intended}")];
        };
        let suffice = plural(solution.len(), "move suffices", "moves suffice");
        let mut lines = vec![format!("the {intended} are not the fewest: {suffice}")];
        match self.leaves_after {
            Some(shared) if shared == solution.len() as u64 => {
                let enough = plural(shared, "intended move", "intended moves");
                lines.push(format!("the goal is reached after {enough}; the others are not needed"));
            }
            Some(0) => lines.push(format!("every shortest solution begins otherwise: {}", list(solution))),
            Some(shared) => {
                let (shared, rest) = solution.split_at(solution.len().min(shared as usize));
                let shared = plural(shared.len(), "intended move", "intended moves");
                lines.push(format!("a shortest solution leaves after {shared}: {}", list(rest)));
            }
            None => lines.push(format!("a shorter solution: {}", list(solution))),
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
        let fewest = self.solution.as_ref().map_or(self.intended, |solution| solution.len() as u64);
        Some(Optimum::of(fewest, Unit::MOVES, self.shortest.is_some()))
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
        let is_shorter = self.solution.is_some() && self.shortest.is_some();
        ensure(
            self.leaves_after.is_none() || is_shorter,
            "'leaves_after' is of a shorter solution that is proven best",
        )?;
        parts::bound(self.shortest.is_some(), self.at_least)
    }
}
