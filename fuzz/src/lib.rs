//! The laws that the fuzz targets share.

use std::sync::Arc;

use engines::Context;
use puzzles::{FAMILIES, Family, LoadError, Record};

/// Loads `bytes` as a level of `family`: valid with a text that is a fixed point, or refused with a place.
///
/// # Panics
/// Where the law is broken.
pub fn level(family: &str, bytes: &[u8]) {
    let family = listed(family);
    match family.load(Arc::new(bytes.to_vec()), &Context::default()) {
        Ok(level) => {
            let text = level.text();
            let again = family.load(Arc::new(text.clone().into_bytes()), &Context::default()).expect("its own text loads");
            assert_eq!(again.text(), text);
            assert!(!level.picture().frames.is_empty());
        }
        Err(LoadError::Invalid(list)) => {
            assert!(!list.is_empty());
            assert!(list.iter().all(|problem| problem.line > 0 && problem.column > 0 && !problem.expected.is_empty()));
        }
        Err(other) => panic!("bytes in memory can be read without limits: {other}"),
    }
}

/// Opens `text` as a save: one that opens is saved as a text that is a fixed point.
///
/// # Panics
/// Where the law is broken.
pub fn save(text: &str) {
    let Ok((_, record)) = Record::open(FAMILIES, text) else { return };
    let saved = record.save();
    let (_, again) = Record::open(FAMILIES, &saved).expect("its own save opens");
    assert_eq!(again.save(), saved);
}

/// The family of this name.
fn listed(name: &str) -> &'static dyn Family {
    *FAMILIES.iter().find(|family| family.info().name == name).expect("the family is listed")
}
