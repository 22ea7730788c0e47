//! A level that is drawn: the rows of its pebbles in the text, and the characters of pebbles.

use engines::Context;
use engines::motion::BLANK;

use super::picture::{role, sprite};
use super::rules::Puzzle;
use super::shape::BoardShape;
use frame::canvas::{Canvas, Glyph};
use frame::document;

/// Where the rows of pebbles are in the text of a level on a grid, and the characters that it is written with. A pebble
/// of which there is one changes places with the one that it displaces, since there are as many pebbles as plates.
///
/// # Errors
/// The board is no grid, or pebbles have names of more than one character.
pub(super) fn of(text: &str, puzzle: &Puzzle) -> Result<Canvas, String> {
    let BoardShape::Grid { columns, rows: count } = puzzle.shape else {
        return Err("The positions of this board are not a grid: write the pebbles into the text, in the order of the positions.".into());
    };
    let columns = usize::from(columns);
    let found =
        document::parse(text, &Context::default(), |document| Some(document.rows_of_string("pebbles", columns)));
    let rows = found.map_err(|_| "The text of this level cannot be read again.")?;
    let Some(rows) = rows.filter(|rows| rows.len() == usize::from(count)) else {
        return Err(
            "The pebbles of this level are not one text of a character each, so it cannot be drawn here.".into()
        );
    };
    let kind = if puzzle.has_tiles() { "tile" } else { "pebble" };
    let colours = (0..=u8::MAX).zip(&puzzle.names).map(|(colour, name)| (colour, name.as_str()));
    let glyph = |(colour, name): (u8, &str)| {
        let character = name.chars().next()?;
        let words = if colour == BLANK { "hole".to_owned() } else { format!("{kind} {name}") };
        let glyph = Glyph::new(character, words).cell(role(puzzle, BLANK), "");
        let glyph = glyph.piece(role(puzzle, colour), name, sprite(puzzle, colour)).standing(name, None);
        let is_unique = puzzle.start.colours().iter().filter(|&&other| other == colour).count() == 1;
        Some(if is_unique { glyph.unique() } else { glyph })
    };
    let palette = std::iter::once((BLANK, puzzle.pebble_name(BLANK))).chain(colours).filter_map(glyph).collect();
    Ok(Canvas::new(text, &rows, None, palette)?.of_fixed_size())
}
