//! The answer to the question for fewest pushes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::body::Body;
use crate::options::{OptionSpec, Options, ValueKind};
use crate::parts;
use crate::phrases::{Wording, line, plural, too_few};
use crate::problem::{CheckError, ensure};
use crate::query::Query;
use crate::table::Table;
use crate::unit::Unit;
use crate::value::Optimum;

/// The option that selects what a shortest solution minimises: moves or pushes.
pub const FEWEST: OptionSpec = OptionSpec::new(
    "fewest",
    ValueKind::Choice(&["moves", "pushes"]),
    "WHAT",
    "What a shortest solution counts: moves or pushes",
)
.by_default("moves");

/// The unit of a solution with fewest pushes.
pub(super) const PUSHES: Unit = Unit::named("pushes");

/// Whether the options ask for fewest pushes.
pub(super) fn wants_pushes(options: &Options) -> bool {
    options.text(&FEWEST) == Some("pushes")
}

/// The answer to `solve` in sokoban with `fewest` = `pushes`: a solution with the fewest pushes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SokobanPushSolution")]
pub struct PushSolution {
    /// The number of moves, including pushes.
    #[schemars(extend("x-unit" = "moves"))]
    pub moves: u64,
    /// The number of moves that push a box.
    #[schemars(extend("x-unit" = "pushes", "x-column" = true))]
    pub pushes: u64,
    /// The moves, in order, as the question `run` accepts them.
    pub solution: Vec<String>,
    /// Whether it is proven that no solution has fewer pushes.
    pub optimal: bool,
    /// A proven lower bound of the number of pushes; absent where the solution is optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "pushes"))]
    pub at_least: Option<u64>,
    /// Whether it is proven that no solution with as few pushes has fewer moves; absent in answers of older versions,
    /// where it is not proven.
    #[serde(default)]
    #[schemars(extend("x-column" = true))]
    pub fewest_moves: bool,
}

impl Body for PushSolution {
    fn words(&self) -> Vec<String> {
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        let line = wording.line.map_or_else(|| line(&self.solution), str::to_owned);
        let bound = (!self.optimal).then(|| too_few(self.at_least));
        let ties = "As many pushes may be possible in fewer moves: that is not proven.".to_owned();
        let ties = (self.optimal && !self.fewest_moves).then_some(ties);
        std::iter::once(format!("{}: {line}", PUSHES.count(self.pushes))).chain(bound).chain(ties).collect()
    }

    fn table(&self) -> Table<'_> {
        let rows = (1_u64..).zip(&self.solution);
        Table::new(["step", "move"], rows.map(|(step, text)| vec![step.to_string(), text.clone()]))
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::of(self.pushes, PUSHES, self.optimal))
    }

    fn at_least(&self) -> Option<u64> {
        self.at_least
    }

    fn line(&self) -> Option<Vec<String>> {
        Some(self.solution.clone())
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        ensure(wants_pushes(&query.options), "'pushes' is given, and was not asked for")?;
        parts::bound(self.optimal, self.at_least)?;
        ensure(self.moves == self.solution.len() as u64, "'moves' is not the number of moves of the solution")?;
        ensure(self.optimal || !self.fewest_moves, "moves are least among solutions with fewest pushes only")
    }

    fn caption(&self, verdict: &str) -> String {
        format!("{} in {}: {verdict}", PUSHES.count(self.pushes), plural(self.moves, "move", "moves"))
    }
}
