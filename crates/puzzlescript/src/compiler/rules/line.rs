//! A rule as its author wrote it, with its words understood.

use smallvec::SmallVec;

use super::item::Item;
use crate::game::{Command, Direction};

/// The items of a cell.
pub type CellItems = SmallVec<[Item; 3]>;
/// The cells of one pair of brackets.
pub type RowCells = Vec<CellItems>;

/// A line of the section RULES before it is expanded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleLine {
    /// The line of the text.
    pub line: u32,
    /// The line that began the group.
    pub group: u32,
    /// Whether it runs after movement.
    pub late: bool,
    /// Whether it is rigid.
    pub rigid: bool,
    /// Whether it makes its group random.
    pub random: bool,
    /// The directions, as often as the line gives them.
    pub directions: Vec<Direction>,
    /// What it looks for.
    pub left: Vec<RowCells>,
    /// What it makes of it; empty if it has only commands.
    pub right: Vec<RowCells>,
    /// The commands.
    pub commands: Vec<Command>,
}

/// The begin or the end of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LoopMark {
    pub(crate) line: u32,
    pub(crate) is_start: bool,
}

impl RuleLine {
    /// Whether matches depend on the direction: a row is longer than one cell.
    pub(crate) fn is_directed(&self) -> bool {
        self.left.iter().any(|row| row.len() > 1)
    }

    /// All items of both sides.
    pub(crate) fn items(&self) -> impl Iterator<Item = Item> + '_ {
        self.left.iter().chain(&self.right).flatten().flatten().copied()
    }
}
