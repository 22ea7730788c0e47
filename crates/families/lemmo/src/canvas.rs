//! A level that is drawn: its rows in the text, and the characters of tiles.

use ::picture::ColourRole;

use super::listing::Listing;
use frame::canvas::{self, Canvas, Glyph};

/// Where the rows of a level are in its text, and the characters that it is written with. Numbers that count the rows
/// do not allow for others, so that the size of such a map cannot change.
///
/// # Errors
/// The level cannot be drawn.
pub(super) fn of(text: &str) -> Result<Canvas, String> {
    let palette = vec![
        Glyph::new('.', "space").cell(ColourRole::Space, ""),
        Glyph::new('#', "block").cell(ColourRole::Block, ""),
        Glyph::new('$', "treasure").cell(ColourRole::Goal, "$"),
        Glyph::new('@', "drain").cell(ColourRole::Danger, "@"),
    ];
    let first = canvas::board_lines(text).next().map_or("", |(_, line)| line);
    let Some(mut listing) = Listing::begun(first.as_bytes()) else {
        return Canvas::new(text, &canvas::plain_rows(text), Some('.'), palette);
    };
    let ranges = canvas::rows_read(text, |row| listing.rows(row).0);
    let canvas = Canvas::new(text, &ranges, Some('.'), palette)?;
    Ok(match listing {
        Listing::Numbered { .. } => canvas.of_fixed_size(),
        Listing::Quoted { .. } if ranges.len() == 1 => canvas.separated_by("\" \""),
        Listing::Quoted { .. } => canvas,
    })
}
