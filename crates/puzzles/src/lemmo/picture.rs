//! The map drawn: starts above it, walks as frames, answers as rings and heat.
//!
//! A map larger than a window is cropped to the part that matters, and the caption says so.

use ::picture::{Cell, Frame, Overlay, Picture, Piece, Point, Role, Shape};

use super::Tower;
use super::game::{move_text, start_of};
use super::rules::{FACINGS, Lemmo, Map, Next, Tile};
use crate::answer::{self, Answer, Body, LemmoCount, LemmoImprove, LemmoSolve};
use crate::question::{Facing, Question};

/// The most rows and columns shown.
const WINDOW: (usize, usize) = (32, 64);
/// The most frames of a walk, and the most tiles drawn in all of them unless there are few frames.
const FRAMES: usize = 240;
const DRAWN: usize = 100_000;
const FEW_FRAMES: usize = 24;
/// Walks on maps of more tiles are shown from corner to corner.
const EACH_STEP: usize = 100_000;

/// The part of a map that is shown.
#[derive(Clone, Copy)]
struct Window {
    top: usize,
    left: usize,
    rows: usize,
    columns: usize,
}

impl Window {
    fn around(map: &Map, (row, column): (usize, usize)) -> Window {
        let (rows, columns) = (map.rows().min(WINDOW.0), map.columns().min(WINDOW.1));
        let top = row.saturating_sub(rows / 2).min(map.rows() - rows);
        let left = column.saturating_sub(columns / 2).min(map.columns() - columns);
        Window { top, left, rows, columns }
    }

    fn point(self, row: usize, column: usize) -> Option<Point> {
        let (row, column) = (row.checked_sub(self.top)?, column.checked_sub(self.left)?);
        (row < self.rows && column < self.columns).then(|| Point::grid(row, column))
    }

    fn tiles(self) -> impl Iterator<Item = (usize, usize)> {
        (self.top..self.top + self.rows)
            .flat_map(move |row| (self.left..self.left + self.columns).map(move |column| (row, column)))
    }

    /// Where the picture is of a part only, which part it is.
    fn note(self, map: &Map) -> String {
        if (self.rows, self.columns) == (map.rows(), map.columns()) {
            return String::new();
        }
        let (bottom, right) = (self.top + self.rows, self.left + self.columns);
        let (rows, columns) = (map.rows(), map.columns());
        let (top, left) = (self.top + 1, self.left + 1);
        format!(" (shown: rows {top} to {bottom} of {rows}, columns {left} to {right} of {columns})")
    }
}

/// The map before the start.
pub(super) fn draw(tower: &Tower) -> Picture {
    let window = Window::around(&tower.map, (0, 0));
    let caption = format!("Lemmo may start at any of {} columns, looking left or right", tower.map.columns());
    picture(tower, vec![board(tower, window, caption, true)])
}

fn picture(tower: &Tower, frames: Vec<Frame>) -> Picture {
    let legend = [
        (Role::Block, "block: Lemmo walks on it"),
        (Role::Space, "space: Lemmo falls"),
        (Role::Goal, "treasure: Lemmo wins"),
        (Role::Danger, "drain: Lemmo is lost"),
    ];
    Picture {
        title: tower.header.get("title").unwrap_or("Lemmo").to_owned(),
        description: in_words(&tower.map),
        legend: legend.map(|(role, meaning)| (role, meaning.to_owned())).to_vec(),
        frames,
    }
}

/// The map in words: its size, and its rows as text as far as the window reaches.
fn in_words(map: &Map) -> String {
    let window = Window::around(map, (0, 0));
    let row = |row: usize| -> String { (0..window.columns).map(|column| map.tile(row, column).character()).collect() };
    let rows: Vec<String> = (0..window.rows).map(|index| format!("row {} is {}", index + 1, row(index))).collect();
    let size = format!("A map of {} rows and {} columns{}", map.rows(), map.columns(), window.note(map));
    format!("{size}: {}", rows.join(", "))
}

