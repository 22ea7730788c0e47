//! A level that is drawn: its rows in the text, and the characters of cells.

use ::picture::ColourRole;

use super::quoted::{self, Quoted};
use super::rules::Rule;
use frame::canvas::{self, Canvas, Glyph};

/// Where the rows of a level under a rule are in its text, and the characters that it is written with.
///
/// # Errors
/// The level cannot be drawn.
pub(super) fn of(text: &str, rule: Rule) -> Result<Canvas, String> {
    let cost = |digit: char| Glyph::new(digit, format!("cost {digit}")).cell(ColourRole::Space, digit);
    let mut palette: Vec<Glyph> = ('0'..='9').map(cost).collect();
    if rule != Rule::Live {
        palette.push(Glyph::new('x', "blocked").cell(ColourRole::Block, "x"));
    }
    let first = canvas::board_lines(text).next().map_or("", |(_, line)| line);
    if !quoted::begins(first.as_bytes()) {
        return Canvas::new(text, &canvas::plain_rows(text), Some('0'), palette);
    }
    let mut quoted = Quoted::default();
    let ranges = canvas::rows_read(text, |row| quoted.rows(row).0);
    let canvas = Canvas::new(text, &ranges, Some('0'), palette)?;
    Ok(if ranges.len() == 1 { canvas.separated_by("\",\"") } else { canvas })
}
