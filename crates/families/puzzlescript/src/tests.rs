//! Published games for tests.

use std::sync::Arc;

use engines::Context;
use serde_json::Value;

use super::level::Level;
use super::text::File;

/// The lines of a file of published games; none where it is missing.
pub(super) fn lines(name: &str) -> Vec<Value> {
    testkit::data::lines(&format!("puzzlescript/{name}")).unwrap_or_default()
}

/// The levels of a text that is a game, with their indices; messages are counted.
pub(super) fn levels(source: &str) -> Vec<(usize, Level)> {
    let Ok(file) = File::read(source.to_owned(), &Context::default()) else { return Vec::new() };
    let file = Arc::new(file);
    file.levels().map(|stage| (stage, Level::new(Arc::clone(&file), stage))).collect()
}
