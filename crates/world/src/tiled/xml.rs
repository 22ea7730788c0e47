//! Tiled maps as XML (`.tmx`), and templates (`.tx`).

use std::str::FromStr;

use roxmltree::{Document, Node, ParsingOptions};

use super::object::{Object, Properties, Shape, Value};
use super::templates::Templates;
use super::tiles::{Grid, count, decode, shortened};
use super::tilesets::{TileClasses, Tileset, Tilesets, checked_class};
use super::{Content, Flaw, LayerHead, Layers, Paper, Refused, size};
use crate::ceilings::Allowance;
use crate::files::Files;

/// The most elements, attributes and texts that a file may have.
const MAX_NODES: u32 = 1 << 21;
/// Bytes of an element or text, of an attribute, and of an object, when they are read.
const NODE: u64 = 80;
const ATTRIBUTE: u64 = 72;
const OBJECT: u64 = 640;

/// The most attributes of one element: the parser compares each with all others.
const MAX_ATTRIBUTES: usize = 256;

fn document(text: &str) -> Result<Document<'_>, Flaw> {
    if let Some(at) = crowded_element(text) {
        let message = format!("an element has too many attributes; expected at most {MAX_ATTRIBUTES}");
        return Err(Flaw::new(at, message));
    }
    if let Some(at) = text.find("<!ENTITY") {
        return Err(Flaw::new(at, "entities are not read; expected a map as Tiled writes it"));
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = byte(text, error.pos());
        let message = error.to_string();
        let place = format!(" at {}", error.pos());
        Flaw::new(at, format!("the XML cannot be read: {}", message.strip_suffix(&place).unwrap_or(&message)))
    })
}

/// The byte offset of a line and column that count from 1.
fn byte(text: &str, at: roxmltree::TextPos) -> usize {
    let before: usize = text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize).map(str::len).sum();
    let line = &text[before..];
    before + line.char_indices().nth(at.col.saturating_sub(1) as usize).map_or(line.len(), |(byte, _)| byte)
}

/// Parses an attribute as a number; `None` if it is missing.
fn number<T: FromStr>(node: Node<'_, '_>, name: &str, expected: &str) -> Result<Option<T>, Flaw> {
    let Some(attribute) = node.attribute_node(name) else { return Ok(None) };
    let value = attribute.value();
    value.parse().map(Some).map_err(|_| {
        let tag = node.tag_name().name();
        let message = format!("the attribute {name} of <{tag}> is '{}'; expected {expected}", shortened(value));
        Flaw::new(attribute.range().start, message)
    })
}

/// A whole number that is not negative, also one that a program wrote as `6.0`.
struct Whole(u32);

impl FromStr for Whole {
    type Err = ();

    fn from_str(text: &str) -> Result<Whole, ()> {
        let digits = match text.split_once('.') {
            Some((digits, zeros)) if !zeros.is_empty() && zeros.bytes().all(|byte| byte == b'0') => digits,
            _ => text,
        };
        digits.parse().map(Whole).map_err(|_| ())
    }
}

fn whole(node: Node<'_, '_>, name: &str) -> Result<Option<u32>, Flaw> {
    Ok(number(node, name, "a whole number")?.map(|Whole(number)| number))
}

fn length(node: Node<'_, '_>, name: &str) -> Result<Option<f32>, Flaw> {
    let found: Option<f32> = number(node, name, "a number")?;
    match found {
        Some(value) if !value.is_finite() => {
            let message = format!("the attribute {name} of <{}> is no finite number", node.tag_name().name());
            Err(Flaw::new(node.range().start, message))
        }
        found => Ok(found),
    }
}

/// Parses an attribute that must be present.
fn needed(node: Node<'_, '_>, name: &str) -> Result<u32, Flaw> {
    let missing = || format!("<{}> has no attribute {name}; expected a whole number", node.tag_name().name());
    whole(node, name)?.ok_or_else(|| Flaw::new(node.range().start, missing()))
}

/// What begins with `<` and is no element, with its end.
const OTHERS: [(&str, &str); 3] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];

/// The byte offset of the first element with more attributes than there may be.
fn crowded_element(text: &str) -> Option<usize> {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let (length, attributes) = match OTHERS.iter().find(|other| rest.starts_with(other.0)) {
            Some((_, end)) => (rest.find(end).unwrap_or(rest.len()), 0),
            None => tag(rest),
        };
        if attributes > MAX_ATTRIBUTES {
            return Some(text.len() - rest.len());
        }
        rest = &rest[length..];
    }
    None
}

