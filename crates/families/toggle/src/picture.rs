//! The board drawn.
//!
//! Where there is one move a cell, a click on a cell presses it, and on small boards its label is the press's
//! number with the cell's value lowered beside it (`5₁`). Else labels are values, and buttons below the board
//! are the moves. A goal that is not all 0 is drawn beside the board, or below a wide one.

use ::picture::{Cell, ColourRole, Frame, Picture, Point, Shape};

use super::cells::Cells;
use super::rules::Puzzle;
use frame::phrases::plural;

/// Rows and columns that are drawn.
pub(super) const MAX_SIDE: usize = 60;
/// Boards of more columns have their goal below.
const WIDE: usize = 20;
/// Buttons that are drawn.
const MAX_BUTTONS: usize = 600;

/// The position as a picture, with the goal that it is to be brought to.
pub(super) fn draw(puzzle: &Puzzle, here: &Cells, goal: &Cells) -> Picture {
    let title = puzzle.head.title.clone().unwrap_or_else(|| format!("Toggle {} x {}", puzzle.rows, puzzle.columns));
    let mut picture = Picture::still(title, words(puzzle, here, goal), board(puzzle, here, goal));
    picture.legend = legend(puzzle);
    // Two values are lights, on or off.
    picture.quiet_labels = puzzle.modulus == 2 && puzzle.one_move_a_cell();
    picture
}

/// What the colours mean: values that share one are named together.
fn legend(puzzle: &Puzzle) -> Vec<(ColourRole, String)> {
    let mut legend: Vec<(ColourRole, String)> = Vec::new();
    for value in 0..puzzle.modulus {
        match legend.iter_mut().find(|(known, _)| *known == role(value)) {
            Some((_, values)) => *values += &format!(" or {value}"),
            None if puzzle.modulus == 2 => legend.push((role(value), format!("light that is {}", light(value)))),
            None => legend.push((role(value), format!("cell that shows {value}"))),
        }
    }
    if is_numbered(puzzle) {
        legend.iter_mut().for_each(|(_, words)| words.push_str(": the small digit"));
    }
    legend.push((ColourRole::Space, "press, by its number".into()));
    legend
}

/// Whether the number of a press stands on its cell, with the cell's value lowered beside it.
fn is_numbered(puzzle: &Puzzle) -> bool {
    puzzle.one_move_a_cell() && puzzle.cells() <= 99 && puzzle.modulus <= 10
}

/// Draws a goal that is not all 0 beside the board, or below it and its buttons where it is wide.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // rows of a picture
fn add_goal(puzzle: &Puzzle, goal: &Cells, frame: &mut Frame) {
    if goal.value_of_all() == Some(0) {
        return;
    }
    let columns = puzzle.columns.min(MAX_SIDE);
    let below = columns > WIDE;
    let corner = if below { Point::grid(frame.bounds().3.ceil() as usize + 1, 0) } else { Point::grid(0, columns + 1) };
    for cell in drawn(puzzle) {
        let Some(at) = board_place(puzzle, cell) else { continue };
        let at = Point { x: at.x + corner.x, y: at.y + corner.y };
        let value = goal.get(cell);
        frame.cells.push(Cell { at, shape: Shape::Square, role: role(value), label: value.to_string(), act: None });
    }
    let blank = if frame.caption.is_empty() { "" } else { " " };
    frame.caption = format!("First the board, then the goal.{blank}{}", frame.caption);
}

/// A value of two in words.
pub(super) fn light(value: u8) -> &'static str {
    if value == 0 { "off" } else { "on" }
}

/// How the position stands to the goal.
pub(super) fn state(puzzle: &Puzzle, here: &Cells, goal: &Cells) -> String {
    match (goal.minus(here).support(), goal.value_of_all()) {
        (0, _) => "the goal is reached".into(),
        (differing, Some(value)) if puzzle.modulus == 2 => {
            let now = light(1 - value);
            let (one, many) = (format!("light is still {now}"), format!("lights are still {now}"));
            plural(differing, &one, &many)
        }
        (differing, Some(value)) => {
            let (one, many) = (format!("cell does not show {value} yet"), format!("cells do not show {value} yet"));
            plural(differing, &one, &many)
        }
        (differing, None) => plural(differing, "cell differs from the goal", "cells differ from the goal"),
    }
}

