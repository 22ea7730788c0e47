//! `no X` where it contradicts its cell or says nothing new.

use smallvec::SmallVec;

use super::item::{Item, Movement};
use super::line::{CellItems, RuleLine};
use crate::compiler::limits::Budget;
use crate::compiler::names::Names;
use crate::compiler::parsed::Parsed;
use crate::compiler::problem::{Code, Problem, Report};
use crate::game::{LayerId, ObjectSet};

/// Looks at every `no` of a rule line, and removes those that are not needed.
pub(crate) fn remove(
    rule: &mut RuleLine,
    parsed: &Parsed,
    names: &Names,
    report: &mut Report,
    budget: &mut Budget<'_>,
) {
    // Each item may be compared with each other one, and with each layer.
    let all_layers = names.layers.len() * (names.ids.len() / 64 + 1);
    let cells = rule.left.iter().chain(&rule.right).flatten().filter(|cell| has_no(cell));
    let steps = cells.map(|cell| cell.len().saturating_mul(cell.len() + all_layers)).fold(0, usize::saturating_add);
    if !budget.spend(steps) {
        return;
    }
    let mut context = Context { line: rule.line, parsed, names, report, budget };
    for cell in rule.right.iter().flatten().filter(|cell| has_no(cell)) {
        context.report_contradictions(cell);
    }
    for (left, right) in rule.left.iter().zip(&mut rule.right) {
        for (left, right) in left.iter().zip(right).filter(|(left, right)| has_no(left) && has_no(right)) {
            context.remove_repeated(left, right);
        }
    }
    for cell in rule.left.iter_mut().flatten().filter(|cell| has_no(cell)) {
        context.remove_implied(cell);
    }
}

fn has_no(cell: &CellItems) -> bool {
    cell.iter().any(|item| item.movement == Movement::No)
}

struct Context<'c, 'b> {
    line: u32,
    parsed: &'c Parsed,
    names: &'c Names,
    report: &'c mut Report,
    budget: &'c mut Budget<'b>,
}

impl Context<'_, '_> {
    /// The objects that a `no` excludes; `None` for other items and for aggregates.
    fn excluded(&self, item: Item) -> Option<&ObjectSet> {
        let is_no = item.movement == Movement::No && self.names.aggregate(item.name).is_none();
        self.names.mask(item.name).filter(|_| is_no)
    }

    fn problem(&self, code: Code, item: Item) -> Problem {
        Problem::at(code, self.line).upper("NAME", self.parsed.name(item.name))
    }

    /// Reports `no X` beside an object of X.
    fn report_contradictions(&mut self, cell: &CellItems) {
        for &item in cell {
            let Some(excluded) = self.excluded(item) else { continue };
            let is_named = |other: &&Item| {
                let object = self.names.object(other.name).filter(|_| is_there(**other));
                object.is_some_and(|place| excluded.contains(place.id))
            };
            let named: Vec<String> =
                cell.iter().filter(is_named).map(|other| self.parsed.name(other.name).to_uppercase()).collect();
            if !self.budget.spend(named.iter().map(String::len).sum()) {
                return;
            }
            if !named.is_empty() {
                self.report.add(self.problem(Code::ContradictoryNo, item).value("LIST", named.join(", ")));
            }
        }
    }

    /// Removes `no X` on the right that stands on the left too. The item behind a removed one is not looked at: the
    /// reference removes items while it counts them.
    fn remove_repeated(&self, left: &CellItems, right: &mut CellItems) {
        let mut at = 0;
        while at < right.len() {
            let item = right[at];
            if self.excluded(item).is_some() && left.contains(&item) {
                right.remove(at);
            }
            at += 1;
        }
    }

    /// Removes `no X` on the left where other objects fill all layers of X.
    fn remove_implied(&mut self, cell: &mut CellItems) {
        let occupiers = self.occupiers(cell);
        let mut at = 0;
        while at < cell.len() && !self.budget.is_spent() {
            match self.excluded(cell[at]).and_then(|excluded| self.filled(excluded, &occupiers)) {
                Some(problem) => {
                    self.budget.spend(problem.values.iter().map(|(_, value)| value.len()).sum());
                    self.report.add(problem.upper("NAME", self.parsed.name(cell[at].name)));
                    cell.remove(at);
                }
                None => at += 1,
            }
        }
    }

    /// The item that occupies each layer, the last one if there are several, in the order of layers.
    fn occupiers(&self, cell: &CellItems) -> SmallVec<[(LayerId, Item); 4]> {
        let mut occupiers: SmallVec<[(LayerId, Item); 4]> = SmallVec::new();
        for &item in cell.iter().filter(|item| is_there(**item)) {
            let one = self.names.layer(item.name);
            let members = self.names.aggregate(item.name).unwrap_or_default();
            let several = members.iter().filter_map(|&member| self.names.object(member)).map(|place| place.layer);
            for layer in one.into_iter().chain(several) {
                match occupiers.iter_mut().find(|(known, _)| *known == layer) {
                    Some((_, last)) => *last = item,
                    None => occupiers.push((layer, item)),
                }
            }
        }
        occupiers.sort_by_key(|(layer, _)| *layer);
        occupiers
    }

    /// The problem of a `no` whose layers are all filled by other objects.
    fn filled(&self, excluded: &ObjectSet, occupiers: &[(LayerId, Item)]) -> Option<Problem> {
        let mut is_filled = true;
        for (layer, members) in (0..).map(LayerId).zip(&self.names.layers) {
            is_filled &= !members.intersects(excluded) || occupiers.iter().any(|(known, _)| *known == layer);
        }
        let shares = |item: &Item| {
            let mask = self.names.mask(item.name).or_else(|| self.names.aggregate_mask(item.name));
            mask.is_some_and(|mask| mask.intersects(excluded))
        };
        if !is_filled || excluded.is_empty() || occupiers.iter().any(|(_, item)| shares(item)) {
            return None;
        }
        let list: Vec<String> = occupiers.iter().map(|(_, item)| self.parsed.name(item.name).to_uppercase()).collect();
        let layers: Vec<String> = occupiers.iter().map(|(layer, _)| (layer.0 + 1).to_string()).collect();
        Some(
            Problem::at(Code::SuperfluousNo, self.line)
                .value("LIST", list.join(", "))
                .value("layers", layers.join(", ")),
        )
    }
}

/// Whether an item says that its object is in the cell.
fn is_there(item: Item) -> bool {
    !matches!(item.movement, Movement::No | Movement::Ellipsis)
}
