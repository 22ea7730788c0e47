//! Pictures of boards, independent of any puzzle, and the painters that draw them.
//!
//! A [`Picture`] is a title, a description in words and a list of frames. A frame holds cells, edges, pieces and
//! overlays at free positions: one unit is the width of a cell, `x` grows to the right, `y` downwards, and a
//! position is the *centre* of what stands there. A square grid uses whole numbers; a triangle halves of them in
//! `x`; a general graph any numbers. Cells and pieces carry the text of the move that a click on them means.
//!
//! A frame may also hold a [`DrawnTable`], below the board or instead of one. [`spoken`] describes a board in words,
//! for screen readers.
//!
//! Painters: [`text`] for terminals (colour optional), [`svg`] for everything else; with the feature `raster` also
//! `raster` for PNG and GIF, drawn from the SVG. All take their colours from [`ColourRole`], so that a board looks the
//! same everywhere. Pieces are drawn as their [`sprite`]s, or as discs with letters. A game that brings pictures of its
//! own covers cells with [`tile`]s, which alone have literal colours.
//!
//! This crate knows nothing of puzzles, the live world or files.

mod crop;
pub mod places;
pub mod printable;
#[cfg(feature = "raster")]
pub mod raster;
pub mod role;
pub mod spoken;
pub mod sprite;
pub mod strip;
pub mod svg;
pub mod table;
pub mod text;
pub mod tile;

use std::collections::HashMap;

pub use places::PlaceIndex;
pub use role::ColourRole;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
pub use spoken::Spoken;
pub use sprite::{Figure, Orientation, Sprite};
pub use table::DrawnTable;
use tile::Covered;
pub use tile::{Placed, Tile};

/// A point of a frame, in cell widths; cells and pieces are placed by their centres. In JSON it is `[x, y]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f32; 2]")]
pub struct Point {
    /// The horizontal coordinate, which grows to the right.
    pub x: f32,
    /// The vertical coordinate, which grows downwards.
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

/// A cell of the board: a square or disc with an optional label.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The centre of the cell.
    pub at: Point,
    /// The outline of the cell.
    pub shape: Shape,
    /// What the cell is, which determines its colour.
    pub role: ColourRole,
    /// The text on the cell; may be empty. Terminals show the first three characters.
    pub label: String,
    /// The move, in the puzzle's notation, that a click on the cell makes.
    pub act: Option<String>,
}

/// How an edge is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stroke {
    /// A thin line that joins two adjacent cells.
    Link,
    /// A thick bar that cannot be crossed.
    Wall,
    /// A line with an arrowhead at its end, for something that moves.
    Arrow,
}

/// A line from one position to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Edge {
    /// The point where the line begins.
    pub from: Point,
    /// The point where the line ends.
    pub to: Point,
    /// How the line is drawn.
    pub stroke: Stroke,
    /// What the line is, which determines its colour.
    pub role: ColourRole,
}

/// A piece that stands on a cell: its sprite, or a disc with a letter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// The centre of the piece.
    pub at: Point,
    /// What the piece is, which determines its colour.
    pub role: ColourRole,
    /// The letter or other character that tells the piece from others without colour.
    pub letter: String,
    /// The move, in the puzzle's notation, that a click on the piece makes.
    pub act: Option<String>,
    /// How painters show the piece where they draw pictures; terminals write the letter.
    #[serde(flatten)]
    pub sprite: Option<Figure>,
}

/// A mark that an answer adds to a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Overlay {
    /// A ring around a cell.
    Ring {
        /// The centre of the cell.
        at: Point,
        /// The text written with the ring; may be empty.
        label: String,
    },
    /// A square outline around a cell: a second kind of mark, distinguished from rings by its form.
    Square {
        /// The centre of the cell.
        at: Point,
        /// The text written with the outline; may be empty.
        label: String,
    },
    /// A line through points, in order.
    Path {
        /// The points, usually centres of cells.
        points: Vec<Point>,
    },
    /// A number on a cell, coloured from blue (a loss) through grey (0) to orange (a gain).
    Heat {
        /// The centre of the cell.
        at: Point,
        /// The gain, negative for a loss.
        value: i64,
    },
    /// A count on a cell, without a sign, coloured from grey (0) to orange.
    Count {
        /// The centre of the cell.
        at: Point,
        /// The count.
        value: u64,
    },
}

