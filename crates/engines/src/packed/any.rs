//! Solutions that need not be of least cost, for searches whose proof may not end.
//!
//! One attempt follows another, each a best-first search in the next of a few orders and by the next of the space's
//! estimates, since none is best for every level: by novelty (Lipovetzky and Geffner, *Best-first width search*, 2017:
//! states with a bit, or else a pair of bits, that no state with the same estimate had, or none at all, come first), by
//! weighted A* (Pohl, *Heuristic search viewed as path finding in a graph*, 1970), which values the estimate more than the
//! cost that was paid, and by the estimate alone. Each has a quarter of what is left: an attempt that succeeds does so
//! within some 20,000 states, and hardly ever later. An attempt after a solution is known looks only for one of less cost
//! (Richter, Thayer and Ruml, *The joy of forgetting: faster anytime search via restarting*, 2010).
//!
//! A state takes the memory that it takes in [`a_star`](super::a_star()); the order by novelty also takes, for each heuristic
//! that is met, a bit for every bit and pair of bits of a key. A first solution may be several times as long as a shortest
//! one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::a_star::Search;
use super::expansion::Heuristic;
use super::outcome::{Cut, Found};
use super::space::PackedSpace;
use crate::clock::{self, Instant};
use crate::{Context, Halt, Reservation};

/// What a long search calls now and then, within limits of its own: returns the cost of the best solution that is known
/// by other means, if there is one.
pub type Beside<'b, E> = dyn FnMut(&Context<'_>) -> Result<Option<u32>, E> + 'b;

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
    /// The place of a state in the order; the lowest comes first. `like` is the key of a state with the same heuristic that
    /// has a place already: the one that this was reached from, or the state itself.
    pub(super) fn place(&mut self, cost: u32, heuristic: u32, key: &[u32], like: Option<&[u32]>) -> Result<u32, Halt> {
        match self {
            Order::Sum(costs, heuristics) => Ok(*costs * cost + *heuristics * heuristic),
            Order::Novelty(novelty) => Ok(novelty.rank(heuristic, key, like)? * FAR + heuristic.min(FAR - 1)),
        }
    }
}

/// The orders of the attempts before a solution is known.
const ORDERS: usize = 4;
/// The costs and heuristics of the attempts that look for a better solution than is known.
const TOWARDS_BETTER: [(u32, u32); 4] = [(1, 5), (1, 3), (1, 2), (2, 3)];
/// Heuristics from here on are one in the order by novelty.
const FAR: u32 = 1 << 12;
/// Pairs of bits are looked at in keys of at most so many bits.
const MOST_PAIRED: usize = 1 << 10;

/// The bits, and pairs of bits, that states of each heuristic had.
pub(super) struct Novelty<'c> {
    cx: &'c Context<'c>,
    /// Whether states of each heuristic are compared apart.
    apart: bool,
    seen: HashMap<u32, Vec<u64>>,
    held: Vec<Reservation<'c>>,
}

impl<'c> Novelty<'c> {
    fn new(cx: &'c Context<'c>, apart: bool) -> Novelty<'c> {
        Novelty { cx, apart, seen: HashMap::new(), held: Vec::new() }
    }

    /// 0 for a state with a new bit, 1 for one with a new pair of bits, else 2; notes them. What it shares with the key
    /// `like`, which was noted under the same heuristic, is not new.
    fn rank(&mut self, heuristic: u32, key: &[u32], like: Option<&[u32]>) -> Result<u32, Halt> {
        let bits = 32 * key.len();
        let paired = if bits <= MOST_PAIRED { bits * bits } else { 0 };
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

/// The attempts to find some solution from one state.
pub struct Attempts<'s, S: PackedSpace> {
    space: &'s S,
    start: Vec<u32>,
    /// The attempts made before a solution was known, and since then.
    vain: usize,
    improving: usize,
    /// A solution that is looked for costs less; at first it may cost what it will.
    below: Option<u32>,
    best: Option<(u32, Found)>,
}

impl<'s, S: PackedSpace> Attempts<'s, S> {
    /// No attempt yet from `start`, which is no goal.
    #[must_use]
    pub fn new(space: &'s S, start: &[u32]) -> Self {
        Attempts { space, start: start.to_vec(), vain: 0, improving: 0, below: None, best: None }
    }

    /// Makes an attempt in each order, each with a part of what is left, until a limit strikes or none finds anything
    /// better; returns the best solution that is known, with its cost. One node of the budget is one state expanded.
    ///
    /// # Errors
    /// The error of the rules.
    pub fn attempt(&mut self, cx: &Context<'_>) -> Result<Option<&(u32, Found)>, S::Error> {
        for _ in 0..ORDERS * self.space.estimates() {
            let part = cx.beside(u64::MAX, if cx.nodes_left().is_some_and(|left| left <= ENOUGH) { 1 } else { SHARE });
            let Some(aim) = self.next_aim(&part) else { break };
            let found = Search::new(self.space, &self.start, aim, &part).and_then(Search::first);
            cx.absorb(&part);
            match found {
                Ok(Some(found)) => {
                    let cost = found.labels.iter().map(|&label| self.space.cost(label)).sum();
                    self.below = Some(cost);
                    self.best = Some((cost, found));
                }
                Ok(None) => break,
                Err(Cut::Halt(_)) if cx.spend(0).is_err() => break,
                Err(Cut::Halt(_)) => {}
                Err(Cut::Rules(error)) => return Err(error),
            }
        }
        Ok(self.best.as_ref())
    }

