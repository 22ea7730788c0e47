//! An object of a Tiled map: its attributes, those of its template, and the shape that results.

use std::borrow::Cow;

use crate::turn::Turn;

use super::{Flaw, Role, Unread};
use crate::ceilings::{MAX_NAME, name_flaw};

/// A shape of a layer, in pixels, y downwards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawn {
    /// The byte offset of the shape in the text of the file.
    pub(crate) place: usize,
    /// The name of the shape in messages.
    pub(crate) label: Cow<'static, str>,
    pub(crate) name: String,
    pub(crate) class: String,
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// Zero for points and polygons.
    pub(crate) size: (f32, f32),
    /// The corners relative to `x`, `y`; empty for rectangles, ellipses and points.
    pub(crate) polygon: Vec<(f32, f32)>,
    /// Whether the corners are those of a line, and not of a polygon.
    pub(crate) line: bool,
    /// The rotation around `x`, `y`; `None` if there is none.
    pub(crate) turn: Option<Turn>,
    pub(crate) oneway: bool,
    pub(crate) to: (f32, f32),
    pub(crate) speed: Option<f32>,
}

/// The shape of an object that is not a rectangle.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Ellipse,
    Point,
    Text,
    Polygon(Vec<(f32, f32)>),
    Polyline(Vec<(f32, f32)>),
}

/// The known properties, and the names of those that are ignored.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties {
    pub(super) oneway: Option<bool>,
    to_x: Option<f32>,
    to_y: Option<f32>,
    speed: Option<f32>,
    unread: Vec<String>,
}

/// The value of a property.
pub(super) enum Value {
    Flag(bool),
    Number(f32),
    Other,
}

impl Properties {
    /// Adds one property.
    pub(super) fn take(&mut self, name: &str, value: &Value) {
        match (name, value) {
            ("oneway", Value::Flag(flag)) => self.oneway = Some(*flag),
            ("to_x", Value::Number(number)) => self.to_x = Some(*number),
            ("to_y", Value::Number(number)) => self.to_y = Some(*number),
            ("speed", Value::Number(number)) => self.speed = Some(*number),
            ("oneway", _) => self.unread.push("oneway (expected true or false)".into()),
            ("to_x" | "to_y" | "speed", _) => self.unread.push(format!("{name} (expected a number)")),
            _ => self.unread.push(name.chars().take(MAX_NAME).collect()),
        }
    }

    fn or(self, other: &Properties) -> Properties {
        Properties {
            oneway: self.oneway.or(other.oneway),
            to_x: self.to_x.or(other.to_x),
            to_y: self.to_y.or(other.to_y),
            speed: self.speed.or(other.speed),
            unread: if self.unread.is_empty() { other.unread.clone() } else { self.unread },
        }
    }

    fn route(&self) -> [(&'static str, Option<f32>); 3] {
        [("to_x", self.to_x), ("to_y", self.to_y), ("speed", self.speed)]
    }

    /// Notes the properties of a layer that are ignored.
    pub(super) fn note_layer(&self, at: usize, layer: &str, unread: &mut Unread) {
        let own = self.route().into_iter().filter(|(_, value)| value.is_some()).map(|(name, _)| name.to_owned());
        for name in own.chain(self.unread.iter().cloned()) {
            unread.note(at, format!("layer '{layer}': its property {name} is not read"));
        }
    }
}

/// An object; attributes that are `None` may come from its template.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    pub(super) place: usize,
    pub(super) id: Option<u32>,
    pub(super) name: Option<String>,
    pub(super) class: Option<String>,
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: Option<f32>,
    pub(super) height: Option<f32>,
    pub(super) rotation: Option<f32>,
    /// The number of the tile that it shows, until the tilesets have filled `tile`.
    pub(super) gid: Option<u32>,
    pub(super) tile: Option<Tile>,
    pub(super) shape: Option<Shape>,
    /// Whether the editor does not show it.
    pub(super) hidden: bool,
    pub(super) properties: Properties,
}

/// What the tile of an object says.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    /// The point of the object that lies at `x`, `y`, as parts of its width and height from its upper left corner.
    pub(super) anchor: (f32, f32),
    /// Why its tileset says nothing of it.
    pub(super) flaw: Option<String>,
}

/// The lower left corner lies at `x`, `y`.
impl Default for Tile {
    fn default() -> Tile {
        Tile { anchor: (0.0, 1.0), flaw: None }
    }
}

impl Object {
    /// Fills the missing attributes from a template.
    pub(super) fn or(self, template: &Object) -> Object {
        Object {
            name: self.name.or_else(|| template.name.clone()),
            class: self.class.or_else(|| template.class.clone()),
            width: self.width.or(template.width),
            height: self.height.or(template.height),
            rotation: self.rotation.or(template.rotation),
            tile: self.tile.or_else(|| template.tile.clone()),
            shape: self.shape.or_else(|| template.shape.clone()),
            properties: self.properties.or(&template.properties),
            ..self
        }
    }

