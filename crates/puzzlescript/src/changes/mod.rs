//! Which objects can come to which cells of a level, and which stay where they are, whatever is played.
//!
//! Two sets of cells for each object: where it *may* be at some time, and where it *stays* at all times. They begin with
//! the board of the level, and grow and shrink until no input, movement, rule or command can lead out of them: a rule
//! is tried wherever what it needs may be and what it forbids does not stay. The result is larger than the truth, never
//! smaller (an abstract interpretation in the sense of Cousot and Cousot 1977, by cells).
//!
//! A second pass over the result leaves the player without input and finds what may still move: a turn that follows by
//! `again` begins so.
//!
//! Where a cell may hold two objects of one layer, everything may change everywhere.
//!
//! It serves packed keys, which leave out what stays, and lower bounds, which rely on what cannot happen.

mod cells;

use crate::game::{
    Cell, Direction, Game, Group, LayerId, Level, ObjectId, ObjectSet, Replacement, Row, Rule, movement,
};

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
    /// What may happen in any turn.
    turns: Happening,
    /// What may happen in a turn without input.
    ticks: Happening,
}

/// What may happen in turns of a kind.
#[derive(Clone, Debug)]
struct Happening {
    /// Movements that each object may have, for each of the five bits.
    moving: Vec<[CellSet; 5]>,
    /// Where each distinct cell of the rules may match.
    matching: Vec<CellSet>,
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
        let nothing = Happening {
            moving: vec![std::array::from_fn(|_| shape.none()); game.objects.len()],
            matching: vec![shape.none(); game.cells.len()],
        };
        let known = Changes { shape, stays: may.clone(), may, turns: nothing.clone(), ticks: nothing };
        let mut analysis = Analysis { game, known, work: 0, changed: true, has_input: true };
        // It follows one object a layer.
        if game.is_crowded || !analysis.settle() {
            analysis.give_up();
        }
        let Analysis { known, .. } = analysis;
        let ticks = if leaves_movement(game) { None } else { known.in_ticks(game) };
        Changes { ticks: ticks.unwrap_or_else(|| known.turns.clone()), ..known }
    }

    /// What may happen on these boards in a turn without input; `None` where the analysis gives up.
    fn in_ticks(&self, game: &Game) -> Option<Happening> {
        let known = Changes { turns: self.ticks.clone(), ..self.clone() };
        let mut analysis = Analysis { game, known, work: 0, changed: true, has_input: false };
        analysis.settle().then_some(analysis.known.turns)
    }

    /// Whether an object may be in a cell at some time.
    #[must_use]
    pub fn may_be(&self, object: ObjectId, cell: usize) -> bool {
        self.may[usize::from(object.0)].has(cell)
    }

    /// Whether an object is in a cell at all times.
    #[must_use]
    pub fn stays(&self, object: ObjectId, cell: usize) -> bool {
        self.stays[usize::from(object.0)].has(cell)
    }

    /// Whether an object in a cell may have this bit of movement at some time.
    #[must_use]
    pub fn may_move(&self, object: ObjectId, cell: usize, bit: u8) -> bool {
        self.turns.moving[usize::from(object.0)][bit.trailing_zeros() as usize].has(cell)
    }

    /// Whether an object in a cell may have this bit of movement in a turn without input.
    #[must_use]
    pub fn may_move_in_tick(&self, object: ObjectId, cell: usize, bit: u8) -> bool {
        self.ticks.moving[usize::from(object.0)][bit.trailing_zeros() as usize].has(cell)
    }

    /// Whether an object may have a movement in a turn without input.
    #[must_use]
    pub fn may_move_in_ticks(&self, object: ObjectId) -> bool {
        self.ticks.moving[usize::from(object.0)].iter().any(|cells| !cells.is_empty())
    }

    /// Whether a distinct cell of the rules may match in a cell of the level.
    #[must_use]
    pub fn may_match(&self, pattern: u32, cell: usize) -> bool {
        self.turns.matching[pattern as usize].has(cell)
    }

    /// Whether a rule may match somewhere at some time.
    #[must_use]
    pub fn may_apply(&self, rule: &Rule) -> bool {
        self.turns.may_apply(rule)
    }

    /// Whether a rule may match somewhere in a turn without input.
    #[must_use]
    pub fn may_apply_in_ticks(&self, rule: &Rule) -> bool {
        self.ticks.may_apply(rule)
    }

    /// Whether an object may come to a cell or leave one at some time.
    #[must_use]
    pub fn may_change(&self, object: ObjectId) -> bool {
        self.changing(usize::from(object.0)).any(|cells| cells != 0)
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.shape.width * self.shape.height
    }

    /// The cells in which an object may come or go, as words of 64 cells.
    fn changing(&self, object: usize) -> impl Iterator<Item = u64> + '_ {
        self.may[object].0.iter().zip(&self.stays[object].0).map(|(may, stays)| may & !stays)
    }
}

