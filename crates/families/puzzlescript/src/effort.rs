//! Limits of the work on a level that is no search: loading, preparing, playing.
//!
//! What is prepared for searches (decorations, packed keys, lower bounds) only makes them faster. So an analysis that
//! would take more work than it can be worth, or more memory than is allowed, is left out ([`Effort`]); one whose time
//! is over ends the question.

use std::cell::Cell;

use ::puzzlescript::interrupt::Interrupt;
use engines::{Context, Halt, TimeLimit};

/// The most work of all analyses of a level together: a cell of a rule, an object of a set, or a cell of the board is
/// one.
const MAX_WORK: usize = 100_000_000;
/// The work between two looks at the time.
const WORK_OF_LOOK: usize = 100_000;

/// The most bytes of what is prepared for searches, however much is allowed: more is worth nothing.
const MAX_BYTES: usize = 64 << 20;

/// The limits of the work on a level, as those of a question allow.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    pub(super) time: TimeLimit,
    /// The most bytes of a session.
    pub(super) session: usize,
    /// The most bytes of a session of which each thread of a search has one.
    pub(super) worker: usize,
    /// The most bytes of what is prepared for searches.
    pub(super) analysis: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: TimeLimit::default(), session: usize::MAX, worker: usize::MAX, analysis: MAX_BYTES }
    }
}

impl Limits {
    /// Divides the memory of a question: at most a quarter each for the session that is played, for one that questions
    /// are asked with, for those of a search, and for what is prepared.
    pub(super) fn of(cx: &Context<'_>) -> Limits {
        let bytes = cx.budget().bytes.map_or(usize::MAX, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        let part = bytes / 4;
        Limits {
            time: TimeLimit::of(cx),
            session: part,
            worker: part / cx.thread_count(),
            analysis: part.min(MAX_BYTES),
        }
    }

    /// The interrupt that comes when the time is over.
    pub(super) fn interrupt(&self) -> Interrupt {
        let time = self.time.clone();
        Interrupt::new(move || time.check().is_err())
    }
}

/// The work and memory that the analyses of a level may still take.
#[derive(Debug)]
pub(super) struct Effort {
    time: TimeLimit,
    work: Cell<usize>,
    look: Cell<usize>,
    bytes: Cell<usize>,
    /// Whether memory was asked for that was not there.
    was_refused: Cell<bool>,
    halt: Cell<Option<Halt>>,
}

impl Effort {
    pub(super) fn new(limits: &Limits) -> Effort {
        let (work, bytes) = (Cell::new(MAX_WORK), Cell::new(limits.analysis));
        let (look, was_refused, halt) = (Cell::new(MAX_WORK), Cell::new(false), Cell::new(None));
        Effort { time: limits.time.clone(), work, look, bytes, was_refused, halt }
    }

    /// Counts work. False once there was too much, or the time is over: the caller then leaves out what it was about.
    pub(super) fn spend(&self, work: usize) -> bool {
        let left = self.work.get().saturating_sub(work);
        self.work.set(left);
        if left <= self.look.get() {
            self.look.set(left.saturating_sub(WORK_OF_LOOK));
            if let Err(halt) = self.time.check() {
                self.halt.set(Some(halt));
                self.work.set(0);
            }
        }
        self.work.get() > 0
    }

    /// Takes memory for a table. False where it does not suffice.
    pub(super) fn take(&self, bytes: usize) -> bool {
        match self.bytes.get().checked_sub(bytes) {
            Some(left) => self.bytes.set(left),
            None => self.was_refused.set(true),
        }
        !self.was_refused.get()
    }

    /// Whether memory was asked for that was not there.
    pub(super) fn was_refused(&self) -> bool {
        self.was_refused.get()
    }

    /// The bytes that are left.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.get()
    }

    /// Whether the time was over.
    ///
    /// # Errors
    /// Says what ended it.
    pub(super) fn end(&self) -> Result<(), Halt> {
        self.halt.get().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use engines::{Budget, CancellationToken};

    use super::*;

    #[test]
    fn work_and_bytes_are_taken_until_there_are_none() {
        let effort = Effort::new(&Limits { analysis: 100, ..Limits::default() });
        assert!(effort.take(60) && effort.take(40) && effort.bytes() == 0 && !effort.was_refused());
        assert!(!effort.take(1) && effort.was_refused());
        assert!(effort.spend(MAX_WORK - 1) && !effort.spend(1) && !effort.spend(0));
        assert_eq!(effort.end(), Ok(()));
    }

    #[test]
    fn the_time_of_a_question_ends_it() {
        let stop = CancellationToken::default();
        let cx = Context::new(Budget { bytes: Some(400), ..Budget::default() }).stop(stop.clone());
        let limits = Limits::of(&cx);
        assert_eq!((limits.session, limits.worker, limits.analysis), (100, 100, 100));
        let (effort, interrupt) = (Effort::new(&limits), limits.interrupt());
        assert!(effort.spend(1) && !interrupt.is_due());
        stop.cancel();
        assert!(!effort.spend(WORK_OF_LOOK) && interrupt.is_due());
        assert_eq!(effort.end(), Err(Halt::Stopped));
    }
}
