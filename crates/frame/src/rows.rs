//! Formats of one character a tile, read as a stream of rows.
//!
//! UTF-8; line ends LF or CRLF (a lone CR is refused), the last may be missing; a byte-order mark is skipped;
//! blank lines at the end are ignored. Lines that begin with `; ` before the board are the header: `; key: value`
//! where a single word stands before the first colon, else a comment (`; Made by hand: easy`, `; https://…`). A key
//! that the family does not know is a problem, since a misspelt one would change the level unseen. Every family knows
//! `title`, `author`, `source` and `par`, a whole number. Spaces at a line's end are ignored; any other blank or tab
//! is the family's to refuse (a space may be a tile). A reader has one buffer of 256 KiB and returns one row
//! at a time, so that a board of gigabytes is never held in memory as text.

use memchr::memchr;

use crate::claims::Claims;
use crate::edit::{Edit, Lines, Statement};
use crate::par;
use crate::problem::{LoadError, MAX_PROBLEMS, Problem};
use crate::source::Source;

/// The maximum number of rows, and of columns, of a board.
pub const MAX_LINES: u64 = 65_535;
/// The maximum number of tiles of a board.
pub const MAX_TILES: u64 = 1 << 30;
/// The maximum number of bytes of a file.
pub const MAX_BYTES: u64 = 2 << 30;
/// The maximum number of bytes of one line: every column a character of four bytes, and blanks at the end.
const MAX_LINE_BYTES: usize = 512 << 10;
/// The maximum number of header lines, which are kept in memory.
const MAX_HEADER: usize = 1000;
const BUFFER: usize = 256 << 10;
/// The keys of every header.
const KEYS: [&str; 4] = ["title", "author", "source", "par"];

/// The comment lines before a board as they are written, without line ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The lines; each begins with `;`.
    pub lines: Vec<String>,
}

impl Header {
    /// Returns the trimmed value of the first `; key: value` line with this key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.find(key).map(|(_, value)| value)
    }

    /// Returns the number, from 1, and the trimmed value of the first `; key: value` line with this key.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<(u64, &str)> {
        (1..).zip(&self.lines).find_map(|(number, line)| {
            let (name, value) = entry(line)?;
            (name == key).then_some((number, value))
        })
    }

    /// Returns what the header states that the author claims of the level.
    #[must_use]
    pub fn claims(&self) -> Claims {
        let stated = |key| self.get(key).map(str::to_owned);
        Claims { par: stated("par"), author: stated("author"), ..Claims::default() }
    }

    /// Creates a problem at the value of this key, or at the start of the text where the key is absent.
    #[must_use]
    pub fn problem(&self, key: &str, message: impl Into<String>, expected: impl Into<String>) -> Problem {
        let (line, column) = self.find(key).map_or((1, 1), |(line, value)| {
            let text = usize::try_from(line - 1).ok().and_then(|index| self.lines.get(index));
            (line, text.map_or(1, |text| value_column(text, value)))
        });
        Problem::error(line, column, message, expected)
    }

    /// Returns a problem for every key that is neither in `more` nor known to every family, for one that is stated
    /// again, and for a `par` that is no number, unless `more` has that key: then the family says what it may be.
    fn problems(&self, more: &[&str]) -> Vec<Problem> {
        let own: Vec<&str> = more.iter().copied().filter(|key| !KEYS.contains(key)).collect();
        let known: Vec<&str> = KEYS.iter().copied().chain(own).collect();
        let entries = (1..).zip(&self.lines).filter_map(|(line, text)| Some((line, text, entry(text)?)));
        let wrong = entries.filter_map(|(line, text, (key, value))| {
            let (column, message, expected) = if !known.contains(&key) {
                let expected = format!("{} (a comment has no ':' after its first word)", known.join(", "));
                (key_column(text, key), format!("'{key}' is not known"), expected)
            } else if let Some((first, _)) = self.find(key).filter(|(first, _)| *first < line) {
                let message = format!("'{key}' is stated again, after line {first}");
                (key_column(text, key), message, format!("one line '{key}'"))
            } else if key == "par" && !more.contains(&"par") && !par::is_par(value) {
                (value_column(text, value), format!("par is '{value}'"), "a whole number, or impossible".to_owned())
            } else {
                return None;
            };
            Some(Problem::error(line, column, message, expected))
        });
        wrong.take(MAX_PROBLEMS).collect()
    }

    /// Returns the lines with line ends, as they begin the level's canonical text.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// Returns the change by which the header states a par: in place of the one that it states, or below title, author and
