//! Writes a hint table: the records are collected, sorted, and checked for keys that two states share.

use std::hash::Hash;
use std::io::{self, Write};

use engines::map::size;
use engines::{Context, Halt};
use sha2::{Digest, Sha256};

use super::super::map_states::{MapStates, look};
use super::{Advice, HEAD, LONG_KEY, MAGIC, MAX_BITS, SHORT_KEY, VERSION, Widths, key_of, level_sum};
use crate::phrases::plural;
use crate::problem::AskError;

/// Why no table was written.
pub(in super::super) enum NotWritten {
    /// A limit does not suffice: what the table would need, in words.
    Unfinished(String),
    /// The table cannot tell the states of the level apart, or the medium failed.
    Refused(AskError),
}

impl<E: Into<AskError>> From<E> for NotWritten {
    fn from(error: E) -> NotWritten {
        NotWritten::Refused(error.into())
    }
}

/// A state of the table.
#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    /// A bit for each best move of the list, or the number of the first best move.
    best: u64,
    /// `u32::MAX` where no goal can be reached.
    distance: u32,
}

/// The level of a table.
pub(in super::super) struct Of<'a> {
    pub(in super::super) family: &'a str,
    pub(in super::super) level_key: &'a [u8],
    /// Whether the game is over at a goal.
    pub(in super::super) ends_at_goals: bool,
}

impl<T: Clone + Eq + Hash, M: Eq + Hash> MapStates<'_, T, M> {
    /// Writes the hint table of these states, if somebody wants it, and says what it holds.
    pub(in super::super) fn write_hint_table(
        &self,
        of: &Of<'_>,
        cx: &Context<'_>,
    ) -> Result<Option<String>, NotWritten> {
        let Some(sink) = cx.map_sink() else { return Ok(None) };
        let bytes = self.numbers().len() as u64 * size_of::<Entry>() as u64;
        let Ok(_held) = cx.reserve(bytes) else {
            let states = plural(self.numbers().len(), "state", "states");
            let why =
                format!("{}: the hint table of {states} takes {} more while it is sorted", Halt::Bytes, size(bytes));
            return Err(NotWritten::Unfinished(why));
        };
        let mut entries = self.entries(of.ends_at_goals, cx)?;
        sort(&mut entries)?;
        let widths = self.widths(&entries);
        let mut out = sink.open()?;
        let mut summed = Summed { out: &mut *out, sum: Sha256::new(), bytes: 0 };
        self.write_head(of, widths, entries.len() as u64, &mut summed)?;
        for (number, entry) in (0..).zip(&entries) {
            look(number, entries.len() as u32, "records", cx)?;
            write_entry(entry, widths, &mut summed)?;
        }
        let (sum, bytes) = (summed.sum.finalize(), summed.bytes + super::SUM as u64);
        out.write_all(&sum)?;
        out.flush()?;
        let records = plural(entries.len(), "record", "records");
        Ok(Some(format!("a hint table of {records}, {} bytes each, {} in all", widths.record(), size(bytes))))
    }

    fn entries(&self, ends_at_goals: bool, cx: &Context<'_>) -> Result<Vec<Entry>, NotWritten> {
        let mut entries = Vec::with_capacity(self.numbers().len());
        for number in self.numbers() {
            look(number, self.graph().states(), "keys", cx)?;
            let distance = self.graph().distance(number);
            if ends_at_goals && distance == Some(0) {
                continue;
            }
            entries.push(Entry {
                key: key_of(&self.text(number)),
                best: self.best(number, distance),
                distance: distance.unwrap_or(u32::MAX),
            });
        }
        Ok(entries)
    }

    /// The best moves of a state, as its record has them.
    fn best(&self, number: u32, distance: Option<u32>) -> u64 {
        let after = distance.and_then(|distance| distance.checked_sub(1));
        let best = |to: u32| after.is_some() && self.graph().distance(to) == after;
        let mut best = self.graph().moves(number).filter(|&(_, to)| best(to)).map(|(kind, _)| u64::from(kind));
        match self.advice() {
            Advice::Bits => best.fold(0, |bits, kind| bits | 1 << kind),
            Advice::One => best.next().unwrap_or(u64::MAX),
        }
    }

    fn advice(&self) -> Advice {
        if self.names().len() <= MAX_BITS { Advice::Bits } else { Advice::One }
    }

    /// The narrowest record that holds every entry.
    fn widths(&self, entries: &[Entry]) -> Widths {
        let short = |entry: &Entry| entry.key >> 64;
        let is_short = entries.windows(2).all(|pair| short(&pair[0]) != short(&pair[1]));
        let advice = self.advice();
        Widths {
            key: if is_short { SHORT_KEY } else { LONG_KEY },
            distance: match self.graph().largest().unwrap_or(0) {
                0..0xff => 1,
                0xff..0xffff => 2,
                _ => 4,
            },
            advice,
            best: match advice {
                Advice::Bits => self.names().len().div_ceil(8),
                Advice::One => 4,
            },
        }
    }

    fn write_head(&self, of: &Of<'_>, widths: Widths, records: u64, out: &mut dyn Write) -> io::Result<()> {
        let mut list = Vec::new();
        for text in std::iter::once(of.family).chain(self.names().iter().map(|name| &**name)) {
            list.extend((text.len() as u32).to_le_bytes());
            list.extend(text.as_bytes());
        }
        out.write_all(MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        let advice = u8::from(widths.advice == Advice::One);
        out.write_all(&[widths.key as u8, widths.distance as u8, advice, widths.best as u8])?;
        out.write_all(&records.to_le_bytes())?;
        out.write_all(&((HEAD + list.len()) as u64).to_le_bytes())?;
        out.write_all(&level_sum(of.level_key))?;
        out.write_all(&(self.names().len() as u32).to_le_bytes())?;
        out.write_all(&list)
    }
}

/// Sorts the entries by their keys. States with the same text are one entry, if nothing else tells them apart.
fn sort(entries: &mut Vec<Entry>) -> Result<(), AskError> {
    entries.sort_unstable_by_key(|entry| entry.key);
    let differ = |a: &Entry, b: &Entry| (a.best, a.distance) != (b.best, b.distance);
    if entries.windows(2).any(|pair| pair[0].key == pair[1].key && differ(&pair[0], &pair[1])) {
        let why = "two states of this level have the same text and other distances, so that a hint table cannot tell \
                   them apart";
        return Err(AskError::NotOffered(why.into()));
    }
    entries.dedup_by_key(|entry| entry.key);
    Ok(())
}

fn write_entry(entry: &Entry, widths: Widths, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&entry.key.to_be_bytes()[..widths.key])?;
    out.write_all(&entry.distance.to_le_bytes()[..widths.distance])?;
    out.write_all(&entry.best.to_le_bytes()[..widths.best])
}

/// A writer that sums what it writes.
struct Summed<'o> {
    out: &'o mut dyn Write,
    sum: Sha256,
    bytes: u64,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
