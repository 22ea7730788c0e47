//! Whether a rule settles, found by comparing every cell of the rule with every other, without a limit: tests compare
//! [`super::Settling`] with it.

use crate::changes::of_layer;
use crate::game::{self, Cell, Game, LayerId, Movements, ObjectSet, Replacement, movement};

/// What a replacement may change where its pattern has matched.
struct Change<'g> {
    pattern: &'g Cell,
    come: ObjectSet,
    go: ObjectSet,
    /// Movements that come, by layer.
    given: Vec<u8>,
    /// Movements that go, by layer.
    taken: Vec<u8>,
}

/// Whether a rule settles.
pub(super) fn settles(rule: &game::Rule, game: &Game) -> bool {
    let cells = || rule.rows.iter().flat_map(|row| row.runs.iter().flatten()).map(|&cell| &game.cells[cell as usize]);
    let replaced = || cells().filter_map(|cell| Some((cell, cell.then.as_ref()?)));
    if rule.rigid
        || game.is_crowded
        || replaced().any(|(_, then)| !then.random.is_empty() || !then.random_dir.is_empty())
    {
        return false;
    }
    let changes: Vec<Change<'_>> = replaced().map(|(cell, then)| Change::of(cell, then, game)).collect();
    changes.iter().all(|change| {
        let meets = |cell: &&Cell| !are_apart(game, change.pattern, cell);
        cells().filter(meets).all(|cell| !change.decides(cell))
            && changes.iter().filter(|other| meets(&other.pattern)).all(|other| !change.is_undone_by(other))
    })
}

impl<'g> Change<'g> {
    fn of(cell: &'g Cell, then: &Replacement, game: &Game) -> Change<'g> {
        let mut come = then.set.clone();
        come.subtract(&cell.all);
        let mut go = then.clear.clone();
        go.subtract(&then.set);
        go.subtract(&cell.none);
        // A layer has one object: beside one that was found there is none that could go.
        for layer in game.layers.iter().filter(|layer| layer.iter().any(|id| cell.all.contains(*id))) {
            go.subtract(&layer.iter().copied().filter(|id| !cell.all.contains(*id)).collect());
        }
        let mut given = by_layer(&then.move_set, game);
        let mut taken = by_layer(&then.move_clear, game);
        then.move_replaced.iter().for_each(|layer| taken[usize::from(layer.0)] = movement::ALL);
        taken.iter_mut().zip(&given).for_each(|(taken, given)| *taken &= !given);
        remove(&mut given, &cell.moving);
        remove(&mut taken, &cell.still);
        Change { pattern: cell, come, go, given, taken }
    }

    /// Whether it may decide if a pattern matches.
    fn decides(&self, cell: &Cell) -> bool {
        let changes = |set: &ObjectSet| self.come.intersects(set) || self.go.intersects(set);
        let moves = |movements: &Movements| {
            movements.iter().any(|(layer, bits)| {
                let layer = usize::from(layer.0);
                bits & (self.given[layer] | self.taken[layer]) != 0
            })
        };
        changes(&cell.all)
            || changes(&cell.none)
            || cell.any.iter().any(changes)
            || moves(&cell.moving)
            || moves(&cell.still)
    }

    /// Whether another change may take away what this one brings.
    fn is_undone_by(&self, other: &Change) -> bool {
        let mut movements = self.given.iter().zip(&other.taken);
        self.come.intersects(&other.go) || movements.any(|(given, taken)| given & taken != 0)
    }
}

/// Whether no cell matches both patterns, since they demand different objects of a layer.
fn are_apart(game: &Game, one: &Cell, other: &Cell) -> bool {
    (0..game.layers.len()).map(|layer| LayerId(layer as u16)).any(|layer| {
        let demanded = |cell: &'_ Cell| is_demanded(game, cell, layer).then(|| of_layer(game, cell, layer).collect());
        let sets: Option<(ObjectSet, ObjectSet)> = demanded(one).zip(demanded(other));
        sets.is_some_and(|(one, other)| !one.intersects(&other))
    })
}

/// Whether a pattern demands an object of a layer.
fn is_demanded(game: &Game, cell: &Cell, layer: LayerId) -> bool {
    let ids: ObjectSet = game.layers[usize::from(layer.0)].iter().copied().collect();
    cell.all.intersects(&ids) || cell.any.iter().any(|set| set.is_subset(&ids))
}

/// Movements by layer.
fn by_layer(movements: &Movements, game: &Game) -> Vec<u8> {
    let mut bits = vec![0; game.layers.len()];
    movements.iter().for_each(|&(layer, more)| bits[usize::from(layer.0)] |= more);
    bits
}

fn remove(bits: &mut [u8], movements: &Movements) {
    movements.iter().for_each(|&(layer, gone)| bits[usize::from(layer.0)] &= !gone);
}
