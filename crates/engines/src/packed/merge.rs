//! Sorted keys in files, and their merging.
//!
//! Words are stored with the highest byte first, so that keys compare as bytes.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use crate::{Halt, Stored};

/// Keys written between two looks at the limits.
const KEYS_PER_LIMIT_CHECK: u64 = 1 << 16;

/// Sorted keys in a file.
pub(super) struct Keys {
    stored: Stored,
    /// The bytes of a key.
    width: usize,
}

impl Keys {
    pub(super) fn new(stored: Stored, words: usize) -> Keys {
        Keys { stored, width: words * 4 }
    }

    pub(super) fn len(&self) -> usize {
        self.stored.len() / self.width
    }

    pub(super) fn bytes(&self) -> u64 {
        self.stored.len() as u64
    }

    fn key(&self, at: usize) -> Option<&[u8]> {
        self.stored.get(at * self.width..(at + 1) * self.width)
    }

    /// The words of some keys, one behind the other.
    pub(super) fn words(&self, keys: Range<usize>) -> Cow<'_, [u32]> {
        let bytes = &self.stored[keys.start * self.width..keys.end * self.width];
        let word = |bytes: &[u8]| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        Cow::Owned(bytes.chunks_exact(4).map(word).collect())
    }
}

/// Writes the keys of all runs once, in order, but for those of earlier layers. `look` is called now and then and may
/// end it.
pub(super) fn merge(
    runs: &[Keys],
    earlier: &[Keys],
    out: &mut dyn Write,
    look: &mut dyn FnMut() -> Result<(), Halt>,
) -> io::Result<Result<(), Halt>> {
    let mut heads = Heads::new(runs);
    let mut known = Heads::new(earlier);
    let (mut last, mut count) = (Vec::new(), 0_u64);
    while let Some(key) = heads.next() {
        count += 1;
        if count.is_multiple_of(KEYS_PER_LIMIT_CHECK)
            && let Err(halt) = look()
        {
            return Ok(Err(halt));
        }
        if count > 1 && key == last {
            continue;
        }
        last.clear();
        last.extend_from_slice(key);
        if !known.advance_to(key) {
            out.write_all(key)?;
        }
    }
    Ok(Ok(()))
}

/// The next keys of several files, in a heap by key.
struct Heads<'k> {
    files: &'k [Keys],
    /// Numbers of files with the places of their next keys: a binary heap, least first.
    heap: Vec<(usize, usize)>,
}

impl<'k> Heads<'k> {
    fn new(files: &'k [Keys]) -> Heads<'k> {
        let mut heads = Heads { files, heap: Vec::new() };
        for file in (0..files.len()).filter(|&file| files[file].len() > 0) {
            heads.heap.push((file, 0));
            heads.rise(heads.heap.len() - 1);
        }
        heads
    }

    fn key(&self, place: usize) -> &'k [u8] {
        let (file, at) = self.heap[place];
        self.files[file].key(at).unwrap_or_default()
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 && self.key(place) < self.key((place - 1) / 2) {
            self.heap.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn sink(&mut self) {
        let mut place = 0;
        loop {
            let children = (2 * place + 1)..(2 * place + 3).min(self.heap.len());
            let Some(least) = children.min_by_key(|&child| self.key(child)) else { return };
            if self.key(place) <= self.key(least) {
                return;
            }
            self.heap.swap(place, least);
            place = least;
        }
    }

    /// Takes the least key.
    fn next(&mut self) -> Option<&'k [u8]> {
        let &(file, at) = self.heap.first()?;
        let key = self.key(0);
        if at + 1 < self.files[file].len() {
            self.heap[0].1 += 1;
        } else {
            self.heap.swap_remove(0);
        }
        self.sink();
        Some(key)
    }

    /// Goes on to the first key that is not less than this; whether it is this.
    fn advance_to(&mut self, key: &[u8]) -> bool {
        while !self.heap.is_empty() && self.key(0) < key {
            self.next();
        }
        !self.heap.is_empty() && self.key(0) == key
    }
}
