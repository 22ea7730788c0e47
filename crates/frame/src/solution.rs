//! The bodies of answers that any family may give: solutions as lists of moves, hints, reachability of a goal, the
//! map of a state space, the value of a game for two, and the certificate that the whole state space was searched.

use num_bigint::BigUint;
use picture::DrawnTable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::body::{Advice, Body};
use crate::options::{ALL, COUNT, Options};
use crate::parts;
use crate::phrases::{self, Wording, list, listing, plural};
use crate::problem::{CheckError, ensure};
use crate::query::{Query, QuestionKind};
use crate::table::{self, Table};
use crate::unit::Unit;
use crate::value::{BigCount, GameValue, Optimum};

/// The maximum number of entries in a list of all best answers.
pub const MAX_LISTED: usize = 10_000;

/// A list of moves that solves a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// The number of moves.
    #[schemars(extend("x-unit" = "moves"))]
    pub moves: u64,
    /// The moves, in order, as the question `run` accepts them.
    pub solution: Vec<String>,
    /// Whether it is proven that no solution has fewer moves.
    pub optimal: bool,
    /// A proven lower bound of the number of moves; absent where the solution is optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "moves"))]
    pub at_least: Option<u64>,
    /// The number of shortest solutions, with the option `count` and in answers to the question `count`; absent where
    /// it was not asked for, where the solution is not optimal, and where a limit left the number open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "solutions", "x-column" = true))]
    pub solutions: Option<BigCount>,
    /// Every shortest solution, at most 10,000 of them, with the option `all`; absent where it was not asked for, where
    /// the solution is not optimal, and where a limit came before the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Vec<String>>>,
    /// Whether `all` has every shortest solution; absent where `all` was not asked for, and where the solution is not
    /// optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_complete: Option<bool>,
}

/// A view of the fields of [`Solution`], borrowed from any body that has them. Families whose solutions have more
/// fields build their words, tables and checks from it.
#[derive(Clone, Copy, Debug)]
pub struct SolutionParts<'a> {
    /// The number of moves.
    pub moves: u64,
    /// The moves, in order.
    pub solution: &'a [String],
    /// Whether it is proven that no solution has fewer moves.
    pub optimal: bool,
    /// A proven lower bound of the number of moves, given where the solution is not optimal.
    pub at_least: Option<u64>,
    /// The number of shortest solutions, if asked for.
    pub solutions: Option<&'a BigCount>,
    /// Every shortest solution, if asked for.
    pub all: Option<&'a [Vec<String>]>,
    /// Whether `all` is complete.
    pub all_complete: Option<bool>,
}

impl<'a> SolutionParts<'a> {
    /// Returns the first line of the solution in words: the number of moves and all the moves.
    #[must_use]
    pub fn headline(&self, wording: Wording<'_>) -> String {
        let line = wording.line.map_or_else(|| phrases::line(self.solution), str::to_owned);
        format!("{}: {line}", plural(self.moves, "move", "moves"))
    }

    /// Returns the further lines of the solution in words: the bound, the count and the list of all solutions.
    #[must_use]
    pub fn further_words(&self, wording: Wording<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.optimal {
            lines.push(phrases::too_few(self.at_least));
        }
        lines.extend(self.solutions.map(|count| plural(count.0.clone(), "shortest solution", "shortest solutions")));
        if let Some(all) = self.all {
            let complete = if self.all_complete == Some(true) { "every" } else { "some of the" };
            lines.push(format!("{complete} shortest solution, {} listed:", all.len()));
            lines.extend(listing(all.iter().map(|line| phrases::line(line)), wording));
        }
        lines
    }

