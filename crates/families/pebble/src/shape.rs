//! Boards: which places are linked, and where they are drawn.

use std::f32::consts::TAU;
use std::sync::LazyLock;

use ::picture::Point;
use engines::motion::{Graph, Unsound};

/// Rows of the Panguru triangle.
const PANGURU_ROWS: u8 = 5;
const PANGURU_PLACES: usize = (PANGURU_ROWS * (PANGURU_ROWS + 1) / 2) as usize;

/// Where each place is drawn: its centre, in cell widths from the left and the top.
pub(super) type Coordinates = Vec<Point>;

/// How a level says which places are linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BoardShape {
    /// The triangle of fifteen places with its centre line.
    Panguru,
    /// Neighbours in a grid, row by row.
    Grid { rows: u8, columns: u8 },
    /// Along a line a pebble leaps over others: all of its places are linked.
    Lines(Vec<Vec<u8>>),
    /// Pairs of linked places.
    Edges(Vec<[u8; 2]>),
    /// For each place those that a pebble there can move to; each move goes back, too.
    AllowedMoves(Vec<Vec<u8>>),
}

impl BoardShape {
    /// How many places there are, where the shape alone says it.
    pub(super) fn places(&self) -> Option<usize> {
        match self {
            BoardShape::Panguru => Some(PANGURU_PLACES),
            BoardShape::Grid { rows, columns } => Some(usize::from(*rows) * usize::from(*columns)),
            BoardShape::AllowedMoves(lists) => Some(lists.len()),
            BoardShape::Lines(_) | BoardShape::Edges(_) => None,
        }
    }

    /// Which of `places` places are linked.
    pub(super) fn graph(&self, places: usize) -> Result<Graph, Unsound> {
        static TRIANGLE: LazyLock<Result<Graph, Unsound>> =
            LazyLock::new(|| Graph::new(BoardShape::Panguru.links(PANGURU_PLACES)));
        match self {
            BoardShape::Panguru => TRIANGLE.clone(),
            _ => Graph::new(self.links(places)),
        }
    }

    /// For each of `places` places those linked to it, ascending.
    fn links(&self, places: usize) -> Vec<Vec<u8>> {
        let mut linked = vec![vec![false; places]; places];
        let mut link = |a: u8, b: u8| {
            linked[usize::from(a)][usize::from(b)] = true;
            linked[usize::from(b)][usize::from(a)] = true;
        };
        match self {
            BoardShape::Grid { .. } | BoardShape::Edges(_) | BoardShape::AllowedMoves(_) => {
                self.strokes().iter().for_each(|&[a, b]| link(a, b))
            }
            BoardShape::Panguru => panguru().iter().for_each(|line| pairs(line).for_each(|(a, b)| link(a, b))),
            BoardShape::Lines(lines) => lines.iter().for_each(|line| pairs(line).for_each(|(a, b)| link(a, b))),
        }
        let listed = |row: &Vec<bool>| (0..=u8::MAX).zip(row).filter(|&(_, &on)| on).map(|(place, _)| place).collect();
        linked.iter().map(listed).collect()
    }

    /// The pairs of places between which a line is drawn: along a line only those that follow each other.
    pub(super) fn strokes(&self) -> Vec<[u8; 2]> {
        let along = |lines: &[Vec<u8>]| lines.iter().flat_map(|line| line.windows(2).map(|w| [w[0], w[1]])).collect();
        match self {
            BoardShape::Panguru => along(panguru()),
            BoardShape::Lines(lines) => along(lines),
            BoardShape::Edges(edges) => edges.clone(),
            BoardShape::AllowedMoves(lists) => {
                let linked = (0..=u8::MAX).zip(lists).flat_map(|(a, list)| list.iter().map(move |&b| [a, b]));
                linked.filter(|[a, b]| a < b).collect()
            }
            BoardShape::Grid { rows, columns } => grid(*rows, *columns),
        }
    }

    /// The row of a place, from 0, where the shape has rows.
    pub(super) fn row(&self, place: u8) -> Option<u8> {
        match self {
            BoardShape::Panguru => triangle().nth(usize::from(place)).map(|(row, _)| row),
            BoardShape::Grid { columns, .. } => Some(place / (*columns).max(1)),
            BoardShape::Lines(_) | BoardShape::Edges(_) | BoardShape::AllowedMoves(_) => None,
        }
    }

