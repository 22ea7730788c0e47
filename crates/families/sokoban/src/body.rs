//! What a shortest solution minimises, and the answers where pushes count.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use frame::body::{Advice, Body};
use frame::options::{OptionSpec, Options, ValueKind};
use frame::parts;
use frame::phrases::{Wording, line, list, plural, too_few};
use frame::problem::{CheckError, ensure};
use frame::query::{Query, QuestionKind};
use frame::table::Table;
use frame::unit::Unit;
use frame::value::{BigCount, Optimum};

/// The option that selects what a shortest solution minimises: moves or pushes, alone or one after the other.
pub const FEWEST: OptionSpec = OptionSpec::new(
    "fewest",
    ValueKind::Choice(&["moves", "pushes", "moves-then-pushes", "pushes-then-moves"]),
    "WHAT",
    "What is counted: moves or pushes; for a shortest solution also one of them and then the other",
)
.by_default("moves");

/// The unit of a solution with fewest pushes.
pub(super) const PUSHES: Unit = Unit::named("pushes");

/// What a shortest solution minimises: the value of [`FEWEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fewest {
    /// Moves.
    Moves,
    /// Pushes; a line with fewest moves among those is given where it is found.
    Pushes,
    /// Moves, and pushes among lines with as few moves.
    MovesThenPushes,
    /// Pushes, and moves among lines with as few pushes.
    PushesThenMoves,
}

impl Fewest {
    /// What the options ask for.
    pub(super) fn of(options: &Options) -> Fewest {
        match options.text(&FEWEST) {
            Some("pushes") => Fewest::Pushes,
            Some("moves-then-pushes") => Fewest::MovesThenPushes,
            Some("pushes-then-moves") => Fewest::PushesThenMoves,
            _ => Fewest::Moves,
        }
    }

    /// Whether pushes are minimised first.
    pub(super) fn is_by_pushes(self) -> bool {
        matches!(self, Fewest::Pushes | Fewest::PushesThenMoves)
    }

    /// Whether a second number is minimised among the lines with the least first one.
    pub(super) fn has_second(self) -> bool {
        matches!(self, Fewest::MovesThenPushes | Fewest::PushesThenMoves)
    }
}

/// The answer to `solve` in sokoban with `fewest` = `pushes` or `pushes-then-moves`: a solution with the fewest pushes.
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
    /// Whether it is proven that no solution has fewer pushes, and with `pushes-then-moves` that none with as few
    /// pushes has fewer moves.
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
    /// The number of lines of pushes that are shortest, whatever the walks between them, in answers to `count`; absent
    /// elsewhere, and where a limit left the number open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "solutions", "x-column" = true))]
    pub solutions: Option<BigCount>,
}

impl PushSolution {
    fn parts(&self) -> Parts<'_> {
        let PushSolution { moves, pushes, solution, optimal, at_least, fewest_moves, .. } = self;
        Parts {
            solution,
            moves: *moves,
            first: (*pushes, PUSHES),
            optimal: *optimal,
            at_least: *at_least,
            is_second_least: *fewest_moves,
            open: "As many pushes may be possible in fewer moves: that is not proven.",
        }
    }
}

impl Body for PushSolution {
    fn words(&self) -> Vec<String> {
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        let counted = |count: &BigCount| {
            plural(
                count.0.clone(),
                "shortest line of pushes",
                "shortest lines of pushes, whatever the walks between them",
            )
        };
        self.parts().words(wording).into_iter().chain(self.solutions.as_ref().map(counted)).collect()
    }

    fn table(&self) -> Table<'_> {
        self.parts().table()
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(self.parts().optimum())
    }

    fn at_least(&self) -> Option<u64> {
        self.at_least
    }

    fn line(&self) -> Option<Vec<String>> {
        Some(self.solution.clone())
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        let fewest = Fewest::of(&query.options);
        ensure(
            self.solutions.is_none() || query.kind == QuestionKind::COUNT,
            "'solutions' is given, and was not asked for",
        )?;
        ensure(fewest.is_by_pushes(), "'pushes' is given, and was not asked for")?;
        self.parts().check(fewest.has_second())?;
        ensure(self.optimal || !self.fewest_moves, "moves are least among solutions with fewest pushes only")
    }

    fn caption(&self, verdict: &str) -> String {
        format!("{} in {}: {verdict}", PUSHES.count(self.pushes), plural(self.moves, "move", "moves"))
    }
}

/// The answer to `hint` in sokoban with `fewest` = `pushes`: the best pushes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SokobanPushHint")]
pub struct PushHint {
    /// The moves with which the best pushes begin, each after a shortest walk; empty where nothing is left to do.
    pub best: Vec<String>,
    /// The best pushes, each with a shortest walk before it, in letters such as `rrU`.
    pub pushes: Vec<String>,
    /// The number of pushes of a solution from here that begins so.
    #[schemars(extend("x-unit" = "pushes", "x-column" = true))]
    pub pushes_left: u64,
    /// Whether it is proven that no solution has fewer pushes, and that every best push is listed; else one push is.
    pub optimal: bool,
    /// A proven lower bound of the number of pushes; absent where the hint is optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "pushes"))]
    pub at_least: Option<u64>,
}

impl PushHint {
    /// Whether the JSON of a hint has this form.
    pub(super) fn fits(value: &Value) -> bool {
        value.get("pushes_left").is_some()
    }

    fn left(&self) -> String {
        PUSHES.count(self.pushes_left)
    }
}

