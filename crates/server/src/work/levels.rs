//! Levels that were parsed, for those who ask about them again: a hint after each move, many players at one level.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use puzzles::{Family, Level, Problems};

/// Texts held at most, in bytes. A parsed level takes a small multiple of its text.
const MOST_BYTES: usize = 4 << 20;
/// A longer text is parsed each time.
const LONGEST: usize = 256 << 10;
/// Levels held at most, however short.
const MOST_LEVELS: usize = 4096;

/// Parsed levels by family and text.
#[derive(Default)]
pub(super) struct Levels(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    levels: HashMap<[u8; 32], Held>,
    bytes: usize,
    clock: u64,
}

struct Held {
    level: Arc<dyn Level>,
    bytes: usize,
    used: u64,
}

impl Levels {
    /// The level of this text: one that is held, or parsed now. Programs are not held: their machines have a past.
    pub(super) fn load(&self, family: &'static dyn Family, text: &str) -> Result<Arc<dyn Level>, Problems> {
        let parse = || family.load(Arc::new(text.as_bytes().to_vec()));
        if text.len() > LONGEST || family.confined().is_some() {
            return parse();
        }
        let key = key(family, text);
        if let Some(level) = self.shelf().get(&key) {
            return Ok(level);
        }
        let level = parse()?;
        self.shelf().put(key, Arc::clone(&level), text.len());
        Ok(level)
    }

    fn shelf(&self) -> std::sync::MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(family: &dyn Family, text: &str) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(family.card().name.as_bytes()).update(&[0]).update(text.as_bytes());
    hasher.finalize().into()
}

impl Shelf {
    fn get(&mut self, key: &[u8; 32]) -> Option<Arc<dyn Level>> {
        self.clock += 1;
        let held = self.levels.get_mut(key)?;
        held.used = self.clock;
        Some(Arc::clone(&held.level))
    }

    fn put(&mut self, key: [u8; 32], level: Arc<dyn Level>, bytes: usize) {
        if self.bytes + bytes > MOST_BYTES || self.levels.len() >= MOST_LEVELS {
            self.drop_older_half();
        }
        let held = Held { level, bytes, used: self.clock };
        self.bytes += bytes;
        if let Some(before) = self.levels.insert(key, held) {
            self.bytes -= before.bytes;
        }
    }

    /// Forgetting many at once keeps each step cheap: no order is kept between the levels.
    fn drop_older_half(&mut self) {
        let mut times: Vec<u64> = self.levels.values().map(|held| held.used).collect();
        times.sort_unstable();
        let Some(&median) = times.get(times.len() / 2) else { return };
        self.levels.retain(|_, held| held.used > median);
        self.bytes = self.levels.values().map(|held| held.bytes).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_shared_and_the_shelf_stays_within_its_bounds() {
        let (levels, family) = (Levels::default(), puzzles::FAMILIES[0]);
        let text = family.card().levels[0].text;
        let first = levels.load(family, text).unwrap();
        assert!(Arc::ptr_eq(&first, &levels.load(family, text).unwrap()));
        for number in 0..10_000_u64 {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&number.to_le_bytes());
            levels.shelf().put(key, Arc::clone(&first), 2000);
        }
        let shelf = levels.shelf();
        assert!(shelf.bytes <= MOST_BYTES && shelf.levels.len() <= MOST_LEVELS);
        assert_eq!(shelf.bytes, shelf.levels.values().map(|held| held.bytes).sum::<usize>());
        let mut last = [0; 32];
        last[..8].copy_from_slice(&9_999_u64.to_le_bytes());
        assert!(shelf.levels.contains_key(&last));
    }

    #[test]
    fn a_text_that_is_no_level_is_refused_each_time() {
        let levels = Levels::default();
        assert!(levels.load(puzzles::FAMILIES[0], "\u{1}").is_err());
        assert!(levels.shelf().levels.is_empty());
    }
}
