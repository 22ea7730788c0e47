//! The notation of the problem's statement: rows in double quotes, separated by commas or ends of lines, between
//! braces or brackets or without them, as in `{"042","391"}` or `["042","391"];`. A line may hold several rows. What
//! declares the rows in a program may stand before them, as in `vector<string> costs = {"042","391"};`.

use std::ops::Range;

use frame::problem::Problem;
use frame::rows::Row;

/// Whether a board that begins with this line is written in quotes.
pub(super) fn begins(line: &[u8]) -> bool {
    let declared = declaration(line);
    match line[declared..].trim_ascii_start().first() {
        None => declared > 0,
        Some(first) => matches!(first, b'{' | b'[' | b'"'),
    }
}

/// The number of bytes of what declares the rows at the beginning of a line: a type and a name, as far as the `=`
/// behind them. 0 where the line begins otherwise.
pub(super) fn declaration(line: &[u8]) -> usize {
    let Some(end) = line.iter().position(|&byte| byte == b'=') else { return 0 };
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_<>[]:&* \t".contains(byte);
    let begins = line.trim_ascii_start().first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_');
    if begins && line[..end].iter().all(is_name) { end + 1 } else { 0 }
}

/// What came last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    /// Nothing, or the brace or bracket that opens the board.
    #[default]
    Start,
    /// A row on this line.
    Row,
    /// A row on a line before.
    RowAbove,
    Comma,
    /// The brace or bracket that closes the board.
    End,
    /// The semicolon behind the board.
    Semicolon,
}

/// Reads lines one by one.
#[derive(Debug, Default)]
pub(super) struct Quoted {
    last: Last,
    opening: Option<Opening>,
}

/// The brace or bracket that opens the board.
#[derive(Clone, Copy, Debug)]
struct Opening {
    line: u64,
    column: u64,
    is_brace: bool,
}

impl Opening {
    fn character(self) -> char {
        if self.is_brace { '{' } else { '[' }
    }

    fn closing(self) -> char {
        if self.is_brace { '}' } else { ']' }
    }
}

impl Quoted {
    /// The rows in a line, as ranges of its bytes.
    ///
    /// # Errors
    /// The first character that does not belong where it stands, with the rows before it.
    pub(super) fn rows(&mut self, line: &Row<'_>) -> (Vec<Range<usize>>, Option<Problem>) {
        let mut rows = Vec::new();
        let is_first = self.last == Last::Start && self.opening.is_none();
        let mut at = if is_first { declaration(line.bytes) } else { 0 };
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
            (b'{' | b'[', Last::Start) if self.opening.is_none() => {
                let place = line.problem(at, "", "");
                self.opening = Some(Opening { line: place.line, column: place.column, is_brace: byte == b'{' });
            }
            (b',', Last::Row | Last::RowAbove) => self.last = Last::Comma,
            (b'}' | b']', Last::Row | Last::RowAbove | Last::Comma) if self.closes(byte) => self.last = Last::End,
            (b';', Last::End) => self.last = Last::Semicolon,
            (b';', Last::Row | Last::RowAbove) if self.opening.is_none() => self.last = Last::Semicolon,
            (b'"', Last::Start | Last::Comma | Last::RowAbove) => {
                let length = line.bytes[at + 1..].iter().position(|&byte| byte == b'"');
                let length =
                    length.ok_or_else(|| line.problem(at, "the row has no closing quote", "'\"' behind it"))?;
                self.last = Last::Row;
                return Ok(Some(at + 1..at + 1 + length));
            }
            _ => return Err(line.problem(at, line.character(at), self.expected())),
        }
        Ok(None)
    }

    fn closes(&self, byte: u8) -> bool {
        self.opening.is_some_and(|opening| opening.closing() == char::from(byte))
    }

    fn expected(&self) -> String {
        let closing = self.opening.map(Opening::closing);
        match (self.last, closing) {
            (Last::Start, None) => "'{', '[' or a row in quotes, such as \"042\"".into(),
            (Last::Start, Some(_)) => "a row in quotes, such as \"042\"".into(),
            (Last::Comma, None) => "a row in quotes after the comma".into(),
            (Last::Comma, Some(closing)) => format!("a row in quotes after the comma, or '{closing}'"),
            (Last::Row | Last::RowAbove, None) => "',' between two rows".into(),
            (Last::Row | Last::RowAbove, Some(closing)) => {
                format!("',' between two rows, or '{closing}' after the last one")
            }
            (Last::End, _) => format!("at most ';' after '{}'", closing.unwrap_or('}')),
            (Last::Semicolon, _) => "nothing after ';'".into(),
        }
    }

    /// What is missing at the end of the text.
    pub(super) fn end(&self) -> Option<Problem> {
        let is_closed = matches!(self.last, Last::End | Last::Semicolon);
        let opening = self.opening.filter(|_| !is_closed)?;
        let (sign, closing) = (opening.character(), opening.closing());
        let (message, expected) = (format!("'{sign}' is not closed"), format!("'{closing}' after the last row"));
        Some(Problem::error(opening.line, opening.column, message, expected))
    }
}
