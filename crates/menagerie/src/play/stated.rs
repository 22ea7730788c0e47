//! Writes the moves of a game that was won into the file of its level, as the solution that the file states.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engines::Context;
use puzzles::Family;
use puzzles::edit::Statement;
use puzzles::stated::stated;

use crate::input::Input;
use crate::part::replace;

/// The most bytes of a file that is changed.
const MAX_BYTES: u64 = 64 << 20;

/// The file in which the level of a game stands.
#[derive(Clone)]
pub(crate) struct Document {
    path: PathBuf,
    family: &'static dyn Family,
    /// The level's place in the file, from 0.
    index: usize,
}

impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "level {} of {}", self.index + 1, self.path.display())
    }
}

impl Document {
    /// The file of a level; `None` where it is no file that can be changed, such as a built-in level, and where its
    /// format has no place for a solution.
    pub(crate) fn of(input: &Input) -> Option<Document> {
        let path = Path::new(input.file()).to_owned();
        let (levels, index) = input.place()?;
        let is_small = fs::metadata(&path).is_ok_and(|data| data.is_file() && data.len() <= MAX_BYTES);
        let text = is_small.then(|| fs::read(&path).ok()).flatten()?;
        levels.write_back(&text, index, &Statement::Solution(Vec::new())).ok()?;
        Some(Document { path, family: input.family, index })
    }

    /// States moves as the level's solution, and says where.
    ///
    /// # Errors
    /// In words, why the file stays as it is.
    pub(crate) fn state(&self, moves: Vec<String>) -> Result<PathBuf, String> {
        let shown = |error: std::io::Error| format!("{}: {error}", self.path.display());
        if fs::metadata(&self.path).map_err(shown)?.len() > MAX_BYTES {
            return Err(format!("{} has more than {} MiB", self.path.display(), MAX_BYTES >> 20));
        }
        let bytes = fs::read(&self.path).map_err(shown)?;
        let cx = Context::default();
        let levels = self.family.open(Arc::new(bytes.clone()), &cx).map_err(|error| error.to_string())?;
        let edited = stated(self.family, (&*levels, &bytes), self.index, &Statement::Solution(moves), &cx)?;
        replace(&self.path, &edited.bytes).map_err(shown)?;
        Ok(self.path.clone())
    }
}
