//! The rules alone, for searches that leave nothing out: no bound, no deadlocks, no dead squares.
//!
//! A key is the player's square and the squares of the boxes in ascending order, 16 bits each.

use std::convert::Infallible;

use engines::Context;
use engines::packed::{Layers, Outcome, PackedSpace, Steps, breadth_first, breadth_first_within};

use super::super::pushes::Push;
use super::super::rules::{Board, Direction, Square, State};

/// No square, or a wall.
const NONE: u16 = u16::MAX;
/// The directions of [`Direction::ALL`] by number, turned round.
const OPPOSITE: [usize; 4] = [1, 0, 3, 2];

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A push with the walk to it; the player stands on the first square of those within reach.
    Push,
    /// A move of the player by one square.
    Move,
}

/// A board as a space of packed keys.
pub(crate) struct Plain {
    next: Vec<[u16; 4]>,
    is_goal: Vec<bool>,
    start: Vec<u32>,
    boxes: usize,
    step: Step,
}

/// The buffers of a thread.
pub(crate) struct Worker {
    taken: Vec<bool>,
    boxes: Vec<u16>,
    moved: Vec<u16>,
    reached: Vec<bool>,
    after: Vec<bool>,
    queue: Vec<u16>,
}

impl Plain {
    pub(crate) fn new(board: &Board, state: &State, step: Step) -> Plain {
        let squares = 0..board.squares().len();
        let neighbour = |square, direction| board.open_neighbour(square, direction).map_or(NONE, |next| next as u16);
        let next = squares.clone().map(|square| Direction::ALL.map(|to| neighbour(square, to))).collect();
        let is_goal = squares.map(|square| board.square(square) == Square::Goal).collect();
        let state = if step == Step::Push { board.normalised(state) } else { state.clone() };
        let start = Plain::key(&state);
        Plain { next, is_goal, start, boxes: state.boxes().len(), step }
    }

    /// The key of the state from which it begins.
    pub(crate) fn start(&self) -> &[u32] {
        &self.start
    }

    /// The key of a state.
    pub(crate) fn key(state: &State) -> Vec<u32> {
        let mut key = vec![0; (state.boxes().len() + 2) / 2];
        write(&mut key, state.player() as u16, state.boxes());
        key
    }

    /// Searches breadth-first for a solution, of at most `most` steps if that is given.
    pub(crate) fn search(&self, most: Option<u32>, cx: &Context<'_>) -> Outcome<Option<Layers>> {
        let Ok(outcome) = match most {
            Some(most) => breadth_first_within(self, &self.start, most, cx),
            None => breadth_first(self, &self.start, false, cx).map(|outcome| outcome.map(Some)),
        };
        outcome
    }

    /// The push of a label.
    pub(crate) fn push(label: u32) -> Push {
        Push { square: (label >> 2) as u16, direction: Plain::direction(label) }
    }

    /// Whether the label of a move is that of a push, and so has a box's square, which is never the first one: a wall
    /// is there.
    pub(crate) fn is_push(label: u32) -> bool {
        label >> 2 != 0
    }

    /// The direction of a label.
    pub(crate) fn direction(label: u32) -> Direction {
        Direction::ALL[(label & 3) as usize]
    }

    fn neighbour(&self, square: u16, direction: usize) -> u16 {
        self.next[usize::from(square)][direction]
    }

    /// Marks the squares that the player can walk to; the first of them.
    fn flood(&self, taken: &[bool], from: u16, reached: &mut [bool], queue: &mut Vec<u16>) -> u16 {
        reached.fill(false);
        reached[usize::from(from)] = true;
        queue.push(from);
        let mut first = from;
        while let Some(square) = queue.pop() {
            first = first.min(square);
            for next in self.next[usize::from(square)] {
                if next != NONE && !taken[usize::from(next)] && !reached[usize::from(next)] {
                    reached[usize::from(next)] = true;
                    queue.push(next);
                }
            }
        }
        first
    }

    /// Adds every push that is possible after a walk.
    fn pushes(&self, worker: &mut Worker, player: u16, steps: &mut Steps) {
        self.flood(&worker.taken, player, &mut worker.reached, &mut worker.queue);
        for place in 0..worker.boxes.len() {
            let square = worker.boxes[place];
            for (direction, opposite) in (0..).zip(OPPOSITE) {
                let stand = self.neighbour(square, opposite);
                if stand != NONE && worker.reached[usize::from(stand)] {
                    self.push_box(worker, square, direction, steps);
                }
            }
        }
    }

    /// Adds every move of the player by one square.
    fn moves(&self, worker: &mut Worker, state: &[u32], player: u16, steps: &mut Steps) {
        for direction in 0..4 {
            let to = self.neighbour(player, direction);
            if to == NONE {
                continue;
            }
            if worker.taken[usize::from(to)] {
                self.push_box(worker, to, direction, steps);
            } else {
                let key = steps.push(direction as u32, false);
                key.copy_from_slice(state);
                key[0] = key[0] & !u32::from(u16::MAX) | u32::from(to);
            }
        }
    }

    /// Adds the push of a box, by a player who stands behind it.
    fn push_box(&self, worker: &mut Worker, square: u16, direction: usize, steps: &mut Steps) {
        let to = self.neighbour(square, direction);
        if to == NONE || worker.taken[usize::from(to)] {
            return;
        }
        worker.moved.clear();
        worker.moved.extend(worker.boxes.iter().map(|&other| if other == square { to } else { other }));
        worker.moved.sort_unstable();
        let is_goal = worker.moved.iter().all(|&square| self.is_goal[usize::from(square)]);
        let player = if self.step == Step::Push {
            worker.taken[usize::from(square)] = false;
            worker.taken[usize::from(to)] = true;
            let first = self.flood(&worker.taken, square, &mut worker.after, &mut worker.queue);
            worker.taken[usize::from(square)] = true;
            worker.taken[usize::from(to)] = false;
            first
        } else {
            square
        };
        let label = u32::from(square) << 2 | direction as u32;
        write(steps.push(label, is_goal), player, &worker.moved);
    }
}

/// Writes a key.
fn write(key: &mut [u32], player: u16, boxes: &[u16]) {
    key.fill(0);
    key[0] = u32::from(player);
    for (place, &square) in (1..).zip(boxes) {
        key[place / 2] |= u32::from(square) << (16 * (place % 2));
    }
}

impl PackedSpace for Plain {
    type Worker = Worker;
    type Error = Infallible;

    fn words(&self) -> usize {
        self.start.len()
    }

    fn worker(&self) -> Result<Worker, Infallible> {
        let squares = self.next.len();
        let boxes = Vec::new();
        Ok(Worker {
            taken: vec![false; squares],
            boxes,
            moved: Vec::new(),
            reached: vec![false; squares],
            after: vec![false; squares],
            queue: Vec::new(),
        })
    }

    fn expand(&self, worker: &mut Worker, state: &[u32], steps: &mut Steps) -> Result<(), Infallible> {
        let half = |place: usize| (state[place / 2] >> (16 * (place % 2))) as u16;
        let player = half(0);
        worker.boxes.clear();
        worker.boxes.extend((1..=self.boxes).map(half));
        worker.boxes.iter().for_each(|&square| worker.taken[usize::from(square)] = true);
        match self.step {
            Step::Push => self.pushes(worker, player, steps),
            Step::Move => self.moves(worker, state, player, steps),
        }
        worker.boxes.iter().for_each(|&square| worker.taken[usize::from(square)] = false);
        Ok(())
    }
}
