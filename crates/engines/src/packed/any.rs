//! Solutions that need not be of least cost, for searches whose proof may not end.
//!
//! One attempt follows another, each a best-first search in the next of a few orders and by the next of the space's
//! estimates, since none is best for every level: by novelty (Lipovetzky and Geffner, *Best-first width search*, 2017:
//! states with a bit, or else a pair of bits, that no state with the same estimate had, or none at all, come first), by
//! weighted A* (Pohl, *Heuristic search viewed as path finding in a graph*, 1970), which values the estimate more than
//! the cost that was paid, and by the estimate alone. Each has a quarter of what is left: an attempt that succeeds does
//! so within some 20,000 states, and hardly ever later. An attempt after a solution is known looks only for one of less
//! cost (Richter, Thayer and Ruml, *The joy of forgetting: faster anytime search via restarting*, 2010).
//!
//! A state takes the memory that it takes in [`a_star`](super::a_star()); the order by novelty also takes, for each
//! heuristic that is met, a bit for every bit and pair of bits of a key. A first solution may be several times as long
//! as a shortest one.

use super::best_first::Search;
use super::expansion::Heuristic;
use super::order::{Aim, Novelty, Order};
use super::outcome::{Cut, Found};
use super::space::PackedSpace;
use crate::Context;

/// The orders of the attempts before a solution is known.
const ORDERS: usize = 4;
/// The costs and heuristics of the attempts that look for a better solution than is known.
const TOWARDS_BETTER: [(u32, u32); 4] = [(1, 5), (1, 3), (1, 2), (2, 3)];

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

/// and each attempt one of so many parts of that, unless that is no more than these nodes.
const SHARE: u32 = 4;
const ENOUGH: u64 = 1 << 14;
