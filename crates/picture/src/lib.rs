//! What to draw, in words that serve every puzzle and the live world, and the painters.
//!
//! A [`Picture`] is a title, a description in words and a list of frames. A frame holds cells, edges, pieces and
//! overlays at free positions: one unit is the width of a cell, `x` grows to the right, `y` downwards, and a
//! position is the *centre* of what stands there. A square grid uses whole numbers; a triangle halves of them in
//! `x`; a general graph any numbers. Cells and pieces carry the text of the move that a click on them means.
//!
//! A frame may hold a [`Table`] too, below the board or instead of one. [`spoken`] says a board in words.
//!
//! Painters: [`text`] for terminals (colour optional), [`svg`] for everything else; with the feature `raster` also
//! `raster` for PNG and GIF, drawn from the SVG. All speak in the colour roles of [`Role`], so that a board looks
//! the same everywhere.
//!
//! Absent: puzzles, the world, files.

pub mod printable;
#[cfg(feature = "raster")]
pub mod raster;
pub mod role;
pub mod spoken;
pub mod strip;
pub mod svg;
pub mod table;
pub mod text;

pub use role::Role;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
pub use spoken::Spoken;
pub use table::Table;

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
    /// What an answer lists, below the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// The names of places, written beside them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Name>,
}

/// Frames with a title and a description in words. In JSON the legend holds the roles that are drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// A short name.
    pub title: String,
    /// The whole picture in words, for those who do not see it.
    pub description: String,
    /// What roles mean, in the order of importance: a noun, perhaps a colon and more. Those that are not drawn may be
    /// among them; faces show [`Picture::drawn_legend`].
    pub legend: Vec<(Role, String)>,
    /// At least one frame.
    pub frames: Vec<Frame>,
    /// The names of places, which painters write beside them only where that is asked for: [`Picture::with_names`].
    pub names: Vec<Name>,
    /// Whether a longer film of the same shows what is left out between these frames.
    pub abridged: bool,
}

/// The name of a place, by which moves and texts call it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Name {
    /// The place.
    pub at: Point,
    /// Its name.
    pub text: String,
}

impl Picture {
    /// A picture of one frame without a legend.
    #[must_use]
    pub fn still(title: impl Into<String>, description: impl Into<String>, frame: Frame) -> Picture {
        Picture { title: title.into(), description: description.into(), frames: vec![frame], ..Picture::default() }
    }

    /// The same picture with the names of places written beside them, in each frame that has a cell there.
    #[must_use]
    pub fn with_names(mut self) -> Picture {
        for frame in &mut self.frames {
            let there = |name: &&Name| frame.cells.iter().any(|cell| cell.at == name.at);
            frame.names = self.names.iter().filter(there).cloned().collect();
        }
        self
    }

    /// The legend of exactly the roles that are drawn: first those that `legend` explains, in its order, then any other
    /// by its plain word; of two explanations of a role the first counts. Empty where `legend` explains nothing at all.
    #[must_use]
    pub fn drawn_legend(&self) -> Vec<(Role, &str)> {
        if self.legend.is_empty() {
            return Vec::new();
        }
        let mut drawn: Vec<Role> = self.frames.iter().flat_map(Frame::roles).collect();
        drawn.sort_unstable();
        drawn.dedup();
        let mut legend: Vec<(Role, &str)> = Vec::new();
        for (role, meaning) in self.legend.iter().filter(|(role, _)| drawn.contains(role)) {
            if legend.iter().all(|(known, _)| known != role) {
                legend.push((*role, meaning));
            }
        }
        let rest = drawn.into_iter().filter(|role| self.legend.iter().all(|(known, _)| known != role));
        legend.extend(rest.map(|role| (role, role.words())));
        legend
    }

    /// What a role means here, without the explanation after a colon.
    #[must_use]
    pub fn meaning(&self, role: Role) -> Option<&str> {
        let (_, meaning) = self.legend.iter().find(|(known, _)| *known == role)?;
        Some(meaning.split(':').next().unwrap_or(meaning))
    }
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let more = usize::from(!self.names.is_empty()) + usize::from(self.abridged);
        let mut picture = serializer.serialize_struct("Picture", 4 + more)?;
        picture.serialize_field("title", &self.title)?;
        picture.serialize_field("description", &self.description)?;
        picture.serialize_field("legend", &self.drawn_legend())?;
        picture.serialize_field("frames", &self.frames)?;
        if !self.names.is_empty() {
            picture.serialize_field("names", &self.names)?;
        }
        if self.abridged {
            picture.serialize_field("abridged", &self.abridged)?;
        }
        picture.end()
    }
}

impl Frame {
    /// The roles of everything drawn, some more than once. Rings, squares and heat are marks of an answer and have none.
    pub fn roles(&self) -> impl Iterator<Item = Role> + '_ {
        let cells = self.cells.iter().map(|cell| cell.role);
        let pieces = self.pieces.iter().map(|piece| piece.role);
        let edges = self.edges.iter().map(|edge| edge.role);
        let paths = self.overlays.iter().filter(|overlay| matches!(overlay, Overlay::Path { .. }));
        cells.chain(pieces).chain(edges).chain(paths.map(|_| Role::Path))
    }

    /// Whether there is a board: any place, piece or line.
    #[must_use]
    pub fn has_board(&self) -> bool {
        !(self.cells.is_empty() && self.pieces.is_empty() && self.edges.is_empty())
    }

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
