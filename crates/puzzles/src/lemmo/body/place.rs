//! Tiles and facings: the parts of answers that say where, and the option that names a place.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use super::super::rules::Facing;
use crate::options::{OptionSpec, Options, ValueKind};
use crate::problem::AskError;
use crate::words::joined;

/// The place at which arrivals are counted.
pub const AT: OptionSpec = OptionSpec::new(
    "at",
    ValueKind::Text,
    "PLACE",
    "Also count who ever stands at this tile, facing this way: ROW,COLUMN,FACING",
);

/// A tile; row and column count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Top row first.
    pub row: u32,
    /// Left column first.
    pub column: u32,
}

/// The first of these tiles in words: `row 3, column 4; row 5, column 1`.
pub(super) fn tiles(tiles: &[Tile]) -> String {
    let places: Vec<String> = tiles.iter().map(|tile| format!("row {}, column {}", tile.row, tile.column)).collect();
    joined(&places, "; ")
}

/// A tile and a facing, as the option [`AT`] names them: `ROW,COLUMN,FACING`, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// From 1, top row first.
    pub row: u32,
    /// From 1.
    pub column: u32,
    /// Which way.
    pub facing: Facing,
}

impl At {
    /// The place that a question asks for, where it asks for one.
    ///
    /// # Errors
    /// The text of the option is not a place.
    pub(in super::super) fn asked(options: &Options) -> Result<Option<At>, AskError> {
        options.text(&AT).map(str::parse).transpose().map_err(AskError::NotOffered)
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.row, self.column, self.facing.name())
    }
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<At, String> {
        let wrong = || format!("'{text}' is not a place; expected ROW,COLUMN,FACING, such as 2,5,left");
        let mut parts = text.split(',').map(str::trim);
        let (Some(row), Some(column), Some(facing), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(wrong());
        };
        let number = |part: &str| part.parse::<u32>().ok().filter(|&number| number > 0).ok_or_else(wrong);
        Ok(At { row: number(row)?, column: number(column)?, facing: facing.parse()? })
    }
}
