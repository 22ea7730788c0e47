//! The cells that the player can walk to, with the lengths of shortest walks.

use super::layout::{Layout, NONE};

/// A flood of the cells around the player; its buffers serve many states.
pub(super) struct Reach {
    /// By cell: the number of the flood that reached it, and the length of a shortest walk.
    reached: Vec<(u32, u16)>,
    flood: u32,
    queue: Vec<u16>,
    first: u16,
}

impl Reach {
    pub(super) fn new(layout: &Layout) -> Reach {
        let cells = layout.cells();
        Reach { reached: vec![(0, 0); cells], flood: 0, queue: Vec::with_capacity(cells), first: 0 }
    }

    /// Floods from a cell, not through cells that are taken.
    pub(super) fn flood(&mut self, layout: &Layout, taken: &[bool], from: u16) {
        self.flood = self.flood.wrapping_add(1);
        if self.flood == 0 {
            self.reached.fill((0, 0));
            self.flood = 1;
        }
        self.queue.clear();
        self.queue.push(from);
        self.reached[usize::from(from)] = (self.flood, 0);
        self.first = from;
        let mut place = 0;
        while let Some(&cell) = self.queue.get(place) {
            place += 1;
            let walk = self.reached[usize::from(cell)].1 + 1;
            for direction in 0..4 {
                let next = layout.next(cell, direction);
                if next == NONE || taken[usize::from(next)] || self.reached[usize::from(next)].0 == self.flood {
                    continue;
                }
                self.reached[usize::from(next)] = (self.flood, walk);
                self.first = self.first.min(next);
                self.queue.push(next);
            }
        }
    }

    /// Whether a cell was reached.
    #[inline]
    pub(super) fn contains(&self, cell: u16) -> bool {
        self.reached[usize::from(cell)].0 == self.flood
    }

    /// The length of a shortest walk to a cell that was reached.
    #[inline]
    pub(super) fn walk(&self, cell: u16) -> u16 {
        self.reached[usize::from(cell)].1
    }

    /// The first cell that was reached, which stands for all of them.
    #[inline]
    pub(super) fn first(&self) -> u16 {
        self.first
    }

    /// The number of cells that were reached.
    pub(super) fn len(&self) -> usize {
        self.queue.len()
    }
}
