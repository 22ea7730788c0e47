//! The analysis under way: rounds in which everything that can happen is tried, until nothing new is found.
//!
//! Sets only grow (where objects may be, how they may move, where patterns may match) or only shrink (where objects
//! stay), so the order of trying does not matter. A round tries again only what depends on objects about which
//! something new was found in the round before: the patterns that name them, the rules with those patterns, their
//! layers.

use std::collections::HashMap;
use std::rc::Rc;

use crate::game::{Cell, Direction, Game, LayerId, ObjectId, ObjectSet, Replacement, Row, Rule, movement};
use crate::interrupt::{Interrupt, Interrupted};

use super::cells::{CellSet, Shape};
use super::{Found, Limits, WAYS, moved, of_layer, opposite};

/// Rounds after which the analysis gives up.
const MAX_ROUNDS: usize = 4000;
/// The work after which it gives up, in words of 64 cells that are read or written.
const MAX_WORK: usize = 1_000_000_000;
/// The work between two looks at the interrupt.
const WORK_OF_LOOK: usize = 1 << 19;
/// The most sets of cells with room that are kept.
const MAX_ROOMS: usize = 64;

/// Why an analysis ended before it was done.
enum Over {
    /// It took more work than it is worth.
    Work,
    Interrupted,
}

/// An analysis; what it finds of turns is in `found.turns`.
pub(super) struct Analysis<'g> {
    game: &'g Game,
    shape: Shape,
    pub(super) found: Found,
    has_input: bool,
    /// The objects about which something new was found in this round, and in the one before.
    news: ObjectSet,
    last_news: ObjectSet,
    is_first_round: bool,
    /// The objects on which each distinct cell of the rules depends.
    named: Vec<ObjectSet>,
    /// Whether each distinct cell of the rules was looked for in this round.
    is_new: Vec<bool>,
    rooms: HashMap<(Direction, usize), Rc<CellSet>>,
    work: usize,
    look: usize,
    interrupt: Interrupt,
}

impl<'g> Analysis<'g> {
    /// An analysis of turns with or without input that goes on from what is known.
    pub(super) fn new(game: &'g Game, shape: Shape, found: Found, has_input: bool, limits: &Limits) -> Analysis<'g> {
        Analysis {
            game,
            shape,
            found,
            has_input,
            news: ObjectSet::new(),
            last_news: (0..game.objects.len()).map(|id| ObjectId(id as u16)).collect(),
            is_first_round: true,
            named: game.cells.iter().map(|cell| named(game, cell)).collect(),
            is_new: Vec::new(),
            rooms: HashMap::new(),
            work: 0,
            look: 0,
            interrupt: limits.interrupt.clone(),
        }
    }

    /// Tries everything that can happen until nothing new is found. Returns whether it came so far.
    ///
    /// # Errors
    /// The interrupt came.
    pub(super) fn settle(&mut self) -> Result<bool, Interrupted> {
        for _ in 0..MAX_ROUNDS {
            match self.round() {
                Ok(()) if self.news.is_empty() => return Ok(true),
                Ok(()) => self.last_news = std::mem::take(&mut self.news),
                Err(Over::Work) => return Ok(false),
                Err(Over::Interrupted) => return Err(Interrupted),
            }
        }
        Ok(false)
    }

    /// Counts operations on sets of cells.
    fn spend(&mut self, sets: usize) -> Result<(), Over> {
        self.work += sets * self.shape.words();
        if self.work >= self.look {
            self.look = self.work + WORK_OF_LOOK;
            if self.interrupt.is_due() {
                return Err(Over::Interrupted);
            }
        }
        if self.work > MAX_WORK { Err(Over::Work) } else { Ok(()) }
    }

    /// Tries once everything that depends on the news of the round before.
    fn round(&mut self) -> Result<(), Over> {
        if self.has_input {
            self.push_players()?;
        }
        let game = self.game;
        self.is_new.clear();
        for (number, cell) in game.cells.iter().enumerate() {
            let is_new = self.is_first_round || self.named[number].intersects(&self.last_news);
            self.is_new.push(is_new);
            if is_new {
                self.found.turns.matching[number] = self.matches(cell)?;
            }
        }
        for rule in game.early.iter().chain(game.late.iter()).flat_map(|group| &group.rules) {
            self.work += rule.rows.len();
            if self.depends_on_news(rule) {
                self.rule(rule)?;
            }
        }
        self.is_first_round = false;
        self.move_all()
    }

    /// Whether a rule can do something new: a pattern was looked for again, or an object comes that may take over a
    /// movement in its layer.
    fn depends_on_news(&self, rule: &Rule) -> bool {
        let mut cells = rule.rows.iter().flat_map(|row| row.runs.iter().flatten()).map(|&cell| cell as usize);
        let takes_over = |cell: usize| {
            let then = self.game.cells[cell].then.as_ref();
            let mut come = then.into_iter().flat_map(|then| then.set.iter().chain(then.random.iter()));
            come.any(|id| self.layer_of(id).is_some_and(|layer| self.has_news(layer)))
        };
        cells.any(|cell| self.is_new[cell] || takes_over(cell))
    }

    /// The objects of the layer of an object.
    fn layer_of(&self, id: ObjectId) -> Option<&'g [ObjectId]> {
        let object = self.game.objects.get(usize::from(id.0))?.as_ref()?;
        self.game.layers.get(usize::from(object.layer.0)).map(Vec::as_slice)
    }

