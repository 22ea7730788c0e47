//! Deadlocks that a push can make: frozen boxes.
//!
//! A box is frozen where it can move along neither axis: beside a wall or a frozen box, or between dead cells. Frozen
//! boxes that are not all on goals are a deadlock (freeze deadlocks, as in the documentation of the solvers YASS and
//! `JSoko`).

use super::layout::{Layout, NONE};

/// The boxes of a state, for questions about deadlocks.
pub(super) struct Boxes {
    /// By cell.
    pub(super) taken: Vec<bool>,
    /// The live cells with boxes, by their numbers, in ascending order.
    pub(super) live: Vec<u16>,
    /// Boxes that are taken for walls while one is examined.
    walls: Vec<u16>,
    is_wall: Vec<bool>,
}

impl Boxes {
    pub(super) fn new(layout: &Layout) -> Boxes {
        let (cells, boxes) = (layout.cells(), layout.goals().len());
        Boxes {
            taken: vec![false; cells],
            live: Vec::with_capacity(boxes),
            walls: Vec::with_capacity(boxes),
            is_wall: vec![false; cells],
        }
    }

    /// Takes the boxes of a state.
    pub(super) fn set(&mut self, layout: &Layout, key: &[u32]) {
        for &live in &self.live {
            self.taken[usize::from(layout.cell_of_live(live))] = false;
        }
        self.live.clear();
        let Boxes { taken, live, .. } = self;
        layout.boxes(key, |cell| {
            taken[usize::from(cell)] = true;
            live.push(layout.live_of(cell));
        });
    }

    /// Moves a box to another live cell.
    pub(super) fn shift(&mut self, layout: &Layout, from: u16, to: u16) {
        self.taken[usize::from(from)] = false;
        self.taken[usize::from(to)] = true;
        let (from, to) = (layout.live_of(from), layout.live_of(to));
        self.live.retain(|&live| live != from);
        let place = self.live.partition_point(|&live| live < to);
        self.live.insert(place, to);
    }

    /// Lists the cells of the boxes that are frozen, in ascending order, as far as that is seen by those on goals.
    pub(super) fn list_frozen(&mut self, layout: &Layout, frozen: &mut Vec<u16>) {
        frozen.clear();
        for place in 0..self.live.len() {
            let cell = layout.cell_of_live(self.live[place]);
            if layout.is_goal(cell) && !self.is_wall[usize::from(cell)] {
                self.is_frozen(layout, cell);
            }
        }
        frozen.extend_from_slice(&self.walls);
        frozen.sort_unstable();
        self.walls.iter().for_each(|&wall| self.is_wall[usize::from(wall)] = false);
        self.walls.clear();
    }

    /// Whether the box on a cell is frozen by walls and boxes of which one is not on a goal.
    pub(super) fn is_freeze_deadlock(&mut self, layout: &Layout, cell: u16) -> bool {
        let is_frozen = self.is_frozen(layout, cell);
        let is_deadlock = is_frozen && self.walls.iter().any(|&wall| !layout.is_goal(wall));
        self.walls.iter().for_each(|&wall| self.is_wall[usize::from(wall)] = false);
        self.walls.clear();
        is_deadlock
    }

    /// Whether a box can move along neither axis. Boxes found frozen stay walls; others are released.
    fn is_frozen(&mut self, layout: &Layout, cell: u16) -> bool {
        let begin = self.walls.len();
        self.is_wall[usize::from(cell)] = true;
        self.walls.push(cell);
        if self.is_blocked(layout, cell, 0) && self.is_blocked(layout, cell, 2) {
            return true;
        }
        for wall in self.walls.drain(begin..) {
            self.is_wall[usize::from(wall)] = false;
        }
        false
    }

    /// Whether a box cannot move along the axis of a direction and its opposite.
    fn is_blocked(&mut self, layout: &Layout, cell: u16, axis: usize) -> bool {
        let sides = [layout.next(cell, axis), layout.next(cell, axis + 1)];
        let is_wall = |boxes: &Boxes, side: u16| side == NONE || boxes.is_wall[usize::from(side)];
        if sides.iter().any(|&side| is_wall(self, side)) {
            return true;
        }
        if sides.iter().all(|&side| layout.live_of(side) == NONE) {
            return true;
        }
        sides.iter().any(|&side| self.taken[usize::from(side)] && self.is_frozen(layout, side))
    }
}
