//! An answer on the board: presses ringed, a short solution as frames, a certificate's cells ringed.

use ::picture::{Frame, Overlay, Picture};

use super::body::{FIRST, Hint, Parity, Reach, Round, Row, Solve};
use super::cells::Cells;
use super::picture::{board, board_place, draw, press_place};
use super::rules::Puzzle;
use frame::answer::Reply;
use frame::phrases::{capitalised, list, plural};
use frame::solution::Map;
use frame::table::Table;

/// Solutions up to this many presses are shown press by press.
const MAX_FRAMES: usize = 20;

/// The reply about a position as a picture.
pub(super) fn explain(puzzle: &Puzzle, here: Cells, goal: &Cells, reply: &Reply) -> Picture {
    let mut picture = draw(puzzle, &here, goal);
    let Some(first) = picture.frames.first_mut() else { return picture };
    if let Some(body) = reply.body_as::<Solve>() {
        ring_presses(puzzle, body.presses.as_deref().unwrap_or(&[]), first);
        caption(first, &verdict(body));
        picture.frames.extend(steps(puzzle, here, goal, body));
    } else if let Some(hint) = reply.body_as::<Hint>() {
        let presses: Vec<u64> = hint.best.iter().filter_map(|text| text.parse().ok()).collect();
        ring_presses(puzzle, &presses, first);
        let left = plural(hint.moves_left, "press left", "presses left");
        caption(first, &format!("{left}; the best next ones are ringed."));
    } else if let Some(reach) = reply.body_as::<Reach>() {
        let every = if reach.all_reachable { "Every position can" } else { "Not every position can" };
        caption(first, &format!("{every} be reached: rank {}, nullity {}.", reach.rank, reach.nullity));
        first.table = reach.single.as_ref().map(|single| alone(single));
        picture.frames.extend(quiet(puzzle, &here, goal, reach));
        let explanation = reach.explanation.as_ref();
        let before = explanation.and_then(|explanation| explanation.before.as_ref());
        picture.frames.extend(before.map(|rows| at_first(puzzle, &here, goal, rows)));
        let rounds = explanation.and_then(|explanation| explanation.rounds.as_ref()).into_iter().flatten();
        picture.frames.extend(rounds.map(|one| round(puzzle, &here, goal, one)));
        if let (Some(words), Some(last)) = (reach.not_fewest(), picture.frames.last_mut()) {
            last.caption = format!("{} {}.", last.caption, capitalised(words));
        }
    } else if let Some(map) = reply.body_as::<Map>() {
        let boards = plural(map.states.0.clone(), "board", "boards");
        let most = plural(map.largest, "press", "presses");
        caption(first, &format!("{boards} can be brought to the goal, none with more than {most} at best."));
    } else if let Some(parity) = reply.proof_as::<Parity>() {
        ring_cells(puzzle, parity, first);
        caption(first, "Impossible: no press changes the sum of the ringed cells, and the goal has another.");
    } else if let Some(stopped) =
        reply.stopped_words(|presses| format!("at least {} needed", plural(presses, "press is", "presses are")))
    {
        caption(first, &format!("{}.", capitalised(&stopped)));
    } else if let Some(body) = &reply.body {
        caption(first, &format!("{}.", body.words().join("; ")));
    }
    picture
}

/// The presses that change each cell alone.
fn alone(single: &[Option<Vec<u64>>]) -> ::picture::DrawnTable {
    let row = |(cell, presses): (u64, &Option<Vec<u64>>)| {
        let listed = |presses: &Vec<u64>| presses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        vec![cell.to_string(), presses.as_ref().map_or_else(|| "none".to_owned(), listed)]
    };
    Table::new(["cell", "presses that change it alone"], (1..).zip(single).map(row)).drawn()
}

/// A frame for a round of the elimination: its cell ringed, its rows below the board.
fn round(puzzle: &Puzzle, here: &super::cells::Cells, goal: &super::cells::Cells, round: &Round) -> Frame {
    let mut frame = board(puzzle, here, goal);
    let cell = usize::try_from(round.cell).ok().and_then(|cell| cell.checked_sub(1));
    let at = cell.filter(|&cell| cell < puzzle.cells()).and_then(|cell| board_place(puzzle, cell));
    frame.overlays.extend(at.map(|at| Overlay::Ring { at, label: String::new() }));
    frame.caption = format!("Elimination, {}.", round.words());
    frame.table = Some(listed(&round.rows));
    frame
}

