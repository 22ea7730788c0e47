//! Counts expanded states against the budget, in batches that end exactly at the limit.

use crate::{Context, Halt};

/// Between two looks at the clock. Rules may be slow scripts, so it is small.
const BATCH: u64 = 64;

/// Counts for one engine. What is still uncounted is counted when it is dropped.
pub(super) struct Meter<'c> {
    cx: &'c Context<'c>,
    pending: u64,
    batch: u64,
}

impl<'c> Meter<'c> {
    pub(super) fn new(cx: &'c Context<'c>) -> Self {
        Meter { cx, pending: 0, batch: batch(cx) }
    }

    /// Asks to expand one more state.
    #[inline]
    pub(super) fn tick(&mut self) -> Result<(), Halt> {
        self.pending += 1;
        if self.pending < self.batch {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending);
        self.cx.spend(pending)?;
        self.batch = batch(self.cx);
        Ok(())
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        if self.pending > 0 {
            // The work is done: what the limit says no longer matters.
            let _ = self.cx.spend(self.pending);
        }
    }
}

/// As far as the first state that is one too many.
fn batch(cx: &Context<'_>) -> u64 {
    match cx.budget().nodes {
        Some(limit) => limit.saturating_sub(cx.spent().nodes).saturating_add(1).min(BATCH),
        None => BATCH,
    }
}
