//! Files that hold several levels: listing the levels, and choosing one by number or title.
//!
//! The formats of this crate separate levels by a line of exactly `---`, blanks behind it ignored ([`separated`]). A
//! file of one level is loaded directly, without a copy or a search for separators first, so that a board of gigabytes
//! costs no second pass. Families with formats of their own implement [`Collection`].

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use engines::Context;

use crate::canvas::Canvas;
use crate::edit::{Edit, LevelLines, Lines, Statement};
use crate::family::{Collection, Entry, Family, Level, canvas_in, single};
use crate::info::Shipped;
use crate::problem::LoadError;
use crate::source::{self, Source};
use crate::title::{quotes, title};

/// The line between two levels.
const SEPARATOR: &[u8] = b"---";
/// The largest file, in bytes, that is searched for separators; a larger file holds one level.
const MAX_BYTES: u64 = 64 << 20;
/// The maximum number of levels of a file with separators.
pub const MAX_LEVELS: usize = 100_000;
/// The maximum number of levels that an error message lists.
const MAX_LISTED: usize = 20;

/// Returns the index of the level that a selection names: a number from 1, or an exact title. A number wins over a
/// title.
///
/// # Errors
/// Says which levels there are, where the selection names none or more than one.
pub fn select(entries: &[Entry], selection: &str) -> Result<usize, String> {
    named(entries, selection, "a number or a title")
}

/// The level that a selection names; `forms` says what a selection may be.
fn named(entries: &[Entry], selection: &str, forms: &str) -> Result<usize, String> {
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
        (None, _) => Err(format!("no level is called '{selection}'; expected {forms}: {}", listed(entries))),
    }
}

/// Returns the indices of the levels that a selection names: those of a range of numbers from 1, such as `2-5`, where
/// no title is spelt so; else the one that [`select`] finds.
///
/// # Errors
/// Says which levels there are, where a number is that of none or the range ends before it begins.
pub fn select_several(entries: &[Entry], selection: &str) -> Result<Range<usize>, String> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    let is_title = entries.iter().any(|entry| entry.title.as_deref() == Some(selection));
    let range = selection.split_once('-').and_then(|(first, last)| Some((number(first)?, number(last)?)));
    let Some((first, last)) = range.filter(|_| !is_title) else {
        let forms = "a number, a range such as 2-5, or a title";
        return named(entries, selection, forms).map(|index| index..index + 1);
    };
    if first == 0 || first > last || last > entries.len() {
        let count = entries.len();
        return Err(format!("there are no levels {selection}; expected a first and a last number from 1 to {count}"));
    }
    Ok(first - 1..last)
}

/// Returns the levels of a file in words, as `1 (One Push), 2 (Around the Corner), 3`; a long list is cut off.
#[must_use]
pub fn listed(entries: &[Entry]) -> String {
    let name = |(number, entry): (usize, &Entry)| match &entry.title {
        Some(title) if *title != number.to_string() => format!("{number} ({title})"),
        _ => number.to_string(),
    };
    let mut names: Vec<String> = (1..).zip(entries).take(MAX_LISTED).map(name).collect();
    if entries.len() > MAX_LISTED {
        names.push(format!("… {}", entries.len()));
    }
    names.join(", ")
}

/// One built-in level of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShippedLevel {
    /// The name that the command line takes after `@`: that of the shipped text, followed by `#` and the level's number
    /// where the text holds several levels.
    pub name: String,
    /// The level's title, if its text states one.
    pub title: Option<String>,
    /// A description in one line: the level's title where the text holds several levels.
    pub about: String,
    /// The level's text, which holds no other level.
    pub text: Cow<'static, str>,
}

/// The levels that come with a family, one by one. A text that is a program is taken as one level without being run.
#[must_use]
pub fn shipped(family: &dyn Family) -> Vec<ShippedLevel> {
    let alone = |level: &Shipped| {
        let Shipped { name, about, text } = *level;
        vec![ShippedLevel { name: name.into(), title: family.title(text), about: about.into(), text: text.into() }]
    };
    let each = |level: &Shipped| match family.confined() {
        None => several(family, level).unwrap_or_else(|| alone(level)),
        Some(_) => alone(level),
    };
    family.info().levels.iter().flat_map(each).collect()
}

/// A built-in text of a family that holds several levels.
#[derive(Clone, Copy, Debug)]
pub struct ShippedFile {
    /// Its name, description and text.
    pub shipped: &'static Shipped,
    /// The number of its levels, at least two.
    pub levels: usize,
}

/// The built-in texts of a family that hold several of these levels, which [`shipped`] returns.
pub fn shipped_files<'l>(
    family: &dyn Family,
    levels: &'l [ShippedLevel],
) -> impl Iterator<Item = ShippedFile> + use<'l> {
    let of = |name: &str| levels.iter().filter(|level| level.name.split('#').next() == Some(name)).count();
    let files = family.info().levels.iter().map(move |shipped| ShippedFile { shipped, levels: of(shipped.name) });
    files.filter(|file| file.levels > 1)
}