    /// Returns the moves of the solution, or of every shortest solution that is listed, as a table.
    #[must_use]
    pub fn table(&self) -> Table<'a> {
        let moves = |list: &[String]| -> Vec<Vec<String>> {
            (1_u64..).zip(list).map(|(step, text)| vec![step.to_string(), text.clone()]).collect()
        };
        match self.all {
            None => Table::new(["step", "move"], moves(self.solution).into_iter()),
            Some(all) => {
                let rows = (1_u64..).zip(all).flat_map(move |(number, list)| {
                    moves(list).into_iter().map(move |row| std::iter::once(number.to_string()).chain(row).collect())
                });
                Table::new(["solution", "step", "move"], rows)
            }
        }
    }

    /// Returns the number of moves as the best value.
    #[must_use]
    pub fn optimum(&self) -> Optimum {
        Optimum::of(self.moves, Unit::MOVES, self.optimal)
    }

    /// Whether the solution is proven optimal and has everything that the options ask for.
    #[must_use]
    pub fn is_conclusive(&self, options: &Options) -> bool {
        self.optimal && parts::holds_all(options, self.solutions.is_some(), self.all_complete)
    }

    /// Checks that the parts that were asked for are present and no others; see [`Body::check_parts`].
    ///
    /// # Errors
    /// Names the part that is missing, was not asked for, or has an entry twice.
    pub fn check(&self, query: &Query) -> Result<(), CheckError> {
        // A list that a limit cut off and a count that a limit prevented may be missing: the checker reports that. A
        // solution that is not proven best comes without them, since the best solutions are not known.
        let counted = query.options.is_on(&COUNT) || query.kind == QuestionKind::COUNT;
        let all = query.options.is_on(&ALL) && self.optimal;
        parts::asked_for("solutions", counted && self.solutions.is_some(), self.solutions.is_some())?;
        parts::asked_for("all_complete", all, self.all_complete.is_some())?;
        parts::asked_for("all", parts::must_list(all, self.all_complete, self.all.is_some()), self.all.is_some())?;
        parts::bound(self.optimal, self.at_least)?;
        parts::every("all", self.all, self.all_complete, MAX_LISTED)?;
        self.check_lengths()
    }

    /// Checks that the numbers fit the lists.
    fn check_lengths(&self) -> Result<(), CheckError> {
        let right = |line: &[String]| line.len() as u64 == self.moves;
        ensure(right(self.solution), "'moves' is not the number of moves of the solution")?;
        let Some(all) = self.all else { return Ok(()) };
        ensure(all.iter().all(|line| right(line)), "a listed solution has another number of moves")?;
        let complete = self.all_complete == Some(true);
        ensure(!complete || all.iter().any(|line| line == self.solution), "the solution is not among those listed")?;
        let listed = BigUint::from(all.len());
        let fits = |count: &BigCount| if complete { count.0 == listed } else { count.0 > listed };
        ensure(self.solutions.is_none_or(fits), "the list and the number of solutions do not fit together")
    }

    /// Returns the caption of the solution's first picture: the number of moves and the verdict in words.
    #[must_use]
    pub fn caption(&self, verdict: &str) -> String {
        format!("{}: {verdict}", plural(self.moves, "move", "moves"))
    }
}

impl Solution {
    /// Creates an answer of these moves, proven best unless a bound is given.
    #[must_use]
    pub fn of(solution: Vec<String>, at_least: Option<u64>) -> Solution {
        let (moves, optimal) = (solution.len() as u64, at_least.is_none());
        Solution { moves, solution, optimal, at_least, ..Solution::default() }
    }

    /// Returns the view of all the fields.
    fn parts(&self) -> SolutionParts<'_> {
        let Solution { moves, solution, optimal, at_least, solutions, all, all_complete } = self;
        SolutionParts {
            moves: *moves,
            solution,
            optimal: *optimal,
            at_least: *at_least,
            solutions: solutions.as_ref(),
            all: all.as_deref(),
            all_complete: *all_complete,
        }
    }
}

impl Body for Solution {
    fn words(&self) -> Vec<String> {
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        std::iter::once(self.parts().headline(wording)).chain(self.parts().further_words(wording)).collect()
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

    fn is_conclusive(&self, options: &Options) -> bool {
        self.parts().is_conclusive(options)
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        self.parts().check(query)
    }

    fn caption(&self, verdict: &str) -> String {
        self.parts().caption(verdict)
    }
}

/// The answer to a hint: every best move in a position, and how many moves a best solution still needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// The best moves, as the question `run` accepts them; empty where nothing is left to do.
    pub best: Vec<String>,
    /// The number of moves that a best solution still needs.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub moves_left: u64,
}

impl Body for Hint {
    fn words(&self) -> Vec<String> {
        let left = plural(self.moves_left, "move", "moves");
        vec![hint_line(&self.best, &format!(" ({left} left)"))]
    }