impl Happening {
    fn may_apply(&self, rule: &Rule) -> bool {
        rule.rows.iter().flat_map(|row| row.runs.iter().flatten()).all(|&cell| !self.matching[cell as usize].is_empty())
    }
}

/// The analysis under way; what it finds of turns is in `known.turns`.
struct Analysis<'g> {
    game: &'g Game,
    known: Changes,
    work: usize,
    changed: bool,
    has_input: bool,
}

impl Analysis<'_> {
    /// Tries everything that can happen until nothing new is found. Returns whether it came so far.
    fn settle(&mut self) -> bool {
        let mut rounds = 0;
        while std::mem::take(&mut self.changed) {
            rounds += 1;
            if rounds > MOST_ROUNDS || self.work > MOST_WORK {
                return false;
            }
            self.round();
        }
        true
    }

    /// Tries everything that can happen once.
    fn round(&mut self) {
        if self.has_input {
            self.push_players();
        }
        let game = self.game;
        // Where each cell pattern may match, as known at the start of the round: the rest is found in the next one.
        let matches: Vec<CellSet> = game.cells.iter().map(|cell| self.matches(cell)).collect();
        for group in game.early.iter().chain(&game.late) {
            self.group(group, &matches);
        }
        self.move_all();
        self.known.turns.matching = matches;
    }

    /// Lets every object be everywhere, and stay nowhere.
    fn give_up(&mut self) {
        let all = self.known.shape.all();
        self.known.may.fill(all.clone());
        self.known.stays.fill(self.known.shape.none());
        self.known.turns.moving.iter_mut().flatten().for_each(|set| set.clone_from(&all));
        self.known.turns.matching.fill(all);
    }

    fn push_players(&mut self) {
        for id in self.game.player.objects.iter() {
            let cells = self.known.may[usize::from(id.0)].clone();
            for bit in 0..5 {
                self.moves(id, bit, &cells);
            }
        }
    }

    fn moves(&mut self, id: ObjectId, bit: usize, cells: &CellSet) {
        self.changed |= self.known.turns.moving[usize::from(id.0)][bit].add(cells);
    }

    /// The cells that a pattern may match.
    fn matches(&mut self, cell: &Cell) -> CellSet {
        let Changes { shape, may, stays, turns: Happening { moving, .. }, .. } = &self.known;
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
                let mut any = shape.none();
                for id in of_layer(self.game, cell, layer) {
                    any.add(&moving[usize::from(id.0)][bit]);
                }
                cells.keep(&any);
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
                let cell = &game.cells[cell as usize];
                if let Some(then) = &cell.then {
                    self.replace(cell, then, rows.len() == 1, &shape.moved(&begins, direction, steps));
                }
            }
        }
    }

    fn replace(&mut self, cell: &Cell, then: &Replacement, alone: bool, cells: &CellSet) {
        for id in then.clear.iter().filter(|id| !then.set.contains(*id)) {
            self.leaves(id, cells);
        }
        for id in then.set.iter().filter(|id| !cell.all.contains(*id)) {
            self.comes(id, cells, &then.set);
        }
        for id in then.random.iter() {
            self.comes(id, cells, &ObjectSet::new());
        }
        let random = then.random_dir.iter().map(|&layer| (layer, movement::ALL & !movement::ACTION));
        for (layer, bits) in then.move_set.iter().copied().chain(random) {
            for id in moved(self.game, cell, then, layer, alone) {
                (0..5).filter(|bit| bits >> bit & 1 == 1).for_each(|bit| self.moves(id, bit, cells));
            }
        }
    }

    fn leaves(&mut self, id: ObjectId, cells: &CellSet) {
        self.changed |= self.known.stays[usize::from(id.0)].remove(cells);
    }

    /// An object comes to cells, in place of what its layer holds there but for what is set as well.
    fn comes(&mut self, id: ObjectId, cells: &CellSet, set: &ObjectSet) {
        self.changed |= self.known.may[usize::from(id.0)].add(cells);
        let game = self.game;
        let Some(Some(object)) = game.objects.get(usize::from(id.0)) else { return };
        for other in game.layers[usize::from(object.layer.0)].iter().filter(|other| **other != id) {
            if !set.contains(*other) {
                self.leaves(*other, cells);
            }
            // It takes over the movement of its layer.
            for bit in 0..5 {
                let mut moving = self.known.turns.moving[usize::from(other.0)][bit].clone();
                moving.keep(cells);
                self.moves(id, bit, &moving);
            }
        }
    }

    /// Carries out every movement that there may be.
    fn move_all(&mut self) {
        let shape = self.known.shape;
        for ids in &self.game.layers {
            let mut blocked = shape.none();
            for id in ids {
                blocked.add(&self.known.stays[usize::from(id.0)]);
            }
            for (bit, direction) in WAYS {
                let room = shape.with_room(direction, 1);
                for &id in ids {
                    let mut here = self.known.may[usize::from(id.0)].clone();
                    here.keep(&self.known.turns.moving[usize::from(id.0)][bit.trailing_zeros() as usize]);
                    here.keep(&room);
                    let mut there = shape.moved(&here, direction, 1);
                    there.remove(&blocked);
                    if !there.is_empty() {
                        self.changed |= self.known.may[usize::from(id.0)].add(&there);
                        self.leaves(id, &shape.moved(&there, opposite(direction), 1));
                    }
                }
            }
        }
    }
}

