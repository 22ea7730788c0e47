//! Boards in words, for screen readers: lines to be read one after the other, and what is at each place.
//!
//! A puzzle family describes its board in its own words, mostly through [`Spoken::grid`]; [`Spoken::of`] describes any
//! picture by the words of its tiles, the meaning of its roles, its labels and its letters. A row is a plain list,
//! `1, 0, 1`. A row with missing columns, or a long row with three or more equal neighbours, names columns:
//! `columns 1 to 4 block, column 5 space`. So does a row with a place on which several things are, with semicolons
//! between the columns: `column 1 player, target; column 2 space`.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::places::Here;
use crate::{ColourRole, Edge, Frame, Picture, PlaceIndex, Point, Stroke};

/// Runs of at least this many equal neighbours are described as one range.
const ALIKE: usize = 3;
/// Rows of at most this many squares are always a plain list, because a listener counts them easily.
const MAX_PLAIN_ROW: usize = 8;

/// What stands between the places of a line.
const COMMA: &str = ", ";

/// A place of a board: its name and what is there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// The point of the picture where the place is drawn.
    pub at: Point,
    /// The name of the place on this board, such as `row 2, column 3`; it begins with the name of its line.
    pub name: String,
    /// What is at the place, such as `block`.
    pub words: String,
}

/// One line of a board in words: a row of a grid, a position of a graph, or a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Line {
    /// The name of the line, such as `row 2`; empty for a sentence.
    pub name: String,
    /// The content of the line.
    pub words: String,
}

impl Line {
    /// Creates a line without a name.
    #[must_use]
    pub fn sentence(words: impl Into<String>) -> Line {
        Line { name: String::new(), words: words.into() }
    }

    /// Returns the line as it is read out: its name, a colon, its content.
    #[must_use]
    pub fn text(&self) -> String {
        if self.name.is_empty() { self.words.clone() } else { format!("{}: {}", self.name, self.words) }
    }
}

/// A board in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Spoken {
    /// The lines, in reading order.
    pub lines: Vec<Line>,
    /// The places that are drawn, in reading order.
    pub places: Vec<Place>,
}

/// A square of a grid, from which [`Spoken::grid`] makes a [`Place`].
#[derive(Clone, Debug, PartialEq)]
pub struct SpokenSquare {
    /// The row, counted from 1 at the top.
    pub row: usize,
    /// The column, counted from 1 at the left.
    pub column: usize,
    /// The point of the picture where the square is drawn.
    pub at: Point,
    /// What is on the square.
    pub words: String,
}

impl Spoken {
    /// Describes a grid with one line for each row; `squares` are in reading order.
    #[must_use]
    pub fn grid(squares: Vec<SpokenSquare>) -> Spoken {
        let rows = squares.chunk_by(|one, other| one.row == other.row);
        let lines = rows.map(|row| Line { name: format!("row {}", row[0].row), words: row_words(row) }).collect();
        let name = |square: &SpokenSquare| format!("row {}, column {}", square.row, square.column);
        let places =
            squares.into_iter().map(|square| Place { at: square.at, name: name(&square), words: square.words });
        Spoken { lines, places: places.collect() }
    }

    /// Describes the last frame of a picture: its caption, then its places by the words of their tiles, the meaning of
    /// their roles, their labels and letters. Places at the same height are a row; on a grid columns are counted from
    /// the left edge, else within their row.
    #[must_use]
    pub fn of(picture: &Picture) -> Spoken {
        let Some(frame) = picture.frames.last() else { return Spoken::default() };
        let mut spoken = Spoken::grid(Reader::new(picture, frame).squares());
        if !frame.caption.is_empty() {
            spoken.lines.insert(0, Line::sentence(frame.caption.clone()));
        }
        if spoken.lines.is_empty() && !picture.description.is_empty() {
            spoken.lines.push(Line::sentence(picture.description.clone()));
        }
        spoken
    }

