//! The notations in which the author's post shows maps: rows behind their numbers, as a listing with numbered lines is
//! copied, rows in the frame of a figure, and a list of rows in double quotes, as in `'("#.#" "#$@")`. A line may hold
//! several rows. Around such a list the program's call may stand, `(check '("#.#" "#$@") 6 6)`; the numbers behind the
//! list, which the program compares with its own, are left out.
//!
//! Numbers count the rows from 1. They stand before each row, or all of them before the first one. In a figure they
//! count its lines; what is drawn beside the rows, the frame and arrows, is left out.

use std::ops::Range;

use frame::phrases::plural;
use frame::problem::Problem;
use frame::rows::Row;

/// How the call of the post's program begins.
const CALL: &str = "(check";

/// What was read of a map in one of these notations.
#[derive(Clone, Copy, Debug)]
pub(super) enum Listing {
    /// Rows behind numbers or in a frame: how many of each, the line that was read last, and whether there is a frame.
    Numbered { numbers: u64, rows: u64, line: u64, is_framed: bool },
    /// Rows in quotes: line and column of the parenthesis of a call around them, and of the one around the rows, and
    /// whether each is closed.
    Quoted { call: Option<(u64, u64)>, is_call_closed: bool, opening: Option<(u64, u64)>, is_closed: bool },
}

impl Listing {
    /// The notation of a map that begins with this line; `None` for plain rows.
    pub(super) fn begun(line: &[u8]) -> Option<Listing> {
        let line = line.trim_ascii_start();
        match line.first()? {
            b'0'..=b'9' => Some(Listing::Numbered { numbers: 0, rows: 0, line: 0, is_framed: false }),
            b'|' => Some(Listing::Numbered { numbers: 0, rows: 0, line: 0, is_framed: true }),
            _ if is_drawn(line.split(u8::is_ascii_whitespace).next()?) => {
                Some(Listing::Numbered { numbers: 0, rows: 0, line: 0, is_framed: true })
            }
            b'\'' | b'(' | b'"' => {
                Some(Listing::Quoted { call: None, is_call_closed: false, opening: None, is_closed: false })
            }
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
                Listing::Numbered { is_framed, .. } if line.bytes[at] == b'|' => {
                    *is_framed = true;
                    Ok((at + 1, None))
                }
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

    /// Takes the number, the row or the part of a frame that begins at byte `at`; gives where it ends, and the row.
    fn word(&mut self, line: &Row<'_>, at: usize) -> Result<(usize, Option<Range<usize>>), Problem> {
        let Listing::Numbered { numbers, rows, line: last, is_framed } = self else { return Ok((at + 1, None)) };
        let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'|';
        let length = line.bytes[at..].iter().position(ends).unwrap_or(line.bytes.len() - at);
        let (word, end) = (&line.bytes[at..at + length], at + length);
        *last = line.line;
        if is_drawn(word) {
            *is_framed = true;
            return Ok((end, None));
        }
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
        let Listing::Quoted { call, is_call_closed, opening, is_closed } = self else { return Ok((at + 1, None)) };
        let is_behind = *is_closed && call.is_some() && !*is_call_closed;
        let expected = match (&opening, &is_closed) {
            _ if is_behind => "a number, or ')' behind the last one",
            (_, true) => "nothing behind ')'",
            (None, _) => "'(' or a row in quotes, such as \"#.#\"",
            (Some(_), _) => "a row in quotes, such as \"#.#\", or ')' behind the last one",
        };
        match line.bytes[at..] {
            _ if opening.is_none() && call.is_none() && is_call(&line.bytes[at..]) => {
                let place = line.problem(at, "", "");
                *call = Some((place.line, place.column));
                Ok((at + CALL.len(), None))
            }
            [b'0'..=b'9', ..] if is_behind => Ok((at + 1, None)),
            [b')', ..] if is_behind => {
                *is_call_closed = true;
                Ok((at + 1, None))
            }
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
            _ => Err(line.problem(at, line.character(at), expected)),
        }
    }

    /// What is missing at the end of the text.
    pub(super) fn end(&self) -> Option<Problem> {
        match *self {
            Listing::Numbered { numbers, rows, line, is_framed: false } if numbers != rows => {
                let message = format!("{} for {}", plural(numbers, "number", "numbers"), plural(rows, "row", "rows"));
                Some(Problem::error(line, 1, message, "as many numbers as rows"))
            }
            Listing::Quoted { opening: Some((line, column)), is_closed: false, .. } => {
                Some(Problem::error(line, column, "'(' is not closed", "')' behind the last row"))
            }
            Listing::Quoted { call: Some((line, column)), is_call_closed: false, .. } => {
                Some(Problem::error(line, column, "'(' is not closed", "')' behind the call"))
            }
            _ => None,
        }
    }
}

/// Whether a text begins with the call of the post's program.
fn is_call(text: &[u8]) -> bool {
    text.strip_prefix(CALL.as_bytes()).is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// Whether a word is a side of a figure's frame, or arrows in it.
fn is_drawn(word: &[u8]) -> bool {
    let is_sign = |sign: char| "+-<>\u{2190}\u{2192}".contains(sign);
    !word.is_empty() && str::from_utf8(word).is_ok_and(|word| word.chars().all(is_sign))
}

/// The text with each row of such a notation on a line of its own, for recognition; `None` where it is in none.
pub(super) fn plain(text: &str) -> Option<String> {
    let is_board = |line: &&str| !line.starts_with(';');
    Listing::begun(text.lines().find(is_board)?.as_bytes())?;
    let is_between = |sign: char| sign.is_ascii_whitespace() || "'()\"|".contains(sign);
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_row = |word: &&str| !is_number(word) && *word != "check" && !is_drawn(word.as_bytes());
    let rows = text.lines().filter(is_board).flat_map(|line| line.split(is_between)).filter(is_row);
    Some(rows.flat_map(|row| [row, "\n"]).collect())
}
