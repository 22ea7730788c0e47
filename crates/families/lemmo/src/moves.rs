//! Moves as text: a column, and the facing at the start; a block that is taken away.

use super::rules::{Facing, Lemmo, Map, Tile};
use frame::problem::IllegalMove;

/// The text of the move that starts at a column, counted from 0.
pub(super) fn move_text(column: usize, facing: Facing) -> String {
    format!("{} {}", column + 1, facing.name())
}

/// The start that a move means.
pub(super) fn start_of(text: &str, map: &Map) -> Result<Lemmo, IllegalMove> {
    let wrong = || IllegalMove::new(text, "expected a column and left or right, such as '6 left'");
    let (column, facing) = text.split_once(' ').ok_or_else(wrong)?;
    let facing: Facing = facing.parse().map_err(|_| wrong())?;
    let column: usize = column.parse().map_err(|_| wrong())?;
    if column == 0 || column > map.columns() {
        return Err(IllegalMove::new(text, format!("expected a column from 1 to {}", map.columns())));
    }
    if move_text(column - 1, facing) != text {
        return Err(wrong());
    }
    Ok(Lemmo::start(column - 1, facing))
}

/// What the digger chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Every block stays.
    Keep,
    /// The block at this row and column, from 0, is taken away.
    Remove(usize, usize),
}

impl Choice {
    /// The choice as a move.
    pub(super) fn text(self) -> String {
        match self {
            Choice::Keep => "keep".into(),
            Choice::Remove(row, column) => format!("remove {},{}", row + 1, column + 1),
        }
    }

    /// The map after the choice.
    pub(super) fn made(self, map: &Map) -> Map {
        match self {
            Choice::Keep => map.clone(),
            Choice::Remove(row, column) => map.changed(row, column),
        }
    }
}

/// Every choice: keeping all blocks, then each block above the first floor in reading order.
pub(super) fn choices(map: &Map) -> Vec<Choice> {
    let mut choices = vec![Choice::Keep];
    for row in 0..map.ground() {
        for column in 0..map.columns() {
            if map.tile(row, column) == Tile::Block {
                choices.push(Choice::Remove(row, column));
            }
        }
    }
    choices
}

/// The choice that a move means.
pub(super) fn choice_of(text: &str, map: &Map) -> Result<Choice, IllegalMove> {
    let choice = choices(map).into_iter().find(|choice| choice.text() == text);
    let expected = "expected a block above the first floor, such as 'remove 3,4', or 'keep'";
    choice.ok_or_else(|| IllegalMove::new(text, expected))
}
