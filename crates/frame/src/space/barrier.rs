//! What a solution does without: the moves that [`WITHOUT`](crate::options::WITHOUT) rules out.
//!
//! A cell is entered by a move where a piece stands there after it that did not stand there before. A piece that stands
//! in the cell at the start may stay and may leave; it must not come back. Where a family does not say itself what
//! stands in a cell, the pieces of its pictures do: a piece is known by its role and letter.

use picture::{ColourRole, Picture, Point};

use crate::problem::AskError;

/// Whether the move from one state to another is ruled out.
pub type Barrier<'r, S> = Box<dyn Fn(&S, &S) -> bool + Send + Sync + 'r>;

/// Reads a cell such as `2,5`: its row and its column, counted from 0.
#[must_use]
pub fn cell(text: &str) -> Option<(usize, usize)> {
    let (row, column) = text.split_once(',')?;
    let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
    Some((number(row)?, number(column)?))
}

/// The error of a text that is no cell.
#[must_use]
pub fn no_cell(text: &str) -> AskError {
    let expected = "expected a cell as ROW,COLUMN, such as 2,5";
    AskError::NotOffered(format!("'without' is '{text}', which is no cell of this level; {expected}"))
}

/// The error of a cell that is not on a board of so many rows and columns.
#[must_use]
pub fn off_the_board(rows: usize, columns: usize) -> AskError {
    let expected = format!("expected a row from 1 to {rows} and a column from 1 to {columns}");
    AskError::NotOffered(format!("'without' names a cell that is not on the board; {expected}"))
}

/// The moves by which a piece that is drawn enters a cell; `picture` draws a state, and `start` is the picture of the
/// start.
pub(super) fn drawn<'r, S>(
    start: &Picture,
    picture: impl Fn(&S) -> Picture + Send + Sync + 'r,
    without: &str,
) -> Result<Barrier<'r, S>, AskError> {
    let (row, column) = cell(without).ok_or_else(|| no_cell(without))?;
    let at = Point::grid(row, column);
    let Some(frame) = start.frames.last() else { return Err(no_cell(without)) };
    if frame.pieces.is_empty() {
        let why = "no piece is drawn in this level, so that none can enter a cell";
        return Err(AskError::NotOffered(format!("'without' asks for a cell that no piece enters, and {why}")));
    }
    if !frame.cells.iter().any(|cell| is_at(cell.at, at)) && !frame.pieces.iter().any(|piece| is_at(piece.at, at)) {
        return Err(no_cell(without));
    }
    Ok(Box::new(move |before, after| {
        let (before, mut after) = (pieces(&picture(before), at), pieces(&picture(after), at));
        for piece in before {
            if let Some(same) = after.iter().position(|other| *other == piece) {
                after.swap_remove(same);
            }
        }
        !after.is_empty()
    }))
}

fn is_at(place: Point, at: Point) -> bool {
    (place.x - at.x).abs() < 0.5 && (place.y - at.y).abs() < 0.5
}

/// The pieces that stand in a cell at the end of a picture.
fn pieces(picture: &Picture, at: Point) -> Vec<(ColourRole, String)> {
    let pieces = picture.frames.last().into_iter().flat_map(|frame| &frame.pieces);
    pieces.filter(|piece| is_at(piece.at, at)).map(|piece| (piece.role, piece.letter.clone())).collect()
}
