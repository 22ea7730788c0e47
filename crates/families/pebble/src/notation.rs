//! Moves as text and in words. The text of a move is the position of the pebble that moves. A person reads, and may
//! type, the name on the pebble: `slide 5 left` on a grid, `slide 5` where the name is its own. A line of moves may be
//! written as the path of the hole, `0-3-4`: the hole is at 0, the pebble at 3 moves there, then the one at 4 moves
//! to 3.

use engines::motion::{BLANK, Layout};

use super::rules::Puzzle;
use super::shape::BoardShape;
use frame::phrases::plural;
use frame::problem::IllegalMove;

/// The word before the name of a tile in a move: a position and a tile may have the same number.
const SLIDE: &str = "slide";
/// A word that may stand between [`SLIDE`] and the name.
const TILE: &str = "tile ";
/// The ways that a tile of a grid can go.
const WAYS: [&str; 4] = ["up", "down", "left", "right"];

/// The character between the positions of a path.
const DASH: char = '-';

/// A move's text as a place: digits without a sign or leading zeros.
pub(super) fn place_of(text: &str) -> Option<u8> {
    text.parse::<u8>().ok().filter(|place| place.to_string() == text)
}

/// A move in words, with the pebble named as it is labelled: `slide 5 left` on a grid, `slide 5` where each pebble has
/// a name of its own, else the position with the pebble on it: `9 (pebble O in row 4)`.
pub(super) fn display_name(puzzle: &Puzzle, here: &Layout, place: u8) -> String {
    let name = name_at(puzzle, here, place);
    match way(puzzle, here, place) {
        Some(way) => format!("{SLIDE} {name} {way}"),
        None if puzzle.has_tiles() => format!("{SLIDE} {name}"),
        None => {
            let row = puzzle.shape.row(place).map(|row| format!(" in row {}", row + 1)).unwrap_or_default();
            format!("{place} (pebble {name}{row})")
        }
    }
}

/// The name of the pebble at a place of the board.
fn name_at<'p>(puzzle: &'p Puzzle, here: &Layout, place: u8) -> &'p str {
    here.colours().get(usize::from(place)).map_or("", |&colour| puzzle.pebble_name(colour))
}

/// The way that a tile of a grid goes into the hole; `None` on other boards, and for a tile that is not beside it.
fn way(puzzle: &Puzzle, here: &Layout, place: u8) -> Option<&'static str> {
    let BoardShape::Grid { columns, .. } = puzzle.shape else { return None };
    let (from, to, columns) = (usize::from(place), usize::from(here.blank()), usize::from(columns));
    let beside = from / columns == to / columns;
    match () {
        () if to + columns == from => Some(WAYS[0]),
        () if from + columns == to => Some(WAYS[1]),
        () if beside && to + 1 == from => Some(WAYS[2]),
        () if beside && from + 1 == to => Some(WAYS[3]),
        () => None,
    }
}

/// A line of moves as the path of the hole: where it is, and each position that it takes.
pub(super) fn path(here: &Layout, line: &[u8]) -> String {
    let positions: Vec<String> = std::iter::once(&here.blank()).chain(line).map(u8::to_string).collect();
    positions.join(&DASH.to_string())
}

/// Whether a text is meant as a path. A move in words has a pebble in parentheses, whose name may hold a dash.
fn is_path(text: &str) -> bool {
    text.starts_with(|character: char| character.is_ascii_digit()) && text.contains(DASH) && !text.contains('(')
}

/// The single moves of a path, or of several paths and positions with commas or blanks between them; `None` for any
/// other text. The first move of a path is a path of one step, so that the position in which it is played tells whether
/// the hole is where the path starts.
pub(super) fn expand(puzzle: &Puzzle, text: &str) -> Result<Option<Vec<String>>, String> {
    if !is_path(text) {
        return Ok(None);
    }
    // Blanks may stand beside a dash.
    let text = text.split(DASH).map(str::trim).collect::<Vec<_>>().join(&DASH.to_string());
    let (text, between) = (text.as_str(), |sign: char| sign == ',' || sign.is_whitespace());
    if text.contains(between) {
        let parts = text.split(between).filter(|part| !part.is_empty());
        let single = parts.map(|part| Ok(expand(puzzle, part)?.unwrap_or_else(|| vec![part.to_owned()])));
        return single.collect::<Result<Vec<_>, String>>().map(|moves| Some(moves.concat()));
    }
    let positions = positions_of(puzzle, text)?;
    for (step, pair) in (1..).zip(positions.windows(2)) {
        let (hole, from) = (pair[0], pair[1]);
        let links = puzzle.board.links(hole);
        if !links.contains(&from) {
            let listed: Vec<String> = links.iter().map(u8::to_string).collect();
            let expected = if listed.is_empty() { "no position".to_owned() } else { listed.join(", ") };
            let refused = format!("step {step} of the path: the pebble at {from} cannot move to {hole}");
            return Err(format!("{refused}; expected a position linked to {hole}: {expected}"));
        }
    }
    let [hole, first, rest @ ..] = positions.as_slice() else { return Ok(None) };
    let first = format!("{hole}{DASH}{first}");
    Ok(Some(std::iter::once(first).chain(rest.iter().map(u8::to_string)).collect()))
}

