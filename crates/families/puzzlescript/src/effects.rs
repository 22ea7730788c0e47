//! What rules change, as far as the patterns of their cells tell.
//!
//! A replacement names all objects of its right side, also those that the left side demands, and clears all others of
//! their layers. Here only what can differ counts. Of a rule with several rows the first may change a cell before the
//! others are carried out there, so of those everything counts.

use ::puzzlescript::changes::{leaves_movement, of_layer};
use ::puzzlescript::game::{Cell, Command, Game, Group, LayerId, ObjectId, ObjectSet, Replacement, Rule};

use super::effort::Effort;

/// The groups of a game.
pub(super) fn groups(game: &Game) -> impl Iterator<Item = &Group> {
    game.early.iter().chain(game.late.iter())
}

/// The cells of the rules of a group.
pub(super) fn cells<'g>(game: &'g Game, group: &'g Group) -> impl Iterator<Item = &'g Cell> {
    let runs = group.rules.iter().flat_map(|rule| &rule.rows).flat_map(|row| &row.runs);
    runs.flatten().map(|&number| &game.cells[number as usize])
}

/// What rules change, as far as their patterns tell.
pub(super) struct Effects<'g> {
    game: &'g Game,
    /// Whether no layer of a cell has more than one movement: late rules give none, and early ones one at a time.
    has_one_way: bool,
    effort: &'g Effort,
}

impl<'g> Effects<'g> {
    pub(super) fn of(game: &'g Game, effort: &'g Effort) -> Effects<'g> {
        Effects { game, has_one_way: !leaves_movement(game), effort }
    }

    /// Whether a rule changes these objects alone, or in a cell those of which it does not matter which one is there;
    /// false where that takes too much work.
    pub(super) fn is_within(
        &self,
        rule: &Rule,
        is_member: impl Fn(ObjectId) -> bool,
        swaps: impl Fn(&Cell, ObjectId) -> bool,
    ) -> bool {
        let alone = rule.rows.len() == 1;
        let runs = rule.rows.iter().flat_map(|row| row.runs.iter().flatten());
        let mut cells = runs.map(|&cell| &self.game.cells[cell as usize]);
        let is_silent = |command: &Command| matches!(command, Command::Sfx(_));
        rule.commands.iter().all(is_silent)
            && cells.all(|cell| {
                let Some(then) = &cell.then else { return true };
                self.effort.spend(1 + 4 * then.clear.len() + self.game.objects.len() / 64)
                    && changed(self.game, cell, then, alone).iter().all(|id| is_member(id) || alone && swaps(cell, id))
                    && self
                        .moved(cell, then)
                        .all(|layer| self.game.layers[usize::from(layer.0)].iter().all(|id| is_member(*id)))
            })
    }

    /// The layers of which a replacement may change the movement.
    fn moved<'a>(&'a self, cell: &'a Cell, then: &'a Replacement) -> impl Iterator<Item = LayerId> + 'a {
        let cleared = then.move_clear.iter().map(|(layer, _)| *layer);
        let all =
            cleared.chain(then.move_set.iter().map(|(layer, _)| *layer)).chain(then.move_replaced.iter().copied());
        all.filter(move |&layer| {
            let (before, after) = (bits(&cell.moving, layer), bits(&then.move_set, layer));
            !self.has_one_way || before == 0 || before != after || bits(&then.move_clear, layer) & before != 0
        })
    }
}

/// The objects that may come or go where a pattern matches a cell. `alone` says that its rule has one row.
pub(super) fn changed(game: &Game, cell: &Cell, then: &Replacement, alone: bool) -> ObjectSet {
    let mut changed = then.set.clone();
    if alone {
        changed.subtract(&cell.all);
    }
    let mut layer = None;
    let mut possible = ObjectSet::new();
    // Objects of a layer follow each other, nearly always.
    for id in then.clear.iter().filter(|id| !then.set.contains(*id)) {
        let here = game.objects.get(usize::from(id.0)).and_then(Option::as_ref).map(|object| object.layer);
        if let Some(here) = here.filter(|here| alone && layer != Some(*here)) {
            layer = Some(here);
            possible = of_layer(game, cell, here).collect();
        }
        if !alone || here.is_none() || possible.contains(id) {
            changed.insert(id);
        }
    }
    changed
}

/// The movements of a layer in a list.
pub(super) fn bits(movements: &[(LayerId, u8)], layer: LayerId) -> u8 {
    movements.iter().find(|(it, _)| *it == layer).map_or(0, |(_, bits)| *bits)
}