    /// Returns the line of this name with every place described separately, `column 1 block, column 2 space`.
    #[must_use]
    pub fn in_full(&self, name: &str) -> Option<Line> {
        let line = self.lines.iter().find(|line| line.name == name)?;
        let begins = format!("{name}, ");
        let within = |place: &Place| Some(format!("{} {}", place.name.strip_prefix(&begins)?, place.words));
        let places: Vec<String> = self.places.iter().filter_map(within).collect();
        let words = if places.is_empty() { line.words.clone() } else { places.join(between(&places)) };
        Some(Line { name: line.name.clone(), words })
    }

    /// Returns the place of this name, such as `row 2, column 3`.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }

    /// Returns the lines of this board that the earlier board `before` does not have.
    #[must_use]
    pub fn changed_since(&self, before: &Spoken) -> Vec<&Line> {
        let known: HashSet<&Line> = before.lines.iter().collect();
        self.lines.iter().filter(|line| !known.contains(line)).collect()
    }
}

/// What stands between the places of a line: semicolons where the words of a place have commas of their own.
fn between(words: impl IntoIterator<Item = impl AsRef<str>>) -> &'static str {
    if words.into_iter().any(|words| words.as_ref().contains(COMMA)) { "; " } else { COMMA }
}

/// The content of one row as text.
fn row_words(row: &[SpokenSquare]) -> String {
    let runs = || row.chunk_by(|one, other| one.words == other.words && one.column + 1 == other.column);
    let whole = (1..).zip(row).all(|(column, square)| square.column == column);
    let between = between(row.iter().map(|square| &square.words));
    if whole && between == COMMA && (row.len() <= MAX_PLAIN_ROW || runs().all(|run| run.len() < ALIKE)) {
        return row.iter().map(|square| square.words.as_str()).collect::<Vec<_>>().join(", ");
    }
    let said = |run: &[SpokenSquare]| match run {
        [one] => format!("column {} {}", one.column, one.words),
        _ => format!("columns {} to {} {}", run[0].column, run[run.len() - 1].column, run[0].words),
    };
    runs().map(said).collect::<Vec<_>>().join(between)
}

/// Describes the places of one frame.
struct Reader<'p> {
    picture: &'p Picture,
    places: PlaceIndex<'p>,
    walls: Walls,
    /// The roles of which all cells have the same label, and those of which all pieces have the same letter.
    alike: (Alike, Alike),
}

/// Whether all texts of a role are the same.
type Alike = HashMap<ColourRole, bool>;

