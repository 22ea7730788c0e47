//! Tiles and facings in answers, and the option that names a place.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::super::rules::Facing;
use frame::options::{OptionSpec, Options, ValueKind};
use frame::phrases::joined;
use frame::problem::AskError;

/// The option for the place at which arrivals are counted.
pub const AT: OptionSpec = OptionSpec::new(
    "at",
    ValueKind::Text,
    "PLACE",
    "Also count who ever stands at this tile, facing this way: ROW,COLUMN,FACING",
);

/// The place of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "LemmoTile")]
pub struct TilePlace {
    /// The row, from 1 at the top.
    pub row: u32,
    /// The column, from 1 at the left.
    pub column: u32,
}

/// Returns tiles in words: `row 3, column 4; row 5, column 1`. A long list is cut off.
pub(super) fn tiles(tiles: &[TilePlace]) -> String {
    let places: Vec<String> = tiles.iter().map(|tile| format!("row {}, column {}", tile.row, tile.column)).collect();
    joined(&places, "; ")
}

/// A tile and a facing, as the option [`AT`] names them: `ROW,COLUMN,FACING`, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The row, from 1 at the top.
    pub row: u32,
    /// The column, from 1 at the left.
    pub column: u32,
    /// The direction in which Lemmo faces.
    pub facing: Facing,
}

impl At {
    /// Parses the place of the option [`AT`], if it is given.
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
