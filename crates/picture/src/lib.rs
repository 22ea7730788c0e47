//! What to draw, in words that serve every puzzle and the live world, and the painters.
//!
//! A [`Picture`] is a title, a description in words and a list of frames. A frame holds cells, edges, pieces and
//! overlays at free positions: one unit is the width of a cell, `x` grows to the right, `y` downwards, and a
//! position is the *centre* of what stands there. A square grid uses whole numbers; a triangle halves of them in
//! `x`; a general graph any numbers. Cells and pieces carry the text of the move that a click on them means.
//!
//! Painters: [`text`] for terminals (colour optional), [`svg`] for everything else; with the feature `raster` also
//! `raster` for PNG and GIF, drawn from the SVG. All speak in the colour roles of [`Role`], so that a board looks
//! the same everywhere.
//!
//! Absent: puzzles, the world, files.

#[cfg(feature = "raster")]
pub mod raster;
pub mod role;
pub mod svg;
pub mod text;

pub use role::Role;
use serde::Serialize;

/// A position: the centre of a thing, in cell widths. In JSON `[x, y]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f32; 2]")]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl From<Point> for [f32; 2] {
    fn from(at: Point) -> [f32; 2] {
        [at.x, at.y]
    }
}

impl Point {
    /// The centre of the cell at `row` and `column` of a square grid, both counted from 0.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // pictures are cropped long before 2^24 cells
    pub fn grid(row: usize, column: usize) -> Point {
        Point { x: column as f32, y: row as f32 }
    }
}

/// The outline of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A unit square.
    Square,
    /// A disc a little smaller than the unit square.
    Disc,
}

/// A place of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Its centre.
    pub at: Point,
    /// Its outline.
    pub shape: Shape,
    /// What it is.
    pub role: Role,
    /// What is written on it; may be empty. Terminals show the first three characters.
    pub label: String,
    /// The move that a click on it means.
    pub act: Option<String>,
}

/// How an edge is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stroke {
    /// A thin line: two places are linked.
    Link,
    /// A thick bar: one does not pass.
    Wall,
    /// A line with a head at its end: something moves.
    Arrow,
}

/// A line from one position to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Edge {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// How it is drawn.
    pub stroke: Stroke,
    /// What it is.
    pub role: Role,
}

/// A thing that stands on a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// Its centre.
    pub at: Point,
    /// What it is.
    pub role: Role,
    /// The letter or sign that tells it from others without colour.
    pub letter: String,
    /// The move that a click on it means.
    pub act: Option<String>,
}

/// What an answer adds to a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Overlay {
    /// A ring around a place.
    Ring {
        /// The place.
        at: Point,
        /// Said with it; may be empty.
        label: String,
    },
    /// A square outline around a place: a second kind of mark, told from rings by its form.
    Square {
        /// The place.
        at: Point,
        /// Said with it; may be empty.
        label: String,
    },
    /// A line through places, in order.
    Path {
        /// The places.
        points: Vec<Point>,
    },
    /// A value on a place, coloured from loss (blue) through none to gain (orange).
    Heat {
        /// The place.
        at: Point,
        /// The gain.
        value: i64,
    },
}

/// One state of the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Frame {
    /// What this frame shows, in a sentence.
    pub caption: String,
    /// The places.
    pub cells: Vec<Cell>,
    /// Lines between and across places.
    pub edges: Vec<Edge>,
    /// What stands on the places.
    pub pieces: Vec<Piece>,
    /// What an answer adds.
    pub overlays: Vec<Overlay>,
}

/// Frames with a title and a description in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Picture {
    /// A short name.
    pub title: String,
    /// The whole picture in words, for those who do not see it.
    pub description: String,
    /// What the colours mean, in the order of importance.
    pub legend: Vec<(Role, String)>,
    /// At least one frame.
    pub frames: Vec<Frame>,
}

impl Picture {
    /// A picture of one frame without a legend.
    #[must_use]
    pub fn still(title: impl Into<String>, description: impl Into<String>, frame: Frame) -> Picture {
        Picture { title: title.into(), description: description.into(), legend: Vec::new(), frames: vec![frame] }
    }
}

impl Frame {
    /// The smallest box `(left, top, right, bottom)` that holds every thing, in cell widths.
    #[must_use]
    pub fn bounds(&self) -> (f32, f32, f32, f32) {
        let places = self.cells.iter().map(|cell| cell.at).chain(self.pieces.iter().map(|piece| piece.at));
        let ends = self.edges.iter().flat_map(|edge| [edge.from, edge.to]);
        let reach = places.map(|at| (at, 0.5)).chain(ends.map(|at| (at, 0.0)));
        let start = (f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
        let (left, top, right, bottom) = reach.fold(start, |(l, t, r, b), (at, half)| {
            (l.min(at.x - half), t.min(at.y - half), r.max(at.x + half), b.max(at.y + half))
        });
        if left > right { (0.0, 0.0, 1.0, 1.0) } else { (left, top, right, bottom) }
    }
}
