//! A file as bytes in memory, read page by page as they are used.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;

/// A mapped file; clones share the mapping.
#[derive(Clone, Debug)]
pub(crate) struct Mapped(Arc<Mmap>);

impl Mapped {
    /// Maps a regular file.
    pub(crate) fn open(path: &Path) -> io::Result<Mapped> {
        let file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
        }
        // SAFETY: tables and maps are written beside their names and renamed, so the bytes stay what they are; only a map
        // that the user keeps where no file can be replaced is written in place. Who maps them checks them by checksums and takes any bytes without harm. A file cut
        // short meanwhile by another program ends this one by a signal and cannot make it read elsewhere.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Mapped(Arc::new(map)))
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
