//! A level that is drawn: the rows of the start, where the script has them in its text just as `draw` writes them.
//!
//! A script is a program, and its start may be computed from anything. But many write their board as rows of characters,
//! in a long string or as a list of strings, and draw the start with the same characters. Where the rows that are drawn
//! stand in the text exactly once, line by line, these are the rows to draw on; loading the changed script says whether
//! it is still right.

use std::ops::Range;

use ::picture::ColourRole;
use puzzles::Canvas;
use puzzles::canvas::Glyph;
use sandbox::plain::{self, Item};

use crate::look::Look;
use crate::picture::legend;
use crate::rules::Puzzle;

/// Where the rows of the start are in the text of a script, and the characters that it draws with.
///
/// # Errors
/// The start is not drawn as a text, or is not written in the text as it is drawn.
pub(crate) fn of(text: &str, puzzle: &Puzzle) -> Result<Canvas, String> {
    let drawn =
        drawn(puzzle).ok_or("This script does not draw its start as a text of rows, so it cannot be drawn here.")?;
    let rows: Vec<&str> = drawn.lines().collect();
    let Some(ranges) = only(places(text, &rows)) else {
        return Err("This script computes its board: its rows are not in the text as they are drawn.".to_owned());
    };
    let (blank, palette) = palette(puzzle, &drawn);
    let canvas = Canvas::new(text, &ranges, blank, palette)?;
    Ok(if ranges.len() == 1 { canvas.of_fixed_size() } else { canvas })
}

/// The text that `draw` gives for the start; `None` if it gives none.
fn drawn(puzzle: &Puzzle) -> Option<String> {
    let mut machine = puzzle.machine();
    if !machine.has_draw() {
        return None;
    }
    match plain::read(machine.drawn(&puzzle.definition.start).ok()?)? {
        (Item::Text(text), _) => String::from_utf8(text.to_vec()).ok(),
        _ => None,
    }
}

/// The only one of several; `None` if there is none or another one.
fn only<T>(mut several: impl Iterator<Item = T>) -> Option<T> {
    let one = several.next()?;
    several.next().is_none().then_some(one)
}

/// Every place in a text at which these rows stand line by line, each by itself or in quotes, as byte ranges.
fn places(text: &str, rows: &[&str]) -> impl Iterator<Item = Vec<Range<usize>>> {
    let mut begins = Vec::new();
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        begins.push((begin, line.trim_end_matches(['\n', '\r'])));
        begin += line.len();
    }
    let count = if rows.is_empty() { 0 } else { (begins.len() + 1).saturating_sub(rows.len()) };
    (0..count).filter_map(move |first| {
        let lines = begins[first..].iter().zip(rows);
        lines.map(|(&(begin, line), row)| place(line, row).map(|at| begin + at..begin + at + row.len())).collect()
    })
}

/// Where a row stands in a line: by itself, or as the first text in quotes.
fn place(line: &str, row: &str) -> Option<usize> {
    if line == row || (!row.trim().is_empty() && line.trim_end() == row) {
        return Some(0);
    }
    let opening = line.find(['"', '\''])?;
    let quote = &line[opening..=opening];
    (line[opening + 1..].strip_prefix(row)?.starts_with(quote)).then_some(opening + 1)
}

/// The character of an empty cell, and all that a role is given for. The actor is the figure that the player moves: where
/// the drawn start has one, a level has exactly one.
fn palette(puzzle: &Puzzle, drawn: &str) -> (Option<char>, Vec<Glyph>) {
    let (roles, legend) = (&puzzle.definition.roles, legend(puzzle));
    let meaning = |role: ColourRole| legend.iter().find(|(known, _)| *known == role).map_or("", |(_, words)| words);
    let alone = |role: ColourRole| roles.iter().find(|(_, look)| *look == Look { cell: role, piece: None });
    let blank = alone(ColourRole::Ground).or_else(|| alone(ColourRole::Space)).map(|&(sign, _)| sign);
    let is_actor = |look: &Look| look.piece.is_some_and(|(role, _)| role == ColourRole::Actor);
    let actors: Vec<char> = roles.iter().filter(|(_, look)| is_actor(look)).map(|&(sign, _)| sign).collect();
    let has_one_actor = drawn.chars().filter(|sign| actors.contains(sign)).count() == 1;
    let glyph = |&(sign, look): &(char, Look)| {
        let below = meaning(look.cell);
        let Some((role, sprite)) = look.piece else { return Glyph::new(sign, below).cell(look.cell, "") };
        let (piece, on) = (meaning(role), alone(look.cell).map(|&(sign, _)| sign));
        let words = if on == blank { piece.to_owned() } else { format!("{piece} on {below}") };
        let glyph = Glyph::new(sign, words).cell(look.cell, "").piece(role, sign, sprite).standing(piece, on);
        if has_one_actor && is_actor(&look) { glyph.unique() } else { glyph }
    };
    let mut palette: Vec<Glyph> = roles.iter().map(glyph).collect();
    palette.sort_by_key(|glyph| Some(glyph.text) != blank);
    (blank, palette)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_themselves_and_in_quotes() {
        let found = |text: &str, rows: &[&str]| places(text, rows).collect::<Vec<_>>();
        assert_eq!(found("[[\n#.\n .\n]]", &["#.", " ."]), [vec![3..5, 6..8]]);
        assert_eq!(found("{\n  \"#.\",\n  \" .\"\n}", &["#.", " ."]), [vec![5..7, 13..15]]);
        assert_eq!(found("{ \"#.\", \" .\" }", &["#.", " ."]), Vec::<Vec<Range<usize>>>::new());
        assert_eq!(found("#.\n#.\n", &["#."]).len(), 2);
        assert_eq!(only(found("#.\n#.\n", &["#."]).into_iter()), None);
        assert_eq!(found("\"#.#\"", &["#."]).len(), 0);
    }
}
