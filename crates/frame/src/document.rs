//! Reading the TOML formats: a document is read key by key, and every problem is noted with its line and column.
//!
//! Spans come from the recovering parser of the `toml` crate, which continues after a syntax error, so that several
//! are listed.

use std::ops::Range;

use engines::Context;
use memchr::{memchr_iter, memrchr};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::claims::Claims;
use crate::edit::{Edit, Lines, ONLY_INTENDED, Statement};
use crate::par::IMPOSSIBLE;
use crate::problem::{LoadError, MAX_PROBLEMS, Problem};

/// The keys that every TOML level may have: title, author, source, the author's claimed best value (par), and the
/// solution that the author intends.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// The level's title.
    pub title: Option<String>,
    /// Who made the level.
    pub author: Option<String>,
    /// Where the level comes from.
    pub source: Option<String>,
    /// The best value that the author claims: a number, or that there is no solution.
    pub par: Option<String>,
    /// The moves of the solution that the author intends.
    pub intended: Option<String>,
}

impl Head {
    /// Returns what the author claims of the level.
    pub fn claims(&self) -> Claims {
        let (par, solution, author) = (self.par.clone(), self.intended.clone(), self.author.clone());
        Claims { par, solution, given: None, author }
    }

    /// Returns the keys as lines of the level's canonical text.
    pub fn print(&self) -> String {
        let mut out = String::new();
        for (key, value) in [("title", &self.title), ("author", &self.author), ("source", &self.source)] {
            if let Some(value) = value {
                out += &format!("{key} = {}\n", quoted(value));
            }
        }
        if let Some(par) = &self.par {
            out += &format!("par = {}\n", par_value(par));
        }
        if let Some(intended) = &self.intended {
            out += &format!("intended = {}\n", quoted(intended));
        }
        out
    }
}

/// The keys of [`Head`], in the order in which they are printed.
pub const HEAD: [&str; 5] = ["title", "author", "source", "par", "intended"];

/// Returns the change by which a level states a par or an intended solution: in place of what it states, or below the
/// other keys of its head.
///
/// # Errors
/// A text that is not TOML.
pub fn write_back(text: &[u8], statement: &Statement) -> Result<Edit, String> {
    let (key, value) = match statement {
        Statement::Par(par) => ("par", par_value(par)),
        Statement::Solution(moves) => ("intended", quoted(&moves.join("; "))),
        Statement::Found(_) => return Err(ONLY_INTENDED.to_owned()),
    };
    let read = std::str::from_utf8(text).map_err(|_| "the text is not UTF-8")?;
    let (table, errors) = DeTable::parse_recoverable(read);
    if let Some(error) = errors.first() {
        return Err(error.message().to_owned());
    }
    let table = table.get_ref();
    if let Some(stated) = table.get(key) {
        return Ok(Edit::new(stated.span(), &value, key));
    }
    let (lines, ends) = (Lines::of(text), HEAD.iter().filter_map(|key| Some(table.get(*key)?.span().end)));
    let first = table.keys().map(|key| key.span().start).min().unwrap_or(0);
    let below = ends.max().map_or(lines.number_at(first), |end| lines.number_at(end) + 1);
    Ok(lines.above(below, &format!("{key} = {value}"), key))
}

/// A par as TOML writes it: a number, or else a string.
fn par_value(par: &str) -> String {
    if par.parse::<u64>().is_ok() { par.to_owned() } else { quoted(par) }
}

/// Returns a text as TOML writes a string.
pub fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for sign in text.chars() {
        match sign {
            '"' | '\\' => out.extend(['\\', sign]),
            sign if sign.is_control() => out += &format!("\\U{:08X}", u32::from(sign)),
            sign => out.push(sign),
        }
    }
    out + "\""
}

