//! The format: TOML with the keys of [`KEYS`].
//!
//! A board is a string of digits, cells row by row, blanks and line ends between them ignored; above modulus 10 a
//! list of numbers (which is understood below it too); `"all 0"` and `"all 1"` are understood for `start` and
//! `goal`, which are all 0 where they are missing. A comment is not part of the canonical text.
//!
//! A board of a hundred million cells is one string: it is checked and packed eight digits at a time, and a text
//! whose values would not fit in memory once parsed is refused before that.

use std::ops::Range;

use engines::Context;
use toml::Spanned;
use toml::de::DeValue;

use super::cells::Cells;
use super::rules::{MAX_MODULUS, Moves, Near, Puzzle, is_modulus};
use frame::document::{self, Document, number};
use frame::likeness::{self, Likeness};
use frame::phrases::{plural, without_parentheses};
use frame::problem::LoadError;
use frame::rows::{MAX_BYTES, MAX_TILES};
use frame::source::{self, Source};

/// The keys that are understood, in the order of the canonical text.
const KEYS: [&str; 10] = ["title", "author", "source", "par", "intended", "board", "modulus", "moves", "start", "goal"];

/// Reads a level.
pub(super) fn parse(source: &dyn Source, cx: &Context<'_>) -> Result<Puzzle, LoadError> {
    document::parse(&source::text(source, MAX_BYTES)?, cx, |document| Reader(document).puzzle())
}

/// Reads a board of a question, its `what`: `all 0`, `all 1`, digits, or numbers with blanks or commas between.
pub(super) fn board(puzzle: &Puzzle, what: &str, text: &str) -> Result<Cells, String> {
    let (modulus, cells, text) = (puzzle.modulus, puzzle.cells(), without_parentheses(text));
    if let Some(value) = uniform(text) {
        return Ok(Cells::uniform(modulus, cells, value));
    }
    let wrong = || format!("the {what} is not a board; expected all 0, all 1, or {cells} {}", values(modulus));
    let board = if modulus <= 10 {
        Cells::from_digits(modulus, &dense(text.as_bytes())).map_err(|_| wrong())?
    } else {
        let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
        let parts = inner.split([',', ' ']).filter(|part| !part.is_empty());
        let numbers: Option<Vec<u8>> = parts.map(|part| part.parse().ok().filter(|&n| n < modulus)).collect();
        Cells::from_values(modulus, &numbers.ok_or_else(wrong)?)
    };
    if board.len() == cells { Ok(board) } else { Err(wrong()) }
}

/// The canonical text of the level that starts at `start`.
pub(super) fn print(puzzle: &Puzzle, start: &Cells) -> String {
    puzzle.head.print() + &print_bare(puzzle, start)
}

/// The text of the level that starts at `start`, without what the level's file says about its own start: title, par and
/// the like.
pub(super) fn print_bare(puzzle: &Puzzle, start: &Cells) -> String {
    let mut out = format!("board = \"{}x{}\"\n", puzzle.rows, puzzle.columns);
    if puzzle.modulus != 2 {
        out += &format!("modulus = {}\n", puzzle.modulus);
    }
    match &puzzle.moves {
        Moves::Near(near) => out += &format!("moves = \"{}\"\n", near.name()),
        Moves::Patterns(patterns) => {
            let lines: String = patterns.iter().map(|pattern| format!("    {},\n", value(pattern))).collect();
            out += &format!("moves = [\n{lines}]\n");
        }
    }
    out + &format!("start = {}\ngoal = {}\n", value(start), value(&puzzle.goal))
}

/// A board as a TOML value.
fn value(cells: &Cells) -> String {
    if let Some(value) = cells.as_uniform() {
        return format!("\"all {value}\"");
    }
    let digits = cells.digits(0..cells.len());
    if cells.modulus() <= 10 { format!("\"{digits}\"") } else { format!("[{}]", digits.replace(' ', ", ")) }
}

fn uniform(text: &str) -> Option<u8> {
    match text.trim() {
        "all 0" => Some(0),
        "all 1" => Some(1),
        _ => None,
    }
}

/// The values of a board in words.
fn values(modulus: u8) -> String {
    if modulus <= 10 { format!("digits below {modulus}") } else { format!("numbers below {modulus}") }
}

/// Without blanks and line ends.
fn dense(digits: &[u8]) -> Vec<u8> {
    digits.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
}

/// Reads the keys one by one and notes every problem.
struct Reader<'d, 't>(&'d mut Document<'t>);

impl Reader<'_, '_> {
    fn puzzle(&mut self) -> Option<Puzzle> {
        self.0.unknown_keys(&KEYS);
        let head = self.0.head("presses");
        let size = self.size();
        let modulus = self.modulus();
        if self.0.key("moves").is_none() {
            self.0.missing::<()>("moves", "a list of patterns, or one of plus, torus, king, row+column");
        }
        let ((rows, columns), modulus) = (size?, modulus?);
        let cells = rows * columns;
        let moves = self.moves(modulus, cells);
        let start = self.board("start", modulus, cells);
        let goal = self.board("goal", modulus, cells);
        Some(Puzzle { head, rows, columns, modulus, moves: moves?, start: start?, goal: goal? })
    }

