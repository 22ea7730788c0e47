//! How many pushes a lone box needs to each goal, exactly: by the box's cell and the side of it on which the player
//! stands.
//!
//! Sides are the components into which a box divides the cells. The distances are those of a breadth-first search that
//! pulls the box from each goal.

use std::collections::VecDeque;

use super::layout::{Layout, NONE};

/// The distance where a goal cannot be reached.
pub(super) use engines::assignment::NEVER;
/// Sides of a box, at most.
const SIDES: usize = 4;

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

    pub(super) fn new(layout: &Layout) -> Distances {
        let (goals, cells) = (layout.goals().len(), layout.cells());
        let mut distances = Distances {
            goals,
            cells,
            pushes: vec![NEVER; layout.live() * SIDES * goals],
            sides: vec![0; layout.live() * cells],
        };
        for live in 0..layout.live() {
            let sides = &mut distances.sides[live * cells..][..cells];
            divide(layout, layout.cell_of_live(live as u16), sides);
        }
        for goal in 0..goals {
            distances.pull(layout, goal);
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

    fn pull(&mut self, layout: &Layout, goal: usize) {
        let cell = layout.goals()[goal];
        let mut queue = VecDeque::new();
        let stands = (0..4).map(|direction| layout.next(cell, direction)).filter(|&stand| stand != NONE);
        for stand in stands {
            self.reach(layout, goal, (cell, stand), 0, &mut queue);
        }
        while let Some((cell, side, pushes)) = queue.pop_front() {
            for direction in 0..4 {
                let to = layout.next(cell, direction);
                if to == NONE || self.side(layout.live_of(cell), to) != side {
                    continue;
                }
                let stand = layout.next(to, direction);
                if stand != NONE && layout.live_of(to) != NONE {
                    self.reach(layout, goal, (to, stand), pushes + 1, &mut queue);
                }
            }
        }
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

/// Numbers the components of the cells without one cell.
fn divide(layout: &Layout, without: u16, sides: &mut [u8]) {
    const NEW: u8 = u8::MAX;
    sides.fill(NEW);
    sides[usize::from(without)] = 0;
    let (mut count, mut stack) = (0, Vec::new());
    for direction in 0..4 {
        let first = layout.next(without, direction);
        if first == NONE || sides[usize::from(first)] != NEW {
            continue;
        }
        sides[usize::from(first)] = count;
        stack.push(first);
        while let Some(cell) = stack.pop() {
            for direction in 0..4 {
                let next = layout.next(cell, direction);
                if next != NONE && sides[usize::from(next)] == NEW {
                    sides[usize::from(next)] = count;
                    stack.push(next);
                }
            }
        }
        count += 1;
    }
}
