//! The map in words, as far as it is drawn, and where Lemmo may start or has come to.

use ::picture::Spoken;
use ::picture::spoken::{Line, Place, SpokenSquare};

use super::Level;
use super::moves::move_text;
use super::picture::{name, note, start_point, window};
use super::rules::{FACINGS, Lemmo, Map};
use frame::window::Window;

/// What happens on a space, in the rules of the family.
const SPACES: &str = "On a space (.) it falls to the floor below, looking the same way. ";
/// The question for the best removal, in the rules of the family.
const REMOVALS: &str = ", and which block, taken away, lets most of them win";

/// The rules of the family as far as a map needs them: where the highest floor is the first floor, nothing falls, and
/// no block may be taken away.
pub(super) fn rules(map: &Map, rules: &str) -> String {
    if map.rows() > 1 { rules.to_owned() } else { rules.replace(SPACES, "").replace(REMOVALS, "") }
}

/// The map before the start.
pub(super) fn waiting(level: &Level) -> Spoken {
    let window = window(&level.map, (0, 0));
    let mut spoken = map(&level.map, window, None);
    let columns = level.map.columns();
    let starts = format!("Lemmo may start above any column from 1 to {columns}, looking left or right.");
    spoken.lines.insert(0, Line::sentence(starts));
    let columns = window.columns().flat_map(|column| FACINGS.map(|facing| (column, facing)));
    spoken.places.extend(columns.map(|(column, facing)| Place {
        at: start_point(window, column, facing),
        name: format!("start {}", move_text(column, facing)),
        words: "Lemmo may start here".into(),
    }));
    spoken
}

/// The map around the end of a walk.
pub(super) fn walked(level: &Level, start: Lemmo) -> Spoken {
    let end = start.corners(&level.map).last().unwrap_or(start);
    map(&level.map, window(&level.map, (end.row, end.column)), Some(end))
}

/// The map before or after a block is taken away: its starts, and how each ends.
pub(super) fn dug(level: &Level) -> Spoken {
    let window = window(&level.map, (0, 0));
    let mut spoken = map(&level.map, window, None);
    let mut lost = Vec::new();
    for start in window.columns().flat_map(|column| FACINGS.map(|facing| Lemmo::start(column, facing))) {
        let (text, wins) = (move_text(start.column, start.facing), start.wins(&level.map));
        spoken.places.push(Place {
            at: start_point(window, start.column, start.facing),
            name: format!("start {text}"),
            words: if wins { "Lemmo wins from here" } else { "Lemmo is lost from here" }.into(),
        });
        if !wins {
            lost.push(text);
        }
    }
    let lost = if lost.is_empty() { "none".into() } else { lost.join("; ") };
    spoken.lines.insert(0, Line::sentence(format!("Starts that are lost: {lost}.")));
    spoken
}

fn map(map: &Map, window: Window, lemmo: Option<Lemmo>) -> Spoken {
    let square = |(row, column): (usize, usize)| {
        let tile = name(map.tile(row, column));
        let here = lemmo.filter(|lemmo| (lemmo.row, lemmo.column) == (row, column));
        let words = match here {
            Some(lemmo) => format!("Lemmo looking {} on {tile}", lemmo.facing.name()),
            None => tile.to_owned(),
        };
        Some(SpokenSquare { row: row + 1, column: column + 1, at: window.point((row, column))?, words })
    };
    let mut spoken = Spoken::grid(window.cells().filter_map(square).collect());
    let note = note(window);
    if !note.is_empty() {
        spoken.lines.insert(0, Line::sentence(note.trim().to_owned()));
    }
    spoken
}
