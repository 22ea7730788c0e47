//! Progress reports at a rate that a page can use.

use std::sync::Mutex;

use engines::clock::{self, Duration, Instant};
use engines::{Progress, Report};
use tasks::ProgressUpdate;

/// The least time between two reports that are passed on.
const PAUSE: Duration = Duration::from_millis(50);

/// Passes the first report on, and each later one that comes at least 50 ms after the last one that was.
pub struct Throttled<F> {
    last: Mutex<Option<Instant>>,
    send: F,
}

impl<F: Fn(&ProgressUpdate) + Sync> Throttled<F> {
    /// Passes reports on to `send`.
    pub fn new(send: F) -> Throttled<F> {
        Throttled { last: Mutex::new(None), send }
    }
}

impl<F: Fn(&ProgressUpdate) + Sync> Progress for Throttled<F> {
    fn report(&self, report: Report<'_>) {
        let Ok(mut last) = self.last.lock() else { return };
        if last.is_none_or(|last| last.elapsed() >= PAUSE) {
            *last = Some(clock::now());
            (self.send)(&report.into());
        }
    }
}

impl<F> std::fmt::Debug for Throttled<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Throttled").field("last", &self.last).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn the_first_report_is_passed_on_at_once() {
        let count = AtomicU32::new(0);
        let progress = Throttled::new(|update: &ProgressUpdate| {
            assert_eq!(update.stage, "search");
            count.fetch_add(1, Ordering::Relaxed);
        });
        progress.report(Report { stage: "search", done: 1, total: None, at_least: Some(2), nodes: 3 });
        assert_eq!(count.into_inner(), 1);
    }
}
