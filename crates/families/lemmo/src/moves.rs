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
pub(super) fn choices(map: &Map) -> impl Iterator<Item = Choice> + '_ {
    let places = (0..map.ground()).flat_map(|row| (0..map.columns()).map(move |column| (row, column)));
    let blocks = places.filter(|&(row, column)| map.tile(row, column) == Tile::Block);
    std::iter::once(Choice::Keep).chain(blocks.map(|(row, column)| Choice::Remove(row, column)))
}

/// The choice that a move means.
pub(super) fn choice_of(text: &str, map: &Map) -> Result<Choice, IllegalMove> {
    if text == Choice::Keep.text() {
        return Ok(Choice::Keep);
    }
    let wrong = |why: &str| IllegalMove::new(text, why);
    let place = text.strip_prefix("remove ").and_then(|place| place.split_once(','));
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    let place = place.and_then(|(row, column)| Some((number(row)?, number(column)?)));
    let (row, column) = place.ok_or_else(|| wrong("expected a block to remove, such as 'remove 3,4', or 'keep'"))?;
    if row >= map.ground() || column >= map.columns() || map.tile(row, column) != Tile::Block {
        return Err(wrong("there is no block above the first floor"));
    }
    Some(Choice::Remove(row, column))
        .filter(|choice| choice.text() == text)
        .ok_or_else(|| wrong("expected plain numbers"))
}
