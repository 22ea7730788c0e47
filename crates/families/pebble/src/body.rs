//! The answers about pebbles: solutions and hints that also name tiles, counts of move sequences, and the
//! certificates that there is no solution.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use frame::body::{Advice, Body};
use frame::options::{OptionSpec, Options, ValueKind};
use frame::parts;
use frame::phrases::{Wording, line, list, listing, plural};
use frame::problem::{CheckError, ensure};
use frame::query::Query;
use frame::solution::{SolutionParts, hint_line, hint_table};
use frame::table::Table;
use frame::unit::Unit;
use frame::value::{BigCount, Optimum};

/// The option for the position to which no pebble comes, as it is worded here: see [`frame::options::WITHOUT`].
pub const WITHOUT: OptionSpec = OptionSpec {
    placeholder: "POSITION",
    help: "Find a solution in which no pebble comes to this position: POSITION, or ROW,COLUMN of a grid",
    ..frame::options::WITHOUT
};

/// The option for the number of moves of each sequence that is counted.
pub const EXACTLY: OptionSpec =
    OptionSpec::new("exactly", ValueKind::Number, "N", "Count series of exactly this number of moves");

/// The option for the number of pebbles that are on plates of their colour after each sequence that is counted.
pub const MATCHING: OptionSpec = OptionSpec::new(
    "matching",
    ValueKind::Number,
    "K",
    "Count series that leave exactly this number of pebbles on plates of their colour",
);

/// The answer to `solve` in pebble: a sequence of moves that solves the level. With `within` only a solution of at most
/// that many moves: where every one is longer the verdict is *unfinished*, and `at_least`, which is above the limit, is
/// proven; where it is not above it, another limit came before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PebbleSolution")]
pub struct Solution {
    /// The number of moves.
    #[schemars(extend("x-unit" = "moves"))]
    pub moves: u64,
    /// The moves, in order, as the question `run` accepts them.
    pub solution: Vec<String>,
    /// For each move, the name of the tile that it slides; absent where tiles have no names of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<String>>,
    /// The moves as the path of the hole, `0-3-4`: the position where it starts, and each that it takes. Absent where
    /// no move is needed, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Whether it is proven that no solution has fewer moves.
    pub optimal: bool,
    /// A proven lower bound of the number of moves; absent where the solution is optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "moves"))]
    pub at_least: Option<u64>,
    /// The number of shortest solutions, with `count`; absent without it, where the solution is not optimal, and where
    /// a limit left the number open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "solutions", "x-column" = true))]
    pub solutions: Option<BigCount>,
    /// Every shortest solution, at most 10,000, with `all`; absent without it, where the solution is not optimal, and
    /// where a limit came before the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Vec<String>>>,
    /// Whether `all` has every shortest solution; absent where `all` was not asked for, and where the solution is not
    /// optimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_complete: Option<bool>,
}

impl Solution {
    /// Returns a view of the fields that every solution by moves has: all but the tiles and the path.
    fn parts(&self) -> SolutionParts<'_> {
        SolutionParts {
            moves: self.moves,
            solution: &self.solution,
            optimal: self.optimal,
            at_least: self.at_least,
            solutions: self.solutions.as_ref(),
            all: self.all.as_deref(),
            all_complete: self.all_complete,
        }
    }
}

impl Body for Solution {
    fn words(&self) -> Vec<String> {
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        let mut lines = match self.tiles.as_deref() {
            Some(tiles @ [_, ..]) => vec![
                format!("{}: slide {}", plural(self.moves, "move", "moves"), line(tiles)),
                format!("by the positions of these tiles: {}", line(&self.solution)),
            ],
            _ => vec![self.parts().headline(wording)],
        };
        lines.extend(self.path.as_ref().map(|path| format!("path of the hole: {path}")));
        lines.extend(self.parts().further_words(wording));
        lines
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

/// The answer to a hint in pebble: every best move, and the number of moves that a best solution still needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PebbleHint")]
pub struct Hint {
    /// The best moves as positions of the pebbles to move, from 0; empty where nothing is left to do.
    pub best: Vec<String>,
    /// The number of moves that a best solution still needs.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub moves_left: u64,
    /// For each best move, the name of the tile that it slides; absent where tiles have no names of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<String>>,
    /// Each best move as a person reads it, with the pebble named as it is labelled: `slide 5 left`, or
    /// `9 (pebble O in row 4)`; absent in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Vec<String>>,
}

impl Hint {
    /// Returns the best moves for a person; of an older answer each with the tile that it slides where tiles have
    /// names: `7 (slide 5)`.
    #[must_use]
    pub fn display_names(&self) -> Vec<String> {
        if let Some(said) = &self.said {
            return said.clone();
        }
        let tiles = self.tiles.iter().flatten().map(Some).chain(std::iter::repeat(None));
        let said = |(best, tile): (&String, Option<&String>)| match tile {
            Some(tile) => format!("{best} (slide {tile})"),
            None => best.clone(),
        };
        self.best.iter().zip(tiles).map(said).collect()
    }

    /// The moves left in words.
    fn left(&self) -> String {
        plural(self.moves_left, "move", "moves")
    }
}

impl Body for Hint {
    fn words(&self) -> Vec<String> {
        vec![hint_line(&self.display_names(), &format!(" ({} left)", self.left()))]
    }

    fn table(&self) -> Table<'_> {
        hint_table(&self.best, vec![("moves_left", self.moves_left.to_string())])
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::left(self.moves_left, Unit::MOVES))
    }

