//! What a rule does to the cells that it matches, and whether they match still.

use smallvec::SmallVec;

use crate::engine::{TurnContext, TurnRecord};
use crate::game::{ObjectId, Replacement, movement};

use super::PlaneEngine;
use super::program::{Effect, Rule};
use super::size::movement_place;
use super::state::bits;

impl<'g, const W: usize, const O: usize, const M: usize> PlaneEngine<'g, W, O, M> {
    /// Calls a function with every cell of a tuple of matches and the number of its pattern, until it returns false.
    /// Of the tuples of one match of each row the first row varies fastest; its matches are number `first`.
    #[inline(always)]
    fn walk(
        &mut self,
        rule: &Rule<'g>,
        first: usize,
        mut tuple: usize,
        mut visit: impl FnMut(&mut Self, usize, usize) -> bool,
    ) {
        for (at, number) in (rule.first_row..rule.end_row).enumerate() {
            let (count, row) = (self.matches.rows[first + at].count, self.program.rows.rows[number]);
            let chosen;
            (chosen, tuple) = if tuple < count { (tuple, 0) } else { (tuple % count, tuple / count) };
            for run in 0..row.runs {
                let mut cell = self.matches.get(first + at, chosen)[run] as usize;
                for place in 0..self.program.rows.runs[row.first_run + run].cells.len() {
                    let pattern = self.program.rows.runs[row.first_run + run].cells[place] as usize;
                    if !visit(self, cell, pattern) {
                        return;
                    }
                    cell = cell.wrapping_add_signed(row.step);
                }
            }
        }
    }

    /// Whether all rows match still at the places of a tuple.
    pub(super) fn still_matches(&mut self, rule: &Rule<'g>, tuple: usize) -> bool {
        let mut matches = true;
        self.walk(rule, 0, tuple, |engine, cell, pattern| {
            matches = engine.cell_matches(cell, pattern);
            matches
        });
        matches
    }

    fn cell_matches(&self, cell: usize, pattern: usize) -> bool {
        let size = self.state.size;
        let (objects, movements) = (self.state.cell_objects(cell), self.state.cell_movements(cell));
        let words = &self.program.cells.patterns[pattern * size.cell()..][..size.cell()];
        let (all, rest) = words.split_at(size.objects());
        let (none, rest) = rest.split_at(size.objects());
        let (moving, still) = rest.split_at(size.movements());
        let lacks = |wanted: &[u64], has: &[u64]| wanted.iter().zip(has).any(|(wanted, has)| wanted & !has != 0);
        let meets = |one: &[u64], two: &[u64]| one.iter().zip(two).any(|(one, two)| one & two != 0);
        if lacks(all, objects) || meets(none, objects) || lacks(moving, movements) || meets(still, movements) {
            return false;
        }
        let (start, end) = self.program.cells.any_ranges[pattern];
        let sets = &self.program.cells.any[start as usize * size.objects()..end as usize * size.objects()];
        sets.chunks_exact(size.objects()).all(|set| meets(set, objects))
    }

    /// Replaces the cells of a tuple of matches. Returns whether anything changed.
    pub(super) fn apply(
        &mut self,
        rule: &Rule<'g>,
        first: usize,
        tuple: usize,
        rigid_group: Option<u8>,
        context: &mut TurnContext<'g>,
    ) -> bool {
        let mut changed = false;
        self.walk(rule, first, tuple, |engine, cell, pattern| {
            changed |= match engine.program.cells.kinds[pattern] {
                Effect::Keep => return true,
                Effect::Replace => engine.replace(cell, pattern, &mut context.record),
                Effect::ReplaceRandomly => engine.replace_randomly(cell, pattern, context),
            };
            if let Some(group) = rigid_group.filter(|_| rule.rigid) {
                let words = engine.state.size.movements();
                let replaced = &engine.program.cells.replaced[pattern * words..][..words];
                changed |= engine.rigid.mark(cell, replaced, group);
            }
            true
        });
        changed
    }

