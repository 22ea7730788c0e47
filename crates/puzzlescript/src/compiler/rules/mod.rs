//! Rules: from the lines of the section RULES to groups of rules on sets of objects.
//!
//! The steps are those of the reference implementation, in its order, because the order of rules in a game and the
//! order of problems depend on it: [`parse`], [`superfluous`], [`expand`], [`cells`], [`groups`], [`loops`].

mod cells;
mod expand;
mod groups;
mod item;
mod line;
pub(crate) mod loops;
mod parse;
mod superfluous;
mod text;

pub use item::{Item, Movement};
pub(crate) use line::LoopMark;
pub use line::{CellItems, RowCells, RuleLine};

use super::limits::Budget;
use super::names::Names;
use super::parsed::Parsed;
use super::problem::Report;
use crate::game::{Cell, Group};

/// How many rules a line has become after each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleCounts {
    /// The line.
    pub line: u32,
    /// Copies for its directions.
    pub copies: usize,
    /// With definite movements.
    pub movements: usize,
    /// With definite objects.
    pub properties: usize,
    /// Without duplicates.
    pub distinct: usize,
    /// Without rules that can never match.
    pub possible: usize,
    /// Without rules that ask for two objects of one layer in one cell.
    pub kept: usize,
}

/// The section RULES as far as it could be compiled.
#[derive(Default)]
pub(crate) struct Rules {
    pub(crate) lines: Vec<RuleLine>,
    pub(crate) loops: Vec<LoopMark>,
    pub(crate) counts: Vec<RuleCounts>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) early: Vec<Group>,
    pub(crate) late: Vec<Group>,
    pub(crate) rigid_groups: usize,
    /// Whether there can be a game with them.
    pub(crate) is_valid: bool,
}

/// Compiles the section RULES.
pub(crate) fn compile(parsed: &Parsed, names: &Names, report: &mut Report, budget: &mut Budget<'_>) -> Rules {
    let mut source = parse::parse(parsed, report, budget);
    for line in &mut source.lines {
        if report.is_full() || budget.is_spent() {
            break;
        }
        superfluous::remove(line, parsed, names, report, budget);
    }
    let count = |line: &RuleLine| RuleCounts { line: line.line, ..RuleCounts::default() };
    let mut counts: Vec<RuleCounts> = source.lines.iter().map(count).collect();
    let drafts = expand::expand(&source, parsed, names, report, budget, &mut counts);
    let mut rules = Rules { lines: source.lines, loops: source.loops, counts, ..Rules::default() };
    if let Some(drafts) = drafts.filter(|_| !report.is_full() && !budget.is_spent()) {
        let (made, cells) = cells::make(&drafts, &rules.lines, parsed, names, report, budget);
        rules.cells = cells;
        groups::group(made, &mut rules, parsed, report);
        rules.is_valid = true;
    }
    rules
}