/// source.
///
/// # Errors
/// A solution, for which these formats have no line; a header that is not UTF-8.
pub fn write_back(text: &[u8], statement: &Statement) -> Result<Edit, String> {
    let Statement::Par(par) = statement else {
        return Err("the format has no line for a solution".to_owned());
    };
    let lines = Lines::of(text);
    let header = (1..=lines.len()).take_while(|&number| header_line(lines.line(number)).starts_with(b";"));
    let mut below = 1;
    for number in header {
        let line = std::str::from_utf8(header_line(lines.line(number))).map_err(|_| "the header is not UTF-8")?;
        match entry(line) {
            Some(("par", value)) => {
                let end = lines.range(number).start + lines.line(number).trim_ascii_end().len();
                return Ok(Edit::new(end - value.len()..end, par, "par"));
            }
            Some(("title" | "author" | "source", _)) => below = number + 1,
            _ => {}
        }
    }
    Ok(lines.above(below, &format!("; par: {par}"), "par"))
}

/// A line without the byte-order mark with which a text may begin.
fn header_line(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line)
}

/// The key and the value of a header line, trimmed; `None` for a comment.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix(';')?.split_once(':')?;
    let key = key.trim();
    let word = key.starts_with(char::is_alphabetic) && !key.contains(char::is_whitespace);
    (word && !value.starts_with("//")).then(|| (key, value.trim()))
}

/// The column at which the key of a header line begins.
fn key_column(line: &str, key: &str) -> u64 {
    line[..line.find(key).unwrap_or(0)].chars().count() as u64 + 1
}

/// The column at which the value of a header line begins: it ends the line.
fn value_column(line: &str, value: &str) -> u64 {
    line.trim_end().strip_suffix(value).unwrap_or(line).chars().count() as u64 + 1
}

/// One row of the board.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    /// The row's line in the file, from 1.
    pub line: u64,
    /// The row's bytes, without blanks and line end at the end; not checked to be UTF-8.
    pub bytes: &'r [u8],
    /// The byte offset at which the row begins in the source.
    pub offset: u64,
}

impl Row<'_> {
    /// Creates a problem at byte `at` of this row (its length for "after the end"); the column counts characters.
    #[must_use]
    pub fn problem(&self, at: usize, message: impl Into<String>, expected: impl Into<String>) -> Problem {
        let before = String::from_utf8_lossy(&self.bytes[..at.min(self.bytes.len())]);
        let column = before.chars().count() as u64 + 1;
        Problem::error(self.line, column, message, expected)
    }

    /// Returns the character at byte `at` for a message: quoted, or named where it is invisible.
    #[must_use]
    pub fn character(&self, at: usize) -> String {
        let rest = self.bytes.get(at..).unwrap_or(&[]);
        let text = String::from_utf8_lossy(&rest[..rest.len().min(4)]);
        match text.chars().next() {
            None => "the end of the line".into(),
            Some(' ') => "a blank".into(),
            Some('\t') => "a tab".into(),
            Some('\r') => "a carriage return".into(),
            Some(sign) if sign.is_control() => format!("the control character U+{:04X}", u32::from(sign)),
            Some(char::REPLACEMENT_CHARACTER) => "a byte that is not UTF-8".into(),
            Some(sign) => format!("'{sign}'"),
        }
    }
}

/// The range of a line, with its line end, in the buffer, and its offset in the source.
#[derive(Clone, Copy)]
struct Span {
    begin: usize,
    end: usize,
    offset: u64,
}

/// Reads a board row by row.
pub struct Rows<'s> {
    source: &'s dyn Source,
    buffer: Vec<u8>,
    /// The unread part of the buffer.
    from: usize,
    to: usize,
    /// The offset in the source of the unread part of the buffer.
    offset: u64,
    line: u64,
    header: Header,
}

