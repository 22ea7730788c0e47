//! Every state of a small board of pebbles by plain breadth-first search from its goals.

use std::collections::{HashMap, VecDeque};

/// States with their distances to the nearest goal, and the numbers of shortest lines.
pub type Known = HashMap<Vec<char>, (u64, u128)>;

/// The positions of the pebbles that can move into the hole, `-`, with the states that follow.
pub fn neighbours(edges: &[[usize; 2]], state: &[char]) -> Vec<(usize, Vec<char>)> {
    let hole = state.iter().position(|&pebble| pebble == '-').unwrap();
    let linked = |from: &usize| edges.iter().any(|edge| *edge == [*from, hole] || *edge == [hole, *from]);
    let moved = |from: usize| {
        let mut next = state.to_vec();
        next.swap(from, hole);
        (from, next)
    };
    (0..state.len()).filter(linked).map(moved).collect()
}

/// Every state from which a goal can be reached.
pub fn brute(edges: &[[usize; 2]], goals: Vec<Vec<char>>) -> Known {
    let mut known: Known = goals.iter().map(|goal| (goal.clone(), (0, 1))).collect();
    let mut queue: VecDeque<Vec<char>> = goals.into();
    while let Some(state) = queue.pop_front() {
        let (distance, lines) = known[&state];
        for (_, next) in neighbours(edges, &state) {
            match known.get_mut(&next) {
                Some(seen) if seen.0 == distance + 1 => seen.1 += lines,
                Some(_) => {}
                None => {
                    known.insert(next.clone(), (distance + 1, lines));
                    queue.push_back(next);
                }
            }
        }
    }
    known
}
