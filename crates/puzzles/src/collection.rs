//! Files that hold several levels: what there is in one, and how a level is chosen.
//!
//! The formats of this crate separate levels by a line of exactly `---`, blanks behind it ignored ([`separated`]). A file
//! of one level is read as it stands: it is neither copied nor looked through for separators first, so that a board of
//! gigabytes costs no second pass. Families with formats of their own implement [`Collection`].

use std::io;
use std::sync::Arc;

use engines::Context;

use crate::family::{Family, Level};
use crate::problem::LoadError;
use crate::source::Source;

/// The line between two levels.
const SEPARATOR: &[u8] = b"---";
/// Bytes of a file that is looked through for separators, at most; a larger file holds one level.
const MOST_BYTES: u64 = 64 << 20;
/// The most levels of a file.
pub const MOST_LEVELS: usize = 100_000;
/// Levels that are listed where a selection does not name one.
const MOST_LISTED: usize = 20;

/// One level of a file, as it is listed before it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Its title, where the file gives one.
    pub title: Option<String>,
    /// The line of the file in which it begins, from 1.
    pub line: u64,
}

/// A file of levels, read once; a level is made when it is asked for.
pub trait Collection: Send + Sync {
    /// The levels in order; texts between levels, such as messages, are not counted. At least one.
    fn entries(&self) -> &[Entry];

    /// The level at a place from 0.
    ///
    /// # Errors
    /// Everything that is wrong with it, with places in the file; [`LoadError::Exceeded`] where a limit was reached.
    ///
    /// # Panics
    /// May panic where there is no such place.
    fn level(&self, index: usize, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError>;
}

/// The place of the level that a selection names: a number from 1, or an exact title. A number wins over a title.
///
/// # Errors
/// Says what there is, where none or several are meant.
pub fn select(entries: &[Entry], selection: &str) -> Result<usize, String> {
    if !selection.is_empty() && selection.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = selection.parse::<usize>().ok().filter(|number| (1..=entries.len()).contains(number));
        let wrong = || format!("there is no level {selection}; expected a number from 1 to {}", entries.len());
        return number.map(|number| number - 1).ok_or_else(wrong);
    }
    let titled = |entry: &Entry| entry.title.as_deref() == Some(selection);
    let mut places = (0..entries.len()).filter(|&at| titled(&entries[at]));
    match (places.next(), places.next()) {
        (Some(at), None) => Ok(at),
        (Some(first), Some(second)) => {
            let (first, second) = (first + 1, second + 1);
            Err(format!("levels {first} and {second} are both called '{selection}'; expected a number"))
        }
        (None, _) => Err(format!("no level is called '{selection}'; expected {}", listed(entries))),
    }
}

/// The levels of a file in words: `1 (One Push), 2 (Around the Corner), 3`.
#[must_use]
pub fn listed(entries: &[Entry]) -> String {
    let name = |(number, entry): (usize, &Entry)| match &entry.title {
        Some(title) => format!("{number} ({title})"),
        None => number.to_string(),
    };
    let mut names: Vec<String> = (1..).zip(entries).take(MOST_LISTED).map(name).collect();
    if entries.len() > MOST_LISTED {
        names.push(format!("… {}", entries.len()));
    }
    names.join(", ")
}

/// A file of exactly one level.
struct Single {
    entries: [Entry; 1],
    level: Arc<dyn Level>,
}

impl Collection for Single {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn level(&self, _: usize, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::clone(&self.level))
    }
}

/// A file that holds one level of a family: what [`Family::open`] gives where nothing else is said.
///
/// # Errors
/// Those of [`Family::load`].
pub fn single(
    family: &(impl Family + ?Sized),
    source: Arc<dyn Source>,
    cx: &Context<'_>,
) -> Result<Box<dyn Collection>, LoadError> {
    let level = family.load(source, cx)?;
    Ok(Box::new(Single { entries: [Entry { title: None, line: 1 }], level }))
}

/// A file whose levels are separated by lines `---`. The levels are those of `family`.
///
/// # Errors
/// Those of [`Family::load`] where the file holds one level; an empty part, with its place.
pub fn separated(
    family: &'static dyn Family,
    source: Arc<dyn Source>,
    cx: &Context<'_>,
) -> Result<Box<dyn Collection>, LoadError> {
    // A separator is no part of any level, so a text that is one level has none.
    let alone = match family.load(Arc::clone(&source), cx) {
        Ok(level) => return Ok(Box::new(Single { entries: [Entry { title: None, line: 1 }], level })),
        Err(LoadError::Invalid(problems)) => LoadError::Invalid(problems),
        Err(other) => return Err(other),
    };
    if source.len() > MOST_BYTES {
        return Err(alone);
    }
    let parts = parts(&*source)?;
    if parts.len() == 1 {
        return Err(alone);
    }
    if let Some(empty) = parts.iter().find(|part| part.blank) {
        let expected = "a level before and after each line '---'";
        return Err(LoadError::one(empty.line, 1, "an empty level", expected));
    }
    if let Some(part) = parts.get(MOST_LEVELS) {
        return Err(LoadError::one(part.line, 1, "too many levels", format!("at most {MOST_LEVELS}")));
    }
    let entries = parts.iter().map(|part| Entry { title: part.title.clone(), line: part.line }).collect();
    Ok(Box::new(Separated { family, source, parts, entries }))
}

/// Where a level lies in a file.
#[derive(Debug)]
struct Part {
    begin: u64,
    end: u64,
    line: u64,
    blank: bool,
    title: Option<String>,
}

