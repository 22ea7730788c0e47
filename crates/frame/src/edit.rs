//! Changes of the text of a document: what an author's file says of a level is written back by [`Edit`]s, which leave
//! everything else in the file as it is.
//!
//! An edit replaces a range of bytes, so that files in whatever encoding keep what is not replaced. A format says where
//! a statement stands in its text ([`crate::family::Collection::write_back`]), with [`Lines`] to find places by line;
//! [`apply`] makes all changes of a file at once and returns those that take them back.

use std::ops::Range;

/// The byte-order mark with which a text in UTF-8 may begin.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// What an author can state of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// The best value, as the level's par is written.
    Par(String),
    /// Moves that win, in the order in which they are played. A format may state them as the intended solution, which
    /// claims that none is shorter.
    Solution(Vec<String>),
    /// Moves that win, with no claim that none is shorter.
    Found(Vec<String>),
}

/// The error of a format in which only an intended solution can be stated.
pub const ONLY_INTENDED: &str = "the format states an intended solution alone, which claims that none is shorter";

/// One change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The level that the change is about: its index in the file, from 0.
    pub level: usize,
    /// The bytes of the file that are replaced; empty where something is inserted.
    pub range: Range<usize>,
    /// What replaces them. [`apply`] writes its line feeds as the line ends of the file.
    pub text: Vec<u8>,
    /// The reason for the change, in words.
    pub why: String,
}

impl Edit {
    /// Creates an edit of the level with index 0; [`Edit::of_level`] names another.
    #[must_use]
    pub fn new(range: Range<usize>, text: &str, why: &str) -> Edit {
        Edit { level: 0, range, text: text.as_bytes().to_vec(), why: why.to_owned() }
    }

    /// Returns the edit as one of the level with this index, in a file in which the level's text begins at byte
    /// `begin`.
    #[must_use]
    pub fn of_level(self, level: usize, begin: usize) -> Edit {
        Edit { level, range: self.range.start + begin..self.range.end + begin, ..self }
    }
}

/// The result of edits: the text, and the edits of it that take them back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The bytes of the file with all changes made.
    pub bytes: Vec<u8>,
    /// What makes the former text of `bytes`.
    pub undo: Vec<Edit>,
}

/// Makes all changes of a file, in any order.
///
/// # Errors
/// Two edits replace the same bytes, or one replaces bytes that the file does not have; says which level's.
pub fn apply(bytes: &[u8], edits: &[Edit]) -> Result<Edited, String> {
    let end = Lines::of(bytes).end;
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let (mut out, mut undo, mut done) = (Vec::with_capacity(bytes.len()), Vec::new(), 0);
    for edit in ordered {
        let Range { start, end: behind } = edit.range;
        if start < done || behind < start || behind > bytes.len() {
            return Err(format!("a change of level {} is at no place of this text", edit.level + 1));
        }
        out.extend_from_slice(&bytes[done..start]);
        let begin = out.len();
        out.extend(edit.text.iter().flat_map(|byte| if *byte == b'\n' { end } else { std::slice::from_ref(byte) }));
        let text = bytes[start..behind].to_vec();
        undo.push(Edit { range: begin..out.len(), text, ..edit.clone() });
        done = behind;
    }
    out.extend_from_slice(&bytes[done..]);
    Ok(Edited { bytes: out, undo })
}

/// The lines of a text by their numbers, whichever their line ends: LF, CRLF, or CR alone as in files of old
/// Macintoshes.
#[derive(Debug)]
pub struct Lines<'t> {
    bytes: &'t [u8],
    /// The range of each line, without its line end.
    ranges: Vec<Range<usize>>,
    /// The line end of the first line, LF where there is none.
    end: &'static [u8],
}

