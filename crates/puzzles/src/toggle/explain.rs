//! An answer on the board: presses ringed, a short solution as frames, a certificate's cells ringed.

use ::picture::{Frame, Overlay, Picture};
use std::sync::Arc;

use super::picture::{board, draw, place, press_place};
use super::rules::Puzzle;
use crate::answer::{Answer, Body, Parity, Proof, ToggleSolve};
use crate::question::Question;

/// Solutions up to this many presses are shown press by press.
const MOST_FRAMES: usize = 20;

/// The answer as a picture.
pub(super) fn explain(puzzle: &Arc<Puzzle>, question: &Question, answer: &Answer) -> Picture {
    let here = puzzle.after(&question.asked.moves).unwrap_or_else(|_| puzzle.start.clone());
    let mut picture = draw(puzzle, &here);
    let first = picture.frames.first_mut();
    match (&answer.body, &answer.proof, first) {
        (Some(Body::ToggleSolve(body)), _, Some(first)) => {
            ring_presses(puzzle, body.presses.as_deref().unwrap_or(&[]), first);
            caption(first, &verdict(body));
            picture.frames.extend(steps(puzzle, &here, body));
        }
        (Some(Body::Hint(hint)), _, Some(first)) => {
            let presses: Vec<u64> = hint.best.iter().filter_map(|text| text.parse().ok()).collect();
            ring_presses(puzzle, &presses, first);
            caption(first, &format!("{} presses left; the best next ones are ringed.", hint.moves_left.unwrap_or(0)));
        }
        (Some(Body::ToggleReach(reach)), _, Some(first)) => {
            caption(first, &format!("Rank {}, nullity {}.", reach.rank, reach.nullity));
        }
        (None, Some(Proof::Parity(parity)), Some(first)) => {
            ring_cells(puzzle, parity, first);
            caption(first, "Impossible: no press changes the sum of the ringed cells, and the goal has another.");
        }
        _ => {}
    }
    picture
}

fn verdict(body: &ToggleSolve) -> String {
    match body.at_least {
        None => format!("{} presses, no fewer suffice.", body.moves),
        Some(bound) => format!("{} presses; at least {bound} are needed.", body.moves),
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
        let at = usize::try_from(cell).ok().and_then(|cell| cell.checked_sub(1)).and_then(|cell| place(puzzle, cell));
        let weight = parity.weights.as_ref().and_then(|weights| weights.get(index));
        let label = weight.map(ToString::to_string).unwrap_or_default();
        frame.overlays.extend(at.map(|at| Overlay::Ring { at, label }));
    }
}

/// A frame after each press of a short solution.
fn steps(puzzle: &Puzzle, here: &super::cells::Cells, body: &ToggleSolve) -> Vec<Frame> {
    let presses = body.presses.as_deref().filter(|presses| presses.len() <= MOST_FRAMES).unwrap_or(&[]);
    let mut here = here.clone();
    let mut frames = Vec::with_capacity(presses.len());
    for (step, &press) in presses.iter().enumerate() {
        let index = usize::try_from(press).ok().and_then(|press| press.checked_sub(1));
        let Some(index) = index.filter(|&index| index < puzzle.move_count()) else { break };
        puzzle.press(&mut here, index);
        let mut frame = board(puzzle, &here);
        ring_presses(puzzle, &[press], &mut frame);
        caption(&mut frame, &format!("Press {} of {}: {press}.", step + 1, presses.len()));
        frames.push(frame);
    }
    frames
}
