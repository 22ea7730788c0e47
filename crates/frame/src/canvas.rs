//! Levels that are drawn by placing characters: where the rows of a level are in its text, and what may be written
//! there.
//!
//! An editor shows the rows as cells, lets a person place an entry of the palette, and writes the character back into
//! the text. What stands before, between and behind the rows stays as it is, so that rows may be lines of a text, strings
//! of a list, or parts of one string. Whether the result is a level is for [`crate::Family::open`] to say, as of any
//! other text.

use std::ops::Range;

use ::picture::{Cell, ColourRole, Figure, Piece, Point, Shape, Tile};
use serde::Serialize;

use crate::rows::Row;
use crate::source::place_of;

/// The maximum number of cells of a level that can be drawn.
pub const MAX_CELLS: usize = 4096;
/// The maximum number of entries of a palette.
pub const MAX_GLYPHS: usize = 200;
/// The maximum length in bytes of a text in which the rows of a level are looked for.
pub const MAX_BYTES: u64 = 1 << 18;

/// The rows of a level in its text, and the characters that they can be made of.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Canvas {
    /// The rows from top to bottom. They stand in this order in the text; several may stand on one line.
    pub rows: Vec<CanvasRow>,
    /// What is written between two rows where one is added: `\n` for rows that are lines, `","` for strings of a list,
    /// nothing for parts of one string. `None` if the number of rows and columns cannot change, because other parts of
    /// the text depend on it.
    pub separator: Option<String>,
    /// Where the text states the number of rows and columns, which is to be written anew when one of them changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<StatedSize>,
    /// The character of an empty cell, which is in the palette; `None` if the format has none.
    pub blank: Option<char>,
    /// What can be placed on a cell.
    pub palette: Vec<Glyph>,
    /// What is known of cells of the level as it is, such as that a box there reaches no goal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<CellNote>,
}

/// What is known of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellNote {
    /// The column, from 0.
    pub x: usize,
    /// The row, from 0.
    pub y: usize,
    /// What is known, in words; a legend tells it once.
    pub words: &'static str,
}

/// A picture that a text draws beside its levels, such as the pixels of an object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NamedCanvas {
    /// The name of what it shows.
    pub name: String,
    /// Where its rows are in the text, and what can be placed there.
    pub canvas: Canvas,
}

/// One row of a level in its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CanvasRow {
    /// The line of the row in the file, from 1.
    pub line: u64,
    /// The column of the row's first character, in characters from 1.
    pub column: u64,
    /// The characters of the row. What stands before and behind them on their line does not belong to the row.
    pub cells: String,
}

/// The number of rows and columns of a level as its text states it: `5x4` for five rows of four cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StatedSize {
    /// The line in the file, from 1.
    pub line: u64,
    /// The column of the first character, in characters from 1.
    pub column: u64,
    /// The characters that state it.
    pub text: String,
}

/// An entry of a palette.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Glyph {
    /// The character in the text.
    pub text: char,
    /// What it puts into its cell, in words.
    pub words: String,
    /// The piece that it puts onto what is below, where one character stands for both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stands: Option<StandingPiece>,
    /// The cell as boards show it, at 0, 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<Cell>,
    /// The piece as boards show it, at 0, 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
    /// The cell drawn, in games that bring pictures of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<Tile>,
}

/// A piece that a character puts onto what is below.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StandingPiece {
    /// The name of the piece, which entries of the same piece on different ground share.
    pub piece: String,
    /// The character of what the piece stands on, which stays where the piece leaves; `None` if the format does not say
    /// what is below.
    pub on: Option<char>,
    /// Whether a level has exactly one of this piece, so that placing a second one moves the first.
    pub unique: bool,
}

