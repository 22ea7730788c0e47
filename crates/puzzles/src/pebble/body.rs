//! The answers of pebbles: solutions and hints that also name tiles, counts of series of moves, and the certificates that
//! there is no solution.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::answer::BigCount;
use crate::body::{Advice, Body, Optimum};
use crate::options::{OptionSpec, Options, ValueKind};
use crate::parts;
use crate::problem::CheckError;
use crate::question::Query;
use crate::result::Unit;
use crate::solution::{SolutionParts, hint_line, hint_table};
use crate::table::Table;
use crate::words::{list, listing, plural};

/// The number of moves of each series that is counted.
pub const EXACTLY: OptionSpec =
    OptionSpec::new("exactly", ValueKind::Number, "N", "Count series of exactly this number of moves");

/// The number of pebbles that match at the end of each series that is counted.
pub const MATCHING: OptionSpec = OptionSpec::new(
    "matching",
    ValueKind::Number,
    "K",
    "Count series that leave exactly this number of pebbles on plates of their colour",
);

/// A list of moves that solves a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// How many moves.
    pub moves: u64,
    /// Their texts.
    pub solution: Vec<String>,
    /// For each move the name of the tile that it slides, where tiles have names of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<String>>,
    /// Whether fewer are proven not to suffice.
    pub optimal: bool,
    /// Where not optimal: no solution has fewer moves than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// The number of shortest solutions, where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<BigCount>,
    /// Every shortest solution, where asked for; at most 10,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Vec<String>>>,
    /// Whether `all` holds every one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_complete: Option<bool>,
}

impl Solution {
    /// The parts that every solution by moves has: all but the tiles.
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
        let tiles = self.tiles.as_ref().map(|tiles| format!("the tiles that slide: {}", list(tiles)));
        std::iter::once(self.parts().headline()).chain(tiles).chain(self.parts().further_words()).collect()
    }

    fn table(&self) -> Table<'_> {
        self.parts().table()
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(self.parts().optimum())
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

/// Every best move from a position, and how many moves a best solution still needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// The positions of the pebbles; empty where nothing is left to do.
    pub best: Vec<String>,
    /// Moves that a best solution still needs.
    pub moves_left: u64,
    /// For each best move the name of the tile that it slides, where tiles have names of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<String>>,
}

impl Hint {
    /// The best moves, each with the tile that it slides where tiles have names of their own: `7 (slide 5)`.
    #[must_use]
    pub fn said(&self) -> Vec<String> {
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
        vec![hint_line(&self.said(), &format!(" ({} left)", self.left()))]
    }

    fn table(&self) -> Table<'_> {
        hint_table(&self.best, vec![("moves_left", self.moves_left.to_string())])
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::left(self.moves_left, Unit::MOVES))
    }

    fn advice(&self) -> Option<Advice> {
        let standing = format!("Still solvable: {} left at best.", self.left());
        Some(Advice { said: self.said(), ..Advice::new(&self.best, self.moves_left == 0, standing) })
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        parts::distinct("best", &self.best)
    }
}

/// How many series of exactly `exactly` moves leave exactly `matching` pebbles on plates of their colour. A series may
/// move a pebble back, and goes on where the board is solved on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    /// The moves of each series: the number asked for, else the fewest with which there is one.
    pub exactly: u64,
    /// The pebbles on plates of their colour at its end.
    pub matching: u64,
    /// How many series there are.
    pub series: BigCount,
    /// The series in order of their positions, where asked for; at most 10,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Vec<String>>>,
    /// Whether `all` holds every one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_complete: Option<bool>,
}

impl Count {
    /// The number of series in words.
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
        let mut lines = vec![self.headline()];
        if let Some(all) = &self.all {
            let complete = if self.all_complete == Some(true) { "every one" } else { "the first" };
            lines.push(format!("{complete}, {} listed:", all.len()));
            lines.extend(listing(all.iter().map(|series| list(series))));
        }
        lines
    }

    /// A row for each series listed, else one with their number.
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

/// The certificate of *impossible*: pebbles that only exchange places among themselves, and so cannot get where they
/// belong. The hole first walks `path` (the positions that it takes in turn) home; what is said holds for the pebbles as
/// they are then. Positions count from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Exchange {
    /// These places are linked to no others but the gate, and have other colours than they want. Without a gate: the
    /// places that the hole can reach, while its home, or a pebble on a plate of another colour, is elsewhere.
    Region {
        /// The path of the hole, as positions; empty without a gate.
        path: Vec<u8>,
        /// The only way in.
        gate: Option<u8>,
        /// In ascending order.
        places: Vec<u8>,
    },
    /// These places form a cycle with the gate, so that their pebbles only rotate.
    Cycle {
        /// The path of the hole, as positions.
        path: Vec<u8>,
        /// Where the hole enters.
        gate: u8,
        /// In the order of the cycle.
        places: Vec<u8>,
    },
    /// The pebbles on these places take only a few orders, none of them the wanted one.
    Orders {
        /// The path of the hole, as positions.
        path: Vec<u8>,
        /// Where the hole enters.
        gate: u8,
        /// In ascending order.
        places: Vec<u8>,
        /// How many orders they take.
        orders: u64,
    },
    /// These places and the gate have two sides, each move of the hole changes its side, and it comes home on the side
    /// where it began: only even permutations are reached.
    Parity {
        /// The path of the hole, as positions.
        path: Vec<u8>,
        /// Where the hole enters.
        gate: u8,
        /// In ascending order.
        places: Vec<u8>,
        /// For each of `places` 0 on the gate's side, 1 on the other.
        sides: Vec<u8>,
        /// For each of `places` the one where its pebble belongs: an odd permutation.
        permutation: Vec<u8>,
    },
}

impl Exchange {
    /// A region.
    #[must_use]
    pub fn region(path: Vec<u8>, gate: Option<u8>, places: Vec<u8>) -> Exchange {
        Exchange::Region { path, gate, places }
    }

    /// The path of the hole to its home.
    #[must_use]
    pub fn path(&self) -> &[u8] {
        match self {
            Exchange::Region { path, .. }
            | Exchange::Cycle { path, .. }
            | Exchange::Orders { path, .. }
            | Exchange::Parity { path, .. } => path,
        }
    }

    /// The places whose pebbles cannot get where they belong.
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

/// The mean distance to six decimal places, given the number of states at each distance from 0.
pub(super) fn mean(distances: &[BigCount]) -> f64 {
    let states: BigUint = distances.iter().map(|count| &count.0).sum();
    let moves: BigUint = (0_u32..).zip(distances).map(|(distance, count)| &count.0 * distance).sum();
    let millionths = (moves * 2_000_000_u32 + &states) / (states * 2_u32);
    u64::try_from(millionths).unwrap_or(u64::MAX) as f64 / 1e6
}