impl<'s> Rows<'s> {
    /// Opens a board and reads its header. `keys` are the header keys that the family knows besides those of every
    /// family.
    ///
    /// # Errors
    /// A file of more than [`MAX_BYTES`], a header that is not UTF-8, has an unknown key or a `par` that is no
    /// number, and the errors of the source.
    pub fn open(source: &'s dyn Source, keys: &[&str]) -> Result<Rows<'s>, LoadError> {
        if source.len() > MAX_BYTES {
            return Err(LoadError::one(1, 1, "the file is too large", "at most 2 GiB"));
        }
        let mut rows =
            Rows { source, buffer: vec![0; BUFFER], from: 0, to: 0, offset: 0, line: 0, header: Header::default() };
        rows.fill()?;
        if rows.buffer[..rows.to].starts_with(b"\xEF\xBB\xBF") {
            rows.skip(3);
        }
        while rows.from < rows.to && rows.buffer[rows.from] == b';' {
            rows.comment()?;
        }
        let problems = rows.header.problems(keys);
        if problems.is_empty() { Ok(rows) } else { Err(LoadError::Invalid(problems)) }
    }

    /// Returns the comment lines before the board.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number of lines read so far, including those of the header.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }

    fn comment(&mut self) -> Result<(), LoadError> {
        let Some(span) = self.next_line()? else { return Ok(()) };
        let row = self.row(span);
        if self.header.lines.len() == MAX_HEADER {
            return Err(LoadError::one(row.line, 1, "too many comment lines", "at most 1000"));
        }
        let text = comment_text(&row).map_err(|problem| LoadError::Invalid(vec![problem]))?;
        self.header.lines.push(text);
        Ok(())
    }

    /// Reads the next row of the board; returns `None` at the end of the file.
    ///
    /// # Errors
    /// A blank line inside the board, a lone CR, a line that is too long, too many rows, and the errors of the source.
    pub fn next_row(&mut self) -> Result<Option<Row<'_>>, LoadError> {
        let Some(span) = self.next_line()? else { return Ok(None) };
        if self.row(span).bytes.is_empty() {
            return self.only_blanks_follow(self.line).map(|()| None);
        }
        if self.line > MAX_LINES + self.header.lines.len() as u64 {
            return Err(LoadError::one(self.line, 1, "too many rows", format!("at most {MAX_LINES}")));
        }
        Ok(Some(self.row(span)))
    }

    fn only_blanks_follow(&mut self, blank: u64) -> Result<(), LoadError> {
        while let Some(span) = self.next_line()? {
            if !self.row(span).bytes.is_empty() {
                return Err(LoadError::one(blank, 1, "a blank line inside the board", "a row, or the end of the file"));
            }
        }
        Ok(())
    }

    /// Returns the line just read, without its line end.
    fn row(&self, span: Span) -> Row<'_> {
        Row { line: self.line, bytes: trimmed(&self.buffer[span.begin..span.end]), offset: span.offset }
    }

    /// Skips the next line, counts it, and returns its range.
    fn next_line(&mut self) -> Result<Option<Span>, LoadError> {
        let Some(length) = self.next_line_length()? else { return Ok(None) };
        let span = Span { begin: self.from, end: self.from + length, offset: self.offset };
        self.skip(length);
        self.line += 1;
        let raw = &self.buffer[span.begin..span.end];
        let body = raw.strip_suffix(b"\r\n").or(raw.strip_suffix(b"\n")).unwrap_or(raw);
        if let Some(at) = memchr(b'\r', body) {
            let whole = Row { line: self.line, bytes: body, offset: span.offset };
            return Err(LoadError::Invalid(vec![whole.problem(at, "a lone carriage return", "LF or CRLF")]));
        }
        Ok(Some(span))
    }

    /// Returns the length of the next line with its line end, once the buffer holds all of it.
    fn next_line_length(&mut self) -> Result<Option<usize>, LoadError> {
        let mut searched = 0;
        loop {
            if let Some(at) = memchr(b'\n', &self.buffer[self.from + searched..self.to]) {
                return Ok(Some(searched + at + 1));
            }
            searched = self.to - self.from;
            if searched > MAX_LINE_BYTES {
                let line = self.line + 1;
                return Err(LoadError::one(
                    line,
                    MAX_LINES + 1,
                    "the row is too long",
                    format!("at most {MAX_LINES} columns"),
                ));
            }
            if self.fill()? == 0 {
                return Ok((searched > 0).then_some(searched));
            }
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.from += bytes;
        self.offset += bytes as u64;
    }

    /// Moves the unread part to the front of the buffer and reads more behind it; returns the number of bytes read.
    fn fill(&mut self) -> Result<usize, LoadError> {
        self.buffer.copy_within(self.from..self.to, 0);
        self.to -= self.from;
        self.from = 0;
        if self.to == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let count = self.source.read_at(self.offset + self.to as u64, &mut self.buffer[self.to..])?;
        self.to += count;
        Ok(count)
    }
}

/// Returns the text of a comment line, or the problem with it.
fn comment_text(row: &Row<'_>) -> Result<String, Problem> {
    if !matches!(row.bytes, [b';'] | [b';', b' ', ..]) {
        return Err(row.problem(1, "a comment without a blank after ';'", "'; '"));
    }
    let text = str::from_utf8(row.bytes)
        .map_err(|error| row.problem(error.valid_up_to(), "a byte that is not UTF-8", "UTF-8 text"))?;
    match text.find(char::is_control) {
        Some(at) => Err(row.problem(at, row.character(at), "text")),
        None => Ok(text.to_owned()),
    }
}