/// The position in words.
fn words(puzzle: &Puzzle, here: &Cells, goal: &Cells) -> String {
    let size = format!("{}, {}", plural(puzzle.rows, "row", "rows"), plural(puzzle.columns, "column", "columns"));
    let state = state(puzzle, here, goal);
    if puzzle.cells() > 400 {
        return format!("{size}; {state}");
    }
    let row = |row: usize| {
        let cells = row * puzzle.columns..(row + 1) * puzzle.columns;
        let values: Vec<String> = cells.map(|cell| here.get(cell).to_string()).collect();
        format!("row {}: {}", row + 1, values.join(", "))
    };
    format!("{size}; {state}. {}", (0..puzzle.rows).map(row).collect::<Vec<_>>().join("; "))
}

/// The cells that are drawn.
pub(super) fn drawn(puzzle: &Puzzle) -> impl Iterator<Item = usize> + '_ {
    let (rows, columns) = (puzzle.rows.min(MAX_SIDE), puzzle.columns.min(MAX_SIDE));
    (0..rows).flat_map(move |row| (0..columns).map(move |column| row * puzzle.columns + column))
}

/// Where the cell numbered `cell` from 0 is drawn, if it is.
pub(super) fn board_place(puzzle: &Puzzle, cell: usize) -> Option<Point> {
    let (row, column) = (cell / puzzle.columns, cell % puzzle.columns);
    (row < MAX_SIDE && column < MAX_SIDE).then(|| Point::grid(row, column))
}

/// Where a click on the move numbered `index` from 0 is drawn, if it is.
pub(super) fn press_place(puzzle: &Puzzle, index: usize) -> Option<Point> {
    if puzzle.one_move_a_cell() { board_place(puzzle, index) } else { button_place(puzzle, index) }
}

pub(super) fn button_place(puzzle: &Puzzle, index: usize) -> Option<Point> {
    let width = puzzle.columns.clamp(10, MAX_SIDE);
    let top = puzzle.rows.min(MAX_SIDE) + 1;
    (index < MAX_BUTTONS).then(|| Point::grid(top + index / width, index % width))
}

/// The position as a frame.
pub(super) fn board(puzzle: &Puzzle, here: &Cells, goal: &Cells) -> Frame {
    let (rows, columns) = (puzzle.rows.min(MAX_SIDE), puzzle.columns.min(MAX_SIDE));
    let mut cells: Vec<Cell> = drawn(puzzle).filter_map(|cell| square(puzzle, cell, here.get(cell))).collect();
    if !puzzle.one_move_a_cell() {
        cells.extend((0..puzzle.move_count().min(MAX_BUTTONS)).filter_map(|index| button(puzzle, index)));
    }
    let cropped = rows < puzzle.rows || columns < puzzle.columns;
    let caption = if cropped {
        format!("The first {} and {}.", plural(rows, "row", "rows"), plural(columns, "column", "columns"))
    } else {
        String::new()
    };
    let mut frame = Frame { caption, cells, ..Frame::default() };
    add_goal(puzzle, goal, &mut frame);
    frame
}

pub(super) fn role(value: u8) -> ColourRole {
    if value == 0 { ColourRole::Ground } else { ColourRole::Piece((value - 1) % 8) }
}

fn square(puzzle: &Puzzle, cell: usize, value: u8) -> Option<Cell> {
    let act = puzzle.one_move_a_cell().then(|| (cell + 1).to_string());
    let label = match (&act, char::from_u32('₀' as u32 + u32::from(value))) {
        (Some(number), Some(lowered)) if is_numbered(puzzle) => format!("{number}{lowered}"),
        _ => value.to_string(),
    };
    Some(Cell { at: board_place(puzzle, cell)?, shape: Shape::Square, role: role(value), label, act })
}

fn button(puzzle: &Puzzle, index: usize) -> Option<Cell> {
    let number = (index + 1).to_string();
    let at = button_place(puzzle, index)?;
    Some(Cell { at, shape: Shape::Disc, role: ColourRole::Space, label: number.clone(), act: Some(number) })
}
