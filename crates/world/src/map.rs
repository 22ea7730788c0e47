//! Maps made with the Tiled editor, converted to solids, ladders and placed objects in metres.
//!
//! The name of a layer says what its shapes and tiles are: those of `ground` and `platforms` are solid (an object or
//! layer with the property `oneway` lets elements pass from below), those of `ladders` can be climbed, and each shape
//! of `objects` is an element whose class names its kind. Any other layer is scenery. Tiles that are not empty are
//! solid; runs of them in a row become one box. A platform whose object has `to_x` and `to_y` (metres, relative to its
//! start) moves there and back at `speed`. A rotated rectangle becomes a polygon, a polygon that is not convex and a
//! line become several pieces (`decomposition.rs`). Tiled's y grows downwards; here y grows upwards from the lower edge
//! of the map.
//!
//! The private module `tiled` reads the formats; ignored parts of a map are returned as a list of notes.

use std::fmt;

use crate::ceilings::{Allowance, LoadError, MAX_BENDS, MAX_CORNERS, MAX_ELEMENTS, MAX_LADDERS, MAX_SOLIDS, MAX_SPEED};
use crate::decomposition::{band, crossing, distinct, trapezoids};
use crate::files::Files;
use crate::physics::Outline;
use crate::point::Point;
use crate::problem::Problem;
use crate::tiled::{Drawn, Flaw, Layer, Paper, Role, Unread};

/// The most pixels in a metre.
const LARGEST: f32 = 1e5;
/// The least thickness of a polygon, in metres.
const THINNEST: f32 = 1e-4;
/// The greatest coordinate of a shape, in metres.
const FARTHEST: f32 = 1e6;

/// The map of a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// The width, in metres.
    pub width: f32,
    /// The height, in metres.
    pub height: f32,
    /// The ground and the platforms.
    pub solids: Vec<Solid>,
    /// The areas in which elements can climb.
    pub ladders: Vec<Area>,
    /// The objects from which elements are created when the world starts.
    pub objects: Vec<Placed>,
}

/// A piece of ground or a platform.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// The position at the start: the centre of a box, the origin of a polygon, in metres.
    pub at: Point,
    /// The outline relative to the position.
    pub outline: Outline,
    /// Whether it carries elements from above and lets them pass from below.
    pub oneway: bool,
    /// The route on which it moves; `None` if it does not move.
    pub route: Option<Route>,
}

/// The acceleration with which platforms start and stop, in metres a second squared: less than gravity on earth, so
/// that crates and animals stay on them.
const EASE: f64 = 4.0;

/// A straight route on which a platform moves there and back at a constant speed; it starts and stops evenly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Route {
    /// The other end relative to the start, in metres.
    pub by: Point,
    /// The speed in metres a second, above 0.
    pub speed: f32,
}

impl Route {
    /// The share of the way from the start to the other end, 0 to 1, at which the platform is after `seconds`.
    ///
    /// It speeds up with a constant acceleration, keeps its speed, and slows down in the same way; where the way is too
    /// short for the full speed, it slows down from the middle on. Then it comes back.
    #[must_use]
    pub(crate) fn share(&self, seconds: f64) -> f64 {
        let length = f64::from(self.by.length());
        let speed = f64::from(self.speed).min((EASE * length).sqrt());
        let ramp = speed / EASE;
        let whole = ramp + length / speed;
        let there_and_back = seconds % (2.0 * whole);
        let time = if there_and_back <= whole { there_and_back } else { 2.0 * whole - there_and_back };
        let travelled = if time < ramp {
            time * time * EASE / 2.0
        } else if time > whole - ramp {
            length - (whole - time) * (whole - time) * EASE / 2.0
        } else {
            (time - ramp / 2.0) * speed
        };
        (travelled / length).clamp(0.0, 1.0)
    }
}

/// An axis-parallel rectangle, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The lower left corner.
    pub low: Point,
    /// The upper right corner.
    pub high: Point,
}

impl Area {
    /// Whether the rectangle contains the point; its edges belong to it.
    #[must_use]
    pub fn holds(&self, at: Point) -> bool {
        (self.low.x..=self.high.x).contains(&at.x) && (self.low.y..=self.high.y).contains(&at.y)
    }
}

/// An object of the map from which an element is created when the world starts.
#[derive(Clone, PartialEq)]
pub struct Placed {
    /// The class of the object, which names the kind of the element.
    pub kind: String,
    /// The name; may be empty.
    pub name: String,
    /// The centre, in metres.
    pub at: Point,
    /// The width and height in metres, if the object was drawn with a size.
    pub size: Option<Point>,
    /// The rotation as cosine (`x`) and sine (`y`) of the angle; `None` if the object is upright.
    pub turn: Option<Point>,
}

