//! The monotonic clock of the engines and of everything above them.
//!
//! All code of this workspace that measures time in an engine, a family or a script calls [`now`] and names
//! [`Instant`] from here. Natively that is the clock of `std`. On `wasm32-unknown-unknown`, where `std` has none, it is
//! the function `now` that the embedder gives the module in the import object `menagerie`: milliseconds as an `f64`
//! since any moment, as `performance.now()` returns them.
//! Proofs never depend on the clock; it only decides when a deadline, or a part of the time before it, has passed.

pub use std::time::Duration;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use embedder::Instant;

/// Returns the present moment.
#[must_use]
#[inline]
pub fn now() -> Instant {
    Instant::now()
}

/// Moments by the embedder's clock.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod embedder {
    #![allow(unsafe_code)]

    use std::ops::Add;
    use std::time::Duration;

    #[link(wasm_import_module = "menagerie")]
    // SAFETY: a number without arguments; whatever the embedder returns is a valid `f64`.
    unsafe extern "C" {
        /// Milliseconds since any moment.
        safe fn now() -> f64;
    }

    /// A moment, as the duration since the embedder's zero; the methods are those of [`std::time::Instant`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the present moment; zero where the embedder's number is no duration.
        #[must_use]
        pub fn now() -> Instant {
            Instant(Duration::try_from_secs_f64(now() / 1e3).unwrap_or_default())
        }

        /// Returns the time that has passed since this moment.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// Returns the time from `earlier` to this moment; zero where that is later.
        #[must_use]
        pub fn duration_since(&self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }

        /// Returns the time from `earlier` to this moment; zero where that is later.
        #[must_use]
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// Returns the moment after a duration; `None` where that cannot be represented.
        #[must_use]
        pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
            self.0.checked_add(duration).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, duration: Duration) -> Instant {
            Instant(self.0 + duration)
        }
    }
}
