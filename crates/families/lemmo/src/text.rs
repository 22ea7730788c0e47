//! The format: the rows of the map, highest floor first, `#` `.` above and `#` `$` `@` on the first floor; as they are,
//! or in a notation of the post (see [`super::listing`]). The canonical text is plain rows.
//!
//! A row is packed as it is read, as if it were not the last; what it is becomes known when the next row comes, or
//! none. Only a row with other characters than `#` and `.` is kept as text until then. So a map takes one bit
//! a tile from the start, and the characters are looked at once. Every problem of a text is listed, in order.

use super::Level;
use super::listing::{self, Listing};
use super::pack::Packer;
use super::rules::{Map, Tile, bit, words_for};
use frame::likeness::{self, Likeness};
use frame::par::IMPOSSIBLE;
use frame::phrases::plural;
use frame::problem::{LoadError, MAX_PROBLEMS, Problem};
use frame::rows::{Header, MAX_LINES, MAX_TILES, Row, Rows};
use frame::source::Source;

/// Reads a map.
///
/// # Errors
/// Every problem with its place, and what the source reports.
pub(super) fn parse(source: &dyn Source) -> Result<Level, LoadError> {
    let mut rows = Rows::open(source, &["par"])?;
    let header = rows.header().clone();
    let mut reader = Reader::new(rows.line());
    reader.problems.extend(wrong_par(&header));
    let mut is_first = true;
    while let Some(row) = rows.next_row()? {
        if std::mem::take(&mut is_first) {
            reader.listing = Listing::begun(row.bytes);
        }
        reader.line(&row, source.len())?;
        if reader.problems.len() >= MAX_PROBLEMS {
            break;
        }
    }
    Ok(Level { header, map: reader.finish()? })
}

/// What is wrong with the author's claim: one number, the starts that win after the best removal, or two, before and
/// after it.
fn wrong_par(header: &Header) -> Option<Problem> {
    let par = header.get("par")?;
    let numbers = par.split_whitespace().map(str::parse::<u64>).collect::<Result<Vec<u64>, _>>();
    if par == IMPOSSIBLE || numbers.is_ok_and(|numbers| (1..=2).contains(&numbers.len())) {
        return None;
    }
    let expected = "a whole number of starts that win after the best removal, or before it a second one, of those that \
                    win now: 20 24";
    Some(header.problem("par", format!("par is '{par}'"), expected))
}

/// The canonical text.
pub(super) fn print(level: &Level) -> String {
    let map = &level.map;
    let mut text = level.header.text();
    text.reserve(map.rows() * (map.columns() + 1));
    for row in 0..map.ground() {
        let openings = map.openings(row);
        text.extend((0..map.columns()).map(|column| if bit(openings, column) { '.' } else { '#' }));
        text.push('\n');
    }
    text.extend((0..map.columns()).map(|column| character(map.tile(map.ground(), column))));
    text.push('\n');
    text
}

/// The character of a tile in a level's text.
fn character(tile: Tile) -> char {
    match tile {
        Tile::Block => '#',
        Tile::Space => '.',
        Tile::Treasure => '$',
        Tile::Drain => '@',
    }
}

/// The row read last: whether it is the first floor is not known yet.
enum Last {
    /// There is none.
    Absent,
    /// Of `#` and `.`, packed already.
    Floor { has_space: bool },
    /// With `$` or `@`, perhaps with `.` too.
    Ends(Vec<u8>),
    /// Reported as wrong already.
    Wrong,
}

/// What was read so far.
struct Reader {
    packer: Packer,
    columns: usize,
    openings: Vec<u64>,
    last: Last,
    /// The line of the row read last.
    line: u64,
    /// The number of characters before that row in its line.
    before: u64,
    rows: u64,
    problems: Vec<Problem>,
    /// What was read so far, where the rows are in a notation of the post.
    listing: Option<Listing>,
}

impl Reader {
    fn new(line: u64) -> Reader {
        Reader {
            packer: Packer::best(),
            columns: 0,
            openings: Vec::new(),
            last: Last::Absent,
            line,
            before: 0,
            rows: 0,
            problems: Vec::new(),
            listing: None,
        }
    }

