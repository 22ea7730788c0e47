//! The places in which concurrent work is done, by kind.
//!
//! A short operation usually takes a few milliseconds, but a hostile text can make it use its whole time limit. So each
//! is first tried for [`QUICK`]; what takes longer gives its place up and begins anew in a lane of its own, at the
//! lowest priority. However many such texts come in, a hint or a position that takes less never waits for one of them
//! to end (multilevel feedback queues: Corbató et al. 1962).

use std::sync::Arc;

use tasks::{Failure, Limits, Operation, Outcome, Reason, Task};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::run::at_low_priority;

/// The time of the first attempt of a short operation, in milliseconds.
const QUICK: u64 = 8;

/// The places for concurrent work, by kind.
pub(super) struct Lanes {
    /// Places for questions that may take long.
    long: Arc<Semaphore>,
    /// Places for the first attempts of hints.
    hints: Arc<Semaphore>,
    /// Places for the first attempts of checks, pictures and positions.
    short: Arc<Semaphore>,
    /// Places for hints and short operations that took longer than their first attempt.
    slow: Arc<Semaphore>,
    /// Places for the short operations of levels that are programs: these may use their whole time limit.
    programs: Arc<Semaphore>,
}

impl Lanes {
    /// Creates so many places for long questions, and as many, but at least one, in each other lane.
    pub(super) fn new(slots: usize) -> Lanes {
        let semaphore = |count| Arc::new(Semaphore::new(count));
        let others = || semaphore(slots.max(1));
        Lanes { long: semaphore(slots), hints: others(), short: others(), slow: others(), programs: others() }
    }

    /// The lane in which a task begins.
    pub(super) fn of(&self, task: &Task, is_confined: bool) -> &Arc<Semaphore> {
        match (task.is_urgent(), is_confined, &task.operation) {
            (false, ..) => &self.long,
            (true, true, _) => &self.programs,
            (true, false, Operation::Ask { .. }) => &self.hints,
            (true, false, _) => &self.short,
        }
    }

    /// Performs short work within limits, beginning in this place: quickly, or else in the lane of slow work.
    pub(super) async fn short(
        &self,
        limits: Limits,
        place: OwnedSemaphorePermit,
        work: impl Fn(Limits) -> Outcome + Send + Sync + 'static,
    ) -> Outcome {
        let (quick, work) = (Limits { millis: QUICK, ..limits }.within(limits), Arc::new(work));
        let first = Arc::clone(&work);
        let outcome = on_thread(place, move || first(quick)).await;
        if is_settled(&outcome) || quick == limits {
            return outcome;
        }
        let Ok(place) = Arc::clone(&self.slow).acquire_owned().await else { return bug("no places are left") };
        on_thread(place, move || at_low_priority(|| work(limits))).await
    }
}

/// Does work on a thread that may block. Its place is held by the work, not by whoever waits for it: that one may be
/// gone long before.
pub(super) async fn on_thread(place: OwnedSemaphorePermit, work: impl FnOnce() -> Outcome + Send + 'static) -> Outcome {
    let placed = move || {
        let _place = place;
        work()
    };
    tokio::task::spawn_blocking(placed).await.unwrap_or_else(|_| bug("the work broke off"))
}

/// Whether more time could not change an outcome.
pub(super) fn is_settled(outcome: &Outcome) -> bool {
    let failed = |failure: &Failure| !matches!(failure.reason, Reason::Exceeded | Reason::Internal);
    outcome.is_conclusive() || matches!(outcome, Outcome::Failed(failure) if failed(failure))
}

/// The outcome of work that ended by a bug.
pub(super) fn bug(what: impl ToString) -> Outcome {
    Outcome::Failed(Failure::new(Reason::Internal, what.to_string()))
}
