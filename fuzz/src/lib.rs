//! The laws that the fuzz targets share.

use std::sync::Arc;

use engines::Context;
use puzzles::{FAMILIES, Family, LoadError, Record};

/// Opens `bytes` as a file of `family`: each of its levels is valid with a text that is a fixed point, or refused with a
/// place.
///
/// # Panics
/// Where the law is broken.
pub fn level(family: &str, bytes: &[u8]) {
    let (family, cx) = (listed(family), Context::default());
    let collection = match family.open(Arc::new(bytes.to_vec()), &cx) {
        Ok(collection) => collection,
        Err(error) => return refused(error),
    };
    for index in 0..collection.entries().len() {
        match collection.level(index, &cx) {
            Ok(level) => {
                let text = level.text();
                let again = family.load(Arc::new(text.clone().into_bytes()), &cx).expect("its own text loads");
                assert_eq!(again.text(), text);
                assert!(!level.picture().frames.is_empty());
            }
            Err(error) => refused(error),
        }
    }
}

fn refused(error: LoadError) {
    let LoadError::Invalid(list) = error else { panic!("bytes in memory can be read without limits: {error}") };
    assert!(!list.is_empty());
    assert!(list.iter().all(|problem| problem.line > 0 && problem.column > 0 && !problem.expected.is_empty()));
}

/// Opens `text` as a save: one that opens is saved as a text that is a fixed point.
///
/// # Panics
/// Where the law is broken.
pub fn save(text: &str) {
    let Ok(opened) = Record::open(FAMILIES, text) else { return };
    let saved = opened.record.save(&opened.name.unwrap_or_default());
    let again = Record::open(FAMILIES, &saved).expect("its own save opens");
    assert_eq!(again.record.save(&again.name.unwrap_or_default()), saved);
}

/// The family of this name.
fn listed(name: &str) -> &'static dyn Family {
    *FAMILIES.iter().find(|family| family.info().name == name).expect("the family is listed")
}
