//! The laws that the fuzz targets share.

use std::sync::Arc;

use puzzles::{FAMILIES, Problems};

/// Loads `bytes` as a level of `family`: valid with a text that is a fixed point, or refused with a place.
///
/// # Panics
/// Where the law is broken.
pub fn level(family: &str, bytes: &[u8]) {
    let family = FAMILIES.iter().find(|one| one.card().name == family).expect("the family is listed");
    match family.load(Arc::new(bytes.to_vec())) {
        Ok(level) => {
            let text = level.text();
            let again = family.load(Arc::new(text.clone().into_bytes())).expect("its own text loads");
            assert_eq!(again.text(), text);
            assert!(!level.picture().frames.is_empty());
        }
        Err(Problems::Invalid(list)) => {
            assert!(!list.is_empty());
            assert!(list.iter().all(|problem| problem.line > 0 && problem.column > 0 && !problem.expected.is_empty()));
        }
        Err(Problems::Unreadable(error)) => panic!("bytes in memory can be read: {error}"),
    }
}
