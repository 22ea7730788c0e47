//! The checker's own search: every state near the goal by breadth-first search, and from elsewhere depth-first search
//! to a bound until one of them is met. Plain, and far from the fastest: it gives up after a fixed number of states.

use std::collections::HashMap;

use engines::motion::{BLANK, Board, Layout};
use engines::{Context, Halt};

use super::super::rules::Puzzle;

/// States kept around the goal.
const MAX_KEPT: usize = 60_000;
/// States kept where that is every state: all 8-puzzles and their kin.
const MAX_STATES: u128 = 400_000;
/// States visited from elsewhere before it gives up.
const MAX_VISITED: u64 = 2_000_000;
/// States between two looks at the limits.
const CHUNK: u64 = 4096;

/// What is known of a state near the goal.
#[derive(Clone, Copy, Debug)]
struct Near {
    distance: u32,
    /// Shortest lines to the goal; `None` beyond 2^128.
    lines: Option<u128>,
}

/// The states around the goal.
pub(super) struct Plain<'a> {
    board: &'a Board,
    cx: &'a Context<'a>,
    near: HashMap<Layout, Near>,
    /// Every state up to this distance is kept.
    radius: u32,
    /// Every state from which the goal can be reached is kept.
    pub(super) complete: bool,
    /// How many states there are at each distance up to the radius.
    pub(super) layers: Vec<u64>,
    /// For each colour and place the least moves to a plate of that colour.
    nearest: Vec<Vec<u32>>,
    visited: u64,
}

