//! Which objects can come to which cells of a level, and which stay where they are, whatever is played.
//!
//! Two sets of cells for each object: where it *may* be at some time, and where it *stays* at all times. They begin with
//! the board of the level, and grow and shrink until no input, movement, rule or command can lead out of them: a rule
//! is tried wherever what it needs may be and what it forbids does not stay. The result is larger than the truth, never
//! smaller (an abstract interpretation in the sense of Cousot and Cousot 1977, by cells).
//!
//! It serves packed keys, which leave out what stays, and lower bounds, which rely on what cannot happen.

mod cells;

use crate::game::{Cell, Direction, Game, Group, LayerId, Level, ObjectId, ObjectSet, Replacement, Row, movement};

use cells::{CellSet, Shape};

/// Rounds after which the analysis gives up and lets everything change: each round tries every rule once.
const MOST_ROUNDS: usize = 2000;
/// The work after which it gives up: cells of rules times words of 64 cells.
const MOST_WORK: usize = 400_000_000;

/// Where the objects of a level may be, and where they stay.
#[derive(Clone, Debug)]
pub struct Changes {
    shape: Shape,
    may: Vec<CellSet>,
    stays: Vec<CellSet>,
    /// Movements that each layer may have, for each of the five bits.
    moving: Vec<[CellSet; 5]>,
}

/// The directions of the first four bits of movement.
const WAYS: [(u8, Direction); 4] = [
    (movement::UP, Direction::Up),
    (movement::DOWN, Direction::Down),
    (movement::LEFT, Direction::Left),
    (movement::RIGHT, Direction::Right),
];

impl Changes {
    /// Analyses a level.
    #[must_use]
    pub fn of(game: &Game, level: &Level) -> Changes {
        let shape = Shape { width: level.width, height: level.height };
        let mut may = vec![shape.none(); game.objects.len()];
        for (cell, &content) in level.cells.iter().enumerate() {
            level.contents[content as usize].iter().for_each(|id| may[usize::from(id.0)].insert(cell));
        }
        let moving = vec![std::array::from_fn(|_| shape.none()); game.layers.len()];
        let stays = may.clone();
        let mut analysis = Analysis { game, known: Changes { shape, may, stays, moving }, work: 0, changed: true };
        let mut rounds = 0;
        while std::mem::take(&mut analysis.changed) {
            rounds += 1;
            if rounds > MOST_ROUNDS || analysis.work > MOST_WORK {
                analysis.give_up();
                break;
            }
            analysis.round();
        }
        analysis.known
    }

    /// Whether an object may be in a cell at some time.
    #[must_use]
    pub fn may_be(&self, object: ObjectId, cell: usize) -> bool {
        self.may[usize::from(object.0)].0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Whether an object is in a cell at all times.
    #[must_use]
    pub fn stays(&self, object: ObjectId, cell: usize) -> bool {
        self.stays[usize::from(object.0)].0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.shape.width * self.shape.height
    }

    /// The cells in which an object may come or go, as words of 64 cells.
    pub(crate) fn changing(&self, object: usize) -> impl Iterator<Item = u64> + '_ {
        self.may[object].0.iter().zip(&self.stays[object].0).map(|(may, stays)| may & !stays)
    }
}

/// The analysis under way.
struct Analysis<'g> {
    game: &'g Game,
    known: Changes,
    work: usize,
    changed: bool,
}