    fn table(&self) -> Table<'_> {
        hint_table(&self.best, vec![("moves_left", self.moves_left.to_string())])
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::left(self.moves_left, Unit::MOVES))
    }

    fn advice(&self) -> Option<Advice> {
        let left = plural(self.moves_left, "move", "moves");
        Some(Advice::new(&self.best, self.moves_left == 0, format!("Still solvable: {left} left at best.")))
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        ensure(self.best.is_empty() == (self.moves_left == 0), "there is a best move unless nothing is left to do")?;
        parts::distinct("best", &self.best)
    }
}

impl Advice {
    /// Creates advice whose moves are shown as they are written. Without moves, `standing` is replaced by a sentence
    /// that says whether nothing is left to do (`done`) or no best move is known.
    #[must_use]
    pub fn new(best: &[String], done: bool, standing: String) -> Advice {
        let standing = match (best.is_empty(), done) {
            (false, _) => standing,
            (true, true) => "Nothing is left to do.".into(),
            (true, false) => "No best move is known here: undo, or restart.".into(),
        };
        Advice { best: best.to_vec(), said: best.to_vec(), others: None, standing }
    }

    /// Returns the best moves in words, as [`phrases::best_moves`] has them; `None` where there is none.
    #[must_use]
    pub fn named(&self) -> Option<String> {
        (!self.best.is_empty()).then(|| phrases::best_moves(&self.said, self.others.as_deref()))
    }
}

/// Returns a hint in words: the best moves, or that there is none, followed by `left`.
#[must_use]
pub fn hint_line(best: &[String], left: &str) -> String {
    hint_line_without(best, None, left)
}

/// Returns a hint in words that names the moves in `others`, which are not best, in place of the best ones where there
/// are such.
#[must_use]
pub fn hint_line_without(best: &[String], others: Option<&[String]>, left: &str) -> String {
    if best.is_empty() {
        return format!("nothing to do{left}");
    }
    format!("best now: {}{left}", phrases::best_moves(best, others))
}

/// Returns a table with a row for each best move: the move, then the columns of `left` (name and value), which are the
/// same in each row.
#[must_use]
pub fn hint_table<'a>(best: &'a [String], left: Vec<(&'static str, String)>) -> Table<'a> {
    let (names, values): (Vec<&'static str>, Vec<String>) = left.into_iter().unzip();
    let header: Vec<&'static str> = std::iter::once("move").chain(names).collect();
    Table::new(header, best.iter().map(move |text| std::iter::once(text.clone()).chain(values.clone()).collect()))
}

/// The answer to a hint where a limit ended the proof and a solution was met beside it: a move that leads to the goal
/// but may not be a best one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HintUnproven {
    /// The first move of that solution, as a list of one; empty where nothing is left to do.
    pub best: Vec<String>,
    /// That move as a person reads it; absent where moves are said as they are written, and in answers of older
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Vec<String>>,
    /// The number of moves of that solution.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub at_most: u64,
    /// Always false.
    pub optimal: bool,
    /// A proven lower bound of the number of moves.
    #[schemars(extend("x-unit" = "moves"))]
    pub at_least: u64,
}

impl HintUnproven {
    /// Creates a hint of the first of these moves, which lead to the goal; a bound above their number counts as that
    /// number.
    #[must_use]
    pub fn of(solution: &[String], at_least: u64) -> HintUnproven {
        let at_most = solution.len() as u64;
        let best = solution.iter().take(1).cloned().collect();
        HintUnproven { best, said: None, at_most, optimal: false, at_least: at_least.min(at_most) }
    }

    /// Returns the move for a person.
    #[must_use]
    pub fn display_names(&self) -> &[String] {
        self.said.as_ref().unwrap_or(&self.best)
    }

    /// Whether the JSON of a hint has this form; for [`crate::Shape::when`].
    #[must_use]
    pub fn fits(value: &Value) -> bool {
        value.get("at_most").is_some()
    }
}

impl Body for HintUnproven {
    /// Returns a line such as `leads to the goal: right (in 23 moves, not proven best; fewer than 12 are proven not to
    /// suffice)`.
    fn words(&self) -> Vec<String> {
        let within = plural(self.at_most, "move", "moves");
        let bound = phrases::too_few(Some(self.at_least));
        vec![format!("leads to the goal: {} (in {within}, not proven best; {bound})", list(self.display_names()))]
    }

    /// Returns a row for each move, with the bounds of the number of moves left.
    fn table(&self) -> Table<'_> {
        let bounds = vec![("at_least", self.at_least.to_string()), ("at_most", self.at_most.to_string())];
        hint_table(&self.best, bounds)
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum { proven: false, ..Optimum::left(self.at_most, Unit::MOVES) })
    }

    fn at_least(&self) -> Option<u64> {
        Some(self.at_least)
    }

    fn advice(&self) -> Option<Advice> {
        let within = plural(self.at_most, "move", "moves");
        let standing = format!("Still solvable: in {within}, not proven best.");
        Some(Advice { best: self.best.clone(), said: self.display_names().to_vec(), others: None, standing })
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        ensure(!self.optimal, "a hint that is proven best says the moves left")?;
        ensure(self.at_least <= self.at_most, "'at_least' is above 'at_most'")?;
        ensure(self.display_names().len() == self.best.len(), "the move has one name")?;
        let first = self.at_most.min(1);
        ensure(self.best.len() as u64 == first, "one move leads to the goal, or nothing is left to do")
    }
}

