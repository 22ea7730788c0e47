//! Limits the rate of requests of each address by a token bucket (Turner 1986). Each bucket fills with `rate` tokens
//! a second up to four seconds' worth; a request takes one.
//!
//! The crate tower_governor is not used because it cannot exempt addresses: here the loopback address has no limit.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The most buckets that are kept: full ones are removed first, then all.
const MAX_BUCKETS: usize = 1 << 16;
/// The capacity of a bucket, in seconds of its rate.
const BURST: f64 = 4.0;

/// A rate limiter with one bucket for each address.
#[derive(Debug)]
pub(crate) struct Rate {
    per_second: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Rate {
    /// Creates a limiter that allows each address this many requests a second on average.
    pub(crate) fn new(per_second: f64) -> Rate {
        Rate { per_second: per_second.max(0.01), buckets: Mutex::default() }
    }

    /// Takes a token of an address; the error is the number of seconds until there is one.
    pub(crate) fn take(&self, address: IpAddr) -> Result<(), u64> {
        self.take_at(block(address), Instant::now())
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most a hundred seconds
    fn take_at(&self, address: IpAddr, now: Instant) -> Result<(), u64> {
        let most = (self.per_second * BURST).max(1.0);
        let filled = |bucket: &Bucket| {
            let passed = now.saturating_duration_since(bucket.at).as_secs_f64();
            (bucket.tokens + passed * self.per_second).min(most)
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            buckets.retain(|_, bucket| filled(bucket) < most);
            if buckets.len() >= MAX_BUCKETS {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(address).or_insert(Bucket { tokens: most, at: now });
        *bucket = Bucket { tokens: filled(bucket), at: now };
        if bucket.tokens < 1.0 {
            return Err(((1.0 - bucket.tokens) / self.per_second).ceil() as u64);
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

/// The network of one client, by which it is counted: for IPv6 the /64 network, since a client has all its addresses.
pub(crate) fn block(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(six) => IpAddr::V6((six.to_bits() >> 64 << 64).into()),
        four => four,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let rate = Rate::new(2.0);
        let (one, other): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let now = Instant::now();
        for _ in 0..8 {
            assert_eq!(rate.take_at(one, now), Ok(()));
        }
        assert_eq!(rate.take_at(one, now), Err(1));
        assert_eq!(rate.take_at(other, now), Ok(()));
        let later = now + Duration::from_millis(600);
        assert_eq!(rate.take_at(one, later), Ok(()));
        assert_eq!(rate.take_at(one, later), Err(1));
    }

    #[test]
    fn one_network_of_version_six_is_one_client() {
        assert_eq!(block("2001:db8::1".parse().unwrap()), block("2001:db8::ffff:1".parse().unwrap()));
        assert_ne!(block("2001:db8::1".parse().unwrap()), block("2001:db8:0:1::1".parse().unwrap()));
    }
}
