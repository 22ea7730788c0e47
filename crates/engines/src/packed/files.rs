//! The files of a search on disk: layers and runs of sorted keys, in a folder that is this search's alone while it
//! runs.
//!
//! Every file is [sealed](crate::sealed) under the identity of the search and its own name, and is checked whole when
//! it is first read: after it was written, and by a search that goes on with it.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};

use super::merge::Keys;
use crate::sealed::{Identity, Seal, Sealed, TRAILER};
use crate::{Context, Halt, StorageFailure, WorkFolder};

/// The format of the files, with its version: raised with every change of what they hold.
const FORMAT: &str = "breadth-first search 2";

/// The name of a file.
#[derive(Clone, Copy)]
pub(super) struct FileName(&'static str, usize);

impl FileName {
    /// The states that are first reached after so many moves.
    pub(super) fn layer(depth: usize) -> FileName {
        FileName("layer", depth)
    }

    /// A part of the next layer.
    pub(super) fn run(number: usize) -> FileName {
        FileName("run", number)
    }

    fn text(self) -> String {
        format!("{}-{}", self.0, self.1)
    }
}

/// Writes the content of a file, unless a limit ends it.
type Content<'w> = dyn FnMut(&mut dyn Write) -> io::Result<Result<(), Halt>> + 'w;

/// The files of a search.
pub(super) struct Files<'c> {
    folder: Box<dyn WorkFolder + 'c>,
    identity: Identity,
    /// The words of a key.
    words: usize,
    /// The bytes that all files may have together, and those that they have.
    disk: u64,
    used: Cell<u64>,
    /// What failed, in the words of the medium.
    failure: &'c RefCell<Option<String>>,
    cx: &'c Context<'c>,
}

impl<'c> Files<'c> {
    /// Opens the folder of the search from `start` in the space of this identity. `failure` receives what fails.
    pub(super) fn open(
        (space, start): (&[u8], &[u32]),
        disk: u64,
        failure: &'c RefCell<Option<String>>,
        cx: &'c Context<'c>,
    ) -> Result<Files<'c>, Halt> {
        let key: Vec<u8> = start.iter().flat_map(|word| word.to_le_bytes()).collect();
        let identity = Identity::new(FORMAT, &[space, &key]);
        let folder = cx.tables().work_folder(&format!("search-{}", identity.hex()));
        let folder = folder.map_err(|error| halt(failure, &error))?;
        Ok(Files { folder, identity, words: start.len(), disk, used: Cell::new(0), failure, cx })
    }

    /// The layers that an earlier search left, in order; whatever else it left is removed.
    pub(super) fn resume(&self) -> Result<Vec<Keys>, Halt> {
        let mut layers = Vec::new();
        while let Some(layer) = self.read(FileName::layer(layers.len()))? {
            layers.push(layer);
            self.cx.report("reading the layers on disk", layers.len() as u64, None, None);
        }
        let kept: Vec<String> = (0..layers.len()).map(|depth| FileName::layer(depth).text()).collect();
        self.folder.names().iter().filter(|name| !kept.contains(name)).for_each(|name| self.folder.remove(name));
        Ok(layers)
    }

    /// Writes a file of keys, if it fits in the space allowed, and reads it back.
    pub(super) fn put(&self, name: FileName, write: &mut Content<'_>) -> Result<Keys, Halt> {
        let mut halted = None;
        let written = self.folder.put(&name.text(), &mut |out| {
            let mut room = Room { out, left: self.disk.saturating_sub(self.used.get()), is_over: false };
            let mut seal = Seal::new(&mut room);
            let written = match write(&mut seal) {
                Ok(Ok(())) => seal.finish(self.identity_of(name)),
                Ok(Err(limit)) => {
                    halted = Some(limit);
                    Err(io::Error::other(limit))
                }
                Err(error) => Err(error),
            };
            halted = halted.or(room.is_over.then_some(Halt::Disk));
            written
        });
        match (halted, written) {
            (Some(limit), _) => return Err(limit),
            (None, Err(error)) => return Err(halt(self.failure, &error)),
            (None, Ok(())) => {}
        }
        self.read(name)?.ok_or(Halt::Storage(StorageFailure::Changed))
    }

    /// The keys of a file; none where there is no such file or it is not what its name says.
    fn read(&self, name: FileName) -> Result<Option<Keys>, Halt> {
        let bytes = match self.folder.get(&name.text()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| halt(self.failure, &error))?,
        };
        let sealed = Sealed::open(bytes, self.identity_of(name), &mut || self.cx.spend(0))?;
        let keys = sealed.map(|sealed| Keys::new(Box::new(sealed), self.words));
        self.used.set(self.used.get() + keys.as_ref().map_or(0, file_bytes));
        Ok(keys)
    }

    fn identity_of(&self, FileName(kind, number): FileName) -> Identity {
        self.identity.part(kind, number as u64)
    }

    /// Removes the file of these keys.
    pub(super) fn remove(&self, name: FileName, keys: Keys) {
        self.used.set(self.used.get().saturating_sub(file_bytes(&keys)));
        // A file that is still mapped cannot be removed everywhere.
        drop(keys);
        self.folder.remove(&name.text());
    }

    /// Removes the folder.
    pub(super) fn delete(self) {
        self.folder.delete();
    }
}

fn file_bytes(keys: &Keys) -> u64 {
    keys.bytes() + TRAILER as u64
}

/// The halt by an error of the medium, whose words are kept.
fn halt(failure: &RefCell<Option<String>>, error: &io::Error) -> Halt {
    *failure.borrow_mut() = Some(error.to_string());
    Halt::Storage(error.into())
}

/// A writer for as many bytes as there is room for.
struct Room<'o> {
    out: &'o mut dyn Write,
    left: u64,
    is_over: bool,
}

impl Write for Room<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            self.is_over = true;
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        let written = self.out.write(bytes)?;
        self.left -= written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
