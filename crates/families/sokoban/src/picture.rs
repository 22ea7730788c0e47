//! The board drawn and in words: walls, goals, boxes and the player. Of a large board the part around the player is
//! shown, and the caption says so.

use ::picture::spoken::{Line, SpokenSquare};
use ::picture::sprite::CRATE;
use ::picture::{Cell, ColourRole, Frame, Picture, Piece, Shape, Spoken};

use super::rules::{Board, Direction, Square, State};
use super::sprites::PORTER;
use frame::window::Window;

/// The most rows and columns that are shown.
const MAX_SHOWN: (usize, usize) = (128, 128);

/// The meaning of each role.
const LEGEND: [(ColourRole, &str); 5] = [
    (ColourRole::Actor, "player"),
    (ColourRole::Piece(0), "box"),
    (ColourRole::Goal, "goal"),
    (ColourRole::Block, "wall"),
    (ColourRole::Ground, "floor"),
];

/// The part of the board that is shown.
fn window(board: &Board, state: &State) -> Window {
    let (row, column) = (state.player() / board.width(), state.player() % board.width());
    Window::around((board.height(), board.width()), (row, column), MAX_SHOWN)
}

/// The squares of a window that the player can see.
fn drawn(board: &Board, window: Window) -> impl Iterator<Item = usize> + '_ {
    let squares = window.cells().map(|(row, column)| row * board.width() + column);
    squares.filter(|&square| is_drawn(board, square))
}

/// The role of the cell that shows a square.
fn role(board: &Board, square: usize) -> ColourRole {
    match board.square(square) {
        Square::Wall => ColourRole::Block,
        Square::Goal => ColourRole::Goal,
        Square::Floor => ColourRole::Ground,
    }
}

/// Which part of the board is shown, in a sentence; `None` where it is all of it.
fn note(window: Window) -> Option<String> {
    window.is_cropped().then(|| format!("Shown: {}", window.words()))
}

/// The state drawn.
pub(super) fn draw(title: &str, board: &Board, state: &State) -> Picture {
    let window = window(board, state);
    let mut frame = Frame { caption: note(window).unwrap_or_default(), ..Frame::default() };
    for square in drawn(board, window) {
        let Some(at) = window.point((square / board.width(), square % board.width())) else { continue };
        let act = step_to(board, state, square).map(|direction| direction.name().to_owned());
        frame.cells.push(Cell {
            at,
            shape: Shape::Square,
            role: role(board, square),
            label: String::new(),
            act: act.clone(),
        });
        if state.has_box(square) {
            frame.pieces.push(Piece {
                at,
                role: ColourRole::Piece(0),
                letter: "$".into(),
                act,
                sprite: Some(CRATE.figure()),
            });
        } else if state.player() == square {
            let sprite = Some(PORTER.figure());
            frame.pieces.push(Piece { at, role: ColourRole::Actor, letter: "@".into(), act: None, sprite });
        }
    }
    let mut picture = Picture::still(title, words(board, state), frame);
    picture.legend = LEGEND.map(|(role, meaning)| (role, meaning.to_owned())).to_vec();
    picture
}

/// The state in words, row by row and square by square; rows and columns are those of the board, also where a part of
/// it is shown.
pub(super) fn spoken(board: &Board, state: &State) -> Spoken {
    let window = window(board, state);
    let meaning = |role: ColourRole| LEGEND.iter().find(|(known, _)| *known == role).map_or("", |(_, meaning)| meaning);
    let told = |square: usize| {
        let (row, column) = (square / board.width(), square % board.width());
        let below = meaning(role(board, square));
        let words = match (state.has_box(square), state.player() == square) {
            (true, _) => format!("{} on {below}", meaning(ColourRole::Piece(0))),
            (false, true) => format!("{} on {below}", meaning(ColourRole::Actor)),
            (false, false) => below.to_owned(),
        };
        Some(SpokenSquare { row: row + 1, column: column + 1, at: window.point((row, column))?, words })
    };
    let mut spoken = Spoken::grid(drawn(board, window).filter_map(told).collect());
    spoken.lines.splice(0..0, note(window).map(Line::sentence));
    spoken
}

/// The state in a sentence.
pub(super) fn words(board: &Board, state: &State) -> String {
    let boxes = state.boxes().len();
    let (row, column) = (state.player() / board.width() + 1, state.player() % board.width() + 1);
    let on_goals = board.boxes_on_goals(state);
    format!("boxes on goals: {on_goals} of {boxes}; the player is at row {row}, column {column}")
}

/// Squares that the player can see: those inside, and the walls around them.
fn is_drawn(board: &Board, square: usize) -> bool {
    let inside = |square: usize| board.is_inside(square);
    if board.square(square) != Square::Wall {
        return inside(square);
    }
    let (row, column) = (square / board.width(), square % board.width());
    let rows = row.saturating_sub(1)..=(row + 1).min(board.height() - 1);
    let columns = column.saturating_sub(1)..=(column + 1).min(board.width() - 1);
    rows.flat_map(|row| columns.clone().map(move |column| row * board.width() + column)).any(inside)
}

/// The legal move onto a square.
fn step_to(board: &Board, state: &State, square: usize) -> Option<Direction> {
    let towards = |direction: &Direction| board.neighbour(state.player(), *direction) == Some(square);
    let direction = Direction::ALL.into_iter().find(towards)?;
    (!board.is_solved(state) && board.step(state, direction).is_ok()).then_some(direction)
}
