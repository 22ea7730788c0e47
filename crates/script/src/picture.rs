//! The picture of a state: the result of `draw`, or the state in words without it.
//!
//! If `draw` returns a string, it is a grid: each character is a cell, and `roles` says what it looks like
//! (`"actor on ground"`, `"piece0 as crate on ground"`). If it returns a table, `cells` and `pieces` are lists of
//! `{ x, y, role, label, move }` at any positions, pieces also with `sprite` and `facing`, with a `caption`. `move` is
//! a move, or the beginning of several; where no place has one, [`clickable`] finds the places that moves speak of.

use ::picture::{Cell, ColourRole, Figure, Frame, Orientation, Picture, Piece, Point, Shape};

use sandbox::plain::{self, Item, Table};

use crate::clickable;
use crate::look::{Look, ROLES, role, sprite};
use crate::machine::State;
use crate::rules::{Definition, Puzzle};

/// The roles in the order of a legend.
const EVERY_ROLE: [ColourRole; 16] = [
    ColourRole::Actor,
    ColourRole::Piece(0),
    ColourRole::Piece(1),
    ColourRole::Piece(2),
    ColourRole::Piece(3),
    ColourRole::Piece(4),
    ColourRole::Piece(5),
    ColourRole::Piece(6),
    ColourRole::Piece(7),
    ColourRole::Goal,
    ColourRole::Danger,
    ColourRole::Block,
    ColourRole::Ground,
    ColourRole::Space,
    ColourRole::Path,
    ColourRole::Highlight,
];

/// Draws one state.
pub(crate) fn draw(puzzle: &Puzzle, state: &State) -> Picture {
    let scene = puzzle.scene(state);
    let (mut frame, legend) = (scene.frame.clone(), legend(puzzle));
    if frame.has_board() && !names_moves(&frame) {
        let word = |role| legend.iter().find(|(known, _)| *known == role).map(|(_, word)| word.clone());
        clickable::mark(&mut frame, &puzzle.move_names(state), word);
    }
    let description = puzzle.described(&scene.sentence);
    let mut picture = Picture::still(puzzle.definition.name.clone(), description, frame);
    picture.legend = legend;
    picture
}

/// Whether the script says of some place which move it means.
fn names_moves(frame: &Frame) -> bool {
    frame.cells.iter().any(|cell| cell.act.is_some()) || frame.pieces.iter().any(|piece| piece.act.is_some())
}

/// The meaning of every role: as the script's `legend` says, else for a piece the character that stands for it, else
/// [`ColourRole::words`].
pub(crate) fn legend(puzzle: &Puzzle) -> Vec<(ColourRole, String)> {
    let Definition { legend, roles, .. } = &puzzle.definition;
    let said = |role: ColourRole| legend.iter().find(|(known, _)| *known == role).map(|(_, meaning)| meaning.clone());
    let by_character = |role: ColourRole| {
        let mut signs = roles.iter().filter(|(_, look)| look.role() == role).map(|(sign, _)| *sign);
        signs.find(|sign| !sign.is_whitespace()).map(String::from)
    };
    let meaning = |role: ColourRole| match role {
        ColourRole::Piece(_) => said(role).or_else(|| by_character(role)).unwrap_or_else(|| role.words().to_owned()),
        _ => said(role).unwrap_or_else(|| role.words().to_owned()),
    };
    EVERY_ROLE.iter().map(|&role| (role, meaning(role))).collect()
}

/// The frame of a state whose `draw` failed.
pub(crate) fn failed(state: &State, error: &str) -> Frame {
    Frame { caption: format!("{} (it cannot be drawn: {error})", state.words()), ..Frame::default() }
}

/// Reads the encoded result of `draw`.
pub(crate) fn grid_or_places(bytes: &[u8], puzzle: &Puzzle) -> Result<Frame, String> {
    match plain::read(bytes) {
        Some((Item::Text(text), _)) => grid(&String::from_utf8_lossy(text), &puzzle.definition.roles),
        Some((Item::Table(table), _)) => places(table),
        _ => Err("expected a text or a table".into()),
    }
}

/// The most cells, and the most pieces, of a drawn board.
const MAX_DRAWN: usize = 1 << 16;

