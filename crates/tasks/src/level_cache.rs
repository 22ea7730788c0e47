//! A cache of parsed levels for further tasks on the same text, such as a hint after each move.
//!
//! Levels count by what they hold ([`Level::bytes`]), also by what they have prepared for questions: they are weighed
//! when they are put in, and after each task.

use std::sync::Arc;

use engines::{Context, LruCache};
use puzzles::{Family, Level, LoadError};

use crate::games::Games;
use crate::outcome::RawJson;

/// The most bytes that levels hold together, where no other number is given.
const MAX_BYTES: u64 = 96 << 20;
/// Bytes that count for a parsed level for each byte of its text: about as many as games with rules hold
/// that have prepared nothing.
const BYTES_OF_BYTE: u64 = 64;
/// The most levels that are kept, however short.
const MAX_LEVELS: usize = 4096;
/// The most results that are kept, and the most bytes of them.
const MAX_RESULTS: usize = 256;
const MAX_RESULT_BYTES: u64 = 8 << 20;
/// Texts shorter than this are parsed each time: that takes no longer than finding them in the cache.
const WORTH_HOLDING: usize = 512;

/// A cache of parsed levels by family and text.
pub struct LevelCache {
    levels: LruCache<Arc<dyn Level>>,
    /// The games under way on them.
    pub(crate) games: Games,
    /// The last positions that were shown and levels that were taken from files, by the key of their task.
    pub(crate) results: LruCache<RawJson>,
    /// The most bytes of one level.
    most: u64,
}

/// A level for a task, and its key if it is in the cache.
pub(crate) struct CachedLevel {
    pub(crate) level: Arc<dyn Level>,
    key: Option<[u8; 32]>,
    text: u64,
}

impl std::fmt::Debug for LevelCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LevelCache").finish_non_exhaustive()
    }
}

impl Default for LevelCache {
    fn default() -> LevelCache {
        LevelCache::new(MAX_BYTES)
    }
}

impl LevelCache {
    /// Creates a cache of levels that hold at most so many bytes together. A level that holds more than half of that is
    /// not kept.
    #[must_use]
    pub fn new(most_bytes: u64) -> LevelCache {
        LevelCache {
            levels: LruCache::new(most_bytes, MAX_LEVELS),
            games: Games::default(),
            results: LruCache::new(MAX_RESULT_BYTES, MAX_RESULTS),
            most: most_bytes / 2,
        }
    }

    /// Returns the number of bytes that the levels in the cache hold together.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.levels.bytes()
    }

    /// Returns the level of this text, from the cache or parsed now. Levels that are programs are not cached, because
    /// their machines change while they run.
    ///
    /// # Errors
    /// Fails if the text is not a level of the family, or a limit was reached.
    pub(crate) fn load(
        &self,
        family: &'static dyn Family,
        text: &str,
        cx: &Context<'_>,
    ) -> Result<CachedLevel, LoadError> {
        let parse = || family.load(Arc::new(text.as_bytes().to_vec()), cx);
        let length = text.len() as u64;
        let Some(key) = self.key(family, text) else {
            return Ok(CachedLevel { level: parse()?, key: None, text: length });
        };
        if let Some(level) = self.levels.get(&key) {
            return Ok(CachedLevel { level, key: Some(key), text: length });
        }
        let level = parse()?;
        self.levels.put(&key, Arc::clone(&level), 0);
        let cached = CachedLevel { level, key: Some(key), text: length };
        self.weigh(&cached);
        Ok(cached)
    }

    /// Returns the key of a level, equal for equal texts of a family; `None` for levels that are not cached.
    pub(crate) fn key(&self, family: &dyn Family, text: &str) -> Option<[u8; 32]> {
        let is_cached = family.confined().is_none() && text.len() >= WORTH_HOLDING;
        is_cached.then(|| {
            let mut hasher = blake3::Hasher::new();
            hasher.update(family.info().name.as_bytes()).update(&[0]).update(text.as_bytes());
            hasher.finalize().into()
        })
    }

    /// Counts what a level holds now, and drops others where there is no room, or the level itself, with their games.
    pub(crate) fn weigh(&self, cached: &CachedLevel) {
        let Some(key) = &cached.key else { return };
        let bytes = BYTES_OF_BYTE * cached.text + cached.level.bytes();
        if bytes > self.most {
            self.levels.remove(key);
        } else {
            self.levels.weigh(key, bytes);
        }
        self.games.retain(|level| self.levels.contains(level));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use puzzles::{Question, QuestionKind};
    use testkit::hostile::errands;

    use super::*;

    #[test]
    fn equal_texts_share_a_level_and_what_is_no_level_is_refused_each_time() {
        let (levels, cx) = (LevelCache::default(), Context::default());
        let load = |family, text: &str| levels.load(family, text, &cx).map(|cached| cached.level);
        let family = puzzles::FAMILIES[0];
        let short = family.info().levels[0].text;
        let long = format!("{short}{}", "\n".repeat(WORTH_HOLDING));
        let first = load(family, &long).unwrap();
        assert!(Arc::ptr_eq(&first, &load(family, &long).unwrap()));
        assert!(!Arc::ptr_eq(&load(family, short).unwrap(), &load(family, short).unwrap()));
        assert!(load(family, "\u{1}").is_err() && load(family, "\u{1}").is_err());
    }

    /// A level that has answered a question holds more than before, and is dropped where that is too much.
    #[test]
    fn levels_count_by_what_they_hold_after_a_question() {
        let family = puzzles::FAMILIES.iter().find(|family| family.info().name == "puzzlescript").unwrap();
        let levels = LevelCache::new(1 << 30);
        let text = errands(9, 45);
        let load = |levels: &LevelCache, text: &str| levels.load(*family, text, &Context::default()).unwrap();
        let solve = |level: &Arc<dyn Level>| {
            puzzles::ask(level, &Question::plain(QuestionKind::SOLVE), &Context::with_nodes(20)).unwrap();
        };
        let cached = load(&levels, &text);
        let before = levels.bytes();
        solve(&cached.level);
        levels.weigh(&cached);
        assert!(before > 0 && levels.bytes() > 2 * before, "{before} bytes, then {}", levels.bytes());
        // One level may take half of a cache: before the question this one does not, afterwards it does.
        let small = LevelCache::new(before + levels.bytes());
        let cached = load(&small, &text);
        assert!(small.bytes() > 0);
        solve(&cached.level);
        small.weigh(&cached);
        assert_eq!(small.bytes(), 0);
        // Five such levels do not stay together in a cache that has room for three.
        let some = LevelCache::new(3 * levels.bytes());
        for number in 0..5 {
            let cached = load(&some, &format!("{text}message {number}\n"));
            solve(&cached.level);
            some.weigh(&cached);
            assert!(some.bytes() <= 3 * levels.bytes(), "{number}: {}", some.bytes());
        }
    }
}
