//! Rules that settle: applied to all their matches, they match in the same places again and change nothing there.
//!
//! A rule settles if what its replacements change decides no match of its own, and none undoes what another does. What
//! a replacement names though its pattern has found it there is no change, and patterns that no cell matches both have
//! nothing to do with each other. A group runs until a round changes nothing, so most rules that change something would
//! be tried once more for nothing; of those that settle that is known without trying, and their matches need not be
//! checked while they are applied.
//!
//! Most rules settle because nothing that they change is named by any of their patterns, which takes one look at each
//! distinct cell. The others are compared cell by cell. All rules of a game share a bounded amount of that work
//! ([`MAX_WORK`]); rules that are left when it is spent are taken not to settle, and are tried once more in play.

#[cfg(test)]
mod plain;
#[cfg(test)]
mod tests;

use crate::game::{self, Cell, Game, LayerId, Movements, ObjectSet, Replacement, movement};

/// The most words of sets that are compared, for all rules of a game together.
const MAX_WORK: usize = 10_000_000;

/// Finds the rules of a game that settle.
pub(super) struct Settling<'g> {
    game: &'g Game,
    /// The objects of each layer.
    layers: Vec<ObjectSet>,
    /// The work that is left.
    work: usize,
}

/// The distinct cells of a rule.
struct Pattern<'g> {
    cell: &'g Cell,
    /// The objects of each layer of which the pattern demands one; found when it is first needed.
    demands: Option<Vec<(usize, ObjectSet)>>,
}

/// What a replacement may change where its pattern has matched.
struct Change {
    /// The number of the pattern.
    pattern: usize,
    come: ObjectSet,
    go: ObjectSet,
    /// Movements that come.
    given: Movements,
    /// Movements that go.
    taken: Movements,
}

