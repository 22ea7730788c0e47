//! The sources of worlds: those embedded in the program, and those of a folder.
//!
//! The worlds of a folder are its `*.world.toml` files; one with the name of an embedded world replaces it. The files
//! of a world are in its folder or below, never elsewhere. [`Stamps`] record which files were read and when they were
//! modified, so that a room notices changes by an editor.

use std::cell::RefCell;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use world::definition::Definition;
use world::{Problem, SHIPPED, World, shipped_file};

/// The end of a world's file name.
const EXTENSION: &str = ".world.toml";
/// The most bytes of one file of a world.
const MOST_BYTES: u64 = 64 << 20;
/// The most worlds of a folder that are listed.
const MOST_WORLDS: usize = 1000;

/// A world that can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// The name of the world.
    pub(crate) name: String,
    /// A sentence about the world; may be empty.
    pub(crate) about: String,
    /// The folder of its files; `None` for an embedded world.
    folder: Option<PathBuf>,
}

/// The name of a file that was read, with its modification time and size.
type Stamp = (String, Option<(SystemTime, u64)>);

/// The stamps of the files of a world when it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamps(Vec<Stamp>);

/// Lists the embedded worlds and those of `folder`, sorted by name.
#[must_use]
pub(crate) fn sources(folder: Option<&Path>) -> Vec<Source> {
    let mut all: Vec<Source> = folder.map(listed).unwrap_or_default();
    for shipped in SHIPPED {
        if !all.iter().any(|source| source.name == shipped.name) {
            all.push(Source { name: shipped.name.into(), about: shipped.about.into(), folder: None });
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

fn listed(folder: &Path) -> Vec<Source> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(EXTENSION)?.to_owned()));
    let named = names.filter(|name| !name.is_empty()).take(MOST_WORLDS);
    named.map(|name| Source { name, about: String::new(), folder: Some(folder.to_owned()) }).collect()
}

impl Source {
    /// The name of the file that defines the world.
    pub(crate) fn file(&self) -> String {
        format!("{}{EXTENSION}", self.name)
    }

    /// Reads a file of this world.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is outside the folder.
    pub(crate) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match &self.folder {
            Some(folder) => beside(folder, name),
            None => shipped_file(name),
        }
    }

    /// Parses the definition of the world.
    ///
    /// # Errors
    /// Returns the first problem of the definition.
    pub(crate) fn definition(&self) -> Result<Definition, Problem> {
        let file = self.file();
        let bytes = self.read(&file).map_err(|error| Problem::of(&file, error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| Problem::of(&file, "the file is not UTF-8"))?;
        Definition::parse(&file, &text)
    }

    /// Builds the world and returns it with the stamps of its files.
    ///
    /// # Errors
    /// Returns the first problem of one of its files.
    pub(crate) fn load(&self) -> Result<(World, Stamps), Problem> {
        let read = RefCell::new(Vec::new());
        let world = World::load(&self.file(), &|name| {
            read.borrow_mut().push(name.to_owned());
            self.read(name)
        })?;
        let mut names = read.into_inner();
        names.sort();
        names.dedup();
        Ok((world, Stamps(names.into_iter().map(|name| self.stamp(name)).collect())))
    }

    fn stamp(&self, name: String) -> Stamp {
        let about = self.folder.as_ref().and_then(|folder| std::fs::metadata(folder.join(&name)).ok());
        let stamp = about.and_then(|about| Some((about.modified().ok()?, about.len())));
        (name, stamp)
    }

    /// Returns the files that were modified since `stamps`, and updates `stamps`.
    pub(crate) fn changed(&self, stamps: &mut Stamps) -> Vec<String> {
        let mut names = Vec::new();
        for stamp in stamps.0.iter_mut().filter(|_| self.folder.is_some()) {
            let now = self.stamp(stamp.0.clone());
            if now != *stamp {
                names.push(now.0.clone());
                *stamp = now;
            }
        }
        names
    }
}

/// Reads a file in `folder` or below it, of at most 64 MiB.
///
/// # Errors
/// Returns an error if the file cannot be read, is too large, or is outside the folder.
pub fn beside(folder: &Path, file: &str) -> io::Result<Vec<u8>> {
    let inside = Path::new(file).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !inside {
        let message = "a world's files lie beside it; expected a name without '..' or a leading '/'";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let path = folder.join(file);
    if std::fs::metadata(&path)?.len() > MOST_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the file is too large; expected at most 64 MiB"));
    }
    std::fs::read(path)
}