/// Checks the number of the cells or pieces of a board.
fn counted(count: usize, what: &str) -> Result<(), String> {
    let message = || format!("the board has more than {MAX_DRAWN} {what}; expected at most that many");
    if count > MAX_DRAWN { Err(message()) } else { Ok(()) }
}

/// Reads a string as a grid of cells; `roles` are sorted by their characters.
fn grid(text: &str, roles: &[(char, Look)]) -> Result<Frame, String> {
    counted(text.lines().map(|line| line.chars().count()).sum(), "cells")?;
    let mut frame = Frame::default();
    for (row, line) in text.lines().enumerate() {
        for (column, sign) in line.chars().enumerate() {
            let look = roles.binary_search_by_key(&sign, |(known, _)| *known).ok().map(|index| roles[index].1);
            let (cell, label) = match look {
                Some(Look { cell: ColourRole::Piece(index), piece: None }) => {
                    (ColourRole::Piece(index), sign.to_string())
                }
                Some(look) => (look.cell, String::new()),
                None if sign == ' ' => (ColourRole::Space, String::new()),
                None => (ColourRole::Ground, sign.to_string()),
            };
            let at = Point::grid(row, column);
            frame.cells.push(Cell { at, shape: Shape::Square, role: cell, label, act: None });
            if let Some((role, sprite)) = look.and_then(|look| look.piece) {
                frame.pieces.push(Piece { at, role, letter: sign.to_string(), act: None, sprite });
            }
        }
    }
    Ok(frame)
}

/// Reads a table of cells and pieces at any positions.
fn places(table: Table<'_>) -> Result<Frame, String> {
    let mut frame = Frame { caption: text(table, "caption").unwrap_or_default(), ..Frame::default() };
    for place in list(table, "cells")? {
        let (at, role, label, act) = parts(place)?;
        frame.cells.push(Cell { at, shape: Shape::Square, role, label, act });
    }
    for place in list(table, "pieces")? {
        let (at, role, letter, act) = parts(place)?;
        frame.pieces.push(Piece { at, role, letter, act, sprite: figure(place)? });
    }
    Ok(frame)
}

/// Reads the sprite of a piece, and where it looks.
fn figure(place: Table<'_>) -> Result<Option<Figure>, String> {
    let facing = text(place, "facing").map(|name| {
        let expected = || format!("'{name}' is no direction; expected right, down, left or up");
        Orientation::named(&name).ok_or_else(expected)
    });
    let facing = facing.transpose()?;
    let figure = |id: String| Ok(Figure { sprite: sprite(&id)?, facing });
    text(place, "sprite").map(figure).transpose()
}

fn list<'a>(table: Table<'a>, key: &str) -> Result<Vec<Table<'a>>, String> {
    let Some(bytes) = table.get(key) else { return Ok(Vec::new()) };
    let Some((Item::Table(list), _)) = plain::read(bytes) else { return Err(format!("{key} is no list")) };
    let table = |bytes| match plain::read(bytes) {
        Some((Item::Table(place), _)) => Ok(place),
        _ => Err(format!("{key} holds what is no table")),
    };
    counted(list.items().count(), key)?;
    list.items().map(table).collect()
}

fn text(table: Table<'_>, key: &str) -> Option<String> {
    match plain::read(table.get(key)?)?.0 {
        Item::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
        Item::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

type Parts = (Point, ColourRole, String, Option<String>);

#[allow(clippy::cast_possible_truncation)] // places on a board
fn parts(place: Table<'_>) -> Result<Parts, String> {
    let number = |key: &str| match plain::read(place.get(key)?)?.0 {
        Item::Number(number) if number.abs() < 1e6 => Some(number as f32),
        _ => None,
    };
    let (Some(x), Some(y)) = (number("x"), number("y")) else { return Err("a place has no x and y".into()) };
    let name = text(place, "role").unwrap_or_else(|| "ground".into());
    let role = role(&name).ok_or_else(|| format!("'{name}' is no role; expected {ROLES}"))?;
    Ok((Point { x, y }, role, text(place, "label").unwrap_or_default(), text(place, "move")))
}
