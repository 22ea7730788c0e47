//! The notation of the problem's statement: rows in double quotes, separated by commas or ends of lines, between
//! braces or without them, as in `{"042","391"}`. A line may hold several rows.

use std::ops::Range;

use crate::problem::Problem;
use crate::rows::Row;

/// Whether a board that begins with this line is written in quotes.
pub(super) fn begins(line: &[u8]) -> bool {
    matches!(line.trim_ascii_start().first(), Some(b'{' | b'"'))
}

/// What came last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    /// Nothing, or the brace that opens the board.
    #[default]
    Start,
    /// A row on this line.
    Row,
    /// A row on a line before.
    RowAbove,
    Comma,
    /// The brace that closes the board.
    End,
}

/// Reads lines one by one.
#[derive(Debug, Default)]
pub(super) struct Quoted {
    last: Last,
    /// Where the opening brace stands: line and column.
    brace: Option<(u64, u64)>,
}

impl Quoted {
    /// The rows in a line, as ranges of its bytes.
    ///
    /// # Errors
    /// The first character that does not belong where it stands, with the rows before it.
    pub(super) fn rows(&mut self, line: &Row<'_>) -> (Vec<Range<usize>>, Option<Problem>) {
        let mut rows = Vec::new();
        let mut at = 0;
        while let Some(&byte) = line.bytes.get(at) {
            match self.take(line, at, byte) {
                Ok(Some(row)) => {
                    at = row.end + 1;
                    rows.push(row);
                }
                Ok(None) => at += 1,
                Err(problem) => return (rows, Some(problem)),
            }
        }
        if self.last == Last::Row {
            self.last = Last::RowAbove;
        }
        (rows, None)
    }

    /// Takes what begins at byte `at`: a row, or a single character.
    fn take(&mut self, line: &Row<'_>, at: usize, byte: u8) -> Result<Option<Range<usize>>, Problem> {
        match (byte, self.last) {
            (b' ' | b'\t', _) => {}
            (b'{', Last::Start) if self.brace.is_none() => {
                let place = line.problem(at, "", "");
                self.brace = Some((place.line, place.column));
            }
            (b',', Last::Row | Last::RowAbove) => self.last = Last::Comma,
            (b'}', Last::Row | Last::RowAbove | Last::Comma) if self.brace.is_some() => self.last = Last::End,
            (b'"', Last::Start | Last::Comma | Last::RowAbove) => {
                let length = line.bytes[at + 1..].iter().position(|&byte| byte == b'"');
                let length =
                    length.ok_or_else(|| line.problem(at, "the row has no closing quote", "'\"' behind it"))?;
                self.last = Last::Row;
                return Ok(Some(at + 1..at + 1 + length));
            }
            _ => return Err(line.problem(at, line.sign(at), self.expected())),
        }
        Ok(None)
    }

    fn expected(&self) -> &'static str {
        match (self.last, self.brace) {
            (Last::Start, None) => "'{' or a row in quotes, such as \"042\"",
            (Last::Start, Some(_)) => "a row in quotes, such as \"042\"",
            (Last::Comma, None) => "a row in quotes after the comma",
            (Last::Comma, Some(_)) => "a row in quotes after the comma, or '}'",
            (Last::Row | Last::RowAbove, None) => "',' between two rows",
            (Last::Row | Last::RowAbove, Some(_)) => "',' between two rows, or '}' after the last one",
            (Last::End, _) => "nothing after '}'",
        }
    }

    /// What is missing at the end of the text.
    pub(super) fn end(&self) -> Option<Problem> {
        let (line, column) = self.brace.filter(|_| self.last != Last::End)?;
        Some(Problem::error(line, column, "'{' is not closed", "'}' after the last row"))
    }
}