    fn advice(&self) -> Option<Advice> {
        let standing = format!("Still solvable: {} left at best.", self.left());
        Some(Advice { said: self.display_names(), ..Advice::new(&self.best, self.moves_left == 0, standing) })
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        let named = |names: &Option<Vec<String>>| names.as_ref().is_none_or(|names| names.len() == self.best.len());
        ensure(named(&self.tiles) && named(&self.said), "each best move has one name")?;
        parts::distinct("best", &self.best)
    }
}

/// The answer to `count` in pebble: how many sequences of exactly `exactly` moves leave exactly `matching` pebbles on
/// plates of their colour. A sequence may move a pebble back, and goes on where the board is solved on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PebbleCount")]
pub struct Count {
    /// The number of moves of each sequence: the option `exactly`, without it the fewest moves that solve the board.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub exactly: u64,
    /// The number of pebbles on plates of their colour at the end of each sequence: the option `matching`, without it
    /// all pebbles.
    #[schemars(extend("x-unit" = "pebbles", "x-column" = true))]
    pub matching: u64,
    /// The number of sequences.
    #[schemars(extend("x-unit" = "sequences", "x-column" = true))]
    pub series: BigCount,
    /// The sequences ordered by their moves, at most 10,000 and a million moves together, with `all`; absent without
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Vec<String>>>,
    /// Whether `all` has every sequence; absent where `all` was not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_complete: Option<bool>,
}

impl Count {
    /// Returns the number of sequences in words.
    pub(super) fn headline(&self) -> String {
        let moves = plural(self.exactly, "move", "moves");
        let pebbles = plural(self.matching, "pebble on its plate", "pebbles on their plates");
        let one = format!("way to make exactly {moves} leaves exactly {pebbles}");
        let many = format!("ways to make exactly {moves} leave exactly {pebbles}");
        plural(self.series.0.clone(), &one, &many)
    }
}

impl Body for Count {
    fn words(&self) -> Vec<String> {
        self.words_in(Wording::default())
    }

    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        let mut lines = vec![self.headline()];
        if let Some(all) = &self.all {
            let complete = if self.all_complete == Some(true) { "every one" } else { "the first" };
            lines.push(format!("{complete}, {} listed:", all.len()));
            lines.extend(listing(all.iter().map(|series| line(series)), wording));
        }
        lines
    }

    /// Returns a row for each sequence that is listed, else one row with the number of sequences.
    fn table(&self) -> Table<'_> {
        match &self.all {
            Some(all) => {
                let rows = (1_u64..).zip(all);
                Table::new(["series", "moves"], rows.map(|(number, moves)| vec![number.to_string(), moves.join(" ")]))
            }
            None => Table::of_one(vec![
                ("exactly", self.exactly.to_string()),
                ("matching", self.matching.to_string()),
                ("series", self.series.0.to_string()),
            ]),
        }
    }
}

/// The certificate of *impossible* in pebble: pebbles that only exchange places with each other, and so never all reach
/// a plate of their colour. The hole first moves along `path` to its home; the statement holds for the arrangement
/// after that. Positions count from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[schemars(rename = "PebbleExchange")]
pub enum Exchange {
    /// With a gate: `places` are linked only to each other and to the gate, and the colours of their pebbles are not
    /// those of their plates. Without a gate: `places` are all that the hole can reach, while outside of them a
    /// pebble is on a plate of another colour or the hole's home is there.
    Region {
        /// The positions that the hole takes in turn on its way home, from 0; empty without a gate.
        path: Vec<u8>,
        /// The only other place to which `places` are linked; null where `places` are all that the hole can reach.
        gate: Option<u8>,
        /// The places, in ascending order.
        places: Vec<u8>,
    },
    /// The places form a cycle with the gate, so that their pebbles only rotate, and no rotation is right.
    Cycle {
        /// The positions that the hole takes in turn on its way home, from 0; what is said holds then.
        path: Vec<u8>,
        /// The place through which the hole enters.
        gate: u8,
        /// The other places of the cycle, in its order.
        places: Vec<u8>,
    },
    /// The pebbles on these places reach only a few orders, and none of them is right.
    Orders {
        /// The positions that the hole takes in turn on its way home, from 0; what is said holds then.
        path: Vec<u8>,
        /// The place through which the hole enters.
        gate: u8,
        /// The places, in ascending order.
        places: Vec<u8>,
        /// The number of orders that the pebbles reach, none of them right.
        #[schemars(extend("x-unit" = "orders"))]
        orders: u64,
    },
    /// The places and the gate form a bipartite graph: each move of the hole changes its side, and the hole returns
    /// to the side where it began, so only even permutations are reached. The needed permutation is odd.
    Parity {
        /// The positions that the hole takes in turn on its way home, from 0; what is said holds then.
        path: Vec<u8>,
        /// The place through which the hole enters.
        gate: u8,
        /// The places, in ascending order.
        places: Vec<u8>,
        /// For each of `places`, 0 if it is on the gate's side and 1 otherwise.
        sides: Vec<u8>,
        /// For each of `places`, the place to which its pebble belongs: an odd permutation.
        permutation: Vec<u8>,
    },
}