/// The frame before the first round of the elimination, with the rows below the board.
fn at_first(puzzle: &Puzzle, here: &Cells, goal: &Cells, rows: &[Row]) -> Frame {
    let mut frame = board(puzzle, here, goal);
    frame.caption = format!("Elimination, {FIRST}.");
    frame.table = Some(listed(rows));
    frame
}

/// The rows of an elimination as a table.
fn listed(rows: &[Row]) -> ::picture::DrawnTable {
    let row = |(place, row): (u64, &Row)| vec![place.to_string(), row.cells.clone(), list(&row.presses)];
    Table::new(["row", "cells that it changes", "presses"], (1..).zip(rows).map(row)).drawn()
}

/// A frame for each quiet pattern, as far as they are listed.
fn quiet(puzzle: &Puzzle, here: &super::cells::Cells, goal: &super::cells::Cells, reach: &Reach) -> Vec<Frame> {
    let patterns = reach.quiet.as_deref().unwrap_or(&[]);
    let frame = |(number, presses): (usize, &Vec<u64>)| {
        let mut frame = board(puzzle, here, goal);
        ring_presses(puzzle, presses, &mut frame);
        let which = format!("Quiet pattern {number} of {}", patterns.len());
        caption(&mut frame, &format!("{which}: the ringed presses together change nothing."));
        frame
    };
    (1..).zip(patterns).take(MAX_FRAMES).map(frame).collect()
}

fn verdict(body: &Solve) -> String {
    let presses = plural(body.moves, "press", "presses");
    match body.at_least {
        None => format!("{presses}, no fewer suffice."),
        Some(bound) => format!("{presses}; at least {} needed.", plural(bound, "is", "are")),
    }
}

fn caption(frame: &mut Frame, words: &str) {
    let blank = if frame.caption.is_empty() { "" } else { " " };
    frame.caption = format!("{words}{blank}{}", frame.caption);
}

/// Rings each press; one used more than once says how often.
fn ring_presses(puzzle: &Puzzle, presses: &[u64], frame: &mut Frame) {
    for run in presses.chunk_by(|a, b| a == b) {
        let index = usize::try_from(run[0]).ok().and_then(|press| press.checked_sub(1));
        let at = index.filter(|&index| index < puzzle.move_count()).and_then(|index| press_place(puzzle, index));
        let label = if run.len() > 1 { run.len().to_string() } else { String::new() };
        frame.overlays.extend(at.map(|at| Overlay::Ring { at, label }));
    }
}

fn ring_cells(puzzle: &Puzzle, parity: &Parity, frame: &mut Frame) {
    for (index, &cell) in parity.cells.iter().flatten().enumerate() {
        let at =
            usize::try_from(cell).ok().and_then(|cell| cell.checked_sub(1)).and_then(|cell| board_place(puzzle, cell));
        let weight = parity.weights.as_ref().and_then(|weights| weights.get(index));
        let label = weight.map(ToString::to_string).unwrap_or_default();
        frame.overlays.extend(at.map(|at| Overlay::Ring { at, label }));
    }
}

/// A frame after each press of a short solution.
fn steps(puzzle: &Puzzle, mut here: Cells, goal: &Cells, body: &Solve) -> Vec<Frame> {
    let presses = body.presses.as_deref().filter(|presses| presses.len() <= MAX_FRAMES).unwrap_or(&[]);
    let mut frames = Vec::with_capacity(presses.len());
    for (step, &press) in presses.iter().enumerate() {
        let index = usize::try_from(press).ok().and_then(|press| press.checked_sub(1));
        let Some(index) = index.filter(|&index| index < puzzle.move_count()) else { break };
        puzzle.press(&mut here, index);
        let mut frame = board(puzzle, &here, goal);
        ring_presses(puzzle, &[press], &mut frame);
        caption(&mut frame, &format!("Press {} of {}: {press}.", step + 1, presses.len()));
        frames.push(frame);
    }
    frames
}
