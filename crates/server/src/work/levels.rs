//! Levels that were parsed, for those who ask about them again: a hint after each move, many players at one level.

use std::sync::Arc;

use engines::Context;
use puzzles::{Family, Level, LoadError};

use crate::cache::Cache;

/// Bytes of text held at most. A parsed level takes a small multiple of its text.
const MOST_BYTES: usize = 4 << 20;
/// Levels held at most, however short.
const MOST_LEVELS: usize = 4096;
/// A text shorter than this is parsed as fast as it is found again, and boards at random are never asked twice.
const WORTH_HOLDING: usize = 512;

/// Parsed levels by family and text.
pub(super) struct Levels(Cache<Arc<dyn Level>>);

impl Default for Levels {
    fn default() -> Levels {
        Levels(Cache::new(MOST_BYTES, MOST_LEVELS))
    }
}

impl Levels {
    /// The level of this text: one that is held, or parsed now. Programs are not held: their
    /// machines have a past.
    pub(super) fn load(
        &self,
        family: &'static dyn Family,
        text: &str,
        cx: &Context<'_>,
    ) -> Result<Arc<dyn Level>, LoadError> {
        let parse = || family.load_within(Arc::new(text.as_bytes().to_vec()), cx);
        if family.confined().is_some() || text.len() < WORTH_HOLDING {
            return parse();
        }
        let key = key(family, text);
        if let Some(level) = self.0.get(&key) {
            return Ok(level);
        }
        let level = parse()?;
        self.0.put(key, Arc::clone(&level), text.len());
        Ok(level)
    }
}

fn key(family: &dyn Family, text: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(family.info().name.as_bytes()).update(&[0]).update(text.as_bytes());
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_a_level_and_what_is_no_level_is_refused_each_time() {
        let (levels, cx) = (Levels::default(), Context::default());
        let family = *puzzles::FAMILIES.iter().find(|family| family.info().name == "toggle").unwrap();
        let short = family.info().levels[0].text;
        let long = format!("# {}\n{short}", "-".repeat(WORTH_HOLDING));
        let first = levels.load(family, &long, &cx).unwrap();
        assert!(Arc::ptr_eq(&first, &levels.load(family, &long, &cx).unwrap()));
        assert!(!Arc::ptr_eq(&levels.load(family, short, &cx).unwrap(), &levels.load(family, short, &cx).unwrap()));
        assert!(levels.load(family, "\u{1}", &cx).is_err() && levels.load(family, "\u{1}", &cx).is_err());
    }
}
