//! Which objects can come to which cells of a level, and which stay where they are, whatever is played.
//!
//! Two sets of cells for each object: where it *may* be at some time, and where it *stays* at all times. They begin
//! with the board of the level, and grow and shrink until no input, movement, rule or command can lead out of them: a
//! rule is tried wherever what it needs may be and what it forbids does not stay. The result is larger than the truth,
//! never smaller (an abstract interpretation in the sense of Cousot and Cousot 1977, by cells).
//!
//! A second pass over the result leaves the player without input and finds what may still move: a turn that follows by
//! `again` begins so.
//!
//! Where a cell may hold two objects of one layer, everything may change everywhere.
//!
//! It serves packed keys, which leave out what stays, and lower bounds, which rely on what cannot happen.

mod analysis;
mod cells;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

use crate::game::{Cell, Direction, Game, LayerId, Level, ObjectId, ObjectSet, Replacement, Rule, movement};
use crate::interrupt::{Interrupt, Interrupted};

use analysis::Analysis;
pub(crate) use cells::{CellSet, Shape};

/// Where the objects of a level may be, and where they stay.
#[derive(Clone, Debug)]
pub struct Changes {
    shape: Shape,
    /// What was found; `None` where the analysis gave up: everything may happen everywhere then.
    found: Option<Found>,
}

/// What limits an analysis.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most bytes of its result.
    pub bytes: usize,
    /// Ends it.
    pub interrupt: Interrupt,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: usize::MAX, interrupt: Interrupt::default() }
    }
}

/// Where objects may be, where they stay, and what may happen to them.
#[derive(Clone, Debug)]
struct Found {
    may: Vec<CellSet>,
    stays: Vec<CellSet>,
    /// What may happen in any turn.
    turns: TurnChanges,
    /// What may happen in a turn without input.
    ticks: TurnChanges,
}

/// What may happen in turns of a kind.
#[derive(Clone, Debug)]
struct TurnChanges {
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
    /// Analyses a level. Where that takes more work than it is worth, or more bytes than allowed, everything may
    /// change.
    ///
    /// # Errors
    /// The interrupt came.
    pub fn of(game: &Game, level: &Level, limits: &Limits) -> Result<Changes, Interrupted> {
        let shape = Shape { width: level.width, height: level.height };
        // The analysis follows one object a layer.
        if game.is_crowded || Changes::most_bytes(game, shape) > limits.bytes {
            return Ok(Changes { shape, found: None });
        }
        let found = Found::at_start(game, level, shape);
        let mut analysis = Analysis::new(game, shape, found, true, limits);
        if !analysis.settle()? {
            return Ok(Changes { shape, found: None });
        }
        let mut found = analysis.found;
        if !leaves_movement(game) {
            let begin = Found { turns: found.ticks.clone(), ..found.clone() };
            let mut analysis = Analysis::new(game, shape, begin, false, limits);
            let is_settled = analysis.settle()?;
            found.ticks = if is_settled { analysis.found.turns } else { found.turns.clone() };
        } else {
            found.ticks = found.turns.clone();
        }
        Ok(Changes { shape, found: Some(found) })
    }

    /// The bytes that the result takes, and the analysis while it works, which has about as much again.
    fn most_bytes(game: &Game, shape: Shape) -> usize {
        let sets = 2 * (12 * game.objects.len() + 2 * game.cells.len());
        sets.saturating_mul(8 * shape.words() + size_of::<CellSet>())
    }