    fn problem(&mut self, column: usize, message: impl Into<String>, expected: impl Into<String>) {
        if self.problems.len() < MAX_PROBLEMS {
            let (line, column) = (self.line, self.before + column as u64 + 1);
            self.problems.push(Problem::error(line, column, message, expected));
        }
    }

    /// Takes the next line of a text of `length` bytes: a row, or several in a notation of the post.
    fn line(&mut self, line: &Row<'_>, length: u64) -> Result<(), LoadError> {
        let Some(listing) = &mut self.listing else { return self.take(line, 0, length) };
        let (rows, problem) = listing.rows(line);
        let (mut at, mut before) = (0, 0);
        for range in rows {
            before += String::from_utf8_lossy(&line.bytes[at..range.start]).chars().count() as u64;
            at = range.start;
            let row =
                Row { line: line.line, bytes: &line.bytes[range.clone()], offset: line.offset + range.start as u64 };
            if row.bytes.is_empty() {
                self.problems.push(line.problem(range.start, "the row is empty", "'#', '.', '$' or '@'"));
                return Ok(());
            }
            self.take(&row, before, length)?;
            if self.problems.len() >= MAX_PROBLEMS {
                return Ok(());
            }
        }
        if let Some(problem) = problem {
            // Whether the row read last is the last one is not known then.
            self.last = Last::Wrong;
            self.problems.push(problem);
        }
        Ok(())
    }

    /// Takes the next row of a text of `length` bytes, with so many characters before it in its line.
    fn take(&mut self, row: &Row<'_>, before: u64, length: u64) -> Result<(), LoadError> {
        self.settle_above();
        (self.line, self.before) = (row.line, before);
        if self.rows == 0 {
            self.begin(row, length)?;
        }
        self.rows += 1;
        // Several rows may stand on a line.
        if self.rows > MAX_LINES {
            return Err(LoadError::one(row.line, before + 1, "too many rows", format!("at most {MAX_LINES}")));
        }
        if self.rows * self.columns as u64 > MAX_TILES {
            return Err(LoadError::one(row.line, before + 1, "too many tiles", format!("at most {MAX_TILES} in all")));
        }
        let before = self.openings.len();
        let plain = self.packer.pack(row.bytes, &mut self.openings);
        if plain && row.bytes.len() == self.columns {
            self.last = Last::Floor { has_space: self.openings[before..].iter().any(|&word| word != 0) };
        } else {
            self.openings.truncate(before);
            self.last = self.examine(row);
        }
        Ok(())
    }

    /// The first row says how wide the map is, and the text's length how much room it needs.
    fn begin(&mut self, row: &Row<'_>, length: u64) -> Result<(), LoadError> {
        self.columns = String::from_utf8_lossy(row.bytes).chars().count();
        let columns = self.columns as u64;
        if columns > MAX_LINES {
            let expected = format!("at most {MAX_LINES} columns");
            return Err(LoadError::one(row.line, self.before + MAX_LINES + 1, "the row is too long", expected));
        }
        let rows =
            (length.saturating_sub(row.offset).div_ceil(columns + 1) + 1).min(MAX_LINES).min(MAX_TILES / columns);
        self.openings.reserve_exact(usize::try_from(rows).unwrap_or(0) * words_for(self.columns));
        Ok(())
    }

