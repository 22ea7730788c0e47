//! The places of problems in a file: a part of the line around each, found without reading the file again for each.
//!
//! A file may have a problem in each of thousands of levels, and all of them in one line. So the beginnings of the
//! lines are listed once, and the search for a column goes on where the last one in that line ended.

use std::sync::{Mutex, PoisonError};

use picture::printable::in_one_place;
use puzzles::Source;

/// Characters shown before and after the place of a problem.
const AROUND: u64 = 60;
/// Bytes in which the lines of problems are searched, from the start of the file.
const SEARCHED: u64 = 4 << 20;

/// The beginning of a file, in which the lines of problems are found.
#[derive(Debug)]
pub(crate) struct Excerpts {
    /// Whether the file could be read.
    is_known: bool,
    text: String,
    /// The byte at which each line begins.
    starts: Vec<usize>,
    last: Mutex<Cursor>,
}

/// A character of the text.
#[derive(Clone, Copy, Debug)]
struct Cursor {
    line: usize,
    column: u64,
    byte: usize,
}

/// A part of a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    /// The part; hidden characters are replaced.
    pub(crate) text: String,
    /// The byte of it at which the problem is; its length for a problem at the end of the line.
    pub(crate) at: usize,
}

impl Excerpts {
    /// Reads the beginning of a file. A file that cannot be read again has no excerpts.
    pub(crate) fn of(source: &dyn Source) -> Excerpts {
        let read = puzzles::source::beginning(source, SEARCHED);
        let (is_known, mut bytes) = (read.is_ok(), read.unwrap_or_default());
        // Lines are counted as editors do.
        puzzles::source::replace_lone_returns(&mut bytes);
        let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes)).into_owned();
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Excerpts { is_known, text, starts, last: Mutex::new(Cursor { line: 0, column: 1, byte: 0 }) }
    }

    /// Returns the part of a line around a column, both from 1; `None` where nothing is known of the file. A line that
    /// lies far into the file is empty.
    pub(crate) fn around(&self, line: u64, column: u64) -> Option<Excerpt> {
        let index = usize::try_from(line.checked_sub(1)?).ok()?;
        if !self.is_known {
            return None;
        }
        let column = column.max(1);
        let first = self.character(index, column.saturating_sub(AROUND).max(1));
        let shown = |from: Cursor, to: u64| -> String {
            let rest = self.rest_of_line(from);
            let count = usize::try_from(to.saturating_sub(from.column)).unwrap_or(0);
            rest.chars().take(count).map(in_one_place).collect()
        };
        let before = shown(first, column);
        let at = before.len();
        let text = shown(first, column + AROUND);
        Some(Excerpt { text, at })
    }

    /// The character in this column, or the end of the line where it is shorter.
    fn character(&self, line: usize, column: u64) -> Cursor {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let begin = || Cursor { line, column: 1, byte: self.starts.get(line).copied().unwrap_or(self.text.len()) };
        let from = if last.line == line && last.column <= column { *last } else { begin() };
        let rest = self.rest_of_line(from);
        let wanted = usize::try_from(column - from.column).unwrap_or(usize::MAX);
        let (byte, walked) = match rest.char_indices().nth(wanted) {
            Some((byte, _)) => (byte, column - from.column),
            None => (rest.len(), rest.chars().count() as u64),
        };
        *last = Cursor { line, column: from.column + walked, byte: from.byte + byte };
        *last
    }

    /// The text from a character to the end of its line.
    fn rest_of_line(&self, from: Cursor) -> &str {
        let end = self.starts.get(from.line + 1).map_or(self.text.len(), |next| next - 1);
        let rest = self.text.get(from.byte..end).unwrap_or_default();
        rest.strip_suffix('\r').unwrap_or(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::growth::assert_linear;
    use testkit::random::Random;

    /// The part of a line by walking through the whole text.
    fn plain(text: &str, line: u64, column: u64) -> Excerpt {
        let line: Vec<char> =
            text.split('\n').nth(line as usize - 1).unwrap_or("").trim_end_matches('\r').chars().collect();
        let (column, end) = (column as usize - 1, line.len());
        let first = (column + 1).saturating_sub(AROUND as usize).max(1) - 1;
        let part = |from: usize, to: usize| line[from.min(end)..to.min(end)].iter().collect::<String>();
        let before = part(first, column);
        Excerpt { at: before.len(), text: before + &part(column, column + AROUND as usize) }
    }

    #[test]
    fn a_part_of_the_line_is_shown_in_whatever_order_it_is_asked_for() {
        let text = format!("é{}\r\n\nshort\n{}", "abcdefü".repeat(40), "x".repeat(100));
        let (bytes, mut random) = (text.as_bytes(), Random::new(1));
        let excerpts = Excerpts::of(&bytes);
        for _ in 0..500 {
            let (line, column) = (1 + random.below(6_u64), 1 + random.below(400_u64));
            assert_eq!(excerpts.around(line, column), Some(plain(&text, line, column)), "{line}:{column}");
        }
        let returns = Excerpts::of(&text.replace("\r\n", "\n").replace('\n', "\r").as_bytes());
        assert_eq!(returns.around(3, 2), Some(Excerpt { text: "short".to_owned(), at: 1 }));
        let empty = Excerpts::of(&b"".as_slice()).around(1, 1);
        assert_eq!(empty, Some(Excerpt { text: String::new(), at: 0 }));
    }

    #[test]
    fn problems_in_one_long_line_are_found_in_one_walk() {
        let text = |size: usize| Excerpts::of(&"<L>#</L>".repeat(size).as_bytes());
        assert_linear(
            "problems of a line",
            4_000,
            |size| (text(size), size as u64),
            |(excerpts, size)| {
                assert!((0..*size).all(|level| excerpts.around(1, 8 * level + 4).is_some()));
            },
        );
    }
}
