//! The answers about bunny boards: programs, how a program ends, and the squares that no program reaches.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::composition::RESET;
use frame::body::{Advice, Body};
use frame::options::{ALL, Options};
use frame::parts;
use frame::phrases::{self, Wording, list, listing, plural};
use frame::problem::{CheckError, ensure};
use frame::query::Query;
use frame::result::{GameResult, given};
use frame::run::Standing;
use frame::solution::{MAX_LISTED, hint_line};
use frame::table::Table;
use frame::unit::Unit;
use frame::value::{BigCount, Optimum};

/// The unit of the length of a program.
pub(super) const TOKENS: Unit = Unit::named("tokens");

/// The answer to `solve` in bunny: a program that marks every square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BunnySolve")]
pub struct Solve {
    /// The length of the program.
    #[schemars(extend("x-unit" = "tokens", "x-column" = true))]
    pub tokens: u64,
    /// The text of the program, with every loop count the smallest that completes the board, one after the other.
    pub program: String,
    /// The program with the least count in place of the loop for ever that ends it; absent where none does, with `all`,
    /// and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
    /// Whether it is proven that no program with fewer tokens marks every square.
    pub optimal: bool,
    /// A proven lower bound of the number of tokens; absent where the program is optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "tokens"))]
    pub at_least: Option<u64>,
    /// The lengths that are proven not to suffice; absent where the empty program suffices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Excluded>,
    /// The number of tokens of a program without loops that walks from each square to the nearest unmarked one; absent
    /// where the program is optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "tokens", "x-column" = true))]
    pub walk: Option<u64>,
    /// Every shortest program up to domination, at most 10,000, with `all`: of parts that lead each position to the
    /// same place only one that marks most, and of programs by which the bunny makes the same actions until the board
    /// is complete one, with the fewest loops (`R F F` stands for `R LOOP(2){F}`; courses of more than 65,536 actions
    /// are not compared). Absent without `all`, and where the program is not optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<String>>,
    /// Whether `all` has every such program; absent where `all` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_complete: Option<bool>,
}

/// The program lengths that are proven not to complete the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BunnyExcluded")]
pub struct Excluded {
    /// No program of this number of tokens or fewer completes the board.
    #[schemars(extend("x-unit" = "tokens"))]
    pub tokens: u64,
    /// The loop counts for which this is proven: always `all`.
    pub loop_counts: String,
    /// An entry for each length from 1 to `tokens`; absent in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lengths: Option<Vec<ProgramLength>>,
}

/// The statistics of the proof for one program length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BunnyProgramLength")]
pub struct ProgramLength {
    /// The length.
    #[schemars(extend("x-unit" = "tokens"))]
    pub tokens: u64,
    /// The number of programs of this length; programs that differ only in loop counts count once.
    #[schemars(extend("x-unit" = "programs"))]
    pub programs: BigCount,
    /// The number of compositions that the search ran to exclude all of them, with little memory more of them: a
    /// program prefix that no other prefix dominates, extended by one action or loop. It is not rechecked.
    #[schemars(extend("x-unit" = "compositions"))]
    pub compositions: u64,
}

impl ProgramLength {
    fn words(&self) -> String {
        let programs = plural(self.programs.0.clone(), "program", "programs");
        let run = plural(self.compositions, "composition", "compositions");
        format!("  length {}: {programs}, loop counts aside; excluded by {run}", self.tokens)
    }
}

impl Body for Solve {
    fn words(&self) -> Vec<String> {
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        if self.tokens == 0 {
            return vec!["the board is complete: nothing to do".into()];
        }
        let mut lines = vec![format!("{}: {}", TOKENS.count(self.tokens), self.program)];
        lines.extend(self.counted.as_deref().map(with_least_count));
        if let Some(excluded) = &self.excluded {
            let fewer = plural(excluded.tokens, "token or fewer completes", "tokens or fewer completes");
            lines.push(format!("no program of {fewer} the board, whatever its loop counts"));
            lines.extend(excluded.lengths.iter().flatten().map(ProgramLength::words));
        }
        lines.extend(self.walk.map(|walk| format!("a walk without loops has {}", TOKENS.count(walk))));
        if let Some(all) = &self.all {
            let complete = if self.all_complete == Some(true) { "every" } else { "some of the" };
            lines.push(format!(
                "{complete} shortest program up to domination, {} with different actions listed:",
                all.len()
            ));
            lines.extend(listing(all.iter().cloned(), wording));
        }
        lines
    }