    /// A row that is no plain floor: with `$` or `@`, or wrong.
    fn examine(&mut self, row: &Row<'_>) -> Last {
        let before = self.problems.len();
        let mut place = 0;
        for chunk in row.bytes.utf8_chunks() {
            for (at, character) in chunk.valid().char_indices() {
                if !"#.$@".contains(character) {
                    self.unknown(row, place + at);
                }
            }
            place += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                self.unknown(row, place);
            }
            place += chunk.invalid().len();
        }
        if self.problems.len() == before && row.bytes.len() != self.columns {
            let end = row.bytes.len().min(self.columns);
            let message = format!("the row has {}", plural(row.bytes.len(), "tile", "tiles"));
            self.problem(end, message, format!("{}, as in the first row", plural(self.columns, "tile", "tiles")));
        }
        if self.problems.len() == before { Last::Ends(row.bytes.to_vec()) } else { Last::Wrong }
    }

    fn unknown(&mut self, row: &Row<'_>, at: usize) {
        if self.problems.len() < MAX_PROBLEMS {
            let problem = row.problem(at, row.character(at), "'#', '.', '$' or '@'");
            self.problems.push(Problem { column: self.before + problem.column, ..problem });
        }
    }

    /// Judges the row read last as a floor above the first.
    fn settle_above(&mut self) {
        match std::mem::replace(&mut self.last, Last::Absent) {
            Last::Floor { has_space: false } => {
                self.problem(
                    self.columns,
                    "a floor without a space, where Lemmo would walk for ever",
                    "a '.' in the row",
                );
            }
            Last::Ends(bytes) => {
                let expected = "'#' or '.' above the first floor, which is the last row";
                self.each(&bytes, b"$@", |found| (format!("'{found}' above the first floor"), expected));
            }
            Last::Floor { has_space: true } | Last::Absent | Last::Wrong => {}
        }
    }

    /// Reports each of these characters of the row read last.
    fn each(&mut self, bytes: &[u8], characters: &[u8], say: impl Fn(char) -> (String, &'static str)) {
        for (at, &byte) in bytes.iter().enumerate().filter(|(_, byte)| characters.contains(byte)).take(MAX_PROBLEMS) {
            let (message, expected) = say(char::from(byte));
            self.problem(at, message, expected);
        }
    }

    /// Judges the row read last as the first floor, and makes the map.
    fn finish(mut self) -> Result<Map, LoadError> {
        if self.problems.is_empty() {
            self.problems.extend(self.listing.as_ref().and_then(Listing::end));
        }
        let mut treasures = vec![0; words_for(self.columns)];
        match std::mem::replace(&mut self.last, Last::Absent) {
            Last::Absent if self.problems.is_empty() => {
                (self.line, self.before) = (self.line + 1, 0);
                self.problem(0, "there is no row", "a map of '#', '.', '$' and '@'");
            }
            Last::Floor { .. } => {
                let begin = self.openings.len() - words_for(self.columns);
                let openings = &self.openings[begin..];
                let bytes: Vec<u8> =
                    (0..self.columns).map(|column| if bit(openings, column) { b'.' } else { b'#' }).collect();
                self.refuse_spaces(&bytes);
                self.problem(self.columns, "the bottom row has no treasure or drain", "a '$' or '@' in the last row");
            }
            Last::Ends(bytes) => {
                self.refuse_spaces(&bytes);
                self.openings.extend(marks(&bytes, b"$@"));
                treasures = marks(&bytes, b"$").collect();
            }
            Last::Absent | Last::Wrong => {}
        }
        if self.problems.is_empty() {
            return Ok(Map::from_bits(self.columns, self.openings, treasures));
        }
        Err(LoadError::Invalid(self.problems))
    }

    fn refuse_spaces(&mut self, bytes: &[u8]) {
        self.each(bytes, b".", |_| ("a space on the first floor".into(), "'#', '$' or '@' in the last row"));
    }
}

/// A one for each of these characters.
fn marks(bytes: &[u8], characters: &[u8]) -> impl Iterator<Item = u64> {
    let word = |tiles: &[u8]| tiles.iter().rev().fold(0, |word, tile| word << 1 | u64::from(characters.contains(tile)));
    bytes.chunks(64).map(word)
}

/// How much a text is like a level: it may be one if floors of blocks and spaces stand above a row with a treasure or
/// drain.
pub(super) fn likeness(text: &str) -> Likeness {
    let plain = listing::plain(text);
    let text = plain.as_deref().unwrap_or(text);
    let is_floor = |row: &str| row.bytes().all(|byte| matches!(byte, b'#' | b'.'));
    let is_last = |row: &str| row.contains(['$', '@']) && row.bytes().all(|byte| b"#$@.".contains(&byte));
    let is_row = |row: &str| is_floor(row) || is_last(row);
    likeness::of_rows(text, is_row, |rows| match rows.split_last() {
        Some((last, [])) => is_last(last) && last.len() > 1,
        Some((last, floors)) => is_last(last) && floors.iter().any(|row| row.contains('.')),
        None => false,
    })
}
