//! A level that is drawn: the rows of its start in the text, and the digits of cells.

use engines::Context;

use super::picture::role;
use super::rules::{Moves, Puzzle};
use frame::canvas::{Canvas, Glyph};
use frame::document;

/// Where the rows of the start are in the text of a level, and the digits that it is written with. Where the moves or
/// the goal are written cell by cell, the size of the board cannot change.
///
/// # Errors
/// The start is not written as digits, or a row of it is interrupted.
pub(super) fn of(text: &str, puzzle: &Puzzle) -> Result<Canvas, String> {
    if puzzle.modulus > 10 {
        return Err("The start of this level is a list of numbers, so it cannot be drawn here.".to_owned());
    }
    let found = document::parse(text, &Context::default(), |document| {
        Some((document.string_range("board"), document.rows_of_string("start", puzzle.columns)))
    });
    let (size, rows) = found.map_err(|_| "The text of this level cannot be read again.")?;
    let Some(rows) = rows.filter(|rows| rows.len() == puzzle.rows) else {
        let cells = puzzle.cells();
        return Err(format!(
            "The start of this level is not written cell by cell: write its {cells} digits to draw it."
        ));
    };
    let words = |value: u8| match (puzzle.modulus, value) {
        (2, 0) => "off (0)".to_owned(),
        (2, _) => "on (1)".to_owned(),
        _ => format!("shows {value}"),
    };
    let glyph = |value: u8| Glyph::new(char::from(b'0' + value), words(value)).cell(role(value), value.to_string());
    let canvas = Canvas::new(text, &rows, Some('0'), (0..puzzle.modulus).map(glyph).collect())?;
    let canvas = if rows.len() == 1 { canvas.separated_by("") } else { canvas };
    let is_free = matches!(puzzle.moves, Moves::Near(_)) && puzzle.goal.value_of_all().is_some();
    Ok(match size {
        Some(size) if is_free => canvas.sized(text, &size),
        _ => canvas.of_fixed_size(),
    })
}
