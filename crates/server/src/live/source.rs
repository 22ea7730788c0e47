//! Where worlds come from: those that come with the program, and those of a folder.
//!
//! A folder's worlds are its `*.world.toml` files; one that bears the name of a shipped world stands in its place. A
//! world's files lie beside it or below, never elsewhere. [`Stamps`] remember which files were read and when they
//! were written, so that a room sees what an editor has changed.

use std::cell::RefCell;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use world::definition::Definition;
use world::{Problem, SHIPPED, World, shipped_file};

/// The end of a world's file name.
const EXTENSION: &str = ".world.toml";
/// Bytes of one file of a world.
const MOST_BYTES: u64 = 64 << 20;
/// Worlds that a folder shows.
const MOST_WORLDS: usize = 1000;

/// A world that can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// Its name.
    pub(crate) name: String,
    /// One sentence about it; may be empty.
    pub(crate) about: String,
    /// Where its files lie; none for a shipped one.
    folder: Option<PathBuf>,
}

/// A file that was read, with what tells that it was written since.
type Stamp = (String, Option<(SystemTime, u64)>);

/// The files of a world as they were when it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamps(Vec<Stamp>);

/// The shipped worlds and those of `folder`, in the order of their names.
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
    /// The file that defines it.
    pub(crate) fn file(&self) -> String {
        format!("{}{EXTENSION}", self.name)
    }

    /// A file of this world.
    ///
    /// # Errors
    /// Where it cannot be read, or lies elsewhere.
    pub(crate) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match &self.folder {
            Some(folder) => beside(folder, name),
            None => shipped_file(name),
        }
    }

    /// What its definition says of it.
    ///
    /// # Errors
    /// What is wrong with the definition.
    pub(crate) fn definition(&self) -> Result<Definition, Problem> {
        let file = self.file();
        let bytes = self.read(&file).map_err(|error| Problem::of(&file, error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| Problem::of(&file, "the file is not UTF-8"))?;
        Definition::parse(&file, &text)
    }

    /// Builds the world, and remembers its files.
    ///
    /// # Errors
    /// What is wrong with which file.
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

    /// The files that were written since `stamps`, which then are those of now.
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

/// A file in `folder` or below, of a bounded size.
///
/// # Errors
/// Where it cannot be read, is too large, or lies elsewhere.
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
