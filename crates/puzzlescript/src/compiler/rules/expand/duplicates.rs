//! Of rules of one group that are equal in words, only the last is kept.

use std::hash::{Hash, Hasher};

use hashbrown::HashSet;

use super::Draft;
use crate::compiler::rules::line::RuleLine;
use crate::game::Direction;

/// A rule as its words are compared: its line stands for its flags and commands, and the direction counts only where a
/// row has more than one cell.
struct Words<'d> {
    draft: &'d Draft,
    direction: Option<Direction>,
}

impl PartialEq for Words<'_> {
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (self.draft, other.draft);
        let is_same_rule = one.line == two.line && self.direction == other.direction && one.items == two.items;
        is_same_rule && (std::rc::Rc::ptr_eq(&one.shape, &two.shape) || one.shape == two.shape)
    }
}

impl Eq for Words<'_> {}

impl Hash for Words<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.draft.line, self.direction, &self.draft.items).hash(state);
    }
}

/// Removes duplicates. Lines belong to one group only, so that one set of words serves all groups.
pub(super) fn remove(mut drafts: Vec<Draft>, lines: &[RuleLine]) -> Vec<Draft> {
    let mut known = HashSet::with_capacity(drafts.len());
    let mut is_kept: Vec<bool> = drafts
        .iter()
        .rev()
        .map(|draft| {
            let direction = lines[draft.line].is_directed().then_some(draft.direction);
            known.insert(Words { draft, direction })
        })
        .collect();
    drop(known);
    drafts.retain(|_| is_kept.pop().unwrap_or(true));
    drafts
}