/// The positions of a path, each of which is one of the board.
fn positions_of(puzzle: &Puzzle, text: &str) -> Result<Vec<u8>, String> {
    let read = |(step, part): (usize, &str)| {
        let place = place_of(part.trim()).filter(|&place| usize::from(place) < puzzle.board.places());
        place.ok_or_else(|| {
            let place = if step == 0 { "the start".to_owned() } else { format!("step {step}") };
            let (part, last) = (part.trim().escape_debug(), puzzle.board.places() - 1);
            format!("{place} of the path is '{part}'; expected a position from 0 to {last}")
        })
    };
    text.split(DASH).enumerate().map(read).collect()
}

/// A path of one step as the positions of the hole and of the pebble that moves.
fn step_of(text: &str) -> Option<(u8, u8)> {
    let (hole, from) = text.split_once(DASH)?;
    Some((place_of(hole)?, place_of(from)?))
}

/// The place of the pebble that a legal move, as text, moves: the text is a position, or a path of one step.
pub(super) fn moved(puzzle: &Puzzle, here: &Layout, text: &str) -> Option<u8> {
    let from_hole = || step_of(text).filter(|&(hole, _)| hole == here.blank()).map(|(_, from)| from);
    place_of(text).or_else(from_hole).filter(|place| puzzle.movable(here).contains(place))
}

/// The place of the pebble that a text moves.
pub(super) fn read(puzzle: &Puzzle, here: &Layout, text: &str) -> Result<u8, IllegalMove> {
    if puzzle.is_solved(here) {
        return Err(IllegalMove::new(text, "every pebble is on its plate"));
    }
    if let Some((hole, _)) = step_of(text).filter(|&(hole, _)| hole != here.blank()) {
        let at = here.blank();
        let reason = format!("the path starts at {hole}, but the hole is at {at}; expected a path that starts at {at}");
        return Err(IllegalMove::new(text, reason));
    }
    let movable = puzzle.movable(here);
    let found = match text.split_once(char::is_whitespace) {
        Some((SLIDE, words)) => named(puzzle, here, words.trim()).map_err(|why| IllegalMove::new(text, why))?,
        _ => moved(puzzle, here, text)
            .or_else(|| movable.iter().copied().find(|&place| display_name(puzzle, here, place) == text)),
    };
    found.ok_or_else(|| {
        let listed: Vec<String> = movable.iter().map(|&place| display_name(puzzle, here, place)).collect();
        let expected = format!("expected a pebble linked to the hole, or its position: {}", listed.join(", "));
        IllegalMove::new(text, expected)
    })
}

/// Where the one pebble beside the hole is that the words after [`SLIDE`] mean.
fn named(puzzle: &Puzzle, here: &Layout, words: &str) -> Result<Option<u8>, String> {
    let means = |place: &u8| {
        let goes = |to: Option<&str>| to.is_none_or(|to| way(puzzle, here, *place) == Some(to));
        readings(words).any(|(name, to)| name == name_at(puzzle, here, *place) && goes(to))
    };
    let known = |&colour: &u8| colour != BLANK && readings(words).any(|(name, _)| name == puzzle.pebble_name(colour));
    let fitting: Vec<u8> = puzzle.movable(here).iter().copied().filter(means).collect();
    match fitting.as_slice() {
        [place] => Ok(Some(*place)),
        [] if here.colours().iter().any(known) => Ok(None),
        [] => Err("no pebble has this name; expected a position, or slide and the name of a tile".into()),
        several => Err(format!("{} have this name; expected a position", plural(several.len(), "pebble", "pebbles"))),
    }
}

/// What words may mean: a name, with or without the word for a tile before it and the way that it goes behind it.
fn readings(words: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let tile = words.strip_prefix(TILE).map(str::trim_start);
    std::iter::once(words).chain(tile).flat_map(|words| {
        let parts = words.rsplit_once(' ').filter(|(_, way)| WAYS.contains(way));
        std::iter::once((words, None)).chain(parts.map(|(name, way)| (name.trim_end(), Some(way))))
    })
}
