//! A level that is drawn: its rows in the text, and the characters of squares.

use ::picture::ColourRole;
use ::picture::sprite::CRATE;

use super::collection::Entry;
use super::rules::Square;
use super::sprites::PORTER;
use frame::canvas::{Canvas, CanvasRow, CellNote, Glyph};

/// The characters with the same meaning, the usual one first, with what is on the square, the empty square first.
const MEANINGS: [(&[char], &str); 7] = [
    (&[' ', '-', '_'], "empty"),
    (&['#'], "wall"),
    (&['.', 'o'], "goal"),
    (&['$', 'b'], "box"),
    (&['*', 'B'], "box on a goal"),
    (&['@', 'p'], "player"),
    (&['+', 'P'], "player on a goal"),
];

/// Where the rows of a level are in the text, and the characters that it is written with.
///
/// # Errors
/// The rows do not stand line by line, or have counts in place of repeated characters.
pub(super) fn of(entry: &Entry) -> Result<Canvas, String> {
    let Some((line, column)) = entry.rows.first().map(|row| (row.line, row.column)) else {
        return Err("This level has no rows to draw on.".to_owned());
    };
    let is_straight = (line..).zip(&entry.rows).all(|(line, row)| (row.line, row.column) == (line, column));
    if !is_straight {
        return Err(
            "Several rows of this level share a line; a level is drawn where each has a line of its own.".into()
        );
    }
    if entry.rows.iter().any(|row| row.text.contains(|sign: char| sign.is_ascii_digit())) {
        return Err(
            "The rows of this level have counts in place of repeated characters, so it cannot be drawn here.".into()
        );
    }
    let row = |row: &super::text::Row| CanvasRow { line: row.line, column: row.column, cells: row.text.clone() };
    let rows: Vec<CanvasRow> = entry.rows.iter().map(row).collect();
    let spellings = spellings(&rows);
    let (blank, goal) = (spellings[0][0], spellings[2][0]);
    let entries = MEANINGS
        .iter()
        .zip(&spellings)
        .flat_map(|((_, words), spellings)| spellings.iter().map(move |&text| glyph(text, words, blank, goal)));
    let separator = format!("\n{}", " ".repeat(usize::try_from(column - 1).unwrap_or(0)));
    Ok(Canvas::of_rows(rows, Some(separator), Some(blank), entries.collect())?.noted(dead_squares(entry)))
}

/// The squares on which even a lone box reaches no goal; none where the level does not obey the rules.
fn dead_squares(entry: &Entry) -> Vec<CellNote> {
    let Ok(board) = entry.board() else { return Vec::new() };
    let (live, width) = (board.live_squares(), board.width());
    let is_dead = |square: &usize| board.is_inside(*square) && board.square(*square) == Square::Floor && !live[*square];
    let note = |square: usize| CellNote { x: square % width, y: square / width, words: "a box here reaches no goal" };
    (0..live.len()).filter(is_dead).map(note).collect()
}

/// For each meaning the characters that the rows have for it, or else the usual one.
fn spellings(rows: &[CanvasRow]) -> Vec<Vec<char>> {
    let is_written = |sign: &char| rows.iter().any(|row| row.cells.contains(*sign));
    let spellings = MEANINGS.iter().map(|(characters, _)| {
        let written: Vec<char> = characters.iter().copied().filter(is_written).collect();
        if written.is_empty() { vec![characters[0]] } else { written }
    });
    spellings.collect()
}

/// An entry of the palette, in a level with these characters for an empty square and a goal.
fn glyph(text: char, words: &str, blank: char, goal: char) -> Glyph {
    let glyph = Glyph::new(text, words);
    let is_on_goal = words.ends_with("on a goal");
    let (on, below) = if is_on_goal { (goal, ColourRole::Goal) } else { (blank, ColourRole::Ground) };
    let piece = words.split(' ').next().unwrap_or_default();
    match piece {
        "wall" => glyph.cell(ColourRole::Block, ""),
        "goal" => glyph.cell(ColourRole::Goal, ""),
        "box" => glyph.cell(below, "").piece(ColourRole::Piece(0), "$", Some(CRATE.figure())).standing(piece, Some(on)),
        "player" => {
            let drawn = glyph.cell(below, "").piece(ColourRole::Actor, "@", Some(PORTER.figure()));
            drawn.standing(piece, Some(on)).unique()
        }
        _ => glyph.cell(ColourRole::Ground, ""),
    }
}
