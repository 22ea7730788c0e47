//! Reads a hint table. The whole file is summed before a record of it is believed.

use engines::{Context, Halt, Stored};
use sha2::{Digest, Sha256};

use super::{Advice, HEAD, LONG_KEY, MAGIC, MAX_BITS, SHORT_KEY, SUM, VERSION, Widths, key_of, level_sum};

/// Bytes summed between two looks at the limits.
const PIECE: usize = 1 << 20;

/// Why bytes are not accepted as the hint table of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Unusable {
    /// The bytes do not begin as a hint table does.
    Foreign,
    /// The bytes have another version of the format; the version.
    Version(u32),
    /// The bytes are not those that were written.
    Damaged,
    /// The bytes are the table of another level.
    Level,
    /// A limit was reached before all bytes were read.
    Halted(Halt),
}

impl std::fmt::Display for Unusable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unusable::Foreign => f.write_str("not a hint table"),
            Unusable::Version(version) => write!(f, "a table of version {version}; expected {VERSION}"),
            Unusable::Damaged => f.write_str("it is damaged: its checksum does not hold"),
            Unusable::Level => f.write_str("it is the table of another level, or of other rules"),
            Unusable::Halted(halt) => halt.fmt(f),
        }
    }
}

/// What a table says of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Record {
    /// The number of moves to the nearest goal; `None` where none can be reached.
    pub(in super::super) distance: Option<u32>,
    /// The best moves that the table names: all, or one of them where a level has very many moves.
    pub(in super::super) best: Vec<String>,
    /// Whether these are all best moves.
    pub(in super::super) is_every: bool,
}

/// An opened hint table.
pub(in super::super) struct HintTable {
    bytes: Stored,
    widths: Widths,
    records: usize,
    /// Where the records begin.
    begin: usize,
    names: Vec<String>,
}

impl HintTable {
    /// Opens the hint table of a level.
    pub(in super::super) fn open(bytes: Stored, level_key: &[u8], cx: &Context<'_>) -> Result<HintTable, Unusable> {
        if bytes.get(..8) != Some(MAGIC) {
            return Err(Unusable::Foreign);
        }
        let version = u32_at(&bytes, 8).ok_or(Unusable::Damaged)?;
        if version != VERSION {
            return Err(Unusable::Version(version));
        }
        // First, so that a server passes over the table of another level without reading it.
        if bytes.get(32..32 + SUM) != Some(&level_sum(level_key)) {
            return Err(Unusable::Level);
        }
        check_sum(&bytes, cx)?;
        HintTable::laid_out(bytes).ok_or(Unusable::Damaged)
    }

    /// The parts of a table; `None` where they do not fit together.
    fn laid_out(bytes: Stored) -> Option<HintTable> {
        let widths = widths(&bytes)?;
        let records = usize::try_from(u64_at(&bytes, 16)?).ok()?;
        let begin = usize::try_from(u64_at(&bytes, 24)?).ok()?;
        let end = records.checked_mul(widths.record())?.checked_add(begin)?;
        let mut at = HEAD;
        let count = u32_at(&bytes, 64)?;
        text(&bytes, &mut at)?;
        let names = (0..count).map(|_| text(&bytes, &mut at)).collect::<Option<Vec<String>>>()?;
        let fits = at == begin && end.checked_add(SUM)? == bytes.len();
        let has_bits = widths.advice == Advice::One || names.len() <= MAX_BITS.min(8 * widths.best);
        (fits && has_bits).then_some(())?;
        Some(HintTable { bytes, widths, records, begin, names })
    }

    /// Returns the number of records.
    pub(in super::super) fn records(&self) -> usize {
        self.records
    }

    /// Returns the record of the state with this text.
    pub(in super::super) fn find(&self, text: &str) -> Option<Record> {
        let key = key_of(text).to_be_bytes();
        let key = &key[..self.widths.key];
        let (mut low, mut high) = (0, self.records);
        while low < high {
            let middle = low.midpoint(high);
            let record = self.record(middle)?;
            match record.get(..self.widths.key)?.cmp(key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(self.read(&record[self.widths.key..])),
            }
        }
        None
    }

    fn record(&self, index: usize) -> Option<&[u8]> {
        let width = self.widths.record();
        self.bytes.get(self.begin + index * width..)?.get(..width)
    }

    /// What stands in a record behind its key.
    fn read(&self, record: &[u8]) -> Record {
        let (distance, best) = record.split_at(self.widths.distance);
        let (left, best) = (number(distance), number(best));
        let is_best = |kind: u64| match self.widths.advice {
            Advice::Bits => best >> kind & 1 == 1,
            Advice::One => best == kind,
        };
        let names = (0..).zip(&self.names).filter(|(kind, _)| is_best(*kind));
        Record {
            distance: u32::try_from(left).ok().filter(|_| distance.iter().any(|&byte| byte != u8::MAX)),
            best: names.map(|(_, name)| name.clone()).collect(),
            is_every: self.widths.advice == Advice::Bits,
        }
    }
}

/// Sums all bytes before the checksum and compares it.
fn check_sum(bytes: &[u8], cx: &Context<'_>) -> Result<(), Unusable> {
    let length = bytes.len().checked_sub(SUM).ok_or(Unusable::Damaged)?;
    let (content, expected) = bytes.split_at(length);
    let mut sum = Sha256::new();
    for piece in content.chunks(PIECE) {
        cx.spend(0).map_err(Unusable::Halted)?;
        sum.update(piece);
    }
    let sum: [u8; SUM] = sum.finalize().into();
    if sum == expected { Ok(()) } else { Err(Unusable::Damaged) }
}

/// The widths of a record; `None` where a table of this version has no such widths.
fn widths(bytes: &[u8]) -> Option<Widths> {
    let &[key, distance, advice, best] = bytes.get(12..16)? else { return None };
    let advice = match advice {
        0 => Advice::Bits,
        1 => Advice::One,
        _ => return None,
    };
    let widths = Widths { key: key.into(), distance: distance.into(), advice, best: best.into() };
    let known = matches!(widths.key, SHORT_KEY | LONG_KEY) && matches!(widths.distance, 1 | 2 | 4) && widths.best <= 8;
    known.then_some(widths)
}

/// A number of at most eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..)?.first_chunk().copied()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..)?.first_chunk().copied()?))
}

/// The text at a place of the list, and the place behind it.
fn text(bytes: &[u8], at: &mut usize) -> Option<String> {
    let length = u32_at(bytes, *at)? as usize;
    let text = bytes.get(*at + 4..)?.get(..length)?;
    *at += 4 + length;
    String::from_utf8(text.to_vec()).ok()
}
