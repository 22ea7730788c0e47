//! Ways that a person means by one place or two: `to row 3, column 4` walks there, and `row 3, column 4 to row 5,
//! column 6` pushes the box of the first place to the second, with no other box moved.
//!
//! Both are breadth-first searches by moves: of the player's squares, and of the pairs of a box and the player, of which
//! there are at most [`MAX_PAIRS`] visited.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use super::rules::{Board, Direction, State};

/// The most pairs of a box and the player that are visited.
const MAX_PAIRS: usize = 1 << 20;
/// The most squares that are listed.
const MAX_LISTED: usize = 2_500;

/// The moves of a text that names where to go; `None` where it names no places.
///
/// # Errors
/// There is no such place, no box to be pushed, or no way.
pub(super) fn moves(board: &Board, state: &State, text: &str) -> Result<Option<Vec<Direction>>, String> {
    if let Some(to) = text.strip_prefix("to ") {
        let to = square(board, to)?;
        let before = walks(board, state);
        if to != state.player() && !before.contains_key(&to) {
            return Err(format!("the player cannot walk to {}", name(board, to)));
        }
        return Ok(Some(way_back(&before, state.player(), to)));
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
    let mut all: Vec<usize> = walks(board, state).into_keys().filter(|&square| square != state.player()).collect();
    all.sort_unstable();
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

/// For each square that the player can reach, the one before it on a shortest walk, and the step between them.
fn walks(board: &Board, state: &State) -> HashMap<usize, (usize, Direction)> {
    let mut known = HashMap::from([(state.player(), (state.player(), Direction::Up))]);
    let mut open = VecDeque::from([state.player()]);
    while let Some(here) = open.pop_front() {
        for direction in Direction::ALL {
            let Some(next) = board.open_neighbour(here, direction).filter(|&next| !state.has_box(next)) else {
                continue;
            };
            if let Entry::Vacant(entry) = known.entry(next) {
                entry.insert((here, direction));
                open.push_back(next);
            }
        }
    }
    known
}

/// The fewest moves that push the box at `from` to `to`.
fn pushes(board: &Board, state: &State, from: usize, to: usize) -> Result<Vec<Direction>, String> {
    let others: HashSet<usize> =
        state.boxes().iter().map(|&square| usize::from(square)).filter(|&one| one != from).collect();
    let is_free = |square: &usize| !others.contains(square);
    let start = (from, state.player());
    let mut before = HashMap::from([(start, (start, Direction::Up))]);
    let mut open = VecDeque::from([start]);
    while let Some(here @ (stone, player)) = open.pop_front() {
        if stone == to {
            return Ok(way_back(&before, start, here));
        }
        if before.len() > MAX_PAIRS {
            return Err("the way is too long to be looked for".to_owned());
        }
        for direction in Direction::ALL {
            let Some(next) = board.open_neighbour(player, direction).filter(is_free) else { continue };
            let pushed =
                if next == stone { board.open_neighbour(stone, direction).filter(is_free) } else { Some(stone) };
            let Some(stone) = pushed else { continue };
            if let Entry::Vacant(entry) = before.entry((stone, next)) {
                entry.insert((here, direction));
                open.push_back((stone, next));
            }
        }
    }
    Err(format!("the box cannot be pushed to {} while the others stand still", name(board, to)))
}

/// The steps from `start` to `end`, where each place has the one before it.
fn way_back<P: Copy + Eq + Hash>(before: &HashMap<P, (P, Direction)>, start: P, end: P) -> Vec<Direction> {
    let (mut here, mut way) = (end, Vec::new());
    while here != start {
        let Some(&(last, direction)) = before.get(&here) else { break };
        way.push(direction);
        here = last;
    }
    way.reverse();
    way
}
