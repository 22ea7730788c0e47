//! The board drawn.
//!
//! Where there is one move a cell, a click on a cell presses it, and on small boards its label is the press's
//! number with the cell's value lowered beside it (`5₁`). Else labels are values, and buttons below the board
//! are the moves.

use ::picture::{Cell, Frame, Picture, Point, Role, Shape};

use super::cells::Cells;
use super::rules::Puzzle;

/// Rows and columns that are drawn.
pub(super) const MOST_SIDE: usize = 60;
/// Buttons that are drawn.
const MOST_BUTTONS: usize = 600;

/// The position as a picture.
pub(super) fn draw(puzzle: &Puzzle, here: &Cells) -> Picture {
    let title = puzzle.head.title.clone().unwrap_or_else(|| format!("Toggle {} x {}", puzzle.rows, puzzle.columns));
    let mut picture = Picture::still(title, words(puzzle, here), board(puzzle, here));
    picture.legend = (0..puzzle.modulus.min(9)).map(|value| (role(value), value.to_string())).collect();
    picture
}

/// The position in words.
pub(super) fn words(puzzle: &Puzzle, here: &Cells) -> String {
    let differing = puzzle.goal.minus(here).support();
    let size = format!("{} rows, {} columns", puzzle.rows, puzzle.columns);
    let state =
        if differing == 0 { "the goal is reached".into() } else { format!("{differing} cells differ from the goal") };
    if puzzle.cells() > 400 {
        return format!("{size}; {state}");
    }
    let rows = (0..puzzle.rows).map(|row| here.digits(row * puzzle.columns..(row + 1) * puzzle.columns));
    format!("{size}: {}; {state}", rows.collect::<Vec<_>>().join(" / "))
}

/// Where the cell numbered `cell` from 0 is drawn, if it is.
pub(super) fn place(puzzle: &Puzzle, cell: usize) -> Option<Point> {
    let (row, column) = (cell / puzzle.columns, cell % puzzle.columns);
    (row < MOST_SIDE && column < MOST_SIDE).then(|| Point::grid(row, column))
}

/// Where a click on the move numbered `index` from 0 is drawn, if it is.
pub(super) fn press_place(puzzle: &Puzzle, index: usize) -> Option<Point> {
    if puzzle.one_move_a_cell() { place(puzzle, index) } else { button_place(puzzle, index) }
}

fn button_place(puzzle: &Puzzle, index: usize) -> Option<Point> {
    let width = puzzle.columns.clamp(10, MOST_SIDE);
    let top = puzzle.rows.min(MOST_SIDE) + 1;
    (index < MOST_BUTTONS).then(|| Point::grid(top + index / width, index % width))
}

/// The position as a frame.
pub(super) fn board(puzzle: &Puzzle, here: &Cells) -> Frame {
    let (rows, columns) = (puzzle.rows.min(MOST_SIDE), puzzle.columns.min(MOST_SIDE));
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| row * puzzle.columns + column));
    let mut cells: Vec<Cell> = places.filter_map(|cell| square(puzzle, cell, here.get(cell))).collect();
    if !puzzle.one_move_a_cell() {
        cells.extend((0..puzzle.move_count().min(MOST_BUTTONS)).filter_map(|index| button(puzzle, index)));
    }
    let cropped = rows < puzzle.rows || columns < puzzle.columns;
    let caption = if cropped { format!("The first {rows} rows and {columns} columns.") } else { String::new() };
    Frame { caption, cells, ..Frame::default() }
}

fn role(value: u8) -> Role {
    if value == 0 { Role::Ground } else { Role::Piece((value - 1) % 8) }
}

fn square(puzzle: &Puzzle, cell: usize, value: u8) -> Option<Cell> {
    let act = puzzle.one_move_a_cell().then(|| (cell + 1).to_string());
    let label = match (&act, char::from_u32('₀' as u32 + u32::from(value))) {
        (Some(number), Some(lowered)) if puzzle.cells() <= 99 && value < 10 => format!("{number}{lowered}"),
        _ => value.to_string(),
    };
    Some(Cell { at: place(puzzle, cell)?, shape: Shape::Square, role: role(value), label, act })
}

fn button(puzzle: &Puzzle, index: usize) -> Option<Cell> {
    let number = (index + 1).to_string();
    let at = button_place(puzzle, index)?;
    Some(Cell { at, shape: Shape::Disc, role: Role::Space, label: number.clone(), act: Some(number) })
}
