//! What questions leave on disk: tables in the user's cache folder, and the files of searches and maps that may be
//! interrupted, in folders of their own ([`work`]).
//!
//! Files are replaced atomically ([`part`]). They may be damaged nevertheless, or be another's; the engines
//! check what each says that it is. The cache is kept below a fixed size by removing the oldest tables. The files of
//! searches are not tables: they lie within the space that the user allows, and are removed when the search has ended.

mod work;

use std::fmt;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use engines::{Store, Stored, WorkFolder};
use etcetera::{BaseStrategy, choose_base_strategy};

use crate::mapped::Mapped;
use crate::part::{self, Part, folder_of};
use work::Work;

/// The environment variable that names the cache folder in place of the system's own.
const CACHE: &str = "MENAGERIE_CACHE";
/// The cache holds at most this many bytes of tables.
const MAX_CACHED: u64 = 4 << 30;
/// The folder in the cache where searches have their files.
const SEARCHES: &str = "searches";
/// The file in the cache that holds the prompt's history.
pub(crate) const HISTORY: &str = "history";
/// The longest key that is taken as a file name.
const MAX_KEY_LENGTH: usize = 200;

/// The place where tables and the files of searches are stored.
#[derive(Debug)]
pub(crate) enum Place {
    /// This folder.
    Cache(PathBuf),
    /// Folders whose names begin with that of this file; no tables.
    Beside(PathBuf),
}

/// The user's cache folder, if the system has one.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    match std::env::var_os(CACHE).filter(|path| !path.is_empty()) {
        Some(path) => Some(path.into()),
        None => Some(choose_base_strategy().ok()?.cache_dir().join("menagerie")),
    }
}

/// A store on disk.
pub(crate) struct DiskStore {
    place: Option<Place>,
    /// Receives what the user should know.
    notice: Box<dyn Fn(&str) + Send + Sync>,
}

impl fmt::Debug for DiskStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DiskStore").field("place", &self.place).finish_non_exhaustive()
    }
}

impl DiskStore {
    /// Creates a store at a place; without a place it stores nothing. `notice` receives what the user should know.
    pub(crate) fn new(place: Option<Place>, notice: impl Fn(&str) + Send + Sync + 'static) -> DiskStore {
        DiskStore { place, notice: Box::new(notice) }
    }

    /// Removes the checkpoints of a map that is finished, but for those of builds that still run.
    pub(crate) fn clear_checkpoints(&self) {
        let Some(Place::Beside(out)) = &self.place else { return };
        Work::remove_abandoned(folder_of(out), &beside(out, "map-"));
    }

    /// The path of a table.
    fn path(&self, key: &str) -> Option<PathBuf> {
        match &self.place {
            Some(Place::Cache(folder)) if is_plain(key) => Some(folder.join(key)),
            _ => None,
        }
    }
}

/// How the names of folders beside a file begin.
fn beside(out: &Path, name: &str) -> String {
    format!("{}.{name}", out.file_name().unwrap_or_default().to_string_lossy())
}

/// Whether this can be the name of a file or folder.
fn is_plain(key: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !key.is_empty() && key.len() <= MAX_KEY_LENGTH && !key.starts_with('.') && key.bytes().all(plain)
}

impl Store for DiskStore {
    fn get(&self, key: &str) -> Option<Stored> {
        let mapped = Mapped::open(&self.path(key)?).ok()?;
        Some(Box::new(mapped))
    }

    fn put(&self, key: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let Some(path) = self.path(key) else { return Ok(()) };
        let folder = folder_of(&path);
        fs::create_dir_all(folder)?;
        part::remove_abandoned(folder, "");
        let part = Part::beside(&path);
        let kept = part.create().and_then(|file| written(file, write)).and_then(|()| part.replace());
        if kept.is_err() {
            part.discard();
        }
        trim(folder, MAX_CACHED);
        kept
    }

    fn work_folder(&self, name: &str) -> io::Result<Box<dyn WorkFolder + '_>> {
        let (parent, begin) = match &self.place {
            Some(Place::Cache(folder)) => (folder.join(SEARCHES), format!("{name}.")),
            Some(Place::Beside(out)) => (folder_of(out).to_owned(), format!("{}.", beside(out, name))),
            None => return Err(io::Error::new(io::ErrorKind::Unsupported, "there is no cache folder")),
        };
        if matches!(self.place, Some(Place::Cache(_))) {
            Work::remove_expired(&parent);
        }
        let work = Work::open(&parent, &begin)?;
        if work.is_shared() {
            let parent = parent.display();
            (self.notice)(&format!(
                "another process is at the same search, with its files in {parent}; this one works in files of its own"
            ));
        }
        Ok(Box::new(work))
    }
}

/// Writes all that `write` writes.
fn written(file: fs::File, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, file);
    write(&mut out)?;
    out.flush()
}

/// The files and folders in a folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect()
}

/// Removes the oldest tables until the others hold at most `most` bytes.
fn trim(folder: &Path, most: u64) {
    let aged = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy();
        if name == HISTORY || part::is_unfinished(&name) {
            return None;
        }
        let about = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
        Some((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), about.len(), path))
    };
    let mut files: Vec<_> = entries(folder).into_iter().filter_map(aged).collect();
    files.sort();
    let mut held: u64 = files.iter().map(|file| file.1).sum();
    for (_, bytes, path) in files {
        if held <= most {
            break;
        }
        if fs::remove_file(path).is_ok() {
            held -= bytes;
        }
    }
}

#[cfg(test)]
mod tests;