/// Whether a turn may leave movement for the next one, which late rules alone can.
#[must_use]
pub fn leaves_movement(game: &Game) -> bool {
    let rows = game.late.iter().flat_map(|group| &group.rules).flat_map(|rule| &rule.rows);
    let mut cells = rows.flat_map(|row| row.runs.iter().flatten()).map(|&cell| &game.cells[cell as usize]);
    cells.any(|cell| cell.then.as_ref().is_some_and(|then| !then.move_set.is_empty() || !then.random_dir.is_empty()))
}

fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    }
}

/// The objects of a layer that a cell may hold where a pattern matches it.
pub fn of_layer<'g>(game: &'g Game, cell: &'g Cell, layer: LayerId) -> impl Iterator<Item = ObjectId> + 'g {
    let ids = &game.layers[usize::from(layer.0)];
    let is_alone = !game.is_crowded;
    let named = ids.iter().copied().find(|id| is_alone && cell.all.contains(*id));
    let layers: ObjectSet = ids.iter().copied().collect();
    let sets: Vec<&ObjectSet> = cell.any.iter().filter(|set| is_alone && set.is_subset(&layers)).collect();
    ids.iter().copied().filter(move |id| match named {
        Some(named) => *id == named,
        None => !cell.none.contains(*id) && sets.iter().all(|set| set.contains(*id)),
    })
}

/// The objects of a layer that a replacement may give a movement; `alone` says that its rule has one row. Of several rows
/// the first may have changed the cell before.
#[must_use]
pub fn moved(game: &Game, cell: &Cell, then: &Replacement, layer: LayerId, alone: bool) -> Vec<ObjectId> {
    let ids = &game.layers[usize::from(layer.0)];
    if !alone || game.is_crowded {
        return ids.clone();
    }
    let comes = |id: &ObjectId| then.set.contains(*id) || then.random.contains(*id);
    let mut moved: Vec<ObjectId> = ids.iter().copied().filter(comes).collect();
    if !ids.iter().any(|id| then.set.contains(*id)) {
        moved.extend(of_layer(game, cell, layer));
    }
    moved
}
