//! Properties become their members, a rule for each, unless they can stay.
//!
//! A property can stay if its members share a layer and the right side does not need to know which one was found: the
//! cell then looks for any of them. Where the right side has the property in another cell than the left, the rules are
//! expanded, and what was found once on the left is what the right side means.

use std::collections::VecDeque;

use smallvec::SmallVec;

use super::{Draft, Expander, Span};
use crate::compiler::interner::Symbol;
use crate::compiler::problem::{Code, Problem};
use crate::compiler::rules::item::{Item, Movement};

/// A rule, and what was chosen in it.
struct Branch {
    draft: Draft,
    choices: SmallVec<[Choice; 2]>,
}

/// The member that was chosen first for a property, and how often one was chosen.
#[derive(Clone, Copy)]
struct Choice {
    property: Symbol,
    member: Symbol,
    times: usize,
}

impl Expander<'_, '_> {
    /// Appends the rules that `draft` means.
    pub(super) fn expand_properties(&mut self, draft: Draft, expanded: &mut Vec<Draft>) {
        if !draft.items.iter().any(|item| self.is_property(item)) {
            expanded.push(draft);
            return;
        }
        let needed = self.needed(&draft);
        let line = self.lines[draft.line].line;
        let (before, mut remaining) = (expanded.len(), None);
        let mut queue = VecDeque::from([Branch { draft, choices: SmallVec::new() }]);
        while let Some(branch) = queue.pop_front() {
            let items = branch.draft.items.len();
            if let Some((left, right, property)) = self.property_to_replace(&branch.draft, &needed) {
                let members = self.names.property(property).unwrap_or_default();
                if !self.hold(members.len(), items, branch.draft.line) {
                    return;
                }
                queue.extend(members.iter().map(|&member| branch.child(left, right, property, member)));
                self.release(items);
            } else {
                let draft = branch.finish();
                remaining = self.needed_on_the_right(&draft, &needed).or(remaining);
                expanded.push(draft);
            }
        }
        if let Some(property) = remaining {
            self.report.add(Problem::at(Code::AmbiguousProperty, line).upper("PROPERTY", self.parsed.name(property)));
            expanded.truncate(before);
        }
    }

    /// Whether the item is a property of which a cell holds any member.
    fn is_property(&self, item: &Item) -> bool {
        !matches!(item.movement, Movement::Random | Movement::Ellipsis) && self.names.property(item.name).is_some()
    }

    /// The properties on the right that the left cell at the same place does not have.
    fn needed(&self, draft: &Draft) -> SmallVec<[Symbol; 2]> {
        let mut needed = SmallVec::new();
        for (left, right) in draft.shape.cells() {
            let left = draft.cell(left);
            for item in draft.cell(right).iter().filter(|item| self.is_property(item)) {
                let is_on_the_left = left.iter().any(|other| other.name == item.name && self.is_property(other));
                if !is_on_the_left && !needed.contains(&item.name) {
                    needed.push(item.name);
                }
            }
        }
        needed
    }

    /// The first property on the left that cannot stay, with its cell on both sides.
    fn property_to_replace(&self, draft: &Draft, needed: &[Symbol]) -> Option<(Span, Span, Symbol)> {
        let must_go = |item: &&Item| {
            self.is_property(item) && (self.names.single_layer(item.name).is_none() || needed.contains(&item.name))
        };
        draft
            .shape
            .cells()
            .find_map(|(left, right)| draft.cell(left).iter().find(must_go).map(|item| (left, right, item.name)))
    }

    /// The last of the needed properties that is still on the right.
    fn needed_on_the_right(&self, draft: &Draft, needed: &[Symbol]) -> Option<Symbol> {
        let right = draft.shape.cells().flat_map(|(_, right)| draft.cell(right));
        right.filter(|item| self.is_property(item) && needed.contains(&item.name)).last().map(|item| item.name)
    }
}

/// Replaces a property by a member wherever it stands in a cell, but not behind `random`.
fn replace(cell: &mut [Item], property: Symbol, member: Symbol) {
    let is_same =
        |item: &&mut Item| item.name == property && !matches!(item.movement, Movement::Random | Movement::Ellipsis);
    for item in cell.iter_mut().filter(is_same) {
        item.name = member;
    }
}

impl Branch {
    /// The rule with a property replaced in one cell, on both sides.
    fn child(&self, left: Span, right: Span, property: Symbol, member: Symbol) -> Branch {
        let (mut draft, mut choices) = (self.draft.clone(), self.choices.clone());
        replace(draft.cell_mut(left), property, member);
        replace(draft.cell_mut(right), property, member);
        match choices.iter_mut().find(|choice| choice.property == property) {
            Some(choice) => choice.times += 1,
            None => choices.push(Choice { property, member, times: 1 }),
        }
        Branch { draft, choices }
    }

    /// The rule with members that were chosen once carried over to the whole right side.
    fn finish(self) -> Draft {
        let mut draft = self.draft;
        let shape = std::rc::Rc::clone(&draft.shape);
        for choice in self.choices.iter().filter(|choice| choice.times == 1) {
            for (_, right) in shape.cells() {
                replace(draft.cell_mut(right), choice.property, choice.member);
            }
        }
        draft
    }
}
