//! Memory-mapped files, and the saved map that the user named.
#![allow(unsafe_code)]

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engines::{MapFile, Stored};
use memmap2::Mmap;

use crate::input::Unusable;
use crate::status::Status;

/// A mapped file; clones share the mapping.
#[derive(Clone, Debug)]
pub(crate) struct Mapped(Arc<Mmap>);

impl Mapped {
    /// Maps a regular file.
    pub(crate) fn open(path: &Path) -> io::Result<Mapped> {
        Mapped::of(&opened(path)?)
    }

    fn of(file: &File) -> io::Result<Mapped> {
        // SAFETY: tables and maps are written beside their names and renamed, so the bytes do not change; only a map
        // that the user keeps where no file can be replaced is written in place, and not while this program reads it
        // elsewhere. The engines check the bytes by checksums and take any bytes without harm. A file that another
        // program cuts short meanwhile ends this one by a signal and cannot make it read elsewhere.
        let map = unsafe { Mmap::map(file)? };
        Ok(Mapped(Arc::new(map)))
    }
}

/// Opens a regular file. Others are not even opened: a pipe would wait for its writer.
fn opened(path: &Path) -> io::Result<File> {
    let not_regular = || io::Error::new(io::ErrorKind::InvalidInput, "not a regular file");
    if !fs::metadata(path)?.is_file() {
        return Err(not_regular());
    }
    let file = File::open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// The saved map that the user named. It is mapped when the command begins, so that a file that cannot be read is
/// reported before any work.
#[derive(Debug)]
pub(crate) struct NamedMap {
    bytes: Mapped,
    /// Held open with a shared lock, so that no other process writes it in place.
    _file: File,
    used: AtomicBool,
}

impl NamedMap {
    /// Maps the file.
    pub(crate) fn open(path: &Path) -> Result<NamedMap, Unusable> {
        let unusable = |error| Unusable { message: format!("{}: {error}", path.display()), status: Status::Failed };
        let file = opened(path).map_err(unusable)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock_shared() {
            let busy = io::Error::new(io::ErrorKind::ResourceBusy, "another process writes this file");
            return Err(unusable(busy));
        }
        let bytes = Mapped::of(&file).map_err(unusable)?;
        Ok(NamedMap { bytes, _file: file, used: AtomicBool::new(false) })
    }

    /// Whether a question has read it.
    pub(crate) fn is_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }
}

impl MapFile for NamedMap {
    fn open(&self) -> io::Result<Stored> {
        self.used.store(true, Ordering::Relaxed);
        Ok(Box::new(self.bytes.clone()))
    }
}
