//! The deadline and the cancellation of a context as a value, for work that is kept longer than the context.

use crate::clock::{self, Instant};
use crate::context::{CancellationToken, Context, Halt};

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
    use crate::context::Budget;

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
        assert_eq!(TimeLimit::of(&late).check(), Err(Halt::Time));
    }
}
