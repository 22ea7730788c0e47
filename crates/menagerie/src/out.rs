//! Outputs: the only module that writes to files that a user names with an option.
//!
//! A regular file is replaced atomically: it is written under another name and then renamed. A symbolic link stays and
//! its target is replaced; mode and owner of an existing file stay; pipes, terminals and other devices are written to
//! directly; `-` is standard output. Access control lists, extended attributes and hard links are not preserved.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use engines::Sink;
use picture::printable::Printable;

use crate::part::{self, Part};

/// Bytes gathered before they are written.
const PIECE: usize = 1 << 20;
/// Symbolic links followed to a file that is not there yet.
const MAX_LINKS: usize = 40;

/// The destination of an output.
#[derive(Debug)]
enum Destination {
    /// Standard output: `-`, or another name of the pipe or file that it is.
    Standard,
    /// Standard error, by a name of the pipe or file that it is.
    Diagnostics,
    /// A pipe, a terminal or another device.
    Direct(PathBuf),
    /// A regular file with links followed, which may not exist yet.
    Regular(Part),
}

impl Destination {
    /// Looks a name up.
    ///
    /// # Errors
    /// A directory, a file that may not be written, or a name that leads nowhere.
    fn of(path: &Path) -> io::Result<Destination> {
        if path == Path::new("-") {
            return Ok(Destination::Standard);
        }
        let about = match fs::metadata(path) {
            Ok(about) => about,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Destination::Regular(Part::beside(&to_be_made(path)?)));
            }
            Err(error) => return Err(error),
        };
        if about.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if let Some(stream) = stream_of(&about) {
            return Ok(stream);
        }
        if !about.is_file() {
            return Ok(Destination::Direct(path.to_owned()));
        }
        OpenOptions::new().write(true).open(path)?;
        Ok(Destination::Regular(Part::beside(&fs::canonicalize(path)?)))
    }
}

/// The file that a name leads to and that does not exist yet, in a folder that does.
fn to_be_made(path: &Path) -> io::Result<PathBuf> {
    let path = end_of_links(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = fs::canonicalize(folder)?;
    match path.file_name() {
        Some(name) if folder.is_dir() => Ok(folder.join(name)),
        _ => Err(io::ErrorKind::NotADirectory.into()),
    }
}

/// Where a chain of links ends whose last name does not exist.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink()) {
            return Ok(path);
        }
        let target = fs::read_link(&path)?;
        path = path.parent().map_or_else(|| target.clone(), |folder| folder.join(&target));
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "too many symbolic links"))
}

/// The standard stream that is this pipe or file, if there is one. Devices are left out, because writing to a terminal
/// or to the null device twice does no harm.
#[cfg(unix)]
fn stream_of(about: &fs::Metadata) -> Option<Destination> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    if !about.is_file() && !about.file_type().is_fifo() {
        return None;
    }
    let same = |stream: std::os::fd::BorrowedFd<'_>| {
        let other = stream.try_clone_to_owned().and_then(|stream| File::from(stream).metadata());
        other.is_ok_and(|other| (other.dev(), other.ino()) == (about.dev(), about.ino()))
    };
    match (same(io::stdout().as_fd()), same(io::stderr().as_fd())) {
        (true, _) => Some(Destination::Standard),
        (false, true) => Some(Destination::Diagnostics),
        (false, false) => None,
    }
}

#[cfg(not(unix))]
fn stream_of(_: &fs::Metadata) -> Option<Destination> {
    None
}

/// One output that was asked for, opened when the first byte is known.
#[derive(Debug)]
pub(crate) struct Output {
    name: PathBuf,
    destination: Destination,
    opened: AtomicBool,
    /// Whether it went into the file itself, since nothing can be made beside it.
    in_place: AtomicBool,
}

impl Output {
    /// The output with this name.
    ///
    /// # Errors
    /// A directory, a file that may not be written, or a name that leads nowhere.
    pub(crate) fn new(name: &Path) -> anyhow::Result<Output> {
        let destination = Destination::of(name).with_context(|| name.display().to_string())?;
        let (opened, in_place) = (AtomicBool::new(false), AtomicBool::new(false));
        Ok(Output { name: name.to_owned(), destination, opened, in_place })
    }

    /// The name that the user gave.
    pub(crate) fn name(&self) -> &Path {
        &self.name
    }

    /// Whether anything was written.
    pub(crate) fn used(&self) -> bool {
        self.opened.load(Ordering::Relaxed)
    }

    /// Whether it is standard output.
    pub(crate) fn is_standard(&self) -> bool {
        matches!(self.destination, Destination::Standard)
    }

    /// The regular file that it is or will be, links followed.
    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.destination {
            Destination::Regular(part) => Some(part.target()),
            _ => None,
        }
    }

    /// Ends it well: gives a file its name.
    pub(crate) fn keep(&self) -> anyhow::Result<()> {
        let Some(part) = self.unfinished() else { return Ok(()) };
        part.keep().with_context(|| self.name.display().to_string())
    }

    /// Removes what was written, where that is possible.
    pub(crate) fn discard(&self) {
        self.unfinished().into_iter().for_each(Part::discard);
    }

    /// Writes all that there is to write, and ends it. A reader of standard output that went away is no error.
    pub(crate) fn fill(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
        let written = self.open().and_then(|mut out| write(&mut out).and_then(|()| out.flush()));
        match written {
            Ok(()) => self.keep(),
            Err(error) if self.is_standard() && error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => {
                self.discard();
                Err(error).with_context(|| self.name.display().to_string())
            }
        }
    }

    /// The file that was begun and does not have its name yet.
    fn unfinished(&self) -> Option<&Part> {
        match &self.destination {
            Destination::Regular(part) if self.used() && !self.in_place.load(Ordering::Relaxed) => Some(part),
            _ => None,
        }
    }

    fn begun(&self, part: &Part) -> io::Result<File> {
        use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
        match part.create() {
            Err(error) if part.target().is_file() && matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem) => {
                self.in_place.store(true, Ordering::Relaxed);
                part::in_place(part.target())
            }
            made => made,
        }
    }
}

impl Sink for Output {
    fn open(&self) -> io::Result<Box<dyn Write + Send + '_>> {
        let stream: Box<dyn Write + Send> = match &self.destination {
            // A terminal would obey the control characters of texts in the data.
            Destination::Standard if io::stdout().is_terminal() => Box::new(Printable(io::stdout())),
            Destination::Standard => Box::new(io::stdout()),
            Destination::Diagnostics => Box::new(io::stderr()),
            Destination::Direct(path) => Box::new(OpenOptions::new().write(true).open(path)?),
            Destination::Regular(part) => Box::new(self.begun(part)?),
        };
        self.opened.store(true, Ordering::Relaxed);
        Ok(Box::new(BufWriter::with_capacity(PIECE, stream)))
    }
}

/// Writes a whole output.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Output::new(path)?.fill(|out| out.write_all(bytes))
}
