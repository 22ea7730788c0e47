//! The laws that the fuzz targets share.

use std::sync::Arc;

use engines::Context;
use puzzles::{FAMILIES, Family, LoadError, Record};
use puzzlescript::compiler::{CompileLimits, Problem, Stopped, compile};

/// Opens `bytes` as a file of `family`: each of its levels is valid with a text that is a fixed point, or refused with
/// a place.
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

/// Compiles `source` with small limits: it gives a game, or a reason why there is none, and each problem that names a
/// line names a place of the text.
///
/// # Panics
/// Where the law is broken.
pub fn puzzlescript(source: &str) {
    let limits = CompileLimits { steps: 1_000_000, rules: 10_000, items: 100_000, ..CompileLimits::default() };
    let compiled = compile(source, &limits);
    assert_eq!(compiled.game.is_none(), compiled.stopped.is_some());
    assert!(compiled.steps <= limits.steps || compiled.stopped == Some(Stopped::Limit));
    let lines: Vec<usize> = source.split('\n').map(|line| line.chars().count()).collect();
    for problem in &compiled.problems {
        assert!(is_inside(problem, &lines), "{problem}");
    }
}

/// Whether a problem is about a place of a text whose lines have so many characters.
fn is_inside(problem: &Problem, lines: &[usize]) -> bool {
    let (Some(line), Some(column)) = (problem.line, problem.column) else { return true };
    let end = u64::from(column) + u64::from(problem.length.unwrap_or(1)) - 1;
    column > 0 && lines.get(line as usize - 1).is_some_and(|characters| end <= *characters as u64)
}

/// The family of this name.
fn listed(name: &str) -> &'static dyn Family {
    *FAMILIES.iter().find(|family| family.info().name == name).expect("the family is listed")
}