/// This text is part of a world's identity, so it must not change: `turn` is left out for upright objects because older
/// versions did not have it.
impl fmt::Debug for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Placed");
        out.field("kind", &self.kind).field("name", &self.name).field("at", &self.at).field("size", &self.size);
        if let Some(turn) = &self.turn {
            out.field("turn", turn);
        }
        out.finish()
    }
}

impl Solid {
    /// The number of convex pieces of which it is made.
    #[must_use]
    pub(crate) fn pieces(&self) -> usize {
        match &self.outline {
            Outline::Pieces { pieces, .. } => pieces.len(),
            _ => 1,
        }
    }
}

impl Map {
    /// Reads the map `name` (`.tmx`, or JSON by the extensions `.tmj` and `.json`) and returns it with the places of
    /// its objects and with notes about the parts that are ignored. `pixels_per_metre` is the width of a tile by
    /// default.
    ///
    /// # Errors
    /// Returns the first problem of the map, or that the allowance does not suffice to read it.
    pub(crate) fn load(
        name: &str,
        pixels_per_metre: Option<f32>,
        files: &dyn Files,
        allowance: &Allowance,
    ) -> Result<(Map, ObjectPlaces, Vec<Problem>), LoadError> {
        let mut paper = crate::tiled::read(name, files, allowance)?;
        let scale = pixels_per_metre.unwrap_or(paper.tile_width);
        let usable = |pixels: f32| pixels > 0.0 && pixels / scale <= 1e5;
        if !((1.0..=LARGEST).contains(&scale) && usable(paper.size.0) && usable(paper.size.1)) {
            let message = "the map has no usable size; expected tiles, at most 100 km of them";
            return Err(Problem::of(name, message).into());
        }
        let mut unread = std::mem::take(&mut paper.unread);
        let map = metres(&paper, scale, &mut unread).map_err(|flaw| flaw.problem(name, &paper.text))?;
        let unread = unread.problems(name, &paper.text);
        Ok((map, ObjectPlaces::of(name, paper), unread))
    }
}

/// Where the objects of a map stand in its file, for messages about them; in the order of [`Map::objects`].
#[derive(Debug)]
pub(crate) struct ObjectPlaces {
    file: String,
    text: String,
    /// For each object its byte in the text, its layer and what it is called.
    places: Vec<(usize, String)>,
}

impl ObjectPlaces {
    fn of(file: &str, paper: Paper) -> ObjectPlaces {
        let layers = paper.layers.iter().filter(|layer| layer.role == Some(Role::Object));
        let name = |layer: &Layer, shape: &Drawn| format!("layer '{}', {}", layer.name, shape.label);
        let places = layers.flat_map(|layer| layer.shapes.iter().map(move |shape| (shape.place, name(layer, shape))));
        ObjectPlaces { file: file.to_owned(), places: places.collect(), text: paper.text }
    }

    /// The problem of the object with this index.
    pub(crate) fn problem(&self, object: usize, message: &str) -> Problem {
        match self.places.get(object) {
            Some((byte, name)) => Problem::at(&self.file, &self.text, *byte, format!("{name}: {message}")),
            None => Problem::of(&self.file, message),
        }
    }
}

fn metres(paper: &Paper, scale: f32, unread: &mut Unread) -> Result<Map, Flaw> {
    let mut map = Map { width: paper.size.0 / scale, height: paper.size.1 / scale, ..Map::default() };
    let mut pieces = 0;
    for layer in &paper.layers {
        for shape in &layer.shapes {
            if let Some(what) = flaw(layer, shape, scale) {
                return Err(Flaw::new(shape.place, format!("layer '{}', {}: {what}", layer.name, shape.label)));
            }
            let before = map.solids.len();
            map.add(layer, shape, scale, unread);
            pieces += map.solids[before..].iter().map(Solid::pieces).sum::<usize>();
            if let Some(what) = map.too_many(pieces) {
                return Err(Flaw::new(shape.place, what));
            }
        }
    }
    Ok(map)
}

/// Returns what is wrong with a shape of a layer.
fn flaw(layer: &Layer, shape: &Drawn, scale: f32) -> Option<String> {
    if !within(shape, scale) {
        return Some("it lies or goes too far away; expected at most 1000 km".into());
    }
    let (what, most) = match shape.line {
        true => ("line", MAX_BENDS),
        false if convex(&shape.polygon) => ("convex polygon", MAX_CORNERS),
        false => ("polygon", MAX_BENDS),
    };
    if shape.polygon.len() > most {
        return Some(format!("its {what} has {} corners; expected at most {most}", shape.polygon.len()));
    }
    if let Some(flaw) = (layer.role == Some(Role::Solid)).then(|| flaw_of_corners(shape, scale)).flatten() {
        return Some(flaw);
    }
    let fast = shape.speed.is_some_and(|speed| speed > MAX_SPEED);
    fast.then(|| format!("its speed is too high; expected at most {MAX_SPEED} metres a second"))
}

