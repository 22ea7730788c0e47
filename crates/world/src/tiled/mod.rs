//! Maps of the Tiled editor in the units of the file: pixels, y downwards.
//!
//! [`xml`] reads `.tmx`, [`json`] reads `.tmj`; both return a [`Paper`]: layers of shapes. Objects take missing
//! attributes from their template ([`templates`]); tiles become boxes ([`tiles`]). A malformed map is an error with its
//! place. Parts of a well-formed map that are ignored are noted in [`Unread`], so that they can be shown.

mod encoding;
mod json;
mod object;
mod templates;
mod tiles;
mod tilesets;
mod xml;

use std::path::Path;

use crate::ceilings::{Allowance, LoadError, MAX_ELEMENTS, MAX_LADDERS, MAX_LAYERS, MAX_MAP, MAX_SOLIDS, name_flaw};
use crate::files::{self, Files};
use crate::problem::Problem;
pub(crate) use object::Drawn;

/// The most tiles that a map may have.
pub(crate) const MAX_TILES: usize = 1 << 20;
/// The most shapes of a map that mean something; each kind has a ceiling of its own too.
const MAX_SHAPES: usize = MAX_ELEMENTS + MAX_LADDERS + MAX_SOLIDS;
/// The most groups of layers around a layer.
const MAX_DEPTH: usize = 16;
/// The most notes about ignored parts that are kept.
const MAX_UNREAD: usize = 50;

/// A parsed map: its layers and its size, in pixels.
#[derive(Debug)]
pub(crate) struct Paper {
    pub(crate) size: (f32, f32),
    pub(crate) tile_width: f32,
    pub(crate) layers: Vec<Layer>,
    pub(crate) unread: Unread,
    /// The text of the file, to which the byte offsets of flaws refer.
    pub(crate) text: String,
}

/// A layer of a map.
#[derive(Debug)]
pub(crate) struct Layer {
    pub(crate) name: String,
    pub(crate) role: Option<Role>,
    pub(crate) oneway: bool,
    pub(crate) shapes: Vec<Drawn>,
}

/// The meaning of the shapes of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Ground and platforms.
    Solid,
    Ladder,
    Object,
}

impl Role {
    /// The role of the layer with this name; `None` for scenery.
    fn of(name: &str) -> Option<Role> {
        match name.to_lowercase().as_str() {
            "ground" | "platforms" => Some(Role::Solid),
            "ladders" => Some(Role::Ladder),
            "objects" => Some(Role::Object),
            _ => None,
        }
    }
}

/// A problem at a byte of the text; 0 if the place is not known.
#[derive(Clone, Debug)]
pub(crate) struct Flaw {
    pub(crate) at: usize,
    pub(crate) message: String,
}

impl Flaw {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> Flaw {
        Flaw { at, message: message.into() }
    }

    pub(crate) fn problem(self, file: &str, text: &str) -> Problem {
        Problem::at(file, text, self.at, self.message)
    }
}

/// Notes about ignored parts of a map; the first few are kept, the others counted.
#[derive(Debug, Default)]
pub(crate) struct Unread {
    flaws: Vec<Flaw>,
    more: usize,
}

impl Unread {
    pub(crate) fn note(&mut self, at: usize, message: impl Into<String>) {
        if self.flaws.len() < MAX_UNREAD {
            self.flaws.push(Flaw::new(at, message));
        } else {
            self.more += 1;
        }
    }

    /// Converts the notes to problems with lines and columns.
    pub(crate) fn problems(self, file: &str, text: &str) -> Vec<Problem> {
        let more = (self.more > 0).then(|| Problem::of(file, format!("{} more notes of this kind", self.more)));
        self.flaws.into_iter().map(|flaw| flaw.problem(file, text)).chain(more).collect()
    }
}

/// Reads the map `name`, in the format of its extension.
pub(crate) fn read(name: &str, files: &dyn Files, allowance: &Allowance) -> Result<Paper, LoadError> {
    let text = text(name, files, MAX_MAP)?;
    let read = if is_json(name) { json::read } else { xml::read };
    match read(name, &text, files, allowance) {
        Ok(paper) => Ok(Paper { text, ..paper }),
        Err(Refused::Here(flaw)) => Err(flaw.problem(name, &text).into()),
        Err(Refused::Elsewhere(error)) => Err(error),
    }
}

/// Reads a template, in the format of its extension: its object, and the tilesets that it names.
fn template(path: &str, text: &str) -> Result<(object::Object, Vec<tilesets::Tileset>), Refused> {
    if is_json(path) { json::template(text) } else { xml::template(text) }
}

/// Reads a tileset, in the format of its extension.
fn tileset(path: &str, text: &str) -> Result<tilesets::TileClasses, Refused> {
    if is_json(path) { json::tileset(text) } else { xml::tileset(text) }
}

/// The error of a map or template.
#[derive(Debug)]
enum Refused {
    /// A problem at a byte of the file itself.
    Here(Flaw),
    /// A problem of another file, or an allowance that does not suffice.
    Elsewhere(LoadError),
}

impl From<Flaw> for Refused {
    fn from(flaw: Flaw) -> Refused {
        Refused::Here(flaw)
    }
}

impl From<LoadError> for Refused {
    fn from(error: LoadError) -> Refused {
        Refused::Elsewhere(error)
    }
}

fn text(name: &str, files: &dyn Files, most: usize) -> Result<String, Problem> {
    encoding::decoded(name, files::bytes(files, name, most)?)
}