/// The answer to `reach` where a goal can be reached; where none can, the verdict is *impossible*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// Always true.
    #[schemars(extend("x-column" = true))]
    pub reachable: bool,
}

impl Body for Reached {
    fn words(&self) -> Vec<String> {
        vec!["the goal can be reached".into()]
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![("reachable", self.reachable.to_string())])
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        ensure(self.reachable, "where no goal can be reached, the verdict is impossible")
    }
}

/// The answer to `map`: the distances of all states to the goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// The number of states from which the goal can be reached. Where the goal ends the game, none that is reached only
    /// beyond a goal counts.
    #[schemars(extend("x-unit" = "states", "x-column" = true))]
    pub states: BigCount,
    /// The largest distance of a state from the goal.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub largest: u64,
    /// The mean distance, rounded to at most eight decimal places.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub mean: f64,
    /// The number of states at each distance from the goal, from 0 on: how many need 0, 1, 2, … moves at best.
    #[schemars(extend("x-unit" = "states"))]
    pub distances: Vec<BigCount>,
    /// The texts of levels that start at the largest distance, at most 100, and fewer where they would be too large
    /// together; where the format cannot say where a level starts, these states in the family's own form.
    pub hardest: Vec<String>,
    /// What the distances count, such as `pushes`; absent where that is moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// The number of states that can be reached from the level's start, but from which no goal can be reached; absent
    /// in maps that do not begin at the start, as those of toggle and pebble, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "states", "x-column" = true))]
    pub dead_ends: Option<BigCount>,
}

/// The maximum number of levels at the largest distance that a map lists.
pub const MAX_HARDEST: usize = 100;
/// The maximum number of these levels that are written out in words.
const MAX_SAID: usize = 10;

/// Returns the mean distance, rounded to this many decimal places, from the number of states at each distance from 0.
pub fn mean(distances: &[BigCount], places: u32) -> f64 {
    let scale = 10_u64.pow(places);
    let states: BigUint = distances.iter().map(|count| &count.0).sum();
    let moves: BigUint = (0_u32..).zip(distances).map(|(distance, count)| &count.0 * distance).sum();
    let rounded = (moves * (2 * scale) + &states) / (states * 2_u32);
    u64::try_from(rounded).unwrap_or(u64::MAX) as f64 / scale as f64
}

/// A mean as it is read: with at most two decimal places.
fn read(mean: f64) -> f64 {
    (mean * 100.0).round() / 100.0
}

