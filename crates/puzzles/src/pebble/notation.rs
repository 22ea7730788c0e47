//! Moves as text: the position of the pebble that moves or, where its name is its own, `slide` and the name.

use engines::motion::{BLANK, Layout};

use super::rules::Puzzle;
use crate::problem::IllegalMove;
use crate::words::plural;

/// The word before the name of a tile in a move: a position and a tile may have the same number.
const SLIDE: &str = "slide";

/// A move's text as a place: digits without a sign or leading zeros.
pub(super) fn place_of(text: &str) -> Option<u8> {
    text.parse::<u8>().ok().filter(|place| place.to_string() == text)
}

/// A move in words: the position of the pebble, and its name where tiles have names of their own.
pub(super) fn said(puzzle: &Puzzle, here: &Layout, place: u8) -> String {
    let tile = puzzle.tiles_at(here, &[place]).and_then(|tiles| tiles.into_iter().next());
    tile.map_or_else(|| place.to_string(), |tile| format!("{place} ({SLIDE} {tile})"))
}

/// The place of the pebble that a text moves.
pub(super) fn read(puzzle: &Puzzle, here: &Layout, text: &str) -> Result<u8, IllegalMove> {
    if puzzle.is_solved(here) {
        return Err(IllegalMove::new(text, "every pebble is on its plate"));
    }
    let movable = puzzle.movable(here);
    let named = match text.split_once(char::is_whitespace) {
        Some((SLIDE, name)) => named(puzzle, here, name.trim()).map_err(|why| IllegalMove::new(text, why))?,
        _ => place_of(text),
    };
    named.filter(|place| movable.contains(place)).ok_or_else(|| {
        let listed: Vec<String> = movable.iter().map(|&place| said(puzzle, here, place)).collect();
        let expected = format!("expected the position of a pebble linked to the hole: {}", listed.join(", "));
        IllegalMove::new(text, expected)
    })
}

/// Where the one pebble of this name is.
fn named(puzzle: &Puzzle, here: &Layout, name: &str) -> Result<Option<u8>, String> {
    let mut there =
        (0..=u8::MAX).zip(here.colours()).filter(|&(_, &colour)| colour != BLANK && puzzle.pebble_name(colour) == name);
    let (first, others) = (there.next(), there.count());
    match (first, others) {
        (None, _) => Err("no pebble has this name; expected a position, or slide and the name of a tile".into()),
        (Some((place, _)), 0) => Ok(Some(place)),
        _ => Err(format!("{} have this name; expected a position", plural(others + 1, "pebble", "pebbles"))),
    }
}
