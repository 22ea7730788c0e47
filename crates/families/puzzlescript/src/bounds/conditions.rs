//! What a lower bound relies on, checked against the rules that can match in a level.
//!
//! Each answer is the careful one where it would take too much work to find out.

use ::puzzlescript::changes::{Changes, moved, of_layer};
use ::puzzlescript::game::{Cell, Command, Direction, Game, ObjectId, ObjectSet, Replacement, movement};

use super::Known;
use crate::effects::bits;

/// Whether a rule that can match queues a command.
pub(super) fn queues(known: Known<'_>, command: &Command) -> bool {
    known.rules.iter().any(|rule| rule.commands.contains(command))
}

/// Whether an object may walk: have a movement that is no action.
pub(super) fn may_walk(changes: &Changes, object: ObjectId) -> bool {
    let ways = [movement::UP, movement::DOWN, movement::LEFT, movement::RIGHT];
    ways.iter().any(|&bit| changes.may_move_somewhere(object, bit))
}

/// Whether these objects move at most one cell an input: they do so in a turn, and turns that follow by `again` move
/// none of them.
pub(super) fn walk_once(known: Known<'_>, set: &ObjectSet) -> bool {
    !queues(known, &Command::Again) || set.iter().all(|id| !known.changes.may_move_in_ticks(id))
}

/// Whether no rule puts one of these objects where none of them was.
pub(super) fn are_never_made(known: Known<'_>, set: &ObjectSet) -> bool {
    replacements(known).all(|(cell, then)| known.look_at(cell) && !makes(known.game, cell, then, set))
}

/// Whether a replacement may put one of these objects where none of them was.
pub(super) fn makes(game: &Game, cell: &Cell, then: &Replacement, set: &ObjectSet) -> bool {
    let is_there = |layer: &[ObjectId]| {
        let is_member = |it: &ObjectSet| it.iter().all(|id| set.contains(id) && layer.contains(&id));
        cell.all.iter().any(|id| set.contains(id) && layer.contains(&id)) || cell.any.iter().any(is_member)
    };
    let makes = |layer: &[ObjectId]| layer.iter().any(|id| set.contains(*id) && then.set.contains(*id));
    then.random.intersects(set) || game.layers.iter().any(|layer| makes(layer) && !is_there(layer))
}

/// Whether no rule takes one of these objects away without putting another one in its place.
pub(super) fn are_never_removed(known: Known<'_>, set: &ObjectSet) -> bool {
    replacements(known).all(|(cell, then)| known.look_at(cell) && !takes(known.game, cell, then, set))
}

/// Whether a replacement may take one of these objects away without putting another one in its place.
pub(super) fn takes(game: &Game, cell: &Cell, then: &Replacement, set: &ObjectSet) -> bool {
    game.layers.iter().any(|layer| {
        let Some(first) = layer.iter().find(|id| set.contains(**id)) else { return false };
        let Some(Some(object)) = game.objects.get(usize::from(first.0)) else { return true };
        let mut possible = of_layer(game, cell, object.layer).filter(|id| set.contains(*id));
        let is_replaced = layer.iter().any(|id| then.set.contains(*id) && set.contains(*id));
        let is_random = layer.iter().any(|id| then.random.contains(*id));
        is_random || !is_replaced && possible.any(|id| then.clear.contains(id))
    })
}

/// The different replacements of rules that can match, with the cells that they replace.
fn replacements(known: Known<'_>) -> impl Iterator<Item = (&Cell, &Replacement)> {
    let cells = known.cells.iter().map(|&cell| &known.game.cells[cell as usize]);
    cells.filter_map(|cell| Some((cell, cell.then.as_ref()?)))
}

