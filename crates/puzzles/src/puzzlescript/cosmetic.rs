//! What a game does not tell apart: objects that nothing reads, and objects that everything reads alike.
//!
//! The first are [decorations](super::decoration). Two objects of one layer are *twins* if every pattern, replacement,
//! win condition and player that names one of them as something to be there or to go names the other one too. Boards that differ in decorations, or in twins, have the same future: the rules take equal boards to equal
//! boards, and a group that runs once more because a twin was replaced by the other changes nothing else. So a search may
//! count them once, and play without the rules that do nothing else. It may not where a game compares boards: in one that
//! follows changes by `again`, repeats loops while something changes, or undoes rigid groups.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use ::puzzlescript::game::{Cell, Game, Group, ObjectId, ObjectSet, Rule, Sounds};

use super::chance::Chance;
use super::decoration::{compares_boards, decoration};
use super::effects::{Effects, cells, groups};

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
        let repeats = |group: &Group| group.loop_to.is_some() || group.rigid.is_some();
        // Twins are told by there being one object of a layer.
        if game.is_crowded || *chance != Chance::None || compares_boards(game) || groups(game).any(repeats) {
            return Cosmetic::default();
        }
        Cosmetic { ignored: decoration(game).objects, twins: twins(game) }
    }
}

/// A game without the rules that change nothing but what it does not tell apart, for searches.
pub(super) fn bare(game: &Game, cosmetic: &Cosmetic) -> Game {
    let mut bare = Game { sounds: Sounds::default(), ..game.clone() };
    if *cosmetic == Cosmetic::default() || groups(game).any(|group| group.random) {
        return bare;
    }
    let effects = Effects::of(game);
    for groups in [&mut bare.early, &mut bare.late] {
        // Loops name groups by their places.
        if groups.iter().all(|group| group.loop_to.is_none()) {
            groups.iter_mut().for_each(|group| group.rules.retain(|rule| !is_cosmetic(rule, &effects, cosmetic)));
            groups.retain(|group| !group.rules.is_empty());
        }
    }
    bare
}

/// Pairs of objects of one layer that everything reads alike; of three or more each with the first.
fn twins(game: &Game) -> Vec<(ObjectId, ObjectId)> {
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

/// Whether a rule changes nothing but decorations, or twins into each other.
fn is_cosmetic(rule: &Rule, effects: &Effects<'_>, cosmetic: &Cosmetic) -> bool {
    let class = |id: ObjectId| -> ObjectSet {
        let pairs = cosmetic.twins.iter();
        let first = pairs.clone().find(|(_, other)| *other == id).map_or(id, |(first, _)| *first);
        let others = pairs.filter(|(it, _)| *it == first).map(|(_, other)| *other);
        others.chain([first]).collect()
    };
    let swaps = |cell: &Cell, id: ObjectId| cell.any.iter().any(|any| any.is_subset(&class(id)));
    effects.is_within(rule, |id| cosmetic.ignored.contains(id), swaps)
}