/// Removes the line end and the blanks before it.
fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let end = line.iter().rposition(|&byte| byte != b' ').map_or(0, |at| at + 1);
    &line[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(u64, String)>, LoadError> {
        let source = text.as_bytes();
        let mut rows = Rows::open(&source, &["rule"])?;
        let mut out = Vec::new();
        while let Some(row) = rows.next_row()? {
            out.push((row.line, String::from_utf8_lossy(row.bytes).into_owned()));
        }
        Ok(out)
    }

    fn place(text: &str) -> (u64, u64) {
        match read(text) {
            Err(LoadError::Invalid(list)) => (list[0].line, list[0].column),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn line_ends_marks_and_blanks_at_the_end_do_not_matter() {
        let plain = vec![(1, "ab".to_string()), (2, "cd".to_string())];
        for text in ["ab\ncd", "ab\ncd\n", "ab\r\ncd\r\n\r\n", "\u{feff}ab  \ncd \n\n  \n"] {
            assert_eq!(read(text).unwrap(), plain, "{text:?}");
        }
    }

    #[test]
    fn comments_are_kept_and_counted() {
        let source = b"; title: Detour\n;\nab\n".as_slice();
        let mut rows = Rows::open(&source, &["rule"]).unwrap();
        assert_eq!(rows.header().get("title"), Some("Detour"));
        assert_eq!(rows.next_row().unwrap().unwrap().line, 3);
    }

    #[test]
    fn a_single_word_before_a_colon_is_a_key_that_must_be_known() {
        for known in ["; title: A: b", "; rule: live", "; par: 12", ";   source:here", "; par : 3"] {
            assert!(read(&format!("{known}\nab\n")).is_ok(), "{known}");
        }
        for comment in ["; Made by hand: easy", "; https://example.org", "; 12: thirty", "; no colon", "; :)", ";"] {
            assert!(read(&format!("{comment}\nab\n")).is_ok(), "{comment}");
        }
        assert_eq!(place("; title: A\n; rulle: live\nab\n"), (2, 3));
        assert_eq!(place("; Rule:live\nab\n"), (1, 3));
        for (par, column) in [("x", 8), ("r", 8), ("-1", 8), ("3 moves", 8), ("", 7)] {
            assert_eq!(place(&format!("; par: {par}\nab\n")), (1, column), "{par}");
        }
        let Err(LoadError::Invalid(all)) = read("; rulle: live\n; note\n; par: x\nab\n") else { panic!() };
        let said: Vec<String> = all.iter().map(ToString::to_string).collect();
        assert!(
            said[0].starts_with("1:3: 'rulle' is not known; expected title, author, source, par, rule"),
            "{said:?}"
        );
        assert_eq!(said[1..], ["3:8: par is 'x'; expected a whole number, or impossible"]);
    }

    #[test]
    fn a_key_that_is_stated_again_is_refused_with_the_line_of_the_first() {
        for key in ["title", "author", "source", "par", "rule"] {
            let Err(LoadError::Invalid(all)) = read(&format!("; {key}: 13\n; note\n; {key}: 14\nab\n")) else {
                panic!("{key}")
            };
            assert_eq!(all.len(), 1, "{all:?}");
            let said = all[0].to_string();
            assert_eq!(said, format!("3:3: '{key}' is stated again, after line 1; expected one line '{key}'"));
        }
    }

    #[test]
    fn refusals_name_their_place() {
        assert_eq!(place("ab\n\ncd\n"), (2, 1));
        assert_eq!(place("é\rb\n"), (1, 2));
        assert_eq!(place(";x\n"), (1, 2));
        assert_eq!(place("; a\tb\n"), (1, 4));
    }

    #[test]
    fn a_line_without_end_is_refused_in_bounded_memory() {
        struct Endless;
        impl Source for Endless {
            fn len(&self) -> u64 {
                MAX_BYTES
            }
            fn read_at(&self, _: u64, into: &mut [u8]) -> std::io::Result<usize> {
                into.fill(b'#');
                Ok(into.len())
            }
        }
        let mut rows = Rows::open(&Endless, &[]).unwrap();
        assert!(matches!(rows.next_row(), Err(LoadError::Invalid(_))));
        assert!(rows.buffer.len() <= 4 * MAX_LINE_BYTES);
    }

    #[test]
    fn offsets_lead_back_to_the_row() {
        let text = "; c\nab\r\ncde\n";
        let source = text.as_bytes();
        let mut rows = Rows::open(&source, &["rule"]).unwrap();
        while let Some(row) = rows.next_row().unwrap() {
            let at = usize::try_from(row.offset).unwrap();
            assert_eq!(&source[at..at + row.bytes.len()], row.bytes);
        }
    }
}