    /// The name of the object in messages.
    fn label(&self) -> Cow<'static, str> {
        match (&self.name, self.id) {
            (Some(name), _) if !name.is_empty() => format!("object '{name}'").into(),
            (_, Some(id)) => format!("object {id}").into(),
            _ => "an object".into(),
        }
    }

    /// Converts the object to a shape of its layer; notes what is ignored.
    pub(super) fn drawn(self, layer: &str, role: Role, unread: &mut Unread) -> Result<Drawn, Flaw> {
        let place = self.place;
        let long = [("an object", &self.name), ("the class of an object", &self.class)];
        if let Some(what) = long.into_iter().find_map(|(what, name)| name_flaw(what, name.as_ref()?)) {
            return Err(Flaw::new(place, what));
        }
        let label = self.label();
        let is_nameless = self.class.as_ref().is_none_or(String::is_empty);
        let why = self.tile.as_ref().and_then(|tile| tile.flaw.clone()).filter(|_| is_nameless);
        let mut note = |message: &str| unread.note(place, format!("layer '{layer}', {label}: {message}"));
        self.note_shape(role, &mut note);
        self.note_properties(role, &mut note);
        let line = matches!(self.shape, Some(Shape::Polyline(_)));
        let (size, polygon) = match self.shape {
            None | Some(Shape::Ellipse) => ((self.width.unwrap_or(0.0), self.height.unwrap_or(0.0)), Vec::new()),
            Some(Shape::Polygon(points) | Shape::Polyline(points)) => ((0.0, 0.0), points),
            Some(Shape::Point | Shape::Text) => ((0.0, 0.0), Vec::new()),
        };
        let turn = Turn::of_degrees(self.rotation.unwrap_or(0.0));
        let anchor = self.tile.map_or((0.0, 0.0), |tile| (tile.anchor.0 * size.0, tile.anchor.1 * size.1));
        let anchor = turn.map_or(anchor, |turn| turn.apply(anchor));
        let Properties { oneway, to_x, to_y, speed, .. } = self.properties;
        // An object of no class is refused with this label: it took none from its tile.
        let label = why.map_or(label.clone(), |why| format!("{label} ({why})").into());
        Ok(Drawn {
            place,
            label,
            name: self.name.unwrap_or_default(),
            class: self.class.unwrap_or_default(),
            x: self.x - anchor.0,
            y: self.y - anchor.1,
            size,
            polygon,
            line,
            turn,
            oneway: oneway.unwrap_or(false),
            to: (to_x.unwrap_or(0.0), to_y.unwrap_or(0.0)),
            speed,
        })
    }

    fn note_shape(&self, role: Role, note: &mut impl FnMut(&str)) {
        let sized = self.width.unwrap_or(0.0) > 0.0 && self.height.unwrap_or(0.0) > 0.0;
        if self.hidden {
            note("it is hidden, and is read all the same");
        }
        if let Some(tile) = &self.tile {
            note("it shows a tile, which is not drawn");
            if let Some(flaw) = &tile.flaw {
                note(flaw);
            }
        }
        match (&self.shape, role) {
            (Some(Shape::Text), _) => note("its text is not read"),
            (Some(Shape::Ellipse), _) => note("an ellipse is read as the rectangle around it"),
            (Some(Shape::Polygon(_) | Shape::Polyline(_)), Role::Ladder) => {
                note("a polygon is no ladder and is not read; expected a rectangle");
            }
            (Some(Shape::Polygon(_) | Shape::Polyline(_)), Role::Object) => {
                note("its polygon is not read; expected a point or a rectangle");
            }
            (Some(Shape::Point), Role::Solid | Role::Ladder) => note("a point is not read; expected a rectangle"),
            (None, Role::Solid | Role::Ladder) if !sized => note("it has no area and is not read"),
            _ => {}
        }
    }

    fn note_properties(&self, role: Role, note: &mut impl FnMut(&str)) {
        let own = &self.properties;
        for name in &own.unread {
            note(&format!("its property {name} is not read"));
        }
        if role == Role::Solid {
            if own.speed.is_some() && own.to_x.is_none() && own.to_y.is_none() {
                note("its speed is not read; expected to_x or to_y with it");
            }
            return;
        }
        let flag = own.oneway.map(|_| "oneway");
        for name in own.route().into_iter().filter(|(_, value)| value.is_some()).map(|(name, _)| name).chain(flag) {
            note(&format!("its property {name} is not read; only platforms have it"));
        }
    }
}
