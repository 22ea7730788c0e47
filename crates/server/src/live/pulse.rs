//! When to step: a clock that beats sixty times a second and never runs after lost time for long.
//!
//! The world itself sees no clock. A room asks how many beats are due and makes as many steps; where more than
//! [`CATCH_UP`] are, the machine was busy elsewhere, and the rest is given up: the world is then late, not hasty.

use std::time::{Duration, Instant};

/// Beats that are made up for at once.
pub(crate) const CATCH_UP: u32 = 4;
/// Between two beats.
pub(crate) const BEAT: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// The next beat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pulse {
    next: Instant,
}

impl Pulse {
    /// The first beat is now.
    pub(crate) fn new(now: Instant) -> Pulse {
        Pulse { next: now }
    }

    /// How many beats are due.
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

    /// How long there is nothing to do.
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