impl Canvas {
    /// Creates a canvas of rows at these byte ranges of a text, from top to bottom.
    ///
    /// # Errors
    /// Says in a sentence why the level cannot be drawn: the rows have no cell or more than [`MAX_CELLS`], the palette
    /// has no entry or more than [`MAX_GLYPHS`], or a row has a character that the palette does not have in the same or
    /// the other case.
    pub fn new(
        text: &str,
        ranges: &[Range<usize>],
        blank: Option<char>,
        palette: Vec<Glyph>,
    ) -> Result<Canvas, String> {
        let row = |range: &Range<usize>| -> Option<CanvasRow> {
            let cells = text.get(range.clone())?.to_owned();
            let (line, column) = place_of(text.as_bytes(), range.start);
            Some(CanvasRow { line, column, cells })
        };
        // Places are counted from the beginning of the text for each row: what is too large is refused before.
        if ranges.len() > MAX_CELLS {
            return Err(too_large());
        }
        let rows = ranges.iter().map(row).collect::<Option<Vec<CanvasRow>>>();
        let rows = rows.ok_or("The rows of this level were not found in its text, so it cannot be drawn here.")?;
        let separator = match ranges {
            [first, second, ..] => text.get(first.end..second.start).unwrap_or("\n").to_owned(),
            _ => "\n".to_owned(),
        };
        Canvas::of_rows(rows, Some(separator), blank, palette)
    }

    /// Creates a canvas of rows whose places are known, with what is written between two of them.
    ///
    /// # Errors
    /// Those of [`Canvas::new`].
    pub fn of_rows(
        rows: Vec<CanvasRow>,
        separator: Option<String>,
        blank: Option<char>,
        palette: Vec<Glyph>,
    ) -> Result<Canvas, String> {
        let width = rows.iter().map(|row| row.cells.chars().count()).max().unwrap_or(0);
        if width == 0 {
            return Err("This level has no cell to draw on.".into());
        }
        if width.saturating_mul(rows.len()) > MAX_CELLS {
            return Err(too_large());
        }
        if !(1..=MAX_GLYPHS).contains(&palette.len()) {
            return Err(format!(
                "This level is written with {} characters; 1 to {MAX_GLYPHS} can be drawn with.",
                palette.len()
            ));
        }
        let is_known = |sign: char| palette.iter().any(|glyph| glyph.text.to_lowercase().eq(sign.to_lowercase()));
        let unknown = rows.iter().flat_map(|row| row.cells.chars().map(|sign| (row.line, sign)));
        if let Some((line, sign)) = unknown.into_iter().find(|&(_, sign)| !is_known(sign)) {
            let sign = sign.escape_debug();
            return Err(format!(
                "Line {line} has '{sign}', which stands for no single cell, so it cannot be drawn here."
            ));
        }
        Ok(Canvas { rows, separator, size: None, blank, palette, notes: Vec::new() })
    }

    /// Returns the canvas with a separator to write between rows where the text has only one row, or where what stands
    /// between its rows is no separator.
    #[must_use]
    pub fn separated_by(self, separator: &str) -> Canvas {
        Canvas { separator: Some(separator.to_owned()), ..self }
    }

    /// Returns the canvas with a number of rows and columns that cannot change.
    #[must_use]
    pub fn of_fixed_size(self) -> Canvas {
        Canvas { separator: None, ..self }
    }

    /// Returns the canvas with the place at which the text states the number of rows and columns.
    #[must_use]
    pub fn sized(self, text: &str, range: &Range<usize>) -> Canvas {
        let (line, column) = place_of(text.as_bytes(), range.start);
        let size = text.get(range.clone()).map(|stated| StatedSize { line, column, text: stated.to_owned() });
        Canvas { size, ..self }
    }

    /// Returns the canvas with what is known of its cells.
    #[must_use]
    pub fn noted(self, notes: Vec<CellNote>) -> Canvas {
        Canvas { notes, ..self }
    }

    /// Returns the canvas with all places so many lines below.
    #[must_use]
    pub fn below(mut self, lines: u64) -> Canvas {
        self.rows.iter_mut().for_each(|row| row.line += lines);
        if let Some(size) = &mut self.size {
            size.line += lines;
        }
        self
    }
}

/// Why a level of too many cells cannot be drawn.
fn too_large() -> String {
    "This level is too large to be drawn here: at most 4,096 cells can be.".into()
}

impl Glyph {
    /// Creates an entry that puts what the words say into its cell.
    #[must_use]
    pub fn new(text: char, words: impl Into<String>) -> Glyph {
        Glyph { text, words: words.into(), stands: None, cell: None, piece: None, tile: None }
    }

    /// Returns the entry with the cell that boards show for it, with a label that may be empty.
    #[must_use]
    pub fn cell(self, role: ColourRole, label: impl Into<String>) -> Glyph {
        let at = Point { x: 0.0, y: 0.0 };
        Glyph { cell: Some(Cell { at, shape: Shape::Square, role, label: label.into(), act: None }), ..self }
    }

