//! The deadline and the cancellation of a context as a value, for work that is kept longer than the context.

use crate::clock::{self, Duration, Instant};
use crate::context::{Budget, CancellationToken, Context, Halt};

/// When work must end: at a deadline, or when its user asks for it. The default never ends.
#[derive(Clone, Debug, Default)]
pub struct TimeLimit {
    stop: CancellationToken,
    deadline: Option<Instant>,
}

impl TimeLimit {
    /// Returns the deadline and the cancellation of a context.
    #[must_use]
    pub fn of(cx: &Context<'_>) -> TimeLimit {
        TimeLimit { stop: cx.stop_flag().clone(), deadline: cx.budget().deadline }
    }

    /// Returns a context with this limit, but at least so much time from now, and with this memory: for what is done with
    /// an answer that took all of its time.
    #[must_use]
    pub fn context(&self, least: Duration, bytes: Option<u64>) -> Context<'static> {
        let least = clock::now().checked_add(least);
        let deadline = self.deadline.and_then(|deadline| least.map(|least| deadline.max(least)));
        Context::new(Budget { bytes, deadline, ..Budget::default() }).stop(self.stop.clone())
    }

    /// Returns an error once the work must end. This reads the clock, so call it once for a few thousand units of work.
    ///
    /// # Errors
    /// [`Halt::Stopped`] or [`Halt::Time`].
    pub fn check(&self) -> Result<(), Halt> {
        if self.stop.is_cancelled() {
            return Err(Halt::Stopped);
        }
        if self.deadline.is_some_and(|deadline| clock::now() >= deadline) {
            return Err(Halt::Time);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_with_its_context() {
        let stop = CancellationToken::default();
        let cx = Context::default().stop(stop.clone());
        let limit = TimeLimit::of(&cx);
        drop(cx);
        assert_eq!((limit.check(), TimeLimit::default().check()), (Ok(()), Ok(())));
        stop.cancel();
        assert_eq!(limit.check(), Err(Halt::Stopped));
        let late = Context::new(Budget { deadline: Some(clock::now()), ..Budget::default() });
        let late = TimeLimit::of(&late);
        assert_eq!(late.check(), Err(Halt::Time));
        assert_eq!(late.context(Duration::ZERO, None).spend(0), Err(Halt::Time));
        let more = late.context(Duration::from_secs(1000), Some(7));
        assert_eq!((more.spend(0), more.budget().bytes), (Ok(()), Some(7)));
        assert_eq!(limit.context(Duration::from_secs(1000), None).spend(0), Err(Halt::Stopped));
        assert!(TimeLimit::default().context(Duration::ZERO, None).budget().deadline.is_none());
    }
}
