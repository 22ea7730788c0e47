//! Limits what each client takes of something by a token bucket (Turner 1986): requests, or seconds of computing. Each
//! bucket fills at a rate up to a capacity; what is taken is subtracted.
//!
//! The crate `tower_governor` is not used because its cells count requests alone.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The most buckets that are kept: full ones are removed first, then all.
const MAX_BUCKETS: usize = 1 << 16;

/// A rate limiter with one bucket for each client, by what clients are told apart.
#[derive(Debug)]
pub(crate) struct Rate<K> {
    per_second: f64,
    capacity: f64,
    buckets: Mutex<HashMap<K, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl<K: Eq + Hash> Rate<K> {
    /// Creates a limiter that gives each client this much a second, more than nothing, and at most `capacity` at once.
    pub(crate) fn new(per_second: f64, capacity: f64) -> Rate<K> {
        Rate { per_second, capacity, buckets: Mutex::default() }
    }

    /// Takes an amount from the bucket of a client; the error is the number of seconds until there is as much.
    pub(crate) fn take(&self, client: K, amount: f64) -> Result<(), u64> {
        self.take_at(client, amount, Instant::now())
    }

    fn take_at(&self, client: K, amount: f64, now: Instant) -> Result<(), u64> {
        self.with(client, now, |bucket| {
            self.wait_for(bucket.tokens, amount)?;
            bucket.tokens -= amount;
            Ok(())
        })
    }

    /// The most that a bucket holds.
    pub(crate) fn capacity(&self) -> f64 {
        self.capacity
    }

    /// Whether there is anything in the bucket of a client; the error is the number of seconds until there is.
    pub(crate) fn admit(&self, client: K) -> Result<(), u64> {
        self.with(client, Instant::now(), |bucket| self.wait_for(bucket.tokens, 0.0))
    }

    /// Takes an amount that is known only now, even if the bucket does not hold it: it is then as much below zero.
    pub(crate) fn spend(&self, client: K, amount: f64) {
        self.with(client, Instant::now(), |bucket| bucket.tokens -= amount);
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a positive number of seconds
    fn wait_for(&self, held: f64, wanted: f64) -> Result<(), u64> {
        if held >= wanted { Ok(()) } else { Err(((wanted - held) / self.per_second).ceil() as u64) }
    }

    fn with<T>(&self, client: K, now: Instant, change: impl FnOnce(&mut Bucket) -> T) -> T {
        let filled = |bucket: &Bucket| {
            let passed = now.saturating_duration_since(bucket.at).as_secs_f64();
            (bucket.tokens + passed * self.per_second).min(self.capacity)
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            buckets.retain(|_, bucket| filled(bucket) < self.capacity);
            if buckets.len() >= MAX_BUCKETS {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(client).or_insert(Bucket { tokens: self.capacity, at: now });
        *bucket = Bucket { tokens: filled(bucket), at: now };
        change(bucket)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let rate = Rate::new(2.0, 8.0);
        let (one, other) = ("one", "other");
        let now = Instant::now();
        for _ in 0..7 {
            assert_eq!(rate.take_at(one, 1.0, now), Ok(()));
        }
        assert_eq!(rate.take_at(one, 2.0, now), Err(1));
        assert_eq!(rate.take_at(one, 1.0, now), Ok(()));
        assert_eq!(rate.take_at(one, 1.0, now), Err(1));
        assert_eq!(rate.take_at(other, 1.0, now), Ok(()));
        let later = now + Duration::from_millis(600);
        assert_eq!(rate.take_at(one, 1.0, later), Ok(()));
        assert_eq!(rate.take_at(one, 1.0, later), Err(1));
    }

    #[test]
    fn what_was_spent_is_waited_for() {
        let rate = Rate::new(0.5, 30.0);
        let one = "one";
        assert_eq!(rate.admit(one), Ok(()));
        rate.spend(one, 40.0);
        assert_eq!(rate.admit(one), Err(20));
        assert_eq!(rate.admit("other"), Ok(()));
    }
}