    fn size(&mut self) -> Option<(usize, usize)> {
        let expected = "rows x columns, such as \"3x3\"";
        let Some(value) = self.0.key("board") else { return self.0.missing("board", expected) };
        let at = value.span().start;
        let parts = value.get_ref().as_str().and_then(|text| text.split_once('x'));
        let sides = parts.and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
        let Some((rows, columns)) = sides else {
            return self.0.note(at, "'board' is not a size", expected);
        };
        if rows.checked_mul(columns).is_none_or(|cells| cells > MAX_TILES) {
            return self.0.note(at, "the board is too large", "at most 2^30 cells");
        }
        Some((usize::try_from(rows).ok()?, usize::try_from(columns).ok()?))
    }

    fn modulus(&mut self) -> Option<u8> {
        let Some(value) = self.0.key("modulus") else { return Some(2) };
        let modulus = number(value.get_ref()).and_then(|number| u8::try_from(number).ok());
        let modulus = modulus.filter(|&modulus| is_modulus(modulus));
        modulus.or_else(|| {
            self.0.note(value.span().start, "'modulus' is not offered", format!("a prime from 2 to {MAX_MODULUS}"))
        })
    }

    fn moves(&mut self, modulus: u8, cells: usize) -> Option<Moves> {
        let value = self.0.key("moves")?;
        let at = value.span().start;
        match value.get_ref() {
            DeValue::String(name) => {
                let near = Near::NAMES.iter().find(|(known, _)| known == name).map(|&(_, near)| Moves::Near(near));
                near.or_else(|| self.0.note(at, "no neighbourhood of this name", "plus, torus, king or row+column"))
            }
            DeValue::Array(list) if list.is_empty() => self.0.note(at, "no moves", "at least one pattern"),
            DeValue::Array(list) if list.len() as u64 > MAX_TILES / cells as u64 => self.0.note(
                at,
                "too many moves for a board of this size",
                "at most 2^30 cells in all patterns together",
            ),
            DeValue::Array(list) => {
                let read: Vec<_> = list.iter().map(|value| self.cells(value, modulus, cells)).collect();
                read.into_iter().collect::<Option<Vec<Cells>>>().map(Moves::Patterns)
            }
            _ => self.0.note(at, "'moves' is neither a list nor a name", "patterns, or plus, torus, king, row+column"),
        }
    }

    fn board(&mut self, key: &str, modulus: u8, cells: usize) -> Option<Cells> {
        let Some(value) = self.0.key(key) else { return Some(Cells::uniform(modulus, cells, 0)) };
        if let Some(value) = value.get_ref().as_str().and_then(uniform) {
            return Some(Cells::uniform(modulus, cells, value));
        }
        self.cells(value, modulus, cells)
    }

    /// A board or pattern as digits or as a list.
    fn cells(&mut self, value: &Spanned<DeValue<'_>>, modulus: u8, cells: usize) -> Option<Cells> {
        let expected = format!("{cells} {}", values(modulus));
        match value.get_ref() {
            DeValue::String(digits) if modulus <= 10 => self.digits(value.span(), digits, modulus, cells),
            DeValue::Array(list) => {
                let mut read = Vec::with_capacity(list.len());
                for item in list.iter() {
                    match number(item.get_ref()).filter(|&number| number < u64::from(modulus)) {
                        Some(number) => read.push(number as u8),
                        None => return self.0.note(item.span().start, "not a value of a cell", values(modulus)),
                    }
                }
                if read.len() != cells {
                    return self.0.note(value.span().start, plural(read.len(), "value", "values"), expected);
                }
                Some(Cells::from_values(modulus, &read))
            }
            _ => self.0.note(value.span().start, "not the values of a board", expected),
        }
    }

    fn digits(&mut self, span: Range<usize>, text: &str, modulus: u8, cells: usize) -> Option<Cells> {
        let spaced = if text.len() == cells { None } else { Some(dense(text.as_bytes())) };
        let read = spaced.as_deref().unwrap_or(text.as_bytes());
        match Cells::from_digits(modulus, read) {
            Ok(board) if read.len() == cells => Some(board),
            Ok(_) => {
                self.0.note(span.start, plural(read.len(), "digit", "digits"), format!("{cells} {}", values(modulus)))
            }
            Err(_) if spaced.is_none() && text.bytes().any(|byte| byte.is_ascii_whitespace()) => {
                self.0.note(span.start, "too few digits", format!("{cells} {}", values(modulus)))
            }
            Err(_) => {
                let good = |byte: u8| byte.is_ascii_whitespace() || (byte.wrapping_sub(b'0') < modulus);
                let at = text.bytes().position(|byte| !good(byte)).unwrap_or(0);
                let sign = text[at..].chars().next().unwrap_or(' ');
                self.0.note(self.0.within(&span, text)(at), format!("'{}'", sign.escape_debug()), values(modulus))
            }
        }
    }
}

/// A number of rows or columns.
fn side(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&side: &u64| plain && side > 0)
}

/// How much a text is like a level: it is one with moves or a modulus, and may be one with another key of the format.
pub(super) fn likeness(text: &str) -> Likeness {
    likeness::of_toml(text, &["moves", "modulus"], &["board", "start", "goal"])
}
