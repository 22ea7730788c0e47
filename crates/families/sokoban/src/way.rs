//! Ways that a person means by one place or two: `to row 3, column 4` walks there, and `row 3, column 4 to row 5,
//! column 6` pushes the box of the first place to the second, with no other box moved.
//!
//! Both are breadth-first searches by moves: of the player's squares, and of the pairs of a box and the player, on boards of
//! at most [`MAX_SQUARES`] squares. A byte for each square, or pair, says by which step it was reached.

use std::collections::VecDeque;

use super::rules::{Board, Direction, State};

/// The most squares of a board on which boxes are taken elsewhere.
const MAX_SQUARES: usize = 1 << 12;
/// The most squares that are listed.
const MAX_LISTED: usize = 2_500;
/// What stands for a square or pair that was not reached; the start has [`START`], others one more than the step's index,
/// and [`PUSHED`] more where it was a push.
const UNSEEN: u8 = 0;
const START: u8 = 8;
const PUSHED: u8 = 16;

/// The moves of a text that names where to go; `None` where it names no places.
///
/// # Errors
/// There is no such place, no box to be pushed, or no way.
pub(super) fn moves(board: &Board, state: &State, text: &str) -> Result<Option<Vec<Direction>>, String> {
    if let Some(to) = text.strip_prefix("to ") {
        let to = square(board, to)?;
        let reached = walks(board, state);
        if reached[to] == UNSEEN {
            return Err(format!("the player cannot walk to {}", name(board, to)));
        }
        return Ok(Some(way_back(board, |(_, player)| reached[player], (usize::MAX, to))));
    }
    let Some((from, to)) = text.split_once(" to ").filter(|(from, _)| from.starts_with("row ")) else {
        return Ok(None);
    };
    let (from, to) = (square(board, from)?, square(board, to)?);
    if !state.has_box(from) {
        return Err(format!("no box stands at {}", name(board, from)));
    }
    pushes(board, state, from, to).map(Some)
}

/// The name of a square, as the board in words has it.
pub(super) fn name(board: &Board, square: usize) -> String {
    format!("row {}, column {}", square / board.width() + 1, square % board.width() + 1)
}

/// The squares to which the player can walk, in reading order, without the own one; `None` where they are too many to be
/// listed.
pub(super) fn walked(board: &Board, state: &State) -> Option<Vec<usize>> {
    let reached = walks(board, state);
    let all: Vec<usize> = (0..reached.len()).filter(|&square| ![UNSEEN, START].contains(&reached[square])).collect();
    (all.len() <= MAX_LISTED).then_some(all)
}

/// The square of a name, `row 3, column 4`.
fn square(board: &Board, text: &str) -> Result<usize, String> {
    let number = |part: &str, word: &str| part.trim().strip_prefix(word)?.trim().parse::<usize>().ok()?.checked_sub(1);
    let place = || {
        let (row, column) = text.split_once(',')?;
        Some((number(row, "row")?, number(column, "column")?))
    };
    let (row, column) = place().ok_or("expected a place such as 'row 3, column 4'")?;
    let is_there = row < board.height() && column < board.width();
    is_there.then(|| row * board.width() + column).ok_or_else(|| format!("there is no {}", text.trim()))
}

/// By which step each square is reached on a shortest walk.
fn walks(board: &Board, state: &State) -> Vec<u8> {
    let mut reached = vec![UNSEEN; board.squares().len()];
    reached[state.player()] = START;
    let mut open = VecDeque::from([state.player()]);
    while let Some(here) = open.pop_front() {
        for (index, direction) in (1..).zip(Direction::ALL) {
            let next = board.open_neighbour(here, direction);
            let Some(next) = next.filter(|&next| !state.has_box(next) && reached[next] == UNSEEN) else { continue };
            reached[next] = index;
            open.push_back(next);
        }
    }
    reached
}

/// The fewest moves that push the box at `from` to `to`.
fn pushes(board: &Board, state: &State, from: usize, to: usize) -> Result<Vec<Direction>, String> {
    let squares = board.squares().len();
    if squares > MAX_SQUARES {
        return Err(format!("the board has more than {MAX_SQUARES} squares; expected single moves"));
    }
    let is_free = |square: &usize| *square == from || !state.has_box(*square);
    let number = |(stone, player): (usize, usize)| stone * squares + player;
    let mut reached = vec![UNSEEN; squares * squares];
    let start = (from, state.player());
    reached[number(start)] = START;
    let mut open = VecDeque::from([start]);
    while let Some(here @ (stone, player)) = open.pop_front() {
        if stone == to {
            return Ok(way_back(board, |pair| reached[number(pair)], here));
        }
        for (index, direction) in (1..).zip(Direction::ALL) {
            let Some(next) = board.open_neighbour(player, direction).filter(is_free) else { continue };
            let is_push = next == stone;
            let moved = if is_push { board.open_neighbour(stone, direction).filter(is_free) } else { Some(stone) };
            let Some(pair) = moved.map(|moved| (moved, next)) else { continue };
            if reached[number(pair)] == UNSEEN {
                reached[number(pair)] = if is_push { index | PUSHED } else { index };
                open.push_back(pair);
            }
        }
    }
    Err(format!("the box cannot be pushed to {} while the others stand still", name(board, to)))
}

/// The steps from the start to a pair of a box and the player, from how each pair was reached.
fn way_back(board: &Board, reached: impl Fn((usize, usize)) -> u8, end: (usize, usize)) -> Vec<Direction> {
    let ((mut stone, mut player), mut way) = (end, Vec::new());
    loop {
        let by = reached((stone, player));
        let step = usize::from(by & !PUSHED).checked_sub(1).and_then(|index| Direction::ALL.get(index));
        let Some((&direction, before)) = step.and_then(|step| Some((step, board.neighbour(player, step.opposite())?)))
        else {
            break;
        };
        way.push(direction);
        if by & PUSHED != 0 {
            stone = player;
        }
        player = before;
    }
    way.reverse();
    way
}