impl<'p> Reader<'p> {
    fn new(picture: &'p Picture, frame: &'p Frame) -> Reader<'p> {
        let labels = alike(frame.cells.iter().map(|cell| (cell.role, cell.label.as_str())));
        let letters = alike(frame.pieces.iter().map(|piece| (piece.role, piece.letter.as_str())));
        Reader { picture, places: PlaceIndex::of(frame), walls: Walls::of(frame), alike: (labels, letters) }
    }

    fn squares(&self) -> Vec<SpokenSquare> {
        let places: Vec<(Point, Here<'_>)> =
            self.places.iter().filter_map(|here| Some((here.point()?, here))).collect();
        let left = places.iter().map(|(at, _)| at.x).fold(f32::INFINITY, f32::min);
        let on_grid = places.iter().all(|(at, _)| (at.x - left).fract().abs() < 1e-3);
        let rows = places.chunk_by(|(one, _), (other, _)| one.y == other.y);
        (1..).zip(rows).flat_map(|(row, places)| self.row(row, places, on_grid.then_some(left))).collect()
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // columns of a picture
    fn row(&self, row: usize, places: &[(Point, Here<'_>)], left: Option<f32>) -> Vec<SpokenSquare> {
        let walls = self.walls.below(places[0].0.y);
        let column = |index: usize, at: Point| left.map_or(index + 1, |left| (at.x - left).round() as usize + 1);
        let square = |(index, &(at, here)): (usize, &(Point, Here<'_>))| {
            let mut words = self.at(here);
            if walls.reach(at.x) {
                words.push_str(" with a wall below");
            }
            SpokenSquare { row, column: column(index, at), at, words }
        };
        places.iter().enumerate().map(square).collect()
    }

    /// What stands on what at a place.
    fn at(&self, here: Here<'_>) -> String {
        let (labels, letters) = &self.alike;
        let pieces = here.pieces().map(|piece| self.thing(piece.role, &piece.letter, letters));
        let tile = self.tile(here).map(str::to_owned);
        let cells = here.cells().filter(|_| tile.is_none()).map(|cell| self.thing(cell.role, &cell.label, labels));
        pieces.chain(tile.clone()).chain(cells).collect::<Vec<_>>().join(" on ")
    }

    /// The words of the uppermost tile at a place, if it has any.
    fn tile(&self, here: Here<'_>) -> Option<&str> {
        let tile = self.picture.tiles.get(here.tile()? as usize)?;
        Some(tile.words.as_str()).filter(|words| !words.is_empty())
    }

    /// Describes a cell or piece by the meaning of its role. The text `written` on it is added unless all cells or
    /// pieces of this role have the same, and replaces a role that the legend does not explain.
    fn thing(&self, role: ColourRole, written: &str, alike: &Alike) -> String {
        match self.picture.meaning(role) {
            Some(meaning) if written.is_empty() || alike.get(&role) != Some(&false) => meaning.to_owned(),
            Some(meaning) => format!("{meaning} {written}"),
            None if written.is_empty() => role.words().to_owned(),
            None => written.to_owned(),
        }
    }
}

/// Finds out of which roles all texts are the same.
fn alike<'t>(texts: impl Iterator<Item = (ColourRole, &'t str)>) -> Alike {
    let (mut first, mut alike) = (HashMap::new(), HashMap::new());
    for (role, text) in texts {
        let is_same = *first.entry(role).or_insert(text) == text;
        *alike.entry(role).or_insert(true) &= is_same;
    }
    alike
}

/// How far a wall may be from the lower edge of a row to lie along it.
const NEAR: f32 = 1e-3;

/// The horizontal walls of a frame, sorted by their height.
struct Walls(Vec<Wall>);

struct Wall {
    y: f32,
    left: f32,
    right: f32,
}

impl Walls {
    fn of(frame: &Frame) -> Walls {
        let walls = frame.edges.iter().filter(|edge| edge.stroke == Stroke::Wall);
        let level = walls.filter(|edge| (edge.from.y - edge.to.y).abs() < NEAR);
        let wall =
            |edge: &Edge| Wall { y: edge.from.y, left: edge.from.x.min(edge.to.x), right: edge.from.x.max(edge.to.x) };
        let mut walls: Vec<Wall> = level.map(wall).collect();
        walls.sort_by(|one, other| one.y.total_cmp(&other.y));
        Walls(walls)
    }

    /// The walls along the lower edge of the row of places at height `y`.
    fn below(&self, y: f32) -> WallsBelow {
        let edge = y + 0.5;
        let first = self.0.partition_point(|wall| wall.y <= edge - NEAR);
        let near = self.0[first..].iter().take_while(|wall| wall.y < edge + NEAR);
        let mut spans: Vec<(f32, f32)> = near.map(|wall| (wall.left, wall.right)).collect();
        spans.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut farthest = f32::NEG_INFINITY;
        for (_, right) in &mut spans {
            farthest = farthest.max(*right);
            *right = farthest;
        }
        WallsBelow(spans)
    }
}

/// The walls below one row of places: where each begins, in ascending order, and how far it and those before it reach.
struct WallsBelow(Vec<(f32, f32)>);

impl WallsBelow {
    /// Whether a wall is below the place with this horizontal coordinate.
    fn reach(&self, x: f32) -> bool {
        let begun = self.0.partition_point(|&(left, _)| left <= x);
        begun.checked_sub(1).is_some_and(|last| x <= self.0[last].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Piece, Placed, Shape, Tile};

    fn cell(row: usize, column: usize, role: ColourRole, label: &str) -> Cell {
        Cell { at: Point::grid(row, column), shape: Shape::Square, role, label: label.into(), act: None }
    }

    fn read(frame: Frame, legend: &[(ColourRole, &str)]) -> Spoken {
        let mut picture = Picture::still("", "", frame);
        picture.legend = legend.iter().map(|(role, words)| (*role, (*words).to_owned())).collect();
        Spoken::of(&picture)
    }

    #[test]
    fn short_rows_are_lists_and_long_runs_are_ranges() {
        let role = |column| if column < 8 { ColourRole::Block } else { ColourRole::Space };
        let mut cells: Vec<Cell> = (0..9).map(|column| cell(0, column, role(column), "")).collect();
        cells.extend([cell(1, 0, ColourRole::Goal, "$"), cell(1, 1, ColourRole::Block, "")]);
        let spoken = read(
            Frame { cells, ..Frame::default() },
            &[(ColourRole::Block, "block: Lemmo walks on it"), (ColourRole::Goal, "treasure")],
        );
        let lines: Vec<String> = spoken.lines.iter().map(Line::text).collect();
        assert_eq!(lines, ["row 1: columns 1 to 8 block, column 9 empty", "row 2: treasure, block"]);
        let full = spoken.in_full("row 1").unwrap().words;
        assert!(full.starts_with("column 1 block, column 2 block") && full.ends_with("column 9 empty"), "{full}");
        assert_eq!(spoken.place("row 2, column 1").unwrap().words, "treasure");
    }

    #[test]
    fn a_piece_stands_on_its_cell_and_labels_that_differ_are_said() {
        let cells = vec![
            cell(0, 0, ColourRole::Goal, ""),
            cell(0, 1, ColourRole::Ground, "4"),
            cell(0, 2, ColourRole::Ground, "7"),
        ];
        let piece =
            Piece { at: Point::grid(0, 0), role: ColourRole::Piece(2), letter: "*".into(), act: None, sprite: None };
        let wall = Edge {
            from: Point { x: 0.5, y: 0.5 },
            to: Point { x: 1.5, y: 0.5 },
            stroke: Stroke::Wall,
            role: ColourRole::Block,
        };
        let frame = Frame { cells, pieces: vec![piece], edges: vec![wall], ..Frame::default() };
        let spoken =
            read(frame, &[(ColourRole::Piece(2), "box"), (ColourRole::Goal, "goal"), (ColourRole::Ground, "cost")]);
        assert_eq!(spoken.lines[0].text(), "row 1: box on goal, cost 4 with a wall below, cost 7");
    }

    #[test]
    fn a_tile_is_said_by_its_words_and_by_its_cell_where_it_has_none() {
        let tile = |words: &str| Tile::new(words, "", (1, 1), &[(0, 0, 0)], &[Some(0)]).unwrap();
        let placed = |column, tile| Placed { at: Point::grid(0, column), tile };
        let cells = (0..3).map(|column| cell(0, column, ColourRole::Goal, "")).collect();
        let tiles = vec![placed(0, 0), placed(1, 1), placed(3, 0)];
        let piece =
            Piece { at: Point::grid(0, 3), role: ColourRole::Actor, letter: "R".into(), act: None, sprite: None };
        let frame = Frame { cells, tiles, pieces: vec![piece], ..Frame::default() };
        let picture = Picture { tiles: vec![tile("crate, target"), tile("")], ..Picture::still("", "", frame) };
        assert_eq!(
            Spoken::of(&picture).lines[0].text(),
            "row 1: column 1 crate, target; columns 2 to 3 goal; column 4 R on crate, target"
        );
    }

    #[test]
    fn what_nobody_explained_is_said_by_what_is_written_on_it() {
        let cells = vec![
            cell(0, 0, ColourRole::Ground, "A"),
            cell(0, 1, ColourRole::Ground, "1"),
            cell(0, 2, ColourRole::Danger, ""),
        ];
        assert_eq!(read(Frame { cells, ..Frame::default() }, &[]).lines[0].text(), "row 1: A, 1, danger");
    }

    #[test]
    fn only_lines_that_changed_are_told() {
        let board = |label: &str| {
            let cells = vec![cell(0, 0, ColourRole::Ground, "a"), cell(1, 0, ColourRole::Ground, label)];
            read(Frame { cells, ..Frame::default() }, &[])
        };
        let (before, after) = (board("b"), board("c"));
        assert_eq!(after.changed_since(&before), [&Line { name: "row 2".into(), words: "c".into() }]);
    }
}