/// Returns what is wrong with the corners of ground or a platform.
fn flaw_of_corners(shape: &Drawn, scale: f32) -> Option<String> {
    let corners = distinct(&shape.polygon, !shape.line);
    if shape.line {
        return (corners.len() < 2).then(|| "its line has no length; expected at least two different points".into());
    }
    if let Some((one, other)) = (!convex(&shape.polygon)).then(|| crossing(&corners)).flatten() {
        let (one, other, all) = (one + 1, other + 1, corners.len());
        let message = "its polygon crosses or touches itself, at its sides";
        return Some(format!("{message} {one} and {other} of {all}; expected one that does not"));
    }
    if shape.polygon.len() > 2 && (corners.len() < 3 || thickness(&corners) / scale < THINNEST) {
        return Some("its polygon has no area; expected one that can carry".into());
    }
    None
}

/// Whether the coordinates of a shape are finite and within [`FARTHEST`].
fn within(shape: &Drawn, scale: f32) -> bool {
    let near = |pixels: f32| (pixels / scale).abs() <= FARTHEST;
    let corners = shape.polygon.iter().all(|&(x, y)| near(x) && near(y));
    corners
        && [shape.x, shape.y, shape.size.0, shape.size.1, shape.to.0 * scale, shape.to.1 * scale].into_iter().all(near)
}

impl Map {
    /// Returns the first count above its ceiling; `pieces` is that of all solids.
    fn too_many(&self, pieces: usize) -> Option<String> {
        let counts = [
            (pieces, MAX_SOLIDS, "pieces of ground and platforms (a run of tiles in a row is one piece)"),
            (self.ladders.len(), MAX_LADDERS, "ladders (a run of tiles in a row is one ladder)"),
            (self.objects.len(), MAX_ELEMENTS, "objects that are animals or things"),
        ];
        let over = counts.into_iter().find(|(count, most, _)| count > most);
        over.map(|(_, most, what)| format!("the map has too many {what}; expected at most {most}"))
    }

    fn add(&mut self, layer: &Layer, shape: &Drawn, scale: f32, unread: &mut Unread) {
        let height = self.height;
        let metres = |x: f32, y: f32| Point::new(x / scale, height - y / scale);
        let (wide, high) = shape.size;
        let centre = (wide / 2.0, high / 2.0);
        let turned = shape.turn.map_or(centre, |turn| turn.apply(centre));
        let (at, upright) =
            (metres(shape.x + turned.0, shape.y + turned.1), metres(shape.x + centre.0, shape.y + centre.1));
        let size = Point::new(wide / scale, high / scale);
        match layer.role {
            Some(Role::Solid) => self.solids.extend(solid(layer, shape, at, size, scale)),
            Some(Role::Ladder) if shape.turn.is_some() => {
                let (low, high) = around(&rectangle(shape, scale));
                self.ladders.push(Area { low: at + low, high: at + high });
                let message = "a turned ladder is read as the upright rectangle around it";
                unread.note(shape.place, format!("layer '{}', {}: {message}", layer.name, shape.label));
            }
            Some(Role::Ladder) => self.ladders.push(Area { low: upright - size * 0.5, high: upright + size * 0.5 }),
            Some(Role::Object) => self.objects.push(Placed {
                kind: shape.class.clone(),
                name: shape.name.clone(),
                at,
                size: (size.x > 0.0 && size.y > 0.0).then_some(size),
                turn: shape.turn.map(|turn| Point::new(turn.cosine, -turn.sine)),
            }),
            None => {}
        }
    }
}

/// The corners of a rotated rectangle relative to its centre, in metres, y upwards.
fn rectangle(shape: &Drawn, scale: f32) -> Vec<Point> {
    let (x, y) = (shape.size.0 / 2.0, shape.size.1 / 2.0);
    corners(shape, &[(-x, -y), (x, -y), (x, y), (-x, y)], scale)
}

/// Converts points relative to a shape's position from pixels to metres, rotated like the shape.
fn corners(shape: &Drawn, pixels: &[(f32, f32)], scale: f32) -> Vec<Point> {
    let turned = |&corner: &(f32, f32)| shape.turn.map_or(corner, |turn| turn.apply(corner));
    pixels.iter().map(turned).map(|(x, y)| Point::new(x / scale, -y / scale)).collect()
}

/// The lower left and upper right corner of the smallest axis-parallel rectangle around points.
pub(crate) fn around(points: &[Point]) -> (Point, Point) {
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold((first, first), |(low, high), at| {
        (Point::new(low.x.min(at.x), low.y.min(at.y)), Point::new(high.x.max(at.x), high.y.max(at.y)))
    })
}