    /// Returns the bytes that the result takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let Some(Found { may, turns, .. }) = &self.found else { return 0 };
        let sets = 12 * may.len() + 2 * turns.matching.len();
        sets * (8 * self.shape.words() + size_of::<CellSet>())
    }

    /// Whether everything may happen everywhere, as far as is known.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.found.is_none()
    }

    /// Whether an object may be in a cell at some time.
    #[must_use]
    pub fn may_be(&self, object: ObjectId, cell: usize) -> bool {
        self.found.as_ref().is_none_or(|found| found.may[usize::from(object.0)].has(cell))
    }

    /// Whether an object is in a cell at all times.
    #[must_use]
    pub fn stays(&self, object: ObjectId, cell: usize) -> bool {
        self.found.as_ref().is_some_and(|found| found.stays[usize::from(object.0)].has(cell))
    }

    /// Whether an object in a cell may have this bit of movement at some time.
    #[must_use]
    pub fn may_move(&self, object: ObjectId, cell: usize, bit: u8) -> bool {
        self.found.as_ref().is_none_or(|found| found.turns.moving_by(object, bit).has(cell))
    }

    /// Whether an object in a cell may have this bit of movement in a turn without input.
    #[must_use]
    pub fn may_move_in_tick(&self, object: ObjectId, cell: usize, bit: u8) -> bool {
        self.found.as_ref().is_none_or(|found| found.ticks.moving_by(object, bit).has(cell))
    }

    /// Whether an object may have this bit of movement somewhere at some time.
    #[must_use]
    pub fn may_move_somewhere(&self, object: ObjectId, bit: u8) -> bool {
        self.found.as_ref().is_none_or(|found| !found.turns.moving_by(object, bit).is_empty())
    }

    /// Whether an object may have a movement in a turn without input.
    #[must_use]
    pub fn may_move_in_ticks(&self, object: ObjectId) -> bool {
        let moving = self.found.as_ref().map(|found| &found.ticks.moving[usize::from(object.0)]);
        moving.is_none_or(|moving| moving.iter().any(|cells| !cells.is_empty()))
    }

    /// Whether a distinct cell of the rules may match in a cell of the level.
    #[must_use]
    pub fn may_match(&self, pattern: u32, cell: usize) -> bool {
        self.found.as_ref().is_none_or(|found| found.turns.matching[pattern as usize].has(cell))
    }

    /// Whether a rule may match somewhere at some time.
    #[must_use]
    pub fn may_apply(&self, rule: &Rule) -> bool {
        self.found.as_ref().is_none_or(|found| found.turns.may_apply(rule))
    }

    /// Whether a rule may match somewhere in a turn without input.
    #[must_use]
    pub fn may_apply_in_ticks(&self, rule: &Rule) -> bool {
        self.found.as_ref().is_none_or(|found| found.ticks.may_apply(rule))
    }

    /// Whether an object may come to a cell or leave one at some time.
    #[must_use]
    pub fn may_change(&self, object: ObjectId) -> bool {
        let Some(Found { may, stays, .. }) = &self.found else { return true };
        let object = usize::from(object.0);
        may[object].0.iter().zip(&stays[object].0).any(|(may, stays)| may & !stays != 0)
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.shape.cells()
    }
}

impl Found {
    /// What is known before anything has happened.
    fn at_start(game: &Game, level: &Level, shape: Shape) -> Found {
        let mut may = vec![shape.none(); game.objects.len()];
        for (cell, &content) in level.cells.iter().enumerate() {
            level.contents[content as usize].iter().for_each(|id| may[usize::from(id.0)].insert(cell));
        }
        let nothing = TurnChanges {
            moving: vec![std::array::from_fn(|_| shape.none()); game.objects.len()],
            matching: vec![shape.none(); game.cells.len()],
        };
        Found { stays: may.clone(), may, turns: nothing.clone(), ticks: nothing }
    }
}

impl TurnChanges {
    fn moving_by(&self, object: ObjectId, bit: u8) -> &CellSet {
        &self.moving[usize::from(object.0)][bit.trailing_zeros() as usize]
    }

    fn may_apply(&self, rule: &Rule) -> bool {
        rule.rows.iter().flat_map(|row| row.runs.iter().flatten()).all(|&cell| !self.matching[cell as usize].is_empty())
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

/// The objects of a layer that a replacement may give a movement; `alone` says that its rule has one row. Of several
/// rows the first may have changed the cell before.
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
