//! A state in words: the text of `say`, else a description of what `draw` draws, else the plain value.

use ::picture::spoken::Line;
use ::picture::{Picture, Role, Spoken};

use crate::machine::State;
use crate::picture::{draw, frame, legend};
use crate::rules::Puzzle;

/// The most characters of the rows of a board in a status.
const MOST_ROWS: usize = 200;

/// Describes a state line by line. The places always come from the picture; `say` replaces only the lines.
pub(crate) fn spoken(puzzle: &Puzzle, state: &State) -> Spoken {
    let mut spoken = Spoken::of(&draw(puzzle, state));
    if let Some(lines) = said(puzzle, state) {
        spoken.lines = lines.lines().filter(|line| !line.trim().is_empty()).map(line).collect();
    }
    if spoken.lines.is_empty() {
        spoken.lines.push(Line::sentence(sentence(puzzle, state)));
    }
    spoken
}

/// Parses a line of `say`: a name, a colon and the rest, or a sentence.
fn line(text: &str) -> Line {
    match text.trim().split_once(": ") {
        Some((name, words)) => Line { name: name.to_owned(), words: words.to_owned() },
        None => Line::sentence(text.trim()),
    }
}

/// Describes a state in one sentence: what `say` says, else what stands where on the drawn board, else the plain value.
pub(crate) fn sentence(puzzle: &Puzzle, state: &State) -> String {
    match said(puzzle, state) {
        Some(lines) => joined(lines.lines()),
        None => on_the_board(puzzle, state).unwrap_or_else(|| joined(state.words().lines())),
    }
}

fn joined<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    lines.map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Describes the drawn board: where each actor is, and how many of the other pieces stand on what; rows that are short
/// enough where there are no pieces. `None` if nothing is drawn.
fn on_the_board(puzzle: &Puzzle, state: &State) -> Option<String> {
    if !puzzle.machine().has_draw() {
        return None;
    }
    let picture = Picture { legend: legend(puzzle), frames: vec![frame(puzzle, state)], ..Picture::default() };
    let spoken = Spoken::of(&picture);
    let pieces = pieces(&picture, &spoken);
    if !pieces.is_empty() {
        return Some(pieces.join("; "));
    }
    let rows: Vec<String> = spoken.lines.iter().filter(|line| !line.name.is_empty()).map(Line::text).collect();
    let rows = rows.join("; ");
    (!rows.is_empty() && rows.chars().count() <= MOST_ROWS).then_some(rows)
}

/// The actors of a picture with their places, then its other pieces, each with what it stands on, and their numbers.
fn pieces(picture: &Picture, spoken: &Spoken) -> Vec<String> {
    let Some(frame) = picture.frames.first() else { return Vec::new() };
    let meaning = |role: Role| picture.meaning(role).unwrap_or(role.words()).to_owned();
    let (mut actors, mut others): (Vec<String>, Vec<(String, u32)>) = (Vec::new(), Vec::new());
    for piece in &frame.pieces {
        let place = spoken.places.iter().find(|place| place.at == piece.at);
        if let (Role::Actor, Some(place)) = (piece.role, place) {
            actors.push(format!("{} at {}", meaning(piece.role), place.name));
            continue;
        }
        let below = frame.cells.iter().find(|cell| cell.at == piece.at);
        let below = below.map(|cell| format!(" on {}", meaning(cell.role))).unwrap_or_default();
        let words = meaning(piece.role) + &below;
        match others.iter_mut().find(|(known, _)| *known == words) {
            Some((_, count)) => *count += 1,
            None => others.push((words, 1)),
        }
    }
    actors.into_iter().chain(others.into_iter().map(|(words, count)| format!("{words}: {count}"))).collect()
}

/// The text of `say`, or `None` without it. A `say` that fails during play is ignored, because the rules may still be
/// right.
fn said(puzzle: &Puzzle, state: &State) -> Option<String> {
    let mut machine = puzzle.machine();
    if machine.has_say() { machine.said(state).ok() } else { None }
}
