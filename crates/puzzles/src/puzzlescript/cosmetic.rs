//! What a game does not tell apart: objects that nothing reads, and objects that everything reads alike.
//!
//! An object is *decoration* if no rule but those that change decorations alone, no win condition and no player reads it,
//! and it shares its layer with decorations alone, so that it blocks nobody. Two objects of one layer are *twins* if every
//! pattern, replacement, win condition and player that names one of them as something to be there or to go names the other
//! one too. Boards that differ in decorations, or in twins, have the same future: the rules take equal boards to equal
//! boards, and a group that runs once more because a twin was replaced by the other changes nothing else. So a search may
//! count them once, and play without the rules that do nothing else. It may not where a game compares boards: in one that
//! follows changes by `again`, repeats loops while something changes, or undoes rigid groups.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use ::puzzlescript::changes::of_layer;
use ::puzzlescript::game::{Cell, Command, Game, Group, LayerId, ObjectId, ObjectSet, Replacement, Rule, Sounds};

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
        if *chance != Chance::None || compares_boards(game) || groups(game).any(|group| group.rigid.is_some()) {
            return Cosmetic::default();
        }
        Cosmetic { ignored: decoration(game).objects, twins: twins(game) }
    }
}

/// Whether a game plays on because boards differ.
pub(super) fn compares_boards(game: &Game) -> bool {
    groups(game).any(|group| group.rules.iter().any(|rule| rule.commands.contains(&Command::Again)))
}

/// A game without the rules that change nothing but what it does not tell apart, for searches.
pub(super) fn bare(game: &Game, cosmetic: &Cosmetic) -> Game {
    let mut bare = Game { sounds: Sounds::default(), ..game.clone() };
    if *cosmetic == Cosmetic::default() || groups(game).any(|group| group.random) {
        return bare;
    }
    let effects = Effects { game, has_one_way: !leaves_movement(game) };
    for groups in [&mut bare.early, &mut bare.late] {
        // Loops name groups by their places.
        if groups.iter().all(|group| group.loop_to.is_none()) {
            groups.iter_mut().for_each(|group| group.rules.retain(|rule| !effects.is_cosmetic(rule, cosmetic)));
            groups.retain(|group| !group.rules.is_empty());
        }
    }
    bare
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
    if groups(game).any(|group| group.loop_to.is_some()) {
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
    let effects = Effects { game, has_one_way: !leaves_movement(game) };
    let mut known = Decoration::without(game, vec![true; game.layers.len()], &read);
    loop {
        let (mut layers, mut read) = (known.layers.clone(), read.clone());
        for cell in groups(game).filter(|group| !known.is_made_by(&effects, group)).flat_map(|group| cells(game, group))
        {
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

    fn has(&self, layer: LayerId) -> bool {
        self.layers[usize::from(layer.0)]
    }

    /// Whether a group changes decorations alone.
    fn is_made_by(&self, effects: &Effects<'_>, group: &Group) -> bool {
        let is_within = |id: ObjectId| self.objects.contains(id);
        group.rules.iter().all(|rule| effects.is_within(rule, is_within, |_, _| false))
            && cells(effects.game, group).filter_map(|cell| cell.then.as_ref()).all(|then| self.draws(then))
    }

    /// Whether what a replacement draws is about decorations alone.
    fn draws(&self, then: &Replacement) -> bool {
        then.random.is_subset(&self.objects) && then.random_dir.iter().all(|layer| self.has(*layer))
    }

    /// Whether what a group draws is about decorations alone. A random group draws which rule is applied and where.
    pub(super) fn holds_chance_of(&self, game: &Game, group: &Group) -> bool {
        if group.random {
            let effects = Effects { game, has_one_way: !leaves_movement(game) };
            return self.is_made_by(&effects, group);
        }
        cells(game, group).filter_map(|cell| cell.then.as_ref()).all(|then| self.draws(then))
    }
}

/// What rules change, as far as their patterns tell.
struct Effects<'g> {
    game: &'g Game,
    /// Whether no layer of a cell has more than one movement: late rules give none, and early ones one at a time.
    has_one_way: bool,
}

impl Effects<'_> {
    /// Whether a rule changes nothing but decorations, or twins into each other.
    fn is_cosmetic(&self, rule: &Rule, cosmetic: &Cosmetic) -> bool {
        let class = |id: ObjectId| -> ObjectSet {
            let pairs = cosmetic.twins.iter();
            let first = pairs.clone().find(|(_, other)| *other == id).map_or(id, |(first, _)| *first);
            let others = pairs.filter(|(it, _)| *it == first).map(|(_, other)| *other);
            others.chain([first]).collect()
        };
        let swaps = |cell: &Cell, id: ObjectId| cell.any.iter().any(|any| any.is_subset(&class(id)));
        self.is_within(rule, |id| cosmetic.ignored.contains(id), swaps)
    }

    /// Whether a rule changes these objects alone, or in a cell those of which it does not matter which one is there.
    fn is_within(
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
                let comes = then.set.iter().filter(|id| !(alone && cell.all.contains(*id)));
                let goes = then.clear.iter().filter(|id| !then.set.contains(*id) && self.may_go(cell, *id, alone));
                comes.chain(goes).all(|id| is_member(id) || alone && swaps(cell, id))
                    && self
                        .moved(cell, then)
                        .all(|layer| self.game.layers[usize::from(layer.0)].iter().all(|id| is_member(*id)))
            })
    }

    /// Whether an object may be in a cell that a pattern matches. Of several rows the first may have changed the cell.
    fn may_go(&self, cell: &Cell, id: ObjectId, alone: bool) -> bool {
        let Some(Some(object)) = self.game.objects.get(usize::from(id.0)) else { return true };
        !alone || of_layer(self.game, cell, object.layer).any(|other| other == id)
    }

    /// The layers of which a replacement may change the movement.
    fn moved<'a>(&'a self, cell: &'a Cell, then: &'a Replacement) -> impl Iterator<Item = LayerId> + 'a {
        let bits =
            |list: &[(LayerId, u8)], layer| list.iter().find(|(it, _)| *it == layer).map_or(0, |(_, bits)| *bits);
        let cleared = then.move_clear.iter().map(|(layer, _)| *layer);
        let all =
            cleared.chain(then.move_set.iter().map(|(layer, _)| *layer)).chain(then.move_replaced.iter().copied());
        all.filter(move |&layer| {
            let (before, after) = (bits(&cell.moving, layer), bits(&then.move_set, layer));
            !self.has_one_way || before == 0 || before != after || bits(&then.move_clear, layer) & before != 0
        })
    }
}

/// Whether late rules give movement, which stays for the next turn.
fn leaves_movement(game: &Game) -> bool {
    let late = game.late.iter().flat_map(|group| cells(game, group));
    late.filter_map(|cell| cell.then.as_ref()).any(|then| !then.move_set.is_empty() || !then.random_dir.is_empty())
}