impl<'a> Plain<'a> {
    /// Walks around the goal.
    pub(super) fn new(puzzle: &'a Puzzle, cx: &'a Context<'a>) -> Result<Plain<'a>, Halt> {
        let board = &puzzle.board;
        let most = if arrangements(board) <= MAX_STATES { usize::MAX } else { MAX_KEPT };
        let mut layer: Vec<Layout> = puzzle.boards().map(Board::goal).collect();
        let near = layer.iter().map(|goal| (goal.clone(), Near { distance: 0, lines: Some(1) })).collect();
        let (layers, nearest) = (vec![layer.len() as u64], nearest(board, &puzzle.plates));
        let mut plain = Plain { board, cx, near, radius: 0, complete: false, layers, nearest, visited: 0 };
        while !layer.is_empty() && plain.near.len() + layer.len() * board.links(board.home()).len() <= most {
            layer = plain.next_layer(&layer)?;
            if layer.is_empty() {
                plain.complete = true;
            } else {
                plain.radius += 1;
                plain.layers.push(layer.len() as u64);
            }
        }
        Ok(plain)
    }

    fn next_layer(&mut self, layer: &[Layout]) -> Result<Vec<Layout>, Halt> {
        let distance = self.radius + 1;
        let mut next = Vec::new();
        for (index, state) in layer.iter().enumerate() {
            if index.is_multiple_of(CHUNK as usize) {
                self.cx.spend(CHUNK.min((layer.len() - index) as u64))?;
            }
            let lines = self.near.get(state).and_then(|near| near.lines);
            for &from in self.board.links(state.blank()) {
                let mut after = state.clone();
                after.slide(from);
                match self.near.get_mut(&after) {
                    None => {
                        self.near.insert(after.clone(), Near { distance, lines });
                        next.push(after);
                    }
                    Some(near) if near.distance == distance => {
                        near.lines = near.lines.zip(lines).and_then(|(a, b)| a.checked_add(b));
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(next)
    }

    /// The states at a distance up to the radius.
    pub(super) fn at(&self, distance: u32) -> impl Iterator<Item = &Layout> {
        self.near.iter().filter(move |(_, near)| near.distance == distance).map(|(state, _)| state)
    }

    /// The exact distance of a state near the goal.
    pub(super) fn distance(&self, here: &Layout) -> Option<u32> {
        self.near.get(here).map(|near| near.distance)
    }

    /// Whether the goal can be reached in at most `bound` moves; `None` where that takes too long.
    pub(super) fn within(&mut self, here: &Layout, bound: u32) -> Result<Option<bool>, Halt> {
        let found = self.lines(here, bound, true)?;
        Ok(found.map(|lines| lines != Some(0)))
    }

    /// The shortest lines from `here`, where their length `least` is known; the outer `None` where that takes too
    /// long, the inner one where there are more than 2^128.
    pub(super) fn count(&mut self, here: &Layout, least: u32) -> Result<Option<Option<u128>>, Halt> {
        self.lines(here, least, false)
    }

    /// Lines of at most `bound` moves, or one of them (`any`) if there are some.
    fn lines(&mut self, here: &Layout, bound: u32, any: bool) -> Result<Option<Option<u128>>, Halt> {
        let mut here = here.clone();
        let found = self.descend(&mut here, bound, None, any)?;
        Ok((self.visited <= MAX_VISITED).then_some(found))
    }

    fn descend(&mut self, here: &mut Layout, left: u32, before: Option<u8>, any: bool) -> Result<Option<u128>, Halt> {
        if let Some(near) = self.near.get(here) {
            return Ok(if near.distance <= left { near.lines } else { Some(0) });
        }
        self.visited += 1;
        if self.visited.is_multiple_of(CHUNK) {
            self.cx.spend(CHUNK)?;
        }
        if self.complete || self.visited > MAX_VISITED || self.bound(here) > left {
            return Ok(Some(0));
        }
        let (board, hole) = (self.board, here.blank());
        let mut lines = Some(0_u128);
        for &from in board.links(hole).iter().filter(|&&from| Some(from) != before) {
            here.slide(from);
            let after = self.descend(here, left - 1, Some(hole), any)?;
            here.slide(hole);
            lines = lines.zip(after).and_then(|(a, b)| a.checked_add(b));
            if any && lines != Some(0) {
                break;
            }
        }
        Ok(lines)
    }

    /// A move brings one pebble nearer to its plates, and a state not kept is beyond the radius.
    fn bound(&self, here: &Layout) -> u32 {
        let pebbles = here.colours().iter().enumerate().filter(|&(_, &colour)| colour != BLANK);
        let far = |(place, &colour): (usize, &u8)| self.nearest[usize::from(colour)][place];
        pebbles.map(far).fold(0, u32::saturating_add).max(self.radius + 1)
    }
}

/// How many arrangements of the pebbles and the hole there are: a bound on the states.
fn arrangements(board: &Board) -> u128 {
    let mut seen = [0_u128; 256];
    let mut total = 1_u128;
    for (index, &colour) in (1..).zip(board.wanted()) {
        let of_colour = &mut seen[usize::from(colour)];
        *of_colour += 1;
        match total.checked_mul(index) {
            Some(product) => total = product / *of_colour,
            None => return u128::MAX,
        }
    }
    total
}

/// For each colour and place the least moves of one pebble to a plate of that colour.
fn nearest(board: &Board, plates: &[u8]) -> Vec<Vec<u32>> {
    let colours = plates.iter().filter(|&&colour| colour != BLANK).max().map_or(0, |&colour| colour + 1);
    let mut nearest = vec![vec![u32::MAX; board.places()]; usize::from(colours)];
    for (colour, distances) in (0..).zip(&mut nearest) {
        let mut layer: Vec<u8> =
            (0..=u8::MAX).zip(plates).filter(|&(_, &want)| want == colour).map(|(place, _)| place).collect();
        let mut distance = 0;
        while !layer.is_empty() {
            // A place comes as often as it has neighbours in the layer before, and is kept once.
            layer.retain(|&place| {
                let known = &mut distances[usize::from(place)];
                let is_new = *known == u32::MAX;
                *known = (*known).min(distance);
                is_new
            });
            layer = layer.iter().flat_map(|&place| board.links(place)).copied().collect();
            distance += 1;
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a grid the least moves are the sum over both directions; there are as many ways as 28 over 14, and none is
    /// followed twice.
    #[test]
    fn the_nearest_plates_of_a_large_grid_are_found_place_by_place() {
        let names: Vec<String> = (0..224).map(|number| format!("\"{number}\"")).collect();
        let names = names.join(", ");
        let text = format!("board = \"grid 15x15\"\nplates = [{names}, \"-\"]\npebbles = [{names}, \"-\"]\n");
        let puzzle = super::super::super::text::parse(&text.into_bytes(), &Context::default()).expect("a level");
        let far = nearest(&puzzle.board, &puzzle.plates);
        let tile = usize::from(puzzle.plates[0]);
        for (place, &moves) in far[tile].iter().enumerate() {
            assert_eq!(moves as usize, place / 15 + place % 15, "{place}");
        }
    }
}
