//! Writes the file of a saved game.

use std::path::{Path, PathBuf};

use crate::out::write_file;

/// Writes a save; says where, or why not.
pub(crate) fn save(path: &Path, text: &str) -> Result<PathBuf, String> {
    write_file(path, text.as_bytes()).map(|()| path.to_owned()).map_err(|error| format!("{error:#}"))
}
