//! Random changes of game texts, and what must hold of a compiled text whatever it is.

use puzzlescript::compiler::{CompileLimits, Compiled, Stopped};
use puzzlescript::games::GAMES;
use testkit::random::Random;

/// Words that mean something somewhere.
const WORDS: &[&str] = &[
    "[",
    "]",
    "|",
    "->",
    "...",
    "no",
    "random",
    "moving",
    "late",
    "rigid",
    "+",
    "(",
    ")",
    "=",
    "and",
    "or",
    "player",
    "background",
    "message",
    "startloop",
    "endloop",
    "\u{1f600}",
    "\u{130}",
    ">",
    "randomdir",
    "perpendicular",
    "sfx0",
    "0",
    "\n",
    "\n\n",
    "LEVELS\n",
    "RULES\n",
    "OBJECTS\n",
    "on",
    "x",
    ",",
    "#",
    "#123",
    "\u{feff}",
    "\0",
    "all",
    "again",
    "horizontal",
    "orthogonal",
    "cancel",
    "noaction",
    "title",
    "flickscreen 5x",
    "color_palette",
    "\r",
];

/// The games of this crate.
pub(crate) fn own() -> Vec<String> {
    GAMES.iter().map(|game| game.text.to_owned()).collect()
}

/// Makes one change to a text; `other` lends lines.
pub(crate) fn change(lines: &mut Vec<String>, other: &[&str], random: &mut Random) {
    let (at, from) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(9) {
        0 if lines.len() > 1 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[from].clone()),
        2 => lines.swap(at, from),
        3 => lines[at] = other[random.below(other.len())].to_owned(),
        4 => {
            let twice = lines[at].repeat(2);
            lines[at] = twice;
        }
        5 => change_bytes(&mut lines[at], random),
        6 => {
            let end = (at + 1 + random.below(8)).min(lines.len());
            lines.drain(at..end.max(at + 1).min(lines.len() - 1).max(at));
        }
        _ => {
            let place = random.below(lines[at].len() + 1);
            let place = lines[at].floor_char_boundary(place);
            lines[at].insert_str(place, &format!(" {} ", random.pick(WORDS)));
        }
    }
}

/// Replaces one byte of a line by any other.
fn change_bytes(line: &mut String, random: &mut Random) {
    let mut bytes = std::mem::take(line).into_bytes();
    if !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = random.below(256) as u8;
    }
    *line = String::from_utf8_lossy(&bytes).into_owned();
}

/// Checks that every problem names a place of the text.
pub(crate) fn check_places(compiled: &Compiled, text: &str) {
    let lines: Vec<usize> = text.split('\n').map(|line| line.chars().count()).collect();
    for problem in &compiled.problems {
        let (Some(line), Some(column)) = (problem.line, problem.column) else { continue };
        let end = (column + problem.length.unwrap_or(1)) as usize - 1;
        assert!(column > 0 && end <= lines[line as usize - 1], "{problem}");
    }
}

/// Checks what the limits promise of a result.
pub(crate) fn check(compiled: &Compiled, limits: &CompileLimits) {
    assert!(compiled.problems.len() <= 102);
    assert_eq!(compiled.game.is_none(), compiled.stopped.is_some());
    assert!(compiled.steps <= limits.steps || compiled.stopped == Some(Stopped::Limit));
    let Some(game) = &compiled.game else { return };
    let rules: usize = game.early.iter().chain(game.late.iter()).map(|group| group.rules.len()).sum();
    assert!(rules <= limits.rules && game.objects.len() <= limits.names && game.layers.len() <= limits.layers);
}
