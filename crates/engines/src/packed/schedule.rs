//! When a long search is interrupted for solutions that need not be of least cost.

use crate::Context;
use crate::clock::{self, Instant};

/// What a long search calls now and then, within limits of its own: returns the cost of the best solution that is known
/// by other means, if there is one.
pub type Beside<'b, E> = dyn FnMut(&Context<'_>) -> Result<Option<u32>, E> + 'b;

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
const MIN_NODES: u64 = 1 << 8;

/// the next ones after so many times the nodes that are spent then, or one of so many parts of the time that is left.
const LATER: u64 = 4;

const AGAIN: u32 = 2;

/// Attempts may take one of so many parts of the nodes that are spent, while no solution is known,
const UNKNOWN: u32 = 2;

/// and where one is;
const KNOWN: u32 = 4;

/// and of what is left, of the time not so much: after nodes a search stops where it is, in time it might end;
const LEFT: u32 = 8;

impl Schedule {
    /// The schedule of a search that grows long from so many nodes on.
    pub(super) fn new(long: u64, cx: &Context<'_>) -> Schedule {
        let begun = cx.spent().nodes;
        let left = cx.nodes_left().unwrap_or(u64::MAX);
        Schedule {
            begun,
            long,
            nodes: begun + (left / u64::from(FIRST)).clamp(MIN_NODES, long),
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
