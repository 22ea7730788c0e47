//! Reads the shared test data. Tests print that they are skipped where the folder is missing.

#![allow(dead_code)]

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::Value;

/// The path of a shared file; `None` where the data is missing.
pub(crate) fn path(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("PUZZLESCRIPT_SHARED").map(PathBuf::from);
    let near = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/puzzlescript");
    let path = folder.unwrap_or(near).join(name);
    if !path.exists() {
        println!("skipped: {} is missing", path.display());
        return None;
    }
    Some(path)
}

/// The lines of a compressed file, each a JSON value.
pub(crate) fn lines(name: &str) -> Option<Vec<Value>> {
    let file = File::open(path(name)?).expect("a readable file");
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    Some(lines.map(|line| serde_json::from_str(&line.expect("a line")).expect("JSON")).collect())
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
