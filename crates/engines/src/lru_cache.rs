//! A cache of values that are expensive to make, such as solvers with their tables.
//!
//! A [`crate::Store`] keeps bytes beyond the life of the process. This cache keeps values inside a process that
//! answers many questions, such as a server. The least recently used values are dropped where all together hold more
//! bytes than allowed.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximal number of values, however small they are.
const MOST: usize = 256;

type Thing = Arc<dyn Any + Send + Sync>;

/// A cache of values of any type under byte keys, bounded by the bytes that the values hold together.
pub struct LruCache {
    most_bytes: u64,
    shelf: Mutex<Shelf>,
}

#[derive(Default)]
struct Shelf {
    entries: HashMap<Vec<u8>, Entry>,
    clock: u64,
}

struct Entry {
    thing: Thing,
    bytes: u64,
    used: u64,
}

impl LruCache {
    /// Creates a cache whose values may hold at most `most_bytes` bytes together.
    #[must_use]
    pub fn new(most_bytes: u64) -> LruCache {
        LruCache { most_bytes, shelf: Mutex::default() }
    }

    /// Returns the value under a key. Where there is none, or one of another type, `make` creates it. The cache is
    /// locked meanwhile, so `make` must be quick: do expensive work later inside the value, and then report its size
    /// by [`LruCache::weigh`].
    pub fn get_or<T: Any + Send + Sync>(&self, key: &[u8], make: impl FnOnce() -> T) -> Arc<T> {
        let mut shelf = self.shelf();
        shelf.clock += 1;
        let used = shelf.clock;
        if let Some(entry) = shelf.entries.get_mut(key)
            && let Ok(thing) = Arc::clone(&entry.thing).downcast()
        {
            entry.used = used;
            return thing;
        }
        let thing = Arc::new(make());
        shelf.entries.insert(key.to_vec(), Entry { thing: Arc::clone(&thing) as Thing, bytes: 0, used });
        shelf.trim(self.most_bytes, key);
        thing
    }

    /// Sets the number of bytes that the value under a key holds now, and drops other values where the bound requires
    /// it.
    pub fn weigh(&self, key: &[u8], bytes: u64) {
        let mut shelf = self.shelf();
        if let Some(entry) = shelf.entries.get_mut(key) {
            entry.bytes = bytes;
        }
        shelf.trim(self.most_bytes, key);
    }

    /// Returns the number of bytes that all values hold together.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.shelf().bytes()
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    fn bytes(&self) -> u64 {
        self.entries.values().map(|entry| entry.bytes).sum()
    }

    /// Drops the least recently used values until the bounds hold, but never the one under `except`.
    fn trim(&mut self, most_bytes: u64, except: &[u8]) {
        while self.entries.len() > MOST || self.bytes() > most_bytes {
            let others = self.entries.iter().filter(|(key, _)| key.as_slice() != except);
            let Some(oldest) = others.min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone()) else { return };
            self.entries.remove(&oldest);
        }
    }
}

impl fmt::Debug for LruCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LruCache").field("most_bytes", &self.most_bytes).field("bytes", &self.bytes()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_goes() {
        let kept = LruCache::new(100);
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
        let kept = LruCache::new(100);
        assert_eq!(*kept.get_or(b"key", || 1_u32), 1);
        assert_eq!(*kept.get_or(b"key", || "text"), "text");
    }
}
