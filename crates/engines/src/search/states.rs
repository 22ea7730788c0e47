//! The visited set: every state stored once, named by a number.
//!
//! States lie in a list in the order in which they were met; a hash table of their numbers alone (hashbrown's
//! SwissTable, five bytes a slot) finds them again. A state costs its size, its heap bytes, and 6 to 12 bytes. The
//! table is rebuilt from the list in order, so that growing reads memory forwards. The seed of the hash is drawn
//! anew each time; no answer depends on it, since nothing ever walks the table.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::budgeted_vec::{BudgetedVec, Lumps, at};
use crate::{Context, EngineLimit, Halt, Reservation};

/// The fewest slots of the table.
const SLOTS: usize = 512;
/// Tables of fewer slots grow fourfold: there time is worth more than memory.
const LARGE: usize = 1 << 15;

/// Interned values, numbered from 0 in the order of their coming.
pub(super) struct States<'c, T> {
    cx: &'c Context<'c>,
    list: BudgetedVec<'c, T>,
    heap: Lumps<'c>,
    table: HashTable<u32>,
    held: Option<Reservation<'c>>,
    hasher: RandomState,
}

impl<'c, T: Eq + Hash> States<'c, T> {
    pub(super) fn new(cx: &'c Context<'c>) -> Self {
        States {
            cx,
            list: BudgetedVec::new(cx),
            heap: Lumps::new(cx),
            table: HashTable::new(),
            held: None,
            hasher: RandomState::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    #[inline]
    pub(super) fn get(&self, id: u32) -> &T {
        self.list.get(id as usize)
    }

    /// The number of `value`, if it is here.
    pub(super) fn find(&self, value: &T) -> Option<u32> {
        let hash = self.hasher.hash_one(value);
        self.table.find(hash, |&id| self.list.get(id as usize) == value).copied()
    }

    /// The number of `value`, and whether it is new; `heap` says what a new one holds outside itself.
    #[inline]
    pub(super) fn intern(&mut self, value: T, heap: impl FnOnce(&T) -> usize) -> Result<(u32, bool), Halt> {
        if self.table.len() == self.table.capacity() {
            self.grow()?;
        }
        let hash = self.hasher.hash_one(&value);
        let (list, hasher) = (&self.list, &self.hasher);
        let same = |&id: &u32| *list.get(id as usize) == value;
        match self.table.entry(hash, same, |&id| hasher.hash_one(list.get(id as usize))) {
            Entry::Occupied(entry) => Ok((*entry.get(), false)),
            Entry::Vacant(entry) => {
                let id = u32::try_from(self.list.len())
                    .ok()
                    .filter(|&id| id < u32::MAX)
                    .ok_or(Halt::Engine(EngineLimit::States))?;
                self.heap.add(heap(&value))?;
                self.list.push(value)?;
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
        for (id, value) in (0..).zip(self.list.iter()) {
            table.insert_unique(self.hasher.hash_one(value), id, |_| 0);
        }
        self.table = table;
        self.held = Some(held);
        Ok(())
    }

    /// Gives the memory back to the budget and keeps the states: they outlive the question.
    pub(super) fn release(self) -> ReleasedStates<T> {
        let heap = self.heap.used();
        ReleasedStates { list: self.list.release(), heap, table: self.table, hasher: self.hasher }
    }
}

/// States that count against no budget any more and do not grow.
pub(super) struct ReleasedStates<T> {
    list: Vec<Vec<T>>,
    /// The bytes that the states own on the heap.
    heap: usize,
    table: HashTable<u32>,
    hasher: RandomState,
}

impl<T: Eq + Hash> ReleasedStates<T> {
    /// Returns the number of a state; `None` if it is not in the set.
    pub(super) fn find(&self, value: &T) -> Option<u32> {
        let hash = self.hasher.hash_one(value);
        self.table.find(hash, |&id| at(&self.list, id as usize) == value).copied()
    }

    /// The bytes of states and table.
    pub(super) fn bytes(&self) -> u64 {
        let states: u64 = self.list.iter().map(|chunk| chunk.capacity() as u64).sum();
        states * size_of::<T>() as u64 + self.heap as u64 + 5 * self.table.num_buckets() as u64
    }
}
