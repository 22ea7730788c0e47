//! The board drawn: costs, walls, the token and its path. Large boards are cropped around the token, and say so.

use std::collections::HashMap;

mod argument;

use ::picture::{Cell, ColourRole, Edge, Frame, Overlay, Picture, Piece, Point, Shape, Stroke};

use super::board::Board;
use super::body::{Live, Proof, Solve};
use super::grid::Grid;
use super::rules::{Place, Rule, Walk, path};
use super::sprites::RABBIT;
use super::ways::Walls;
use frame::answer::Reply;
use frame::phrases::plural;
use frame::window::Window;

/// The most rows and columns drawn.
const MAX: (usize, usize) = (40, 60);

/// The part of the board around a cell that is drawn.
pub(super) fn window(board: &Board, centre: Place) -> Window {
    Window::around((board.rows(), board.columns()), centre, MAX)
}

/// What is left out, in words; empty where nothing is.
pub(super) fn cropped(window: Window) -> String {
    if window.is_cropped() { format!("; only {} are drawn", window.words()) } else { String::new() }
}

/// The level at its start, with the walls that stand there.
pub(super) fn level(grid: &Grid, walls: Option<&Walls>) -> Picture {
    let window = window(&grid.board, (0, 0));
    let mut frame = board_cells(grid, window, &HashMap::new());
    frame.edges = walls.into_iter().flatten().filter_map(|&place| window.point(place)).map(wall_below).collect();
    finish(grid, (0, 0), "costs to enter each cell", frame)
}

/// A game of walls under way: `acts` are the moves that clicks on cells mean.
pub(super) fn play(grid: &Grid, gaps: &[u32], walk: &Walk, acts: Vec<(Place, String)>, words: &str) -> Picture {
    let at = walk.place();
    let window = window(&grid.board, at);
    let mut frame = board_cells(grid, window, &acts.into_iter().collect());
    frame.edges = gap_walls(window, gaps);
    token(&mut frame, window, walk);
    finish(grid, at, words, frame)
}

/// A live game under way, with the walled edges as the cells above them.
pub(super) fn live(
    grid: &Grid,
    walled: &[Place],
    walk: Option<&Walk>,
    acts: Vec<(Place, String)>,
    words: &str,
) -> Picture {
    let at = walk.map_or((0, 0), Walk::place);
    let window = window(&grid.board, at);
    let mut frame = board_cells(grid, window, &acts.into_iter().collect());
    frame.edges = walled.iter().filter_map(|&place| window.point(place)).map(wall_below).collect();
    if let Some(walk) = walk {
        token(&mut frame, window, walk);
    }
    finish(grid, at, words, frame)
}

/// A position with rings around the cells that stand for the best moves.
pub(super) fn hinted(mut picture: Picture, best: &[String]) -> Picture {
    let Some(frame) = picture.frames.last_mut() else { return picture };
    let is_best = |cell: &&Cell| cell.act.as_ref().is_some_and(|act| best.contains(act));
    let ring = |cell: &Cell| Overlay::Ring { at: cell.at, label: String::new() };
    let rings: Vec<Overlay> = frame.cells.iter().filter(is_best).map(ring).collect();
    if !rings.is_empty() {
        frame.caption.push_str("; best moves in circles");
    }
    frame.overlays.extend(rings);
    picture
}

/// A reply about the whole board, drawn on it.
pub(super) fn reply(grid: &Grid, reply: &Reply) -> Picture {
    let solved = reply.body_as::<Solve>();
    if let Some(film) = solved.and_then(|solved| argument(grid, solved)) {
        return film;
    }
    let window = window(&grid.board, (0, 0));
    let mut frame = board_cells(grid, window, &HashMap::new());
    let words = if let Some(solved) = solved {
        walls(grid, window, solved, &mut frame);
        format!("with these walls Rabbit pays {}, and no walls make it pay more", solved.cost)
    } else if let Some(solved) = reply.body_as::<Live>() {
        let starts = solved.starts.iter().map(|&start| (0, start.saturating_sub(1) as usize));
        rings(&mut frame, window, starts, "start");
        let starts = if solved.starts.len() == 1 { "start" } else { "starts" };
        format!("Rabbit pays {} from the best {starts}", solved.cost)
    } else if let (None, Some(Proof::Region { cells })) = (&reply.body, reply.proof_as()) {
        cells.iter().for_each(|cell| mark(&mut frame, window, *cell));
        format!("the last row cannot be reached: Rabbit gets to {} only", plural(cells.len(), "cell", "cells"))
    } else if let Some(stopped) = reply.stopped_words(|at_least| format!("Rabbit pays at least {at_least}")) {
        stopped
    } else {
        "nothing is left to do".to_owned()
    };
    finish(grid, (0, 0), &words, frame)
}

/// Eel's walls and Rabbit's path among them.
fn walls(grid: &Grid, window: Window, solved: &Solve, frame: &mut Frame) {
    let gaps = from_zero(solved);
    frame.edges = gap_walls(window, &gaps);
    if fits(grid, &gaps) {
        // Only what is drawn is walked: the whole path may have millions of cells.
        let drawn = gaps.len().min(window.top + window.rows);
        token(frame, window, &path(&grid.board, &gaps[..drawn]));
    }
}

