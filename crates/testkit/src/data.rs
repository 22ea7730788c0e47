//! Data that are not part of the project, for their terms or their size: published games, collections and inputs that
//! once failed; and programs that one test needs. They are in the folder `shared` beside the project, or where the
//! environment variable `MENAGERIE_DATA` says. A test that needs a file which is missing ends, and is counted as
//! skipped: its name goes into the file that the variable `SKIPPED` names, of which `./test` tells.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::Value;

/// Returns the path of a file or folder of the data; `None` where it is missing, and the running test is counted as
/// skipped.
#[must_use]
pub fn path(name: &str) -> Option<PathBuf> {
    let near = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let path = std::env::var_os("MENAGERIE_DATA").map_or_else(near, PathBuf::from).join(name);
    if path.exists() {
        return Some(path);
    }
    skip(&format!("there is no {}", path.display()));
    None
}

/// Returns a text of the data; `None` where it is missing.
#[must_use]
pub fn text(name: &str) -> Option<String> {
    Some(fs::read_to_string(path(name)?).unwrap())
}

/// Returns the lines of a file of the data, each a JSON value; a name that ends with `.gz` is that of a compressed
/// file.
#[must_use]
pub fn lines(name: &str) -> Option<Vec<Value>> {
    let file = File::open(path(name)?).unwrap();
    let bytes: Box<dyn Read> = if name.ends_with(".gz") { Box::new(GzDecoder::new(file)) } else { Box::new(file) };
    Some(BufReader::new(bytes).lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect())
}

/// Returns the path of a program that is not needed by anything else; `None` where it is not installed, and the running
/// test is counted as skipped.
#[must_use]
pub fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file());
    if found.is_none() {
        skip(&format!("{name} is not installed"));
    }
    found
}

fn skip(reason: &str) {
    println!("skipped: {reason}");
    let Some(list) = std::env::var_os("SKIPPED") else { return };
    let thread = std::thread::current();
    let mut list = OpenOptions::new().append(true).create(true).open(list).unwrap();
    writeln!(list, "{}: {reason}", thread.name().unwrap_or("a test")).unwrap();
}
