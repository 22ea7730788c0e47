//! How many starts win, how many pass one tile and which, and how many pass each tile.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::place::{AT, Facing};
use super::winning;
use frame::body::Body;
use frame::options::{OptionSpec, ValueKind};
use frame::parts;
use frame::phrases::{MAX_LISTED, list, plural};
use frame::problem::{CheckError, ensure};
use frame::query::Query;
use frame::table::Table;

/// The switch that counts the arrivals at every tile.
pub const ARRIVALS: OptionSpec =
    OptionSpec::new("arrivals", ValueKind::Switch, "", "Also count who ever stands at each tile, facing each way");

/// The maximum number of columns of a table that is written out: more do not fit into a line.
const MAX_COLUMNS: usize = 20;

/// The answer to `count` in lemmo: the number of winning starts, and of starts that pass a tile, or each tile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoCount")]
pub struct Count {
    /// The number of starts: twice the number of columns.
    #[schemars(extend("x-unit" = "starts", "x-column" = true))]
    pub starts: u64,
    /// The number of starts that reach a treasure.
    #[schemars(extend("x-unit" = "starts", "x-column" = true))]
    pub wins: u64,
    /// The number of starts whose walk passes the tile of the option `at` with its facing; absent without that option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "starts", "x-column" = true))]
    pub arrivals: Option<u64>,
    /// The tiles from which these starts come in one step, the tile above before the tile beside; a start that stands
    /// there at once comes from nowhere. Absent without `at`, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<Origin>>,
    /// These starts as moves, ordered by column, left before right. Absent without `at`, in answers of older versions,
    /// and about maps with more than 20,000 starts: then `--out FILE` takes them, a line `COLUMN,FACING` each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arriving: Option<Vec<String>>,
    /// The arrivals at every tile, with `arrivals`; absent without it, and about maps of more than 100,000 tiles: then
    /// `--csv FILE` takes them all, and `--out FILE` the same lines without the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Arrivals>,
    /// The number of tiles of a map that is too large for `tiles`, with `arrivals`; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "tiles"))]
    pub tiles_left_out: Option<u64>,
}

/// A tile and a facing from which starts come to another in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoOrigin")]
pub struct Origin {
    /// The row, from 1 at the top.
    pub row: u32,
    /// The column, from 1 at the left.
    pub column: u32,
    /// The direction in which Lemmo faces there.
    pub facing: Facing,
    /// The number of starts that ever stand there, facing that way; all of them come from there.
    #[schemars(extend("x-unit" = "starts"))]
    pub arrivals: u64,
}

impl Origin {
    fn words(&self) -> String {
        let Origin { row, column, facing, arrivals } = self;
        format!("{arrivals} from row {row}, column {column}, facing {}", facing.name())
    }
}

/// For each row, top row first, and each of its tiles: how many starts ever stand there, and what the block there is
/// worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoArrivals")]
pub struct Arrivals {
    /// For each row and tile the number of starts that ever stand there facing left.
    #[schemars(extend("x-unit" = "starts"))]
    pub left: Vec<Vec<u32>>,
    /// For each row and tile the number of starts that ever stand there facing right.
    #[schemars(extend("x-unit" = "starts"))]
    pub right: Vec<Vec<u32>>,
    /// For each row and tile the number of starts that ever stand there: one that faces both ways, one after the other,
    /// counts once.
    #[schemars(extend("x-unit" = "starts"))]
    pub starts: Vec<Vec<u32>>,
    /// For each row and tile the number of starts that reach a treasure once the block there is removed; null where
    /// none may be removed.
    #[schemars(extend("x-unit" = "starts"))]
    pub without: Vec<Vec<Option<u64>>>,
}

impl Arrivals {
    /// The columns of a table of arrivals.
    pub(in super::super) const COLUMNS: &[&str] = &["row", "column", "left", "right", "starts", "wins_without"];

    /// The rows of a table of arrivals, in reading order.
    fn rows(&self) -> impl Iterator<Item = Vec<String>> + '_ {
        let rows = self.left.iter().zip(&self.right).zip(&self.starts).zip(&self.without);
        (1_usize..).zip(rows).flat_map(|(row, (((left, right), starts), without))| {
            let tiles = left.iter().zip(right).zip(starts).zip(without);
            (1_usize..).zip(tiles).map(move |(column, (((left, right), starts), without))| {
                Self::cells([row, column], [*left, *right, *starts], *without)
            })
        })
    }

    /// The cells of the row about a tile: its place, from 1, the three counts, and how many win without its block.
    pub(in super::super) fn cells(place: [usize; 2], counts: [u32; 3], without: Option<u64>) -> Vec<String> {
        let without = without.map(|wins| wins.to_string()).unwrap_or_default();
        let numbers = place.map(|number| number.to_string()).into_iter().chain(counts.map(|count| count.to_string()));
        numbers.chain([without]).collect()
    }

    /// The numbers of every tile, a line for each row; where they do not fit into lines, where they are.
    fn words(&self) -> Vec<String> {
        let (rows, width) = (self.left.len(), self.left.first().map_or(0, Vec::len));
        if rows > MAX_LISTED || width > MAX_COLUMNS {
            return vec![left_out(rows as u64 * width as u64)];
        }
        let mut lines = Vec::new();
        let mut add = |name: &str, table: Vec<String>| {
            lines.push(format!("{name}:"));
            lines.extend((1..).zip(table).map(|(row, numbers)| format!("  row {row}: {numbers}")));
        };
        add("how many starts ever stand at each tile facing left", written(&self.left));
        add("facing right", written(&self.right));
        add("either way, each start once", written(&self.starts));
        let dash = |wins: &Option<u64>| wins.map_or("-".to_owned(), |wins| wins.to_string());
        let without = self.without.iter().map(|row| row.iter().map(dash).collect::<Vec<_>>().join(" "));
        add(
            "how many starts reach a treasure without the block at each tile (- where none may be removed)",
            without.collect(),
        );
        lines
    }
}

