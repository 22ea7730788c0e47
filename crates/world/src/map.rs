//! Maps made with the Tiled editor, as solids, ladders and placed objects in metres.
//!
//! A layer's name says what its shapes and tiles are: `ground` and `platforms` carry (an object or layer with the
//! property `oneway` lets pass from below), `ladders` are climbed, and each shape of `objects` is an element whose
//! class names its kind. Any other layer is scenery and ignored. Tiles carry where they are not empty; runs of them
//! in a row become one box. A platform whose object has `to_x` and `to_y` (metres, from where it stands) moves there
//! and back at `speed`. Tiled's y grows downwards; here it grows upwards from the map's lower edge.
//!
//! `.tmx` is read by the tiled crate, `.tmj` (the same as JSON) by [`tmj`].

use std::io::Cursor;
use std::path::Path;

use tiled::{LayerType, ObjectShape, Properties, PropertyValue, TileLayer};

use crate::physics::Outline;
use crate::point::Point;
use crate::problem::Problem;
use crate::tmj;

/// Tiles that a map may have, and objects.
const MOST: usize = 1 << 20;

/// A map in metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// Ground and platforms.
    pub solids: Vec<Solid>,
    /// Where one can climb.
    pub ladders: Vec<Area>,
    /// Elements to be.
    pub objects: Vec<Placed>,
}

/// A piece of ground or a platform.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Its centre.
    pub at: Point,
    /// Its outline around the centre.
    pub outline: Outline,
    /// Whether it carries from above only.
    pub oneway: bool,
    /// How it moves, if it does.
    pub route: Option<Route>,
}

/// There and back at a constant speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Route {
    /// The other end, seen from the start.
    pub by: Point,
    /// Metres a second.
    pub speed: f32,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The lower left corner.
    pub low: Point,
    /// The upper right corner.
    pub high: Point,
}

impl Area {
    /// Whether it holds the point.
    #[must_use]
    pub fn holds(&self, at: Point) -> bool {
        (self.low.x..=self.high.x).contains(&at.x) && (self.low.y..=self.high.y).contains(&at.y)
    }
}

/// An element to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Its kind, as the map says.
    pub kind: String,
    /// Its name; may be empty.
    pub name: String,
    /// Its centre.
    pub at: Point,
    /// Its width and height where it was drawn with a size.
    pub size: Option<Point>,
}

/// A layer in the form that both formats give, in pixels, y downwards.
pub(crate) struct Sheet {
    pub(crate) name: String,
    pub(crate) oneway: bool,
    pub(crate) shapes: Vec<Drawn>,
}

/// A shape of a layer.
#[derive(Clone, Default)]
pub(crate) struct Drawn {
    pub(crate) name: String,
    pub(crate) class: String,
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// Zero for points.
    pub(crate) size: (f32, f32),
    /// Empty for rectangles, ellipses and points.
    pub(crate) polygon: Vec<(f32, f32)>,
    pub(crate) oneway: bool,
    pub(crate) to: (f32, f32),
    pub(crate) speed: Option<f32>,
}

/// All sheets and the size, in pixels.
pub(crate) struct Paper {
    pub(crate) size: (f32, f32),
    pub(crate) tile_width: f32,
    pub(crate) sheets: Vec<Sheet>,
}

/// Reads other files of a world by their names, as the map and the definition name them.
pub type Files<'a> = &'a dyn Fn(&str) -> std::io::Result<Vec<u8>>;

impl Map {
    /// Reads the map `name`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn load(name: &str, pixels_per_metre: Option<f32>, files: Files<'_>) -> Result<Map, Problem> {
        let is_json = Path::new(name).extension().is_some_and(|extension| extension == "tmj" || extension == "json");
        let paper = if is_json { tmj::read(name, files)? } else { tmx(name, files)? };
        let scale = pixels_per_metre.unwrap_or(paper.tile_width);
        if !(scale.is_finite() && scale >= 1.0 && paper.size.0 / scale <= 1e5 && paper.size.1 / scale <= 1e5) {
            return Err(Problem::of(name, "the map has no usable size; expected tiles, at most 100 km of them"));
        }
        paper.metres(name, scale)
    }
}

fn tmx(name: &str, files: Files<'_>) -> Result<Paper, Problem> {
    let reader = |path: &Path| files(&path.to_string_lossy()).map(Cursor::new);
    let map = tiled::Loader::with_reader(reader).load_tmx_map(name);
    let map = map.map_err(|error| Problem::of(name, error.to_string()))?;
    if map.infinite() || map.width as usize * map.height as usize > MOST {
        return Err(Problem::of(name, "the map is infinite or too large; expected at most a million tiles"));
    }
    #[allow(clippy::cast_precision_loss)] // checked to be small
    let tile = (map.tile_width as f32, map.tile_height as f32);
    #[allow(clippy::cast_precision_loss)]
    let size = (map.width as f32 * tile.0, map.height as f32 * tile.1);
    let mut sheets = Vec::new();
    for layer in map.layers() {
        let shapes = match layer.layer_type() {
            LayerType::Objects(objects) => objects.object_data().iter().map(drawn).collect(),
            LayerType::Tiles(tiles) => tile_runs(&tiles, tile),
            _ => continue,
        };
        sheets.push(Sheet { name: layer.name.clone(), oneway: flag(&layer.properties, "oneway"), shapes });
    }
    Ok(Paper { size, tile_width: tile.0, sheets })
}

