//! What a game does not tell apart: objects that nothing reads, and objects that everything reads alike.
//!
//! An object is *decoration* if no rule but those that change decorations alone, no win condition and no player reads it,
//! and it shares its layer with decorations alone, so that it blocks nobody. Two objects of one layer are *twins* if every
//! pattern, replacement, win condition and player that names one of them as something to be there or to go names the other
//! one too. Boards that differ in decorations, or in twins, have the same future: the rules take equal boards to equal
//! boards, and a group that runs once more because a twin was replaced by the other changes nothing else. So a search may
//! count them once. It may not where a game compares boards: in one that follows changes by `again`, takes turns back in
//! which no player moved, repeats loops while something changes, or undoes rigid groups.

use std::collections::HashMap;

use ::puzzlescript::game::{Cell, Command, Game, Group, LayerId, ObjectId, ObjectSet, Replacement};

use super::chance::Chance;

/// What keys of boards need not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cosmetic {
    /// Objects that nothing reads.
    pub(super) ignored: ObjectSet,
    /// Pairs of objects that everything reads alike.
    pub(super) twins: Vec<(ObjectId, ObjectId)>,
}

impl Cosmetic {
    /// What a game does not tell apart.
    pub(super) fn of(game: &Game, chance: &Chance) -> Cosmetic {
        if let Chance::Decorates(objects) = chance {
            return Cosmetic { ignored: objects.clone(), twins: Vec::new() };
        }
        if *chance != Chance::None || compares_boards(game) {
            return Cosmetic::default();
        }
        Cosmetic { ignored: decoration(game).objects, twins: twins(game) }
    }
}

/// Whether a game does something because boards differ.
pub(super) fn compares_boards(game: &Game) -> bool {
    let follows = |group: &Group| group.rules.iter().any(|rule| rule.commands.contains(&Command::Again));
    game.prelude.require_player_movement || groups(game).any(follows)
}

/// The groups of a game.
pub(super) fn groups(game: &Game) -> impl Iterator<Item = &Group> {
    game.early.iter().chain(&game.late)
}

/// The cells of the rules of a group.
pub(super) fn cells<'g>(game: &'g Game, group: &'g Group) -> impl Iterator<Item = &'g Cell> {
    let runs = group.rules.iter().flat_map(|rule| &rule.rows).flat_map(|row| &row.runs);
    runs.flatten().map(|&number| &game.cells[number as usize])
}

/// Pairs of objects of one layer that everything reads alike; of three or more each with the first.
fn twins(game: &Game) -> Vec<(ObjectId, ObjectId)> {
    if groups(game).any(|group| group.loop_to.is_some() || group.rigid.is_some()) {
        return Vec::new();
    }
    // Sets that ask for any member or for none, or take all away, must hold both or neither.
    let mut sets: Vec<&ObjectSet> = vec![&game.player.objects];
    let mut named = ObjectSet::new();
    let mut term = |term: &::puzzlescript::game::Term| {
        if term.all {
            named.union_with(&term.objects);
        }
    };
    term(&game.player);
    for condition in &game.win {
        term(&condition.what);
        condition.on.iter().for_each(&mut term);
        sets.push(&condition.what.objects);
        sets.extend(condition.on.iter().map(|on| &on.objects));
    }
    for cell in groups(game).flat_map(|group| cells(game, group)) {
        named.union_with(&cell.all);
        sets.push(&cell.none);
        sets.extend(&cell.any);
        sets.extend(cell.then.iter().flat_map(|then| [&then.clear, &then.random]));
    }
    let mut first_of = HashMap::new();
    let mut twins = Vec::new();
    for (layer, ids) in game.layers.iter().enumerate() {
        for &id in ids.iter().filter(|id| !named.contains(**id)) {
            let read: Vec<usize> = (0..sets.len()).filter(|&at| sets[at].contains(id)).collect();
            let first = *first_of.entry((layer, read)).or_insert(id);
            twins.extend((first != id).then_some((first, id)));
        }
    }
    twins
}

/// Layers that nothing reads, and their objects.
pub(super) struct Decoration {
    layers: Vec<bool>,
    pub(super) objects: ObjectSet,
}

/// The largest set of layers that nothing but the rules about them reads.
pub(super) fn decoration(game: &Game) -> Decoration {
    let mut read = game.player.objects.clone();
    for condition in &game.win {
        read.union_with(&condition.what.objects);
        condition.on.iter().for_each(|on| read.union_with(&on.objects));
    }
    let mut known = Decoration::without(game, vec![true; game.layers.len()], &read);
    loop {
        let (mut layers, mut read) = (known.layers.clone(), read.clone());
        for cell in groups(game).filter(|group| !known.is_made_by(game, group)).flat_map(|group| cells(game, group)) {
            read.union_with(&cell.all);
            read.union_with(&cell.none);
            cell.any.iter().for_each(|set| read.union_with(set));
            cell.moving.iter().chain(&cell.still).for_each(|(layer, _)| layers[usize::from(layer.0)] = false);
        }
        let next = Decoration::without(game, layers, &read);
        if next.layers == known.layers {
            return next;
        }
        known = next;
    }
}

impl Decoration {
    /// Those of these layers that hold none of the objects that are read.
    fn without(game: &Game, mut layers: Vec<bool>, read: &ObjectSet) -> Decoration {
        for (layer, ids) in layers.iter_mut().zip(&game.layers) {
            *layer &= ids.iter().all(|id| !read.contains(*id));
        }
        let ids = game.layers.iter().zip(&layers).filter(|(_, is_decoration)| **is_decoration);
        Decoration { objects: ids.flat_map(|(ids, _)| ids.iter().copied()).collect(), layers }
    }

    fn has(&self, layer: &LayerId) -> bool {
        self.layers[usize::from(layer.0)]
    }

    /// Whether a group changes decorations alone.
    fn is_made_by(&self, game: &Game, group: &Group) -> bool {
        let is_silent = |command: &Command| matches!(command, Command::Sfx(_));
        let changes = |then: &Replacement| {
            let moved = then.move_clear.iter().chain(&then.move_set).map(|(layer, _)| layer);
            then.clear.is_subset(&self.objects)
                && then.set.is_subset(&self.objects)
                && moved.chain(&then.move_replaced).all(|layer| self.has(layer))
        };
        group.rules.iter().flat_map(|rule| &rule.commands).all(is_silent)
            && cells(game, group).filter_map(|cell| cell.then.as_ref()).all(|then| changes(then) && self.draws(then))
    }

    /// Whether what a replacement draws is about decorations alone.
    fn draws(&self, then: &Replacement) -> bool {
        then.random.is_subset(&self.objects) && then.random_dir.iter().all(|layer| self.has(layer))
    }

    /// Whether what a group draws is about decorations alone. A random group draws which rule is applied and where.
    pub(super) fn holds_chance_of(&self, game: &Game, group: &Group) -> bool {
        if group.random {
            return self.is_made_by(game, group);
        }
        cells(game, group).filter_map(|cell| cell.then.as_ref()).all(|then| self.draws(then))
    }
}