impl Body for PushHint {
    fn words(&self) -> Vec<String> {
        let left = match self.optimal {
            true => format!(" ({} left)", self.left()),
            false => format!(" (in {}, not proven best; {})", self.left(), too_few(self.at_least)),
        };
        let lines = list(&self.pushes);
        vec![match (self.pushes.is_empty(), self.optimal) {
            (true, _) => format!("nothing to do{left}"),
            (false, true) => format!("best now: {lines}{left}"),
            (false, false) => format!("leads to the goal: {lines}{left}"),
        }]
    }

    /// A row for each push.
    fn table(&self) -> Table<'_> {
        let left = self.pushes_left.to_string();
        Table::new(["push", "pushes_left"], self.pushes.iter().map(move |push| vec![push.clone(), left.clone()]))
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum { proven: self.optimal, ..Optimum::left(self.pushes_left, PUSHES) })
    }

    fn at_least(&self) -> Option<u64> {
        self.at_least
    }

    fn advice(&self) -> Option<Advice> {
        let known = if self.optimal { "left at best" } else { "known, not proven best" };
        Some(Advice::new(&self.best, self.pushes_left == 0, format!("Still solvable: {} {known}.", self.left())))
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        ensure(Fewest::of(&query.options) == Fewest::Pushes, "'pushes_left' is given, and was not asked for")?;
        ensure(self.pushes.is_empty() == (self.pushes_left == 0), "there is a best push unless nothing is left to do")?;
        ensure(self.optimal || self.pushes.len() <= 1, "one push is given where the best are not proven")?;
        parts::bound(self.optimal, self.at_least)?;
        parts::distinct("pushes", &self.pushes)
    }
}

/// The answer to `solve` in sokoban with `fewest` = `moves-then-pushes`: a solution with the fewest moves, and among
/// those with the fewest pushes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SokobanMoveSolution")]
pub struct MoveSolution {
    /// The number of moves, including pushes.
    #[schemars(extend("x-unit" = "moves"))]
    pub moves: u64,
    /// The number of moves that push a box.
    #[schemars(extend("x-unit" = "pushes", "x-column" = true))]
    pub pushes: u64,
    /// The moves, in order, as the question `run` accepts them.
    pub solution: Vec<String>,
    /// Whether it is proven that no solution has fewer moves, and none with as few moves has fewer pushes.
    pub optimal: bool,
    /// A proven lower bound of the number of moves; absent where the solution is optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "moves"))]
    pub at_least: Option<u64>,
    /// Whether it is proven that no solution with as few moves has fewer pushes.
    #[schemars(extend("x-column" = true))]
    pub fewest_pushes: bool,
}

impl MoveSolution {
    /// Whether the JSON of an answer has this form.
    pub(super) fn fits(value: &Value) -> bool {
        value.get("fewest_pushes").is_some()
    }

    fn parts(&self) -> Parts<'_> {
        let MoveSolution { moves, solution, optimal, at_least, fewest_pushes, .. } = self;
        Parts {
            solution,
            moves: *moves,
            first: (*moves, Unit::MOVES),
            optimal: *optimal,
            at_least: *at_least,
            is_second_least: *fewest_pushes,
            open: "As many moves may be possible with fewer pushes: that is not proven.",
        }
    }
}

impl Body for MoveSolution {
    fn words(&self) -> Vec<String> {
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        self.parts().words(wording)
    }

    fn table(&self) -> Table<'_> {
        self.parts().table()
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(self.parts().optimum())
    }

    fn at_least(&self) -> Option<u64> {
        self.at_least
    }

    fn line(&self) -> Option<Vec<String>> {
        Some(self.solution.clone())
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        ensure(Fewest::of(&query.options) == Fewest::MovesThenPushes, "'fewest_pushes' was not asked for")?;
        self.parts().check(true)
    }

    fn caption(&self, verdict: &str) -> String {
        format!("{} with {}: {verdict}", Unit::MOVES.count(self.moves), PUSHES.count(self.pushes))
    }
}

/// What solutions have in common that minimise one number, and another among those.
struct Parts<'a> {
    solution: &'a [String],
    moves: u64,
    /// The number that is minimised first, and what it counts.
    first: (u64, Unit),
    optimal: bool,
    at_least: Option<u64>,
    /// Whether the other number is proven least among solutions with the first.
    is_second_least: bool,
    /// What is said where it is not.
    open: &'static str,
}

impl<'a> Parts<'a> {
    fn words(&self, wording: Wording<'_>) -> Vec<String> {
        let (value, unit) = &self.first;
        let line = wording.line.map_or_else(|| line(self.solution), str::to_owned);
        let bound = (!self.optimal).then(|| too_few(self.at_least));
        let is_least = self.optimal || self.at_least == Some(*value);
        let open = (is_least && !self.is_second_least).then(|| self.open.to_owned());
        std::iter::once(format!("{}: {line}", unit.count(*value))).chain(bound).chain(open).collect()
    }

    /// A row for each move.
    fn table(&self) -> Table<'a> {
        let rows = (1_u64..).zip(self.solution);
        Table::new(["step", "move"], rows.map(|(step, text)| vec![step.to_string(), text.clone()]))
    }

    fn optimum(&self) -> Optimum {
        let (value, unit) = self.first.clone();
        Optimum::of(value, unit, self.optimal)
    }

    /// Checks that bound and numbers fit together; `has_second` says whether best means that both numbers are least.
    fn check(&self, has_second: bool) -> Result<(), CheckError> {
        parts::bound(self.optimal, self.at_least)?;
        ensure(self.moves == self.solution.len() as u64, "'moves' is not the number of moves of the solution")?;
        let both = !has_second || self.optimal == self.is_second_least;
        ensure(both, "a solution is best where both numbers are least")
    }
}