/// One state of the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Frame {
    /// What this frame shows, in a sentence.
    pub caption: String,
    /// The cells of the board.
    pub cells: Vec<Cell>,
    /// The lines between and across cells.
    pub edges: Vec<Edge>,
    /// The pieces that stand on the cells.
    pub pieces: Vec<Piece>,
    /// The marks that an answer adds.
    pub overlays: Vec<Overlay>,
    /// The tiles that lie on cells, which are drawn in place of the cells; of several at a place the last is uppermost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<Placed>,
    /// A table that an answer lists below the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<DrawnTable>,
    /// The names of cells, written beside them; empty unless [`Picture::with_names`] filled it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Name>,
}

/// How a role looks where it is drawn, for the sample of a legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample<'p> {
    /// A piece with its letter, and its sprite if it has one.
    Piece(&'p str, Option<Figure>),
    /// A cell with its label.
    Cell(Shape, &'p str),
    /// An edge, or a path, which is drawn as a link.
    Line(Stroke),
}

/// A list of frames with a title, a description in words and a legend. In JSON the legend holds exactly the roles that
/// are drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// A short title.
    pub title: String,
    /// The whole picture in words, for screen readers.
    pub description: String,
    /// What the roles mean, most important first: a noun, optionally followed by a colon and an explanation. It may
    /// hold roles that are not drawn; painters show [`Picture::drawn_legend`].
    pub legend: Vec<(ColourRole, String)>,
    /// The frames in order, at least one.
    pub frames: Vec<Frame>,
    /// The tiles of all frames, which refer to them by index.
    pub tiles: Vec<Tile>,
    /// The names of cells. Painters write them only after [`Picture::with_names`] has put them into the frames.
    pub names: Vec<Name>,
    /// Whether the labels of cells say nothing that their colours do not, so that a player who sees colours is shown them on
    /// request alone. Painters that write for others draw them.
    pub quiet_labels: bool,
    /// Whether steps between these frames are left out which a longer picture of the same moves shows.
    pub abridged: bool,
}

/// The name of a cell, as moves and messages use it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Name {
    /// The centre of the cell.
    pub at: Point,
    /// The name, usually a number.
    pub text: String,
}

impl Picture {
    /// Creates a picture of one frame without a legend.
    #[must_use]
    pub fn still(title: impl Into<String>, description: impl Into<String>, frame: Frame) -> Picture {
        Picture { title: title.into(), description: description.into(), frames: vec![frame], ..Picture::default() }
    }

    /// Appends a frame of another picture, whose tiles are `tiles`; those that this picture lacks are added to its own.
    pub fn push_frame(&mut self, mut frame: Frame, tiles: &[Tile]) {
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        for placed in &mut frame.tiles {
            let Some(tile) = tiles.get(placed.tile as usize) else { continue };
            placed.tile = *numbers.entry(placed.tile).or_insert_with(|| self.number(tile));
        }
        self.frames.push(frame);
    }

