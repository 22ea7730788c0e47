//! Objects that nothing reads.
//!
//! An object is *decoration* if no rule but those that change decorations alone, no win condition and no player reads
//! it, and it shares its layer with decorations alone, so that it blocks nobody. Boards that differ in decorations have
//! the same future, unless a game plays on [because boards differ](compares_boards).

use ::puzzlescript::game::{Command, Game, Group, LayerId, ObjectId, ObjectSet, Replacement};

use super::effects::{Effects, cells, groups};
use super::effort::Effort;

/// Whether a game plays on because boards differ.
pub(super) fn compares_boards(game: &Game) -> bool {
    groups(game).any(|group| group.rules.iter().any(|rule| rule.commands.contains(&Command::Again)))
}

/// Layers that nothing reads, and their objects.
pub(super) struct Decoration {
    layers: Vec<bool>,
    pub(super) objects: ObjectSet,
}

/// The largest set of layers that nothing but the rules about them reads; none where it takes too much work to find
/// out.
pub(super) fn decoration(game: &Game, effort: &Effort) -> Decoration {
    let mut read = game.player.objects.clone();
    for condition in &game.win {
        read.union_with(&condition.what.objects);
        condition.on.iter().for_each(|on| read.union_with(&on.objects));
    }
    let effects = Effects::of(game, effort);
    let mut known = Decoration::without(game, vec![true; game.layers.len()], &read);
    loop {
        let (mut layers, mut read) = (known.layers.clone(), read.clone());
        for cell in
            groups(game).filter(|group| !known.is_made_by(game, &effects, group)).flat_map(|group| cells(game, group))
        {
            if !effort.spend(4 + game.objects.len() / 64) {
                return Decoration::none(game);
            }
            read.union_with(&cell.all);
            read.union_with(&cell.none);
            cell.any.iter().for_each(|set| read.union_with(set));
            cell.moving.iter().chain(&cell.still).for_each(|(layer, _)| layers[usize::from(layer.0)] = false);
        }
        let next = Decoration::without(game, layers, &read);
        if next.layers == known.layers {
            return next;
        }
        if !effort.spend(game.objects.len()) {
            return Decoration::none(game);
        }
        known = next;
    }
}

impl Decoration {
    fn none(game: &Game) -> Decoration {
        Decoration { layers: vec![false; game.layers.len()], objects: ObjectSet::new() }
    }

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
    fn is_made_by(&self, game: &Game, effects: &Effects<'_>, group: &Group) -> bool {
        let is_within = |id: ObjectId| self.objects.contains(id);
        group.rules.iter().all(|rule| effects.is_within(rule, is_within, |_, _| false))
            && cells(game, group).filter_map(|cell| cell.then.as_ref()).all(|then| self.draws(then))
    }

    /// Whether what a replacement draws is about decorations alone.
    fn draws(&self, then: &Replacement) -> bool {
        then.random.is_subset(&self.objects) && then.random_dir.iter().all(|layer| self.has(*layer))
    }

    /// Whether what a group draws is about decorations alone. A random group draws which rule is applied and where.
    pub(super) fn holds_chance_of(&self, game: &Game, group: &Group, effort: &Effort) -> bool {
        if group.random {
            return self.is_made_by(game, &Effects::of(game, effort), group);
        }
        cells(game, group).filter_map(|cell| cell.then.as_ref()).all(|then| self.draws(then))
    }
}
