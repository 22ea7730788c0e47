//! Series of exactly N moves that leave exactly K pebbles on plates of their colour.
//!
//! Dynamic programming over arrangements, move by move: for each arrangement that some series leads to, how many do.
//! One move changes the number of matching pebbles by one at most, so an arrangement from which the number asked for is
//! out of reach in the moves left is dropped: with 14 of 14 pebbles asked for after 16 moves, very few are kept. A
//! published program (a recursion with a memo over whole series, 2012) rests on the same rule; here series that meet in
//! one arrangement are counted together. To list series, arrangements that lead to none are dropped backwards, and the
//! rest is walked in the order of positions.
//!
//! Cost: the arrangements kept, times the moves possible; they grow about as the degree of the graph to the power of
//! the slack. For shortest solutions alone the solver's own count is better.

use std::collections::HashMap;

use engines::motion::{BLANK, Layout};
use engines::{Context, Halt, Reservation};
use num_bigint::BigUint;

use super::rules::Puzzle;

/// Arrangements for which memory is claimed at once.
const CLAIM: usize = 1024;
/// Bytes of an arrangement beside its places: table entry, hole, count.
const EACH: usize = 160;
/// Moves beyond this need more memory than there is, whatever is counted.
const MAX_COUNTED: u64 = 1 << 40;
/// The most moves in all series listed together.
const MAX_MOVES: u64 = 1_000_000;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// The moves of each series.
    pub(super) exactly: u64,
    /// The pebbles on plates of their colour at its end.
    pub(super) matching: u64,
    /// How many series are listed at most, where they are.
    pub(super) list: Option<usize>,
}

/// What there is.
pub(super) struct Found {
    pub(super) count: BigUint,
    /// In lexicographic order of positions.
    pub(super) listed: Option<Vec<Vec<u8>>>,
}

/// The arrangements after some moves.
type Layer = HashMap<Layout, Reached>;

/// How an arrangement is reached.
struct Reached {
    matching: u64,
    series: BigUint,
}

/// Counts the series from `here`, and lists the first of them.
pub(super) fn series(puzzle: &Puzzle, here: &Layout, wanted: Wanted, cx: &Context<'_>) -> Result<Found, Halt> {
    let mut search = Search { puzzle, wanted, cx, claims: Vec::new(), layers: Vec::new() };
    let first = Reached { matching: matching(puzzle, here), series: 1_u8.into() };
    let mut layer = Layer::new();
    if search.in_reach(first.matching, wanted.exactly) {
        layer.insert(here.clone(), first);
    }
    let mut left = wanted.exactly;
    while left > 0 && !layer.is_empty() {
        left -= 1;
        let next = search.step(&layer, left)?;
        if wanted.list.is_some() {
            search.layers.push(layer);
        }
        layer = next;
    }
    let count = layer.values().map(|reached| &reached.series).sum();
    search.layers.push(layer);
    let listed = match wanted.list {
        Some(most) => Some(search.list(here, most)?),
        None => None,
    };
    Ok(Found { count, listed })
}

/// How many pebbles are on plates of their colour.
fn matching(puzzle: &Puzzle, here: &Layout) -> u64 {
    let pairs = here.colours().iter().zip(&puzzle.plates);
    pairs.filter(|&(&colour, &want)| colour != BLANK && colour == want).count() as u64
}

struct Search<'s, 'c> {
    puzzle: &'s Puzzle,
    wanted: Wanted,
    cx: &'s Context<'c>,
    claims: Vec<Reservation<'s>>,
    /// The layers so far, where series are listed.
    layers: Vec<Layer>,
}

impl Search<'_, '_> {
    /// Whether the number of matching pebbles can become the one asked for in the moves left.
    fn in_reach(&self, matching: u64, left: u64) -> bool {
        matching.abs_diff(self.wanted.matching) <= left
    }

