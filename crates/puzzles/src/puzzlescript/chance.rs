//! Whether chance matters in a game.
//!
//! An object is *decoration* if no rule but those that change decorations alone, no win condition and no player reads it,
//! and it shares its layer with decorations alone, so that it blocks nobody. A game whose random numbers decide about decorations only plays alike whatever is
//! drawn, if it neither follows changes by `again` nor takes turns back in which no player moved.

use ::puzzlescript::game::{Cell, Command, Game, Group, LayerId, ObjectSet, Replacement};

/// What chance does in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chance {
    /// There is none.
    None,
    /// It only decides about these objects, which nothing reads.
    Decorates(ObjectSet),
    /// It decides about the game; the line of the first rule that draws.
    Matters(u32),
}

impl Chance {
    /// What chance does in a game.
    pub(super) fn of(game: &Game) -> Chance {
        let drawing: Vec<&Group> = groups(game).filter(|group| draws(game, group)).collect();
        let Some(first) = drawing.first().and_then(|group| group.rules.first()) else { return Chance::None };
        let decoration = decoration(game);
        let compares = game.prelude.require_player_movement || has_again(game);
        if compares || !drawing.iter().all(|group| decoration.holds_chance_of(game, group)) {
            return Chance::Matters(first.line);
        }
        Chance::Decorates(decoration.objects)
    }
}

fn groups(game: &Game) -> impl Iterator<Item = &Group> {
    game.early.iter().chain(&game.late)
}

fn cells<'g>(game: &'g Game, group: &'g Group) -> impl Iterator<Item = &'g Cell> {
    let runs = group.rules.iter().flat_map(|rule| &rule.rows).flat_map(|row| &row.runs);
    runs.flatten().map(|&number| &game.cells[number as usize])
}

fn draws_in(cell: &Cell) -> bool {
    cell.then.as_ref().is_some_and(|then| !then.random.is_empty() || !then.random_dir.is_empty())
}

fn draws(game: &Game, group: &Group) -> bool {
    group.random || cells(game, group).any(draws_in)
}

fn has_again(game: &Game) -> bool {
    groups(game).flat_map(|group| &group.rules).any(|rule| rule.commands.contains(&Command::Again))
}

/// Layers that nothing reads, and their objects.
struct Decoration {
    layers: Vec<bool>,
    objects: ObjectSet,
}

/// The largest set of layers that nothing but the rules about them reads.
fn decoration(game: &Game) -> Decoration {
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
    fn holds_chance_of(&self, game: &Game, group: &Group) -> bool {
        if group.random {
            return self.is_made_by(game, group);
        }
        cells(game, group).filter_map(|cell| cell.then.as_ref()).all(|then| self.draws(then))
    }
}
