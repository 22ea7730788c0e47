//! The folders in which searches and maps keep their files while they run, and after they were interrupted.
//!
//! A folder has a name that no other ever has: that of the work, and random digits. In it lies a locked file; who holds
//! the lock owns the folder, and the system releases the lock when the process ends in whatever way. Work of the same
//! name goes on in the folder that a killed or interrupted process left, or begins one of its own where others are in
//! use. A folder is removed by its owner alone, its lock last.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use engines::{Stored, WorkFolder};

use super::{entries, is_plain, written};
use crate::lock::{self, Taken};
use crate::mapped::Mapped;

/// The locked file in a folder.
const LOCK: &str = "lock";
/// How the name of a file ends that is being written.
const UNFINISHED: &str = ".part";
/// Folders that nobody has used for so long are removed: 30 days.
const EXPIRED: Duration = Duration::from_secs(30 * 24 * 3600);

/// A folder that belongs to this process until it is dropped.
#[derive(Debug)]
pub(super) struct Work {
    path: PathBuf,
    /// How the names of folders for the same work begin.
    begin: String,
    is_shared: bool,
    /// The lock, where the file system has locks.
    _lock: File,
}

impl Work {
    /// Opens a folder in `parent` for the work whose folders have names that begin so: of those that are free the one
    /// that holds most, and the others are removed; where none is free a fresh one.
    ///
    /// # Errors
    /// Where no folder can be made; the words name the place.
    pub(super) fn open(parent: &Path, begin: &str) -> io::Result<Work> {
        fs::create_dir_all(parent).map_err(|error| at(parent, &error))?;
        let (mut free, is_shared) = Work::take_all(parent, begin);
        free.sort_by_key(Work::bytes);
        let best = free.pop();
        free.iter().for_each(Work::remove);
        let mut work = best.map_or_else(|| Work::create(parent, begin), Ok)?;
        work.is_shared = is_shared;
        Ok(work)
    }

    /// Whether other folders for the same work were in use when this one was opened.
    pub(super) fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Removes the folders whose names begin so and that nobody uses.
    pub(super) fn remove_abandoned(parent: &Path, begin: &str) {
        Work::take_all(parent, begin).0.iter().for_each(Work::remove);
    }

    /// Removes what nobody has used for long: folders, and files that are in no folder.
    pub(super) fn remove_expired(parent: &Path) {
        for path in entries(parent).into_iter().filter(|path| is_older(path, EXPIRED)) {
            if !is_folder(&path) {
                let _ = fs::remove_file(path);
            } else if let Some(work) = Work::take(&path, "").0 {
                work.remove();
            } else if !path.join(LOCK).exists() {
                let _ = fs::remove_dir_all(path);
            }
        }
    }

    /// All folders whose names begin so and that are free, and whether others are in use.
    fn take_all(parent: &Path, begin: &str) -> (Vec<Work>, bool) {
        let is_own = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(begin));
        let (mut free, mut are_others) = (Vec::new(), false);
        for path in entries(parent).into_iter().filter(is_own).filter(|path| is_folder(path)) {
            let (work, is_in_use) = Work::take(&path, begin);
            free.extend(work);
            are_others |= is_in_use;
        }
        (free, are_others)
    }

    /// Takes a folder, if it is free; else whether it is in use.
    fn take(path: &Path, begin: &str) -> (Option<Work>, bool) {
        match lock::take(&path.join(LOCK)) {
            Ok(Taken::Ours(file)) => {
                (Some(Work { path: path.to_owned(), begin: begin.to_owned(), is_shared: false, _lock: file }), false)
            }
            Ok(Taken::Anothers) => (None, true),
            // It is being removed, or its owner was killed before there was a lock or after: then it is empty.
            Ok(Taken::Gone) => {
                let _ = fs::remove_dir(path);
                (None, false)
            }
            Err(_) => (None, false),
        }
    }

    fn create(parent: &Path, begin: &str) -> io::Result<Work> {
        lock::under_fresh_name(|fresh| {
            let path = parent.join(format!("{begin}{fresh}"));
            fs::create_dir(&path).map_err(|error| at(&path, &error))?;
            let name = path.join(LOCK);
            let file = match File::create_new(&name) {
                // Another process took it for an empty one that was left.
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                made => made.map_err(|error| at(&name, &error))?,
            };
            let own = |lock| Work { path: path.clone(), begin: begin.to_owned(), is_shared: false, _lock: lock };
            Ok(lock::lock_new(file, &name).map(own))
        })
    }

    /// The bytes of all files.
    fn bytes(&self) -> u64 {
        entries(&self.path).iter().filter_map(|path| Some(fs::metadata(path).ok()?.len())).sum()
    }

    /// Removes the folder.
    fn remove(&self) {
        let (lock, files): (Vec<_>, Vec<_>) =
            entries(&self.path).into_iter().partition(|path| path.file_name().is_some_and(|name| name == LOCK));
        for path in files.iter().chain(&lock) {
            let _ = fs::remove_file(path);
        }
        let _ = fs::remove_dir(&self.path);
    }

    fn file(&self, name: &str) -> io::Result<PathBuf> {
        if is_plain(name) && name != LOCK {
            return Ok(self.path.join(name));
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{name:?} cannot be the name of a file")))
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        // A folder with nothing to go on from is of no use.
        if entries(&self.path).iter().all(|path| path.file_name().is_some_and(|name| name == LOCK)) {
            self.remove();
        }
    }
}

impl WorkFolder for Work {
    fn names(&self) -> Vec<String> {
        let name = |path: &PathBuf| Some(path.file_name()?.to_str()?.to_owned());
        entries(&self.path).iter().filter_map(name).filter(|name| name != LOCK).collect()
    }

    fn get(&self, name: &str) -> io::Result<Stored> {
        let path = self.file(name)?;
        let mapped = Mapped::open(&path).map_err(|error| at(&path, &error))?;
        Ok(Box::new(mapped))
    }

    fn put(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let path = self.file(name)?;
        let part = self.file(&format!("{name}{UNFINISHED}"))?;
        let made = File::create(&part).and_then(|file| written(file, write)).and_then(|()| fs::rename(&part, &path));
        made.map_err(|error| {
            let _ = fs::remove_file(&part);
            at(&path, &error)
        })
    }

    fn remove(&self, name: &str) {
        if let Ok(path) = self.file(name) {
            let _ = fs::remove_file(path);
        }
    }

    fn delete(self: Box<Self>) {
        Work::remove(&self);
        if let Some(parent) = self.path.parent() {
            Work::remove_abandoned(parent, &self.begin);
        }
    }
}

/// Whether this is a folder, and not a link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_dir())
}

/// Whether a file, or each file in a folder, was last written so long ago.
fn is_older(path: &Path, age: Duration) -> bool {
    let written = |path: &PathBuf| fs::symlink_metadata(path).and_then(|about| about.modified()).ok();
    let last = entries(path).iter().chain([&path.to_owned()]).filter_map(written).max();
    last.is_some_and(|last| SystemTime::now().duration_since(last).is_ok_and(|passed| passed > age))
}

/// An error with the place where it happened.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