    /// Whether something new was found about one of these objects, in this round or the one before.
    fn has_news(&self, ids: &[ObjectId]) -> bool {
        ids.iter().any(|id| self.last_news.contains(*id) || self.news.contains(*id))
    }

    fn push_players(&mut self) -> Result<(), Over> {
        for id in self.game.player.objects.iter().filter(|id| self.last_news.contains(*id)).collect::<Vec<_>>() {
            self.spend(6)?;
            let cells = self.found.may[usize::from(id.0)].clone();
            (0..5).for_each(|bit| self.moves(id, bit, &cells));
        }
        Ok(())
    }

    /// An object may move so in these cells.
    fn moves(&mut self, id: ObjectId, bit: usize, cells: &CellSet) {
        if self.found.turns.moving[usize::from(id.0)][bit].add(cells) {
            self.news.insert(id);
        }
    }

    /// The cells that a pattern may match.
    fn matches(&mut self, cell: &Cell) -> Result<CellSet, Over> {
        let sets = cell.all.len() + cell.none.len() + cell.any.iter().map(|set| set.len() + 2).sum::<usize>();
        self.spend(2 + sets)?;
        let mut cells = self.shape.all();
        let Found { may, stays, .. } = &self.found;
        cell.all.iter().for_each(|id| cells.keep(&may[usize::from(id.0)]));
        cell.none.iter().for_each(|id| {
            cells.remove(&stays[usize::from(id.0)]);
        });
        for set in &cell.any {
            let mut any = self.shape.none();
            set.iter().for_each(|id| {
                any.add(&may[usize::from(id.0)]);
            });
            cells.keep(&any);
        }
        for &(layer, wanted) in &cell.moving {
            let ids: Vec<ObjectId> = of_layer(self.game, cell, layer).collect();
            for bit in (0..5).filter(|bit| wanted >> bit & 1 == 1) {
                self.spend(2 + ids.len())?;
                let mut any = self.shape.none();
                ids.iter().for_each(|id| {
                    any.add(&self.found.turns.moving[usize::from(id.0)][bit]);
                });
                cells.keep(&any);
            }
        }
        Ok(cells)
    }

    fn rule(&mut self, rule: &Rule) -> Result<(), Over> {
        let mut found = Vec::with_capacity(rule.rows.len());
        for row in &rule.rows {
            match self.found_at(row, rule.direction)? {
                Some(begins) => found.extend(begins),
                None => return Ok(()),
            }
        }
        self.apply(&rule.rows, rule.direction, found)
    }

    /// For each run of a row the cells at which it may begin; `None` where one cannot be anywhere.
    fn found_at(&mut self, row: &Row, direction: Direction) -> Result<Option<Vec<CellSet>>, Over> {
        let mut begins = Vec::with_capacity(row.runs.len());
        for run in &row.runs {
            if run.iter().any(|&cell| self.found.turns.matching[cell as usize].is_empty()) {
                return Ok(None);
            }
            let mut here = CellSet::clone(&*self.room(direction, run.len().saturating_sub(1))?);
            for (steps, &cell) in run.iter().enumerate() {
                self.spend(2)?;
                here.keep(&self.shape.moved(&self.found.turns.matching[cell as usize], opposite(direction), steps));
                if here.is_empty() {
                    return Ok(None);
                }
            }
            begins.push(here);
        }
        Ok(Some(begins))
    }

