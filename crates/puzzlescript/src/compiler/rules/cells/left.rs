//! What a cell of the left side looks for.

use super::{Maker, Used, add_movements, use_of_layer};
use crate::compiler::problem::{Code, Problem};
use crate::compiler::rules::item::{Item, Movement};
use crate::game::{Cell, ObjectSet, movement};

impl Maker<'_, '_> {
    /// The pattern of a cell, and the layers that it uses; `None` if the rule is removed.
    pub(super) fn left_cell(&mut self, items: &[Item]) -> Option<(Cell, Used)> {
        let (mut cell, mut used) = (Cell::default(), Used::new());
        for &item in items {
            self.left_item(item, &mut cell, &mut used);
        }
        if cell.all.intersects(&cell.none) {
            self.report_contradiction(&cell.all, &cell.none);
            return None;
        }
        Some((cell, used))
    }

    /// Adds an item to a pattern.
    pub(super) fn left_item(&mut self, item: Item, cell: &mut Cell, used: &mut Used) {
        if item.movement == Movement::Random {
            return self.say(Code::RandomOnLeft);
        }
        let Some(here) = self.use_of(item) else { return };
        let Some(mask) = self.names.mask(item.name) else { return };
        if item.movement == Movement::No {
            cell.none.union_with(mask);
            return;
        }
        if let Some(earlier) = use_of_layer(used, here.layer) {
            self.overlap = Some((item.name, earlier.name));
        }
        used.push(here);
        if here.is_object {
            cell.all.union_with(mask);
        } else {
            cell.any.push(mask.clone());
        }
        match item.movement {
            Movement::Any => {}
            Movement::Stationary => add_movements(&mut cell.still, here.layer, movement::ALL),
            moving => add_movements(&mut cell.moving, here.layer, moving.bits()),
        }
    }

    /// Reports objects that a cell both requires and excludes.
    fn report_contradiction(&mut self, all: &ObjectSet, none: &ObjectSet) {
        let name = |id: crate::game::ObjectId| {
            let id = self.names.ids.get(usize::from(id.0));
            id.map_or_else(String::new, |name| self.parsed.name(*name).to_uppercase())
        };
        let both = all.iter().filter(|id| none.contains(*id)).map(|id| format!("{0} NO {0}", name(id)));
        let list: Vec<String> = both.collect();
        self.budget.spend(list.iter().map(String::len).sum());
        self.report.add(Problem::at(Code::ImpossibleLeftSide, self.line).value("LIST", list.join(", ")));
    }
}