/// The length of the tag at the beginning of a text, and the number of its attributes.
fn tag(text: &str) -> (usize, usize) {
    let (mut quote, mut attributes) = (None, 0);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'=') => attributes += 1,
            (None, b'>') => return (at, attributes),
            (None, _) => {}
        }
    }
    (text.len(), attributes)
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// Reads the map `name` with this text.
pub(super) fn read(name: &str, text: &str, files: &dyn Files, allowance: &Allowance) -> Result<Paper, Refused> {
    allowance.admit(&format!("the map {name}"), bytes(text))?;
    allowance.go_on()?;
    let document = document(text)?;
    let map = document.root_element();
    let at = map.range().start;
    if !map.has_tag_name("map") {
        return Err(Flaw::new(at, format!("this is <{}>; expected <map>", map.tag_name().name())).into());
    }
    let mut layers = Layers::default();
    if let Some(other) = map.attribute("orientation").filter(|&orientation| orientation != "orthogonal") {
        layers.unread.note(at, format!("the map is {other}; it is read as orthogonal"));
    }
    #[allow(clippy::cast_precision_loss)] // checked with the size
    let tile = (needed(map, "tilewidth")? as f32, needed(map, "tileheight")? as f32);
    let infinite = map.attribute("infinite") == Some("1");
    let size = size(at, (needed(map, "width")?, needed(map, "height")?), tile, infinite)?;
    let tilesets = Tilesets::of(name, files, tilesets(map)?);
    let mut reader = Reader { tile, templates: Templates::of(name, files), tilesets, layers };
    for node in map.children().filter(is_layer) {
        allowance.go_on()?;
        reader.layer(node)?;
    }
    let Layers { layers, unread, .. } = reader.layers;
    Ok(Paper { size, tile_width: tile.0, layers, unread, text: String::new() })
}

fn is_layer(node: &Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "layer" | "objectgroup" | "imagelayer" | "group")
}

/// The bytes that a map with this text takes while it is read: the parser reserves room for as many elements and
/// attributes as there are `<` and `=`.
fn bytes(text: &str) -> u64 {
    let count = |character: &str| text.matches(character).count() as u64;
    text.len() as u64 + count("<") * NODE + count("=") * ATTRIBUTE + count("<object ") * OBJECT
}

/// Reads the tilesets that a map or template names.
fn tilesets(node: Node<'_, '_>) -> Result<Vec<Tileset>, Flaw> {
    let sets = node.children().filter(|child| child.has_tag_name("tileset"));
    sets.map(|set| {
        let source = set.attribute("source").map(str::to_owned);
        Ok(Tileset { first: whole(set, "firstgid")?.unwrap_or(1), source, tiles: classes(set)? })
    })
    .collect()
}

/// Reads what a tileset says of its tiles.
fn classes(set: Node<'_, '_>) -> Result<TileClasses, Flaw> {
    let alignment = text_of(set, "objectalignment").unwrap_or_default();
    let mut tiles = TileClasses { alignment, count: whole(set, "tilecount")?, ..TileClasses::default() };
    for tile in set.children().filter(|child| child.has_tag_name("tile")) {
        if let Some(class) = text_of(tile, "type").or_else(|| text_of(tile, "class")) {
            let class = checked_class(tile.range().start, class)?;
            tiles.classes.insert(whole(tile, "id")?.unwrap_or(0), class);
        }
    }
    Ok(tiles)
}

fn text_of(node: Node<'_, '_>, name: &str) -> Option<String> {
    node.attribute(name).map(str::to_owned)
}

/// Reads a tileset that is a file of its own.
pub(super) fn tileset(text: &str) -> Result<TileClasses, Refused> {
    let document = document(text)?;
    let root = document.root_element();
    if !root.has_tag_name("tileset") {
        let message = format!("this is <{}>; expected <tileset>", root.tag_name().name());
        return Err(Flaw::new(root.range().start, message).into());
    }
    Ok(classes(root)?)
}

/// Reads the object of a template, and its tileset.
pub(super) fn template(text: &str) -> Result<(Object, Vec<Tileset>), Refused> {
    let document = document(text)?;
    let root = document.root_element();
    let flaw = || Flaw::new(root.range().start, "the template holds no <object>");
    Ok((object(child(root, "object").ok_or_else(flaw)?)?, tilesets(root)?))
}

struct Reader<'a> {
    tile: (f32, f32),
    templates: Templates<'a>,
    tilesets: Tilesets<'a>,
    layers: Layers,
}

