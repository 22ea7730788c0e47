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

/// The place of a save of a level of this name.
pub(super) fn usual(name: &str) -> PathBuf {
    let name: String = name.trim_start_matches('@').replace(['/', '\\', '#'], "-");
    PathBuf::from(format!("{name}.save"))
}

/// Writes a save beside earlier ones of this name; `None` where there is no place.
pub(super) fn beside(name: &str, text: &str) -> Option<Result<PathBuf, String>> {
    let usual = usual(name);
    let stem = usual.file_stem().unwrap_or_default().to_string_lossy();
    let others = (2..).map(|number| PathBuf::from(format!("{stem}-{number}.save")));
    let path = std::iter::once(usual.clone()).chain(others).find(|path| !path.exists())?;
    Some(save(&path, text))
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
