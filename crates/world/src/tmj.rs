//! Tiled maps as JSON (`.tmj`): what the tiled crate does not read.
//!
//! Tile layers must be plain lists (Tiled's "CSV"), maps finite. Object templates are not followed.

use serde::Deserialize;
use serde_json::Value;

use crate::map::{Drawn, Files, Paper, Sheet, runs};
use crate::problem::Problem;

#[derive(Deserialize)]
struct Sketch {
    width: u32,
    height: u32,
    tilewidth: f32,
    tileheight: f32,
    #[serde(default)]
    infinite: bool,
    #[serde(default)]
    layers: Vec<Layer>,
}

#[derive(Deserialize)]
struct Layer {
    name: String,
    #[serde(default)]
    objects: Vec<Shape>,
    data: Option<Vec<u32>>,
    #[serde(default)]
    width: usize,
    #[serde(default)]
    height: usize,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Shape {
    #[serde(default)]
    name: String,
    #[serde(default, rename = "type", alias = "class")]
    class: String,
    #[serde(default)]
    x: f32,
    #[serde(default)]
    y: f32,
    #[serde(default)]
    width: f32,
    #[serde(default)]
    height: f32,
    #[serde(default, alias = "polyline")]
    polygon: Vec<Corner>,
    #[serde(default)]
    properties: Vec<Property>,
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

/// Reads the map `name`.
pub(crate) fn read(name: &str, files: Files<'_>) -> Result<Paper, Problem> {
    let bytes = files(name).map_err(|error| Problem::of(name, error.to_string()))?;
    let sketch: Sketch = serde_json::from_slice(&bytes).map_err(|error| Problem {
        file: name.into(),
        line: error.line().max(1),
        column: error.column().max(1),
        message: error.to_string(),
    })?;
    if sketch.infinite || u64::from(sketch.width) * u64::from(sketch.height) > 1 << 20 {
        return Err(Problem::of(name, "the map is infinite or too large; expected at most a million tiles"));
    }
    let tile = (sketch.tilewidth, sketch.tileheight);
    #[allow(clippy::cast_precision_loss)] // checked to be small
    let size = (sketch.width as f32 * tile.0, sketch.height as f32 * tile.1);
    Ok(Paper { size, tile_width: tile.0, sheets: sketch.layers.into_iter().map(|layer| layer.sheet(tile)).collect() })
}

impl Layer {
    fn sheet(self, tile: (f32, f32)) -> Sheet {
        let mut shapes: Vec<Drawn> = self.objects.into_iter().map(Shape::drawn).collect();
        if let Some(data) = &self.data {
            let height = self.height.min(data.len() / self.width.max(1));
            shapes.extend(runs(self.width, height, tile, |column, row| data[row * self.width + column] != 0));
        }
        Sheet { oneway: flag(&self.properties, "oneway"), name: self.name, shapes }
    }
}

impl Shape {
    fn drawn(self) -> Drawn {
        Drawn {
            oneway: flag(&self.properties, "oneway"),
            to: (number(&self.properties, "to_x").unwrap_or(0.0), number(&self.properties, "to_y").unwrap_or(0.0)),
            speed: number(&self.properties, "speed"),
            name: self.name,
            class: self.class,
            x: self.x,
            y: self.y,
            size: (self.width, self.height),
            polygon: self.polygon.iter().map(|corner| (corner.x, corner.y)).collect(),
        }
    }
}

fn value<'a>(properties: &'a [Property], name: &str) -> Option<&'a Value> {
    properties.iter().find(|property| property.name == name).map(|property| &property.value)
}

fn flag(properties: &[Property], name: &str) -> bool {
    value(properties, name).and_then(Value::as_bool).unwrap_or(false)
}

#[allow(clippy::cast_possible_truncation)] // distances in metres
fn number(properties: &[Property], name: &str) -> Option<f32> {
    value(properties, name).and_then(Value::as_f64).map(|value| value as f32)
}