impl<'t> Lines<'t> {
    /// Finds the lines of a text.
    #[must_use]
    pub fn of(bytes: &'t [u8]) -> Lines<'t> {
        let (mut ranges, mut begin, mut first) = (Vec::new(), 0, None);
        while begin < bytes.len() {
            let length = memchr::memchr2(b'\n', b'\r', &bytes[begin..]).unwrap_or(bytes.len() - begin);
            let behind = begin + length;
            ranges.push(begin..behind);
            let end = line_end(&bytes[behind..]);
            first = first.or(end);
            begin = behind + end.map_or(0, <[u8]>::len);
        }
        Lines { bytes, ranges, end: first.unwrap_or(b"\n") }
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Whether the text has no line.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the bytes of the line with this number, from 1, without its line end; none behind the last.
    #[must_use]
    pub fn line(&self, number: usize) -> &'t [u8] {
        &self.bytes[self.range(number)]
    }

    /// Returns where the line with this number, from 1, is in the text, without its line end.
    #[must_use]
    pub fn range(&self, number: usize) -> Range<usize> {
        let found = number.checked_sub(1).and_then(|index| self.ranges.get(index).cloned());
        found.unwrap_or(self.bytes.len()..self.bytes.len())
    }

    /// Returns the number, from 1, of the line in which a byte is, or behind which it ends the line.
    #[must_use]
    pub fn number_at(&self, byte: usize) -> usize {
        self.ranges.partition_point(|range| range.start <= byte).max(1)
    }

    /// Returns the lines with these numbers, from 1, each with a line feed.
    #[must_use]
    pub fn joined(&self, numbers: Range<usize>) -> Vec<u8> {
        numbers.flat_map(|number| [self.line(number), b"\n"].concat()).collect()
    }

    /// Creates the edit that puts whole lines above the line with this number, from 1, or behind the last line.
    #[must_use]
    pub fn above(&self, number: usize, lines: &str, why: &str) -> Edit {
        let mark = if number == 1 && self.bytes.starts_with(MARK) { MARK.len() } else { 0 };
        let at = self.range(number).start + mark;
        let is_open = at == self.bytes.len() && at > 0 && !matches!(self.bytes[at - 1], b'\n' | b'\r');
        // A last line without a line end stays the last but one, and what is added ends as it did.
        let text = if is_open { format!("\n{lines}") } else { format!("{lines}\n") };
        Edit::new(at..at, &text, why)
    }
}

/// The lines of a file that belong to its levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelLines {
    /// The lines of each level, from 1 and in file order: its rows with its title, its comments and what it states.
    /// Blank lines at the ends do not count.
    pub lines: Vec<Range<usize>>,
    /// The lines that are written between two levels in a file of one level.
    pub separator: &'static str,
}

impl LevelLines {
    /// Returns the lines without the blank lines at their ends.
    #[must_use]
    pub fn trimmed(self, text: &Lines<'_>) -> LevelLines {
        let is_blank = |line: &usize| text.line(*line).trim_ascii().is_empty();
        let trim = |part: Range<usize>| {
            let first = part.clone().find(|line| !is_blank(line)).unwrap_or(part.start);
            let last = part.clone().rfind(|line| !is_blank(line)).unwrap_or(part.start);
            first..last + 1
        };
        LevelLines { lines: self.lines.into_iter().map(trim).collect(), ..self }
    }

    /// Returns the lines between the level at `place` and the next; behind the last those before it, and where there are
    /// none the separator.
    #[must_use]
    pub fn between(&self, text: &Lines<'_>, place: usize) -> Vec<u8> {
        let pair = self.lines.windows(2).nth(place).or_else(|| self.lines.windows(2).last());
        let between = pair.map(|pair| text.joined(pair[0].end..pair[1].start)).unwrap_or_default();
        if between.is_empty() { self.separator.into() } else { between }
    }
}

/// The line end with which a text begins.
fn line_end(bytes: &[u8]) -> Option<&'static [u8]> {
    match bytes {
        [b'\r', b'\n', ..] => Some(b"\r\n"),
        [b'\r', ..] => Some(b"\r"),
        [b'\n', ..] => Some(b"\n"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_keep_line_ends_and_are_taken_back() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["a", "par: 3", "b", "c"].join(end);
            let lines = Lines::of(text.as_bytes());
            let par = lines.range(2);
            let edits =
                [lines.above(5, "e\nf", ""), Edit::new(par.end - 1..par.end, "12", ""), lines.above(3, "x", "")];
            let edited = apply(text.as_bytes(), &edits).unwrap();
            assert_eq!(edited.bytes, ["a", "par: 12", "x", "b", "c", "e", "f"].join(end).into_bytes());
            assert_eq!(apply(&edited.bytes, &edited.undo).unwrap().bytes, text.as_bytes());
        }
    }

    #[test]
    fn changes_of_the_same_bytes_are_refused() {
        let edit = |range| Edit::new(range, "x", "");
        assert!(apply(b"abc", &[edit(0..2), edit(1..3)]).is_err());
        assert!(apply(b"abc", &[edit(2..4)]).is_err());
        assert_eq!(apply(b"abc", &[edit(1..1), edit(1..2)]).unwrap().bytes, b"axxc");
        assert_eq!(Lines::of(b"").above(1, "x", "").range, 0..0);
    }
}