fn is_json(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("tmj" | "tj" | "tsj" | "json"))
}

/// Computes the size of a map in pixels; an infinite or too large map is an error.
fn size(at: usize, tiles: (u32, u32), tile: (f32, f32), infinite: bool) -> Result<(f32, f32), Flaw> {
    if infinite {
        let message = "the map is infinite; expected one of a fixed size (in Tiled: Map, Map Properties, Infinite off)";
        return Err(Flaw::new(at, message));
    }
    if u64::from(tiles.0) * u64::from(tiles.1) > MAX_TILES as u64 {
        let (wide, high) = tiles;
        return Err(Flaw::new(
            at,
            format!("the map is too large, {wide} by {high} tiles; expected at most {MAX_TILES}"),
        ));
    }
    #[allow(clippy::cast_precision_loss)] // checked to be small
    let size = (tiles.0 as f32 * tile.0, tiles.1 as f32 * tile.1);
    Ok(size)
}

/// The attributes of a layer that both formats share.
#[derive(Debug, Default)]
struct LayerHead {
    at: usize,
    name: String,
    offset: (f32, f32),
    visible: bool,
    properties: object::Properties,
}

/// The content of a layer.
enum Content {
    Tiles(tiles::Grid),
    Objects(Vec<object::Object>),
    /// An image.
    Other(&'static str),
}

/// The layers of a map, as they are read.
#[derive(Debug, Default)]
struct Layers {
    layers: Vec<Layer>,
    shapes: usize,
    unread: Unread,
    /// The number of groups around the next layer.
    depth: usize,
}

impl Layers {
    /// Begins a group of layers, which are read as if they were not in one.
    fn open_group(&mut self, at: usize, name: &str, offset: (f32, f32), visible: bool) -> Result<(), Flaw> {
        if self.depth == MAX_DEPTH {
            return Err(Flaw::new(
                at,
                format!("groups of layers lie in each other; expected at most {MAX_DEPTH} deep"),
            ));
        }
        if let Some(flaw) = name_flaw("a group", name) {
            return Err(Flaw::new(at, flaw));
        }
        self.depth += 1;
        if offset != (0.0, 0.0) {
            self.unread.note(at, format!("group '{name}': its offset is not read"));
        }
        if !visible {
            self.unread.note(at, format!("group '{name}' is hidden; its layers are read all the same"));
        }
        Ok(())
    }

    /// Notes a tile of a layer that its tileset does not have; it is read like any other.
    fn note_tiles(&mut self, at: usize, name: &str, grid: &tiles::Grid, tilesets: &mut tilesets::Tilesets<'_>) {
        if Role::of(name).is_none() {
            return;
        }
        if let Some(why) = tilesets.beyond(grid.greatest.0) {
            let place = grid.greatest_place();
            self.unread.note(at, format!("layer '{name}', {place}: {why}; it is read as any other tile"));
        }
    }

    fn close_group(&mut self) {
        self.depth -= 1;
    }

    /// Adds a layer from its parsed parts, for both formats; notes what is ignored. Fails if there are too many layers
    /// or shapes, or a name is too long.
    fn add(&mut self, head: LayerHead, content: Content, tile: (f32, f32)) -> Result<(), Flaw> {
        if self.layers.len() == MAX_LAYERS {
            return Err(Flaw::new(head.at, format!("the map has too many layers; expected at most {MAX_LAYERS}")));
        }
        if let Some(flaw) = name_flaw("a layer", &head.name) {
            return Err(Flaw::new(head.at, flaw));
        }
        let at = head.at;
        let layer = finish_layer(head, content, tile, &mut self.unread)?;
        self.shapes += layer.shapes.len();
        if self.shapes > MAX_SHAPES {
            return Err(too_many(at));
        }
        self.layers.push(layer);
        Ok(())
    }
}

fn too_many(at: usize) -> Flaw {
    Flaw::new(at, format!("the map has too many shapes; expected at most {MAX_SHAPES}"))
}

fn finish_layer(head: LayerHead, content: Content, tile: (f32, f32), unread: &mut Unread) -> Result<Layer, Flaw> {
    let LayerHead { at, name, offset, visible, properties } = head;
    let role = Role::of(&name);
    if let Content::Other(what) = content {
        unread.note(at, format!("layer '{name}' is {what}, which is not read"));
        return Ok(Layer { name, role: None, oneway: false, shapes: Vec::new() });
    }
    if role.is_none() {
        let expected = "expected ground, platforms, ladders or objects for what is more than scenery";
        unread.note(at, format!("layer '{name}' is not read; {expected}"));
    } else if offset != (0.0, 0.0) {
        unread.note(at, format!("layer '{name}': its offset is not read"));
    }
    if role.is_some() && !visible {
        unread.note(at, format!("layer '{name}' is hidden, and is read all the same"));
    }
    let oneway = properties.oneway.unwrap_or(false);
    if role.is_some() {
        properties.note_layer(at, &name, unread);
    }
    let shapes = match (content, role) {
        (Content::Tiles(grid), Some(_)) => grid.boxes(tile)?,
        (Content::Objects(objects), Some(role)) => {
            objects.into_iter().map(|object| object.drawn(&name, role, unread)).collect::<Result<_, Flaw>>()?
        }
        _ => Vec::new(),
    };
    Ok(Layer { name, role, oneway, shapes })
}
