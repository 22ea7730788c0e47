//! A level that is drawn: its rows in the text, and the characters of squares.

use ::picture::{ColourRole, Orientation};

use super::sprites::BUNNY;
use frame::canvas::{self, Canvas, Glyph};

/// Where the rows of a level are in its text, and the characters that it is written with.
///
/// # Errors
/// The level cannot be drawn.
pub(super) fn of(text: &str) -> Result<Canvas, String> {
    let bunny = Some(BUNNY.facing(Orientation::Right));
    let start = Glyph::new('S', "start of the bunny").cell(ColourRole::Ground, "");
    let palette = vec![
        Glyph::new(' ', "empty"),
        Glyph::new('#', "square").cell(ColourRole::Ground, ""),
        Glyph::new('O', "marked square").cell(ColourRole::Goal, "o"),
        start.piece(ColourRole::Actor, "→", bunny).standing("bunny", Some('#')).unique(),
    ];
    Canvas::new(text, &canvas::plain_rows(text), Some(' '), palette)
}
