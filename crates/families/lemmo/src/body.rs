//! The answers of Lemmo: winning starts, the best edits of the map, where walks end, and the table that supports them.

mod argument;
mod count;
mod edit;
mod place;
mod reach;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use argument::{Change, Effect, Explanation, Floor, Step};
pub use count::{ARRIVALS, Arrivals, Count, Origin};
pub use edit::{Additions, Edit, EditKind, Improve, Removals};
pub use place::{AT, At, Facing, TilePlace};
pub use reach::{Reach, StartEnd};

use frame::body::{Advice, Body};
use frame::options::EXPLAIN;
use frame::parts;
use frame::phrases::{MAX_NAMED, plural};
use frame::problem::{CheckError, ensure};
use frame::query::Query;
use frame::solution::{hint_line, hint_line_without, hint_table};
use frame::table::Table;
use frame::unit::Unit;
use frame::value::Optimum;

/// The answer to `solve` in lemmo: the number of winning starts, and the best removal of one block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoSolve")]
pub struct Solve {
    /// The number of starts: twice the number of columns.
    #[schemars(extend("x-unit" = "starts", "x-column" = true))]
    pub starts: u64,
    /// The number of starts that reach a treasure.
    #[schemars(extend("x-unit" = "starts", "x-column" = true))]
    pub wins: u64,
    /// The best removals of at most one block.
    pub best: Removals,
    /// Why that number of starts win and what the removal changes, with `explain`; absent without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

impl Body for Solve {
    fn words(&self) -> Vec<String> {
        let mut lines = vec![winning(self.wins, self.starts), self.best.words(self.wins)];
        lines.extend(self.explanation.iter().flat_map(Explanation::words));
        lines
    }

    /// A row for each best removal.
    fn table(&self) -> Table<'_> {
        let gain = self.best.wins.saturating_sub(self.wins).to_string();
        let row = move |tile: &TilePlace| vec![tile.row.to_string(), tile.column.to_string(), gain.clone()];
        Table::new(["row", "column", "gain"], self.best.removals.iter().map(row))
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::of(self.best.wins, Unit::WINS, true))
    }

    fn unchanged(&self) -> Option<u64> {
        Some(self.wins)
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        parts::asked_for("explanation", query.options.is_on(&EXPLAIN), self.explanation.is_some())?;
        parts::distinct("removals", &self.best.removals)
    }
}

/// The answer to a hint in lemmo: every winning start, or that Lemmo has won already; for who takes a block away, every
/// best choice. Where nothing wins, or another choice was made, it is *impossible*.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoHint")]
pub struct Hint {
    /// The winning starts as moves, ordered by column, left before right, or the best blocks to take away in reading order,
    /// behind keeping all where that is as good; empty once the choice is made.
    pub best: Vec<String>,
    /// The number of starts; absent once a start is chosen, where a block is taken away, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "starts", "x-column" = true))]
    pub starts: Option<u64>,
    /// 1 before the choice, 0 once it is won; absent in answers of older versions, which were also given where
    /// nothing wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub moves_left: Option<u64>,
    /// The most winning starts after at most one block was taken away; absent where a start is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "starts"))]
    pub wins: Option<u64>,
}

impl Hint {
    /// Returns `20 of 24 starts win`; `None` where the number of starts is not known.
    #[must_use]
    pub fn share(&self) -> Option<String> {
        let starts = plural(self.starts?, "start", "starts");
        Some(plural(self.best.len() as u64, &format!("of {starts} wins"), &format!("of {starts} win")))
    }

    /// Returns the losing starts where more starts win than are named, and fewer are lost, so that those say more; else
    /// `None`.
    #[must_use]
    pub fn others(&self) -> Option<Vec<String>> {
        let (starts, won) = (self.starts?, self.best.len() as u64);
        let mut winning = self.best.iter().peekable();
        let loses = |start: &String| winning.next_if_eq(&start).is_none();
        let column = |column: u64| ["left", "right"].map(|facing| format!("{column} {facing}"));
        let says_more = won > MAX_NAMED as u64 && starts.saturating_sub(won) < won;
        says_more.then(|| (1..=starts / 2).flat_map(column).filter(loses).collect())
    }
}

impl Body for Hint {
    /// Names the winning starts or, where most starts win, those that do not.
    fn words(&self) -> Vec<String> {
        if let Some(wins) = self.wins {
            return vec![hint_line(&self.best, &format!(" ({})", plural(wins, "start wins", "starts win")))];
        }
        if self.moves_left == Some(0) {
            return vec![hint_line(&self.best, " (Lemmo has won)")];
        }
        let share = self.share().map(|share| format!(" ({share})")).unwrap_or_default();
        match self.starts.is_some() && self.best.is_empty() {
            true => vec!["no start wins".into()],
            false => vec![hint_line_without(&self.best, self.others().as_deref(), &share)],
        }
    }

    fn table(&self) -> Table<'_> {
        hint_table(&self.best, self.moves_left.map(|left| ("moves_left", left.to_string())).into_iter().collect())
    }

    fn optimum(&self) -> Option<Optimum> {
        match (self.wins, self.moves_left) {
            (Some(wins), Some(1)) => Some(Optimum::of(wins, Unit::WINS, true)),
            (_, left) => left.map(|left| Optimum::left(left, Unit::MOVES)),
        }
    }

    fn is_optimal(&self) -> Option<bool> {
        Some(true)
    }

    fn advice(&self) -> Option<Advice> {
        let best = plural(self.best.len() as u64, "choice is best", "choices are best");
        let standing = format!("Still solvable: {}.", self.share().unwrap_or(best));
        Some(Advice { others: self.others(), ..Advice::new(&self.best, self.moves_left == Some(0), standing) })
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        let fits = self.moves_left.is_none_or(|left| self.best.is_empty() == (left == 0));
        ensure(fits, "there is a best move unless nothing is left to do")?;
        parts::distinct("best", &self.best)
    }
}

/// The certificate of every count in lemmo: the size of the table of outcomes of all states, which a checker builds
/// again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoOutcomeTable")]
pub struct OutcomeTable {
    /// The kind of the certificate.
    kind: OutcomeTableKind,
    /// The number of entries of the table: two for each tile.
    #[schemars(extend("x-unit" = "entries"))]
    pub size: u64,
}

/// The kind of certificate, as JSON names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum OutcomeTableKind {
    #[serde(rename = "table")]
    Table,
}

impl OutcomeTable {
    /// Creates a certificate for a table of `size` entries.
    #[must_use]
    pub fn of(size: u64) -> OutcomeTable {
        OutcomeTable { kind: OutcomeTableKind::Table, size }
    }

    /// Whether the JSON of a certificate is of this kind.
    pub(super) fn fits(value: &Value) -> bool {
        value.get("kind").is_some_and(|kind| kind == "table")
    }
}

impl Body for OutcomeTable {
    fn words(&self) -> Vec<String> {
        vec![format!("by a table of {}", plural(self.size, "entry", "entries"))]
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![("size", self.size.to_string())])
    }
}

/// `20 of 24 starts reach a treasure`.
fn winning(wins: u64, starts: u64) -> String {
    let starts = plural(starts, "start", "starts");
    plural(wins, &format!("of {starts} reaches a treasure"), &format!("of {starts} reach a treasure"))
}
