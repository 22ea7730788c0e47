//! Finished distances in a folder of the store, so that an interrupted build goes on where it was. The folder is this
//! build's alone while it runs; another build of the same map at the same time keeps its own.
//!
//! At distance d only the plane d mod 3 changes, and planes only grow. So a distance is kept as one *record*: the list
//! of its new states where the build has that list, else its plane, in which zero words take one bit. A *head*, written
//! after the record, names with their checksums the records that make up the three planes: for each the last plane
//! record and the lists after it. Heads have two names in turn, and a record stays until neither head names it: a build
//! that is killed at any moment, or whose last distance is damaged, goes on from the head before. Everything that a
//! head names is checked before any of it is used. Cost: a few bytes a state for thin distances, at most 65/64 bits a
//! state of the board for thick ones.

use std::cmp::Reverse;
use std::io::{self, Write};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::file::{self, Summary, Words};
use super::frame::Frame;
use super::levels::Levels;
use super::planes::Plane;
use crate::{Context, Stored, WorkFolder};

/// Raised with every change of the records' form.
const VERSION: u64 = u64::from_le_bytes(*b"statestp") + 2;

/// Words under one mask.
const GROUP: usize = 64;

/// Groups that are written at once: about a megabyte.
const GROUPS: usize = 2048;

/// A record as a head names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// The distance that it was kept at.
    distance: usize,
    /// Whether it is a whole plane, not a list.
    whole: bool,
    sum: u64,
}

/// What a build keeps.
pub(super) struct Checkpoints<'a> {
    folder: Box<dyn WorkFolder + 'a>,
    key: u64,
    /// The records of the last head.
    last: Vec<Entry>,
    /// Those of the head before.
    before: Vec<Entry>,
    /// Whether the folder took everything so far.
    sound: bool,
}

