//! Published games for tests, read from `../shared`.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use engines::Context;
use flate2::read::GzDecoder;
use serde_json::Value;

use super::level::Level;
use super::text::File;

/// The lines of a shared file; none, with a word about it, where it is missing.
pub(super) fn lines(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/puzzlescript").join(name);
    let Ok(mut file) = std::fs::File::open(&path) else {
        println!("skipped: there is no {name}");
        return Vec::new();
    };
    let mut text = String::new();
    let read = if name.ends_with(".gz") {
        GzDecoder::new(file).read_to_string(&mut text)
    } else {
        file.read_to_string(&mut text)
    };
    read.expect("a text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The levels of a text that is a game, with their indices; messages are counted.
pub(super) fn levels(source: &str) -> Vec<(usize, Level)> {
    let Ok(file) = File::read(source.to_owned(), &Context::default()) else { return Vec::new() };
    let file = Arc::new(file);
    file.levels().map(|stage| (stage, Level::new(Arc::clone(&file), stage))).collect()
}
