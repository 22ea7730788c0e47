//! The spaces that are searched: states after pushes, counted by pushes or by moves.

use std::convert::Infallible;

use engines::assignment::Assignment;
use engines::packed::{PackedSpace, Steps};
use engines::search::DEAD_END;

use super::corral::{Corrals, Verdict};
use super::deadlocks::Boxes;
use super::distances::{Distances, Frozen};
use super::groups::Groups;
use super::layout::{Layout, NONE};
use super::reach::Reach;

/// Which states and pushes are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prunings {
    /// States are estimated by a matching of boxes with goals.
    pub(crate) matching: bool,
    /// Pushes that freeze boxes beside goals are left out.
    pub(crate) freezes: bool,
    /// Groups of at most so many boxes are looked up, from 2 on.
    pub(crate) groups: usize,
    /// Only pushes of a PI-corral are made, where there is one.
    pub(crate) corrals: bool,
}

impl Prunings {
    /// All of them.
    pub(crate) const ALL: Prunings = Prunings { matching: true, freezes: true, groups: 4, corrals: true };
    /// None of them; boxes on dead squares are left out nevertheless.
    #[cfg(test)]
    pub(crate) const NONE: Prunings = Prunings { matching: false, freezes: false, groups: 0, corrals: false };
}

/// What a solution minimises, and with it what a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// Pushes: the player's place counts only by the cells that can be reached from it.
    Pushes,
    /// Moves, by way of states directly after a push.
    Moves,
    /// Pushes, of states that differ by the player's cell; the costs are moves.
    PushesThenMoves,
    /// Moves, so many times each, and each push once: moves first, as long as a line has fewer pushes than that number.
    MovesThenPushes(u32),
}

/// A level as a space of packed keys.
pub(crate) struct PushSpace<'l> {
    pub(super) layout: &'l Layout,
    pub(super) distances: &'l Distances,
    pub(super) groups: Option<&'l Groups<'l>>,
    pub(super) prunings: Prunings,
    pub(super) counted: Counted,
}

/// The buffers of a thread.
pub(crate) struct Worker {
    boxes: Boxes,
    reach: Reach,
    after: Reach,
    matching: Assignment,
    frozen: Frozen,
    corrals: Corrals,
    cells: Vec<u16>,
}

/// The label of a push: the box's cell, the direction, and the walk before it.
pub(super) fn label(cell: u16, direction: usize, walk: u16) -> u32 {
    u32::from(cell) << 2 | direction as u32 | u32::from(walk) << 14
}

/// The box's cell and the direction of a label.
pub(super) fn push_of(label: u32) -> (u16, usize) {
    ((label >> 2 & 0xfff) as u16, (label & 3) as usize)
}

