//! The visited set: every key stored once, numbered from 0 in the order of arrival.
//!
//! An open-addressing table with linear probing finds keys again. A slot holds the number of a key and 32 bits of its
//! hash, so that other keys are rarely looked at, and growing reads none. Looking up is mostly waiting for memory: a
//! caller that knows which keys come next has their slots read ahead, side by side. The seed of the hash is drawn anew
//! each time; no answer depends on it.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::RandomState;

use super::rows::{Released, Rows};
use crate::{Context, EngineLimit, Halt, Reservation};

/// The fewest slots of the table.
const SLOTS: usize = 512;
/// Tables of fewer slots grow fourfold: there time is worth more than memory.
const LARGE: usize = 1 << 15;
/// What an empty slot holds: no key has the number 2³² − 1.
const EMPTY: u64 = u64::MAX;

/// Keys of equal length.
pub(super) struct KeySet<'c> {
    cx: &'c Context<'c>,
    keys: Rows<'c, u32>,
    /// The number of a key in the high half, its hash in the low one. Their number is a power of two.
    slots: Vec<u64>,
    held: Option<Reservation<'c>>,
    hasher: RandomState,
}

impl<'c> KeySet<'c> {
    pub(super) fn new(words: usize, cx: &'c Context<'c>) -> Self {
        let (slots, hasher) = (Vec::new(), RandomState::default());
        KeySet { cx, keys: Rows::new(words, cx), slots, held: None, hasher }
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
        if self.slots.is_empty() { None } else { self.look(key, self.hash(key)).ok() }
    }

    /// Reads what looking for these keys will read, all at a time.
    #[inline]
    pub(super) fn look_ahead<'k>(&self, keys: impl Iterator<Item = &'k [u32]>) {
        if self.slots.len() < LARGE {
            return;
        }
        let mut read = 0;
        for key in keys {
            read ^= self.slots[self.hash(key) as usize & (self.slots.len() - 1)];
        }
        std::hint::black_box(read);
    }

    /// The number of a key, and whether it is new.
    #[inline]
    pub(super) fn intern(&mut self, key: &[u32]) -> Result<(u32, bool), Halt> {
        // At most four of five slots are taken.
        if self.keys.len() >= self.slots.len() / 5 * 4 {
            self.grow()?;
        }
        let hash = self.hash(key);
        match self.look(key, hash) {
            Ok(id) => Ok((id, false)),
            Err(slot) => {
                let id = u32::try_from(self.keys.len()).ok().filter(|&id| id < u32::MAX);
                let id = id.ok_or(Halt::Engine(EngineLimit::States))?;
                self.keys.push(key)?;
                self.slots[slot] = u64::from(id) << 32 | u64::from(hash);
                Ok((id, true))
            }
        }
    }

    /// The number of a key of this hash, or the slot where it would be.
    #[inline]
    fn look(&self, key: &[u32], hash: u32) -> Result<u32, usize> {
        look(&self.slots, hash, |id| self.get(id) == key)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Halt> {
        let slots = self.slots.len();
        let slots = (if slots < LARGE { 4 * slots } else { 2 * slots }).max(SLOTS);
        if slots as u64 > 1 << 32 {
            return Err(Halt::Engine(EngineLimit::States));
        }
        let held = self.cx.reserve(slots as u64 * 8)?;
        let mut grown = vec![EMPTY; slots];
        for &full in self.slots.iter().filter(|&&slot| slot != EMPTY) {
            let mut slot = full as u32 as usize & (slots - 1);
            while grown[slot] != EMPTY {
                slot = (slot + 1) & (slots - 1);
            }
            grown[slot] = full;
        }
        self.slots = grown;
        self.held = Some(held);
        Ok(())
    }

    /// The hash of a key.
    #[inline]
    fn hash(&self, key: &[u32]) -> u32 {
        hash(&self.hasher, key)
    }

    /// Gives the memory back to the budget and keeps the keys: they outlive the question.
    pub(super) fn release(self) -> ReleasedKeys {
        ReleasedKeys { keys: self.keys.release(), slots: self.slots, hasher: self.hasher }
    }
}

/// Keys that count against no budget any more and do not grow.
pub(super) struct ReleasedKeys {
    keys: Released<u32>,
    slots: Vec<u64>,
    hasher: RandomState,
}

impl ReleasedKeys {
    /// Returns the number of a key; `None` if it is not in the set.
    pub(super) fn find(&self, key: &[u32]) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        look(&self.slots, hash(&self.hasher, key), |id| self.keys.get(id as usize) == key).ok()
    }

    /// The bytes of keys and table.
    pub(super) fn bytes(&self) -> u64 {
        self.keys.bytes() + 8 * self.slots.len() as u64
    }
}

/// The number of a key of this hash in a table, or the slot where it would be.
#[inline]
fn look(slots: &[u64], hash: u32, is_it: impl Fn(u32) -> bool) -> Result<u32, usize> {
    let mask = slots.len() - 1;
    let mut slot = hash as usize & mask;
    loop {
        let here = slots[slot];
        if here == EMPTY {
            return Err(slot);
        }
        let id = (here >> 32) as u32;
        if here as u32 == hash && is_it(id) {
            return Ok(id);
        }
        slot = (slot + 1) & mask;
    }
}

#[inline]
fn hash(hasher: &RandomState, key: &[u32]) -> u32 {
    let mut hasher = hasher.build_hasher();
    let mut pairs = key.chunks_exact(2);
    for pair in &mut pairs {
        hasher.write_u64(u64::from(pair[0]) | u64::from(pair[1]) << 32);
    }
    for &word in pairs.remainder() {
        hasher.write_u32(word);
    }
    hasher.finish() as u32
}