fn board(tower: &Tower, window: Window, caption: String, starts: bool) -> Frame {
    let map = &tower.map;
    let tile = |(row, column): (usize, usize)| -> Option<Cell> {
        let (role, label) = match map.tile(row, column) {
            Tile::Block => (Role::Block, ""),
            Tile::Space => (Role::Space, ""),
            Tile::Treasure => (Role::Goal, "$"),
            Tile::Drain => (Role::Danger, "@"),
        };
        let at = window.point(row, column)?;
        Some(Cell { at, shape: Shape::Square, role, label: label.into(), act: None })
    };
    let mut cells: Vec<Cell> = window.tiles().filter_map(tile).collect();
    if starts && window.top == 0 {
        let columns = window.left..window.left + window.columns;
        cells.extend(columns.flat_map(|column| FACINGS.map(|facing| start_cell(window, column, facing))));
    }
    Frame { caption: caption + &window.note(map), cells, ..Frame::default() }
}

fn sign(facing: Facing) -> &'static str {
    if facing == Facing::Left { "<" } else { ">" }
}

/// Above each column the two starts, one over the other.
fn start_cell(window: Window, column: usize, facing: Facing) -> Cell {
    let act = Some(move_text(column, facing));
    Cell {
        at: start_point(window, column, facing),
        shape: Shape::Square,
        role: Role::Ground,
        label: sign(facing).into(),
        act,
    }
}

fn start_point(window: Window, column: usize, facing: Facing) -> Point {
    let y = if facing == Facing::Left { -2.0 } else { -1.0 };
    Point { y, ..Point::grid(0, column - window.left) }
}

/// A walk, a frame a step; long ones are thinned, and the last frame shows the way.
pub(super) fn walk(tower: &Tower, start: Lemmo) -> Picture {
    let map = &tower.map;
    let states: Vec<Lemmo> = match map.rows() * map.columns() {
        0..=EACH_STEP => start.walk(map).collect(),
        _ => start.corners(map).collect(),
    };
    let shown = map.rows().min(WINDOW.0) * map.columns().min(WINDOW.1);
    let most = (DRAWN / shown).clamp(FEW_FRAMES, FRAMES).min(states.len());
    let steps = (0..most).map(|frame| frame * (states.len() - 1) / (most - 1).max(1));
    let mut frames: Vec<Frame> = steps.map(|step| walking(tower, &states, step)).collect();
    if let Some(last) = frames.last_mut() {
        last.overlays.push(way(map, start, states[states.len() - 1]));
    }
    picture(tower, frames)
}

fn walking(tower: &Tower, states: &[Lemmo], step: usize) -> Frame {
    let lemmo = states[step];
    let window = Window::around(&tower.map, (lemmo.row, lemmo.column));
    let place = format!("row {}, column {}, looking {}", lemmo.row + 1, lemmo.column + 1, lemmo.facing.name());
    let caption = match lemmo.step(&tower.map) {
        Next::Won => format!("Lemmo wins at {place}"),
        Next::Lost => format!("Lemmo is lost at {place}"),
        Next::On(next) if next.row > lemmo.row => format!("{place}: Lemmo falls"),
        Next::On(next) if next.facing != lemmo.facing => format!("{place}: Lemmo turns around"),
        Next::On(_) => format!("{place}: Lemmo walks"),
    };
    let mut frame = board(tower, window, caption, false);
    let piece = |at| Piece { at, role: Role::Actor, letter: sign(lemmo.facing).into(), act: None };
    frame.pieces.extend(window.point(lemmo.row, lemmo.column).map(piece));
    frame
}

fn way(map: &Map, start: Lemmo, end: Lemmo) -> Overlay {
    let window = Window::around(map, (end.row, end.column));
    let points = start.corners(map).filter_map(|corner| window.point(corner.row, corner.column)).collect();
    Overlay::Path { points }
}

/// How a walk ended, in words.
pub(super) fn walk_in_words(map: &Map, start: Lemmo) -> String {
    let end = start.corners(map).last().unwrap_or(start);
    let fate = if end.step(map) == Next::Won { "wins" } else { "is lost" };
    let (from, facing, to) = (start.column + 1, start.facing.name(), end.column + 1);
    format!("from column {from} looking {facing}, Lemmo {fate} at row {}, column {to}", end.row + 1)
}