    /// The layer one move on, after which `left` moves are left.
    fn step(&mut self, layer: &Layer, left: u64) -> Result<Layer, Halt> {
        if self.wanted.list.is_none() {
            // Only the last of the earlier layers is still in memory.
            self.claims.truncate(layer.len() / CLAIM + 1);
        }
        // A count has a byte for each move at most, since a place has fewer than 256 links.
        let each = EACH as u64 + self.puzzle.board.places() as u64 + self.wanted.exactly.min(MAX_COUNTED);
        let bytes = CLAIM as u64 * each;
        let mut next = Layer::new();
        for (state, reached) in layer {
            self.cx.spend(1)?;
            for &from in self.puzzle.board.links(state.blank()) {
                let after = self.matching_after(state, reached.matching, from);
                if !self.in_reach(after, left) {
                    continue;
                }
                let mut there = state.clone();
                there.slide(from);
                if next.len().is_multiple_of(CLAIM) && !next.contains_key(&there) {
                    self.claims.push(self.cx.reserve(bytes)?);
                }
                next.entry(there).or_insert_with(|| Reached { matching: after, series: 0_u8.into() }).series +=
                    &reached.series;
            }
        }
        Ok(next)
    }

    /// The matching pebbles after the pebble at `from` moved into the hole.
    fn matching_after(&self, state: &Layout, matching: u64, from: u8) -> u64 {
        let (colour, wanted) = (state.colours()[usize::from(from)], &self.puzzle.plates);
        let lost = u64::from(wanted[usize::from(from)] == colour);
        let won = u64::from(wanted[usize::from(state.blank())] == colour);
        matching + won - lost
    }

    /// The first series that there are.
    fn list(&mut self, here: &Layout, most: usize) -> Result<Vec<Vec<u8>>, Halt> {
        for at in (0..self.layers.len().saturating_sub(1)).rev() {
            let (before, after) = self.layers.split_at_mut(at + 1);
            let Some(next) = after.first() else { continue };
            self.cx.spend(before[at].len() as u64)?;
            let goes_on = |state: &Layout| {
                self.puzzle.board.links(state.blank()).iter().any(|&from| {
                    let mut there = state.clone();
                    there.slide(from);
                    next.contains_key(&there)
                })
            };
            before[at].retain(|state, _| goes_on(state));
        }
        let most = most.min(usize::try_from(MAX_MOVES / self.wanted.exactly.max(1)).unwrap_or(most)).max(1);
        let mut listed = Vec::new();
        let whole = self.layers.len() as u64 > self.wanted.exactly;
        if whole && self.layers.first().is_some_and(|first| first.contains_key(here)) {
            self.walk(here.clone(), most, &mut listed)?;
        }
        Ok(listed)
    }

    /// Walks through the layers in the order of positions, depth first. What is walked through leads to a series.
    fn walk(&self, here: Layout, most: usize, listed: &mut Vec<Vec<u8>>) -> Result<(), Halt> {
        let mut path: Vec<(Layout, usize)> = vec![(here, 0)];
        let mut line: Vec<u8> = Vec::new();
        while let Some((state, next)) = path.last_mut() {
            if path_is_whole(line.len(), self.wanted.exactly) {
                listed.push(line.clone());
                if listed.len() == most {
                    return Ok(());
                }
            }
            let links = if path_is_whole(line.len(), self.wanted.exactly) {
                &[]
            } else {
                self.puzzle.board.links(state.blank())
            };
            let Some(&from) = links.get(*next) else {
                path.pop();
                line.pop();
                continue;
            };
            *next += 1;
            let mut there = state.clone();
            there.slide(from);
            self.cx.spend(1)?;
            if self.layers[line.len() + 1].contains_key(&there) {
                line.push(from);
                path.push((there, 0));
            }
        }
        Ok(())
    }
}

fn path_is_whole(moves: usize, exactly: u64) -> bool {
    moves as u64 == exactly
}
