//! Asserts how the time of a piece of work grows with the size of its input.
//!
//! Times of one machine under any load are compared with each other, and the time is that of the thread on a processor
//! where the system tells it, so that neither a slow nor a busy machine changes the result.

use std::time::{Duration, Instant};

/// How much larger the large input is than the small one.
const LARGER: usize = 8;
/// The greatest ratio of the times: work in proportion to the size has 8, work that grows with its square 64.
const MAX: u32 = 24;
/// A time that the system's clock of a thread can tell, at least.
const MIN: Duration = Duration::from_millis(4);
/// Measurements of each size, of which the shortest counts.
const TRIES: usize = 2;

/// Panics unless the time of `work` grows in proportion to the size of its input, which `prepare` makes: eight times
/// the size may take 24 times as long. The large input should take a tenth of a second at least.
pub fn assert_linear<T>(what: &str, size: usize, prepare: impl Fn(usize) -> T, mut work: impl FnMut(&T)) {
    let (small, large) = (prepare(size), prepare(LARGER * size));
    let small = shortest(&mut work, &small).max(MIN);
    let large = shortest(&mut work, &large);
    assert!(large < small * MAX, "{what}: size {size} takes {small:?}, {LARGER} times the size {large:?}");
}

fn shortest<T>(work: &mut impl FnMut(&T), input: &T) -> Duration {
    let timed = |_| {
        let clock = Clock::start();
        work(input);
        clock.elapsed()
    };
    (0..TRIES).map(timed).min().unwrap_or_default()
}

/// A clock that stands still while the thread waits for a processor, on Linux.
struct Clock {
    begun: Instant,
    computed: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock { begun: Instant::now(), computed: computed() }
    }

    fn elapsed(&self) -> Duration {
        let computed = self.computed.zip(computed()).map(|(before, after)| after.saturating_sub(before));
        computed.unwrap_or_else(|| self.begun.elapsed())
    }
}

/// The time that this thread has spent on a processor.
fn computed() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::assert_linear;

    fn square(size: &usize) {
        (0..*size).for_each(|index| assert!((0..*size).all(|other| std::hint::black_box(other) != index + size)));
    }

    #[test]
    fn work_in_proportion_passes() {
        assert_linear(
            "a sum",
            1_000_000,
            |size| size,
            |size| {
                assert!((0..*size).all(|index| std::hint::black_box(index) < *size));
            },
        );
    }

    #[test]
    #[should_panic(expected = "8 times the size")]
    fn work_that_grows_with_the_square_does_not() {
        assert_linear("all pairs", 3_000, |size| size, square);
    }
}
