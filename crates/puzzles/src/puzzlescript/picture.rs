//! A board drawn: a cell for each place, with the character that stands for its objects.

use ::picture::{Cell, Frame, Picture, Point, Role, Shape};
use ::puzzlescript::board::Board;
use ::puzzlescript::game::{Game, ObjectSet, Quantifier};

use super::level::Level;
use super::spoken;

/// Cells that are drawn, at most.
const MOST_DRAWN: usize = 4096;

/// Boards one after the other; `texts` were shown on the last one.
pub(super) fn draw(level: &Level, boards: &[Board], texts: &[String]) -> Picture {
    let mut frames: Vec<Frame> = boards.iter().map(|board| frame(level, board)).collect();
    if let Some(last) = frames.last_mut() {
        last.caption = texts.join(" ");
    }
    let description = boards.last().map_or(String::new(), |board| spoken::words(&level.game, board));
    let legend = vec![(Role::Actor, "player".to_owned()), (Role::Ground, "cell".to_owned())];
    Picture { title: level.title().to_owned(), description, frames, legend, ..Picture::default() }
}

fn frame(level: &Level, board: &Board) -> Frame {
    let game = &level.game;
    let cell = |at: usize| {
        let (x, y) = (at / board.height, at % board.height);
        let content = board.objects(at);
        let role = if content.intersects(&game.player.objects) { Role::Actor } else { Role::Ground };
        Cell { at: Point::grid(y, x), shape: Shape::Square, role, label: letter(game, &content), act: None }
    };
    Frame { cells: (0..board.width * board.height).take(MOST_DRAWN).map(cell).collect(), ..Frame::default() }
}

/// The character that stands for the objects of a cell in the text, or the first letter of the topmost object.
fn letter(game: &Game, content: &ObjectSet) -> String {
    let mut content: ObjectSet = content.clone();
    let background: ObjectSet = [game.background].into_iter().collect();
    content.subtract(&background);
    if content.is_empty() {
        return String::new();
    }
    let same = |set: &ObjectSet| {
        let mut set = set.clone();
        set.subtract(&background);
        set == content
    };
    let glyph = game.glyphs.iter().find(|(_, set)| same(set)).map(|(name, _)| name.clone());
    let first = || spoken::objects(game, &content).first().and_then(|name| name.chars().next()).map(String::from);
    glyph.or_else(first).unwrap_or_default()
}

/// The goal in a sentence; `None` for a game without win conditions.
pub(super) fn goal(game: &Game) -> Option<String> {
    let said = game.win.iter().map(|condition| {
        let what = spoken::name(game, &condition.what);
        let on = condition.on.as_ref().map(|on| spoken::name(game, on));
        match (condition.quantifier, on) {
            (Quantifier::All, Some(on)) => format!("every {what} is on {on}"),
            (Quantifier::All, None) => format!("every cell with {what} is as it should be"),
            (Quantifier::Some, Some(on)) => format!("some {what} is on {on}"),
            (Quantifier::Some, None) => format!("there is {what}"),
            (Quantifier::No, Some(on)) => format!("no {what} is on {on}"),
            (Quantifier::No, None) => format!("no {what} is left"),
        }
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join(", and "))
}
