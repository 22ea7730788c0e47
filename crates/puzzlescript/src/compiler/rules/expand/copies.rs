//! A copy of each rule line for each of its directions, with relative words, aggregates and synonyms replaced.

use std::rc::Rc;

use super::{Draft, Expander, RowShape, Shape, Span};
use crate::compiler::problem::{Code, Problem};
use crate::compiler::rules::item::{Item, Movement};
use crate::compiler::rules::line::{CellItems, RowCells, RuleLine};
use crate::game::Direction;

impl Expander<'_, '_> {
    /// The copies of all lines. `None`: a line is so wrong that there can be no game.
    pub(super) fn copies(&mut self) -> Option<Vec<Draft>> {
        let mut copies = Vec::new();
        for (at, line) in self.lines.iter().enumerate().filter(|(_, line)| !line.directions.is_empty()) {
            let line = self.definite(line);
            if self.is_invalid {
                return None;
            }
            if self.budget.is_spent() {
                break;
            }
            let is_reversible = !line.left.iter().flatten().flatten().any(|item| item.is_ellipsis());
            let forward = Template::new(&line, false);
            let backward = is_reversible.then(|| Template::new(&line, true));
            for &direction in &line.directions {
                if self.report.is_full() || !self.hold(1, forward.items.len(), at) {
                    return Some(copies);
                }
                copies.push(copy(at, direction, &forward, backward.as_ref()));
            }
        }
        Some(copies)
    }

    /// The line with members in place of aggregates, objects in place of synonyms, and `no` before each member of a
    /// property in place of `no` before the property.
    fn definite(&mut self, line: &RuleLine) -> RuleLine {
        let mut definite = line.clone();
        for cell in definite.left.iter_mut().chain(&mut definite.right).flatten() {
            let needs_it = |item: &Item| {
                !item.is_ellipsis()
                    && (self.names.aggregate(item.name).is_some()
                        || self.names.synonym(item.name).is_some()
                        || item.movement == Movement::No)
            };
            if cell.iter().any(needs_it) {
                self.replace_aggregates(cell, line.line);
                self.replace_synonyms(cell);
                self.replace_excluded_properties(cell, line.line);
            }
        }
        definite
    }

    /// Puts the first member of an aggregate in its place, and the others at the end of the cell.
    fn replace_aggregates(&mut self, cell: &mut CellItems, line: u32) {
        let mut at = 0;
        while at < cell.len() {
            let item = cell[at];
            let members = self.names.aggregate(item.name).filter(|_| !item.is_ellipsis());
            if let Some((first, others)) = members.and_then(<[_]>::split_first) {
                if item.movement == Movement::No {
                    let problem = Problem::at(Code::NoBeforeAggregate, line);
                    self.report.add(problem.upper("NAME", self.parsed.name(item.name)));
                }
                // In a text with errors an aggregate can contain itself.
                if !self.may_grow(cell.len() + others.len(), line) {
                    return;
                }
                cell[at].name = *first;
                cell.extend(others.iter().map(|&name| Item { name, ..item }));
            }
            at += 1;
        }
    }

    /// Whether a cell may have so many items.
    fn may_grow(&mut self, items: usize, line: u32) -> bool {
        let most = self.budget.limits().items;
        self.budget.allow(items, most, Problem::at(Code::TooManyItems, line)) && self.budget.spend(1)
    }

    fn replace_synonyms(&self, cell: &mut CellItems) {
        for item in cell.iter_mut().filter(|item| !item.is_ellipsis()) {
            item.name = self.names.synonym(item.name).unwrap_or(item.name);
        }
    }

    fn replace_excluded_properties(&mut self, cell: &mut CellItems, line: u32) {
        let is_excluded = |item: &Item| item.movement == Movement::No && self.names.property(item.name).is_some();
        if !cell.iter().any(is_excluded) {
            return;
        }
        let mut replaced = CellItems::new();
        for &item in cell.iter() {
            match self.names.property(item.name).filter(|_| item.movement == Movement::No) {
                Some(members) => {
                    if !self.may_grow(replaced.len() + members.len(), line) {
                        return;
                    }
                    replaced.extend(members.iter().map(|&name| Item { name, ..item }));
                }
                None => replaced.push(item),
            }
        }
        *cell = replaced;
    }
}

/// The items of a line in one list, in the order of the text or with every row reversed.
struct Template {
    items: Vec<Item>,
    shape: Rc<Shape>,
}

impl Template {
    fn new(line: &RuleLine, is_reversed: bool) -> Self {
        let (mut items, mut shape) = (Vec::new(), Shape { has_right: !line.right.is_empty(), rows: Vec::new() });
        for (at, left) in line.left.iter().enumerate() {
            let right = line.right.get(at);
            let mut row = RowShape::default();
            for place in 0..left.len() {
                let place = if is_reversed { left.len() - 1 - place } else { place };
                let left = add(&mut items, Some(left), place);
                row.cells.push((left, add(&mut items, right, place)));
            }
            shape.rows.push(row);
        }
        Self { items, shape: Rc::new(shape) }
    }
}

/// Appends the items of a cell.
fn add(items: &mut Vec<Item>, row: Option<&RowCells>, place: usize) -> Span {
    let begin = items.len() as u32;
    items.extend(row.and_then(|row| row.get(place)).into_iter().flatten());
    Span { begin, end: items.len() as u32 }
}

/// The copy of a rule for one direction. Where that is possible, a rule up or left is turned into the rule down or
/// right that matches the same.
fn copy(line: usize, direction: Direction, forward: &Template, backward: Option<&Template>) -> Draft {
    let opposite = match direction {
        Direction::Up => Some(Direction::Down),
        Direction::Left => Some(Direction::Right),
        _ => None,
    };
    let (template, turned) = match backward.zip(opposite) {
        Some((backward, opposite)) => (backward, opposite),
        None => (forward, direction),
    };
    let absolute = |item: &Item| Item { movement: item.movement.in_direction(direction), ..*item };
    Draft {
        line,
        direction: turned,
        shape: Rc::clone(&template.shape),
        items: template.items.iter().map(absolute).collect(),
    }
}