    /// A row for each program listed.
    fn table(&self) -> Table<'_> {
        let programs = self.all.as_deref().unwrap_or(std::slice::from_ref(&self.program)).iter();
        Table::new(["program", "tokens"], programs.map(|program| vec![program.clone(), self.tokens.to_string()]))
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::of(self.tokens, TOKENS, self.optimal))
    }

    fn at_least(&self) -> Option<u64> {
        self.at_least
    }

    fn is_conclusive(&self, options: &Options) -> bool {
        self.optimal && parts::holds_all(options, true, self.all_complete)
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        // A program that is not proven shortest comes without a list, since the shortest programs are not known.
        let all = query.options.is_on(&ALL) && self.optimal;
        parts::asked_for("all", all, self.all.is_some())?;
        parts::asked_for("all_complete", all, self.all_complete.is_some())?;
        parts::bound(self.optimal, self.at_least)?;
        parts::every("all", self.all.as_deref(), self.all_complete, MAX_LISTED)
    }
}

/// The answer to `run` in bunny: what a program does. Loops still open count as closed at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BunnyRun")]
pub struct Run {
    /// Whether every square is marked at some moment of the run.
    #[schemars(extend("x-column" = true))]
    pub complete: bool,
    /// The length of the program.
    #[schemars(extend("x-unit" = "tokens", "x-column" = true))]
    pub tokens: u64,
    /// The number of hops onto a square, until the board is complete or the program only repeats itself.
    #[schemars(extend("x-unit" = "hops", "x-column" = true))]
    pub hops: BigCount,
    /// The number of executed `F`s, until the board is complete or the program only repeats itself.
    #[schemars(extend("x-unit" = "tries", "x-column" = true))]
    pub tries: BigCount,
    /// The number of squares that stay unmarked.
    #[schemars(extend("x-unit" = "squares", "x-column" = true))]
    pub left: u64,
    /// How the game ended: won, with a value in tokens; null where squares are left, absent in answers of older
    /// versions.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true))]
    pub result: Option<Option<GameResult>>,
    /// The program with the least count in place of the loop for ever that ends it; absent where none does, where
    /// squares are left, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
    /// The place of the bunny at the end; absent where the program never ends, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Standing>,
}

impl Body for Run {
    fn words(&self) -> Vec<String> {
        let end =
            if self.complete { "complete".into() } else { plural(self.left, "square is left", "squares are left") };
        let (hops, tries) = (plural(self.hops.0.clone(), "hop", "hops"), plural(self.tries.0.clone(), "try", "tries"));
        let first = format!("{}: {end} after {hops}, {tries}", TOKENS.count(self.tokens));
        let place =
            |end: &Standing| format!("the bunny ends at row {}, column {}, facing {}", end.row, end.column, end.facing);
        let counted = self.counted.as_deref().map(with_least_count);
        std::iter::once(first).chain(counted).chain(self.end.as_ref().map(place)).collect()
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![
            ("complete", self.complete.to_string()),
            ("tokens", self.tokens.to_string()),
            ("hops", self.hops.0.to_string()),
            ("tries", self.tries.0.to_string()),
            ("left", self.left.to_string()),
        ])
    }

    /// A program that completes the board is a solution, which need not be shortest.
    fn optimum(&self) -> Option<Optimum> {
        self.complete.then(|| Optimum::of(self.tokens, TOKENS, false))
    }
}

fn with_least_count(program: &str) -> String {
    format!("with the least count: {program}")
}

/// The answer to a hint in bunny: the moves that complete the board with the fewest tokens still to come, added to the
/// program under composition or, after `reset`, to an empty one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BunnyHint")]
pub struct Hint {
    /// The best moves, as the question `run` accepts them: of the tokens that play lists all that are as good where at
    /// most three are left, else those of the shortest programs that `solve` lists with `all` where these have at most
    /// six tokens, and of longer ones that of a single program: another token may be as good then, as may a loop with a
    /// larger count. Empty where nothing is left to do; `reset` where a program from the beginning needs no more tokens
    /// than what is begun still needs, or no way to go on with as few is known.
    pub best: Vec<String>,
    /// The number of tokens of the program that the first best move leads to.
    #[schemars(extend("x-unit" = "tokens", "x-column" = true))]
    pub tokens: u64,
    /// The number of tokens still to come with a best move; absent in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "tokens", "x-column" = true))]
    pub left: Option<u64>,
    /// The number of tokens that suffice from the beginning; absent where the program of the first best move has no
    /// more, and where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "tokens"))]
    pub anew: Option<u64>,
    /// A proven lower bound of `left`; absent where `left` is proven best. In answers of older versions, which have no
    /// `left`, a bound of `tokens`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "tokens"))]
    pub at_least: Option<u64>,
    /// For each best move, a program that goes on with it and completes the board; absent where nothing is left to do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<String>,
}

