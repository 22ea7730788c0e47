//! The notations in which the author's post shows maps: rows behind their numbers, as a listing with numbered lines is
//! copied, and a list of rows in double quotes, as in `'("#.#" "#$@")`. A line may hold several rows.
//!
//! Numbers count the rows from 1. They stand before each row, or all of them before the first one.

use std::ops::Range;

use crate::phrases::plural;
use crate::problem::Problem;
use crate::rows::Row;

/// What was read of a map in one of these notations.
#[derive(Clone, Copy, Debug)]
pub(super) enum Listing {
    /// Rows behind numbers: how many of each, and the line that was read last.
    Numbered { numbers: u64, rows: u64, line: u64 },
    /// Rows in quotes: line and column of the parenthesis around them, and whether it is closed.
    Quoted { opening: Option<(u64, u64)>, is_closed: bool },
}

impl Listing {
    /// The notation of a map that begins with this line; `None` for plain rows.
    pub(super) fn begun(line: &[u8]) -> Option<Listing> {
        match line.trim_ascii_start().first()? {
            b'0'..=b'9' => Some(Listing::Numbered { numbers: 0, rows: 0, line: 0 }),
            b'\'' | b'(' | b'"' => Some(Listing::Quoted { opening: None, is_closed: false }),
            _ => None,
        }
    }

    /// The rows in a line, as ranges of its bytes.
    ///
    /// # Errors
    /// The first thing that does not belong where it stands, with the rows before it.
    pub(super) fn rows(&mut self, line: &Row<'_>) -> (Vec<Range<usize>>, Option<Problem>) {
        let (mut rows, mut at) = (Vec::new(), 0);
        while at < line.bytes.len() {
            let taken = match self {
                _ if line.bytes[at].is_ascii_whitespace() => Ok((at + 1, None)),
                Listing::Numbered { .. } => self.word(line, at),
                Listing::Quoted { .. } => self.quoted(line, at),
            };
            match taken {
                Ok((end, row)) => {
                    at = end;
                    rows.extend(row);
                }
                Err(problem) => return (rows, Some(problem)),
            }
        }
        (rows, None)
    }

    /// Takes the number or the row that begins at byte `at`; gives where it ends, and the row.
    fn word(&mut self, line: &Row<'_>, at: usize) -> Result<(usize, Option<Range<usize>>), Problem> {
        let Listing::Numbered { numbers, rows, line: last } = self else { return Ok((at + 1, None)) };
        let length = line.bytes[at..].iter().position(u8::is_ascii_whitespace).unwrap_or(line.bytes.len() - at);
        let (word, end) = (&line.bytes[at..at + length], at + length);
        *last = line.line;
        if !word.iter().all(u8::is_ascii_digit) {
            *rows += 1;
            return Ok((end, Some(at..end)));
        }
        let number = str::from_utf8(word).ok().and_then(|word| word.parse::<u64>().ok());
        if number != Some(*numbers + 1) {
            let message = format!("the number {} before a row", String::from_utf8_lossy(word));
            return Err(line.problem(at, message, format!("{}, since numbers count the rows from 1", *numbers + 1)));
        }
        *numbers += 1;
        Ok((end, None))
    }

    /// Takes the row in quotes or the parenthesis that begins at byte `at`; gives where it ends, and the row.
    fn quoted(&mut self, line: &Row<'_>, at: usize) -> Result<(usize, Option<Range<usize>>), Problem> {
        let Listing::Quoted { opening, is_closed } = self else { return Ok((at + 1, None)) };
        let expected = match (&opening, &is_closed) {
            (_, true) => "nothing behind ')'",
            (None, _) => "'(' or a row in quotes, such as \"#.#\"",
            (Some(_), _) => "a row in quotes, such as \"#.#\", or ')' behind the last one",
        };
        match line.bytes[at..] {
            [b'\'', b'(', ..] | [b'(', ..] if opening.is_none() => {
                let place = line.problem(at, "", "");
                *opening = Some((place.line, place.column));
                Ok((at + if line.bytes[at] == b'(' { 1 } else { 2 }, None))
            }
            [b')', ..] if opening.is_some() && !*is_closed => {
                *is_closed = true;
                Ok((at + 1, None))
            }
            [b'"', ref rest @ ..] if !*is_closed => match rest.iter().position(|&byte| byte == b'"') {
                Some(length) => Ok((at + length + 2, Some(at + 1..at + 1 + length))),
                None => Err(line.problem(at, "the row has no closing quote", "'\"' behind it")),
            },
            _ => Err(line.problem(at, line.sign(at), expected)),
        }
    }

    /// What is missing at the end of the text.
    pub(super) fn end(&self) -> Option<Problem> {
        match *self {
            Listing::Numbered { numbers, rows, line } if numbers != rows => {
                let message = format!("{} for {}", plural(numbers, "number", "numbers"), plural(rows, "row", "rows"));
                Some(Problem::error(line, 1, message, "as many numbers as rows"))
            }
            Listing::Quoted { opening: Some((line, column)), is_closed: false } => {
                Some(Problem::error(line, column, "'(' is not closed", "')' behind the last row"))
            }
            _ => None,
        }
    }
}

/// The text with each row of such a notation on a line of its own, for recognition; `None` where it is in none.
pub(super) fn plain(text: &str) -> Option<String> {
    let is_board = |line: &&str| !line.starts_with(';');
    Listing::begun(text.lines().find(is_board)?.as_bytes())?;
    let is_between = |sign: char| sign.is_ascii_whitespace() || "'()\"".contains(sign);
    let is_row = |word: &&str| !word.is_empty() && !word.bytes().all(|byte| byte.is_ascii_digit());
    let rows = text.lines().filter(is_board).flat_map(|line| line.split(is_between)).filter(is_row);
    Some(rows.flat_map(|row| [row, "\n"]).collect())
}