impl Analysis<'_> {
    /// Tries everything that can happen once.
    fn round(&mut self) {
        self.push_players();
        let game = self.game;
        // Where each cell pattern may match, as known at the start of the round: the rest is found in the next one.
        let matches: Vec<CellSet> = game.cells.iter().map(|cell| self.matches(cell)).collect();
        for group in game.early.iter().chain(&game.late) {
            self.group(group, &matches);
        }
        self.move_all();
    }

    /// Lets every object be everywhere, and stay nowhere.
    fn give_up(&mut self) {
        let all = self.known.shape.all();
        self.known.may.fill(all.clone());
        self.known.stays.fill(self.known.shape.none());
        self.known.moving.iter_mut().flatten().for_each(|set| set.clone_from(&all));
    }

    fn push_players(&mut self) {
        for id in self.game.player.objects.iter() {
            let Some(Some(object)) = self.game.objects.get(usize::from(id.0)) else { continue };
            let cells = self.known.may[usize::from(id.0)].clone();
            for bit in 0..5 {
                self.move_from(object.layer, bit, &cells);
            }
        }
    }

    fn move_from(&mut self, layer: LayerId, bit: usize, cells: &CellSet) {
        self.changed |= self.known.moving[usize::from(layer.0)][bit].add(cells);
    }

    /// The cells that a pattern may match.
    fn matches(&mut self, cell: &Cell) -> CellSet {
        let Changes { shape, may, stays, moving } = &self.known;
        let mut cells = shape.all();
        self.work += cells.0.len() * (1 + cell.any.len());
        cell.all.iter().for_each(|id| cells.keep(&may[usize::from(id.0)]));
        for id in cell.none.iter() {
            cells.remove(&stays[usize::from(id.0)]);
        }
        for set in &cell.any {
            let mut any = shape.none();
            for id in set.iter() {
                any.add(&may[usize::from(id.0)]);
            }
            cells.keep(&any);
        }
        for &(layer, wanted) in &cell.moving {
            for bit in (0..5).filter(|bit| wanted >> bit & 1 == 1) {
                cells.keep(&moving[usize::from(layer.0)][bit]);
            }
        }
        cells
    }

    fn group(&mut self, group: &Group, matches: &[CellSet]) {
        for rule in &group.rules {
            if let Some(found) = rule.rows.iter().map(|row| self.found(row, rule.direction, matches)).collect() {
                self.apply(&rule.rows, rule.direction, found);
            }
        }
    }

    /// For each run of a row the cells at which it may begin; `None` where one cannot be anywhere.
    fn found(&mut self, row: &Row, direction: Direction, matches: &[CellSet]) -> Option<Vec<CellSet>> {
        let shape = self.known.shape;
        let runs = row.runs.iter().map(|run| {
            if run.iter().any(|&cell| matches[cell as usize].is_empty()) {
                return None;
            }
            let mut begins = shape.with_room(direction, run.len().saturating_sub(1));
            for (steps, &cell) in run.iter().enumerate() {
                let there = &matches[cell as usize];
                begins.keep(&shape.moved(there, opposite(direction), steps));
                self.work += begins.0.len() + shape.width;
            }
            (!begins.is_empty()).then_some(begins)
        });
        runs.collect()
    }

    fn apply(&mut self, rows: &[Row], direction: Direction, found: Vec<Vec<CellSet>>) {
        let (game, shape) = (self.game, self.known.shape);
        for (run, begins) in rows.iter().flat_map(|row| &row.runs).zip(found.into_iter().flatten()) {
            for (steps, &cell) in run.iter().enumerate() {
                if let Some(then) = &game.cells[cell as usize].then {
                    self.replace(then, &shape.moved(&begins, direction, steps));
                }
            }
        }
    }

    fn replace(&mut self, then: &Replacement, cells: &CellSet) {
        for id in then.clear.iter().filter(|id| !then.set.contains(*id)) {
            self.leaves(id, cells);
        }
        for id in then.set.iter() {
            self.comes(id, cells, &then.set);
        }
        for id in then.random.iter() {
            self.comes(id, cells, &ObjectSet::new());
        }
        for &(layer, bits) in &then.move_set {
            (0..5).filter(|bit| bits >> bit & 1 == 1).for_each(|bit| self.move_from(layer, bit, cells));
        }
        for &layer in &then.random_dir {
            (0..4).for_each(|bit| self.move_from(layer, bit, cells));
        }
    }

    fn leaves(&mut self, id: ObjectId, cells: &CellSet) {
        self.changed |= self.known.stays[usize::from(id.0)].remove(cells);
    }

    /// An object comes to cells, in place of what its layer holds there but for what is set as well.
    fn comes(&mut self, id: ObjectId, cells: &CellSet, set: &ObjectSet) {
        self.changed |= self.known.may[usize::from(id.0)].add(cells);
        let Some(Some(object)) = self.game.objects.get(usize::from(id.0)) else { return };
        for &other in &self.game.layers[usize::from(object.layer.0)] {
            if other != id && !set.contains(other) {
                self.leaves(other, cells);
            }
        }
    }

    /// Carries out every movement that there may be.
    fn move_all(&mut self) {
        let shape = self.known.shape;
        for (layer, ids) in self.game.layers.iter().enumerate() {
            let mut blocked = shape.none();
            for id in ids {
                blocked.add(&self.known.stays[usize::from(id.0)]);
            }
            for (bit, direction) in WAYS {
                let mut from = self.known.moving[layer][bit.trailing_zeros() as usize].clone();
                from.keep(&shape.with_room(direction, 1));
                let mut to = shape.moved(&from, direction, 1);
                to.remove(&blocked);
                let from = shape.moved(&to, opposite(direction), 1);
                for &id in ids {
                    let mut here = self.known.may[usize::from(id.0)].clone();
                    here.keep(&from);
                    if !here.is_empty() {
                        let there = shape.moved(&here, direction, 1);
                        self.changed |= self.known.may[usize::from(id.0)].add(&there);
                        self.leaves(id, &here);
                    }
                }
            }
        }
    }
}

fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    }
}
