//! Reads published games and what the reference makes of them.

#![allow(dead_code)]

use std::path::PathBuf;

use serde_json::Value;

/// The path of a shared file; `None` where the data is missing.
pub(crate) fn path(name: &str) -> Option<PathBuf> {
    testkit::data::path(&format!("puzzlescript/{name}"))
}

/// The lines of a compressed file, each a JSON value.
pub(crate) fn lines(name: &str) -> Option<Vec<Value>> {
    testkit::data::lines(&format!("puzzlescript/{name}"))
}

/// A name for the case that a line is about, such as `session 17` or `demo sokoban`.
pub(crate) fn label(case: &Value) -> String {
    let kind = case["kind"].as_str().unwrap_or("error");
    match case["name"].as_str().filter(|_| kind == "demo") {
        Some(name) => format!("{kind} {name}"),
        None => format!("{kind} {}", case["id"]),
    }
}

/// The sources of sessions, message cases and demos by their labels.
pub(crate) fn sources() -> Option<std::collections::HashMap<String, String>> {
    let mut sources = std::collections::HashMap::new();
    for kind in ["session", "error", "demo"] {
        for mut case in lines(&format!("{kind}s.jsonl.gz"))? {
            case["kind"] = kind.into();
            sources.insert(label(&case), case["source"].as_str().expect("a source").to_owned());
        }
    }
    Some(sources)
}