/// The levels of a shipped text, if it holds more than one.
fn several(family: &dyn Family, shipped: &Shipped) -> Option<Vec<ShippedLevel>> {
    let cx = Context::default();
    let collection = family.open(Arc::new(shipped.text.as_bytes()), &cx).ok()?;
    let entries = collection.entries();
    let level = |(index, entry): (usize, &Entry)| {
        let about = entry.title.clone().unwrap_or_else(|| shipped.about.into());
        let text = collection.level(index, &cx).ok()?.text().into();
        let title = entry.title.clone().or_else(|| family.title(shipped.text));
        Some(ShippedLevel { name: format!("{}#{}", shipped.name, index + 1), title, about, text })
    };
    (entries.len() > 1).then(|| entries.iter().enumerate().filter_map(level).collect())
}

/// Opens a file of one or more levels of `family`, separated by lines `---`.
///
/// # Errors
/// The errors of [`Family::load`] where the file holds one level; an empty part between separators or more than
/// [`MAX_LEVELS`] levels, with the line.
pub fn separated(
    family: &'static dyn Family,
    source: Arc<dyn Source>,
    cx: &Context<'_>,
) -> Result<Box<dyn Collection>, LoadError> {
    // No level contains a separator line, so a text that loads as one level has none.
    let alone = match family.load(Arc::clone(&source), cx) {
        Ok(level) => return Ok(single(level, source)),
        // Several levels in one may be too large where each alone is not.
        Err(alone @ (LoadError::Invalid(_) | LoadError::Exceeded(_))) => alone,
        Err(other) => return Err(other),
    };
    if source.len() > MAX_BYTES {
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
    if let Some(part) = parts.get(MAX_LEVELS) {
        return Err(LoadError::one(part.line, 1, "too many levels", format!("at most {MAX_LEVELS}")));
    }
    let entries = parts.iter().map(|part| Entry { title: part.title.clone(), line: part.line, index: None }).collect();
    Ok(Box::new(Separated { family, source, parts, entries }))
}

/// The byte range of a level in a file, with its first line and title.
#[derive(Debug)]
struct Part {
    begin: u64,
    end: u64,
    line: u64,
    blank: bool,
    title: Option<String>,
}

/// Splits a file at its separators. A separator inside a multi-line TOML string does not count.
fn parts(source: &dyn Source) -> Result<Vec<Part>, LoadError> {
    let text = source::beginning(source, MAX_BYTES)?;
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
        let line = self.parts[index].line;
        self.family.load(self.slice(index), cx).map_err(|error| error.below(line - 1))
    }

    fn canvas(&self, index: usize) -> Result<Canvas, String> {
        let slice = self.slice(index);
        let level = self.family.load(Arc::clone(&slice), &Context::default());
        let level = level.map_err(|_| "This level has errors, and is drawn once it has none.")?;
        Ok(canvas_in(&*level, &*slice)?.below(self.parts[index].line - 1))
    }

    fn write_back(&self, bytes: &[u8], index: usize, statement: &Statement) -> Result<Edit, String> {
        let Part { begin, end, .. } = self.parts[index];
        let (begin, end) = (usize::try_from(begin).unwrap_or(usize::MAX), usize::try_from(end).unwrap_or(usize::MAX));
        let part = bytes.get(begin..end).ok_or("the file has changed since it was read")?;
        Ok((self.family.info().write_back)(part, statement)?.of_level(index, begin))
    }

    fn level_lines(&self, text: &Lines<'_>) -> Result<LevelLines, String> {
        let ends = self.parts.iter().skip(1).map(|part| part.line as usize - 1).chain([text.len() + 1]);
        let lines = self.parts.iter().zip(ends).map(|(part, end)| part.line as usize..end).collect();
        Ok(LevelLines { lines, separator: "---\n" })
    }
}

impl Separated {
    /// The text of the level at `index`.
    fn slice(&self, index: usize) -> Arc<dyn Source> {
        let Part { begin, end, .. } = self.parts[index];
        Arc::new(Slice { source: Arc::clone(&self.source), begin, length: end - begin })
    }
}

/// A byte range of another source.
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

    #[test]
    fn a_number_wins_over_a_title_and_what_is_not_there_is_refused_with_the_list() {
        let entry = |title: &str| Entry { title: Some(title.to_owned()), line: 1, index: None };
        let entries = [entry("2"), entry("b"), entry("b")];
        assert_eq!(select(&entries, "2"), Ok(1));
        assert_eq!(select(&entries[..2], "b"), Ok(1));
        assert!(select(&entries, "b").unwrap_err().contains("2 and 3"));
        assert!(select(&entries, "0").unwrap_err().contains("1 to 3"));
        assert!(select(&entries, "x").unwrap_err().contains("1 (2), 2 (b), 3 (b)"));
    }

    #[test]
    fn a_range_names_several_levels_unless_a_title_is_spelt_so() {
        let entry = |title: &str| Entry { title: Some(title.to_owned()), line: 1, index: None };
        let entries = [entry("a"), entry("b"), entry("1-2"), entry("d")];
        assert_eq!(select_several(&entries, "2-4"), Ok(1..4));
        assert_eq!(select_several(&entries, "3-3"), Ok(2..3));
        assert_eq!(select_several(&entries, "1-2"), Ok(2..3));
        assert_eq!(select_several(&entries, "d"), Ok(3..4));
        for wrong in ["0-2", "3-2", "2-5", "2-", "x-2"] {
            assert!(select_several(&entries, wrong).unwrap_err().contains("expected"), "{wrong}");
        }
    }
}
