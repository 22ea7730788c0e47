//! Tables on disk: pattern databases and the files of searches in the user's cache folder, and checkpoints beside the map
//! that is being built.
//!
//! Files are replaced atomically: they are written under another name and renamed. They may be damaged nevertheless;
//! the engines check checksums. The cache is kept below a fixed size by removing the oldest files, but for those of
//! searches, which lie in a folder of their own within the space that the user allows.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use engines::{Store, Stored};
use etcetera::{BaseStrategy, choose_base_strategy};

use crate::mapped::Mapped;
use crate::out::Part;

/// The environment variable that names the cache folder in place of the system's own.
const CACHE: &str = "MENAGERIE_CACHE";
/// The cache holds at most this many bytes.
const MOST_CACHED: u64 = 4 << 30;
/// How the keys of a search's files begin, and the folder in the cache where they lie.
const SEARCH: &str = "search-";
const SEARCHES: &str = "searches";
/// The longest key that is taken as a file name.
const LONGEST_KEY: usize = 200;

/// The place where tables are stored.
#[derive(Debug)]
pub(crate) enum Place {
    /// This folder.
    Cache(PathBuf),
    /// Files whose names begin with that of this one.
    Beside(PathBuf),
}

/// The user's cache folder for tables, if the system has one.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    match std::env::var_os(CACHE).filter(|path| !path.is_empty()) {
        Some(path) => Some(path.into()),
        None => Some(choose_base_strategy().ok()?.cache_dir().join("menagerie")),
    }
}

/// A store on disk.
#[derive(Debug)]
pub(crate) struct DiskStore {
    place: Option<Place>,
}

impl DiskStore {
    /// Creates a store at a place; without a place it stores nothing.
    pub(crate) fn new(place: Option<Place>) -> DiskStore {
        DiskStore { place }
    }

    /// Removes the checkpoints of a map that is finished.
    pub(crate) fn clear_checkpoints(&self) {
        let Some(Place::Beside(out)) = &self.place else { return };
        let Some(begin) = out.file_name().map(|name| format!("{}.map-", name.to_string_lossy())) else { return };
        for entry in entries(folder_of(out)) {
            if entry.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&begin)) {
                let _ = fs::remove_file(entry);
            }
        }
    }

    fn path(&self, key: &str) -> Option<PathBuf> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        if key.is_empty() || key.len() > LONGEST_KEY || key.starts_with('.') || !key.bytes().all(plain) {
            return None;
        }
        match self.place.as_ref()? {
            Place::Cache(folder) if key.starts_with(SEARCH) => Some(folder.join(SEARCHES).join(key)),
            Place::Cache(folder) => Some(folder.join(key)),
            Place::Beside(out) => {
                let mut name = out.file_name()?.to_owned();
                name.push(format!(".{key}"));
                Some(out.with_file_name(name))
            }
        }
    }
}

impl Store for DiskStore {
    fn get(&self, key: &str) -> Option<Stored> {
        let mapped = Mapped::open(&self.path(key)?).ok()?;
        Some(Box::new(mapped))
    }

    fn put(&self, key: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let Some(path) = self.path(key) else { return Ok(()) };
        if let (Some(Place::Cache(_)), Some(folder)) = (&self.place, path.parent()) {
            fs::create_dir_all(folder)?;
        }
        let part = Part::beside(&path);
        // The files of a search are written in turn by processes that may be killed, and go when it is finished.
        if key.starts_with(SEARCH) {
            part.discard_stale();
        }
        let kept = written(&part, write).and_then(|()| part.replace());
        if kept.is_err() {
            part.discard();
        }
        if let Some(Place::Cache(folder)) = &self.place {
            trim(folder, MOST_CACHED);
        }
        kept
    }

    fn forget(&self, key: &str) {
        if let Some(path) = self.path(key) {
            let _ = fs::remove_file(path);
        }
    }
}

fn written(part: &Part, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, part.create()?);
    write(&mut out)?;
    out.flush()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The files of a folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect()
}

/// Removes the oldest files until the others hold at most `most` bytes.
fn trim(folder: &Path, most: u64) {
    let aged = |path: PathBuf| {
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
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("menagerie-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    fn put(disk_store: &DiskStore, key: &str, bytes: &[u8]) -> io::Result<()> {
        disk_store.put(key, &mut |out| out.write_all(bytes))
    }

    #[test]
    fn tables_are_kept_whole_or_not_at_all() {
        let folder = folder("store");
        let disk_store = DiskStore::new(Some(Place::Cache(folder.clone())));
        assert!(disk_store.get("table").is_none());
        put(&disk_store, "table", b"abc").unwrap();
        assert_eq!(&**disk_store.get("table").unwrap(), b"abc");
        let failed = disk_store.put("table", &mut |out| out.write_all(b"half").and(Err(io::ErrorKind::Other.into())));
        assert!(failed.is_err());
        assert_eq!(&**disk_store.get("table").unwrap(), b"abc");
        for wrong in ["", "../table", "a/b", ".hidden", "é"] {
            put(&disk_store, wrong, b"x").unwrap();
            assert!(disk_store.get(wrong).is_none());
        }
        assert_eq!(entries(&folder).len(), 1);
        put(&disk_store, "other", b"x").unwrap();
        disk_store.forget("other");
        disk_store.forget("../table");
        assert!(disk_store.get("other").is_none() && disk_store.get("table").is_some());
        trim(&folder, 2);
        assert!(entries(&folder).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_a_killed_search_left_goes_when_the_file_is_written_again() {
        let folder = folder("stale");
        let searches = folder.join(SEARCHES);
        fs::create_dir_all(&searches).unwrap();
        let own = format!("search-a.part-{}-0", std::process::id());
        for name in ["search-a.part-4294967295-0", "search-b.part-4294967295-0", &own] {
            fs::write(searches.join(name), b"x").unwrap();
        }
        put(&DiskStore::new(Some(Place::Cache(folder.clone()))), "search-a", b"abc").unwrap();
        let mut left = entries(&searches);
        left.sort();
        assert_eq!(left, ["search-a", &own, "search-b.part-4294967295-0"].map(|name| searches.join(name)));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn checkpoints_stand_beside_the_map_and_go_with_it() {
        let folder = folder("checkpoints");
        fs::create_dir_all(&folder).unwrap();
        let disk_store = DiskStore::new(Some(Place::Beside(folder.join("a.map"))));
        put(&disk_store, "map-1-0", b"abc").unwrap();
        assert_eq!(entries(&folder), [folder.join("a.map.map-1-0")]);
        fs::write(folder.join("a.map"), b"map").unwrap();
        disk_store.clear_checkpoints();
        assert_eq!(entries(&folder), [folder.join("a.map")]);
        fs::remove_dir_all(folder).unwrap();
    }
}
