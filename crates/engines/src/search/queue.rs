//! The open list of best-first search: a binary heap.

use std::collections::BinaryHeap;

use crate::{Context, Halt, Reservation};

/// A state waiting to be expanded, with the moves that led to it when it was put here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Open {
    pub(super) id: u32,
    pub(super) moves: u32,
}

/// Waiting states: those of the least estimate come first, of these those with the least bound on what is left, of
/// these the last met.
pub(super) struct Queue<'c> {
    cx: &'c Context<'c>,
    /// Each one word, compared at once: the complement of estimate and bound, the state, its moves.
    heap: BinaryHeap<u128>,
    held: Option<Reservation<'c>>,
    room: usize,
}

impl<'c> Queue<'c> {
    /// States for which there is room at first.
    const FIRST: usize = 256;

    pub(super) fn new(cx: &'c Context<'c>) -> Self {
        Queue { cx, heap: BinaryHeap::new(), held: None, room: 0 }
    }

    pub(super) fn push(&mut self, estimate: u32, bound: u32, open: Open) -> Result<(), Halt> {
        if self.heap.len() == self.room {
            self.grow()?;
        }
        let first = u128::from(!estimate) << 32 | u128::from(!bound);
        self.heap.push(first << 64 | u128::from(open.id) << 32 | u128::from(open.moves));
        Ok(())
    }

    /// Takes a state of the least estimate, and tells the estimate.
    pub(super) fn pop(&mut self) -> Option<(u32, Open)> {
        let word = self.heap.pop()?;
        Some((!((word >> 96) as u32), Open { id: (word >> 32) as u32, moves: word as u32 }))
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Halt> {
        let room = (self.room * 2).max(Self::FIRST);
        let held = self.cx.reserve(room as u64 * size_of::<u128>() as u64)?;
        self.heap.reserve_exact(room - self.heap.len());
        self.held = Some(held);
        self.room = room;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_estimate_then_the_least_bound_then_the_last_comes_first() {
        let cx = Context::default();
        let mut queue = Queue::new(&cx);
        for (estimate, bound, id) in [(5, 2, 0), (4, 4, 1), (4, 3, 2), (4, 3, 3), (u32::MAX, 1, 4)] {
            queue.push(estimate, bound, Open { id, moves: 9 }).unwrap();
        }
        let order: Vec<(u32, u32)> =
            std::iter::from_fn(|| queue.pop()).map(|(estimate, open)| (estimate, open.id)).collect();
        assert_eq!(order, [(4, 3), (4, 2), (4, 1), (5, 0), (u32::MAX, 4)]);
    }
}
