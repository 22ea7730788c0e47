//! What a state looks like and how it is said: the results of `draw` and `say`, read once for all that is shown of it.
//!
//! A face that shows a position asks for its picture, its board in words, its places and its status one after the
//! other. All of them come from one [`Scene`], and [`Puzzle::scene`] keeps that of the last state.

use std::collections::HashMap;
use std::sync::Arc;

use ::picture::spoken::Line;
use ::picture::{ColourRole, Frame, Picture, PlaceIndex, Point, Spoken};
use sandbox::ScriptError;

use crate::last_scene::Scene;
use crate::machine::State;
use crate::picture::{failed, grid_or_places, legend};
use crate::rules::Puzzle;
use crate::words::cut;

/// The most characters of the rows of a board in a status.
const MAX_ROWS: usize = 200;
/// The most characters of a sentence.
const MAX_WORDS: usize = 10_000;

impl Puzzle {
    /// Returns what is shown of a state. A `say` that fails during play is ignored, and a `draw` that fails is reported
    /// in the caption, because the rules may still be right.
    pub(crate) fn scene(&self, state: &State) -> Arc<Scene> {
        self.checked_scene(state).unwrap_or_else(|_| {
            let said = state_words(self, state).unwrap_or_default();
            let frame = drawn(self, state, said.as_deref());
            let frame = frame.unwrap_or_else(|error| failed(state, &error.to_string()));
            Arc::new(Scene::of(self, state, said, frame))
        })
    }

    /// Returns what is shown of a state.
    ///
    /// # Errors
    /// Returns the error of `say` or `draw`.
    pub(crate) fn checked_scene(&self, state: &State) -> Result<Arc<Scene>, ScriptError> {
        if let Some(scene) = self.last_scene.get(state) {
            return Ok(scene);
        }
        let said = state_words(self, state)?;
        let frame = drawn(self, state, said.as_deref())?;
        let scene = Arc::new(Scene::of(self, state, said, frame));
        self.last_scene.set(state, &scene);
        Ok(scene)
    }
}

/// The text of `say`; `None` without it.
fn state_words(puzzle: &Puzzle, state: &State) -> Result<Option<String>, ScriptError> {
    let mut machine = puzzle.machine();
    if machine.has_say() { machine.state_words(state).map(Some) } else { Ok(None) }
}

/// Draws one state by `draw`, or puts it into words in the caption if the script has no `draw`.
fn drawn(puzzle: &Puzzle, state: &State, said: Option<&str>) -> Result<Frame, ScriptError> {
    let mut machine = puzzle.machine();
    if !machine.has_draw() {
        return Ok(Frame { caption: plain_sentence(state, said), ..Frame::default() });
    }
    let read = grid_or_places(machine.drawn(state)?, puzzle);
    read.map_err(|what| machine.misdrawn(format!("draw of {}: {what}", state.inline())))
}

/// What `say` says in one sentence, else the plain value.
fn plain_sentence(state: &State, said: Option<&str>) -> String {
    cut(said.map_or_else(|| joined(state.words().lines()), |said| joined(said.lines())), MAX_WORDS)
}

fn joined<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    lines.map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}

impl Scene {
    fn of(puzzle: &Puzzle, state: &State, said: Option<String>, frame: Frame) -> Scene {
        let picture = Picture { legend: legend(puzzle), frames: vec![frame], ..Picture::default() };
        let mut spoken = Spoken::of(&picture);
        let on_the_board = (said.is_none() && puzzle.machine().has_draw()).then(|| on_the_board(&picture, &spoken));
        let sentence = on_the_board.flatten().unwrap_or_else(|| plain_sentence(state, said.as_deref()));
        if let Some(said) = said {
            spoken.lines = said.lines().filter(|line| !line.trim().is_empty()).map(line).collect();
        } else if spoken.lines.is_empty() {
            spoken.lines.push(Line::sentence(puzzle.described(&sentence)));
        }
        let frame = picture.frames.into_iter().next().unwrap_or_default();
        Scene { frame, spoken, sentence }
    }
}

/// Parses a line of `say`: a name, a colon and the rest, or a sentence.
fn line(text: &str) -> Line {
    match text.trim().split_once(": ") {
        Some((name, words)) => Line { name: name.to_owned(), words: words.to_owned() },
        None => Line::sentence(text.trim()),
    }
}

/// Describes the drawn board: where each actor is, and how many of the other pieces stand on what; rows that are short
/// enough where there are no pieces.
fn on_the_board(picture: &Picture, spoken: &Spoken) -> Option<String> {
    let pieces = pieces(picture, spoken);
    if !pieces.is_empty() {
        return Some(cut(pieces.join("; "), MAX_WORDS));
    }
    let rows: Vec<String> = spoken.lines.iter().filter(|line| !line.name.is_empty()).map(Line::text).collect();
    let rows = rows.join("; ");
    (!rows.is_empty() && rows.chars().count() <= MAX_ROWS).then_some(rows)
}