/// The argument as a film, where the answer has one.
fn argument(grid: &Grid, solved: &Solve) -> Option<Picture> {
    let gaps = from_zero(solved);
    if fits(grid, &gaps) { argument::frames(grid, solved, &gaps) } else { None }
}

/// The gaps, from 0.
fn from_zero(solved: &Solve) -> Vec<u32> {
    solved.gaps.iter().map(|gap| gap.saturating_sub(1)).collect()
}

/// Whether an answer's gaps can be walked through at all: it may be damaged.
fn fits(grid: &Grid, gaps: &[u32]) -> bool {
    gaps.len() + 1 == grid.board.rows() && gaps.iter().all(|&gap| (gap as usize) < grid.board.columns())
}

/// The size of a board in words.
fn size(board: &Board) -> String {
    format!("{} and {}", plural(board.rows(), "row", "rows"), plural(board.columns(), "column", "columns"))
}

/// A picture of one frame, with the title, the description and the legend.
pub(super) fn finish(grid: &Grid, at: Place, words: &str, mut frame: Frame) -> Picture {
    let title = match (grid.header.get("title"), grid.rule) {
        (Some(title), _) => title.to_owned(),
        (None, Rule::Walls) => "Rabbit and Eel".to_owned(),
        (None, Rule::Live) => "Rabbit and Eel, live walls".to_owned(),
        (None, Rule::Free) => "Rabbit and Eel, free walls".to_owned(),
    };
    frame.caption = words.to_owned();
    let board = &grid.board;
    let cropped = cropped(window(board, at));
    let mut picture = Picture::still(title, format!("A board of {}; {words}{cropped}", size(board)), frame);
    picture.legend = [
        (ColourRole::Actor, "Rabbit"),
        (ColourRole::Space, "cost to enter the cell"),
        (ColourRole::Block, "wall or blocked cell"),
        (ColourRole::Goal, "the last row"),
        (ColourRole::Path, "the way so far"),
        (ColourRole::Highlight, "cell that Rabbit can reach"),
    ]
    .map(|(role, words)| (role, words.to_owned()))
    .to_vec();
    picture
}

/// The cells of a part of the board; `acts` are the moves that clicks on them mean.
pub(super) fn board_cells(grid: &Grid, window: Window, acts: &HashMap<Place, String>) -> Frame {
    let cell = |place: Place| {
        let (role, label) = match grid.board.cost(place.0, place.1) {
            None => (ColourRole::Block, "x".to_owned()),
            Some(cost) if place.0 + 1 == grid.board.rows() => (ColourRole::Goal, cost.to_string()),
            Some(cost) => (ColourRole::Space, cost.to_string()),
        };
        Some(Cell { at: window.point(place)?, shape: Shape::Square, role, label, act: acts.get(&place).cloned() })
    };
    Frame { cells: window.cells().filter_map(cell).collect(), ..Frame::default() }
}

/// The walls of the rows whose gap is chosen: everywhere but there.
pub(super) fn gap_walls(window: Window, gaps: &[u32]) -> Vec<Edge> {
    let walled = |&(row, column): &Place| gaps.get(row).is_some_and(|&gap| gap as usize != column);
    window.cells().filter(walled).filter_map(|place| window.point(place)).map(wall_below).collect()
}

fn wall_below(at: Point) -> Edge {
    let y = at.y + 0.5;
    let (from, to) = (Point { x: at.x - 0.5, y }, Point { x: at.x + 0.5, y });
    Edge { from, to, stroke: Stroke::Wall, role: ColourRole::Block }
}

/// The token, and the way that it came.
pub(super) fn token(frame: &mut Frame, window: Window, walk: &Walk) {
    let points: Vec<Point> = walk.trail.iter().filter_map(|&place| window.point(place)).collect();
    if points.len() > 1 {
        frame.overlays.push(Overlay::Path { points });
    }
    if let Some(at) = window.point(walk.place()) {
        let sprite = Some(RABBIT.figure());
        frame.pieces.push(Piece { at, role: ColourRole::Actor, letter: "R".into(), act: None, sprite });
    }
}

fn rings(frame: &mut Frame, window: Window, places: impl Iterator<Item = Place>, label: &str) {
    let ring = |place| Some(Overlay::Ring { at: window.point(place)?, label: label.to_owned() });
    frame.overlays.extend(places.filter_map(ring));
}

/// Shows a cell of the region; row and column count from 1.
fn mark(frame: &mut Frame, window: Window, cell: [u32; 2]) {
    let [row, column] = cell.map(|number| (number as usize).wrapping_sub(1));
    if let Some(cell) = cell_mut(frame, window, (row, column)) {
        cell.role = ColourRole::Highlight;
    }
}

/// A cell of a frame of [`board_cells`], which are those of the window in its order.
pub(super) fn cell_mut(frame: &mut Frame, window: Window, (row, column): Place) -> Option<&mut Cell> {
    window.point((row, column))?;
    frame.cells.get_mut((row - window.top) * window.columns + (column - window.left))
}