impl Exchange {
    /// Creates a region.
    #[must_use]
    pub fn region(path: Vec<u8>, gate: Option<u8>, places: Vec<u8>) -> Exchange {
        Exchange::Region { path, gate, places }
    }

    /// Returns the positions through which the hole moves home.
    #[must_use]
    pub fn path(&self) -> &[u8] {
        match self {
            Exchange::Region { path, .. }
            | Exchange::Cycle { path, .. }
            | Exchange::Orders { path, .. }
            | Exchange::Parity { path, .. } => path,
        }
    }

    /// Returns the places that the certificate is about.
    #[must_use]
    pub fn places(&self) -> &[u8] {
        match self {
            Exchange::Region { places, .. }
            | Exchange::Cycle { places, .. }
            | Exchange::Orders { places, .. }
            | Exchange::Parity { places, .. } => places,
        }
    }
}

impl Body for Exchange {
    fn words(&self) -> Vec<String> {
        let places = list(self.places());
        let of_these = format!("the pebbles on positions {places}");
        vec![match self {
            Exchange::Region { gate: None, .. } => {
                format!("the hole only gets to positions {places}, but others are wrong")
            }
            Exchange::Region { .. } => {
                format!("{of_these} stay among themselves, but other colours are wanted there")
            }
            Exchange::Cycle { .. } => format!("{of_these} only rotate, and no rotation is right"),
            Exchange::Orders { orders, .. } => {
                format!("{of_these} take {}, none of them right", plural(*orders, "order", "orders"))
            }
            Exchange::Parity { .. } => format!("{of_these} take even permutations only, and need an odd one"),
        }]
    }

    fn table(&self) -> Table<'_> {
        Table::new(["position"], self.places().iter().map(|place| vec![place.to_string()]))
    }
}

/// The certificate of *impossible* in pebble where the hole may end on several plates: for each of them why that cannot
/// be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[schemars(rename = "PebbleEveryHome")]
pub enum EveryHome {
    /// An obstacle for each plate on which the hole may end.
    Homes {
        /// The obstacles, in ascending order of their homes.
        homes: Vec<HomeExchange>,
    },
}

/// Why the level cannot be solved with the hole at one of its homes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PebbleHomeExchange")]
pub struct HomeExchange {
    /// The position where the hole would end, from 0.
    pub home: u8,
    /// Why it cannot end there.
    pub why: Exchange,
}

impl EveryHome {
    /// Whether the JSON of a certificate is of this type.
    #[must_use]
    pub fn fits(value: &Value) -> bool {
        value.get("kind").is_some_and(|kind| kind == "homes")
    }

    /// Returns the obstacle for each home.
    #[must_use]
    pub fn homes(&self) -> &[HomeExchange] {
        let EveryHome::Homes { homes } = self;
        homes
    }
}

impl Body for EveryHome {
    fn words(&self) -> Vec<String> {
        let said = |one: &HomeExchange| format!("with the hole at {}: {}", one.home, one.why.words().join("; "));
        self.homes().iter().map(said).collect()
    }

    fn table(&self) -> Table<'_> {
        let places = |one: &HomeExchange| -> Vec<Vec<String>> {
            one.why.places().iter().map(|place| vec![one.home.to_string(), place.to_string()]).collect()
        };
        Table::new(["home", "position"], self.homes().iter().flat_map(places))
    }
}

/// The certificate of *impossible* for `shortcut` with `without` in pebble: a pebble must come to the position in every
/// solution, since what is there does not belong there, and the hole cannot end there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[schemars(rename = "PebbleNeeded")]
pub enum Needed {
    /// A pebble must come to one position.
    Needed {
        /// The position, from 0.
        place: u8,
    },
}

impl Needed {
    /// Whether the JSON of a certificate is of this type.
    #[must_use]
    pub fn fits(value: &Value) -> bool {
        value.get("kind").is_some_and(|kind| kind == "needed")
    }
}

impl Body for Needed {
    fn words(&self) -> Vec<String> {
        let Needed::Needed { place } = self;
        let why = "what is there does not belong there, and the hole cannot end there";
        vec![format!("a pebble must come to position {place}: {why}")]
    }

    fn table(&self) -> Table<'_> {
        let Needed::Needed { place } = self;
        Table::of_one(vec![("position", place.to_string())])
    }
}
