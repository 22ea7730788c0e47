//! A level that is drawn: its rows in the text, and the characters of cells.

use std::ops::Range;

use ::picture::ColourRole;

use super::quoted::{self, Quoted};
use super::rules::Rule;
use frame::canvas::{self, Canvas, Glyph};
use frame::rows::Row;

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
    let (mut read, mut ranges) = (Quoted::default(), Vec::<Range<usize>>::new());
    for (number, (begin, line)) in (1..).zip(canvas::board_lines(text)) {
        let row = Row { line: number, bytes: line.as_bytes(), offset: begin as u64 };
        ranges.extend(read.rows(&row).0.into_iter().map(|range| begin + range.start..begin + range.end));
    }
    let canvas = Canvas::new(text, &ranges, Some('0'), palette)?;
    Ok(if ranges.len() == 1 { canvas.separated_by("\",\"") } else { canvas })
}
