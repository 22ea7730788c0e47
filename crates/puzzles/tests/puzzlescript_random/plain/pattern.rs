//! The cells of rules as lists: what must be there, and what becomes of it.

use puzzlescript::game::{Cell, Game, Movements, ObjectSet, Replacement, movement};

use super::chance::Chance;
use super::turn::Rules;

/// What a cell of a rule asks for.
pub(crate) struct Pattern {
    all: Vec<u16>,
    none: Vec<u16>,
    any: Vec<Vec<u16>>,
    moving: Vec<(usize, u8)>,
    still: Vec<(usize, u8)>,
    pub(crate) then: Option<Rewriting>,
}

/// What becomes of a cell.
pub(crate) struct Rewriting {
    clear: Vec<u16>,
    set: Vec<u16>,
    move_clear: Vec<(usize, u8)>,
    move_set: Vec<(usize, u8)>,
    move_replaced: Vec<usize>,
    random: Vec<u16>,
    random_dir: Vec<usize>,
}

/// The bit that marks a layer of a cell as moved by a rigid rule, beside the five of its group.
const APPLIED: u8 = 32;

/// The cells of all rules of a game.
pub(crate) fn patterns(game: &Game) -> Vec<Pattern> {
    game.cells.iter().map(Pattern::of).collect()
}

fn ids(set: &ObjectSet) -> Vec<u16> {
    set.iter().map(|id| id.0).collect()
}

fn by_layer(movements: &Movements) -> Vec<(usize, u8)> {
    movements.iter().map(|(layer, bits)| (usize::from(layer.0), *bits)).collect()
}

impl Pattern {
    fn of(cell: &Cell) -> Pattern {
        Pattern {
            all: ids(&cell.all),
            none: ids(&cell.none),
            any: cell.any.iter().map(ids).collect(),
            moving: by_layer(&cell.moving),
            still: by_layer(&cell.still),
            then: cell.then.as_ref().map(Rewriting::of),
        }
    }

    /// Whether a cell holds what is asked for.
    pub(crate) fn fits(&self, objects: &[u16], moves: &[u8]) -> bool {
        self.all.iter().all(|id| objects.contains(id))
            && !self.none.iter().any(|id| objects.contains(id))
            && self.any.iter().all(|any| any.iter().any(|id| objects.contains(id)))
            && self.moving.iter().all(|&(layer, bits)| moves[layer] & bits == bits)
            && self.still.iter().all(|&(layer, bits)| moves[layer] & bits == 0)
    }
}

impl Rewriting {
    fn of(then: &Replacement) -> Rewriting {
        Rewriting {
            clear: ids(&then.clear),
            set: ids(&then.set),
            move_clear: by_layer(&then.move_clear),
            move_set: by_layer(&then.move_set),
            move_replaced: then.move_replaced.iter().map(|layer| usize::from(layer.0)).collect(),
            random: ids(&then.random),
            random_dir: then.random_dir.iter().map(|layer| usize::from(layer.0)).collect(),
        }
    }

    /// Rewrites a cell. What is drawn takes the place of its layer's objects and movement as they were; what else is
    /// set there stays beside it.
    pub(crate) fn rewrite(&self, objects: &mut Vec<u16>, moves: &mut [u8], rules: &Rules<'_>, chance: &mut Chance) {
        let drawn = (!self.random.is_empty()).then(|| self.random[chance.below(self.random.len())]);
        let layer = drawn.map(|id| rules.layer_of[usize::from(id)]);
        objects.retain(|id| !self.clear.contains(id) && !layer.is_some_and(|layer| rules.layers[layer].contains(id)));
        objects.extend(self.set.iter().copied().chain(drawn));
        objects.sort_unstable();
        objects.dedup();
        self.move_clear.iter().for_each(|&(layer, bits)| moves[layer] &= !bits);
        self.move_replaced.iter().chain(&layer).for_each(|&layer| moves[layer] = 0);
        self.move_set.iter().for_each(|&(layer, bits)| moves[layer] |= bits);
        for &layer in &self.random_dir {
            let ways = [movement::UP, movement::DOWN, movement::LEFT, movement::RIGHT];
            moves[layer] |= ways[chance.below(4)];
        }
    }

    /// Marks the layers whose movement is set as those of a rigid group, unless they have its marks or any. Returns
    /// whether it did.
    pub(crate) fn mark(&self, marks: &mut [u8], group: u8) -> bool {
        let has_marks = self.move_replaced.iter().all(|&layer| marks[layer] & group == group);
        let is_applied = self.move_replaced.iter().all(|&layer| marks[layer] & APPLIED != 0);
        if has_marks || is_applied {
            return false;
        }
        self.move_replaced.iter().for_each(|&layer| marks[layer] |= group | APPLIED);
        true
    }
}

/// The rigid group of the lowest layer that a rigid rule moved and whose movement is left.
pub(crate) fn failed(marks: &[u8], moves: &[u8]) -> Option<u8> {
    let left = marks.iter().zip(moves).find(|(mark, moves)| **mark & APPLIED != 0 && **moves != 0)?;
    Some((left.0 & movement::ALL).wrapping_sub(1))
}
