//! What a rule does to the cells that it matches.

use smallvec::SmallVec;

use crate::engine::TurnContext;
use crate::game::{ObjectId, ObjectSet, Replacement, Rule};

use super::MaskEngine;
use super::rows::Match;

/// The movements of a cell by layer.
type CellMovements = SmallVec<[u8; 16]>;

impl<'g> MaskEngine<'g> {
    /// Replaces the cells of a tuple of matches. Returns whether anything changed.
    pub(super) fn apply(
        &mut self,
        rule: &'g Rule,
        tuple: &[&Match],
        rigid_group: Option<u8>,
        context: &mut TurnContext<'g>,
    ) -> bool {
        let game = self.game;
        let mut changed = false;
        for (row, place) in rule.rows.iter().zip(tuple) {
            let places: SmallVec<[(usize, u32); 8]> = self.places(row, rule.direction, place).collect();
            for (cell, number) in places {
                if let Some(replacement) = &game.cells[number as usize].then {
                    changed |= self.replace(cell, replacement, context);
                    if let Some(group) = rigid_group.filter(|_| rule.rigid) {
                        changed |= self.mark(cell, replacement, group);
                    }
                }
            }
        }
        changed
    }

    /// Replaces one cell. Returns whether its objects or movements changed.
    fn replace(&mut self, cell: usize, replacement: &Replacement, context: &mut TurnContext<'g>) -> bool {
        let mut objects = self.objects[cell].clone();
        let mut movements = CellMovements::from_slice(self.cell_movements(cell));
        let drawn = draw_object(replacement, context);
        objects.subtract(&replacement.clear);
        if let Some(drawn) = drawn {
            objects.subtract(&self.layers[self.layer_of(drawn)]);
            objects.insert(drawn);
        }
        objects.union_with(&replacement.set);
        for &(layer, bits) in &replacement.move_clear {
            movements[usize::from(layer.0)] &= !bits;
        }
        for layer in &replacement.move_replaced {
            movements[usize::from(layer.0)] = 0;
        }
        if let Some(drawn) = drawn {
            movements[self.layer_of(drawn)] = 0;
        }
        for &(layer, bits) in &replacement.move_set {
            movements[usize::from(layer.0)] |= bits;
        }
        for layer in &replacement.random_dir {
            movements[usize::from(layer.0)] |= 1 << context.random.below(4);
        }
        let changed = objects != self.objects[cell] || movements[..] != *self.cell_movements(cell);
        if changed {
            self.write(cell, objects, &movements, context);
        }
        changed
    }

    fn write(&mut self, cell: usize, objects: ObjectSet, movements: &[u8], context: &mut TurnContext<'g>) {
        let old = std::mem::replace(&mut self.objects[cell], objects);
        let new = &self.objects[cell];
        let without = |set: &ObjectSet, less: &ObjectSet| {
            let mut rest = set.clone();
            rest.subtract(less);
            rest
        };
        context.record.sounds.created.union_with(&without(new, &old));
        context.record.sounds.destroyed.union_with(&without(&old, new));
        self.seen.objects.union_with(new);
        movements.iter().zip(&mut self.seen.movements).for_each(|(more, seen)| *seen |= more);
        let place = self.place(cell, 0);
        self.movements[place..][..movements.len()].copy_from_slice(movements);
    }

    /// Marks the layers whose movement a rigid rule replaces in a cell, if neither all marks of the group nor all marks
    /// of any group are there yet. Returns whether it did.
    fn mark(&mut self, cell: usize, replacement: &Replacement, group: u8) -> bool {
        let number = group + 1;
        let places = replacement.move_replaced.iter().map(|layer| self.place(cell, usize::from(layer.0)));
        let places: SmallVec<[usize; 8]> = places.collect();
        let has_group = places.iter().all(|&place| self.rigid[place].group & number == number);
        let has_any = places.iter().all(|&place| self.rigid[place].applied);
        if has_group || has_any {
            return false;
        }
        for place in places {
            self.rigid[place].group |= number;
            self.rigid[place].applied = true;
        }
        true
    }
}

/// Draws the object that a replacement leaves to chance. It takes the place of what its layer holds; an object that the
/// replacement puts there as well stays beside it.
fn draw_object(replacement: &Replacement, context: &mut TurnContext<'_>) -> Option<ObjectId> {
    let choices: SmallVec<[ObjectId; 16]> = replacement.random.iter().collect();
    (!choices.is_empty()).then(|| choices[context.random.below(choices.len())])
}
