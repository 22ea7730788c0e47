//! The answer to the question for fewest pushes.

use serde::{Deserialize, Serialize};

use crate::body::{Body, Optimum};
use crate::options::{OptionSpec, Options, ValueKind};
use crate::parts;
use crate::problem::{CheckError, ensure};
use crate::question::Query;
use crate::result::Unit;
use crate::table::Table;
use crate::words::{list, plural, too_few};

/// What a shortest solution counts.
pub const FEWEST: OptionSpec = OptionSpec::new(
    "fewest",
    ValueKind::Choice(&["moves", "pushes"]),
    "WHAT",
    "What a shortest solution counts: moves or pushes",
);

/// What counts where fewest pushes are asked for.
pub(super) const PUSHES: Unit = Unit::named("pushes");

/// Whether fewest pushes are asked for.
pub(super) fn wants_pushes(options: &Options) -> bool {
    options.text(&FEWEST) == Some("pushes")
}

/// A solution with fewest pushes. Among those it need not have the fewest moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushSolution {
    /// How many moves.
    pub moves: u64,
    /// How many of them push a box.
    pub pushes: u64,
    /// Their texts.
    pub solution: Vec<String>,
    /// Whether fewer pushes are proven not to suffice.
    pub optimal: bool,
    /// Where not optimal: no solution has fewer pushes than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
}

impl Body for PushSolution {
    fn words(&self) -> Vec<String> {
        let (pushes, moves) = (PUSHES.count(self.pushes), plural(self.moves, "move", "moves"));
        let bound = (!self.optimal).then(|| too_few(self.at_least));
        std::iter::once(format!("{pushes} in {moves}: {}", list(&self.solution))).chain(bound).collect()
    }

    fn table(&self) -> Table<'_> {
        let rows = (1_u64..).zip(&self.solution);
        Table::new(["step", "move"], rows.map(|(step, text)| vec![step.to_string(), text.clone()]))
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::of(self.pushes, PUSHES, self.optimal))
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        ensure(wants_pushes(&query.options), "'pushes' is given, and was not asked for")?;
        parts::bound(self.optimal, self.at_least)
    }

    fn caption(&self, verdict: &str) -> String {
        format!("{} in {}: {verdict}", PUSHES.count(self.pushes), plural(self.moves, "move", "moves"))
    }
}