impl Hint {
    /// The tokens still to come, said to be `best`, those of the whole program where they are more, and those that
    /// suffice from the beginning.
    fn counted(&self, best: &str) -> String {
        let whole = match self.left {
            Some(left) if left != self.tokens => {
                format!("{} left{best}, {} in all", TOKENS.count(left), self.tokens)
            }
            _ => format!("{}{best}", TOKENS.count(self.tokens)),
        };
        match self.anew {
            None => whole,
            Some(anew) => {
                format!("{whole}; from the beginning {anew} {}", if anew == 1 { "suffices" } else { "suffice" })
            }
        }
    }
}

impl Body for Hint {
    fn words(&self) -> Vec<String> {
        let counted = self.counted("");
        vec![match self.at_least {
            None => hint_line(&self.best, &format!(" ({counted})")),
            Some(_) => {
                let bound = phrases::too_few(self.at_least);
                format!("leads to the goal: {} ({counted}; not proven best: {bound})", list(&self.best))
            }
        }]
    }

    /// Returns a row for each best move, with the program that continues with it.
    fn table(&self) -> Table<'_> {
        let with_programs = !self.programs.is_empty();
        let mut header = if with_programs { vec!["move", "program", "tokens"] } else { vec!["move", "tokens"] };
        header.extend(self.left.map(|_| "left"));
        header.extend(self.at_least.map(|_| "at_least"));
        let rows = self.best.iter().enumerate().map(move |(index, text)| {
            let program = with_programs.then(|| self.programs.get(index).cloned().unwrap_or_default());
            let tokens = if text == RESET { self.left.unwrap_or(self.tokens) } else { self.tokens };
            let numbers =
                [Some(tokens), self.left, self.at_least].into_iter().flatten().map(|number| number.to_string());
            std::iter::once(text.clone()).chain(program).chain(numbers).collect()
        });
        Table::new(header, rows)
    }

    fn optimum(&self) -> Option<Optimum> {
        let proven = self.at_least.is_none();
        Some(match self.left {
            Some(left) => Optimum { proven, ..Optimum::left(left, TOKENS) },
            None => Optimum::of(self.tokens, TOKENS, proven),
        })
    }

    fn at_least(&self) -> Option<u64> {
        self.at_least
    }

    fn advice(&self) -> Option<Advice> {
        let standing = match self.at_least {
            None => format!("Still solvable: with {}.", self.counted(" at best")),
            Some(_) => format!("Still solvable: with {}, not proven best.", self.counted("")),
        };
        // Without a move the board is complete.
        Some(Advice::new(&self.best, true, standing))
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        parts::distinct("best", &self.best)?;
        let counted = self.left.unwrap_or(self.tokens);
        ensure(self.at_least.is_none_or(|least| least <= counted), "'at_least' is above what is left")?;
        ensure(self.left.is_none_or(|left| left <= self.tokens), "'left' is above 'tokens'")?;
        ensure(self.anew.is_none_or(|anew| anew < self.tokens), "'anew' is not below 'tokens'")?;
        let each = self.programs.is_empty() || self.programs.len() == self.best.len();
        ensure(each, "each best move has one program")
    }
}

/// The certificate of *impossible* in bunny: every unmarked square that the bunny cannot reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BunnySquares")]
pub struct Squares {
    /// The kind of the certificate.
    kind: SquaresKind,
    /// The row and the column of each square, from 1, in reading order.
    pub cells: Vec<[u32; 2]>,
}

/// The kind of certificate, as JSON names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum SquaresKind {
    #[serde(rename = "squares")]
    Squares,
}

impl Squares {
    /// Creates a certificate from these squares.
    #[must_use]
    pub fn over(cells: Vec<[u32; 2]>) -> Squares {
        Squares { kind: SquaresKind::Squares, cells }
    }

    /// Whether the JSON of a certificate is of this kind.
    pub(super) fn fits(value: &Value) -> bool {
        value.get("kind").is_some_and(|kind| kind == "squares")
    }
}

impl Body for Squares {
    fn words(&self) -> Vec<String> {
        let places: Vec<String> = self.cells.iter().map(|[row, column]| format!("({row}, {column})")).collect();
        vec![format!("{} cannot be reached: {}", plural(places.len(), "square", "squares"), list(&places))]
    }

    fn table(&self) -> Table<'_> {
        let row = |cell: &[u32; 2]| cell.iter().map(ToString::to_string).collect();
        Table::new(["row", "column"], self.cells.iter().map(row))
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        parts::in_reading_order(&self.cells)
    }
}
