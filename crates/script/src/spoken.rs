//! A state in words: as `say` gives it, else by what `draw` draws, else the plain value.

use ::picture::Spoken;
use ::picture::spoken::Line;

use crate::machine::State;
use crate::picture::draw;
use crate::rules::Puzzle;

/// A position line by line. What is at each place follows from what is drawn, whatever `say` gives.
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

/// A line of `say`: a name, a colon, the rest; or a sentence.
fn line(text: &str) -> Line {
    match text.trim().split_once(": ") {
        Some((name, words)) => Line { name: name.to_owned(), words: words.to_owned() },
        None => Line::sentence(text.trim()),
    }
}

/// A state in one sentence.
pub(crate) fn sentence(puzzle: &Puzzle, state: &State) -> String {
    let lines = said(puzzle, state).unwrap_or_else(|| state.words());
    let lines: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

/// What `say` gives; one that fails in play is passed over, as the rules may be right all the same.
fn said(puzzle: &Puzzle, state: &State) -> Option<String> {
    let mut machine = puzzle.machine();
    if machine.has_say() { machine.said(state).ok() } else { None }
}