/// Returns a TOML value as a whole number from 0, in whatever base it is written; `None` for any other value.
pub fn number(value: &DeValue<'_>) -> Option<u64> {
    let integer = value.as_integer()?;
    u64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// Line and column, from 1, of a byte; columns count characters.
fn place(text: &[u8], at: usize) -> (u64, u64) {
    let before = &text[..at.min(text.len())];
    let begin = memrchr(b'\n', before).map_or(0, |end| end + 1);
    let characters = before[begin..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    (memchr_iter(b'\n', before).count() as u64 + 1, characters as u64 + 1)
}

fn problem((line, column): (u64, u64), message: impl Into<String>, expected: impl Into<String>) -> Problem {
    Problem::error(line, column, message, expected)
}

fn syntax(text: &str, error: &toml::de::Error) -> Problem {
    let at = error.span().map_or(text.len(), |span| span.start);
    let (message, expected) = error.message().split_once(", expected ").unwrap_or((error.message(), "TOML"));
    problem(place(text.as_bytes(), at), message, expected)
}

/// The most signs that are neither letters nor digits: they bound the number of values that the parser must hold.
const MAX_SIGNS: usize = 1 << 24;
/// The bytes that the parsed text takes, at most, for each of these signs.
const BYTES_OF_SIGN: u64 = 120;

/// Parses a TOML text and reads it with `read`, which notes problems in the document; the level is returned only where
/// there are none.
///
/// # Errors
/// Every syntax error, or else every noted problem, ordered by line and column; too many values;
/// [`LoadError::Exceeded`] where the parsed text would take more memory than is allowed.
pub fn parse<T>(
    text: &str,
    cx: &Context<'_>,
    read: impl FnOnce(&mut Document<'_>) -> Option<T>,
) -> Result<T, LoadError> {
    let signs = text.bytes().filter(|byte| !byte.is_ascii_alphanumeric()).count();
    if signs > MAX_SIGNS {
        return Err(LoadError::one(1, 1, "too many separate values", "boards as strings of digits"));
    }
    let _parsed = cx.reserve(signs as u64 * BYTES_OF_SIGN)?;
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        return Err(LoadError::Invalid(errors.iter().take(MAX_PROBLEMS).map(|error| syntax(text, error)).collect()));
    }
    let mut document = Document { text, table: table.get_ref(), problems: Vec::new() };
    let level = read(&mut document);
    let mut problems = document.problems;
    problems.sort_by_key(|problem| (problem.line, problem.column));
    match level {
        Some(level) if problems.is_empty() => Ok(level),
        _ => Err(LoadError::Invalid(problems)),
    }
}

/// A document whose keys are read one by one.
pub struct Document<'t> {
    text: &'t str,
    table: &'t DeTable<'t>,
    problems: Vec<Problem>,
}

impl<'t> Document<'t> {
    /// Returns the value of a key, if it is present.
    pub fn key(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table.get(key)
    }

    /// Notes a problem at a byte offset of the text; always returns `None`.
    pub fn note<T>(&mut self, at: usize, message: impl Into<String>, expected: impl Into<String>) -> Option<T> {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem(place(self.text.as_bytes(), at), message, expected));
        }
        None
    }

    /// Notes at the end of the file that a key is missing; always returns `None`.
    pub fn missing<T>(&mut self, key: &str, expected: &str) -> Option<T> {
        self.note(self.text.len(), format!("'{key}' is missing"), expected)
    }

    /// Notes a problem for every key that is not in `keys`.
    pub fn unknown_keys(&mut self, keys: &[&str]) {
        for key in self.table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref())) {
            let name: String = key.get_ref().chars().take(40).collect();
            self.note::<()>(key.span().start, format!("'{name}' is not known"), format!("one of {}", keys.join(", ")));
        }
    }

    /// Reads title, author, source, par and the intended solution; `units` is the plural noun for what par counts.
    pub fn head(&mut self, units: &str) -> Head {
        let (title, author, source) = (self.words("title"), self.words("author"), self.words("source"));
        let par = self.key("par").and_then(|value| {
            let par = match value.get_ref() {
                DeValue::String(text) => Some(text.to_string()).filter(|par| par == IMPOSSIBLE),
                value => number(value).map(|par| par.to_string()),
            };
            let wrong = format!("'par' is not a number of {units}");
            par.or_else(|| self.note(value.span().start, wrong, "a whole number from 0, or \"impossible\""))
        });
        let intended = self.words("intended");
        Head { title, author, source, par, intended }
    }

    fn words(&mut self, key: &str) -> Option<String> {
        let value = self.key(key)?;
        match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            _ => self.note(value.span().start, format!("'{key}' is not a string"), "text in quotes"),
        }
    }

    /// Returns a function from a byte offset in a string value to the byte offset in the file. It is exact unless the
    /// string is written with escapes; then every offset maps to the start of the value.
    pub fn within(&self, span: &Range<usize>, text: &str) -> impl Fn(usize) -> usize + use<> {
        let (start, begin) = (span.start, self.begin(span, text));
        move |at| begin.map_or(start, |begin| begin + at)
    }

    /// Where the characters of a string value begin in the file; `None` if it is written with escapes.
    fn begin(&self, span: &Range<usize>, text: &str) -> Option<usize> {
        Some(span.start + self.text.get(span.clone())?.find(text)?)
    }

    /// Returns the byte range of the characters of a string value, without its quotes; `None` if the key is missing, its
    /// value is no string, or the string is written with escapes.
    pub fn string_range(&self, key: &str) -> Option<Range<usize>> {
        let value = self.key(key)?;
        let text = value.get_ref().as_str()?;
        let begin = self.begin(&value.span(), text)?;
        Some(begin..begin + text.len())
    }

    /// Returns the byte ranges of the rows of a grid that a string value holds, a character a cell, blanks and line ends
    /// between the rows left out; `None` if it is no such string, or a row is interrupted.
    pub fn rows_of_string(&self, key: &str, columns: usize) -> Option<Vec<Range<usize>>> {
        let range = self.string_range(key)?;
        let characters = self.text[range.clone()].char_indices().filter(|(_, character)| !character.is_whitespace());
        let places: Vec<Range<usize>> =
            characters.map(|(at, character)| range.start + at..range.start + at + character.len_utf8()).collect();
        let rows = places.chunks(columns.max(1)).map(|row| {
            let follows = row.windows(2).all(|pair| pair[0].end == pair[1].start);
            (follows && row.len() == columns).then(|| row[0].start..row[row.len() - 1].end)
        });
        rows.collect()
    }
}
