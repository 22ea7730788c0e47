//! Levels that are drawn by placing characters: where the rows of a level are in its text, and what may be written
//! there.
//!
//! An editor shows the rows as cells, lets a person place an entry of the palette, and writes the character back into
//! the text. Whether the result is a level is for [`crate::Family::open`] to say, as of any other text.

use ::picture::Tile;
use serde::Serialize;

/// The maximum number of cells of a level that can be drawn.
pub const MAX_CELLS: usize = 4096;
/// The maximum number of entries of a palette.
pub const MAX_GLYPHS: usize = 200;

/// The rows of a level in its text, and the characters that they can be made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Canvas {
    /// The line of the first row in the file, from 1. The others follow line by line.
    pub line: u64,
    /// The column of the first character of every row, in characters from 1.
    pub column: u64,
    /// The characters of each row. What stands behind them on their line does not belong to the level.
    pub rows: Vec<String>,
    /// The character of an empty cell, which is in the palette; `None` if the format has none.
    pub blank: Option<char>,
    /// What can be placed on a cell.
    pub palette: Vec<Glyph>,
}

/// An entry of a palette.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Glyph {
    /// The character in the text.
    pub text: char,
    /// What it puts into its cell, in words.
    pub words: String,
    /// The cell drawn, in games that bring pictures of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<Tile>,
}

impl Canvas {
    /// Creates a canvas. `None` if the rows have no cell or more than [`MAX_CELLS`], if the palette has no entry or
    /// more than [`MAX_GLYPHS`], or if a row has a character that the palette does not have in the same or the other
    /// case.
    #[must_use]
    pub fn new(
        (line, column): (u64, u64),
        rows: Vec<String>,
        blank: Option<char>,
        palette: Vec<Glyph>,
    ) -> Option<Canvas> {
        let width = rows.iter().map(|row| row.chars().count()).max()?;
        let is_small = (1..=MAX_CELLS).contains(&width.saturating_mul(rows.len()));
        let is_known = |sign: char| palette.iter().any(|glyph| glyph.text.to_lowercase().eq(sign.to_lowercase()));
        let is_whole = (1..=MAX_GLYPHS).contains(&palette.len());
        let can_be_drawn = is_small && is_whole && rows.iter().flat_map(|row| row.chars()).all(is_known);
        can_be_drawn.then_some(Canvas { line, column, rows, blank, palette })
    }
}
