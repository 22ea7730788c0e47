//! A level that is drawn: its rows in the text, and the characters of squares.

use super::collection::Entry;
use frame::canvas::{Canvas, Glyph};

/// The characters with what is on the square, the empty square first.
const PALETTE: [(char, &str); 7] = [
    (' ', "empty"),
    ('#', "wall"),
    ('.', "goal"),
    ('$', "box"),
    ('*', "box on a goal"),
    ('@', "player"),
    ('+', "player on a goal"),
];

/// Where the rows of a level are in the text. `None` if they do not stand line by line, or are not written plainly.
pub(super) fn of(entry: &Entry) -> Option<Canvas> {
    let (line, column) = entry.rows.first().map(|row| (row.line, row.column))?;
    let is_straight = (line..).zip(&entry.rows).all(|(line, row)| (row.line, row.column) == (line, column));
    let rows = entry.rows.iter().map(|row| row.text.clone()).collect();
    let palette = PALETTE.map(|(text, words)| Glyph { text, words: words.to_owned(), tile: None });
    if is_straight { Canvas::new((line, column), rows, Some(' '), palette.to_vec()) } else { None }
}