/// The numbers of each row, with blanks between.
fn written(table: &[Vec<u32>]) -> Vec<String> {
    table.iter().map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")).collect()
}

/// Where the arrivals are that the words leave out.
fn left_out(tiles: u64) -> String {
    let tiles = plural(tiles, "tile", "tiles");
    format!("the arrivals at {tiles} are too many for an answer: on the command line --csv FILE takes them all")
}

impl Count {
    /// The starts that stand at once where arrivals are counted, and come from nowhere.
    fn at_once(&self) -> u64 {
        let come: u64 = self.from.iter().flatten().map(|origin| origin.arrivals).sum();
        self.arrivals.unwrap_or(0).saturating_sub(come)
    }

    /// From where the starts come that are counted at a tile: `12 from row 2, column 6, facing left`.
    fn origins(&self) -> Option<String> {
        let mut parts: Vec<String> = self.from.as_ref()?.iter().map(Origin::words).collect();
        parts.extend((self.at_once() > 0).then(|| plural(self.at_once(), "start begins there", "starts begin there")));
        (!parts.is_empty()).then(|| format!("  {}", parts.join("; ")))
    }

    /// Which starts they are.
    fn named(&self) -> Option<String> {
        let Some(arriving) = &self.arriving else {
            let many = self.from.is_some() && self.arrivals > Some(0);
            return many.then(|| {
                "  there are too many starts to list here: on the command line --out FILE takes those that do".into()
            });
        };
        let facing = |facing: &str| {
            let column = |start: &String| start.strip_suffix(facing)?.trim_end().parse().ok();
            let columns: Vec<u32> = arriving.iter().filter_map(column).collect();
            (!columns.is_empty()).then(|| format!("looking {facing} above {}", columns_in_words(&columns)))
        };
        let both: Vec<String> = ["left", "right"].into_iter().filter_map(facing).collect();
        (!both.is_empty()).then(|| format!("  they begin {}", both.join("; ")))
    }
}

/// `column 3`, `columns 1, 5 to 10`.
pub(super) fn columns_in_words(columns: &[u32]) -> String {
    let runs = columns.chunk_by(|one, next| one.checked_add(1) == Some(*next)).filter_map(|run| {
        let (first, last) = (run.first()?, run.last()?);
        Some(if first == last { first.to_string() } else { format!("{first} to {last}") })
    });
    let name = if columns.len() == 1 { "column" } else { "columns" };
    format!("{name} {}", list(&runs.collect::<Vec<_>>()))
}

impl Body for Count {
    fn words(&self) -> Vec<String> {
        let stand =
            |arrivals| plural(arrivals, "start stands there, facing that way", "starts stand there, facing that way");
        let mut lines = vec![winning(self.wins, self.starts)];
        lines.extend(self.arrivals.map(stand));
        lines.extend(self.origins());
        lines.extend(self.named());
        lines.extend(self.tiles.iter().flat_map(Arrivals::words));
        lines.extend(self.tiles_left_out.map(left_out));
        lines
    }

    /// Returns the starts that stand at the tile asked about; without one those that win.
    fn counted(&self) -> Option<u64> {
        Some(self.arrivals.unwrap_or(self.wins))
    }

    /// A row for each tile where their arrivals were asked for, else one row.
    fn table(&self) -> Table<'_> {
        if self.tiles.is_some() || self.tiles_left_out.is_some() {
            return Table::new(Arrivals::COLUMNS, self.tiles.iter().flat_map(Arrivals::rows));
        }
        let mut cells = vec![("starts", self.starts.to_string()), ("wins", self.wins.to_string())];
        cells.extend(self.arrivals.map(|arrivals| ("arrivals", arrivals.to_string())));
        Table::of_one(cells)
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        let (at, every) = (query.options.has(&AT), query.options.is_on(&ARRIVALS));
        parts::asked_for("arrivals", at, self.arrivals.is_some())?;
        let is_named = self.from.is_some() || self.arriving.is_some();
        ensure(at || !is_named, "who arrives at a tile is given, and was not asked for")?;
        parts::asked_for("tiles", every, self.tiles.is_some() || self.tiles_left_out.is_some())?;
        parts::distinct("arriving", self.arriving.as_deref().unwrap_or_default())
    }
}