    /// Replaces one cell. Returns whether its objects or movements changed.
    #[inline]
    fn replace(&mut self, cell: usize, pattern: usize, record: &mut TurnRecord<'g>) -> bool {
        let size = self.state.size;
        let (objects, movements) = (size.objects(), size.movements());
        let start = pattern * size.cell();
        let mut changed = false;
        for word in 0..objects {
            let clear = self.program.cells.replacements[start + word];
            let set = self.program.cells.replacements[start + objects + word];
            let old = self.state.objects[cell * objects + word];
            let new = old & !clear | set;
            if new != old {
                changed = true;
                self.write_objects(cell, word, new, record);
            }
        }
        for word in 0..movements {
            let clear = self.program.cells.replacements[start + 2 * objects + word];
            let set = self.program.cells.replacements[start + 2 * objects + movements + word];
            let old = self.state.movements[cell * movements + word];
            let new = old & !clear | set;
            if new != old {
                changed = true;
                self.state.write_movements(cell, word, new, &self.program.watch);
            }
        }
        changed
    }

    fn write_objects(&mut self, cell: usize, word: usize, new: u64, record: &mut TurnRecord<'g>) {
        if self.program.has_change_sounds {
            let old = self.state.cell_objects(cell)[word];
            let id = |bit: usize| ObjectId((word * 64 + bit) as u16);
            bits(new & !old).for_each(|bit| record.sounds.created.insert(id(bit)));
            bits(old & !new).for_each(|bit| record.sounds.destroyed.insert(id(bit)));
        }
        self.state.write_objects(cell, word, new, &self.program.watch);
    }

    /// Replaces one cell by a replacement that is drawn in part: the object first, then movements by layer. Returns
    /// whether its objects or movements changed.
    #[cold]
    fn replace_randomly(&mut self, cell: usize, pattern: usize, context: &mut TurnContext<'g>) -> bool {
        let size = self.state.size;
        let words = &self.program.cells.replacements[pattern * size.cell()..][..size.cell()];
        let (clear, rest) = words.split_at(size.objects());
        let (set, rest) = rest.split_at(size.objects());
        let (cleared, made) = rest.split_at(size.movements());
        let replaced = |old: &[u64], clear: &[u64], set: &[u64]| -> SmallVec<[u64; 8]> {
            old.iter().zip(clear).zip(set).map(|((old, clear), set)| old & !clear | set).collect()
        };
        let mut objects = replaced(self.state.cell_objects(cell), clear, set);
        let mut movements = replaced(self.state.cell_movements(cell), cleared, made);
        if let Some(replacement) = &self.program.game.cells[pattern].then {
            self.draw(replacement, &mut objects, &mut movements, context);
        }
        let mut changed = false;
        for (word, &new) in objects.iter().enumerate() {
            if new != self.state.cell_objects(cell)[word] {
                changed = true;
                self.write_objects(cell, word, new, &mut context.record);
            }
        }
        for (word, &new) in movements.iter().enumerate() {
            if new != self.state.cell_movements(cell)[word] {
                changed = true;
                self.state.write_movements(cell, word, new, &self.program.watch);
            }
        }
        changed
    }

    fn draw(
        &self,
        replacement: &Replacement,
        objects: &mut [u64],
        movements: &mut [u64],
        context: &mut TurnContext<'g>,
    ) {
        if !replacement.random.is_empty() {
            let chosen = context.random.below(replacement.random.len());
            if let Some(id) = replacement.random.iter().nth(chosen).map(|id| usize::from(id.0)) {
                let layer = usize::from(self.program.layer_of[id]);
                let cleared = &self.program.layers[layer * objects.len()..][..objects.len()];
                objects.iter_mut().zip(cleared).for_each(|(word, clear)| *word &= !clear);
                objects[id / 64] |= 1 << (id % 64);
                let (word, shift) = movement_place(layer);
                movements[word] &= !(u64::from(movement::ALL) << shift);
            }
        }
        for layer in &replacement.random_dir {
            let (word, shift) = movement_place(usize::from(layer.0));
            movements[word] |= 1 << (shift + context.random.below(4));
        }
    }
}
