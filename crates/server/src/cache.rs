//! What was made before and may be of use again, within bounds of bytes and number; the least recently used goes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A cache by texts that tell things apart, such as digests.
#[derive(Debug)]
pub(crate) struct Cache<V> {
    most_bytes: usize,
    most: usize,
    held: Mutex<Held<V>>,
}

#[derive(Debug)]
struct Held<V> {
    entries: HashMap<String, Entry<V>>,
    bytes: usize,
    clock: u64,
}

#[derive(Debug)]
struct Entry<V> {
    value: V,
    bytes: usize,
    used: u64,
}

impl<V: Clone> Cache<V> {
    /// Holds at most `most` things of `most_bytes` bytes together.
    pub(crate) fn new(most_bytes: usize, most: usize) -> Cache<V> {
        let held = Held { entries: HashMap::new(), bytes: 0, clock: 0 };
        Cache { most_bytes, most, held: Mutex::new(held) }
    }

    /// What is held under a key.
    pub(crate) fn get(&self, key: &str) -> Option<V> {
        let mut held = self.held();
        held.clock += 1;
        let now = held.clock;
        let entry = held.entries.get_mut(key)?;
        entry.used = now;
        Some(entry.value.clone())
    }

    /// Holds a thing of about so many bytes. One that is large for this cache is not held.
    pub(crate) fn put(&self, key: String, value: V, bytes: usize) {
        if bytes > self.most_bytes / 8 {
            return;
        }
        let mut held = self.held();
        if held.bytes + bytes > self.most_bytes || held.entries.len() >= self.most {
            held.drop_older_half();
        }
        held.clock += 1;
        let entry = Entry { value, bytes, used: held.clock };
        held.bytes += bytes;
        if let Some(before) = held.entries.insert(key, entry) {
            held.bytes -= before.bytes;
        }
    }

    fn held(&self) -> MutexGuard<'_, Held<V>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<V> Held<V> {
    /// Forgetting many at once keeps each step cheap: no order is kept between the entries.
    fn drop_older_half(&mut self) {
        let mut times: Vec<u64> = self.entries.values().map(|entry| entry.used).collect();
        times.sort_unstable();
        let Some(&median) = times.get(times.len() / 2) else { return };
        self.entries.retain(|_, entry| entry.used > median);
        self.bytes = self.entries.values().map(|entry| entry.bytes).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_hold_and_what_was_used_last_stays() {
        let cache = Cache::new(100, 10);
        for number in 0..1000 {
            cache.put(number.to_string(), number, 12);
            assert!(cache.held().bytes <= 100 && cache.held().entries.len() <= 10);
            assert_eq!(cache.get(&number.to_string()), Some(number));
        }
        assert_eq!(cache.get("0"), None);
        cache.put("large".into(), 1, 13);
        assert_eq!(cache.get("large"), None);
        cache.put("999".into(), 7, 1);
        assert_eq!(cache.get("999"), Some(7));
        let held = cache.held();
        assert_eq!(held.bytes, held.entries.values().map(|entry| entry.bytes).sum::<usize>());
    }
}