impl Reader<'_> {
    fn layer(&mut self, node: Node<'_, '_>) -> Result<(), Refused> {
        let name = node.attribute("name").unwrap_or_default().to_owned();
        let offset = (length(node, "offsetx")?.unwrap_or(0.0), length(node, "offsety")?.unwrap_or(0.0));
        let visible = node.attribute("visible") != Some("0");
        if node.has_tag_name("group") {
            self.layers.open_group(node.range().start, &name, offset, visible)?;
            node.children().filter(is_layer).try_for_each(|layer| self.layer(layer))?;
            self.layers.close_group();
            return Ok(());
        }
        let content = match node.tag_name().name() {
            "layer" => {
                let grid = tiles(node, &name)?;
                self.layers.note_tiles(node.range().start, &name, &grid, &mut self.tilesets);
                Content::Tiles(grid)
            }
            "objectgroup" => Content::Objects(self.objects(node)?),
            _ => Content::Other("an image"),
        };
        let head = LayerHead { at: node.range().start, name, offset, visible, properties: properties(node)? };
        Ok(self.layers.add(head, content, self.tile)?)
    }

    fn objects(&mut self, node: Node<'_, '_>) -> Result<Vec<Object>, Refused> {
        let objects = node.children().filter(|child| child.has_tag_name("object"));
        objects
            .map(|node| {
                let mut own = object(node)?;
                self.tilesets.fill(&mut own);
                Ok(match node.attribute("template") {
                    Some(file) => own.or(self.templates.object(file)?),
                    None => own,
                })
            })
            .collect()
    }
}

fn tiles(node: Node<'_, '_>, name: &str) -> Result<Grid, Flaw> {
    let size = (needed(node, "width")?, needed(node, "height")?);
    let most = count(node.range().start, name, size.0, size.1)?;
    let missing = || Flaw::new(node.range().start, format!("layer '{name}' has no <data>"));
    let data = child(node, "data").ok_or_else(missing)?;
    let at = data.range().start;
    let tiles = match data.attribute("encoding") {
        None => listed(data, most)?,
        Some(encoding) => {
            let compression = data.attribute("compression").unwrap_or_default();
            let text: String = data.children().filter_map(|part| part.text()).collect();
            decode(at, name, encoding, compression, &text, most)?
        }
    };
    Grid::new(at, name, size, &tiles)
}

/// Reads tiles that are separate elements, as old versions of Tiled wrote them.
fn listed(data: Node<'_, '_>, most: usize) -> Result<Vec<u32>, Flaw> {
    let tiles = data.children().filter(|child| child.has_tag_name("tile")).take(most + 1);
    tiles.map(|tile| Ok(whole(tile, "gid")?.unwrap_or(0))).collect()
}

fn object(node: Node<'_, '_>) -> Result<Object, Flaw> {
    let text = |name: &str| node.attribute(name).map(str::to_owned);
    Ok(Object {
        place: node.range().start,
        id: whole(node, "id")?,
        name: text("name"),
        class: text("type").or_else(|| text("class")),
        x: length(node, "x")?.unwrap_or(0.0),
        y: length(node, "y")?.unwrap_or(0.0),
        width: length(node, "width")?,
        height: length(node, "height")?,
        rotation: length(node, "rotation")?,
        gid: whole(node, "gid")?,
        tile: None,
        shape: shape(node)?,
        hidden: node.attribute("visible") == Some("0"),
        properties: properties(node)?,
    })
}

fn shape(node: Node<'_, '_>) -> Result<Option<Shape>, Flaw> {
    for child in node.children().filter(Node::is_element) {
        return Ok(Some(match child.tag_name().name() {
            "ellipse" => Shape::Ellipse,
            "point" => Shape::Point,
            "text" => Shape::Text,
            "polygon" => Shape::Polygon(points(child)?),
            "polyline" => Shape::Polyline(points(child)?),
            _ => continue,
        }));
    }
    Ok(None)
}

fn points(node: Node<'_, '_>) -> Result<Vec<(f32, f32)>, Flaw> {
    let text = node.attribute("points").unwrap_or_default();
    let point = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        let (x, y) = (x.parse::<f32>().ok()?, y.parse::<f32>().ok()?);
        (x.is_finite() && y.is_finite()).then_some((x, y))
    };
    let read = |pair: &str| {
        let message = || format!("a corner of <{}> is '{}'; expected x,y", node.tag_name().name(), shortened(pair));
        point(pair).ok_or_else(|| Flaw::new(node.range().start, message()))
    };
    text.split_whitespace().map(read).collect()
}

fn properties(node: Node<'_, '_>) -> Result<Properties, Flaw> {
    let mut properties = Properties::default();
    let list = child(node, "properties");
    for property in list.iter().flat_map(Node::children).filter(|child| child.has_tag_name("property")) {
        let value = match property.attribute("type") {
            Some("bool") => Value::Flag(property.attribute("value") == Some("true")),
            Some("float" | "int") => length(property, "value")?.map_or(Value::Other, Value::Number),
            _ => Value::Other,
        };
        properties.take(property.attribute("name").unwrap_or_default(), &value);
    }
    Ok(properties)
}