    /// The index of a tile, which is added where the picture lacks it.
    fn number(&mut self, tile: &Tile) -> u32 {
        let known = self.tiles.iter().position(|known| known == tile);
        let number = known.unwrap_or_else(|| {
            self.tiles.push(tile.clone());
            self.tiles.len() - 1
        });
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    /// Returns the picture with the names of its cells written beside them, in each frame that has a cell there.
    #[must_use]
    pub fn with_names(mut self) -> Picture {
        for frame in &mut self.frames {
            let places = PlaceIndex::of(frame);
            let there = |name: &&Name| places.at(name.at).cells().next().is_some();
            frame.names = self.names.iter().filter(there).cloned().collect();
        }
        self
    }

    /// Returns the legend of exactly the roles that are drawn: first those that `legend` explains, in its order, then
    /// the others by [`ColourRole::words`]. Of two explanations of a role the first counts. The result is empty if
    /// `legend` is.
    #[must_use]
    pub fn drawn_legend(&self) -> Vec<(ColourRole, &str)> {
        if self.legend.is_empty() {
            return Vec::new();
        }
        let mut drawn: Vec<ColourRole> = self.frames.iter().flat_map(Frame::roles).collect();
        drawn.sort_unstable();
        drawn.dedup();
        let mut legend: Vec<(ColourRole, &str)> = Vec::new();
        for (role, meaning) in self.legend.iter().filter(|(role, _)| drawn.contains(role)) {
            if legend.iter().all(|(known, _)| known != role) {
                legend.push((*role, meaning));
            }
        }
        let rest = drawn.into_iter().filter(|role| self.legend.iter().all(|(known, _)| known != role));
        legend.extend(rest.map(|role| (role, role.words())));
        legend
    }

    /// Returns how a role looks where it is drawn first: as a piece, as a cell that no piece covers, as a cell below a
    /// piece, as an edge, or as a path; `None` for a role that is not drawn.
    #[must_use]
    pub fn sample(&self, role: ColourRole) -> Option<Sample<'_>> {
        let mut pieces = self.frames.iter().flat_map(|frame| &frame.pieces).filter(|piece| piece.role == role);
        let piece = pieces.next().map(|piece| Sample::Piece(&piece.letter, piece.sprite));
        piece.or_else(|| self.cell_sample(role)).or_else(|| self.line_sample(role))
    }

    /// The first cell of a role, one that no piece covers if there is one.
    fn cell_sample(&self, role: ColourRole) -> Option<Sample<'_>> {
        let mut covered = None;
        for frame in &self.frames {
            let mut places = None;
            for cell in frame.drawn_cells().filter(|cell| cell.role == role) {
                let sample = Sample::Cell(cell.shape, &cell.label);
                let places = places.get_or_insert_with(|| PlaceIndex::of(frame));
                if places.at(cell.at).pieces().next().is_none() {
                    return Some(sample);
                }
                covered = covered.or(Some(sample));
            }
        }
        covered
    }

    /// The first edge or path of a role.
    fn line_sample(&self, role: ColourRole) -> Option<Sample<'_>> {
        let mut edges = self.frames.iter().flat_map(|frame| &frame.edges).filter(|edge| edge.role == role);
        let path = || (role == ColourRole::Path && self.frames.iter().any(Frame::has_path)).then_some(Stroke::Link);
        edges.next().map(|edge| edge.stroke).or_else(path).map(Sample::Line)
    }

    /// Returns what `legend` says of a role, without the explanation after a colon.
    #[must_use]
    pub fn meaning(&self, role: ColourRole) -> Option<&str> {
        let (_, meaning) = self.legend.iter().find(|(known, _)| *known == role)?;
        Some(meaning.split(':').next().unwrap_or(meaning))
    }
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let more = [!self.tiles.is_empty(), !self.names.is_empty(), self.quiet_labels, self.abridged]
            .map(usize::from)
            .iter()
            .sum::<usize>();
        let mut picture = serializer.serialize_struct("Picture", 4 + more)?;
        picture.serialize_field("title", &self.title)?;
        picture.serialize_field("description", &self.description)?;
        picture.serialize_field("legend", &self.drawn_legend())?;
        picture.serialize_field("frames", &self.frames)?;
        if !self.tiles.is_empty() {
            picture.serialize_field("tiles", &self.tiles)?;
        }
        if !self.names.is_empty() {
            picture.serialize_field("names", &self.names)?;
        }
        if self.quiet_labels {
            picture.serialize_field("quiet_labels", &self.quiet_labels)?;
        }
        if self.abridged {
            picture.serialize_field("abridged", &self.abridged)?;
        }
        picture.end()
    }
}

