//! What a game does not tell apart: objects that nothing reads, and objects that everything reads alike.
//!
//! The first are [decorations](super::decoration). Two objects of one layer are *interchangeable* if every pattern,
//! replacement, win condition and player that names one of them as something to be there or to go names the other one
//! too. Boards that differ in decorations, or in interchangeable objects, have the same future: the rules take equal
//! boards to equal boards, and a group that runs once more because an object was replaced by an interchangeable one
//! changes nothing else. So a search may count them once, and play without the rules that do nothing else. It may not
//! where a game compares boards: in one that follows changes by `again`, repeats loops while something changes, or
//! undoes rigid groups.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use ::puzzlescript::game::{Cell, Game, Group, ObjectId, ObjectSet, Rule};

use super::chance::Chance;
use super::decoration::{compares_boards, decoration};
use super::effects::{Effects, cells, groups};
use super::effort::Effort;

/// What keys of boards need not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cosmetic {
    /// Objects that nothing reads.
    pub(super) ignored: ObjectSet,
    /// Pairs of objects that everything reads alike.
    pub(super) interchangeable: Vec<(ObjectId, ObjectId)>,
}

impl Cosmetic {
    /// What a game does not tell apart, as far as that is found out with this effort.
    pub(super) fn of(game: &Game, chance: &Chance, effort: &Effort) -> Cosmetic {
        if let Chance::DecidesDecoration(objects) = chance {
            return Cosmetic { ignored: objects.clone(), interchangeable: Vec::new() };
        }
        let repeats = |group: &Group| group.loop_to.is_some() || group.rigid.is_some();
        // Objects are told to be interchangeable by there being one object of a layer.
        if game.is_crowded || *chance != Chance::None || compares_boards(game) || groups(game).any(repeats) {
            return Cosmetic::default();
        }
        Cosmetic { ignored: decoration(game, effort).objects, interchangeable: interchangeable(game, effort) }
    }
}

/// A game without the rules that change nothing but what it does not tell apart, for searches.
pub(super) fn simplified(game: &Game, cosmetic: &Cosmetic, effort: &Effort) -> Game {
    let mut simplified = Game { sounds: Arc::default(), ..game.clone() };
    if *cosmetic == Cosmetic::default() || groups(game).any(|group| group.random) {
        return simplified;
    }
    let (effects, classes) = (Effects::of(game, effort), classes(cosmetic));
    let is_left_out = |rule: &Rule| is_cosmetic(rule, &effects, cosmetic, &classes);
    for groups in [&mut simplified.early, &mut simplified.late] {
        // Loops name groups by their places.
        let has_loops = groups.iter().any(|group| group.loop_to.is_some());
        if !has_loops && groups.iter().flat_map(|group| &group.rules).any(is_left_out) {
            let groups = Arc::make_mut(groups);
            groups.iter_mut().for_each(|group| group.rules.retain(|rule| !is_left_out(rule)));
            groups.retain(|group| !group.rules.is_empty());
        }
    }
    simplified
}

/// The most objects times different sets of the rules among which interchangeable objects are looked for.
const MAX_READ: usize = 4_000_000;

/// Pairs of objects of one layer that everything reads alike; of three or more each with the first. None where there
/// are too many objects and sets, or too much work was done.
fn interchangeable(game: &Game, effort: &Effort) -> Vec<(ObjectId, ObjectId)> {
    // Sets that ask for any member or for none, or take all away, must hold both or neither.
    let mut sets: HashSet<&ObjectSet> = HashSet::from([&game.player.objects]);
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
        sets.insert(&condition.what.objects);
        sets.extend(condition.on.iter().map(|on| &on.objects));
    }
    for cell in groups(game).flat_map(|group| cells(game, group)) {
        if !effort.spend(4 + cell.any.len() + game.objects.len() / 64) {
            return Vec::new();
        }
        named.union_with(&cell.all);
        sets.insert(&cell.none);
        sets.extend(&cell.any);
        sets.extend(cell.then.iter().flat_map(|then| [&then.clear, &then.random]));
    }
    if sets.len().saturating_mul(game.objects.len()) > MAX_READ {
        return Vec::new();
    }
    let sets: Vec<&ObjectSet> = sets.into_iter().collect();
    let mut first_of = HashMap::new();
    let mut interchangeable = Vec::new();
    for (layer, ids) in game.layers.iter().enumerate() {
        for &id in ids.iter().filter(|id| !named.contains(**id)) {
            let read: Vec<usize> = (0..sets.len()).filter(|&at| sets[at].contains(id)).collect();
            let first = *first_of.entry((layer, read)).or_insert(id);
            interchangeable.extend((first != id).then_some((first, id)));
        }
    }
    interchangeable
}

/// Whether a rule changes nothing but decorations, or interchangeable objects into each other.
fn is_cosmetic(
    rule: &Rule,
    effects: &Effects<'_>,
    cosmetic: &Cosmetic,
    classes: &HashMap<ObjectId, Rc<ObjectSet>>,
) -> bool {
    let is_in = |any: &ObjectSet, id: ObjectId| match classes.get(&id) {
        Some(class) => any.is_subset(class),
        None => any.iter().all(|other| other == id),
    };
    let swaps = |cell: &Cell, id: ObjectId| cell.any.iter().any(|any| is_in(any, id));
    effects.is_within(rule, |id| cosmetic.ignored.contains(id), swaps)
}

/// For each interchangeable object the set of those that are read alike.
fn classes(cosmetic: &Cosmetic) -> HashMap<ObjectId, Rc<ObjectSet>> {
    let mut all: HashMap<ObjectId, ObjectSet> = HashMap::new();
    for &(first, other) in &cosmetic.interchangeable {
        let class = all.entry(first).or_insert_with(|| [first].into_iter().collect());
        class.insert(other);
    }
    let shared = all.into_values().map(Rc::new);
    shared.flat_map(|class| class.clone().iter().map(move |id| (id, Rc::clone(&class))).collect::<Vec<_>>()).collect()
}
