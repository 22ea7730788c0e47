//! The board drawn: walls, goals, boxes and the player.

use ::picture::sprite::CRATE;
use ::picture::{Cell, Frame, Picture, Piece, Point, Role, Shape};

use super::rules::{Board, Direction, Square, State};
use super::sprites::PORTER;

/// Squares that are drawn, at most.
const MOST_DRAWN: usize = 4096;

/// The state drawn.
pub(super) fn draw(title: &str, board: &Board, state: &State) -> Picture {
    let mut frame = Frame::default();
    for square in (0..board.squares().len()).filter(|&square| is_drawn(board, square)).take(MOST_DRAWN) {
        let at = Point::grid(square / board.width(), square % board.width());
        let role = match board.square(square) {
            Square::Wall => Role::Block,
            Square::Goal => Role::Goal,
            Square::Floor => Role::Ground,
        };
        let act = step_to(board, state, square).map(|direction| direction.name().to_owned());
        frame.cells.push(Cell { at, shape: Shape::Square, role, label: String::new(), act: act.clone() });
        if state.has_box(square) {
            frame.pieces.push(Piece {
                at,
                role: Role::Piece(0),
                letter: "$".into(),
                act,
                sprite: Some(CRATE.figure()),
            });
        } else if state.player() == square {
            let sprite = Some(PORTER.figure());
            frame.pieces.push(Piece { at, role: Role::Actor, letter: "@".into(), act: None, sprite });
        }
    }
    let mut picture = Picture::still(title, words(board, state), frame);
    picture.legend = vec![
        (Role::Actor, "player".into()),
        (Role::Piece(0), "box".into()),
        (Role::Goal, "goal".into()),
        (Role::Block, "wall".into()),
        (Role::Ground, "floor".into()),
    ];
    picture
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
