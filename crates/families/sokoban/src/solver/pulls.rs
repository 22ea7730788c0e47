//! The space of pulls: a solution played backwards, from the boxes on the goals to where they stand.
//!
//! The order in which goals must be filled, which misleads a search for pushes, is no matter here: what was filled last
//! is emptied first. So a line is often met after some thousand states where the search forwards meets none in millions
//! (F. W. Takes, *Sokoban: Reversed solving*, 2008). Lines are not of least cost, and the moves of the player are not
//! counted.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::OnceLock;

use engines::assignment::{Assignment, NEVER};
use engines::packed::{PackedSpace, Steps};
use engines::search::DEAD_END;

use super::deadlocks::Boxes;
use super::layout::{Layout, NONE};
use super::reach::Reach;
use super::space::label;

/// The label of the first step, which says from which side the last push came, and is no pull.
pub(super) const SIDE: u32 = u32::MAX;

/// The states from which a state could have been reached, as a space of packed keys that ends where the state is met.
/// A pull has the label of the push that it undoes.
pub(super) struct PullSpace<'l> {
    layout: &'l Layout,
    /// The key in which a solution begins.
    begin: &'l [u32],
    boxes: usize,
    /// By cell and box of the beginning: the pulls that bring a lone box there, wherever the player stands. Most
    /// searches end before they are needed.
    pulls: OnceLock<Vec<u16>>,
}

/// The buffers of a thread.
pub(super) struct Worker {
    boxes: Boxes,
    reach: Reach,
    after: Reach,
    matching: Assignment,
    key: Vec<u32>,
}

impl<'l> PullSpace<'l> {
    /// The space of lines from a key of the space of pushes.
    pub(super) fn new(layout: &'l Layout, begin: &'l [u32]) -> PullSpace<'l> {
        PullSpace { layout, begin, boxes: layout.goals().len(), pulls: OnceLock::new() }
    }

    /// The pulls from every cell to where each box stands in the beginning.
    fn measured(&self) -> Vec<u16> {
        let mut pulls = vec![NEVER; self.layout.cells() * self.boxes];
        let mut number = 0;
        self.layout.boxes(self.begin, |cell| {
            self.measure(number, cell, &mut pulls);
            number += 1;
        });
        pulls
    }

    /// Notes the pulls from every cell to where one box stands in the beginning.
    fn measure(&self, number: usize, begin: u16, pulls: &mut [u16]) {
        let (layout, boxes) = (self.layout, self.boxes);
        let place = |cell: u16| usize::from(cell) * boxes + number;
        pulls[place(begin)] = 0;
        let mut queue = VecDeque::from([begin]);
        while let Some(cell) = queue.pop_front() {
            for direction in 0..4 {
                let (from, stand) = (layout.next(cell, direction), layout.before(cell, direction));
                if from != NONE && stand != NONE && pulls[place(from)] == NEVER {
                    pulls[place(from)] = pulls[place(cell)] + 1;
                    queue.push_back(from);
                }
            }
        }
    }

    /// The state from which lines are followed back: every box on a goal, and the player on a box, since it is not
    /// known where the player will stand.
    pub(super) fn end(&self) -> Vec<u32> {
        let mut key = vec![0; self.layout.words()];
        self.layout.goals().iter().for_each(|&goal| self.layout.flip_box(&mut key, goal));
        self.layout.set_player(&mut key, self.layout.goals()[0]);
        key
    }

    /// Adds a step for every part into which the boxes divide the cells.
    fn sides(&self, worker: &mut Worker, state: &[u32], steps: &mut Steps) {
        worker.key.copy_from_slice(state);
        for cell in 0..self.layout.cells() as u16 {
            if worker.boxes.taken[usize::from(cell)] {
                continue;
            }
            worker.after.flood(self.layout, &worker.boxes.taken, cell);
            if worker.after.first() == cell {
                self.step(worker, SIDE, steps);
            }
        }
    }

    /// Adds the pull that undoes a push of a box to `cell`, if it is possible.
    fn pull(&self, worker: &mut Worker, state: &[u32], cell: u16, direction: usize, steps: &mut Steps) {
        let layout = self.layout;
        let from = layout.before(cell, direction);
        if from == NONE || !worker.reach.contains(from) || layout.live_of(from) == NONE {
            return;
        }
        let stand = layout.before(from, direction);
        if stand == NONE || worker.boxes.taken[usize::from(stand)] {
            return;
        }
        worker.boxes.shift(layout, cell, from);
        worker.after.flood(layout, &worker.boxes.taken, stand);
        worker.boxes.shift(layout, from, cell);
        worker.key.copy_from_slice(state);
        layout.flip_box(&mut worker.key, cell);
        layout.flip_box(&mut worker.key, from);
        self.step(worker, label(from, direction, 0), steps);
    }

    /// Adds the step to the worker's key, with the player where the last flood was.
    fn step(&self, worker: &mut Worker, label: u32, steps: &mut Steps) {
        self.layout.set_player(&mut worker.key, worker.after.first());
        steps.push(label, worker.key == self.begin).copy_from_slice(&worker.key);
    }
}

impl PackedSpace for PullSpace<'_> {
    type Worker = Worker;
    type Error = Infallible;

    fn words(&self) -> usize {
        self.layout.words()
    }

    fn worker(&self) -> Result<Worker, Infallible> {
        let layout = self.layout;
        let (reach, after) = (Reach::new(layout), Reach::new(layout));
        let (matching, key) = (Assignment::new(self.boxes), vec![0; layout.words()]);
        Ok(Worker { boxes: Boxes::new(layout), reach, after, matching, key })
    }

    fn expand(&self, worker: &mut Worker, state: &[u32], steps: &mut Steps) -> Result<(), Infallible> {
        let (layout, player) = (self.layout, self.layout.player(state));
        worker.boxes.set(layout, state);
        if worker.boxes.taken[usize::from(player)] {
            self.sides(worker, state, steps);
            return Ok(());
        }
        worker.reach.flood(layout, &worker.boxes.taken, player);
        for place in 0..worker.boxes.live.len() {
            let cell = layout.cell_of_live(worker.boxes.live[place]);
            (0..4).for_each(|direction| self.pull(worker, state, cell, direction, steps));
        }
        Ok(())
    }

    fn has_lower_bound(&self) -> bool {
        true
    }

    fn lower_bound(&self, worker: &mut Worker, state: &[u32]) -> u32 {
        let (matching, pulls) = (&mut worker.matching, self.pulls.get_or_init(|| self.measured()));
        matching.clear();
        self.layout.boxes(state, |cell| matching.push(&pulls[usize::from(cell) * self.boxes..][..self.boxes]));
        matching.least().unwrap_or(DEAD_END)
    }
}
