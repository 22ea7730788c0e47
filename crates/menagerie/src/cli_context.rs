//! What every verb of the command line receives: the families, the limits that were asked for, and where things go.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engines::{CancellationToken, Context};
use puzzles::questions::QuestionRow;
use puzzles::{Family, QuestionKind, declared};

use crate::arguments::Common;
use crate::limits::Allowance;
use crate::mapped::NamedMap;
use crate::progress::Line;
use crate::report;
use crate::store::DiskStore;

/// The context that every verb receives.
pub(crate) struct CliContext<'a> {
    pub(crate) families: &'static [&'static dyn Family],
    pub(crate) common: &'a Common,
    pub(crate) stop: CancellationToken,
    pub(crate) line: Line,
    pub(crate) disk_store: Arc<DiskStore>,
    /// The limits of each question, except time.
    pub(crate) allowance: Allowance,
    /// The saved map that the user named, if one was named.
    pub(crate) map: Option<Arc<NamedMap>>,
    pub(crate) begun: Instant,
    /// Whether an output that was asked for is standard output: the answer then goes to standard error.
    pub(crate) aside: bool,
}

impl CliContext<'_> {
    /// A fresh context with the limits asked for; all files share one deadline.
    pub(crate) fn context(&self) -> Context<'_> {
        self.context_until(self.common.time.and_then(|time| self.begun.checked_add(time)))
    }

    /// A fresh context with a deadline of its own: the time asked for counts from now, or else this long.
    pub(crate) fn context_for(&self, time: Duration) -> Context<'_> {
        self.context_until(Instant::now().checked_add(self.common.time.unwrap_or(time)))
    }

    /// A fresh context for drawing an answer, which has as much time again as the answer had.
    pub(crate) fn context_of_drawing(&self) -> Context<'_> {
        self.context_until(self.common.time.and_then(|time| Instant::now().checked_add(time)))
    }

    /// The row of a question in the table of questions, with those that only one of the families declares.
    pub(crate) fn row(&self, kind: QuestionKind) -> Option<&'static QuestionRow> {
        declared::question(self.families, kind.name())
    }

    /// Prints the answer of the command.
    pub(crate) fn print(&self, text: &str) -> anyhow::Result<()> {
        if self.aside { report::print_aside(text) } else { report::print(text) }
    }

    /// Whether a map was named and no question read it.
    pub(crate) fn map_is_unused(&self) -> bool {
        self.map.as_ref().is_some_and(|map| !map.is_used())
    }

    fn context_until(&self, deadline: Option<Instant>) -> Context<'_> {
        let cx = self.allowance.context(deadline).stop(self.stop.clone()).progress(&self.line).store(&*self.disk_store);
        match &self.map {
            Some(map) => cx.reading_map(&**map),
            None => cx,
        }
    }
}