/// The actors of a picture with their places, then its other pieces, each with what it stands on, and their numbers.
fn pieces(picture: &Picture, spoken: &Spoken) -> Vec<String> {
    let Some(frame) = picture.frames.first().filter(|frame| !frame.pieces.is_empty()) else { return Vec::new() };
    let meaning = |role: ColourRole| picture.meaning(role).unwrap_or(role.words()).to_owned();
    let key = |at: Point| [at.x.to_bits(), at.y.to_bits()];
    let names: HashMap<_, &str> = spoken.places.iter().map(|place| (key(place.at), place.name.as_str())).collect();
    let places = PlaceIndex::of(frame);
    let (mut actors, mut others): (Vec<String>, Vec<(String, u32)>) = (Vec::new(), Vec::new());
    for piece in &frame.pieces {
        if let (ColourRole::Actor, Some(place)) = (piece.role, names.get(&key(piece.at))) {
            actors.push(format!("{} at {place}", meaning(piece.role)));
            continue;
        }
        let below = places.at(piece.at).cells().next();
        let below = below.map(|cell| format!(" on {}", meaning(cell.role))).unwrap_or_default();
        let words = meaning(piece.role) + &below;
        match others.iter_mut().find(|(known, _)| *known == words) {
            Some((_, count)) => *count += 1,
            None => others.push((words, 1)),
        }
    }
    actors.into_iter().chain(others.into_iter().map(|(words, count)| format!("{words}: {count}"))).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sandbox::Until;

    use crate::machine::State;
    use crate::rules::Puzzle;

    /// A counter that prints a letter for each call of a function.
    const COUNTED: &str = "return { name = 'counter', start = 0, solved = function(s) return s == 9 end,
        moves = function(s) print('m') return { { name = '1,1', to = s + 1 } } end,
        draw = function(s) print('d') if s == 5 then error('no') end return '@' .. s end,
        say = function(s) print('s') if s == 4 then error('no') end return 'it is ' .. s end,
        roles = { ['@'] = 'actor on ground' } }";

    fn loaded() -> Puzzle {
        crate::text::parse(&COUNTED.as_bytes(), 16 << 20, Until::default()).expect("a script")
    }

    /// The calls since the last look.
    fn calls(puzzle: &Puzzle) -> String {
        puzzle.machine().vm.printed().replace('\n', "")
    }

    fn state(puzzle: &Puzzle, number: u8) -> State {
        let start = puzzle.definition.start.clone();
        (0..number).fold(start, |state, _| {
            let mut steps = Vec::new();
            puzzle.machine().moves(&state, &mut steps).expect("a move");
            steps.remove(0).1
        })
    }

    #[test]
    fn a_state_is_drawn_and_said_once_for_all_that_is_shown_of_it() {
        let puzzle = loaded();
        assert_eq!(calls(&puzzle), "msd", "loading asks each function about the start");
        let start = puzzle.definition.start.clone();
        let picture = crate::picture::draw(&puzzle, &start);
        assert_eq!(
            (picture.description.as_str(), puzzle.scene(&start).sentence.as_str()),
            ("counter: it is 0", "it is 0")
        );
        assert_eq!(calls(&puzzle), "m", "the start is known, and its places are those that moves speak of");
        let next = state(&puzzle, 1);
        let _ = calls(&puzzle);
        for _ in 0..3 {
            assert_eq!(puzzle.scene(&next).spoken.lines[0].words, "it is 1");
        }
        assert_eq!((calls(&puzzle).as_str(), Arc::ptr_eq(&puzzle.scene(&next), &puzzle.scene(&next))), ("sd", true));
    }

    #[test]
    fn a_function_that_fails_hides_nothing_of_the_others() {
        let puzzle = loaded();
        let unsaid = puzzle.scene(&state(&puzzle, 4));
        assert_eq!((unsaid.sentence.as_str(), unsaid.spoken.places.len()), ("player at row 1, column 1", 2));
        let undrawn = puzzle.scene(&state(&puzzle, 5));
        assert_eq!(undrawn.sentence, "it is 5");
        assert!(undrawn.frame.caption.contains("it cannot be drawn") && undrawn.frame.cells.is_empty());
    }

    #[test]
    fn a_board_of_too_many_cells_is_refused() {
        for (draw, what) in [
            ("return ('x'):rep(65537)", "cells"),
            ("return { pieces = table.create(65537, { x = 1, y = 1 }) }", "pieces"),
        ] {
            let text =
                COUNTED.replace("print('d')", draw).replace("if s == 5 then error('no') end return '@' .. s", "");
            let error = crate::text::parse(&text.as_bytes(), 16 << 20, Until::default()).expect_err("too many");
            assert!(error.to_string().contains(&format!("the board has more than 65536 {what}")), "{error}");
        }
    }
}
