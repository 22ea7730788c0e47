//! Draws tiles: each is defined once as a symbol of a path for each colour, and used wherever it lies.
//!
//! The edges of pixels are not smoothed (`crispEdges`), so that the page does not shine through between two of them.

use std::fmt::Write;

use super::UNIT;
use crate::role::hex;
use crate::tile::Run;
use crate::{Placed, Tile};

/// The side of a sample in pixels: whole pixels for each of a tile of five by five.
const SAMPLE: f32 = 20.0;

/// Returns a tile as a `symbol`, to be drawn by `use`; runs of equal pixels are one rectangle.
pub(super) fn symbol(index: u32, tile: &Tile) -> String {
    let (width, height) = tile.size();
    let mut out = format!(
        "<symbol id=\"tile-{index}\" viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"none\" overflow=\"visible\" \
         shape-rendering=\"crispEdges\">"
    );
    for (colour, runs) in tile.runs() {
        let _ = write!(out, "<path fill=\"{}\" d=\"", hex(colour));
        for Run { column, row, length } in runs {
            let _ = write!(out, "M{column} {row}h{length}v1h-{length}z");
        }
        out.push_str("\"/>");
    }
    out + "</symbol>"
}

/// Draws a tile on the unit square that it covers.
pub(super) fn draw(out: &mut String, placed: &Placed) {
    used(out, placed.tile, (placed.at.x * UNIT, placed.at.y * UNIT), UNIT);
}

/// Draws how a tile looks, for the legend, around the point `at`, in pixels.
pub(super) fn sample(out: &mut String, at: (f32, f32), index: u32) {
    used(out, index, at, SAMPLE);
}

/// Draws a tile around a point, `side` wide, in pixels.
fn used(out: &mut String, index: u32, (x, y): (f32, f32), side: f32) {
    let (left, top) = (x - side / 2.0, y - side / 2.0);
    let _ = writeln!(out, "<use href=\"#tile-{index}\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"/>");
}
