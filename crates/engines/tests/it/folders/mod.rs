//! A store in memory whose folders can be cut short, damaged and looked into.

#![allow(dead_code, clippy::unwrap_used)] // each test file uses a part; a failed unwrap is a failed test

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use engines::{Store, Stored, WorkFolder};

/// Files by `FOLDER/NAME`.
pub(crate) type Files = BTreeMap<String, Arc<Vec<u8>>>;

/// The files of all folders. After so many pieces were written it takes no more and removes no more, as if the process
/// had been killed.
pub(crate) struct Folders {
    pub(crate) files: Mutex<Files>,
    left: AtomicUsize,
    most: AtomicUsize,
}

impl Folders {
    /// No files, and no end.
    pub(crate) fn new() -> Folders {
        Folders::with(Files::new())
    }

    /// These files, and no end.
    pub(crate) fn with(files: Files) -> Folders {
        Folders { files: Mutex::new(files), left: AtomicUsize::new(usize::MAX), most: AtomicUsize::new(0) }
    }

    /// Ends after so many pieces from now on.
    pub(crate) fn ends_after(&self, pieces: usize) {
        self.left.store(pieces, Ordering::Relaxed);
    }

    /// Whether it has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }

    /// The files now.
    pub(crate) fn files(&self) -> Files {
        self.files.lock().unwrap().clone()
    }

    /// The most bytes that all files had together.
    pub(crate) fn most(&self) -> u64 {
        self.most.load(Ordering::Relaxed) as u64
    }
}

impl Store for Folders {
    fn get(&self, _: &str) -> Option<Stored> {
        None
    }

    fn put(&self, _: &str, _: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        Ok(())
    }

    fn work_folder(&self, name: &str) -> io::Result<Box<dyn WorkFolder + '_>> {
        Ok(Box::new(Folder { all: self, begin: format!("{name}/") }))
    }
}

struct Folder<'f> {
    all: &'f Folders,
    begin: String,
}

impl Folder<'_> {
    fn path(&self, name: &str) -> String {
        format!("{}{name}", self.begin)
    }
}

impl WorkFolder for Folder<'_> {
    fn names(&self) -> Vec<String> {
        self.all.files().keys().filter_map(|path| path.strip_prefix(&self.begin)).map(str::to_owned).collect()
    }

    fn get(&self, name: &str) -> io::Result<Stored> {
        let files = self.all.files.lock().unwrap();
        let bytes = files.get(&self.path(name)).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Shared(Arc::clone(bytes))))
    }

    fn put(&self, name: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut out = Piecewise { bytes: Vec::new(), left: &self.all.left };
        write(&mut out)?;
        let mut files = self.all.files.lock().unwrap();
        files.insert(self.path(name), Arc::new(out.bytes));
        self.all.most.fetch_max(files.values().map(|bytes| bytes.len()).sum(), Ordering::Relaxed);
        Ok(())
    }

    fn remove(&self, name: &str) {
        if !self.all.is_over() {
            self.all.files.lock().unwrap().remove(&self.path(name));
        }
    }

    fn delete(self: Box<Self>) {
        self.names().iter().for_each(|name| self.remove(name));
    }
}

struct Shared(Arc<Vec<u8>>);

impl Deref for Shared {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

struct Piecewise<'w> {
    bytes: Vec<u8>,
    left: &'w AtomicUsize,
}

impl Write for Piecewise<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let take = |left: usize| left.checked_sub(1);
        let took = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        took.map_err(|_| io::Error::from(io::ErrorKind::StorageFull))?;
        self.bytes.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