impl<'g> Settling<'g> {
    pub(super) fn new(game: &'g Game) -> Settling<'g> {
        Settling { game, layers: game.layers.iter().map(|ids| ids.iter().copied().collect()).collect(), work: MAX_WORK }
    }

    /// Whether a rule settles, as far as the work that is left can tell.
    pub(super) fn settles(&mut self, rule: &game::Rule) -> bool {
        let mut cells: Vec<u32> = rule.rows.iter().flat_map(|row| row.runs.iter().flatten()).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        let cells = || cells.iter().map(|&cell| &self.game.cells[cell as usize]);
        let draws = |then: &Replacement| !then.random.is_empty() || !then.random_dir.is_empty();
        // What follows takes a layer to have one object.
        if rule.rigid || self.game.is_crowded || cells().filter_map(|cell| cell.then.as_ref()).any(draws) {
            return false;
        }
        let changes: Vec<Change> = cells()
            .enumerate()
            .filter_map(|(number, cell)| Some(Change::of(number, cell, cell.then.as_ref()?, self)))
            .collect();
        let mut patterns: Vec<Pattern<'g>> = cells().map(|cell| Pattern { cell, demands: None }).collect();
        let (named, undone) = (Named::by_all(&patterns), Named::gone(&changes));
        changes.iter().all(|change| {
            let decides_none = !change.may_decide(&named) || self.decides_none(change, &mut patterns);
            decides_none && (!change.may_be_undone(&undone) || self.is_undone_by_none(change, &changes, &mut patterns))
        })
    }

    /// Whether a change decides no match of those patterns that a cell can match together with its own.
    fn decides_none(&mut self, change: &Change, patterns: &mut [Pattern<'g>]) -> bool {
        (0..patterns.len()).all(|other| {
            let cell = patterns[other].cell;
            self.spend(3 + cell.any.len()) && (!change.decides(cell) || self.are_apart(change.pattern, other, patterns))
        })
    }

    /// Whether no change takes away what this one brings to a cell that both can match.
    fn is_undone_by_none(&mut self, change: &Change, all: &[Change], patterns: &mut [Pattern<'g>]) -> bool {
        all.iter().all(|other| {
            self.spend(2) && (!change.is_undone_by(other) || self.are_apart(change.pattern, other.pattern, patterns))
        })
    }

    /// Counts comparisons of sets; false when there are too many.
    fn spend(&mut self, sets: usize) -> bool {
        let work = sets * (1 + self.game.objects.len() / 64);
        self.work = self.work.saturating_sub(work);
        self.work > 0
    }

    /// Whether no cell matches both patterns, since they demand different objects of a layer.
    fn are_apart(&mut self, one: usize, other: usize, patterns: &mut [Pattern<'g>]) -> bool {
        for pattern in [one, other] {
            if patterns[pattern].demands.is_none() && !self.spend(self.layers.len()) {
                return false;
            }
            let cell = patterns[pattern].cell;
            patterns[pattern].demands.get_or_insert_with(|| demands(cell, &self.layers));
        }
        let demands = |pattern: usize| patterns[pattern].demands.as_deref().unwrap_or_default();
        let (one, other) = (demands(one), demands(other));
        if !self.spend(one.len() + other.len()) {
            return false;
        }
        one.iter().any(|(layer, objects)| {
            let same = other.binary_search_by_key(layer, |(layer, _)| *layer);
            same.is_ok_and(|at| !objects.intersects(&other[at].1))
        })
    }
}

/// The layers of which a pattern demands an object, ascending, with the objects that it may be.
fn demands(cell: &Cell, layers: &[ObjectSet]) -> Vec<(usize, ObjectSet)> {
    let demanded = |ids: &ObjectSet| {
        let named: ObjectSet = cell.all.iter().filter(|id| ids.contains(*id)).take(1).collect();
        let sets: Vec<&ObjectSet> = cell.any.iter().filter(|set| set.is_subset(ids)).collect();
        if !named.is_empty() {
            return Some(named);
        }
        let fits = |id: &game::ObjectId| !cell.none.contains(*id) && sets.iter().all(|set| set.contains(*id));
        (!sets.is_empty()).then(|| ids.iter().filter(fits).collect())
    };
    layers.iter().enumerate().filter_map(|(layer, ids)| Some((layer, demanded(ids)?))).collect()
}

/// Objects and movements that are named somewhere.
#[derive(Default)]
struct Named {
    objects: ObjectSet,
    /// Movements by layer.
    movements: Vec<u8>,
}

impl Named {
    /// All that patterns name.
    fn by_all(patterns: &[Pattern<'_>]) -> Named {
        let mut named = Named::default();
        for cell in patterns.iter().map(|pattern| pattern.cell) {
            [&cell.all, &cell.none].into_iter().chain(&cell.any).for_each(|set| named.objects.union_with(set));
            cell.moving.iter().chain(&cell.still).for_each(|movement| named.add(*movement));
        }
        named
    }

    /// All that changes take away.
    fn gone(changes: &[Change]) -> Named {
        let mut named = Named::default();
        for change in changes {
            named.objects.union_with(&change.go);
            change.taken.iter().for_each(|movement| named.add(*movement));
        }
        named
    }

    fn add(&mut self, (layer, bits): (LayerId, u8)) {
        let layer = usize::from(layer.0);
        self.movements.resize(self.movements.len().max(layer + 1), 0);
        self.movements[layer] |= bits;
    }

    fn has(&self, (layer, bits): &(LayerId, u8)) -> bool {
        self.movements.get(usize::from(layer.0)).is_some_and(|named| named & bits != 0)
    }
}

impl Change {
    fn of(pattern: usize, cell: &Cell, then: &Replacement, settling: &Settling<'_>) -> Change {
        let mut come = then.set.clone();
        come.subtract(&cell.all);
        let mut go = then.clear.clone();
        go.subtract(&then.set);
        go.subtract(&cell.none);
        // A layer has one object: beside one that was found there is none that could go.
        for id in cell.all.iter() {
            let Some(Some(object)) = settling.game.objects.get(usize::from(id.0)) else { continue };
            let mut others = settling.layers[usize::from(object.layer.0)].clone();
            others.subtract(&cell.all);
            go.subtract(&others);
        }
        let replaced = then.move_replaced.iter().map(|layer| (*layer, movement::ALL));
        let mut taken: Movements = then.move_clear.iter().copied().chain(replaced).collect();
        let mut given = then.move_set.clone();
        remove(&mut taken, &given);
        remove(&mut given, &cell.moving);
        remove(&mut taken, &cell.still);
        Change { pattern, come, go, given, taken }
    }

    /// Whether it may decide if one of the patterns that name all this matches.
    fn may_decide(&self, named: &Named) -> bool {
        self.come.intersects(&named.objects)
            || self.go.intersects(&named.objects)
            || self.given.iter().chain(&self.taken).any(|movement| named.has(movement))
    }

    /// Whether one of the changes that take all this away may take away what this one brings.
    fn may_be_undone(&self, gone: &Named) -> bool {
        self.come.intersects(&gone.objects) || self.given.iter().any(|movement| gone.has(movement))
    }

    /// Whether it may decide if a pattern matches.
    fn decides(&self, cell: &Cell) -> bool {
        let changes = |set: &ObjectSet| self.come.intersects(set) || self.go.intersects(set);
        let moves = |movements: &Movements| meet(movements, &self.given) || meet(movements, &self.taken);
        changes(&cell.all)
            || changes(&cell.none)
            || cell.any.iter().any(changes)
            || moves(&cell.moving)
            || moves(&cell.still)
    }

    /// Whether another change may take away what this one brings.
    fn is_undone_by(&self, other: &Change) -> bool {
        self.come.intersects(&other.go) || meet(&self.given, &other.taken)
    }
}

/// Whether two lists name a movement of a layer both.
fn meet(one: &Movements, other: &Movements) -> bool {
    one.iter().any(|(layer, bits)| other.iter().any(|(same, others)| same == layer && bits & others != 0))
}

/// Removes movements from a list.
fn remove(movements: &mut Movements, gone: &Movements) {
    for (layer, bits) in movements.iter_mut() {
        gone.iter().filter(|(same, _)| same == layer).for_each(|(_, gone)| *bits &= !gone);
    }
}