impl PackedSpace for PushSpace<'_> {
    type Worker = Worker;
    type Error = Infallible;

    fn words(&self) -> usize {
        self.layout.words()
    }

    fn worker(&self) -> Result<Worker, Infallible> {
        let layout = self.layout;
        Ok(Worker {
            boxes: Boxes::new(layout),
            reach: Reach::new(layout),
            after: Reach::new(layout),
            matching: Assignment::new(layout.goals().len()),
            frozen: Frozen::new(layout),
            corrals: Corrals::new(layout),
            cells: Vec::with_capacity(layout.goals().len()),
        })
    }

    fn expand(&self, worker: &mut Worker, state: &[u32], steps: &mut Steps) -> Result<(), Infallible> {
        worker.boxes.set(self.layout, state);
        worker.reach.flood(self.layout, &worker.boxes.taken, self.layout.player(state));
        worker.cells.clear();
        let Worker { boxes, reach, corrals, cells, .. } = worker;
        // A push that must come first can make walks longer.
        if self.prunings.corrals && self.counted == Counted::Pushes {
            match corrals.find(self.layout, boxes, reach) {
                Verdict::Deadlock => return Ok(()),
                Verdict::Only => cells.extend_from_slice(corrals.best()),
                Verdict::Open => {}
            }
        }
        if cells.is_empty() {
            cells.extend(boxes.live.iter().map(|&live| self.layout.cell_of_live(live)));
        }
        let misplaced = boxes.live.iter().filter(|&&live| !self.layout.is_goal(self.layout.cell_of_live(live))).count();
        for place in 0..worker.cells.len() {
            let cell = worker.cells[place];
            for direction in 0..4 {
                self.push(worker, state, (cell, direction), misplaced, steps);
            }
        }
        Ok(())
    }

    fn cost(&self, label: u32) -> u32 {
        let moves = (label >> 14) + 1;
        match self.counted {
            Counted::Pushes => 1,
            Counted::Moves | Counted::PushesThenMoves => moves,
            Counted::MovesThenPushes(scale) => moves * scale + 1,
        }
    }

    fn has_lower_bound(&self) -> bool {
        true
    }

    fn lower_bound(&self, worker: &mut Worker, state: &[u32]) -> u32 {
        if !self.prunings.matching {
            return 1;
        }
        let pushes = self.fewest_pushes(worker, state).unwrap_or(DEAD_END);
        match self.counted {
            // Each push is a move too.
            Counted::MovesThenPushes(scale) if pushes != DEAD_END => pushes * (scale + 1),
            _ => pushes,
        }
    }
}

impl PushSpace<'_> {
    /// The least sum of the pushes of all boxes to goals of their own, beside those that are frozen; `None` where some
    /// box can be brought to none.
    fn fewest_pushes(&self, worker: &mut Worker, state: &[u32]) -> Option<u32> {
        let (layout, player) = (self.layout, self.layout.player(state));
        let Worker { boxes, matching, frozen, cells, .. } = worker;
        boxes.set(layout, state);
        boxes.list_frozen(layout, cells);
        if cells.iter().any(|&cell| !layout.is_goal(cell)) {
            return None;
        }
        let beside = if cells.is_empty() { None } else { frozen.beside(layout, cells) };
        let distances = beside.unwrap_or(self.distances);
        matching.clear();
        boxes.live.iter().for_each(|&live| matching.push(distances.of(live, player)));
        matching.least()
    }

    /// Adds a push, if it is possible and no deadlock is seen.
    fn push(&self, worker: &mut Worker, state: &[u32], push: (u16, usize), misplaced: usize, steps: &mut Steps) {
        let (layout, (cell, direction)) = (self.layout, push);
        let (stand, to) = (layout.before(cell, direction), layout.next(cell, direction));
        if stand == NONE || to == NONE || !worker.reach.contains(stand) {
            return;
        }
        if worker.boxes.taken[usize::from(to)] || layout.live_of(to) == NONE {
            return;
        }
        let left = misplaced + usize::from(layout.is_goal(cell)) - usize::from(layout.is_goal(to));
        worker.boxes.shift(layout, cell, to);
        if left == 0 || !self.is_deadlock(worker, cell, to) {
            let key = steps.push(label(cell, direction, worker.reach.walk(stand)), left == 0);
            key.copy_from_slice(state);
            layout.flip_box(key, cell);
            layout.flip_box(key, to);
            let player = if self.counted == Counted::Pushes {
                worker.after.flood(layout, &worker.boxes.taken, cell);
                worker.after.first()
            } else {
                cell
            };
            layout.set_player(key, player);
        }
        worker.boxes.shift(layout, to, cell);
    }

    /// Whether the boxes after a push to `to` are seen to be a deadlock.
    fn is_deadlock(&self, worker: &mut Worker, player: u16, to: u16) -> bool {
        let layout = self.layout;
        if self.prunings.freezes && worker.boxes.is_freeze_deadlock(layout, to) {
            return true;
        }
        let moved = layout.live_of(to);
        self.groups.is_some_and(|groups| groups.has_dead(&worker.boxes.live, moved, player))
    }
}
