//! The monotonic clock of the engines and of everything above them.
//!
//! All code of this workspace that measures time in an engine, a family or a script calls [`now`] and names
//! [`Instant`] from here. A target without `std::time::Instant::now` (it panics on `wasm32-unknown-unknown`) needs
//! another clock in this module alone: a type with the methods of [`std::time::Instant`] that are used, and `now`.
//! Results never depend on the clock; it only decides when a deadline has passed.

pub use std::time::{Duration, Instant};

/// Returns the present moment.
#[must_use]
#[inline]
pub fn now() -> Instant {
    Instant::now()
}
