//! Tiled maps as JSON (`.tmj`), and templates (`.tj`).

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde_json::value::RawValue;

use super::object::{Object, Properties, Shape, Value};
use super::templates::Templates;
use super::tiles::{Grid, count, decode};
use super::tilesets::{TileClasses, Tileset, Tilesets, checked_class};
use super::{Content, Flaw, LayerHead, Layers, MAX_TILES, Paper, Refused, size};
use crate::ceilings::Allowance;
use crate::files::Files;
use crate::problem::in_plain_words;

/// A whole number that is not negative, also one that a program wrote as `6.0`.
#[derive(Clone, Copy, Default)]
struct Whole(u32);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        deserializer.deserialize_any(WholeNumber)
    }
}

struct WholeNumber;

impl Visitor<'_> for WholeNumber {
    type Value = Whole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
        u32::try_from(number).map(Whole).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Whole, E> {
        u32::try_from(number).map(Whole).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked to be one
    fn visit_f64<E: Error>(self, number: f64) -> Result<Whole, E> {
        match number {
            whole if whole.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&whole) => Ok(Whole(whole as u32)),
            _ => Err(E::invalid_value(Unexpected::Float(number), &self)),
        }
    }
}

/// A map. Its parts are parsed one by one, each from its own piece of the text, so that a problem has its place.
#[derive(Deserialize)]
struct Sketch<'a> {
    width: Whole,
    height: Whole,
    tilewidth: f32,
    tileheight: f32,
    #[serde(default)]
    infinite: bool,
    orientation: Option<String>,
    #[serde(borrow, default)]
    layers: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    tilesets: Vec<&'a RawValue>,
}

/// A tileset, in a map or template or as a file of its own.
#[derive(Deserialize)]
struct Set {
    firstgid: Option<Whole>,
    source: Option<String>,
    tilecount: Option<Whole>,
    #[serde(default)]
    objectalignment: String,
    #[serde(default)]
    tiles: Vec<SetTile>,
}

#[derive(Deserialize)]
struct SetTile {
    id: Whole,
    #[serde(rename = "type", alias = "class")]
    class: Option<String>,
}

impl Set {
    /// What the tileset at byte `at` says of its tiles.
    fn classes(self, at: usize) -> Result<TileClasses, Flaw> {
        let count = self.tilecount.map(|Whole(count)| count);
        let mut tiles = TileClasses { alignment: self.objectalignment, count, ..TileClasses::default() };
        for SetTile { id: Whole(id), class } in self.tiles {
            if let Some(class) = class {
                tiles.classes.insert(id, checked_class(at, class)?);
            }
        }
        Ok(tiles)
    }

    fn named(mut self, at: usize) -> Result<Tileset, Flaw> {
        let (first, source) = (self.firstgid.map_or(1, |Whole(first)| first), self.source.take());
        Ok(Tileset { first, source, tiles: self.classes(at)? })
    }
}

#[derive(Deserialize)]
struct JsonLayer<'a> {
    name: String,
    #[serde(default, rename = "type")]
    sort: String,
    #[serde(borrow, default)]
    objects: Vec<&'a RawValue>,
    data: Option<Data>,
    #[serde(default)]
    encoding: String,
    #[serde(default)]
    compression: String,
    #[serde(default)]
    width: Whole,
    #[serde(default)]
    height: Whole,
    #[serde(default)]
    offsetx: f32,
    #[serde(default)]
    offsety: f32,
    #[serde(default)]
    properties: Vec<Property>,
    visible: Option<bool>,
    /// The layers of a group.
    #[serde(borrow, default)]
    layers: Vec<&'a RawValue>,
}

/// The tiles of a layer. Of a list at most one tile more than a layer may have is kept.
enum Data {
    List(Vec<u32>),
    Text(String),
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Data, D::Error> {
        deserializer.deserialize_any(Tiles)
    }
}

struct Tiles;