fn drawn(object: &tiled::ObjectData) -> Drawn {
    let (size, polygon) = match &object.shape {
        ObjectShape::Rect { width, height } | ObjectShape::Ellipse { width, height } => ((*width, *height), Vec::new()),
        ObjectShape::Polygon { points } | ObjectShape::Polyline { points } => ((0.0, 0.0), points.clone()),
        ObjectShape::Point(..) | ObjectShape::Text { .. } => ((0.0, 0.0), Vec::new()),
    };
    Drawn {
        name: object.name.clone(),
        class: object.user_type.clone(),
        x: object.x,
        y: object.y,
        size,
        polygon,
        oneway: flag(&object.properties, "oneway"),
        to: (number(&object.properties, "to_x").unwrap_or(0.0), number(&object.properties, "to_y").unwrap_or(0.0)),
        speed: number(&object.properties, "speed"),
    }
}

fn flag(properties: &Properties, name: &str) -> bool {
    matches!(properties.get(name), Some(PropertyValue::BoolValue(true)))
}

#[allow(clippy::cast_precision_loss)] // distances in metres
fn number(properties: &Properties, name: &str) -> Option<f32> {
    match properties.get(name)? {
        PropertyValue::FloatValue(value) => Some(*value),
        PropertyValue::IntValue(value) => Some(*value as f32),
        _ => None,
    }
}

fn tile_runs(tiles: &TileLayer<'_>, tile: (f32, f32)) -> Vec<Drawn> {
    let (width, height) = (tiles.width().unwrap_or(0), tiles.height().unwrap_or(0));
    runs(width as usize, height as usize, tile, |column, row| {
        let (Ok(column), Ok(row)) = (i32::try_from(column), i32::try_from(row)) else { return false };
        tiles.get_tile(column, row).is_some()
    })
}

/// The boxes of the runs of full tiles in each row.
#[allow(clippy::cast_precision_loss)] // a million tiles at most
pub(crate) fn runs(width: usize, height: usize, tile: (f32, f32), full: impl Fn(usize, usize) -> bool) -> Vec<Drawn> {
    let mut boxes = Vec::new();
    for row in 0..height {
        let mut column = 0;
        while column < width {
            let start = column;
            while column < width && full(column, row) {
                column += 1;
            }
            if column > start {
                let (x, y) = (start as f32 * tile.0, row as f32 * tile.1);
                boxes.push(Drawn { x, y, size: ((column - start) as f32 * tile.0, tile.1), ..Drawn::default() });
            }
            column += usize::from(column == start);
        }
    }
    boxes
}

impl Paper {
    fn metres(self, name: &str, scale: f32) -> Result<Map, Problem> {
        let mut map = Map { width: self.size.0 / scale, height: self.size.1 / scale, ..Map::default() };
        if self.sheets.iter().map(|sheet| sheet.shapes.len()).sum::<usize>() > MOST {
            return Err(Problem::of(name, "the map has too many shapes; expected at most a million"));
        }
        for sheet in &self.sheets {
            for shape in &sheet.shapes {
                if ![shape.x, shape.y, shape.size.0, shape.size.1].iter().all(|value| value.is_finite()) {
                    return Err(Problem::of(name, format!("layer '{}' has a shape without a place", sheet.name)));
                }
                if !convex(&shape.polygon) {
                    let message =
                        format!("layer '{}' has a polygon that is not convex; expected convex ones", sheet.name);
                    return Err(Problem::of(name, message));
                }
                map.add(sheet, shape, scale);
            }
        }
        Ok(map)
    }
}

impl Map {
    fn add(&mut self, sheet: &Sheet, shape: &Drawn, scale: f32) {
        let height = self.height;
        let metres = |x: f32, y: f32| Point::new(x / scale, height - y / scale);
        let (wide, high) = shape.size;
        let at = metres(shape.x + wide / 2.0, shape.y + high / 2.0);
        let size = Point::new(wide / scale, high / scale);
        match sheet.name.to_lowercase().as_str() {
            "ground" | "platforms" => self.solids.extend(solid(sheet, shape, at, size, scale)),
            "ladders" => self.ladders.push(Area { low: at - size * 0.5, high: at + size * 0.5 }),
            "objects" => self.objects.push(Placed {
                kind: shape.class.clone(),
                name: shape.name.clone(),
                at,
                size: (size.x > 0.0 && size.y > 0.0).then_some(size),
            }),
            _ => {}
        }
    }
}

/// Whether every turn along a polygon goes the same way, once around.
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

fn solid(sheet: &Sheet, shape: &Drawn, at: Point, size: Point, scale: f32) -> Option<Solid> {
    let by = Point::new(shape.to.0, shape.to.1);
    let speed = shape.speed.unwrap_or(1.0);
    let moves = by.is_finite() && speed.is_finite() && by.length() > 0.0 && speed > 0.0;
    let corners: Vec<Point> = shape.polygon.iter().map(|&(x, y)| Point::new(x / scale, -y / scale)).collect();
    let outline = match corners.len() {
        0 if size.x > 0.0 && size.y > 0.0 => Outline::Box(size.x, size.y),
        3.. => Outline::Polygon(corners),
        _ => return None,
    };
    Some(Solid { at, outline, oneway: sheet.oneway || shape.oneway, route: moves.then_some(Route { by, speed }) })
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
    fn tiles_become_boxes_of_runs() {
        let full = |column: usize, row: usize| [[1, 1, 0, 1], [0, 0, 0, 0], [1, 1, 1, 1]][row][column] == 1;
        let boxes = runs(4, 3, (8.0, 8.0), full);
        let places: Vec<(f32, f32, f32)> = boxes.iter().map(|each| (each.x, each.y, each.size.0)).collect();
        assert_eq!(places, [(0.0, 0.0, 16.0), (24.0, 0.0, 8.0), (0.0, 16.0, 32.0)]);
    }
}
