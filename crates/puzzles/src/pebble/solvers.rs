//! Solvers for single questions, and solvers that stay where the process does.
//!
//! A first question about a board gets what pays for it alone. A process that keeps things builds the board's whole
//! pattern databases once a few questions came: from then on a hint is a matter of microseconds.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use engines::Context;
use engines::motion::{Layout, Solver};

use super::rules::Puzzle;

/// From so many questions about one board on its whole databases are worth their build.
const WORTH_ALL: u32 = 3;
/// The same where all pebbles differ: the build takes seconds then.
const WORTH_LARGE: u32 = 30;

/// What is kept of a board.
#[derive(Default)]
struct Known {
    prepared: OnceLock<Arc<Solver>>,
    /// Held during the build, too.
    asked: Mutex<u32>,
}

/// A solver for a position. Where a limit keeps it from tables it does without.
pub(super) fn solver(puzzle: &Puzzle, here: &Layout, cx: &Context<'_>) -> Arc<Solver> {
    prepared(puzzle, cx).unwrap_or_else(|| {
        let mut solver = Solver::new(&puzzle.board);
        let _ = solver.prepare_for(here, cx);
        Arc::new(solver)
    })
}

/// The board's own solver, where it is there or worth its build.
fn prepared(puzzle: &Puzzle, cx: &Context<'_>) -> Option<Arc<Solver>> {
    let kept = cx.keeps()?;
    let key = puzzle.board.content();
    let known = kept.get_or(&key, Known::default);
    // A limit on nodes is for the question itself, not for a build.
    if known.prepared.get().is_some() || cx.budget().nodes.is_some() {
        return known.prepared.get().cloned();
    }
    // Others who ask about this board wait for the build: without tables they would take as long.
    let mut asked = known.asked.lock().unwrap_or_else(PoisonError::into_inner);
    *asked = asked.saturating_add(1);
    if known.prepared.get().is_none() && *asked >= worth(puzzle) {
        let mut solver = Solver::new(&puzzle.board);
        solver.prepare(cx).ok()?;
        kept.weigh(&key, solver.bytes());
        let _ = known.prepared.set(Arc::new(solver));
    }
    known.prepared.get().cloned()
}

fn worth(puzzle: &Puzzle) -> u32 {
    let colours: BTreeSet<u8> = puzzle.board.wanted().iter().copied().collect();
    if colours.len() == puzzle.board.places() { WORTH_LARGE } else { WORTH_ALL }
}
