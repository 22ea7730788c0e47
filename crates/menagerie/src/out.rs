//! The place of `--out`: a file that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use engines::Sink;

/// A file being written beside its final name.
pub(crate) struct OutFile {
    path: PathBuf,
    opened: AtomicBool,
}

impl OutFile {
    pub(crate) fn new(path: &Path) -> OutFile {
        OutFile { path: path.to_owned(), opened: AtomicBool::new(false) }
    }

    fn part(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".part");
        name.into()
    }

    /// Whether anything was written.
    pub(crate) fn used(&self) -> bool {
        self.opened.load(Ordering::Relaxed)
    }

    /// Gives the file its name.
    pub(crate) fn keep(&self) -> io::Result<()> {
        if self.used() { fs::rename(self.part(), &self.path) } else { Ok(()) }
    }

    /// Removes what was written.
    pub(crate) fn discard(&self) {
        if self.used() {
            let _ = fs::remove_file(self.part());
        }
    }
}

impl Sink for OutFile {
    fn open(&self) -> io::Result<Box<dyn Write + Send + '_>> {
        let file = File::create(self.part())?;
        self.opened.store(true, Ordering::Relaxed);
        Ok(Box::new(BufWriter::with_capacity(1 << 20, file)))
    }
}

/// Writes a whole file, beside its name first.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let out = OutFile::new(path);
    let written = out.open().and_then(|mut writer| writer.write_all(bytes).and_then(|()| writer.flush()));
    match written {
        Ok(()) => out.keep(),
        Err(error) => {
            out.discard();
            Err(error)
        }
    }
}
