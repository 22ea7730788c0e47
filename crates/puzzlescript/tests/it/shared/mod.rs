//! Reads published games and what the reference makes of them.

#![allow(dead_code)]

use std::collections::HashMap;
use std::path::PathBuf;

use puzzlescript::compiler::Code;
use serde_json::Value;

/// The path of a shared file; `None` where the data is missing.
pub(crate) fn path(name: &str) -> Option<PathBuf> {
    testkit::data::path(&format!("puzzlescript/{name}"))
}

/// The lines of a compressed file, each a JSON value.
pub(crate) fn lines(name: &str) -> Option<Vec<Value>> {
    testkit::data::lines(&format!("puzzlescript/{name}"))
}

/// The reference's wording of each message, by the name of its code; `None` where the data is missing.
pub(crate) fn templates() -> Option<HashMap<&'static str, String>> {
    let text = std::fs::read_to_string(path("messages.txt")?).expect("a readable file");
    let columns = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let texts: HashMap<&str, &str> = columns.map(|columns| (columns[0], columns[5])).collect();
    let named = |code: &Code| Some((code.as_str(), (*texts.get(code.reference()?)?).to_owned()));
    Some(Code::ALL.iter().filter_map(named).collect())
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
pub(crate) fn sources() -> Option<HashMap<String, String>> {
    let mut sources = HashMap::new();
    for kind in ["session", "error", "demo"] {
        for mut case in lines(&format!("{kind}s.jsonl.gz"))? {
            case["kind"] = kind.into();
            sources.insert(label(&case), case["source"].as_str().expect("a source").to_owned());
        }
    }
    Some(sources)
}