    /// A place in words: by row and column on a grid, else by its number.
    pub(super) fn place_words(&self, place: u8) -> String {
        match self {
            BoardShape::Grid { columns, .. } => format!("row {}, column {}", place / columns + 1, place % columns + 1),
            _ => format!("position {place}"),
        }
    }

    /// Where each of `places` places is drawn: its centre, in cell widths from the left and the top.
    pub(super) fn points(&self, places: usize) -> Coordinates {
        match self {
            BoardShape::Panguru => {
                let middle = f32::from(PANGURU_ROWS - 1) / 2.0;
                let point =
                    |(row, at): (u8, u8)| Point { x: f32::from(at) - f32::from(row) / 2.0 + middle, y: f32::from(row) };
                triangle().map(point).collect()
            }
            BoardShape::Grid { columns, .. } => {
                let columns = usize::from(*columns);
                (0..places).map(|place| Point::grid(place / columns, place % columns)).collect()
            }
            BoardShape::Lines(_) | BoardShape::Edges(_) | BoardShape::AllowedMoves(_) => circle(places),
        }
    }
}

fn pairs(line: &[u8]) -> impl Iterator<Item = (u8, u8)> + '_ {
    line.iter().enumerate().flat_map(|(at, &a)| line[at + 1..].iter().map(move |&b| (a, b)))
}

/// Row and place in the row of each place of the triangle.
fn triangle() -> impl Iterator<Item = (u8, u8)> {
    (0..PANGURU_ROWS).flat_map(|row| (0..=row).map(move |at| (row, at)))
}

/// The lines of the triangle in three directions, and the centre line.
fn panguru() -> &'static [Vec<u8>] {
    static LINES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(straight_lines);
    &LINES
}

fn straight_lines() -> Vec<Vec<u8>> {
    let line = |key: fn((u8, u8)) -> u8, value: u8| -> Vec<u8> {
        (0_u8..).zip(triangle()).filter(|&(_, spot)| key(spot) == value).map(|(place, _)| place).collect()
    };
    let keys: [fn((u8, u8)) -> u8; 3] = [|(row, _)| row, |(_, at)| at, |(row, at)| row - at];
    let straight = keys.into_iter().flat_map(|key| (0..PANGURU_ROWS).map(move |value| line(key, value)));
    straight.filter(|line| line.len() > 1).chain([vec![0, 4, 12]]).collect()
}

fn grid(rows: u8, columns: u8) -> Vec<[u8; 2]> {
    let place = |row: u8, column: u8| row * columns + column;
    let across = (0..rows).flat_map(|row| (1..columns).map(move |column| [place(row, column - 1), place(row, column)]));
    let down = (1..rows).flat_map(|row| (0..columns).map(move |column| [place(row - 1, column), place(row, column)]));
    across.chain(down).collect()
}

/// Places on a circle, clockwise from the top, a cell and a half apart. Heights are rounded so that places side by
/// side are at the same one.
#[allow(clippy::cast_precision_loss)] // at most 255 places
fn circle(places: usize) -> Vec<Point> {
    let radius = (places as f32 * 1.5 / TAU).max(1.0);
    let round = |length: f32| (length * 16.0).round() / 16.0;
    let point = |place: usize| {
        let angle = TAU * place as f32 / places as f32;
        Point { x: round(radius * (1.0 + angle.sin())), y: round(radius * (1.0 - angle.cos())) }
    };
    (0..places).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panguru_has_the_links_of_the_published_board() {
        let links = BoardShape::Panguru.links(15);
        assert_eq!(links[0], [1, 2, 3, 4, 5, 6, 9, 10, 12, 14]);
        assert_eq!(links[4], [0, 1, 2, 3, 5, 7, 8, 11, 12, 13]);
        assert_eq!(links[12], [0, 3, 4, 5, 7, 8, 10, 11, 13, 14]);
    }

    #[test]
    fn a_grid_links_neighbours() {
        let links = BoardShape::Grid { rows: 2, columns: 3 }.links(6);
        assert_eq!(links, [vec![1, 3], vec![0, 2, 4], vec![1, 5], vec![0, 4], vec![1, 3, 5], vec![2, 4]]);
    }

    #[test]
    fn a_pebble_leaps_along_a_line() {
        assert_eq!(BoardShape::Lines(vec![vec![2, 0, 1]]).links(4), [vec![1, 2], vec![0, 2], vec![0, 1], vec![]]);
        assert_eq!(BoardShape::Lines(vec![vec![2, 0, 1]]).strokes(), [[2, 0], [0, 1]]);
    }
}
