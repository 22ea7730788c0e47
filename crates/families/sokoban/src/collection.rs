//! A file of levels: what it holds, how its format is recognised, reading and writing.

pub use super::file::{Collection, Entry, Format, Solution};
use super::text::{Level, Row};
use super::{encoding, lines, slc, write};
use frame::likeness::Likeness;
use frame::problem::{LoadError, Problem};
use frame::source::{self, Source};

/// The maximum number of bytes of a file.
pub const MAX_BYTES: u64 = 16 << 20;
/// The maximum number of levels of a file.
pub const MAX_LEVELS: usize = 100_000;

impl Format {
    /// Guesses the format of a text: XML begins with `<`; remarks and quoted comments tell `.sok`
    /// from plain `.xsb`. The two are read alike, so that a wrong guess changes nothing but what is written back.
    #[must_use]
    pub fn recognise(text: &str) -> Format {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with('<') {
            return Format::Slc;
        }
        let is_sok = |line: &str| {
            let line = line.trim_end();
            line.starts_with("::") || lines::has_key(line, "comment-end")
        };
        if text.lines().any(is_sok) { Format::Sok } else { Format::Xsb }
    }
}

impl Collection {
    /// Returns the level with this index, if it obeys the rules.
    ///
    /// # Errors
    /// Every problem of the level, with lines of the file.
    pub fn level(&self, index: usize) -> Result<Level, LoadError> {
        let (warning, collected_by) = (self.warning.clone(), self.notes.author.clone());
        Ok(Level { warning, collected_by, ..self.entries[index].level()? })
    }

    /// Returns the collection as a text of this format. Reading it gives the same levels, notes and solutions. A
    /// level that does
    /// not obey the rules is written as it was read; `.xsb` and `.sok` leave it out where its rows are not recognised.
    /// `.slc` has no elements for comments and solutions: they are written as `Comment` and `Solution` in their
    /// `Level`, which other tools ignore.
    #[must_use]
    pub fn write(&self, format: Format) -> String {
        match format {
            Format::Xsb | Format::Sok => write::text(self, format),
            Format::Slc => write::xml(self),
        }
    }
}

/// Reads a file of levels.
///
/// # Errors
/// The errors of [`read`], a file of more than [`MAX_BYTES`], and a file in an encoding that is not known here.
pub fn open(source: &dyn Source) -> Result<Collection, LoadError> {
    let decoded = encoding::decode(source::bytes(source, MAX_BYTES, source::is_forbidden)?)?;
    Ok(Collection { warning: decoded.note, ..read(&decoded.text)? })
}

/// Reads a text that holds exactly one level.
///
/// # Errors
/// Every problem of the level, or a second level in the text.
pub fn only(source: &dyn Source) -> Result<Level, LoadError> {
    let collection = open(source)?;
    match &collection.entries[..] {
        [_] => collection.level(0),
        [_, second, ..] => Err(LoadError::one(second.line(), 1, "a second level", "one level")),
        [] => Err(LoadError::one(1, 1, "no level", "rows of a level")),
    }
}

/// Reads a text of levels in any of the formats. A level that does not obey the rules becomes an entry nevertheless,
/// and [`Entry::level`] returns what is wrong with it.
///
/// # Errors
/// No level at all, more than [`MAX_LEVELS`], characters that a text cannot have, a comment that is not closed, XML
/// that is not well formed or is no collection; each with its place.
pub fn read(text: &str) -> Result<Collection, LoadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() as u64 > MAX_BYTES {
        return Err(LoadError::one(1, 1, "the file is too large", format!("at most {MAX_BYTES} bytes")));
    }
    forbidden(text).map_or(Ok(()), |problem| Err(LoadError::Invalid(vec![problem])))?;
    let mut collection = match Format::recognise(text) {
        Format::Slc => slc::read(text)?,
        format => lines::read(text, format)?,
    };
    trim(&mut collection.notes.comments, String::is_empty);
    for entry in &mut collection.entries {
        trim(&mut entry.notes.comments, String::is_empty);
        // An entry without any square keeps a row, which says where it is.
        if entry.rows.iter().any(|row| !row.is_blank()) {
            trim(&mut entry.rows, Row::is_blank);
        }
    }
    match collection.entries.get(MAX_LEVELS) {
        Some(entry) => Err(LoadError::one(entry.line(), 1, "too many levels", format!("at most {MAX_LEVELS}"))),
        None if collection.entries.is_empty() => Err(LoadError::one(1, 1, "no level", "rows of a level: # @ + $ * .")),
        None => Ok(collection),
    }
}

/// Removes empty lines at both ends.
fn trim<T>(lines: &mut Vec<T>, is_empty: impl Fn(&T) -> bool) {
    let end = lines.iter().rposition(|line| !is_empty(line)).map_or(0, |last| last + 1);
    lines.truncate(end);
    let begin = lines.iter().position(|line| !is_empty(line)).unwrap_or(0);
    lines.drain(..begin);
}

/// The first character that a text, or XML, cannot have.
fn forbidden(text: &str) -> Option<Problem> {
    for (number, line) in (1..).zip(text.split('\n')) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let wrong = |character: char| {
            character.is_control() && character != '\t' || matches!(character, '\u{fffe}' | '\u{ffff}')
        };
        if let Some(at) = line.chars().position(wrong) {
            let message = "a control character".to_owned();
            return Some(Problem::error(number, at as u64 + 1, message, "text"));
        }
    }
    None
}

/// How much a text is like a collection: it is one as XML of levels, and may be one if it has rows with a player and a
/// box.
pub fn likeness(text: &str) -> Likeness {
    if text.trim_start().starts_with('<') {
        let is_xml = ["<SokobanLevels", "<LevelCollection"].iter().any(|element| text.contains(element));
        return if is_xml { Likeness::Certain } else { Likeness::None };
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    // A row with a piece has another below it: the player is walled in.
    let inner = lines.windows(2).filter(|pair| pair.iter().all(|line| lines::is_row(line))).map(|pair| pair[0]);
    let (mut has_player, mut has_box) = (false, false);
    for row in inner {
        has_player |= row.contains(['@', '+', 'p', 'P']);
        has_box |= row.contains(['$', '*', 'b', 'B']);
    }
    if has_player && has_box { Likeness::Possible } else { Likeness::None }
}
