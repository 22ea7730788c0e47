//! An answer on the board: moves as arrows, a solution as frames, a certificate's places ringed.

use std::sync::Arc;

use ::picture::{Frame, Overlay, Picture};
use engines::motion::Layout;

use super::picture::{arrow, board, draw, point};
use super::rules::{Puzzle, place_of};
use crate::answer::{Answer, Body, Exchange, Proof};
use crate::question::Question;
use crate::words::{self, best_moves, lines, plural};

/// Solutions up to this many moves are shown move by move.
const MOST_FRAMES: usize = 120;

/// The answer as a picture.
pub(super) fn explain(puzzle: &Arc<Puzzle>, question: &Question, answer: &Answer) -> Picture {
    let mut here = puzzle.after(&question.asked.moves).unwrap_or_else(|_| puzzle.start.clone());
    if let Some(Proof::Exchange(exchange)) = &answer.proof {
        let path = walk(puzzle, &mut here, exchange);
        let mut picture = draw(puzzle, &here);
        if let Some(first) = picture.frames.first_mut() {
            ring_exchange(puzzle, exchange, first);
            first.caption = reason(exchange, path);
        }
        return picture;
    }
    let mut picture = draw(puzzle, &here);
    let Some(first) = picture.frames.first_mut() else { return picture };
    match &answer.body {
        Some(Body::Solution(body)) => {
            let best = if body.optimal { "no fewer suffice" } else { "perhaps fewer suffice" };
            first.caption = format!("{}; {best}. {}", plural(body.moves, "move", "moves"), first.caption);
            let frames = steps(puzzle, here, &body.solution);
            picture.frames.extend(frames);
        }
        Some(Body::Hint(hint)) => {
            let places: Vec<u8> = hint.best.iter().filter_map(|text| place_of(text)).collect();
            point_out(puzzle, &here, &places, first);
            let left = |left| format!("; {} left", plural(left, "move", "moves"));
            let left = hint.moves_left.map_or(String::new(), left);
            first.caption = format!("Best now: {}{left}.", best_moves(hint).join(", "));
        }
        Some(Body::PebbleCount(_) | Body::AtLeast(_)) => {
            first.caption = format!("{}. {}", lines(answer).into_iter().next().unwrap_or_default(), first.caption);
        }
        Some(Body::Map(map)) => {
            first.caption = format!(
                "{}, the farthest {} away.",
                plural(map.states.0.clone(), "state", "states"),
                plural(map.largest, "move", "moves")
            );
        }
        _ => first.caption = format!("{}. {}", words::lines(answer).join("; "), first.caption),
    }
    picture
}

/// Brings the hole home along the path of a certificate; says whether that took a move.
fn walk(puzzle: &Puzzle, here: &mut Layout, exchange: &Exchange) -> bool {
    let path = match exchange {
        Exchange::Region { path, .. }
        | Exchange::Cycle { path, .. }
        | Exchange::Orders { path, .. }
        | Exchange::Parity { path, .. } => path,
    };
    for &place in path.iter().take_while(|&&place| usize::from(place) < puzzle.board.places()) {
        here.slide(place);
    }
    !path.is_empty()
}

fn ring_exchange(puzzle: &Puzzle, exchange: &Exchange, frame: &mut Frame) {
    let (Exchange::Region { places, .. }
    | Exchange::Cycle { places, .. }
    | Exchange::Orders { places, .. }
    | Exchange::Parity { places, .. }) = exchange;
    let rings = places.iter().filter_map(|&place| point(puzzle, place));
    frame.overlays.extend(rings.map(|at| Overlay::Ring { at, label: String::new() }));
}

fn reason(exchange: &Exchange, walked: bool) -> String {
    let reason = match exchange {
        Exchange::Region { gate: None, .. } => "the hole only gets to the ringed places, and the others are wrong",
        Exchange::Region { .. } => {
            "the pebbles of the ringed places stay among themselves, and their colours are wrong"
        }
        Exchange::Cycle { .. } => "the ringed pebbles can only rotate, and no rotation is right",
        Exchange::Orders { .. } => "the ringed pebbles take no order that is right",
        Exchange::Parity { .. } => "the ringed pebbles take even permutations only, and need an odd one",
    };
    let home = if walked { " (the hole brought home)" } else { "" };
    format!("Impossible: {reason}{home}.")
}

/// Arrows from these places into the hole, with rings that terminals show too.
fn point_out(puzzle: &Puzzle, here: &Layout, places: &[u8], frame: &mut Frame) {
    for &place in places {
        frame.edges.extend(arrow(puzzle, place, here.blank()));
        frame.overlays.extend(point(puzzle, place).map(|at| Overlay::Ring { at, label: String::new() }));
    }
}

/// The board before each move, with the move as an arrow, and the board at the end.
fn steps(puzzle: &Puzzle, mut here: Layout, moves: &[String]) -> Vec<Frame> {
    if moves.len() > MOST_FRAMES {
        return Vec::new();
    }
    let mut frames = Vec::with_capacity(moves.len() + 1);
    for (step, text) in (1..).zip(moves) {
        let Some(place) = place_of(text).filter(|place| puzzle.movable(&here).contains(place)) else { break };
        let mut frame = board(puzzle, &here);
        point_out(puzzle, &here, &[place], &mut frame);
        frame.caption = format!("Move {step} of {}: {}.", moves.len(), puzzle.said(&here, place));
        frames.push(frame);
        here.slide(place);
    }
    frames.push(Frame { caption: "At the end.".into(), ..board(puzzle, &here) });
    frames
}
