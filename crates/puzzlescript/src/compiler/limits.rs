//! How much a text may ask for. A text of a few lines can expand to millions of rules, so everything that can grow is
//! counted before memory is taken for it.

use super::problem::{Code, Problem, Report};
use crate::interrupt::Interrupt;

/// The steps between two looks at the interrupt.
const STEPS_OF_LOOK: u64 = 1 << 13;

/// What a text may ask for before it is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileLimits {
    /// Bytes of the text.
    pub bytes: usize,
    /// Objects and legend entries.
    pub names: usize,
    /// Collision layers.
    pub layers: usize,
    /// Rule lines, and expanded rules at any one time.
    pub rules: usize,
    /// Items of all expanded rules at any one time.
    pub items: usize,
    /// Cells of one level.
    pub cells: usize,
    /// Cells of all levels.
    pub cells_in_all: usize,
    /// Rows of all levels.
    pub rows_in_all: usize,
    /// Steps of work: a token, an item of a rule that is copied, a cell of a level, a byte of a rule's text, each is
    /// one.
    pub steps: u64,
}

impl Default for CompileLimits {
    fn default() -> Self {
        Self {
            bytes: 4 << 20,
            names: 10_000,
            layers: 1_000,
            rules: 200_000,
            items: 8_000_000,
            cells: 1_000_000,
            cells_in_all: 4_000_000,
            rows_in_all: 4_000_000,
            steps: 100_000_000,
        }
    }
}

/// Bytes that an item of an expanded rule takes at most while rules are made, with its part of its cell and its rule.
const BYTES_OF_ITEM: u64 = 160;
/// Bytes that a rule takes beside its items while rules are made.
const BYTES_OF_RULE: u64 = 2000;
/// Bytes that a cell of a level takes, with its character in the text.
const BYTES_OF_CELL: u64 = 16;
/// Bytes that a row of a level takes beside its cells while its text is read.
const BYTES_OF_ROW: u64 = 100;
/// Steps of work for a byte: what is copied, a name or a member of a set, takes at least so much work.
const STEPS_OF_BYTE: u64 = 1;

impl CompileLimits {
    /// Returns these limits, or lower ones with which the compiler takes about so many bytes beside the text and what
    /// is read from it line by line.
    #[must_use]
    pub fn within(self, bytes: u64) -> Self {
        let count = |most: usize, each: u64| most.min(usize::try_from(bytes / each).unwrap_or(usize::MAX));
        Self {
            rules: count(self.rules, BYTES_OF_RULE),
            items: count(self.items, BYTES_OF_ITEM),
            cells_in_all: count(self.cells_in_all, BYTES_OF_CELL),
            rows_in_all: count(self.rows_in_all, BYTES_OF_ROW),
            steps: self.steps.min(bytes.saturating_mul(STEPS_OF_BYTE)),
            ..self
        }
    }
}

/// Counts the work against the limits.
pub(crate) struct Budget<'l> {
    limits: &'l CompileLimits,
    steps: u64,
    refused: Option<Problem>,
    interrupt: &'l Interrupt,
    /// The steps at which the interrupt is looked at next.
    look: u64,
    is_interrupted: bool,
}

impl<'l> Budget<'l> {
    pub(crate) fn new(limits: &'l CompileLimits, interrupt: &'l Interrupt) -> Self {
        Self { limits, steps: 0, refused: None, interrupt, look: 0, is_interrupted: false }
    }

    pub(crate) fn limits(&self) -> &'l CompileLimits {
        self.limits
    }

    /// The steps of work so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Counts steps of work; false when there are too many, or the interrupt came.
    pub(crate) fn spend(&mut self, steps: usize) -> bool {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps >= self.look {
            self.look = self.steps.saturating_add(STEPS_OF_LOOK);
            self.is_interrupted |= self.interrupt.is_due();
        }
        if self.steps > self.limits.steps {
            let problem = Problem::new(Code::TooMuchWork);
            self.refuse(problem.value("limit", self.limits.steps.to_string()));
        }
        !self.is_spent()
    }

    /// Checks a count against one of the limits; false when it is too large.
    pub(crate) fn allow(&mut self, count: usize, limit: usize, problem: Problem) -> bool {
        if count > limit {
            self.refuse(problem.value("count", count.to_string()).value("limit", limit.to_string()));
        }
        !self.is_spent()
    }

    fn refuse(&mut self, problem: Problem) {
        self.refused.get_or_insert(problem);
    }

    /// Whether a limit was exceeded, or the interrupt came.
    pub(crate) fn is_spent(&self) -> bool {
        self.refused.is_some() || self.is_interrupted
    }

    /// Whether the interrupt came.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Reports the limit that was exceeded, if any; true if so.
    pub(crate) fn report(&mut self, report: &mut Report) -> bool {
        self.refused.clone().map(|problem| report.refuse(problem)).is_some()
    }
}
