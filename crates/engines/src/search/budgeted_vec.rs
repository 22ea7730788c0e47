//! A growing list whose memory is claimed from the budget before it is allocated.
//!
//! Elements live in chunks of [`CHUNK`], so that growth copies nothing and overshoots by one chunk at most; only the
//! first chunk grows by doubling, since most searches are small.

use crate::{Context, Halt, Reservation};

const SHIFT: u32 = 12;
const CHUNK: usize = 1 << SHIFT;
const FIRST: usize = 64;

/// A list within the budget.
pub(super) struct BudgetedVec<'c, T> {
    cx: &'c Context<'c>,
    chunks: Vec<Vec<T>>,
    held: Vec<Reservation<'c>>,
    len: usize,
    room: usize,
}

impl<'c, T> BudgetedVec<'c, T> {
    pub(super) fn new(cx: &'c Context<'c>) -> Self {
        BudgetedVec { cx, chunks: Vec::new(), held: Vec::new(), len: 0, room: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> &T {
        &self.chunks[index >> SHIFT][index & (CHUNK - 1)]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index >> SHIFT][index & (CHUNK - 1)]
    }

    /// Adds an element at the end.
    #[inline]
    pub(super) fn push(&mut self, value: T) -> Result<(), Halt> {
        if self.len == self.room {
            self.grow()?;
        }
        if let Some(last) = self.chunks.last_mut() {
            last.push(value);
            self.len += 1;
        }
        Ok(())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    /// Gives the memory back to the budget and keeps the elements, in chunks: see [`at`].
    pub(super) fn release(self) -> Vec<Vec<T>> {
        self.chunks
    }

    fn grow(&mut self) -> Result<(), Halt> {
        match self.chunks.last_mut() {
            Some(first) if self.room < CHUNK => {
                let room = 2 * self.room;
                let held = self.cx.reserve(room as u64 * size_of::<T>() as u64)?;
                first.reserve_exact(room - self.len);
                self.held[0] = held;
                self.room = room;
            }
            last => {
                let room = if last.is_some() { CHUNK } else { FIRST };
                self.held.push(self.cx.reserve(room as u64 * size_of::<T>() as u64)?);
                self.chunks.push(Vec::with_capacity(room));
                self.room += room;
            }
        }
        Ok(())
    }
}

/// The element at an index of released chunks.
#[inline]
pub(super) fn at<T>(chunks: &[Vec<T>], index: usize) -> &T {
    &chunks[index >> SHIFT][index & (CHUNK - 1)]
}

/// Claims small amounts in lumps: heap bytes of states, growth of a stack.
pub(super) struct Lumps<'c> {
    cx: &'c Context<'c>,
    held: Vec<Reservation<'c>>,
    used: usize,
    claimed: usize,
}

impl<'c> Lumps<'c> {
    /// The first lump; the others are a quarter of what is claimed already, at most [`Lumps::MAX`].
    const MIN: usize = 1 << 10;
    const MAX: usize = 1 << 20;

    pub(super) fn new(cx: &'c Context<'c>) -> Self {
        Lumps { cx, held: Vec::new(), used: 0, claimed: 0 }
    }

    /// Makes sure that `more` bytes beyond those used so far are claimed.
    #[inline]
    pub(super) fn add(&mut self, more: usize) -> Result<(), Halt> {
        self.used = self.used.saturating_add(more);
        if self.used > self.claimed { self.claim() } else { Ok(()) }
    }

    /// The bytes of all lumps that are used.
    pub(super) fn used(&self) -> usize {
        self.used
    }

    fn claim(&mut self) -> Result<(), Halt> {
        let lump = (self.claimed / 4).clamp(Self::MIN, Self::MAX).max(self.used - self.claimed);
        self.held.push(self.cx.reserve(lump as u64)?);
        self.claimed += lump;
        Ok(())
    }
}
