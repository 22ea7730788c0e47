//! An answer on the board: moves as arrows, a solution as frames, a certificate's places ringed.

use ::picture::{Frame, Overlay, Picture};
use engines::motion::Layout;

use super::INFO;
use super::body::{Count, EveryHome, Exchange, Hint, Solution};
use super::notation::{display_name, place_of};
use super::picture::{arrow_to_hole, board, draw, point};
use super::rules::Puzzle;
use frame::answer::{Answer, AtLeast, Reply};
use frame::phrases::plural;
use frame::query::Query;
use frame::question::Question;
use frame::solution::Map;
use frame::words;

/// Solutions up to this many moves are shown move by move.
const MAX_FRAMES: usize = 120;

/// The reply about a position as a picture.
pub(super) fn explain(puzzle: &Puzzle, here: &Layout, query: &Query, reply: &Reply) -> Picture {
    if let Some(exchange) = reply.proof_as::<Exchange>() {
        return obstacle(puzzle, here.clone(), exchange);
    }
    if let Some(one) = reply.proof_as::<EveryHome>().and_then(|every| every.homes().first()) {
        let mut picture = obstacle(puzzle, here.clone(), &one.why);
        if let Some(first) = picture.frames.first_mut() {
            let home = puzzle.shape.place_words(one.home);
            first.caption = format!("{} This is with the hole at {home}; no other home is better.", first.caption);
        }
        return picture;
    }
    let mut picture = draw(puzzle, here);
    let Some(first) = picture.frames.first_mut() else { return picture };
    if let Some(body) = reply.body_as::<Solution>() {
        let best = if body.optimal { "no fewer suffice" } else { "perhaps fewer suffice" };
        first.caption = format!("{}; {best}. {}", plural(body.moves, "move", "moves"), first.caption);
        let frames = steps(puzzle, here.clone(), &body.solution);
        picture.frames.extend(frames);
    } else if let Some(hint) = reply.body_as::<Hint>() {
        let places: Vec<u8> = hint.best.iter().filter_map(|text| place_of(text)).collect();
        point_out(puzzle, here, &places, first);
        let left = plural(hint.moves_left, "move", "moves");
        let best: Vec<String> = places.iter().map(|&place| display_name(puzzle, here, place)).collect();
        first.caption = format!("Best now: {}; {left} left.", best.join(", "));
    } else if let Some(map) = reply.body_as::<Map>() {
        let states = plural(map.states.0.clone(), "state", "states");
        first.caption = format!("{states}, the farthest {} away.", plural(map.largest, "move", "moves"));
    } else {
        first.caption = format!("{}. {}", headline(query, reply), first.caption);
    }
    picture
}

/// The reply in words, as far as they stand below a picture.
fn headline(query: &Query, reply: &Reply) -> String {
    match (reply.body_as::<Count>(), reply.body_as::<AtLeast>(), &reply.body) {
        (Some(count), ..) => count.headline(),
        (_, Some(_), _) => {
            let question = Question { kind: query.kind, asked: query.options.clone() };
            words::lines(&Answer::new(&INFO, &question, reply.clone())).join("; ")
        }
        (.., Some(body)) => body.words().join("; "),
        (.., None) => String::new(),
    }
}

/// Why there is no solution: the places of a certificate ringed, with the hole at home.
fn obstacle(puzzle: &Puzzle, mut here: Layout, exchange: &Exchange) -> Picture {
    let walked = walk(puzzle, &mut here, exchange);
    let mut picture = draw(puzzle, &here);
    if let Some(first) = picture.frames.first_mut() {
        let rings = exchange.places().iter().filter_map(|&place| point(puzzle, place));
        first.overlays.extend(rings.map(|at| Overlay::Ring { at, label: String::new() }));
        first.caption = reason(exchange, walked);
    }
    picture
}

/// Brings the hole home along the path of a certificate; says whether that took a move.
fn walk(puzzle: &Puzzle, here: &mut Layout, exchange: &Exchange) -> bool {
    let path = exchange.path();
    for &place in path.iter().take_while(|&&place| usize::from(place) < puzzle.board.places()) {
        here.slide(place);
    }
    !path.is_empty()
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

/// An arrow from each of these places into the hole, with rings that terminals show too.
fn point_out(puzzle: &Puzzle, here: &Layout, places: &[u8], frame: &mut Frame) {
    for &place in places {
        frame.edges.extend(arrow_to_hole(puzzle, place, here.blank()));
        frame.overlays.extend(point(puzzle, place).map(|at| Overlay::Ring { at, label: String::new() }));
    }
}

/// The board before each move, with the move as an arrow, and the board at the end.
fn steps(puzzle: &Puzzle, mut here: Layout, moves: &[String]) -> Vec<Frame> {
    if moves.len() > MAX_FRAMES {
        return Vec::new();
    }
    let mut frames = Vec::with_capacity(moves.len() + 1);
    for (step, text) in (1..).zip(moves) {
        let Some(place) = place_of(text).filter(|place| puzzle.movable(&here).contains(place)) else { break };
        let mut frame = board(puzzle, &here);
        point_out(puzzle, &here, &[place], &mut frame);
        let [from, to] = [place, here.blank()].map(|place| puzzle.shape.place_words(place));
        let said = display_name(puzzle, &here, place);
        frame.caption = format!("Move {step} of {}: {said}, from {from} to {to}.", moves.len());
        frames.push(frame);
        here.slide(place);
    }
    frames.push(Frame { caption: "At the end.".into(), ..board(puzzle, &here) });
    frames
}
