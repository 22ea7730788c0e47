//! The visited set: every key stored once, numbered from 0 in the order of arrival.
//!
//! A table of the numbers alone (hashbrown's SwissTable) finds keys again. It is rebuilt from the keys in order, so that
//! growing reads memory forwards. The seed of the hash is drawn anew each time; no answer depends on it.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::rows::Rows;
use crate::{Context, EngineLimit, Halt, Reservation};

/// The fewest slots of the table.
const SLOTS: usize = 512;
/// Tables of fewer slots grow fourfold: there time is worth more than memory.
const LARGE: usize = 1 << 15;

/// Keys of equal length.
pub(super) struct KeySet<'c> {
    cx: &'c Context<'c>,
    keys: Rows<'c, u32>,
    table: HashTable<u32>,
    held: Option<Reservation<'c>>,
    hasher: RandomState,
}

impl<'c> KeySet<'c> {
    pub(super) fn new(words: usize, cx: &'c Context<'c>) -> Self {
        let (table, hasher) = (HashTable::new(), RandomState::default());
        KeySet { cx, keys: Rows::new(words, cx), table, held: None, hasher }
    }

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.keys.len() as u32
    }

    #[inline]
    pub(super) fn get(&self, id: u32) -> &[u32] {
        self.keys.get(id as usize)
    }

    /// The number of a key, if it is here.
    pub(super) fn find(&self, key: &[u32]) -> Option<u32> {
        self.table.find(hash(&self.hasher, key), |&id| self.keys.get(id as usize) == key).copied()
    }

    /// The number of a key, and whether it is new.
    #[inline]
    pub(super) fn intern(&mut self, key: &[u32]) -> Result<(u32, bool), Halt> {
        if self.table.len() == self.table.capacity() {
            self.grow()?;
        }
        let (keys, hasher) = (&mut self.keys, &self.hasher);
        match self.table.entry(
            hash(hasher, key),
            |&id| keys.get(id as usize) == key,
            |&id| hash(hasher, keys.get(id as usize)),
        ) {
            Entry::Occupied(entry) => Ok((*entry.get(), false)),
            Entry::Vacant(entry) => {
                let id = u32::try_from(keys.len()).ok().filter(|&id| id < u32::MAX);
                let id = id.ok_or(Halt::Engine(EngineLimit::States))?;
                keys.push(key)?;
                entry.insert(id);
                Ok((id, true))
            }
        }
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Halt> {
        let slots = self.table.num_buckets();
        let slots = (if slots < LARGE { 4 * slots } else { 2 * slots }).max(SLOTS);
        // Four bytes for the number and one of control a slot, and a last group of control bytes.
        let held = self.cx.reserve(slots as u64 * 5 + 64)?;
        let mut table = HashTable::with_capacity(slots / 8 * 7);
        for id in 0..self.len() {
            table.insert_unique(hash(&self.hasher, self.get(id)), id, |_| 0);
        }
        self.table = table;
        self.held = Some(held);
        Ok(())
    }
}

/// The hash of a key.
#[inline]
fn hash(hasher: &RandomState, key: &[u32]) -> u64 {
    let mut hasher = hasher.build_hasher();
    let mut pairs = key.chunks_exact(2);
    for pair in &mut pairs {
        hasher.write_u64(u64::from(pair[0]) | u64::from(pair[1]) << 32);
    }
    for &word in pairs.remainder() {
        hasher.write_u32(word);
    }
    hasher.finish()
}
