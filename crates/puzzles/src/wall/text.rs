//! The format `.wall`: rows of digits and `x`, all equally long; `; rule: live` above them for the live rule, under
//! which `x` is refused. The top-left cell is a digit.

use memchr::memchr;

use super::board::Board;
use super::rules::{Grid, LIVE, Rule};
use crate::problem::{MOST_PROBLEMS, Problem, Problems};
use crate::rows::{Header, MOST_LINES, MOST_TILES, Row, Rows};
use crate::source::Source;

/// The key of the header that names the rule.
const RULE: &str = "rule";

/// Reads a board; rows are packed as they come, so the text never stands in memory.
pub(super) fn parse(source: &dyn Source) -> Result<Grid, Problems> {
    let mut rows = Rows::open(source, &[RULE])?;
    let header = rows.header().clone();
    let rule = rule(&header)?;
    let mut reader = Reader { rule, length: source.len(), board: None, problems: Vec::new(), rows: 0 };
    while let Some(row) = rows.next_row()? {
        reader.take(&row)?;
        if reader.problems.len() >= MOST_PROBLEMS {
            break;
        }
    }
    match reader {
        Reader { problems, .. } if !problems.is_empty() => Err(Problems::Invalid(problems)),
        Reader { board: Some(board), .. } => Ok(Grid::new(header, board, rule)),
        _ => Err(Problems::one(rows.line() + 1, 1, "no row", "a row of digits and 'x'")),
    }
}

/// The canonical text.
pub(super) fn print(grid: &Grid) -> String {
    let mut text = grid.header.text();
    text.reserve(grid.board.rows() * (grid.board.columns() + 1));
    for row in 0..grid.board.rows() {
        text.extend(grid.board.row(row).map(|cost| cost.map_or('x', |cost| char::from(b'0' + cost))));
        text.push('\n');
    }
    text
}

/// The rule that the header names.
fn rule(header: &Header) -> Result<Rule, Problems> {
    match header.get(RULE) {
        None => Ok(Rule::Walls),
        Some(LIVE) => Ok(Rule::Live),
        Some(other) => {
            let problem = header.problem(RULE, format!("the rule '{other}' is not known"), "live, or no such line");
            Err(Problems::Invalid(vec![problem]))
        }
    }
}

/// Takes rows one by one, and goes on after a problem to find others.
struct Reader {
    rule: Rule,
    /// Bytes of the source: bounds the number of rows.
    length: u64,
    board: Option<Board>,
    problems: Vec<Problem>,
    rows: u64,
}

impl Reader {
    /// Takes the next row.
    ///
    /// # Errors
    /// A board too large, at once; other problems are only noted.
    fn take(&mut self, row: &Row<'_>) -> Result<(), Problems> {
        let width = row.bytes.len();
        let columns = self.board.as_ref().map_or(width, Board::columns);
        self.rows += 1;
        if columns as u64 > MOST_LINES || self.rows * columns as u64 > MOST_TILES {
            let problem = row.problem(0, "the board is too large", "at most 65,535 columns and 2^30 tiles");
            return Err(Problems::Invalid(vec![problem]));
        }
        if self.board.is_none() {
            let rows = (self.length / (width as u64 + 1) + 1).min(MOST_LINES);
            self.board = Some(Board::with_room(width, usize::try_from(rows).unwrap_or(0)));
        }
        if self.fails(row) {
            self.explain(row, columns);
        }
        Ok(())
    }

    /// Adds a row; true where something is wrong with it.
    fn fails(&mut self, row: &Row<'_>) -> bool {
        let corner = self.rows == 1 && row.bytes.first() == Some(&b'x');
        let live = self.rule == Rule::Live && memchr(b'x', row.bytes).is_some();
        let misfit = self.board.as_mut().is_none_or(|board| board.push(row.bytes).is_err());
        corner || live || misfit
    }

    /// Says what is wrong with a row: every character that does not belong, then its length.
    fn explain(&mut self, row: &Row<'_>, columns: usize) {
        let text = String::from_utf8_lossy(row.bytes);
        let room = MOST_PROBLEMS.saturating_sub(self.problems.len());
        let (rule, first) = (self.rule, self.rows == 1);
        let wrong = |&(at, byte): &(usize, &u8)| match byte {
            b'0'..=b'9' => false,
            b'x' => rule == Rule::Live || (first && at == 0),
            // The later bytes of a character of several.
            0x80..=0xBF => text.len() != row.bytes.len(),
            _ => true,
        };
        for (at, byte) in row.bytes.iter().enumerate().filter(wrong).take(room) {
            let (message, expected) = match (byte, self.rule) {
                (b'x', Rule::Live) => ("'x' under the live rule".to_owned(), "a digit"),
                (b'x', Rule::Walls) => ("the top-left cell is blocked".to_owned(), "a digit, where Rabbit starts"),
                _ => (row.sign(at), "a digit or 'x'"),
            };
            self.problems.push(row.problem(at, message, expected));
        }
        let length = text.chars().count();
        if length != columns {
            let at = row.bytes.len().min(columns);
            let message = format!("the row has {length} columns");
            self.problems.push(row.problem(at, message, format!("{columns}, as in the first row")));
        }
    }
}
