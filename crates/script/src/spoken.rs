//! A state in words: the text of `say`, else a description of what `draw` draws, else the plain value.

use ::picture::Spoken;
use ::picture::spoken::Line;

use crate::machine::State;
use crate::picture::draw;
use crate::rules::Puzzle;

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

/// Describes a state in one sentence.
pub(crate) fn sentence(puzzle: &Puzzle, state: &State) -> String {
    let lines = said(puzzle, state).unwrap_or_else(|| state.words());
    let lines: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

/// The text of `say`, or `None` without it. A `say` that fails during play is ignored, because the rules may still be
/// right.
fn said(puzzle: &Puzzle, state: &State) -> Option<String> {
    let mut machine = puzzle.machine();
    if machine.has_say() { machine.said(state).ok() } else { None }
}
