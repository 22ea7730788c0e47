//! Writes the file of a saved game.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use puzzles::record;

use crate::out::write_file;

/// Writes a save; says where, or why not: what is there and is no save stays as it is.
pub(crate) fn save(path: &Path, text: &str) -> Result<PathBuf, String> {
    let holds_else = std::fs::metadata(path).is_ok_and(|about| about.len() > 0) && !is_save(path);
    if holds_else {
        return Err(format!("{} is there and is no saved game; expected another name", path.display()));
    }
    write_file(path, text.as_bytes()).map(|()| path.to_owned()).map_err(|error| format!("{error:#}"))
}

/// Whether a file holds a saved game.
pub(crate) fn is_save(file: &Path) -> bool {
    let mut head = [0; record::HEAD.len()];
    if !file.is_file() {
        return false;
    }
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head == *record::HEAD.as_bytes()
}