    /// [`Attempts::attempt`], of which only the cost is returned.
    ///
    /// # Errors
    /// The error of the rules.
    pub fn attempt_cost(&mut self, cx: &Context<'_>) -> Result<Option<u32>, S::Error> {
        Ok(self.attempt(cx)?.map(|(cost, _)| *cost))
    }

    /// Says that a solution of this cost is known by other means; only a better one is looked for from now on.
    pub fn know(&mut self, cost: u32) {
        self.below = Some(self.below.map_or(cost, |below| below.min(cost)));
    }

    /// What the next attempt is for; `None` where there is none left.
    fn next_aim<'c>(&mut self, cx: &'c Context<'c>) -> Option<Aim<'c>> {
        let Some(cost) = self.below else {
            let (ways, number) = (self.space.estimates(), self.vain);
            self.vain += 1;
            // Novelty finds most; the heuristic, alone or beside the cost, helps where it misleads.
            let order = match number / ways % ORDERS {
                0 => Order::Novelty(Novelty::new(cx, true)),
                1 => Order::Sum(1, 2),
                2 => Order::Novelty(Novelty::new(cx, false)),
                _ => Order::Sum(0, 1),
            };
            return Some(Aim { order, heuristic: Heuristic::Estimate(number % ways), most: u32::MAX });
        };
        let &(costs, heuristics) = TOWARDS_BETTER.get(self.improving)?;
        self.improving += 1;
        Some(Aim { order: Order::Sum(costs, heuristics), heuristic: Heuristic::Estimate(0), most: cost - 1 })
    }

    /// Returns the best solution that was found, with its cost.
    #[must_use]
    pub fn into_best(self) -> Option<(u32, Found)> {
        self.best
    }
}

/// When a search is interrupted for attempts: after so many nodes, or where a deadline is nearer, after a part of the
/// time.
pub(super) struct Schedule {
    begun: u64,
    /// The least nodes that a long search has spent.
    long: u64,
    nodes: u64,
    moment: Option<Instant>,
    is_known: bool,
}

/// The first attempts come where a search grows long, or after one of so many parts of what is allowed,
const FIRST: u32 = 4;
/// but not after fewer nodes than these, of which the search itself needs all;
const SHORT: u64 = 1 << 8;
/// the next ones after so many times the nodes that are spent then, or one of so many parts of the time that is left.
const LATER: u64 = 4;
const AGAIN: u32 = 2;
/// Attempts may take one of so many parts of the nodes that are spent, while no solution is known,
const UNKNOWN: u32 = 2;
/// and where one is;
const KNOWN: u32 = 4;
/// and of what is left, of the time not so much: after nodes a search stops where it is, in time it might end;
const LEFT: u32 = 8;
/// and each attempt one of so many parts of that, unless that is no more than these nodes.
const SHARE: u32 = 4;
const ENOUGH: u64 = 1 << 14;

impl Schedule {
    /// The schedule of a search that grows long from so many nodes on.
    pub(super) fn new(long: u64, cx: &Context<'_>) -> Schedule {
        let begun = cx.spent().nodes;
        let left = cx.nodes_left().unwrap_or(u64::MAX);
        Schedule {
            begun,
            long,
            nodes: begun + (left / u64::from(FIRST)).clamp(SHORT, long),
            moment: moment(cx, FIRST),
            is_known: false,
        }
    }

    pub(super) fn is_due(&self, cx: &Context<'_>) -> bool {
        cx.spent().nodes >= self.nodes || self.moment.is_some_and(|moment| clock::now() >= moment)
    }

    /// Calls for attempts; returns the most that a solution of least cost can cost.
    pub(super) fn run<E>(&mut self, beside: &mut Beside<'_, E>, cx: &Context<'_>) -> Result<u32, E> {
        let parts = if self.is_known { KNOWN } else { UNKNOWN };
        let spent = cx.spent().nodes - self.begun;
        let is_late = self.moment.is_some_and(|moment| clock::now() >= moment);
        let most = if is_late { u64::MAX } else { spent.max(self.long) / u64::from(parts) };
        let part = cx.beside(most, if cx.budget().deadline.is_some() { LEFT } else { parts });
        let best = beside(&part);
        cx.absorb(&part);
        let best = best?;
        self.is_known = best.is_some();
        self.nodes = self.begun + LATER * (cx.spent().nodes - self.begun);
        if is_late || self.is_known {
            self.moment = if self.is_known { None } else { moment(cx, AGAIN) };
        }
        Ok(best.unwrap_or(u32::MAX))
    }
}

/// The moment at which one of so many parts of the time left is over.
fn moment(cx: &Context<'_>, parts: u32) -> Option<Instant> {
    let now = clock::now();
    cx.budget().deadline.map(|deadline| now + deadline.saturating_duration_since(now) / parts)
}