impl<'de> Visitor<'de> for Tiles {
    type Value = Data;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of whole numbers, or a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Data, E> {
        Ok(Data::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Data, A::Error> {
        let mut tiles = Vec::new();
        while let Some(Whole(tile)) = list.next_element()? {
            tiles.push(tile);
            if tiles.len() > MAX_TILES {
                while list.next_element::<IgnoredAny>()?.is_some() {}
            }
        }
        Ok(Data::List(tiles))
    }
}

#[derive(Deserialize)]
struct Form {
    id: Option<Whole>,
    name: Option<String>,
    #[serde(rename = "type", alias = "class")]
    class: Option<String>,
    #[serde(default)]
    x: f32,
    #[serde(default)]
    y: f32,
    width: Option<f32>,
    height: Option<f32>,
    rotation: Option<f32>,
    gid: Option<Whole>,
    template: Option<String>,
    #[serde(default)]
    ellipse: bool,
    #[serde(default)]
    point: bool,
    text: Option<serde::de::IgnoredAny>,
    polygon: Option<Vec<Corner>>,
    polyline: Option<Vec<Corner>>,
    visible: Option<bool>,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Template {
    object: Form,
    tileset: Option<Set>,
}

#[derive(Deserialize)]
struct Corner {
    x: f32,
    y: f32,
}

#[derive(Deserialize)]
struct Property {
    name: String,
    value: Value,
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(PropertyValue)
    }
}

/// Reads the value of a property and holds nothing of those that are ignored.
struct PropertyValue;

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // distances in metres
impl<'de> Visitor<'de> for PropertyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f32))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f32))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number as f32))
    }

    fn visit_str<E>(self, _: &str) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Other)
    }
}

/// Reads the map `name` with this text.
pub(super) fn read(name: &str, text: &str, files: &dyn Files, allowance: &Allowance) -> Result<Paper, Refused> {
    allowance.admit(&format!("the map {name}"), bytes(text))?;
    allowance.go_on()?;
    let sketch: Sketch<'_> = parse(text)?;
    let mut layers = Layers::default();
    if let Some(other) = sketch.orientation.filter(|orientation| orientation != "orthogonal") {
        layers.unread.note(0, format!("the map is {other}; it is read as orthogonal"));
    }
    let tile = (sketch.tilewidth, sketch.tileheight);
    let size = size(0, (sketch.width.0, sketch.height.0), tile, sketch.infinite)?;
    let tilesets = sketch.tilesets.into_iter().map(|set| {
        let (at, set): (usize, Set) = part(text, set)?;
        set.named(at)
    });
    let tilesets = tilesets.collect::<Result<_, Flaw>>()?;
    let mut sources =
        Sources { text, templates: Templates::of(name, files), tilesets: Tilesets::of(name, files, tilesets) };
    for layer in sketch.layers {
        allowance.go_on()?;
        finish(layer, tile, &mut sources, &mut layers)?;
    }
    let Layers { layers, unread, .. } = layers;
    Ok(Paper { size, tile_width: tile.0, layers, unread, text: String::new() })
}

/// The bytes that a map with this text takes while it is read: each brace may begin an object, and each comma follow a
/// tile, in a list that grows by doubling.
fn bytes(text: &str) -> u64 {
    let count = |character: char| text.matches(character).count() as u64;
    let object = 2 * (size_of::<Form>() + size_of::<Object>()) as u64;
    2 * text.len() as u64 + count('{') * object + count(',') * 8
}

/// The text of the map, and what objects take from other places.
struct Sources<'a> {
    text: &'a str,
    templates: Templates<'a>,
    tilesets: Tilesets<'a>,
}

/// Reads the object of a template, and its tileset.
pub(super) fn template(text: &str) -> Result<(Object, Vec<Tileset>), Refused> {
    let template: Template = parse(text)?;
    let tilesets = template.tileset.into_iter().map(|set| set.named(0)).collect::<Result<_, Flaw>>()?;
    Ok((template.object.object(0), tilesets))
}

