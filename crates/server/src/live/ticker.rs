//! A clock that ticks 60 times a second, and skips ticks rather than catching up with many at once.
//!
//! The world itself has no clock. A room asks how many ticks are due and does as many steps; if more than [`CATCH_UP`]
//! are due, because the machine was busy, the rest is skipped: the world then runs late instead of too fast.

use std::time::{Duration, Instant};

/// The most ticks that are due at once.
pub(crate) const CATCH_UP: u32 = 4;
/// The time between two ticks.
pub(crate) const TICK: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// A clock that knows the time of its next tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticker {
    next: Instant,
}

impl Ticker {
    /// Creates a clock whose first tick is at `now`.
    pub(crate) fn new(now: Instant) -> Ticker {
        Ticker { next: now }
    }

    /// Returns the number of ticks that are due, at most [`CATCH_UP`].
    pub(crate) fn due(&mut self, now: Instant) -> u32 {
        let mut due = 0;
        while self.next <= now && due < CATCH_UP {
            self.next += TICK;
            due += 1;
        }
        if self.next <= now {
            self.next = now + TICK;
        }
        due
    }

    /// Returns the time until the next tick.
    pub(crate) fn rest(&self, now: Instant) -> Duration {
        self.next.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_even_and_lost_time_is_given_up() {
        let start = Instant::now();
        let mut ticker = Ticker::new(start);
        assert_eq!((ticker.due(start), ticker.due(start)), (1, 0));
        assert_eq!(ticker.rest(start), TICK);
        assert_eq!(ticker.due(start + TICK * 3), 3);
        assert_eq!(ticker.due(start + TICK * 60), CATCH_UP);
        assert_eq!(ticker.due(start + TICK * 60), 0);
        assert_eq!(ticker.due(start + TICK * 61), 1);
    }
}
