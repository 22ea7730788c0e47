//! Objects that a rule makes where its layer held nothing that the rule knows of stand still, whatever moved there
//! before.

use smallvec::SmallVec;

use super::Draft;
use crate::compiler::interner::Symbol;
use crate::compiler::limits::Budget;
use crate::compiler::names::Names;
use crate::compiler::rules::item::{Item, Movement};
use crate::compiler::rules::line::RuleLine;

/// Puts `stationary` before the objects that an early rule makes. What the left cell excludes with `no` counts as
/// known.
pub(super) fn make_stationary(draft: &mut Draft, line: &RuleLine, names: &Names, budget: &mut Budget<'_>) {
    if line.late {
        return;
    }
    let shape = std::rc::Rc::clone(&draft.shape);
    for (left, right) in shape.cells() {
        let is_bare = |item: &Item| item.movement == Movement::Any && names.property(item.name).is_none();
        if !draft.cell(right).iter().any(is_bare) {
            continue;
        }
        let known = known_objects(draft.cell(left), names);
        if !budget.spend(known.len() * draft.cell(right).len()) {
            return;
        }
        let layer = |name: Symbol| names.object(name).map(|place| place.layer);
        for item in draft.cell_mut(right).iter_mut().filter(|item| is_bare(item)) {
            let is_layer_known = known.iter().any(|&other| layer(other) == layer(item.name));
            if !known.contains(&item.name) && !is_layer_known {
                item.movement = Movement::Stationary;
            }
        }
    }
}

/// The objects that a cell names, as themselves or as members of a property.
fn known_objects(cell: &[Item], names: &Names) -> SmallVec<[Symbol; 8]> {
    let mut known = SmallVec::new();
    for item in cell.iter().filter(|item| !item.is_ellipsis()) {
        match names.property(item.name) {
            Some(members) => known.extend(members.iter().copied()),
            None => known.push(item.name),
        }
    }
    known
}
