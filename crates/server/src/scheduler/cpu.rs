//! The seconds of computing that each client may spend in a minute.
//!
//! What is counted is the time of the processor on the thread that works, for levels that are programs the time until their
//! process has ended. Work that a worker takes from the queue is not counted here: open jobs are bounded by the queue.

use std::time::{Duration, Instant};

use crate::http::rate::Rate;
use crate::queue::QueueError;

/// The least budget, in seconds a minute.
const MIN_SECONDS: f64 = 0.001;

/// The budget of all clients.
#[derive(Debug)]
pub(super) struct CpuBudget {
    per_minute: f64,
    rate: Option<Rate<String>>,
}

impl CpuBudget {
    /// Creates a budget of this many seconds a minute for each client, which may be spent at once; `None` has no bound.
    pub(super) fn new(per_minute: Option<f64>) -> CpuBudget {
        let rate = per_minute.map(|seconds| Rate::new(seconds.max(MIN_SECONDS) / 60.0, seconds));
        CpuBudget { per_minute: per_minute.unwrap_or(f64::INFINITY), rate }
    }

    /// Admits a client that has not spent its seconds.
    ///
    /// # Errors
    /// [`QueueError::Full`] with the time after which the client is admitted again.
    pub(super) fn admit(&self, client: &str) -> Result<(), QueueError> {
        let Some(Err(seconds)) = self.rate.as_ref().map(|rate| rate.admit(client.to_owned())) else { return Ok(()) };
        let what = format!("this client has spent its {} seconds of computing a minute", self.per_minute);
        Err(QueueError::Full { what, retry_after: Duration::from_secs(seconds) })
    }

    /// Does work for a client and charges it what the work took; `is_elsewhere` says that a child process does it.
    pub(super) fn charge<T>(&self, client: &str, is_elsewhere: bool, work: impl FnOnce() -> T) -> T {
        let Some(rate) = &self.rate else { return work() };
        let (begun, thread) = (Instant::now(), thread_time());
        let done = work();
        let took = match (is_elsewhere, thread, thread_time()) {
            (false, Some(before), Some(after)) => after.saturating_sub(before),
            _ => begun.elapsed(),
        };
        rate.spend(client.to_owned(), took.as_secs_f64());
        done
    }
}

/// The time that the processor has spent on this thread, where the system says it.
#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_pays_for_its_own_work() {
        let budget = CpuBudget::new(Some(60.0));
        budget.charge("one", true, || std::thread::sleep(Duration::from_millis(20)));
        assert!(budget.admit("one").is_ok());
        let spent = CpuBudget { rate: Some(Rate::new(0.01, 0.01)), per_minute: 0.01 };
        spent.charge("one", true, || std::thread::sleep(Duration::from_millis(30)));
        assert!(matches!(spent.admit("one"), Err(QueueError::Full { .. })) && spent.admit("other").is_ok());
        // A thread that sleeps spends nothing.
        let idle = CpuBudget::new(Some(0.05));
        idle.charge("one", false, || std::thread::sleep(Duration::from_millis(100)));
        assert!(idle.admit("one").is_ok());
    }
}