/// The parts between separators. A separator inside a TOML string of several lines is none.
fn parts(source: &dyn Source) -> Result<Vec<Part>, LoadError> {
    let mut text = vec![0; usize::try_from(source.len()).unwrap_or(usize::MAX)];
    let mut read = 0;
    while read < text.len() {
        match source.read_at(read as u64, &mut text[read..])? {
            0 => break,
            count => read += count,
        }
    }
    text.truncate(read);
    let fresh = |begin: usize, line: u64| Part { begin: begin as u64, end: 0, line, blank: true, title: None };
    let (mut parts, mut part, mut at) = (Vec::new(), fresh(0, 1), 0);
    let mut string = None;
    for (line, bytes) in (1_u64..).zip(text.split_inclusive(|&byte| byte == b'\n')) {
        let next = at + bytes.len();
        if string.is_none() && bytes.trim_ascii_end() == SEPARATOR {
            part.end = at as u64;
            parts.push(std::mem::replace(&mut part, fresh(next, line + 1)));
        } else {
            part.blank &= bytes.trim_ascii().is_empty();
            part.title = part.title.or_else(|| title(bytes));
            string = quotes(bytes, string);
        }
        at = next;
    }
    part.end = text.len() as u64;
    parts.push(part);
    Ok(parts)
}

/// The TOML string of several lines that is open after a line, by its quotation mark.
fn quotes(line: &[u8], mut open: Option<u8>) -> Option<u8> {
    let mut at = 0;
    while at + 3 <= line.len() {
        let mark = line[at];
        let three = matches!(mark, b'"' | b'\'') && line[at..at + 3].iter().all(|&byte| byte == mark);
        match open {
            None if three => open = Some(mark),
            Some(inside) if three && inside == mark => open = None,
            None if mark == b'#' => break,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 3;
    }
    open
}

/// The title that a line of a header gives: `; title: One Push` or `title = "One Push"`.
fn title(line: &[u8]) -> Option<String> {
    let line = std::str::from_utf8(line).ok()?.trim();
    let value = match line.strip_prefix(';') {
        Some(header) => header.trim_start().strip_prefix("title:")?.trim(),
        None => {
            line.strip_prefix("title")?.trim_start().strip_prefix('=')?.trim().strip_prefix('"')?.strip_suffix('"')?
        }
    };
    (!value.is_empty()).then(|| value.to_owned())
}

/// The levels of one family between separators.
struct Separated {
    family: &'static dyn Family,
    source: Arc<dyn Source>,
    parts: Vec<Part>,
    entries: Vec<Entry>,
}

impl Collection for Separated {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn level(&self, index: usize, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        let Part { begin, end, line, .. } = self.parts[index];
        let slice = Slice { source: Arc::clone(&self.source), begin, length: end - begin };
        self.family.load(Arc::new(slice), cx).map_err(|error| error.below(line - 1))
    }
}

/// A part of a source, read in place.
struct Slice {
    source: Arc<dyn Source>,
    begin: u64,
    length: u64,
}

impl Source for Slice {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        let rest = usize::try_from(self.length.saturating_sub(offset)).unwrap_or(usize::MAX);
        let most = into.len().min(rest);
        self.source.read_at(self.begin + offset, &mut into[..most])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toggle::Toggle;

    const LEVEL: &str = "board = \"1x2\"\nmoves = [\"11\"]\nstart = \"11\"\n";

    fn open(text: &str) -> Result<Box<dyn Collection>, LoadError> {
        separated(&Toggle, Arc::new(text.as_bytes().to_vec()), &Context::default())
    }

    #[test]
    fn levels_are_separated_and_places_are_those_of_the_file() {
        let text = format!("title = \"one\"\n{LEVEL}---  \n{LEVEL}---\r\nboard = 7\n");
        let collection = open(&text).unwrap();
        let titles: Vec<Option<&str>> = collection.entries().iter().map(|entry| entry.title.as_deref()).collect();
        assert_eq!(titles, [Some("one"), None, None]);
        let (first, second) =
            (collection.level(0, &Context::default()).unwrap(), collection.level(1, &Context::default()).unwrap());
        assert!(first.text().contains("one") && !second.text().contains("one"));
        match collection.level(2, &Context::default()).err() {
            Some(LoadError::Invalid(problems)) => {
                assert!(problems.iter().any(|problem| problem.line == 10), "{problems:?}")
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_empty_part_is_refused_at_its_place() {
        for (text, line) in [(format!("{LEVEL}---\n\n---\n{LEVEL}"), 5), (format!("---\n{LEVEL}"), 1)] {
            match open(&text).err() {
                Some(LoadError::Invalid(problems)) => assert_eq!(problems[0].line, line, "{problems:?}"),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_separator_inside_a_string_is_none() {
        let text = format!("title = '''\n---\n'''\n{LEVEL}");
        assert_eq!(open(&text).unwrap().entries().len(), 1);
        assert_eq!(open(&format!("{text}---\n{LEVEL}")).unwrap().entries().len(), 2);
    }

    #[test]
    fn a_number_wins_over_a_title_and_what_is_not_there_is_refused_with_the_list() {
        let entry = |title: &str| Entry { title: Some(title.to_owned()), line: 1 };
        let entries = [entry("2"), entry("b"), entry("b")];
        assert_eq!(select(&entries, "2"), Ok(1));
        assert_eq!(select(&entries[..2], "b"), Ok(1));
        assert!(select(&entries, "b").unwrap_err().contains("2 and 3"));
        assert!(select(&entries, "0").unwrap_err().contains("1 to 3"));
        assert!(select(&entries, "x").unwrap_err().contains("1 (2), 2 (b), 3 (b)"));
    }
}
