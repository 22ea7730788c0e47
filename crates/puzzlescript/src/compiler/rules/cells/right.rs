//! What a cell of the right side makes of what its left side found.

use super::{Maker, Use, Used, add_layer, add_movements, is_part, use_of_layer};
use crate::compiler::problem::Code;
use crate::compiler::rules::item::{Item, Movement};
use crate::game::{Cell, Replacement, movement};

/// The layers that the items of a right cell use.
#[derive(Default)]
struct RightUses {
    /// By plain items.
    plain: Used,
    /// By `random`.
    random: Used,
}

impl Maker<'_, '_> {
    /// The replacement of a cell; `None` if there is nothing to replace.
    pub(super) fn replacement(&mut self, items: &[Item], cell: &Cell, left: &[Use]) -> Option<Replacement> {
        let (mut then, mut uses) = (Replacement::default(), RightUses::default());
        for &item in items {
            self.right_item(item, items.len(), &mut then, &mut uses);
        }
        self.complete(&mut then, cell, left, &uses.plain);
        (then != Replacement::default()).then_some(then)
    }

    fn right_item(&mut self, item: Item, items: usize, then: &mut Replacement, uses: &mut RightUses) {
        match item.movement {
            Movement::Ellipsis => {
                return self.say(if items > 1 { Code::CrowdedEllipsis } else { Code::EllipsisOnRightAlone });
            }
            Movement::Random => return self.random_item(item, then, uses),
            _ => {}
        }
        let Some(here) = self.use_of(item) else { return };
        let Some(mask) = self.names.mask(item.name) else { return };
        if item.movement == Movement::No {
            then.clear.union_with(mask);
            return;
        }
        let earlier = use_of_layer(&uses.plain, here.layer).or_else(|| use_of_layer(&uses.random, here.layer));
        if let Some(earlier) = earlier.filter(|_| self.overlap.is_none()) {
            self.say_of_two(Code::CellSharesLayer, (item.name, earlier.name));
        }
        uses.plain.push(here);
        if item.movement != Movement::Any {
            add_layer(&mut then.move_replaced, here.layer);
        }
        if here.is_object {
            then.set.union_with(mask);
            then.clear.union_with(&self.names.layers[usize::from(here.layer.0)]);
        }
        match item.movement {
            Movement::Any => {}
            Movement::Stationary => add_movements(&mut then.move_clear, here.layer, movement::ALL),
            Movement::RandomDir => add_layer(&mut then.random_dir, here.layer),
            moving => add_movements(&mut then.move_set, here.layer, moving.bits()),
        }
    }

    /// An object drawn at random.
    fn random_item(&mut self, item: Item, then: &mut Replacement, uses: &mut RightUses) {
        let Some(mask) = self.names.mask(item.name) else { return self.say_of(Code::RandomWithoutMembers, item.name) };
        then.random.union_with(mask);
        let is_object = self.names.object(item.name).is_some();
        if is_object {
            self.say_of(Code::RandomSingleObject, item.name);
        }
        let alone = [item.name];
        let members = if is_object { &alone[..] } else { self.names.property(item.name).unwrap_or_default() };
        for &name in members {
            let Some(place) = self.names.object(name) else { continue };
            if let Some(other) = use_of_layer(&uses.plain, place.layer).filter(|other| other.name != name) {
                self.say_of_two(Code::RandomMayShareLayer, (name, other.name));
            }
            uses.random.push(Use { layer: place.layer, name, is_object: true });
        }
    }

    /// Adds what follows from the left side: what is not made again goes, with its movement.
    fn complete(&self, then: &mut Replacement, cell: &Cell, left: &[Use], right: &[Use]) {
        if !cell.all.is_subset(&then.set) {
            then.clear.union_with(&cell.all);
        }
        if !is_part(&cell.moving, &then.move_set) {
            cell.moving.iter().for_each(|&(layer, bits)| add_movements(&mut then.move_clear, layer, bits));
        }
        for here in left {
            match use_of_layer(right, here.layer) {
                None => {
                    then.clear.union_with(&self.names.layers[usize::from(here.layer.0)]);
                    add_layer(&mut then.move_replaced, here.layer);
                }
                Some(made) if here.is_object && !made.is_object => add_layer(&mut then.move_replaced, here.layer),
                Some(_) => {}
            }
        }
    }
}
