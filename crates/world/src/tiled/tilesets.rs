//! The tilesets of a map, as far as its objects need them: an object that shows a tile takes the tile's class where it
//! has none itself, and its position is the point of it that the tileset aligns, by default the lower left corner.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::object::{Object, Tile};
use super::{Flaw, Refused, text, tileset};
use crate::ceilings::{MAX_TILESET, MAX_TILESETS, name_flaw};
use crate::files::Files;

/// The bits of a tile's number that say that it is mirrored or turned.
pub(super) const FLIPS: u32 = 0xf000_0000;

/// A tileset as a map or template names it.
#[derive(Debug, Default)]
pub(super) struct Tileset {
    /// The number of its first tile.
    pub(super) first: u32,
    /// The file in which it is; `None` if it is part of the map.
    pub(super) source: Option<String>,
    pub(super) tiles: TileClasses,
}

/// What a tileset says of its tiles.
#[derive(Clone, Debug, Default)]
pub(super) struct TileClasses {
    /// The attribute `objectalignment`.
    pub(super) alignment: String,
    /// The number of its tiles, if it says it.
    pub(super) count: Option<u32>,
    /// The classes of the tiles that have one, by their numbers in the tileset.
    pub(super) classes: BTreeMap<u32, String>,
}

/// The tilesets of one map or template, each file read at most once.
pub(super) struct Tilesets<'a> {
    folder: PathBuf,
    files: &'a dyn Files,
    sets: Vec<Tileset>,
    /// The tilesets in files, by their names, or why they cannot be read.
    read: BTreeMap<String, Result<TileClasses, String>>,
}

impl<'a> Tilesets<'a> {
    /// Creates the tilesets of the file `name`, relative to which their files are named.
    pub(super) fn of(name: &str, files: &'a dyn Files, sets: Vec<Tileset>) -> Tilesets<'a> {
        let folder = Path::new(name).parent().map(PathBuf::from).unwrap_or_default();
        Tilesets { folder, files, sets, read: BTreeMap::new() }
    }

    /// Gives an object that shows a tile what its tile says. A tileset that cannot be read says nothing, which is
    /// noted.
    pub(super) fn fill(&mut self, object: &mut Object) {
        let Some(number) = object.gid.take().map(|gid| gid & !FLIPS) else { return };
        let Some((first, classes)) = self.of_tile(number) else {
            let flaw = format!("its tile {number} belongs to no tileset of the map");
            object.tile = Some(Tile { flaw: Some(flaw), ..Tile::default() });
            return;
        };
        object.tile = Some(match classes {
            Ok(tiles) => {
                if object.class.as_ref().is_none_or(String::is_empty) {
                    object.class = tiles.classes.get(&(number - first)).cloned();
                }
                Tile {
                    anchor: anchor(&tiles.alignment),
                    flaw: beyond(number, first, tiles).map(|why| format!("its {why}")),
                }
            }
            Err(why) => {
                let flaw = format!("the tileset of its tile is not read: {why}");
                Tile { flaw: Some(flaw), ..Tile::default() }
            }
        });
    }

    /// Returns what is wrong with the tile of this number in a layer: that its tileset, which could be read, has fewer.
    pub(super) fn beyond(&mut self, number: u32) -> Option<String> {
        let number = number & !FLIPS;
        let (first, classes) = self.of_tile(number)?;
        beyond(number, first, classes.ok()?)
    }

    /// The number of the first tile of the tileset to which a tile belongs, and what that says of its tiles or why it
    /// cannot be read.
    fn of_tile(&mut self, number: u32) -> Option<(u32, Result<&TileClasses, &String>)> {
        let set = self.sets.iter().filter(|set| set.first <= number).max_by_key(|set| set.first);
        let Tileset { first, source, tiles } = set?;
        let classes = match source {
            None => Ok(tiles),
            Some(file) => {
                if !self.read.contains_key(file) {
                    let read = match self.read.len() < MAX_TILESETS {
                        true => classes(&self.folder, file, self.files),
                        false => Err(format!("there are more than {MAX_TILESETS} tilesets in files")),
                    };
                    self.read.insert(file.clone(), read);
                }
                self.read[file].as_ref()
            }
        };
        Some((*first, classes))
    }
}

/// Says that a tileset that begins at the number `first` has no tile of this number.
fn beyond(number: u32, first: u32, tiles: &TileClasses) -> Option<String> {
    let count = tiles.count.filter(|&count| number - first >= count)?;
    let last = u64::from(first) + u64::from(count);
    Some(format!("tile {number} lies beyond its tileset, whose tiles are {first} to {}", last.saturating_sub(1)))
}

/// Reads a tileset from its file.
fn classes(folder: &Path, file: &str, files: &dyn Files) -> Result<TileClasses, String> {
    if let Some(flaw) = name_flaw("a tileset", file) {
        return Err(flaw);
    }
    let path = folder.join(file).to_string_lossy().into_owned();
    let text = text(&path, files, MAX_TILESET).map_err(|problem| problem.to_string())?;
    tileset(&path, &text).map_err(|refused| match refused {
        Refused::Here(flaw) => flaw.problem(&path, &text).to_string(),
        Refused::Elsewhere(error) => error.to_string(),
    })
}

/// Checks the class of a tile, which becomes that of objects.
pub(super) fn checked_class(at: usize, class: String) -> Result<String, Flaw> {
    match name_flaw("the class of a tile", &class) {
        Some(flaw) => Err(Flaw::new(at, flaw)),
        None => Ok(class),
    }
}

/// The point of an object that an alignment puts at its position, as parts of its width and height from its upper left
/// corner.
fn anchor(alignment: &str) -> (f32, f32) {
    match alignment {
        "topleft" => (0.0, 0.0),
        "top" => (0.5, 0.0),
        "topright" => (1.0, 0.0),
        "left" => (0.0, 0.5),
        "center" => (0.5, 0.5),
        "right" => (1.0, 0.5),
        "bottom" => (0.5, 1.0),
        "bottomright" => (1.0, 1.0),
        _ => Tile::default().anchor,
    }
}
