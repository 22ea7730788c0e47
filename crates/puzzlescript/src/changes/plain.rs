//! The analysis of changes in its plainest form, which tries everything in every round and never gives up: tests
//! compare [`super::Analysis`] with it.

use crate::game::{Cell, Direction, Game, Group, Level, ObjectId, ObjectSet, Replacement, Row, movement};

use super::cells::{CellSet, Shape};
use super::{Changes, Found, TurnChanges, WAYS, leaves_movement, moved, of_layer, opposite};

/// Analyses a level.
pub(super) fn changes(game: &Game, level: &Level) -> Changes {
    let shape = Shape { width: level.width, height: level.height };
    let known = Found::at_start(game, level, shape);
    let mut analysis = Analysis { game, shape, known, changed: true, has_input: true };
    analysis.settle();
    let mut found = analysis.known;
    if leaves_movement(game) {
        found.ticks = found.turns.clone();
    } else {
        let known = Found { turns: found.ticks.clone(), ..found.clone() };
        let mut analysis = Analysis { game, shape, known, changed: true, has_input: false };
        analysis.settle();
        found.ticks = analysis.known.turns;
    }
    Changes { shape, found: Some(found) }
}

struct Analysis<'g> {
    game: &'g Game,
    shape: Shape,
    known: Found,
    changed: bool,
    has_input: bool,
}

impl Analysis<'_> {
    /// Tries everything that can happen until nothing new is found.
    fn settle(&mut self) {
        while std::mem::take(&mut self.changed) {
            self.round();
        }
    }

    /// Tries everything that can happen once.
    fn round(&mut self) {
        if self.has_input {
            self.push_players();
        }
        let game = self.game;
        // Where each cell pattern may match, as known at the start of the round: the rest is found in the next one.
        let matches: Vec<CellSet> = game.cells.iter().map(|cell| self.matches(cell)).collect();
        for group in game.early.iter().chain(game.late.iter()) {
            self.group(group, &matches);
        }
        self.move_all();
        self.known.turns.matching = matches;
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
        let (shape, Found { may, stays, turns: TurnChanges { moving, .. }, .. }) = (self.shape, &self.known);
        let mut cells = shape.all();
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
        let shape = self.shape;
        let runs = row.runs.iter().map(|run| {
            if run.iter().any(|&cell| matches[cell as usize].is_empty()) {
                return None;
            }
            let mut begins = shape.with_room(direction, run.len().saturating_sub(1));
            for (steps, &cell) in run.iter().enumerate() {
                let there = &matches[cell as usize];
                begins.keep(&shape.moved(there, opposite(direction), steps));
            }
            (!begins.is_empty()).then_some(begins)
        });
        runs.collect()
    }

    fn apply(&mut self, rows: &[Row], direction: Direction, found: Vec<Vec<CellSet>>) {
        let (game, shape) = (self.game, self.shape);
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
        let shape = self.shape;
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
