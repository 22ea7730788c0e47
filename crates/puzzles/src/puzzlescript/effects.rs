//! What rules change, as far as the patterns of their cells tell.
//!
//! A replacement names all objects of its right side, also those that the left side demands, and clears all others of their
//! layers. Here only what can differ counts. Of a rule with several rows the first may change a cell before the others are
//! carried out there, so of those everything counts.

use ::puzzlescript::changes::{leaves_movement, of_layer};
use ::puzzlescript::game::{Cell, Command, Game, Group, LayerId, ObjectId, Replacement, Rule};

/// The groups of a game.
pub(super) fn groups(game: &Game) -> impl Iterator<Item = &Group> {
    game.early.iter().chain(&game.late)
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
}

impl<'g> Effects<'g> {
    pub(super) fn of(game: &'g Game) -> Effects<'g> {
        Effects { game, has_one_way: !leaves_movement(game) }
    }

    /// Whether a rule changes these objects alone, or in a cell those of which it does not matter which one is there.
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
                changed(self.game, cell, then, alone).all(|id| is_member(id) || alone && swaps(cell, id))
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
pub(super) fn changed<'a>(
    game: &'a Game,
    cell: &'a Cell,
    then: &'a Replacement,
    alone: bool,
) -> impl Iterator<Item = ObjectId> + 'a {
    let may_hold = move |id: ObjectId| {
        let Some(Some(object)) = game.objects.get(usize::from(id.0)) else { return true };
        !alone || of_layer(game, cell, object.layer).any(|other| other == id)
    };
    let comes = then.set.iter().filter(move |id| !(alone && cell.all.contains(*id)));
    let goes = then.clear.iter().filter(move |id| !then.set.contains(*id) && may_hold(*id));
    comes.chain(goes)
}

/// The movements of a layer in a list.
pub(super) fn bits(movements: &[(LayerId, u8)], layer: LayerId) -> u8 {
    movements.iter().find(|(it, _)| *it == layer).map_or(0, |(_, bits)| *bits)
}
