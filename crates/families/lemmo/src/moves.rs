//! Moves as text: a column, and the facing at the start.

use super::rules::{Facing, Lemmo, Map};
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