impl Map {
    fn distance_lines(&self, numbers: bool, wording: Wording<'_>) -> Vec<String> {
        let states = plural(self.states.0.clone(), "state", "states");
        let farthest = self.unit.as_ref().unwrap_or(&Unit::MOVES).count(self.largest);
        let dead = self.dead_ends.as_ref().filter(|dead| dead.0 != BigUint::ZERO);
        let dead = dead.map(|dead| format!("; {} besides", plural(dead.0.clone(), "dead end", "dead ends")));
        let dead = dead.unwrap_or_default();
        let mut lines = vec![format!("{states}, the farthest {farthest} away, {} on average{dead}", read(self.mean))];
        let layers =
            (0..).zip(&self.distances).map(|(distance, count): (u32, _)| format!("distance {distance}: {}", count.0));
        lines.extend(layers.filter(|_| numbers));
        let has_rows = self.hardest.iter().take(MAX_SAID).any(|text| text.trim_end().contains('\n'));
        let form = if has_rows {
            ", here each on one line with ';' for line ends; the answer as JSON has the texts"
        } else {
            ""
        };
        lines.push(format!("hardest levels, {} in the answer{form}:", self.hardest.len()));
        let most = if wording.full { usize::MAX } else { MAX_SAID };
        lines.extend(differing(&self.hardest).take(most).map(|text| format!("  {text}")));
        lines
    }
}

/// Each text on one line. Where all lines of the texts are settings, `key = value`, those that all texts share are left
/// out: they tell nothing.
fn differing(texts: &[String]) -> impl Iterator<Item = String> + '_ {
    let settings = texts.iter().flat_map(|text| text.trim_end().lines()).all(|line| line.contains(" = "));
    let shared = move |line: &&str| {
        settings && texts.len() > 1 && texts.iter().all(|text| text.lines().any(|other| other == *line))
    };
    texts.iter().map(move |text| {
        let lines: Vec<&str> = text.trim_end().lines().filter(|line| !shared(line)).collect();
        lines.join("; ")
    })
}

impl Body for Map {
    fn words(&self) -> Vec<String> {
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        self.distance_lines(true, wording)
    }

    fn table(&self) -> Table<'_> {
        let rows = self.distances.iter().enumerate();
        Table::new(["distance", "count"], rows.map(|(distance, count)| vec![distance.to_string(), count.0.to_string()]))
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        let sum: BigUint = self.distances.iter().map(|count| &count.0).sum();
        ensure(sum == self.states.0, "the states do not add up")?;
        let last = self.distances.len().checked_sub(1).map(|last| last as u64);
        ensure(last == Some(self.largest), "the distances go from 0 to the largest")?;
        ensure(self.distances.iter().all(|count| count.0 != BigUint::ZERO), "a distance without states is listed")?;
        parts::distinct("hardest", &self.hardest)
    }

    fn histogram(&self) -> Option<(DrawnTable, Vec<String>)> {
        Some((table::histogram("distance", "states", &self.distances), self.distance_lines(false, Wording::default())))
    }
}

/// The answer to `solve` for a game for two: its value and the best moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameSolution {
    /// The value for the side to move.
    #[schemars(extend("x-column" = true))]
    pub value: GameValue,
    /// The number of moves of both sides until the game is decided, where the winner plays for the fewest moves and the
    /// loser for the most; null for a draw.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub distance: Option<u64>,
    /// Every best move, as the question `run` accepts it.
    pub best: Vec<String>,
    /// The number of positions that can be reached, the one asked about among them, which the side to move wins; absent
    /// in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "positions", "x-column" = true))]
    pub positions_won: Option<u64>,
    /// The number of positions that can be reached which the side to move loses; absent in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "positions", "x-column" = true))]
    pub positions_lost: Option<u64>,
    /// The number of positions that can be reached which are drawn; absent in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "positions", "x-column" = true))]
    pub positions_drawn: Option<u64>,
}

impl GameSolution {
    /// Whether the JSON of an answer to `solve` has this form; for [`crate::Shape::when`].
    #[must_use]
    pub fn fits(value: &Value) -> bool {
        value.get("value").is_some()
    }
}

impl Body for GameSolution {
    fn words(&self) -> Vec<String> {
        let best = (!self.best.is_empty()).then(|| format!("best now: {}", list(&self.best)));
        let counts = self.positions_won.zip(self.positions_lost).zip(self.positions_drawn);
        let counted = counts.map(|((won, lost), drawn)| {
            let all = plural(won + lost + drawn, "position", "positions");
            format!("of {all} that can be reached, the side to move wins {won}, loses {lost}, draws {drawn}")
        });
        std::iter::once(self.value.words(self.distance)).chain(best).chain(counted).collect()
    }