    /// The cells from which so many steps stay on the board.
    fn room(&mut self, direction: Direction, steps: usize) -> Result<Rc<CellSet>, Over> {
        if let Some(room) = self.rooms.get(&(direction, steps)) {
            return Ok(Rc::clone(room));
        }
        self.spend(2)?;
        self.work += self.shape.width;
        let room = Rc::new(self.shape.with_room(direction, steps));
        if self.rooms.len() < MAX_ROOMS {
            self.rooms.insert((direction, steps), Rc::clone(&room));
        }
        Ok(room)
    }

    fn apply(&mut self, rows: &[Row], direction: Direction, found: Vec<CellSet>) -> Result<(), Over> {
        let (game, shape) = (self.game, self.shape);
        for (run, begins) in rows.iter().flat_map(|row| &row.runs).zip(found) {
            for (steps, &cell) in run.iter().enumerate() {
                let cell = &game.cells[cell as usize];
                if let Some(then) = &cell.then {
                    self.spend(1)?;
                    self.replace(cell, then, rows.len() == 1, &shape.moved(&begins, direction, steps))?;
                }
            }
        }
        Ok(())
    }

    fn replace(&mut self, cell: &Cell, then: &Replacement, alone: bool, cells: &CellSet) -> Result<(), Over> {
        self.spend(then.clear.len())?;
        for id in then.clear.iter().filter(|id| !then.set.contains(*id)) {
            self.leaves(id, cells);
        }
        for id in then.set.iter().filter(|id| !cell.all.contains(*id)) {
            self.comes(id, cells, &then.set)?;
        }
        for id in then.random.iter() {
            self.comes(id, cells, &ObjectSet::new())?;
        }
        let random = then.random_dir.iter().map(|&layer| (layer, movement::ALL & !movement::ACTION));
        for (layer, bits) in then.move_set.iter().copied().chain(random) {
            for id in moved(self.game, cell, then, layer, alone) {
                self.spend(5)?;
                (0..5).filter(|bit| bits >> bit & 1 == 1).for_each(|bit| self.moves(id, bit, cells));
            }
        }
        Ok(())
    }

    fn leaves(&mut self, id: ObjectId, cells: &CellSet) {
        if self.found.stays[usize::from(id.0)].remove(cells) {
            self.news.insert(id);
        }
    }

    /// An object comes to cells, in place of what its layer holds there but for what is set as well.
    fn comes(&mut self, id: ObjectId, cells: &CellSet, set: &ObjectSet) -> Result<(), Over> {
        self.spend(1)?;
        if self.found.may[usize::from(id.0)].add(cells) {
            self.news.insert(id);
        }
        for &other in self.layer_of(id).unwrap_or_default().iter().filter(|other| **other != id) {
            self.spend(16)?;
            if !set.contains(other) {
                self.leaves(other, cells);
            }
            // It takes over the movement of its layer.
            for bit in 0..5 {
                let mut moving = self.found.turns.moving[usize::from(other.0)][bit].clone();
                moving.keep(cells);
                self.moves(id, bit, &moving);
            }
        }
        Ok(())
    }

    /// Carries out every movement that there may be.
    fn move_all(&mut self) -> Result<(), Over> {
        let shape = self.shape;
        for ids in self.game.layers.iter().filter(|ids| self.has_news(ids)).collect::<Vec<_>>() {
            self.spend(ids.len())?;
            let mut blocked = shape.none();
            for id in ids {
                blocked.add(&self.found.stays[usize::from(id.0)]);
            }
            for (bit, direction) in WAYS {
                let room = self.room(direction, 1)?;
                for &id in ids {
                    self.spend(9)?;
                    let mut here = self.found.may[usize::from(id.0)].clone();
                    here.keep(self.found.turns.moving_by(id, bit));
                    here.keep(&room);
                    let mut there = shape.moved(&here, direction, 1);
                    there.remove(&blocked);
                    if !there.is_empty() {
                        if self.found.may[usize::from(id.0)].add(&there) {
                            self.news.insert(id);
                        }
                        self.leaves(id, &shape.moved(&there, opposite(direction), 1));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The objects on which it depends where a pattern may match.
fn named(game: &Game, cell: &Cell) -> ObjectSet {
    let mut named = cell.all.clone();
    named.union_with(&cell.none);
    cell.any.iter().for_each(|set| named.union_with(set));
    let layers = cell.moving.iter().map(|&(layer, _)| layer);
    layers.for_each(|layer: LayerId| of_layer(game, cell, layer).for_each(|id| named.insert(id)));
    named
}
