//! Plain searches that know nothing but the rules: what other engines are compared with.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};

use crate::rules::{Board, Direction, State};

/// A shortest solution in moves by breadth-first search; with `prune`, without states that have a box on a dead square.
pub(super) fn fewest_moves(board: &Board, prune: bool) -> Option<Vec<Direction>> {
    let live = board.live_squares();
    let mut parents: HashMap<State, Option<(State, Direction)>> = HashMap::from([(board.start().clone(), None)]);
    let mut queue = VecDeque::from([board.start().clone()]);
    while let Some(state) = queue.pop_front() {
        if board.is_solved(&state) {
            return Some(path(&parents, state));
        }
        for (direction, next, _) in board.successors(&state) {
            let is_dead = prune && next.boxes().iter().any(|&square| !live[usize::from(square)]);
            if !is_dead && !parents.contains_key(&next) {
                parents.insert(next.clone(), Some((state.clone(), direction)));
                queue.push_back(next);
            }
        }
    }
    None
}

fn path(parents: &HashMap<State, Option<(State, Direction)>>, mut state: State) -> Vec<Direction> {
    let mut moves = Vec::new();
    while let Some((before, direction)) = &parents[&state] {
        moves.push(*direction);
        state = before.clone();
    }
    moves.reverse();
    moves
}

/// The fewest pushes by a search over single moves, of which only pushes cost: a queue with two ends.
pub(super) fn fewest_pushes_by_moves(board: &Board, prune: bool) -> Option<usize> {
    let live = board.live_squares();
    let mut queue = VecDeque::from([(board.start().clone(), 0)]);
    let mut done = HashSet::new();
    while let Some((state, cost)) = queue.pop_front() {
        if !done.insert(state.clone()) {
            continue;
        }
        if board.is_solved(&state) {
            return Some(cost);
        }
        for (_, next, pushed) in board.successors(&state) {
            let is_dead = prune && next.boxes().iter().any(|&square| !live[usize::from(square)]);
            if is_dead || done.contains(&next) {
                continue;
            }
            if pushed { queue.push_back((next, cost + 1)) } else { queue.push_front((next, cost)) }
        }
    }
    None
}

/// The fewest pushes, and the fewest moves with so many pushes, by a search over single moves.
pub(super) fn fewest_pushes_then_moves(board: &Board) -> Option<(u32, u32)> {
    fewest(board, |pushed| (u32::from(pushed), 1))
}

/// The fewest moves, and the fewest pushes with so many moves.
pub(super) fn fewest_moves_then_pushes(board: &Board) -> Option<(u32, u32)> {
    fewest(board, |pushed| (1, u32::from(pushed)))
}

/// The least first number, and the least second one with that, where `cost` has what a move adds to each.
fn fewest(board: &Board, cost: impl Fn(bool) -> (u32, u32)) -> Option<(u32, u32)> {
    let mut queue = BinaryHeap::from([Reverse((0, 0, board.start().clone()))]);
    let mut done = HashSet::new();
    while let Some(Reverse((first, second, state))) = queue.pop() {
        if board.is_solved(&state) {
            return Some((first, second));
        }
        if done.insert(state.clone()) {
            for (_, next, pushed) in board.successors(&state).filter(|(_, next, _)| !done.contains(next)) {
                let more = cost(pushed);
                queue.push(Reverse((first + more.0, second + more.1, next)));
            }
        }
    }
    None
}

/// A solution with fewest pushes, as single moves, and their number: breadth-first search over normalised states.
pub(super) fn fewest_pushes(board: &Board) -> Option<(usize, Vec<Direction>)> {
    let start = board.normalised(board.start());
    let mut parents = HashMap::from([(start.clone(), None)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        if board.is_solved(&state) {
            let mut pushes = Vec::new();
            let mut at = &state;
            while let Some((before, push)) = &parents[at] {
                pushes.push(*push);
                at = before;
            }
            return Some((pushes.len(), single_moves(board, pushes.into_iter().rev())));
        }
        for push in board.pushes(&state) {
            let next = board.normalised(&board.push(&state, push).expect("a listed push"));
            if !parents.contains_key(&next) {
                parents.insert(next.clone(), Some((state.clone(), push)));
                queue.push_back(next);
            }
        }
    }
    None
}

fn single_moves(board: &Board, pushes: impl Iterator<Item = crate::pushes::Push>) -> Vec<Direction> {
    let mut state = board.start().clone();
    let mut moves = Vec::new();
    for push in pushes {
        let (walk, next) = board.walk_and_push(&state, push).expect("a push that can be walked to");
        moves.extend(walk);
        state = next;
    }
    moves
}

/// The state after `moves` and the number of pushes among them.
pub(super) fn play(board: &Board, moves: &[Direction]) -> (State, usize) {
    let mut state = board.start().clone();
    let mut pushes = 0;
    for direction in moves {
        let (next, pushed) = board.step(&state, *direction).expect("a legal move");
        pushes += usize::from(pushed);
        state = next;
    }
    (state, pushes)
}