/// How many of these objects can get a movement in one turn at most, where that follows from there being one player:
/// every rule that moves one finds it beside a player that moves, and hands nothing on.
pub(super) fn most_moved(known: Known<'_>, set: &ObjectSet) -> Option<u32> {
    let game = known.game;
    let player = &game.player.objects;
    if set.intersects(player) || !are_never_made(known, player) || !are_never_removed(known, player) {
        return None;
    }
    let mut pushed: Vec<(u8, (isize, isize))> = Vec::new();
    for rule in known.rules {
        let alone = rule.rows.len() == 1;
        for (number, row) in rule.rows.iter().enumerate() {
            // No other row has changed the cells of the first one when it is carried out.
            let is_first = number == 0;
            for run in &row.runs {
                let cells: Vec<&Cell> = run.iter().map(|&cell| &game.cells[cell as usize]).collect();
                for (at, cell) in cells.iter().enumerate() {
                    let Some(then) = &cell.then else { continue };
                    if !known.look_at(cell) || !known.effort.spend(cells.len()) {
                        return None;
                    }
                    if !leaves_movement(game, cell, then, player, is_first) {
                        return None;
                    }
                    if gives_movement(game, cell, then, set, is_first) {
                        let is_plain = alone && row.runs.len() == 1;
                        let (beside, bits) = is_plain.then(|| moving_player(game, &cells)).flatten()?;
                        let offset = offset(rule.direction, at as isize - beside as isize);
                        pushed.extend((0..5).map(|bit| (bits & 1 << bit, offset)).filter(|(bit, _)| *bit != 0));
                    }
                }
            }
        }
    }
    pushed.sort_unstable();
    pushed.dedup();
    pushed.chunk_by(|one, other| one.0 == other.0).map(|same| same.len() as u32).max()
}

/// Whether a replacement leaves the movement of these objects as it is, or takes it away.
pub(super) fn leaves_movement(game: &Game, cell: &Cell, then: &Replacement, set: &ObjectSet, alone: bool) -> bool {
    let touches = |layer| moved(game, cell, then, layer, alone).iter().any(|id| set.contains(*id));
    let stays = |(layer, given): &(_, u8)| given & !bits(&cell.moving, *layer) == 0 || !touches(*layer);
    then.move_set.iter().all(stays) && !then.random_dir.iter().any(|layer| touches(*layer))
}

fn gives_movement(game: &Game, cell: &Cell, then: &Replacement, set: &ObjectSet, alone: bool) -> bool {
    let random = then.random_dir.iter().map(|&layer| (layer, movement::ALL));
    // A mover that must have the movement already is given none.
    let is_new = |&(layer, given): &(_, u8)| !alone || given & !bits(&cell.moving, layer) != 0;
    let new = then.move_set.iter().copied().filter(is_new);
    let mut given = new.chain(random);
    given.any(|(layer, _)| moved(game, cell, then, layer, alone).iter().any(|id| set.contains(*id)))
}

/// The first cell of a run that demands a player who moves, with the movement.
fn moving_player(game: &Game, cells: &[&Cell]) -> Option<(usize, u8)> {
    let mut players = cells.iter().enumerate().filter_map(|(at, cell)| Some((at, player_in(game, cell)?)));
    players.find(|(_, bits)| *bits != 0)
}

/// The movement that a cell demands of a player; `None` if it demands no player.
pub(super) fn player_in(game: &Game, cell: &Cell) -> Option<u8> {
    let player = &game.player.objects;
    let sets = cell.any.iter().filter(|set| set.is_subset(player)).flat_map(|set| set.iter());
    let id = cell.all.iter().filter(|id| player.contains(*id)).chain(sets).next()?;
    let layer = game.objects.get(usize::from(id.0))?.as_ref()?.layer;
    Some(bits(&cell.moving, layer))
}

/// So many steps in a direction, as columns and rows.
pub(super) fn offset(direction: Direction, steps: isize) -> (isize, isize) {
    match direction {
        Direction::Up => (0, -steps),
        Direction::Down => (0, steps),
        Direction::Left => (-steps, 0),
        Direction::Right => (steps, 0),
    }
}
