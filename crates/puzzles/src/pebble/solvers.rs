//! What is known of a board: its parts and solvers, for single questions, or for all where the process stays.
//!
//! A first question about a board gets what pays for it alone. A process that keeps things builds the board's whole
//! pattern databases once a few questions came: from then on a hint is a matter of microseconds.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use engines::Context;
use engines::motion::{Board, Layout, Solver};

use super::solvable::Parts;

/// From so many questions about one board on its whole databases are worth their build.
const WORTH_ALL: u32 = 3;
/// The same where all pebbles differ: the build takes seconds then.
const WORTH_LARGE: u32 = 30;

/// What is known of a board.
#[derive(Default)]
pub(super) struct Known {
    parts: OnceLock<Parts>,
    prepared: OnceLock<Arc<Solver>>,
    /// Held during the build, too.
    asked: Mutex<u32>,
}

impl Known {
    /// What this process keeps of the board; nothing yet where it keeps nothing.
    pub(super) fn of(board: &Board, cx: &Context<'_>) -> Arc<Known> {
        cx.keeps().map(|kept| kept.get_or(&board.content(), Known::default)).unwrap_or_default()
    }

    /// What the graph says.
    pub(super) fn parts(&self, board: &Board) -> &Parts {
        self.parts.get_or_init(|| Parts::of(board))
    }

    /// A solver for a position. Where a limit keeps it from tables it does without.
    pub(super) fn solver(&self, board: &Board, here: &Layout, cx: &Context<'_>) -> Arc<Solver> {
        self.prepared(board, cx).unwrap_or_else(|| {
            let mut solver = Solver::new(board);
            let _ = solver.prepare_for(here, cx);
            Arc::new(solver)
        })
    }

    /// The board's own solver, where it is there or worth its build.
    fn prepared(&self, board: &Board, cx: &Context<'_>) -> Option<Arc<Solver>> {
        let kept = cx.keeps()?;
        // A limit on nodes is for the question itself, not for a build.
        if self.prepared.get().is_some() || cx.budget().nodes.is_some() {
            return self.prepared.get().cloned();
        }
        // Others who ask about this board wait for the build: without tables they would take as long.
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        *asked = asked.saturating_add(1);
        if self.prepared.get().is_none() && *asked >= worth(board) {
            let mut solver = Solver::new(board);
            solver.prepare(cx).ok()?;
            kept.weigh(&board.content(), solver.bytes());
            let _ = self.prepared.set(Arc::new(solver));
        }
        self.prepared.get().cloned()
    }
}

fn worth(board: &Board) -> u32 {
    let colours: BTreeSet<u8> = board.wanted().iter().copied().collect();
    if colours.len() == board.places() { WORTH_LARGE } else { WORTH_ALL }
}
