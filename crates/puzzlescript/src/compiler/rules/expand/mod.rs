//! From rule lines to rules in which everything is definite.
//!
//! A line becomes a copy for each direction; relative words become absolute, aggregates and synonyms objects. Then each
//! word that means several movements and each property is replaced by one of its meanings, a rule for each, unless the
//! property can stay because its members share a layer. Rules that come out equal are dropped but for the last.
//!
//! Items are small values in one list a rule; where cells begin and end is a [`Shape`] that all rules of a line share.
//! A list of rules to expand is a queue: a rule with something to expand is replaced by rules at the end of the queue,
//! which decides the order of the rules in the game.

mod copies;
mod duplicates;
mod movements;
mod properties;
mod spawned;

use std::ops::Range;
use std::rc::Rc;

use super::RuleCounts;
use super::item::Item;
use super::line::RuleLine;
use super::parse::RuleLines;
use crate::compiler::limits::Budget;
use crate::compiler::names::Names;
use crate::compiler::parsed::Parsed;
use crate::compiler::problem::{Code, Problem, Report};
use crate::game::Direction;

/// A rule while it is expanded.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The index of its rule line.
    pub(super) line: usize,
    pub(super) direction: Direction,
    pub(super) shape: Rc<Shape>,
    pub(super) items: Vec<Item>,
}

/// Where the cells of a rule are in its list of items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// Cells of both sides by row.
    pub(super) rows: Vec<RowShape>,
    /// Whether there is a right side.
    pub(super) has_right: bool,
}

/// A row of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RowShape {
    /// The cells: on the left, and at the same place on the right, which is empty without a right side.
    pub(super) cells: Vec<(Span, Span)>,
}

/// Items of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    begin: u32,
    end: u32,
}

impl Span {
    fn range(self) -> Range<usize> {
        self.begin as usize..self.end as usize
    }
}

impl Shape {
    /// All cells of both sides, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Span, Span)> + '_ {
        self.rows.iter().flat_map(|row| row.cells.iter().copied())
    }
}

impl Draft {
    /// The items of a cell.
    pub(super) fn cell(&self, span: Span) -> &[Item] {
        &self.items[span.range()]
    }

    /// The items of a cell, to change them.
    fn cell_mut(&mut self, span: Span) -> &mut [Item] {
        &mut self.items[span.range()]
    }
}

/// What the steps share.
pub(super) struct Expander<'e, 'l> {
    pub(super) lines: &'e [RuleLine],
    pub(super) parsed: &'e Parsed,
    pub(super) names: &'e Names,
    pub(super) report: &'e mut Report,
    pub(super) budget: &'e mut Budget<'l>,
    /// Whether a rule is so wrong that there can be no game.
    is_invalid: bool,
    /// The number of rules, and of their items.
    rules: usize,
    items: usize,
}

/// Expands all rule lines. `None`: a rule is so wrong that there can be no game.
pub(super) fn expand(
    rules: &RuleLines,
    parsed: &Parsed,
    names: &Names,
    report: &mut Report,
    budget: &mut Budget<'_>,
    counts: &mut [RuleCounts],
) -> Option<Vec<Draft>> {
    let is_invalid = rules.is_invalid;
    let mut expander = Expander { lines: &rules.lines, parsed, names, report, budget, is_invalid, rules: 0, items: 0 };
    let copies = expander.copies()?;
    count(&copies, counts, |counts| &mut counts.copies);
    let moving = expander.each(copies, Expander::expand_movements);
    count(&moving, counts, |counts| &mut counts.movements);
    let mut drafts = expander.each(moving, Expander::expand_properties);
    count(&drafts, counts, |counts| &mut counts.properties);
    for draft in &mut drafts {
        spawned::make_stationary(draft, &rules.lines[draft.line], names, expander.budget);
    }
    let drafts = duplicates::remove(drafts, &rules.lines);
    count(&drafts, counts, |counts| &mut counts.distinct);
    (!expander.is_invalid).then_some(drafts)
}

/// Counts the rules of each line.
pub(super) fn count(drafts: &[Draft], counts: &mut [RuleCounts], field: impl Fn(&mut RuleCounts) -> &mut usize) {
    for draft in drafts {
        *field(&mut counts[draft.line]) += 1;
    }
}

impl Expander<'_, '_> {
    /// Replaces each rule by the rules that a step makes of it.
    fn each(&mut self, drafts: Vec<Draft>, step: impl Fn(&mut Self, Draft, &mut Vec<Draft>)) -> Vec<Draft> {
        let mut expanded = Vec::with_capacity(drafts.len());
        for draft in drafts {
            if self.report.is_full() || !self.budget.spend(draft.items.len()) {
                break;
            }
            step(self, draft, &mut expanded);
        }
        expanded
    }

    /// Counts rules of so many items each, before they are made; false if there are too many.
    fn hold(&mut self, rules: usize, items: usize, line: usize) -> bool {
        let limits = self.budget.limits();
        let added = rules.saturating_mul(items);
        self.rules += rules;
        self.items = self.items.saturating_add(added);
        let problem = || Problem::at(Code::TooManyRules, self.lines[line].line);
        self.budget.allow(self.rules, limits.rules, problem())
            && self.budget.allow(self.items, limits.items, Problem { code: Code::TooManyItems, ..problem() })
            && self.budget.spend(added + rules)
    }

    /// Takes a rule of so many items from the count.
    fn release(&mut self, items: usize) {
        self.rules -= 1;
        self.items -= items;
    }
}
