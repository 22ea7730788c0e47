//! A cache that drops the least recently used values, bounded by the bytes that they hold and by their number.
//!
//! A [`crate::Store`] keeps bytes beyond the life of the process. This cache keeps values inside a process that
//! answers many questions, such as a server: answers, levels, and solvers with their tables ([`ValueCache`]). A lookup
//! takes constant time, and the order of use is kept in a tree: each use takes time logarithmic in the number of
//! values.

use std::any::Any;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A thread-safe cache under byte keys, such as digests.
pub struct LruCache<V> {
    most_bytes: u64,
    most: usize,
    held: Mutex<Held<V>>,
}

/// A cache of values of any types, such as solvers with their tables.
pub type ValueCache = LruCache<Arc<dyn Any + Send + Sync>>;

struct Held<V> {
    entries: HashMap<Arc<[u8]>, Entry<V>>,
    /// The keys by the time of their last use.
    order: BTreeMap<u64, Arc<[u8]>>,
    bytes: u64,
    clock: u64,
}

struct Entry<V> {
    value: V,
    bytes: u64,
    used: u64,
}

impl<V: Clone> LruCache<V> {
    /// Creates a cache of at most `most` values that hold at most `most_bytes` bytes together.
    #[must_use]
    pub fn new(most_bytes: u64, most: usize) -> LruCache<V> {
        let held = Held { entries: HashMap::new(), order: BTreeMap::new(), bytes: 0, clock: 0 };
        LruCache { most_bytes, most, held: Mutex::new(held) }
    }

    /// Returns the value under a key, and marks it as used.
    pub fn get(&self, key: &[u8]) -> Option<V> {
        self.held().get(key)
    }

    /// Whether there is a value under a key, which does not mark it as used.
    pub fn contains(&self, key: &[u8]) -> bool {
        self.held().entries.contains_key(key)
    }

    /// Stores a value that holds about `bytes` bytes, unless that exceeds an eighth of the cache.
    pub fn put(&self, key: &[u8], value: V, bytes: u64) {
        if bytes <= self.most_bytes / 8 {
            let mut held = self.held();
            held.put(key, value, bytes);
            held.trim(self.most_bytes, self.most);
        }
    }

    /// Sets the number of bytes that the value under a key holds now, marks it as used, and drops others where the
    /// bound requires it.
    pub fn weigh(&self, key: &[u8], bytes: u64) {
        let mut held = self.held();
        if let Some(value) = held.get(key) {
            held.put(key, value, bytes);
        }
        held.trim(self.most_bytes, self.most);
    }

    /// Drops the value under a key.
    pub fn remove(&self, key: &[u8]) {
        let mut held = self.held();
        if let Some(entry) = held.entries.remove(key) {
            held.order.remove(&entry.used);
            held.bytes -= entry.bytes;
        }
    }

    /// Returns the number of bytes that all values hold together.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.held().bytes
    }

    fn held(&self) -> MutexGuard<'_, Held<V>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ValueCache {
    /// Returns the value under a key. Where there is none, or one of another type, `make` creates it. The cache is
    /// locked meanwhile, so `make` must be quick: do expensive work later inside the value, and then report its size
    /// by [`LruCache::weigh`].
    pub fn get_or<T: Any + Send + Sync>(&self, key: &[u8], make: impl FnOnce() -> T) -> Arc<T> {
        let mut held = self.held();
        if let Some(value) = held.get(key).and_then(|value| value.downcast().ok()) {
            return value;
        }
        let value = Arc::new(make());
        held.put(key, Arc::clone(&value) as Arc<dyn Any + Send + Sync>, 0);
        held.trim(self.most_bytes, self.most);
        value
    }
}

impl<V: Clone> Held<V> {
    fn get(&mut self, key: &[u8]) -> Option<V> {
        let entry = self.entries.get_mut(key)?;
        self.clock += 1;
        let key = self.order.remove(&entry.used)?;
        entry.used = self.clock;
        self.order.insert(self.clock, key);
        Some(entry.value.clone())
    }

    fn put(&mut self, key: &[u8], value: V, bytes: u64) {
        let key: Arc<[u8]> = key.into();
        self.clock += 1;
        let entry = Entry { value, bytes, used: self.clock };
        self.order.insert(self.clock, Arc::clone(&key));
        self.bytes += bytes;
        if let Some(before) = self.entries.insert(key, entry) {
            self.order.remove(&before.used);
            self.bytes -= before.bytes;
        }
    }

    /// Drops the least recently used values until the bounds hold, but never the one that was used last.
    fn trim(&mut self, most_bytes: u64, most: usize) {
        while self.entries.len() > 1 && (self.entries.len() > most || self.bytes > most_bytes) {
            let Some((_, oldest)) = self.order.pop_first() else { return };
            self.bytes -= self.entries.remove(&oldest).map_or(0, |entry| entry.bytes);
        }
    }
}

impl<V> fmt::Debug for LruCache<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LruCache")
            .field("most_bytes", &self.most_bytes)
            .field("most", &self.most)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_goes() {
        let kept = ValueCache::new(100, 10);
        let first = kept.get_or(b"first", || 1_u32);
        kept.weigh(b"first", 60);
        kept.get_or(b"second", || 2_u32);
        kept.weigh(b"second", 30);
        assert!(Arc::ptr_eq(&first, &kept.get_or(b"first", || 7)));
        kept.get_or(b"third", || 3_u32);
        kept.weigh(b"third", 20);
        assert_eq!(*kept.get_or(b"first", || 7_u32), 1);
        assert_eq!((*kept.get_or(b"second", || 8_u32), kept.bytes()), (8, 80));
        kept.weigh(b"second", 1000);
        assert_eq!((*kept.get_or(b"second", || 9_u32), *kept.get_or(b"first", || 7_u32)), (8, 7));
    }

    #[test]
    fn a_key_of_another_type_is_made_anew() {
        let kept = ValueCache::new(100, 10);
        assert_eq!(*kept.get_or(b"key", || 1_u32), 1);
        assert_eq!(*kept.get_or(b"key", || "text"), "text");
    }

    #[test]
    fn the_number_of_values_is_bounded_and_large_ones_are_not_taken() {
        let cache: LruCache<u32> = LruCache::new(80, 2);
        (0..3).for_each(|value: u32| cache.put(&value.to_le_bytes(), value, 10));
        assert_eq!([0, 1, 2].map(|value: u32| cache.get(&value.to_le_bytes())), [None, Some(1), Some(2)]);
        cache.put(b"large", 9, 11);
        assert_eq!(cache.get(b"large"), None);
        cache.put(&1_u32.to_le_bytes(), 7, 4);
        assert_eq!((cache.get(&1_u32.to_le_bytes()), cache.bytes()), (Some(7), 14));
    }
}
