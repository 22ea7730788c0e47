//! A clock that beats 60 times a second, and skips beats rather than catching up with many at once.
//!
//! The world itself has no clock. A room asks how many beats are due and does as many steps; if more than [`CATCH_UP`]
//! are due, because the machine was busy, the rest is skipped: the world then runs late instead of too fast.

use std::time::{Duration, Instant};

/// The most beats that are due at once.
pub(crate) const CATCH_UP: u32 = 4;
/// The time between two beats.
pub(crate) const BEAT: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// A clock that knows the time of its next beat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pulse {
    next: Instant,
}

impl Pulse {
    /// Creates a clock whose first beat is at `now`.
    pub(crate) fn new(now: Instant) -> Pulse {
        Pulse { next: now }
    }

    /// Returns the number of beats that are due, at most [`CATCH_UP`].
    pub(crate) fn due(&mut self, now: Instant) -> u32 {
        let mut due = 0;
        while self.next <= now && due < CATCH_UP {
            self.next += BEAT;
            due += 1;
        }
        if self.next <= now {
            self.next = now + BEAT;
        }
        due
    }

    /// Returns the time until the next beat.
    pub(crate) fn rest(&self, now: Instant) -> Duration {
        self.next.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beats_are_even_and_lost_time_is_given_up() {
        let start = Instant::now();
        let mut pulse = Pulse::new(start);
        assert_eq!((pulse.due(start), pulse.due(start)), (1, 0));
        assert_eq!(pulse.rest(start), BEAT);
        assert_eq!(pulse.due(start + BEAT * 3), 3);
        assert_eq!(pulse.due(start + BEAT * 60), CATCH_UP);
        assert_eq!(pulse.due(start + BEAT * 60), 0);
        assert_eq!(pulse.due(start + BEAT * 61), 1);
    }
}
