//! PI-corrals: regions that the player cannot reach, whose boxes can only be pushed inwards, and at once.
//!
//! A set of regions and boxes is closed if, as long as none of its boxes is pushed, the pushes that these boxes can
//! ever make are exactly those that are possible now. Where such a set needs a push, every solution has a first push of
//! one of its boxes; made at once instead, it hinders none of the pushes before it, and all walks stay possible. So the
//! fewest pushes remain if all other pushes are left out. (The walks change, so fewest *moves* need not remain.) A set
//! without a push is a deadlock.
//!
//! Source: Brian Damgaard's PI-corral pruning in YASS; described in the Sokoban Wiki, *Solver: pruning*.

use super::deadlocks::Boxes;
use super::layout::{Layout, NONE};
use super::reach::Reach;

/// The region of cells that the player can reach, and of cells with boxes.
const OUTSIDE: u16 = 0;

/// Finds PI-corrals; its buffers serve many states.
pub(super) struct Corrals {
    /// By cell: the number of its region from 1; [`OUTSIDE`].
    region: Vec<u16>,
    regions: u16,
    cells: Vec<u16>,
    /// The regions and boxes of the set under examination, and cells still to be looked at.
    has_region: Vec<bool>,
    has_box: Vec<bool>,
    boxes: Vec<u16>,
    waiting: Vec<u16>,
    /// The boxes of the best set.
    best: Vec<u16>,
}

/// What the corrals of a state say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// Every push must be considered.
    Open,
    /// Only pushes of the boxes in [`Corrals::best`] need be considered.
    Only,
    /// No solution is left.
    Deadlock,
}

impl Corrals {
    pub(super) fn new(layout: &Layout) -> Corrals {
        let cells = layout.cells();
        Corrals {
            region: vec![OUTSIDE; cells],
            regions: 0,
            cells: Vec::with_capacity(cells),
            has_region: Vec::with_capacity(cells),
            has_box: vec![false; cells],
            boxes: Vec::new(),
            waiting: Vec::new(),
            best: Vec::new(),
        }
    }

    /// The boxes to which pushes are restricted.
    pub(super) fn best(&self) -> &[u16] {
        &self.best
    }

    /// Looks for the PI-corral with fewest pushes.
    pub(super) fn find(&mut self, layout: &Layout, boxes: &Boxes, reach: &Reach) -> Verdict {
        if reach.len() + boxes.live.len() == layout.cells() {
            return Verdict::Open;
        }
        self.divide(layout, boxes, reach);
        let mut fewest = u32::MAX;
        for region in 1..=self.regions {
            let pushes = self.close(layout, boxes, reach, region);
            if let Some(pushes) = pushes.filter(|&pushes| pushes < fewest) {
                fewest = pushes;
                std::mem::swap(&mut self.best, &mut self.boxes);
            }
            if fewest == 0 {
                return Verdict::Deadlock;
            }
        }
        if fewest == u32::MAX { Verdict::Open } else { Verdict::Only }
    }

    /// Numbers the regions that the player cannot reach.
    fn divide(&mut self, layout: &Layout, boxes: &Boxes, reach: &Reach) {
        self.region.fill(OUTSIDE);
        self.regions = 0;
        for first in 0..layout.cells() as u16 {
            let is_free = |cell: u16| !boxes.taken[usize::from(cell)] && !reach.contains(cell);
            if !is_free(first) || self.region[usize::from(first)] != OUTSIDE {
                continue;
            }
            self.regions += 1;
            self.region[usize::from(first)] = self.regions;
            self.cells.push(first);
            while let Some(cell) = self.cells.pop() {
                for direction in 0..4 {
                    let next = layout.next(cell, direction);
                    if next != NONE && is_free(next) && self.region[usize::from(next)] == OUTSIDE {
                        self.region[usize::from(next)] = self.regions;
                        self.cells.push(next);
                    }
                }
            }
        }
    }

    /// Closes the set of a region; the number of its pushes if it is a PI-corral that needs one.
    fn close(&mut self, layout: &Layout, boxes: &Boxes, reach: &Reach, region: u16) -> Option<u32> {
        self.has_region.clear();
        self.has_region.resize(usize::from(self.regions) + 1, false);
        self.boxes.clear();
        self.waiting.clear();
        let mut needs_push = self.add_region(layout, region);
        let (mut pushes, mut at, mut is_closed) = (0, 0, true);
        // Boxes are looked at again after each that is added, since an earlier one may be beside it.
        while is_closed && at <= self.boxes.len() {
            while let Some(cell) = self.waiting.pop() {
                if boxes.taken[usize::from(cell)] && !self.has_box[usize::from(cell)] {
                    self.has_box[usize::from(cell)] = true;
                    self.boxes.push(cell);
                    needs_push |= !layout.is_goal(cell);
                }
            }
            let Some(&cell) = self.boxes.get(at) else { break };
            at += 1;
            is_closed = (0..4).all(|direction| self.admits(layout, boxes, reach, cell, direction, &mut needs_push));
        }
        if is_closed && needs_push {
            pushes = self.pushes(layout, reach);
        }
        for &cell in &self.boxes {
            self.has_box[usize::from(cell)] = false;
        }
        (is_closed && needs_push).then_some(pushes)
    }

    /// Adds a region with the boxes around it; whether it has an empty goal.
    fn add_region(&mut self, layout: &Layout, region: u16) -> bool {
        self.has_region[usize::from(region)] = true;
        let mut has_goal = false;
        for cell in 0..layout.cells() as u16 {
            if self.region[usize::from(cell)] == region {
                has_goal |= layout.is_goal(cell);
                self.waiting.extend((0..4).map(|direction| layout.next(cell, direction)).filter(|&it| it != NONE));
            }
        }
        has_goal
    }

    /// Whether a push of a box of the set keeps it closed, where it grows as far as it must.
    fn admits(
        &mut self,
        layout: &Layout,
        boxes: &Boxes,
        reach: &Reach,
        cell: u16,
        direction: usize,
        needs_push: &mut bool,
    ) -> bool {
        let (stand, to) = (layout.before(cell, direction), layout.next(cell, direction));
        if stand == NONE || to == NONE || layout.live_of(to) == NONE {
            return true;
        }
        let sides = [stand, to];
        if sides.iter().any(|&side| self.has_box[usize::from(side)]) {
            return true;
        }
        if let Some(&side) = sides.iter().find(|&&side| boxes.taken[usize::from(side)]) {
            self.waiting.push(side);
            return true;
        }
        for side in sides {
            let region = self.region[usize::from(side)];
            if region != OUTSIDE && !self.has_region[usize::from(region)] {
                *needs_push |= self.add_region(layout, region);
            }
        }
        !(reach.contains(stand) && reach.contains(to))
    }

    /// The number of pushes inwards.
    fn pushes(&self, layout: &Layout, reach: &Reach) -> u32 {
        let count = |&cell: &u16| {
            let inwards = |direction: &usize| {
                let (stand, to) = (layout.before(cell, *direction), layout.next(cell, *direction));
                let is_inside = to != NONE && self.region[usize::from(to)] != OUTSIDE;
                stand != NONE && reach.contains(stand) && is_inside && layout.live_of(to) != NONE
            };
            (0..4).filter(inwards).count() as u32
        };
        self.boxes.iter().map(count).sum()
    }
}
