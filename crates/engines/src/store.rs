//! Where bytes outlive a question: tables under a key, the files of work that can be interrupted, and the outputs that
//! a user named.
//!
//! Engines do no input and output. They receive implementations of these traits in a [`Context`](crate::Context), and
//! believe nothing that they read back: what they write carries what it is, its length and a checksum.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes that a [`Store`] returned: a buffer or a memory-mapped file.
pub type Stored = Box<dyn Deref<Target = [u8]> + Send + Sync>;

/// Keeps tables such as pattern databases between questions, each under a key derived from its content, and the files
/// of searches and maps that may be interrupted.
///
/// A store may forget anything at any time. What it returns may be damaged: the caller keeps and checks a
/// checksum of its own.
pub trait Store: Sync {
    /// Returns the bytes stored under `key`, if there are any.
    fn get(&self, key: &str) -> Option<Stored>;

    /// Stores the bytes that `write` writes under `key`: all of them, or none where that fails.
    ///
    /// # Errors
    /// The error of the writer or of the medium. A caller can go on without the store.
    fn put(&self, key: &str, write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()>;

    /// Opens a folder for the files of the work called `name`, which belongs to the caller until it is dropped: two
    /// callers never have the same folder at the same time, in whichever processes they are. It holds what the last
    /// caller with this name left in it, if that one has ended or was killed, and is empty otherwise. The default has
    /// no folders.
    ///
    /// # Errors
    /// The error of the medium, in words that name the place; [`StorageFailure`] tells the kinds apart.
    fn work_folder(&self, name: &str) -> io::Result<Box<dyn WorkFolder + '_>> {
        let _ = name;
        Err(io::Error::new(io::ErrorKind::Unsupported, "no files are kept here"))
    }
}

/// The files of one piece of work, which nobody else reads or writes meanwhile. Files have plain names: letters,
/// digits, `-` and `.`. Dropping it leaves the files to the next caller of [`Store::work_folder`].
pub trait WorkFolder {
    /// Returns the names of the files in the folder.
    fn names(&self) -> Vec<String>;

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// The error of the medium, also where there is no such file.
    fn get(&self, name: &str) -> io::Result<Stored>;

    /// Writes a file: all that `write` writes, in the place of the file that has this name, or nothing where that
    /// fails.
    ///
    /// # Errors
    /// The error of the writer or of the medium.
    fn put(&self, name: &str, write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()>;

    /// Removes a file that is not needed any more.
    fn remove(&self, name: &str);

    /// Removes the folder with its files, and what killed processes left behind of the same work.
    fn delete(self: Box<Self>);
}

/// A [`Store`] that keeps nothing.
#[derive(Debug)]
pub struct NoStore;

impl Store for NoStore {
    fn get(&self, _: &str) -> Option<Stored> {
        None
    }

    fn put(&self, _: &str, _: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
        Ok(())
    }
}

/// A [`Store`] that keeps tables in memory, by their keys, and has no folders.
#[derive(Debug, Default)]
pub struct MemoryStore(pub Mutex<HashMap<String, Vec<u8>>>);

impl MemoryStore {
    fn tables(&self) -> MutexGuard<'_, HashMap<String, Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn get(&self, key: &str) -> Option<Stored> {
        let bytes = self.tables().get(key)?.clone();
        Some(Box::new(bytes))
    }

    fn put(&self, key: &str, write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.tables().insert(key.to_owned(), bytes);
        Ok(())
    }
}

/// Why files could not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageFailure {
    /// The disk is full, or the user's share of it.
    Full,
    /// The folder, or a file in it, may not be written.
    NotWritable,
    /// A file is where a folder is needed, or a folder where a file is needed.
    InTheWay,
    /// A file was removed or changed by another program while it was needed.
    Changed,
    /// Another error of the medium.
    Failed,
}

impl From<&io::Error> for StorageFailure {
    fn from(error: &io::Error) -> StorageFailure {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                StorageFailure::Full
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => StorageFailure::NotWritable,
            io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory | io::ErrorKind::AlreadyExists => {
                StorageFailure::InTheWay
            }
            io::ErrorKind::NotFound => StorageFailure::Changed,
            _ => StorageFailure::Failed,
        }
    }
}

impl fmt::Display for StorageFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StorageFailure::Full => "the disk is full",
            StorageFailure::NotWritable => "the folder for the files cannot be written",
            StorageFailure::InTheWay => "something else has the name of a folder or file of the search",
            StorageFailure::Changed => "another program removed or changed a file of the search",
            StorageFailure::Failed => "the files of the search cannot be written or read",
        })
    }
}

/// Receives a result that is too large to be part of an answer (the file of `--out FILE`).
pub trait Sink: Sync {
    /// Opens the sink for writing. What is written is kept only if the question is answered.
    ///
    /// # Errors
    /// The error of the medium, where the sink cannot be opened.
    fn open(&self) -> io::Result<Box<dyn io::Write + Send + '_>>;
}

/// A saved map of a state space that exists already (the file of `--map FILE`). Hints and new levels are read from it.
pub trait MapFile: Sync {
    /// Opens the file and returns its bytes. They may be damaged: the caller checks the checksums in them.
    ///
    /// # Errors
    /// The error of the medium, where the file cannot be opened.
    fn open(&self) -> io::Result<Stored>;

    /// Whether the file is offered to questions about any level, as a server offers it: one that is of another level is
    /// passed over. The default is `false`: the user named it for the level, and it is an error there.
    fn is_offered(&self) -> bool {
        false
    }
}
