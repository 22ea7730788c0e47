//! The sources of worlds: those embedded in the program, and those of a folder.
//!
//! The worlds of a folder are its `*.world.toml` files; one with the name of an embedded world replaces it. The files
//! of a world are in its folder or below ([`super::folder`]). [`Stamps`] record which files were read and when they
//! were modified, so that a room notices changes by an editor.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use world::ceilings::{MAX_DEFINITION, MAX_SCRIPT};
use world::definition::Definition;
use world::{Allowance, Files, LoadError, Problem, SHIPPED, World, read_text, shipped_file};

use super::folder::WorldFolder;

/// The end of a world's file name.
const EXTENSION: &str = ".world.toml";
/// The most worlds of a folder that are listed; those that are not can be opened by name.
const MAX_WORLDS: usize = 1000;

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

/// The modification time and size of a file, if there is one.
pub(crate) type Stamp = Option<(SystemTime, u64)>;

/// The stamps of the files of a world, by name, when it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamps(Vec<(String, Stamp)>);

/// Lists the embedded worlds and those of `folder`, sorted by name.
#[must_use]
pub(crate) fn sources(folder: Option<&Path>) -> Vec<Source> {
    let mut all: Vec<Source> = folder.map(listed).unwrap_or_default();
    let shipped = SHIPPED.iter().filter_map(|shipped| Source::shipped(shipped.name));
    all.extend(shipped.filter(|shipped| !all.iter().any(|source| source.name == shipped.name)).collect::<Vec<_>>());
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

fn listed(folder: &Path) -> Vec<Source> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(EXTENSION)?.to_owned()));
    let mut names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names.truncate(MAX_WORLDS);
    names.into_iter().map(|name| Source::beside(name, folder)).collect()
}

impl Source {
    /// Returns the world of this name: of `folder` if it has one, else an embedded one.
    pub(crate) fn find(folder: Option<&Path>, name: &str) -> Option<Source> {
        let own = folder.filter(|_| !name.is_empty() && !name.contains(['/', '\\', '\0']));
        let own = own.map(|folder| Source::beside(name.to_owned(), folder));
        let is_there = |source: &Source| {
            source.folder.as_ref().is_some_and(|folder| folder.join(source.file()).symlink_metadata().is_ok())
        };
        own.filter(is_there).or_else(|| Source::shipped(name))
    }

    fn beside(name: String, folder: &Path) -> Source {
        Source { name, about: String::new(), folder: Some(folder.to_owned()) }
    }

    fn shipped(name: &str) -> Option<Source> {
        let shipped = SHIPPED.iter().find(|shipped| shipped.name == name)?;
        Some(Source { name: shipped.name.into(), about: shipped.about.into(), folder: None })
    }

    /// The name of the file that defines the world.
    pub(crate) fn file(&self) -> String {
        format!("{}{EXTENSION}", self.name)
    }

    /// What `menagerie world run` takes for this world: `@name`, or in the folder of the worlds the name of its file.
    pub(crate) fn argument(&self) -> String {
        if self.folder.is_some() { self.file() } else { format!("@{}", self.name) }
    }

    /// The files of this world; `wanted` is the file that is read first.
    fn files(&self, wanted: &str) -> Result<Box<dyn Files>, Problem> {
        let Some(folder) = &self.folder else { return Ok(Box::new(shipped_file)) };
        let folder = WorldFolder::open(folder).map_err(|error| Problem::of(wanted, error.to_string()))?;
        Ok(Box::new(folder))
    }

    /// Reads a script of this world.
    ///
    /// # Errors
    /// Returns a problem if the file cannot be read, is too large, or is outside the folder.
    pub(crate) fn script(&self, name: &str) -> Result<String, Problem> {
        read_text(&*self.files(name)?, name, MAX_SCRIPT)
    }

    /// Parses the definition of the world.
    ///
    /// # Errors
    /// Returns the first problem of the definition.
    pub(crate) fn definition(&self) -> Result<Definition, Problem> {
        let file = self.file();
        let text = read_text(&*self.files(&file)?, &file, MAX_DEFINITION)?;
        Definition::parse(&file, &text)
    }

    /// Builds the world within an allowance and returns it with the stamps of its files.
    ///
    /// # Errors
    /// Returns the first problem of one of its files, or the part of the allowance that did not suffice.
    pub(crate) fn load(&self, allowance: &Allowance) -> Result<(World, Stamps), LoadError> {
        let files = self.files(&self.file())?;
        let noting = Noting { files: &*files, read: RefCell::default() };
        let world = World::load_within(&self.file(), &noting, allowance)?;
        let mut names = noting.read.into_inner();
        names.sort();
        names.dedup();
        let stamps = self.stamps(&names);
        Ok((world, Stamps(names.into_iter().zip(stamps).collect())))
    }

    /// The stamps of these files.
    fn stamps(&self, names: &[String]) -> Vec<Stamp> {
        let folder = self.folder.as_ref().and_then(|folder| WorldFolder::open(folder).ok());
        names.iter().map(|name| folder.as_ref()?.stamp(name)).collect()
    }

    /// The stamp of the definition.
    pub(crate) fn stamp(&self) -> Stamp {
        self.stamps(&[self.file()]).pop().flatten()
    }

    /// Returns the files that were modified since `stamps`, and updates `stamps`.
    pub(crate) fn changed(&self, stamps: &mut Stamps) -> Vec<String> {
        if self.folder.is_none() {
            return Vec::new();
        }
        let names: Vec<String> = stamps.0.iter().map(|(name, _)| name.clone()).collect();
        let now = self.stamps(&names);
        let pairs = stamps.0.iter_mut().zip(now);
        let changed = pairs.filter_map(|((name, stamp), now)| {
            let other = *stamp != now;
            *stamp = now;
            other.then(|| name.clone())
        });
        changed.collect()
    }
}

/// Files whose names are noted as they are read.
struct Noting<'f> {
    files: &'f dyn Files,
    read: RefCell<Vec<String>>,
}

impl Files for Noting<'_> {
    fn read(&self, name: &str, most: usize) -> io::Result<Vec<u8>> {
        self.read.borrow_mut().push(name.to_owned());
        self.files.read(name, most)
    }
}