impl Frame {
    /// Returns the number of shapes: cells, lines, pieces, marks, tiles and names.
    #[must_use]
    pub fn shapes(&self) -> usize {
        let marks = self.edges.len() + self.overlays.len() + self.names.len();
        self.cells.len() + self.pieces.len() + self.tiles.len() + marks
    }

    /// Returns the bytes of its texts: the caption, labels, letters, names, and the moves that clicks make.
    #[must_use]
    pub fn text_bytes(&self) -> usize {
        let act = |act: &Option<String>| act.as_ref().map_or(0, String::len);
        let cells = self.cells.iter().map(|cell| cell.label.len() + act(&cell.act));
        let pieces = self.pieces.iter().map(|piece| piece.letter.len() + act(&piece.act));
        let marks = self.overlays.iter().map(|overlay| match overlay {
            Overlay::Ring { label, .. } | Overlay::Square { label, .. } => label.len(),
            Overlay::Path { .. } | Overlay::Heat { .. } | Overlay::Count { .. } => 0,
        });
        let names = self.names.iter().map(|name| name.text.len());
        self.caption.len() + cells.chain(pieces).chain(marks).chain(names).sum::<usize>()
    }

    /// Iterates over the cells that are drawn: those on which no tile lies.
    pub fn drawn_cells(&self) -> impl Iterator<Item = &Cell> {
        let covered = Covered::of(self);
        self.cells.iter().filter(move |cell| !covered.has(cell.at))
    }

    /// Iterates over the roles of the drawn cells, pieces, edges and paths, with repetitions. Tiles, rings, squares,
    /// heat and counts have no role, and a path through a single point is not drawn.
    pub fn roles(&self) -> impl Iterator<Item = ColourRole> + '_ {
        let cells = self.drawn_cells().map(|cell| cell.role);
        let pieces = self.pieces.iter().map(|piece| piece.role);
        let edges = self.edges.iter().map(|edge| edge.role);
        cells.chain(pieces).chain(edges).chain(self.has_path().then_some(ColourRole::Path))
    }

    /// Whether the frame has a path that is drawn: one through at least two points.
    fn has_path(&self) -> bool {
        self.overlays.iter().any(|overlay| matches!(overlay, Overlay::Path { points } if points.len() > 1))
    }

    /// Whether the frame has a board: any cell, tile, piece or edge.
    #[must_use]
    pub fn has_board(&self) -> bool {
        self.places().next().is_some() || !self.edges.is_empty()
    }

    /// Iterates over the centres of the cells, tiles and pieces.
    pub(crate) fn places(&self) -> impl Iterator<Item = Point> + '_ {
        let cells = self.cells.iter().map(|cell| cell.at).chain(self.tiles.iter().map(|placed| placed.at));
        cells.chain(self.pieces.iter().map(|piece| piece.at))
    }

    /// The smallest box `(left, top, right, bottom)` that holds every cell, tile, piece and edge, in cell widths; the
    /// unit box for a frame without a board.
    #[must_use]
    pub fn bounds(&self) -> (f32, f32, f32, f32) {
        let ends = self.edges.iter().flat_map(|edge| [edge.from, edge.to]);
        let reach = self.places().map(|at| (at, 0.5)).chain(ends.map(|at| (at, 0.0)));
        let start = (f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
        let (left, top, right, bottom) = reach.fold(start, |(l, t, r, b), (at, half)| {
            (l.min(at.x - half), t.min(at.y - half), r.max(at.x + half), b.max(at.y + half))
        });
        if left > right { (0.0, 0.0, 1.0, 1.0) } else { (left, top, right, bottom) }
    }
}

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
