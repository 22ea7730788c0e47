//! What is known of a board: its parts and solvers, for single questions, or for all where the process stays.
//!
//! The first questions about a board are solved with what pays off for a single question. A process that keeps solvers
//! builds the board's whole pattern databases after a few questions; from then on a hint takes microseconds.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use engines::Context;
use engines::motion::{Board, Layout, Outcome, Solver};

use super::solvable::Parts;
use frame::problem::AskError;

/// The number of questions about one board from which on its whole databases are worth their build.
const WORTH_ALL: u32 = 3;
/// That number where all pebbles differ: the build takes seconds then.
const WORTH_LARGE: u32 = 30;

/// The error where a search finds no solution although the verdict on the blocks says that there is one.
pub(super) fn contradiction() -> AskError {
    AskError::Broken(io::Error::other("the search contradicts the verdict on the blocks"))
}

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
        // Other questions about this board wait for the build: without tables they would take as long.
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

/// Finds the distances of positions of one board, one after the other.
pub(super) struct Distances(Solver);

impl Distances {
    /// The distances of this board.
    pub(super) fn of(board: &Board) -> Distances {
        Distances(Solver::new(board))
    }

    /// The fewest moves from a position that can be solved. Where a limit keeps the solver from tables it does without.
    pub(super) fn least(&mut self, here: &Layout, cx: &Context<'_>) -> Result<u32, AskError> {
        let _ = self.0.prepare_for(here, cx);
        match self.0.shortest(here, cx) {
            Outcome::Found(line) => Ok(line.moves.len() as u32),
            Outcome::Impossible(_) => Err(contradiction()),
            Outcome::Unfinished { halt, .. } => Err(halt.into()),
        }
    }
}