/// The area of a polygon divided by the longer side of its bounding rectangle.
fn thickness(corners: &[(f32, f32)]) -> f32 {
    let points: Vec<Point> = corners.iter().map(|&(x, y)| Point::new(x, y)).collect();
    let (low, high) = around(&points);
    let seen = |at: &Point| (f64::from(at.x - low.x), f64::from(at.y - low.y));
    let pairs = points.iter().zip(points.iter().cycle().skip(1));
    let double: f64 = pairs.map(|(a, b)| (seen(a), seen(b))).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum();
    let longer = f64::from((high.x - low.x).max(high.y - low.y));
    #[allow(clippy::cast_possible_truncation)] // compared with a length
    let thickness = (double.abs() / 2.0 / longer.max(f64::MIN_POSITIVE)) as f32;
    thickness
}

/// Whether a polygon is convex: all its turns have the same direction and it goes around once.
fn convex(corners: &[(f32, f32)]) -> bool {
    let count = corners.len();
    let edge = |at: usize| {
        let ((x, y), (next_x, next_y)) = (corners[at % count], corners[(at + 1) % count]);
        (next_x - x, next_y - y)
    };
    let turn = |at: usize| {
        let ((a, b), (c, d)) = (edge(at), edge(at + 1));
        a * d - b * c
    };
    let turns = |sign: f32| (0..count).all(|at| turn(at) * sign >= 0.0);
    let leftward = (0..count).filter(|&at| edge(at).0 < 0.0 && edge(at + 1).0 >= 0.0).count();
    count < 3 || ((turns(1.0) || turns(-1.0)) && leftward <= 1)
}

fn solid(layer: &Layer, shape: &Drawn, at: Point, size: Point, scale: f32) -> Option<Solid> {
    let by = Point::new(shape.to.0, shape.to.1);
    let speed = shape.speed.unwrap_or(1.0);
    let moves = by.is_finite() && speed.is_finite() && by.length() > 0.0 && speed > 0.0;
    let polygon = corners(shape, &shape.polygon, scale);
    let outline = match polygon.len() {
        _ if shape.line => along(&polygon),
        3.. if !convex(&shape.polygon) => in_pieces(&polygon),
        0 if size.x > 0.0 && size.y > 0.0 => match shape.turn {
            None => Outline::Box(size.x, size.y),
            Some(_) => Outline::Polygon(rectangle(shape, scale)),
        },
        3.. => Outline::Polygon(polygon),
        _ => return None,
    };
    Some(Solid { at, outline, oneway: layer.oneway || shape.oneway, route: moves.then_some(Route { by, speed }) })
}

/// The outline of the ground along a line: the line, and back along the lower sides of its pieces. Points that lie
/// closer together than ground may be thin are one.
fn along(line: &[Point]) -> Outline {
    let mut apart: Vec<Point> = Vec::new();
    for &at in line {
        if apart.last().is_none_or(|&last| (at - last).length() >= THINNEST) {
            apart.push(at);
        }
    }
    let pieces = band(&apart);
    let upper = pieces.iter().flat_map(|piece| [piece[0], piece[3]]);
    let lower = pieces.iter().rev().flat_map(|piece| [piece[2], piece[1]]);
    let corners = distinct(&upper.chain(lower).collect::<Vec<_>>(), true);
    Outline::Pieces { corners, pieces }
}

/// The outline of a polygon that is not convex, without pieces that are too thin to carry.
fn in_pieces(polygon: &[Point]) -> Outline {
    let thin = |piece: &Vec<Point>| {
        let corners: Vec<(f32, f32)> = piece.iter().map(|at| (at.x, at.y)).collect();
        piece.len() < 3 || thickness(&corners) < THINNEST
    };
    let pieces = trapezoids(polygon).into_iter().filter(|piece| !thin(piece)).collect();
    Outline::Pieces { corners: polygon.to_vec(), pieces }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn convex_polygons_are_told_from_others() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let dart = [(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)];
        let star: Vec<(f32, f32)> = [0, 2, 4, 1, 3].iter().map(|&at| (at as f32 * 1.2566).sin_cos()).collect();
        assert!(convex(&square) && convex(&[]) && !convex(&dart) && !convex(&star));
        let reversed: Vec<(f32, f32)> = square.into_iter().rev().collect();
        assert!(convex(&reversed));
    }

    #[test]
    fn thin_polygons_are_told_from_others() {
        assert!((thickness(&[(5.0, 5.0), (9.0, 5.0), (9.0, 7.0), (5.0, 7.0)]) - 2.0).abs() < 1e-6);
        assert!(thickness(&[(0.0, 0.0), (3.0, 3.0), (6.0, 6.0)]) == 0.0 && thickness(&[(1.0, 1.0); 4]) == 0.0);
    }
}