    /// Returns the entry with the piece that boards show for it: its sprite, or a disc with the letter.
    #[must_use]
    pub fn piece(self, role: ColourRole, letter: impl Into<String>, sprite: Option<Figure>) -> Glyph {
        let at = Point { x: 0.0, y: 0.0 };
        Glyph { piece: Some(Piece { at, role, letter: letter.into(), act: None, sprite }), ..self }
    }

    /// Returns the entry as a piece that stands on what another character stands for.
    #[must_use]
    pub fn standing(self, piece: impl Into<String>, on: Option<char>) -> Glyph {
        Glyph { stands: Some(StandingPiece { piece: piece.into(), on, unique: false }), ..self }
    }

    /// Returns the entry as one of a piece of which a level has exactly one.
    #[must_use]
    pub fn unique(mut self) -> Glyph {
        if let Some(standing) = &mut self.stands {
            standing.unique = true;
        }
        self
    }
}

/// Returns the lines of a board of rows without what ends them, each with the byte at which it begins: those below the
/// header of lines that begin with `;`, up to a blank line or the end of the text.
pub fn board_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mark = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let mut at = mark;
    let lines = text[mark..].split_inclusive('\n').map(move |line| {
        let begin = at;
        at += line.len();
        (begin, line.trim_end_matches(['\n', '\r', ' ']))
    });
    lines.skip_while(|(_, line)| line.starts_with(';')).take_while(|(_, line)| !line.is_empty())
}

/// Returns the byte ranges of the rows that `read` finds in the lines of a board, several or none in each: it gives their
/// places in the line, as a format has them that writes rows otherwise than one a line.
pub fn rows_read(text: &str, mut read: impl FnMut(&Row<'_>) -> Vec<Range<usize>>) -> Vec<Range<usize>> {
    let lines = (1..).zip(board_lines(text));
    let ranges = lines.flat_map(|(number, (begin, line))| {
        let found = read(&Row { line: number, bytes: line.as_bytes(), offset: begin as u64 });
        found.into_iter().map(move |range| begin + range.start..begin + range.end)
    });
    ranges.collect()
}

/// Returns the byte ranges of the rows of a board that is written plainly, a row a line.
#[must_use]
pub fn plain_rows(text: &str) -> Vec<Range<usize>> {
    board_lines(text).map(|(begin, line)| begin..begin + line.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette() -> Vec<Glyph> {
        ".#".chars().map(|sign| Glyph::new(sign, "something")).collect()
    }

    #[test]
    fn rows_are_found_below_the_header_and_before_blank_lines() {
        let text = "\u{feff}; title: é\r\n#.  \r\n.#\r\n\r\n";
        let canvas = Canvas::new(text, &plain_rows(text), Some('.'), palette()).unwrap();
        let row = |line: u64, cells: &str| CanvasRow { line, column: 1, cells: cells.into() };
        assert_eq!(canvas.rows, [row(2, "#."), row(3, ".#")]);
        assert_eq!(plain_rows("\u{feff}#.\n").first(), Some(&(3..5)));
    }

    #[test]
    fn rows_in_one_line_have_columns_of_characters_and_what_stands_between_them_separates() {
        let text = "é \"#.\",\"..\"";
        let canvas = Canvas::new(text, &[4..6, 9..11], None, palette()).unwrap();
        assert_eq!((canvas.rows[0].column, canvas.rows[1].column), (4, 9));
        assert_eq!(canvas.separator.as_deref(), Some("\",\""));
        assert_eq!(canvas.clone().of_fixed_size().separator, None);
        assert_eq!(canvas.below(3).rows[1].line, 4);
    }

    #[test]
    fn what_cannot_be_drawn_is_said_in_a_sentence() {
        let wrong = |text: &str, palette| Canvas::new(text, &plain_rows(text), None, palette).unwrap_err();
        assert!(wrong("", palette()).contains("no cell"));
        assert!(wrong("#.\n#x\n", palette()).contains("Line 2 has 'x'"));
        assert!(wrong(&"#".repeat(MAX_CELLS + 1), palette()).contains("too large"));
        assert!(wrong("#\n", Vec::new()).contains("0 characters"));
    }
}
