//! How many pushes a lone box needs to each goal, exactly: by the box's cell and the side of it on which the player
//! stands.
//!
//! Sides are the components into which a box divides the cells. The distances are those of a breadth-first search that
//! pulls the box from each goal.
//!
//! A box that is frozen on a goal is a wall for all others, and takes that goal: behind it there may be goals that no
//! box can be brought to any more. [`Frozen`] keeps the distances beside the frozen boxes that were met (bipartite
//! deadlocks, as in the documentation of the solver `JSoko`).

use std::collections::{HashMap, VecDeque};

use super::layout::{Layout, NONE};

/// The distance where a goal cannot be reached.
pub(super) use engines::assignment::NEVER;
/// Sides of a box, at most, and what stands for cells from which frozen boxes keep the player away from the box for
/// good.
const SIDES: usize = BEYOND as usize + 1;
const BEYOND: u8 = 4;

/// Push distances of lone boxes.
pub(super) struct Distances {
    goals: usize,
    cells: usize,
    /// By live cell, side and goal.
    pushes: Vec<u16>,
    /// By live cell and player's cell.
    sides: Vec<u8>,
}

impl Distances {
    /// The bytes that the tables of a layout take.
    pub(super) fn bytes(layout: &Layout) -> u64 {
        (layout.live() * (layout.cells() + 2 * SIDES * layout.goals().len())) as u64
    }

    /// The distances beside boxes that are frozen on these goals.
    pub(super) fn new(layout: &Layout, frozen: &[u16]) -> Distances {
        let (goals, cells) = (layout.goals().len(), layout.cells());
        let mut is_wall = vec![false; cells];
        frozen.iter().for_each(|&cell| is_wall[usize::from(cell)] = true);
        let open = Open { layout, is_wall: &is_wall };
        let mut distances = Distances {
            goals,
            cells,
            pushes: vec![NEVER; layout.live() * SIDES * goals],
            sides: vec![0; layout.live() * cells],
        };
        for live in 0..layout.live() {
            let sides = &mut distances.sides[live * cells..][..cells];
            divide(&open, layout.cell_of_live(live as u16), sides);
        }
        for goal in 0..goals {
            distances.pull(&open, goal);
        }
        distances
    }

    fn side(&self, live: u16, player: u16) -> usize {
        usize::from(self.sides[usize::from(live) * self.cells + usize::from(player)])
    }

    /// The distances of a box to all goals, in their order.
    #[inline]
    pub(super) fn of(&self, live: u16, player: u16) -> &[u16] {
        &self.pushes[(usize::from(live) * SIDES + self.side(live, player)) * self.goals..][..self.goals]
    }

    fn pull(&mut self, open: &Open<'_>, goal: usize) {
        let (layout, mut queue) = (open.layout, VecDeque::new());
        let cell = layout.goals()[goal];
        if open.is_wall[usize::from(cell)] {
            return self.stay(layout, goal);
        }
        // A box that cannot be reached stays.
        let live = usize::from(layout.live_of(cell));
        self.pushes[(live * SIDES + usize::from(BEYOND)) * self.goals + goal] = 0;
        let stands = (0..4).map(|direction| open.next(cell, direction)).filter(|&stand| stand != NONE);
        for stand in stands {
            self.reach(layout, goal, (cell, stand), 0, &mut queue);
        }
        while let Some((cell, side, pushes)) = queue.pop_front() {
            for direction in 0..4 {
                let to = open.next(cell, direction);
                if to == NONE || self.side(layout.live_of(cell), to) != side {
                    continue;
                }
                let stand = open.next(to, direction);
                if stand != NONE && layout.live_of(to) != NONE {
                    self.reach(layout, goal, (to, stand), pushes + 1, &mut queue);
                }
            }
        }
    }

    /// The goal of a frozen box is for that box alone.
    fn stay(&mut self, layout: &Layout, goal: usize) {
        let live = usize::from(layout.live_of(layout.goals()[goal]));
        (0..SIDES).for_each(|side| self.pushes[(live * SIDES + side) * self.goals + goal] = 0);
    }

    /// Notes the distance of a box with the player beside it, if it is new.
    fn reach(
        &mut self,
        layout: &Layout,
        goal: usize,
        (cell, player): (u16, u16),
        pushes: u16,
        queue: &mut VecDeque<(u16, usize, u16)>,
    ) {
        let live = layout.live_of(cell);
        let side = self.side(live, player);
        let place = (usize::from(live) * SIDES + side) * self.goals + goal;
        if self.pushes[place] == NEVER {
            self.pushes[place] = pushes;
            queue.push_back((cell, side, pushes));
        }
    }
}

/// The cells that are not walled by frozen boxes.
struct Open<'l> {
    layout: &'l Layout,
    is_wall: &'l [bool],
}

impl Open<'_> {
    fn next(&self, cell: u16, direction: usize) -> u16 {
        let next = self.layout.next(cell, direction);
        if next != NONE && self.is_wall[usize::from(next)] { NONE } else { next }
    }
}

/// The distances beside frozen boxes, by their cells.
pub(super) struct Frozen {
    tables: HashMap<Vec<u16>, Distances>,
    most: usize,
}

impl Frozen {
    /// The bytes that are kept, at most, for each thread: of a level whose tables are larger, none is.
    pub(super) const MAX_BYTES: u64 = 1 << 21;

    pub(super) fn new(layout: &Layout) -> Frozen {
        Frozen { tables: HashMap::new(), most: (Frozen::MAX_BYTES / Distances::bytes(layout).max(1)) as usize }
    }

    /// The distances beside boxes that are frozen on these goals, in ascending order; `None` where a table is too
    /// large.
    pub(super) fn beside(&mut self, layout: &Layout, frozen: &[u16]) -> Option<&Distances> {
        if !self.tables.contains_key(frozen) {
            if self.tables.len() == self.most {
                self.tables.clear();
            }
            if self.most > 0 {
                self.tables.insert(frozen.to_vec(), Distances::new(layout, frozen));
            }
        }
        self.tables.get(frozen)
    }
}

/// Numbers the components of the cells without one cell.
fn divide(open: &Open<'_>, without: u16, sides: &mut [u8]) {
    sides.fill(BEYOND);
    sides[usize::from(without)] = 0;
    let (mut count, mut stack) = (0, Vec::new());
    for direction in 0..4 {
        let first = open.next(without, direction);
        if first == NONE || sides[usize::from(first)] != BEYOND {
            continue;
        }
        sides[usize::from(first)] = count;
        stack.push(first);
        while let Some(cell) = stack.pop() {
            for direction in 0..4 {
                let next = open.next(cell, direction);
                if next != NONE && sides[usize::from(next)] == BEYOND {
                    sides[usize::from(next)] = count;
                    stack.push(next);
                }
            }
        }
        count += 1;
    }
}