/// Reads a tileset that is a file of its own.
pub(super) fn tileset(text: &str) -> Result<TileClasses, Refused> {
    let set: Set = parse(text)?;
    Ok(set.classes(0)?)
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Flaw> {
    serde_json::from_str(text).map_err(|error| {
        let before: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let at = text.floor_char_boundary(before + error.column().saturating_sub(1));
        Flaw::new(at, plain(&error))
    })
}

/// Parses a part of a text, and returns at which byte it begins.
fn part<'a, T: Deserialize<'a>>(text: &str, part: &'a RawValue) -> Result<(usize, T), Flaw> {
    let at = part.get().as_ptr().addr().saturating_sub(text.as_ptr().addr());
    let parsed = parse(part.get()).map_err(|flaw| Flaw { at: at + flaw.at, ..flaw })?;
    Ok((at, parsed))
}

/// The parser's message in the terms of the format.
fn plain(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
    let message = in_plain_words(&message);
    [
        ("struct Sketch", "a map"),
        ("struct JsonLayer", "a layer"),
        ("struct Form", "an object"),
        ("struct SetTile", "a tile"),
        ("struct Set", "a tileset"),
        ("struct Template", "a template"),
        ("struct Corner", "a corner with x and y"),
        ("struct Property", "a property"),
    ]
    .into_iter()
    .fold(message, |message, (theirs, ours)| message.replace(theirs, ours))
}

/// Reads a layer, or the layers of a group.
fn finish(layer: &RawValue, tile: (f32, f32), sources: &mut Sources<'_>, layers: &mut Layers) -> Result<(), Refused> {
    let (at, layer): (usize, JsonLayer<'_>) = part(sources.text, layer)?;
    let (offset, visible) = ((layer.offsetx, layer.offsety), layer.visible != Some(false));
    if layer.sort == "group" {
        layers.open_group(at, &layer.name, offset, visible)?;
        layer.layers.into_iter().try_for_each(|layer| finish(layer, tile, sources, layers))?;
        layers.close_group();
        return Ok(());
    }
    let content = match (layer.sort.as_str(), &layer.data) {
        ("imagelayer", _) => Content::Other("an image"),
        (_, Some(data)) => {
            let grid = layer.tiles(at, data)?;
            layers.note_tiles(at, &layer.name, &grid, &mut sources.tilesets);
            Content::Tiles(grid)
        }
        _ => Content::Objects(Vec::new()),
    };
    let objects = layer.objects.into_iter().map(|object| {
        let (at, form): (usize, Form) = part(sources.text, object)?;
        form.filled(at, sources)
    });
    let objects: Vec<Object> = objects.collect::<Result<_, Refused>>()?;
    let content = if objects.is_empty() { content } else { Content::Objects(objects) };
    let head = LayerHead { at, name: layer.name, offset, visible, properties: properties(layer.properties) };
    Ok(layers.add(head, content, tile)?)
}

impl JsonLayer<'_> {
    /// The tiles of the layer at byte `at`.
    fn tiles(&self, at: usize, data: &Data) -> Result<Grid, Flaw> {
        let (name, size) = (&self.name, (self.width.0, self.height.0));
        let most = count(at, name, size.0, size.1)?;
        match data {
            Data::List(tiles) => Grid::new(at, name, size, tiles),
            Data::Text(text) => {
                Grid::new(at, name, size, &decode(at, name, &self.encoding, &self.compression, text, most)?)
            }
        }
    }
}

impl Form {
    /// The object at byte `at`, filled from its template and its tile.
    fn filled(mut self, at: usize, sources: &mut Sources<'_>) -> Result<Object, Refused> {
        let template = self.template.take();
        let mut own = self.object(at);
        sources.tilesets.fill(&mut own);
        Ok(match template {
            Some(file) => own.or(sources.templates.object(&file)?),
            None => own,
        })
    }

    fn object(self, at: usize) -> Object {
        let corners = |list: Vec<Corner>| list.iter().map(|corner| (corner.x, corner.y)).collect();
        let shape = match (self.polygon, self.polyline) {
            (Some(list), _) => Some(Shape::Polygon(corners(list))),
            (None, Some(list)) => Some(Shape::Polyline(corners(list))),
            _ if self.point => Some(Shape::Point),
            _ if self.ellipse => Some(Shape::Ellipse),
            _ => self.text.map(|_| Shape::Text),
        };
        Object {
            place: at,
            id: self.id.map(|Whole(id)| id),
            name: self.name,
            class: self.class,
            x: self.x,
            y: self.y,
            width: self.width,
            height: self.height,
            rotation: self.rotation,
            gid: self.gid.map(|Whole(gid)| gid),
            tile: None,
            shape,
            hidden: self.visible == Some(false),
            properties: properties(self.properties),
        }
    }
}

fn properties(list: Vec<Property>) -> Properties {
    let mut properties = Properties::default();
    for Property { name, value } in list {
        properties.take(&name, &value);
    }
    properties
}
