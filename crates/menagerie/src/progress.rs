//! The progress line: only on a terminal, and only for work of more than a second.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use engines::{Progress, Report};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use puzzles::phrases::plural;

use crate::report;

/// The time after which the line appears.
const APPEARANCE_DELAY: Duration = Duration::from_secs(1);

/// A line on standard error with stage, nodes, proven bound and, if the total is known, the estimated time left.
#[derive(Clone)]
pub(crate) struct Line {
    started: Instant,
    bar: ProgressBar,
}

impl Line {
    /// Creates a line, which is hidden if standard error is not a terminal or `quiet` is set.
    pub(crate) fn new(quiet: bool) -> Line {
        let hidden = quiet || !std::io::stderr().is_terminal();
        let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(5) };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(
            ProgressStyle::with_template("{spinner} {elapsed} {msg}").unwrap_or(ProgressStyle::default_bar()),
        );
        Line { started: Instant::now(), bar }
    }

    /// Writes a text to standard error, above the line.
    pub(crate) fn say(&self, text: &str) {
        self.bar.suspend(|| report::say(text));
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Line {
    fn report(&self, report: Report<'_>) {
        let elapsed = self.started.elapsed();
        if self.bar.is_hidden() || elapsed < APPEARANCE_DELAY {
            return;
        }
        let mut said = format!("{}: {}", report.stage, plural(report.nodes, "node", "nodes"));
        if let Some(total) = report.total.filter(|&total| total > 0 && report.done > 0) {
            let left = elapsed.mul_f64((total.saturating_sub(report.done)) as f64 / report.done as f64);
            said.push_str(&format!(", {} of {total}, about {}s left", report.done, left.as_secs()));
        }
        if let Some(bound) = report.at_least {
            said.push_str(&format!(", at least {bound}"));
        }
        self.bar.set_message(said);
        self.bar.tick();
    }
}
