//! How much a text may ask for. A text of a few lines can expand to millions of rules, so everything that can grow is
//! counted before memory is taken for it.

use super::problem::{Code, Problem, Report};

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
    /// Steps of work: a token, an item of a rule that is copied, a cell of a level, a byte of a rule's text, each is one.
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
            steps: 100_000_000,
        }
    }
}

/// Counts the work against the limits.
pub(crate) struct Budget<'l> {
    limits: &'l CompileLimits,
    steps: u64,
    refused: Option<Problem>,
}

impl<'l> Budget<'l> {
    pub(crate) fn new(limits: &'l CompileLimits) -> Self {
        Self { limits, steps: 0, refused: None }
    }

    pub(crate) fn limits(&self) -> &'l CompileLimits {
        self.limits
    }

    /// The steps of work so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Counts steps of work; false when there are too many.
    pub(crate) fn spend(&mut self, steps: usize) -> bool {
        self.steps = self.steps.saturating_add(steps as u64);
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

    /// Whether a limit was exceeded.
    pub(crate) fn is_spent(&self) -> bool {
        self.refused.is_some()
    }

    /// Reports the limit that was exceeded, if any; true if so.
    pub(crate) fn report(&mut self, report: &mut Report) -> bool {
        self.refused.clone().map(|problem| report.refuse(problem)).is_some()
    }
}