    fn table(&self) -> Table<'_> {
        let distance = self.distance.map(|moves| moves.to_string()).unwrap_or_default();
        hint_table(&self.best, vec![("value", self.value.name().into()), ("distance", distance)])
    }

    fn game_value(&self) -> Option<(GameValue, Option<u64>)> {
        Some((self.value, self.distance))
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        decided(self.value, self.distance, &self.best)
    }
}

/// The answer to a hint for a game for two: every best move, and the value of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameHint {
    /// The best moves, as the question `run` accepts them; empty where the game is over.
    pub best: Vec<String>,
    /// The value for the side to move.
    #[schemars(extend("x-column" = true))]
    pub value: GameValue,
    /// The number of moves of both sides until the game is decided; absent for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub distance: Option<u64>,
}

impl GameHint {
    /// Whether the JSON of a hint has this form; for [`crate::Shape::when`].
    #[must_use]
    pub fn fits(value: &Value) -> bool {
        value.get("value").is_some()
    }
}

impl Body for GameHint {
    fn words(&self) -> Vec<String> {
        vec![hint_line(&self.best, &format!(" ({})", self.value.words(self.distance)))]
    }

    fn table(&self) -> Table<'_> {
        let mut left = vec![("value", self.value.name().to_owned())];
        left.extend(self.distance.map(|distance| ("distance", distance.to_string())));
        hint_table(&self.best, left)
    }

    fn is_optimal(&self) -> Option<bool> {
        Some(true)
    }

    fn game_value(&self) -> Option<(GameValue, Option<u64>)> {
        Some((self.value, self.distance))
    }

    fn advice(&self) -> Option<Advice> {
        let standing = format!("With best play: {}.", self.value.words(self.distance));
        Some(Advice::new(&self.best, true, standing))
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        decided(self.value, self.distance, &self.best)
    }
}

/// Checks that the distance and the best moves fit the value of a game.
fn decided(value: GameValue, distance: Option<u64>, best: &[String]) -> Result<(), CheckError> {
    ensure(distance.is_none() == (value == GameValue::Draw), "a game that is not drawn is decided after some moves")?;
    ensure(distance.is_none_or(|left| (left == 0) == best.is_empty()), "there is a best move unless the game is over")?;
    parts::distinct("best", best)
}

/// The certificate that no solution exists: the whole state space was searched. A checker walks through the states
/// again and compares their number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exhausted {
    /// The kind of the certificate.
    kind: ExhaustedKind,
    /// The number of reachable states, including the start.
    #[schemars(extend("x-unit" = "states"))]
    pub states: u64,
    /// What the search left out of that number, in words: states beyond dead ends, or boards that differ only in
    /// objects which the rules do not tell apart. The number is *not rechecked* then, but is no more than that of all
    /// states. Absent where nothing was left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<String>,
}

/// The kind of certificate, as JSON names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum ExhaustedKind {
    #[serde(rename = "exhausted")]
    Exhausted,
}

impl Exhausted {
    /// Whether the JSON of a certificate is of this type.
    #[must_use]
    pub fn fits(value: &Value) -> bool {
        value.get("kind").is_some_and(|kind| kind == "exhausted")
    }

    /// Creates a certificate for this number of reachable states.
    #[must_use]
    pub fn over(states: u64) -> Exhausted {
        Exhausted { kind: ExhaustedKind::Exhausted, states, reduced: None }
    }

    /// Returns the certificate with what its number of states leaves out.
    #[must_use]
    pub fn reduced(self, reduced: Option<String>) -> Exhausted {
        Exhausted { reduced, ..self }
    }
}

impl Body for Exhausted {
    fn words(&self) -> Vec<String> {
        if self.states == 1 && self.reduced.is_none() {
            return vec!["this position alone can be reached, and is no goal".into()];
        }
        let reduced = self.reduced.iter().map(|reduced| format!(" ({reduced})")).collect::<String>();
        if self.states == 1 {
            return vec![format!("no goal can be reached from this position{reduced}")];
        }
        let states = plural(self.states, "state", "states");
        vec![format!("no goal is among all {states} that can be reached{reduced}")]
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![("states", self.states.to_string())])
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        ensure(self.states > 0, "the start is a state")
    }
}