impl<'a> Checkpoints<'a> {
    /// The checkpoints of a board's map; none where the store has no folder for them.
    pub(super) fn of(frame: &Frame, cx: &Context<'a>) -> Option<Checkpoints<'a>> {
        let key = file::key(frame);
        let folder = cx.tables().work_folder(&format!("map-{key:016x}")).ok()?;
        Some(Checkpoints { folder, key, last: Vec::new(), before: Vec::new(), sound: true })
    }

    /// Keeps the last finished distance. Where the folder takes it not, the build goes on without.
    pub(super) fn keep(&mut self, levels: &Levels<'_>) {
        self.sound = self.sound && self.try_keep(levels).is_ok();
    }

    fn try_keep(&mut self, levels: &Levels<'_>) -> io::Result<()> {
        let distance = levels.finished();
        let entry = self.write_record(levels)?;
        let mut entries = self.last.clone();
        entries.retain(|old| old.distance < distance && !(entry.whole && old.distance % 3 == distance % 3));
        entries.push(entry);
        let head = self.head(&levels.summary(), &entries);
        self.folder.put(&head_name(distance), &mut |out| out.write_all(&head))?;
        let unnamed = |old: &&Entry| !self.last.contains(old) && !entries.contains(old);
        for old in self.before.iter().filter(unnamed) {
            self.folder.remove(&record_name(old.distance));
        }
        self.before = std::mem::replace(&mut self.last, entries);
        Ok(())
    }

    fn write_record(&self, levels: &Levels<'_>) -> io::Result<Entry> {
        let (distance, whole) = (levels.finished(), levels.last.cut);
        let mut sum = 0;
        let mut write = |out: &mut dyn Write| {
            let mut summed = Summed { out, sum: Xxh3::new() };
            if whole {
                write_plane(levels.plane(distance), &mut summed)?;
            } else {
                levels.last.codes.iter().try_for_each(|code| summed.write_all(&code.to_le_bytes()))?;
            }
            sum = summed.sum.digest();
            Ok(())
        };
        self.folder.put(&record_name(distance), &mut write)?;
        Ok(Entry { distance, whole, sum })
    }

    fn head(&self, summary: &Summary, entries: &[Entry]) -> Vec<u8> {
        let mut words = vec![VERSION, self.key, summary.distances.len() as u64];
        words.extend(&summary.distances);
        words.push(summary.sample.len() as u64);
        words.extend(&summary.sample);
        words.extend(entries.iter().flat_map(|e| [e.distance as u64, u64::from(e.whole), e.sum]));
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Goes on at the deepest head that holds, and removes what no head names.
    pub(super) fn resume(&mut self, levels: &mut Levels<'_>, frame: &Frame) {
        let mut heads: Vec<_> = [0, 1].into_iter().filter_map(|parity| self.read_head(parity, frame)).collect();
        heads.sort_by_key(|(summary, _)| Reverse(summary.distances.len()));
        self.remove_unnamed(&heads);
        for (summary, entries) in heads {
            let records: Option<Vec<Stored>> = entries.iter().map(|&entry| self.read_record(entry, frame)).collect();
            let Some(records) = records else { continue };
            for (entry, bytes) in entries.iter().zip(&records) {
                restore(*entry, bytes, frame, &mut levels.planes[entry.distance % 3]);
            }
            levels.resume(summary.distances, summary.sample);
            self.last = entries;
            return;
        }
    }

    fn remove_unnamed(&self, heads: &[(Summary, Vec<Entry>)]) {
        let records = heads.iter().flat_map(|(_, entries)| entries.iter().map(|entry| record_name(entry.distance)));
        let named: Vec<String> = records.chain([0, 1].map(head_name)).collect();
        self.folder.names().iter().filter(|name| !named.contains(name)).for_each(|name| self.folder.remove(name));
    }

    fn read_head(&self, parity: usize, frame: &Frame) -> Option<(Summary, Vec<Entry>)> {
        let stored = self.folder.get(&head_name(parity)).ok()?;
        let (bytes, sum) = stored.split_last_chunk::<8>()?;
        if bytes.len() % 8 > 0 || xxh3_64(bytes) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut words = Words::of(bytes);
        if words.one().ok()? != VERSION || words.one().ok()? != self.key {
            return None;
        }
        let distances = words.counted().ok()?;
        let sample = words.counted().ok()?;
        let sound = !distances.is_empty() && !sample.is_empty() && sample.iter().all(|&code| frame.is_state(code));
        let rest = words.rest();
        let entries = rest.as_chunks::<3>().0.iter();
        let entries =
            entries.map(|&[distance, whole, sum]| Entry { distance: distance as usize, whole: whole == 1, sum });
        sound.then(|| (Summary { distances, sample }, entries.collect()))
    }

    /// The bytes of a record, checked.
    fn read_record(&self, entry: Entry, frame: &Frame) -> Option<Stored> {
        let bytes = self.folder.get(&record_name(entry.distance)).ok()?;
        let sound = xxh3_64(&bytes) == entry.sum
            && if entry.whole {
                groups(&bytes, frame.chunks * frame.chunk_words()).all(|group| group.is_some())
            } else {
                codes(&bytes).all(|code| frame.is_state(code))
            };
        sound.then_some(bytes)
    }
}

fn head_name(distance: usize) -> String {
    format!("head-{}", distance % 2)
}

fn record_name(distance: usize) -> String {
    format!("at-{distance}")
}

/// A writer that sums what it writes.
struct Summed<'o> {
    out: &'o mut dyn Write,
    sum: Xxh3,
}

impl Summed<'_> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.out.write_all(bytes)
    }
}

fn write_plane(plane: &[u64], out: &mut Summed<'_>) -> io::Result<()> {
    let mut bytes = vec![[0; 8]; (GROUP + 1) * GROUPS];
    for batch in plane.chunks(GROUP * GROUPS) {
        let filled = batch.chunks(GROUP).fold(0, |filled, group| filled + pack(group, &mut bytes[filled..]));
        out.write_all(bytes[..filled].as_flattened())?;
    }
    Ok(())
}