/// An answer on the board.
pub(super) fn explain(tower: &Tower, question: &Question, answer: &Answer) -> Picture {
    let plain =
        |caption: String| picture(tower, vec![board(tower, Window::around(&tower.map, (0, 0)), caption, false)]);
    match &answer.body {
        Some(Body::LemmoSolve(claim)) => picture(tower, vec![best_removals(tower, claim)]),
        Some(Body::LemmoImprove(claim)) => picture(tower, vec![heat(tower, claim)]),
        Some(Body::LemmoCount(claim)) => picture(tower, vec![counted(tower, question, claim)]),
        Some(Body::Hint(claim)) => picture(tower, vec![winning(tower, &claim.best)]),
        Some(Body::Run(_)) => match question.asked.moves.first().and_then(|text| start_of(text, &tower.map).ok()) {
            Some(start) => walk(tower, start),
            None => draw(tower),
        },
        Some(Body::AtLeast(claim)) => plain(format!("Unfinished: at least {} starts can win", claim.at_least)),
        _ => plain("No answer".into()),
    }
}

fn best_removals(tower: &Tower, claim: &LemmoSolve) -> Frame {
    let LemmoSolve { starts, wins, best } = claim;
    let places = best.removals.iter().map(|tile| (tile.row as usize - 1, tile.column as usize - 1));
    let window = Window::around(&tower.map, places.clone().next().unwrap_or((0, 0)));
    let caption = match best.removals_total {
        0 => format!("{wins} of {starts} starts win; no removal of one block helps"),
        1 => format!("{wins} of {starts} starts win; {} without the block marked", best.wins),
        total => format!("{wins} of {starts} starts win; {} without any one of {total} blocks (marked)", best.wins),
    };
    let mut frame = board(tower, window, caption, false);
    let ring = |at| Overlay::Ring { at, label: String::new() };
    frame.overlays = places.filter_map(|(row, column)| window.point(row, column)).map(ring).collect();
    frame
}

fn counted(tower: &Tower, question: &Question, claim: &LemmoCount) -> Frame {
    let LemmoCount { starts, wins, arrivals } = claim;
    let place = question.asked.at.zip(*arrivals);
    let focus = place.map_or((0, 0), |(at, _)| (at.row as usize - 1, at.column as usize - 1));
    let window = Window::around(&tower.map, focus);
    let more = place.map(|(at, arrivals)| {
        let (row, column, facing) = (at.row, at.column, at.facing.name());
        format!("; {arrivals} ever stand at row {row}, column {column} looking {facing}")
    });
    let mut frame = board(tower, window, format!("{wins} of {starts} starts win{}", more.unwrap_or_default()), false);
    let at = place.and_then(|_| window.point(focus.0, focus.1));
    frame.overlays.extend(at.map(|at| Overlay::Ring { at, label: String::new() }));
    frame
}

fn heat(tower: &Tower, claim: &LemmoImprove) -> Frame {
    let window = Window::around(&tower.map, (0, 0));
    let (wins, removed, added) = (claim.wins, claim.best.wins, claim.best_addition.wins);
    let caption = format!(
        "{wins} starts win; at most {removed} with one block removed (best ones in circles), {added} with one added \
         (best ones in dashed squares). Each number is the change in wins by changing that tile"
    );
    let mut frame = board(tower, window, caption, false);
    let gain = |row: usize, column: usize| *claim.gains.as_ref()?.get(row)?.get(column)?;
    let heat = |(row, column)| Some(Overlay::Heat { at: window.point(row, column)?, value: gain(row, column)? });
    let point =
        |tile: &answer::Tile| window.point((tile.row as usize).checked_sub(1)?, (tile.column as usize).checked_sub(1)?);
    let removals = claim.best.removals.iter().filter_map(point);
    let additions = claim.best_addition.additions.iter().filter_map(point);
    frame.overlays = window.tiles().filter_map(heat).collect();
    frame.overlays.extend(removals.map(|at| Overlay::Ring { at, label: String::new() }));
    frame.overlays.extend(additions.map(|at| Overlay::Square { at, label: String::new() }));
    frame
}

fn winning(tower: &Tower, best: &[String]) -> Frame {
    let window = Window::around(&tower.map, (0, 0));
    let mut frame = board(tower, window, format!("{} starts win (marked)", best.len()), true);
    let starts = best.iter().filter_map(|text| start_of(text, &tower.map).ok());
    let seen = starts.filter(|start| window.point(0, start.column).is_some());
    let ring = |start: Lemmo| {
        let at = start_point(window, start.column, start.facing);
        Overlay::Ring { at, label: sign(start.facing).into() }
    };
    frame.overlays = seen.map(ring).collect();
    frame
}
