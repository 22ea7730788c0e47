//! Files as the source of levels, which are read at offsets and never as a whole.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use puzzles::Source;
use puzzles::rows::MAX_BYTES;

/// An open regular file.
struct Place {
    file: File,
    length: u64,
}

impl Source for Place {
    fn len(&self) -> u64 {
        self.length
    }

    #[cfg(unix)]
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&self.file, into, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(&self.file, into, offset)
    }
}

/// Opens a file; pipes and devices are read into memory, up to one byte above the limit for levels.
pub(crate) fn open(path: &Path) -> io::Result<Arc<dyn Source>> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if about.is_file() { Ok(Arc::new(Place { length: about.len(), file })) } else { Ok(Arc::new(bounded(file)?)) }
}

/// Reads a stream, up to one byte above the limit for levels, so that a larger one is rejected later.
pub(crate) fn bounded(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