/// Writes the mask of the words that are not zero, then those; returns how many words that makes.
fn pack(group: &[u64], out: &mut [[u8; 8]]) -> usize {
    let (mut mask, mut filled) = (0u64, 1);
    for (i, word) in group.iter().enumerate() {
        out[filled] = word.to_le_bytes();
        mask |= u64::from(*word != 0) << i;
        filled += usize::from(*word != 0);
    }
    out[0] = mask.to_le_bytes();
    filled
}

/// The groups of a plane of `words`: mask and words of each; [`None`] where the bytes do not make up such a plane.
fn groups(bytes: &[u8], words: usize) -> impl Iterator<Item = Option<(u64, &[[u8; 8]])>> {
    let (mut rest, odd) = bytes.as_chunks::<8>();
    let number = words.div_ceil(GROUP);
    (0..number).map(move |group| {
        let (mask, after) = rest.split_first()?;
        let mask = u64::from_le_bytes(*mask);
        let (own, after) = after.split_at_checked(mask.count_ones() as usize)?;
        rest = after;
        let fits = group + 1 < number || (rest.is_empty() && odd.is_empty() && reach(mask) <= words - group * GROUP);
        fits.then_some((mask, own))
    })
}

/// How many words a mask speaks of at least.
fn reach(mask: u64) -> usize {
    (u64::BITS - mask.leading_zeros()) as usize
}

fn codes(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.as_chunks().0.iter().map(|&code| u64::from_le_bytes(code))
}

/// Puts a checked record into its plane.
fn restore(entry: Entry, bytes: &[u8], frame: &Frame, plane: &mut Plane) {
    if !entry.whole {
        for code in codes(bytes) {
            let (word, bit) = frame.position(frame.uncode(code));
            plane[word] |= bit;
        }
        return;
    }
    let words = frame.chunks * frame.chunk_words();
    for ((mut mask, own), target) in groups(bytes, words).flatten().zip(plane[..words].chunks_mut(GROUP)) {
        for &word in own {
            target[mask.trailing_zeros() as usize] = u64::from_le_bytes(word);
            mask &= mask - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(plane: &[u64]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_plane(plane, &mut Summed { out: &mut bytes, sum: Xxh3::new() }).unwrap();
        bytes
    }

    #[test]
    fn planes_of_every_length_come_back() {
        for words in [0, 1, 63, 64, 65, 127, 128, 129, 511, 512, 513, GROUP * GROUPS - 1, GROUP * GROUPS + 1] {
            for every in [1, 3, 200] {
                let plane: Vec<u64> =
                    (0..words).map(|i| if i % every == every - 1 { i as u64 + 1 } else { 0 }).collect();
                let bytes = packed(&plane);
                let mut back = vec![0; words];
                for (group, target) in groups(&bytes, words).zip(back.chunks_mut(GROUP)) {
                    let (mask, own) = group.unwrap();
                    let places = (0..64).filter(|i| mask >> i & 1 == 1);
                    places.zip(own).for_each(|(i, word)| target[i] = u64::from_le_bytes(*word));
                }
                assert_eq!(back, plane);
                assert!(bytes.len() <= 8 * words + 8 * words.div_ceil(GROUP));
            }
        }
    }

    #[test]
    fn bytes_of_another_length_are_refused() {
        let whole = packed(&[7; 70]);
        assert!(groups(&whole, 70).all(|group| group.is_some()));
        for words in [64, 65, 69, 129] {
            assert!(groups(&whole, words).any(|group| group.is_none()), "{words}");
        }
        for length in [0, 8, 15, whole.len() - 8, whole.len() - 1] {
            assert!(groups(&whole[..length], 70).any(|group| group.is_none()), "{length}");
        }
    }
}
