//! A cache of parsed levels for further tasks on the same text, such as a hint after each move.

use std::sync::Arc;

use engines::{Context, LruCache};
use puzzles::{Family, Level, LoadError};

/// The most bytes that levels hold together, where no other number is given.
const MOST_BYTES: u64 = 96 << 20;
/// Bytes that count for a parsed level for each byte of its text: about as many as games with rules hold.
const BYTES_OF_BYTE: u64 = 64;
/// The most levels that are kept, however short.
const MOST_LEVELS: usize = 4096;
/// Texts shorter than this are parsed each time: that takes no longer than finding them in the cache.
const WORTH_HOLDING: usize = 512;

/// A cache of parsed levels by family and text.
pub struct LevelCache(LruCache<Arc<dyn Level>>);

impl std::fmt::Debug for LevelCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LevelCache").finish_non_exhaustive()
    }
}

impl Default for LevelCache {
    fn default() -> LevelCache {
        LevelCache::new(MOST_BYTES)
    }
}

impl LevelCache {
    /// Creates a cache of levels that hold at most so many bytes together.
    #[must_use]
    pub fn new(most_bytes: u64) -> LevelCache {
        LevelCache(LruCache::new(most_bytes, MOST_LEVELS))
    }

    /// Returns the level of this text, from the cache or parsed now. Levels that are programs are not cached, because
    /// their machines change while they run.
    ///
    /// # Errors
    /// Fails if the text is not a level of the family, or a limit was reached.
    pub fn load(&self, family: &'static dyn Family, text: &str, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        let parse = || family.load(Arc::new(text.as_bytes().to_vec()), cx);
        if family.confined().is_some() || text.len() < WORTH_HOLDING {
            return parse();
        }
        let key = key(family, text);
        if let Some(level) = self.0.get(key.as_bytes()) {
            return Ok(level);
        }
        let level = parse()?;
        self.0.put(key.as_bytes(), Arc::clone(&level), BYTES_OF_BYTE * text.len() as u64);
        Ok(level)
    }
}

fn key(family: &dyn Family, text: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(family.info().name.as_bytes()).update(&[0]).update(text.as_bytes());
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_a_level_and_what_is_no_level_is_refused_each_time() {
        let (levels, cx) = (LevelCache::default(), Context::default());
        let family = puzzles::FAMILIES[0];
        let short = family.info().levels[0].text;
        let long = format!("{short}{}", "\n".repeat(WORTH_HOLDING));
        let first = levels.load(family, &long, &cx).unwrap();
        assert!(Arc::ptr_eq(&first, &levels.load(family, &long, &cx).unwrap()));
        assert!(!Arc::ptr_eq(&levels.load(family, short, &cx).unwrap(), &levels.load(family, short, &cx).unwrap()));
        assert!(levels.load(family, "\u{1}", &cx).is_err() && levels.load(family, "\u{1}", &cx).is_err());
    }
}
