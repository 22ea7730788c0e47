//! A growing array of rows of equal length, whose memory is claimed from the budget before it is allocated.
//!
//! Rows lie in chunks, so that growth copies nothing and overshoots by one chunk at most.

use crate::{Context, Halt, Reservation};

/// Rows of a chunk, as a power of two.
const SHIFT: u32 = 14;
const CHUNK: usize = 1 << SHIFT;
/// Rows of the first chunk before it grows: most searches are small.
const FIRST: usize = 64;

/// An array of rows of `width` elements.
pub(super) struct Rows<'c, T> {
    cx: &'c Context<'c>,
    width: usize,
    chunks: Vec<Vec<T>>,
    held: Vec<Reservation<'c>>,
    len: usize,
    room: usize,
}

impl<'c, T: Copy> Rows<'c, T> {
    pub(super) fn new(width: usize, cx: &'c Context<'c>) -> Self {
        Rows { cx, width, chunks: Vec::new(), held: Vec::new(), len: 0, room: 0 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> &[T] {
        &self.chunks[index >> SHIFT][(index & (CHUNK - 1)) * self.width..][..self.width]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, index: usize) -> &mut [T] {
        &mut self.chunks[index >> SHIFT][(index & (CHUNK - 1)) * self.width..][..self.width]
    }

    /// Adds a row at the end.
    #[inline]
    pub(super) fn push(&mut self, row: &[T]) -> Result<(), Halt> {
        if self.len == self.room {
            self.grow()?;
        }
        if let Some(last) = self.chunks.last_mut() {
            last.extend_from_slice(row);
            self.len += 1;
        }
        Ok(())
    }

    fn bytes(&self, rows: usize) -> u64 {
        (rows * self.width * size_of::<T>()) as u64
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Halt> {
        match self.chunks.last_mut() {
            Some(first) if self.room < CHUNK => {
                let room = 2 * self.room;
                let bytes = (room * self.width * size_of::<T>()) as u64;
                let held = self.cx.reserve(bytes)?;
                first.reserve_exact((room - self.len) * self.width);
                self.held[0] = held;
                self.room = room;
            }
            last => {
                let room = if last.is_some() { CHUNK } else { FIRST };
                self.held.push(self.cx.reserve(self.bytes(room))?);
                self.chunks.push(Vec::with_capacity(room * self.width));
                self.room += room;
            }
        }
        Ok(())
    }

    /// Gives the memory back to the budget and keeps the rows: they outlive the question.
    pub(super) fn release(self) -> Released<T> {
        Released { width: self.width, chunks: self.chunks }
    }
}

/// Rows that count against no budget any more and do not grow.
pub(super) struct Released<T> {
    width: usize,
    chunks: Vec<Vec<T>>,
}

impl<T> Released<T> {
    #[inline]
    pub(super) fn get(&self, index: usize) -> &[T] {
        &self.chunks[index >> SHIFT][(index & (CHUNK - 1)) * self.width..][..self.width]
    }

    /// The bytes of all chunks.
    pub(super) fn bytes(&self) -> u64 {
        self.chunks.iter().map(|chunk| (chunk.capacity() * size_of::<T>()) as u64).sum()
    }
}
