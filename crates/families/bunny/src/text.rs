//! The format `.bunny`: `S` the start, `#` an unmarked square, `O` a marked one, a blank is void.

use super::rules::{Board, MAX_SQUARES, Place, Square};
use frame::likeness::{self, Likeness};
use frame::problem::{LoadError, MAX_PROBLEMS, Problem};
use frame::rows::{Header, Row, Rows};
use frame::source::Source;

/// Reads a board.
pub(super) fn parse(source: &dyn Source) -> Result<Board, LoadError> {
    let mut rows = Rows::open(source, &[])?;
    let header = rows.header().clone();
    let mut reader = Reader { row: 0, squares: Vec::new(), start: None, problems: Vec::new() };
    while let Some(row) = rows.next_row()? {
        reader.take(&row)?;
    }
    match reader {
        Reader { problems, .. } if !problems.is_empty() => Err(LoadError::Invalid(problems)),
        Reader { squares, start: Some((start, _)), .. } => Ok(Board::new(header, squares, start)),
        _ => {
            let last = rows.line().max(1);
            Err(LoadError::one(last + u64::from(rows.line() > 0), 1, "the board has no start", "a square 'S'"))
        }
    }
}

/// Takes rows one by one, and goes on after a problem to find others.
struct Reader {
    row: usize,
    squares: Vec<Square>,
    start: Option<(usize, Place)>,
    problems: Vec<Problem>,
}

impl Reader {
    /// Takes the next row.
    ///
    /// # Errors
    /// A board too large, at once; other problems are only noted.
    fn take(&mut self, row: &Row<'_>) -> Result<(), LoadError> {
        for (at, &byte) in row.bytes.iter().enumerate() {
            match byte {
                b' ' => continue,
                b'#' | b'O' => {}
                b'S' => self.start(row, at),
                // The later bytes of a character of several.
                0x80..=0xBF if str::from_utf8(row.bytes).is_ok() => continue,
                _ => self.note(row.problem(at, row.character(at), "'S', '#', 'O' or a blank")),
            }
            self.squares.push(Square { place: (self.row, at), marked: byte != b'#' });
            if self.squares.len() > MAX_SQUARES {
                let problem = row.problem(at, "the board is too large", format!("at most {MAX_SQUARES} squares"));
                return Err(LoadError::Invalid(vec![problem]));
            }
        }
        self.row += 1;
        Ok(())
    }

    fn start(&mut self, row: &Row<'_>, at: usize) {
        match self.start {
            None => self.start = Some((self.squares.len(), (self.row, at))),
            Some((_, (first, column))) => {
                let message = format!("a second start: the first is at row {}, column {}", first + 1, column + 1);
                self.note(row.problem(at, message, "one start"));
            }
        }
    }

    fn note(&mut self, problem: Problem) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }
}

/// The canonical text.
pub(super) fn print(board: &Board) -> String {
    let characters = (0..).zip(&board.squares).map(|(index, square)| {
        let character = if index == board.start { 'S' } else { if square.marked { 'O' } else { '#' } };
        (square.place, character)
    });
    draw(&board.header, characters)
}

/// Characters in reading order as rows.
pub(super) fn draw(header: &Header, characters: impl Iterator<Item = (Place, char)>) -> String {
    let mut text = header.text();
    let (mut row, mut column) = (0, 0);
    for ((down, right), character) in characters {
        while row < down {
            text.push('\n');
            (row, column) = (row + 1, 0);
        }
        text.extend(std::iter::repeat_n(' ', right - column));
        text.push(character);
        column = right + 1;
    }
    text + "\n"
}

/// How much a text is like a board: it may be one if it is rows of squares with exactly one start a level.
pub(super) fn likeness(text: &str) -> Likeness {
    let is_squares = |row: &str| row.bytes().all(|byte| matches!(byte, b'S' | b'#' | b'O' | b' '));
    let starts = |rows: &[&str]| rows.iter().map(|row| row.matches('S').count()).sum::<usize>();
    likeness::of_rows(text, is_squares, |rows| starts(rows) == 1)
}
