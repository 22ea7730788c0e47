//! The open list of best-first search: a stack for each estimate.

use std::collections::BTreeMap;

use super::claimed::Lumps;
use crate::{Context, Halt};

/// A state waiting to be expanded, with the moves that led to it when it was put here.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) id: u32,
    pub(super) moves: u32,
}

/// Waiting states by estimate; within one estimate the last comes first, which is the deepest as a rule.
///
/// Estimates are few and near each other, so a tree of stacks is as fast as an array and no estimate is too large.
pub(super) struct Queue<'c> {
    stacks: BTreeMap<u32, Vec<Open>>,
    lumps: Lumps<'c>,
    /// Entries for which memory is claimed; it is kept when stacks empty, as they keep theirs.
    most: usize,
    len: usize,
}

impl<'c> Queue<'c> {
    pub(super) fn new(cx: &'c Context<'c>) -> Self {
        Queue { stacks: BTreeMap::new(), lumps: Lumps::new(cx), most: 0, len: 0 }
    }

    pub(super) fn push(&mut self, estimate: u32, open: Open) -> Result<(), Halt> {
        if self.len == self.most {
            // A stack grows by doubling: up to twice its entries, and half as much again while it is copied.
            self.lumps.add(3 * size_of::<Open>())?;
            self.most += 1;
        }
        self.len += 1;
        self.stacks.entry(estimate).or_default().push(open);
        Ok(())
    }

    /// The least estimate of a waiting state.
    pub(super) fn least(&mut self) -> Option<u32> {
        while let Some(stack) = self.stacks.first_entry() {
            if !stack.get().is_empty() {
                return Some(*stack.key());
            }
            stack.remove();
        }
        None
    }

    /// Takes the last state with this estimate.
    pub(super) fn pop(&mut self, estimate: u32) -> Option<Open> {
        let open = self.stacks.get_mut(&estimate)?.pop()?;
        self.len -= 1;
        Some(open)
    }
}
