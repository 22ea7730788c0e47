//! The orders in which a best-first search expands states, and what one is for.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::expansion::Heuristic;
use crate::{Context, Halt, Reservation};

/// The order in which states are expanded.
pub(super) enum Order<'c> {
    /// By the sum of the cost paid and the heuristic, so many times each.
    Sum(u32, u32),
    /// By novelty, then by the heuristic.
    Novelty(Novelty<'c>),
}

/// What a best-first search is for.
pub(super) struct Aim<'c> {
    pub(super) order: Order<'c>,
    pub(super) heuristic: Heuristic,
    /// States are stored only while their cost and heuristic together are at most so much.
    pub(super) most: u32,
}

impl Aim<'_> {
    /// A solution of least cost, which is the first that A* meets.
    pub(super) fn exact() -> Self {
        Aim { order: Order::Sum(1, 1), heuristic: Heuristic::LowerBound, most: u32::MAX }
    }

    pub(super) fn is_exact(&self) -> bool {
        matches!(self.order, Order::Sum(1, 1))
    }
}

impl<'c> Order<'c> {
    /// The place of a state in the order; the lowest comes first. `like` is the key of a state with the same heuristic
    /// that has a place already: the one that this was reached from, or the state itself.
    pub(super) fn place(&mut self, cost: u32, heuristic: u32, key: &[u32], like: Option<&[u32]>) -> Result<u32, Halt> {
        match self {
            Order::Sum(costs, heuristics) => Ok(*costs * cost + *heuristics * heuristic),
            Order::Novelty(novelty) => Ok(novelty.rank(heuristic, key, like)? * FAR + heuristic.min(FAR - 1)),
        }
    }
}

/// Heuristics from here on are one in the order by novelty.
const FAR: u32 = 1 << 12;

/// Pairs of bits are looked at in keys of at most so many bits.
const MAX_PAIRED: usize = 1 << 10;

/// The bits, and pairs of bits, that states of each heuristic had.
pub(super) struct Novelty<'c> {
    cx: &'c Context<'c>,
    /// Whether states of each heuristic are compared apart.
    apart: bool,
    seen: HashMap<u32, Vec<u64>>,
    held: Vec<Reservation<'c>>,
}

impl<'c> Novelty<'c> {
    pub(super) fn new(cx: &'c Context<'c>, apart: bool) -> Novelty<'c> {
        Novelty { cx, apart, seen: HashMap::new(), held: Vec::new() }
    }

    /// 0 for a state with a new bit, 1 for one with a new pair of bits, else 2; notes them. What it shares with the key
    /// `like`, which was noted under the same heuristic, is not new.
    fn rank(&mut self, heuristic: u32, key: &[u32], like: Option<&[u32]>) -> Result<u32, Halt> {
        let bits = 32 * key.len();
        let paired = if bits <= MAX_PAIRED { bits * bits } else { 0 };
        let seen = match self.seen.entry(if self.apart { heuristic } else { 0 }) {
            Entry::Occupied(seen) => seen.into_mut(),
            Entry::Vacant(free) => {
                let words = (bits + paired).div_ceil(64);
                self.held.push(self.cx.reserve(8 * words as u64)?);
                free.insert(vec![0; words])
            }
        };
        let mut note = |bit: usize| {
            let (word, mask) = (&mut seen[bit / 64], 1 << (bit % 64));
            let is_new = *word & mask == 0;
            *word |= mask;
            is_new
        };
        let is_shared = |bit: usize| like.is_some_and(|like| like[bit / 32] >> (bit % 32) & 1 == 1);
        let (mut one, mut two) = (false, false);
        for first in ones(key).filter(|&bit| !is_shared(bit)) {
            one |= note(first);
            if paired > 0 {
                let mut pair = |low: usize, high: usize| two |= note(bits + high * bits + low);
                ones(key).for_each(|second| pair(first.min(second), first.max(second)));
            }
        }
        Ok(if one { 0 } else { 2 - u32::from(two) })
    }
}

/// The numbers of the bits of a key that are 1, ascending.
fn ones(key: &[u32]) -> impl Iterator<Item = usize> {
    key.iter().enumerate().flat_map(|(word, &bits)| {
        let mut left = bits;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| 32 * word + left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            bit
        })
    })
}
