//! The map drawn: starts above it, walks as frames, answers as rings and heat.
//!
//! A map larger than a window is cropped to the part that matters, and the caption says so.

mod argument;

use std::collections::{BTreeSet, HashMap, HashSet};

use ::picture::spoken::{Line, SpokenSquare};
use ::picture::{Cell, ColourRole, Frame, Orientation, Overlay, Picture, Piece, Point, Shape, Spoken};

use super::Level;
use super::body::{self, Arrivals, At, Count, Facing, Hint, Improve, Reach, Solve};
use super::moves::{Choice, choices, move_text, start_of};
use super::rules::{FACINGS, Lemmo, Map, Next, Tile};
use super::sprites::LEMMO;
use frame::answer::Reply;
use frame::body::Body;
use frame::phrases::{capitalised, plural};
use frame::query::Query;
use frame::solution::Exhausted;
use frame::window::Window;

/// The most rows and columns shown.
const MAX_SHOWN: (usize, usize) = (32, 64);
/// The most frames of a walk, and the most tiles drawn in all of them unless there are few frames.
const FRAMES: usize = 240;
const DRAWN: usize = 100_000;
const FEW_FRAMES: usize = 24;
/// Walks on maps of more tiles are shown from corner to corner.
const EACH_STEP: usize = 100_000;

/// The part of a map around a tile that is shown.
pub(super) fn window(map: &Map, centre: (usize, usize)) -> Window {
    Window::around((map.rows(), map.columns()), centre, MAX_SHOWN)
}

/// Where the picture is of a part only, which part it is.
pub(super) fn note(window: Window) -> String {
    if window.is_cropped() { format!(" (shown: {})", window.words()) } else { String::new() }
}

/// The map before the start.
pub(super) fn draw(level: &Level) -> Picture {
    let window = window(&level.map, (0, 0));
    let caption = format!("Lemmo may start at {}, looking left or right", any_column(&level.map));
    picture(level, vec![board(level, window, caption, true)])
}

fn picture(level: &Level, frames: Vec<Frame>) -> Picture {
    let legend = [
        (ColourRole::Block, "block: Lemmo walks on it"),
        (ColourRole::Space, "space: Lemmo falls"),
        (ColourRole::Goal, "treasure: Lemmo wins"),
        (ColourRole::Danger, "drain: Lemmo is lost"),
        (ColourRole::Ground, "start: Lemmo begins here, looking that way"),
        (ColourRole::Actor, "Lemmo, looking where the sign points"),
        (ColourRole::Path, "the way of Lemmo"),
    ];
    Picture {
        title: level.header.get("title").unwrap_or("Lemmo").to_owned(),
        description: in_words(&level.map),
        legend: legend.map(|(role, meaning)| (role, meaning.to_owned())).to_vec(),
        frames,
        ..Picture::default()
    }
}

/// The columns to choose from, in words.
pub(super) fn any_column(map: &Map) -> String {
    if map.columns() == 1 { "its one column".into() } else { format!("any of {} columns", map.columns()) }
}

/// The map in words: its size, and its rows as far as the window reaches.
fn in_words(map: &Map) -> String {
    let window = window(map, (0, 0));
    let square = |(row, column): (usize, usize)| {
        let words = name(map.tile(row, column)).to_owned();
        Some(SpokenSquare { row: row + 1, column: column + 1, at: window.point((row, column))?, words })
    };
    let rows = Spoken::grid(window.cells().filter_map(square).collect()).lines;
    let rows: Vec<String> = rows.iter().map(Line::text).collect();
    let rows_and_columns =
        format!("{} and {}", plural(map.rows(), "row", "rows"), plural(map.columns(), "column", "columns"));
    let size = format!("A map of {rows_and_columns}{}", note(window));
    format!("{size}: {}", rows.join("; "))
}

/// A tile in a word.
pub(super) fn name(tile: Tile) -> &'static str {
    match tile {
        Tile::Block => "block",
        Tile::Space => "space",
        Tile::Treasure => "treasure",
        Tile::Drain => "drain",
    }
}

fn board(level: &Level, window: Window, caption: String, starts: bool) -> Frame {
    let map = &level.map;
    let tile = |(row, column): (usize, usize)| -> Option<Cell> {
        let (role, label) = match map.tile(row, column) {
            Tile::Block => (ColourRole::Block, ""),
            Tile::Space => (ColourRole::Space, ""),
            Tile::Treasure => (ColourRole::Goal, "$"),
            Tile::Drain => (ColourRole::Danger, "@"),
        };
        let at = window.point((row, column))?;
        Some(Cell { at, shape: Shape::Square, role, label: label.into(), act: None })
    };
    let mut cells: Vec<Cell> = window.cells().filter_map(tile).collect();
    if starts && window.top == 0 {
        cells.extend(window.columns().flat_map(|column| FACINGS.map(|facing| start_cell(window, column, facing))));
    }
    Frame { caption: caption + &note(window), cells, ..Frame::default() }
}

fn arrow(facing: Facing) -> &'static str {
    if facing == Facing::Left { "<" } else { ">" }
}

/// Above each column the two starts, one over the other.
fn start_cell(window: Window, column: usize, facing: Facing) -> Cell {
    let act = Some(move_text(column, facing));
    Cell {
        at: start_point(window, column, facing),
        shape: Shape::Square,
        role: ColourRole::Ground,
        label: arrow(facing).into(),
        act,
    }
}

pub(super) fn start_point(window: Window, column: usize, facing: Facing) -> Point {
    let y = if facing == Facing::Left { -2.0 } else { -1.0 };
    Point { y, ..Point::grid(0, column - window.left) }
}

/// The places of those of the starts that are drawn above the map.
fn drawn_starts(window: Window, starts: impl Iterator<Item = Lemmo>) -> impl Iterator<Item = Point> {
    let drawn = starts.filter(move |start| window.top == 0 && window.point((0, start.column)).is_some());
    drawn.map(move |start| start_point(window, start.column, start.facing))
}

/// The map before or after a block is taken away: above it each start as treasure or drain, as it ends.
pub(super) fn dug(level: &Level, choice: Option<Choice>) -> Picture {
    let map = &level.map;
    let removed = match choice {
        Some(Choice::Remove(row, column)) => Some((row, column)),
        _ => None,
    };
    let window = window(map, removed.unwrap_or((0, 0)));
    let mut frame = board(level, window, share(map.wins(), map.starts()), true);
    for (place, cell) in window.cells().zip(&mut frame.cells) {
        let is_free = choice.is_none() && place.0 < map.ground() && cell.role == ColourRole::Block;
        cell.act = is_free.then(|| Choice::Remove(place.0, place.1).text());
    }
    let starts = frame.cells.iter_mut().filter(|cell| cell.role == ColourRole::Ground);
    for (number, cell) in (2 * window.left..).zip(starts) {
        cell.act = None;
        let start = Lemmo::start(number / 2, FACINGS[number % 2]);
        cell.role = if start.wins(map) { ColourRole::Goal } else { ColourRole::Danger };
    }
    let at = removed.and_then(|place| window.point(place));
    frame.overlays.extend(at.map(|at| Overlay::Ring { at, label: String::new() }));
    picture(level, vec![frame])
}

/// `Lemmo wins from 20 of 24 starts`.
pub(super) fn share(wins: u64, starts: u64) -> String {
    format!("Lemmo wins from {wins} of {}", plural(starts, "start", "starts"))
}

/// A hint for the digger on its picture: the best blocks to take away, ringed.
pub(super) fn best_choices(mut picture: Picture, level: &Level, reply: &Reply) -> Picture {
    let window = window(&level.map, (0, 0));
    let best: HashSet<&String> = reply.body_as::<Hint>().into_iter().flat_map(|hint| &hint.best).collect();
    let point = |choice: Choice| match choice {
        Choice::Remove(row, column) if best.contains(&choice.text()) => window.point((row, column)),
        _ => None,
    };
    if let Some(frame) = picture.frames.last_mut() {
        let rings = choices(&level.map).into_iter().filter_map(point);
        frame.overlays.extend(rings.map(|at| Overlay::Ring { at, label: String::new() }));
    }
    picture
}

/// A walk, a frame a step; long ones are thinned, and the last frame shows the way.
pub(super) fn walk(level: &Level, start: Lemmo) -> Picture {
    let map = &level.map;
    let states: Vec<Lemmo> = match map.rows() * map.columns() {
        0..=EACH_STEP => start.walk(map).collect(),
        _ => start.corners(map).collect(),
    };
    let shown = map.rows().min(MAX_SHOWN.0) * map.columns().min(MAX_SHOWN.1);
    let most = (DRAWN / shown).clamp(FEW_FRAMES, FRAMES).min(states.len());
    let steps = (0..most).map(|frame| frame * (states.len() - 1) / (most - 1).max(1));
    let mut frames: Vec<Frame> = steps.map(|step| walking(level, &states, step)).collect();
    if let Some(last) = frames.last_mut() {
        last.overlays.extend(way(map, start, states[states.len() - 1]));
    }
    picture(level, frames)
}

fn walking(level: &Level, states: &[Lemmo], step: usize) -> Frame {
    let lemmo = states[step];
    let window = window(&level.map, (lemmo.row, lemmo.column));
    let place = format!("row {}, column {}, looking {}", lemmo.row + 1, lemmo.column + 1, lemmo.facing.name());
    let caption = match lemmo.step(&level.map) {
        Next::Won => format!("Lemmo wins at {place}"),
        Next::Lost => format!("Lemmo is lost at {place}"),
        Next::On(next) if next.row > lemmo.row => format!("{place}: Lemmo falls"),
        Next::On(next) if next.facing != lemmo.facing => format!("{place}: Lemmo turns around"),
        Next::On(_) => format!("{place}: Lemmo walks"),
    };
    let mut frame = board(level, window, caption, false);
    let sprite = Some(LEMMO.facing(if lemmo.facing == Facing::Left { Orientation::Left } else { Orientation::Right }));
    let piece = |at| Piece { at, role: ColourRole::Actor, letter: arrow(lemmo.facing).into(), act: None, sprite };
    frame.pieces.extend(window.point((lemmo.row, lemmo.column)).map(piece));
    frame
}

/// The way from a start to its end, as far as it is drawn; `None` where Lemmo ends where it starts.
fn way(map: &Map, start: Lemmo, end: Lemmo) -> Option<Overlay> {
    let window = window(map, (end.row, end.column));
    let mut points: Vec<Point> = Vec::new();
    let mut from = (start.row, start.column);
    for corner in start.corners(map) {
        let to = (corner.row, corner.column);
        points.extend(tiles_between(window, from, to).into_iter().filter_map(|place| window.point(place)));
        points.dedup();
        from = to;
    }
    (points.len() > 1).then_some(Overlay::Path { points })
}

/// The tiles from one corner of a walk to the next, as far as their columns are drawn; a fall leads to the next alone.
fn tiles_between(window: Window, from: (usize, usize), to: (usize, usize)) -> Vec<(usize, usize)> {
    if from.0 != to.0 {
        return vec![to];
    }
    let passed = from.1.min(to.1)..=from.1.max(to.1);
    let mut tiles: Vec<_> =
        window.columns().filter(|column| passed.contains(column)).map(|column| (to.0, column)).collect();
    if to.1 < from.1 {
        tiles.reverse();
    }
    tiles
}

/// How a walk ended, in words.
pub(super) fn walk_in_words(map: &Map, start: Lemmo) -> String {
    let end = start.end(map);
    let fate = if end.step(map) == Next::Won { "wins" } else { "is lost" };
    let (from, facing, to) = (start.column + 1, start.facing.name(), end.column + 1);
    format!("from column {from} looking {facing}, Lemmo {fate} at row {}, column {to}", end.row + 1)
}

/// A reply on the board.
pub(super) fn explain(level: &Level, query: &Query, reply: &Reply) -> Picture {
    let plain = |caption: String| board(level, window(&level.map, (0, 0)), caption, false);
    let frame = if let Some(body) = reply.body_as::<Solve>() {
        let best = best_removals(level, body);
        match argument::frames(level, body, best.clone()) {
            Some(frames) => {
                let mut picture = picture(level, frames);
                picture.legend.insert(0, (ColourRole::Block, argument::MARKED.to_owned()));
                return picture;
            }
            None => best,
        }
    } else if let Some(body) = reply.body_as::<Improve>() {
        heat(level, body)
    } else if let Some(body) = reply.body_as::<Count>() {
        counted(level, query, body)
    } else if let Some(body) = reply.body_as::<Reach>() {
        ends(level, body)
    } else if let Some(body) = reply.body_as::<Hint>() {
        winning(level, body)
    } else if reply.proof_as::<Exhausted>().is_some() {
        plain("No start wins".into())
    } else if let Some(stopped) =
        reply.stopped_words(|wins| format!("at least {} can win", plural(wins, "start", "starts")))
    {
        plain(capitalised(&stopped))
    } else {
        plain("No answer".into())
    };
    picture(level, vec![frame])
}

/// `20 of 24 starts win`.
fn wins_of(wins: u64, starts: u64) -> String {
    plural(wins, &format!("of {starts} starts wins"), &format!("of {starts} starts win"))
}

/// The best removals and, above the map, the starts that win as it is, all ringed, as far as they are drawn.
fn best_removals(level: &Level, body: &Solve) -> Frame {
    let Solve { starts, wins, best, .. } = body;
    let places = best.removals.iter().map(|tile| from_zero(tile.row, tile.column));
    let window = window(&level.map, places.clone().next().unwrap_or((0, 0)));
    let starts_here = window.columns().flat_map(|column| FACINGS.map(|facing| Lemmo::start(column, facing)));
    let ring = |at| Overlay::Ring { at, label: String::new() };
    let winners = drawn_starts(window, starts_here.filter(|start| window.top == 0 && start.wins(&level.map)));
    let rings: Vec<Overlay> = winners.map(ring).collect();
    let ringed = if rings.is_empty() { "" } else { " (ringed above the map)" };
    let winning = wins_of(*wins, *starts) + ringed;
    let caption = match best.removals_total {
        0 => format!("{winning}; no removal of one block helps"),
        1 => format!("{winning}; {} without the ringed block", best.wins),
        total => {
            let blocks = plural(total, "ringed block", "ringed blocks");
            format!("{winning}; {} without any one of {blocks}", best.wins)
        }
    };
    let mut frame = board(level, window, caption, true);
    frame.overlays = places.filter_map(|(row, column)| window.point((row, column))).map(ring).collect();
    frame.overlays.extend(rings);
    frame
}

/// Row and column of an answer, from 0; one that is damaged leads to some place on the board.
fn from_zero(row: u32, column: u32) -> (usize, usize) {
    (row.saturating_sub(1) as usize, column.saturating_sub(1) as usize)
}

fn counted(level: &Level, query: &Query, body: &Count) -> Frame {
    let winning = wins_of(body.wins, body.starts);
    if let Some(arrivals) = &body.tiles {
        return arriving_everywhere(level, &winning, arrivals);
    }
    let place = At::asked(&query.options).ok().flatten().zip(body.arrivals);
    let Some((at, arrivals)) = place else { return board(level, window(&level.map, (0, 0)), winning, false) };
    let focus = from_zero(at.row, at.column);
    let window = window(&level.map, focus);
    let starts = body.arriving.iter().flatten().filter_map(|text| start_of(text, &level.map).ok());
    let ring = |at| Overlay::Ring { at, label: String::new() };
    let rings: Vec<Overlay> = drawn_starts(window, starts).map(ring).collect();
    let (row, column, facing) = (at.row, at.column, at.facing.name());
    let stand = plural(arrivals, "ever stands", "ever stand");
    let marked = if rings.is_empty() { "" } else { " (the starts marked)" };
    let caption = format!("{winning}; {stand} at row {row}, column {column} looking {facing}{marked}");
    let mut frame = board(level, window, caption, true);
    frame.overlays = rings;
    frame.overlays.extend(window.point(focus).map(ring));
    frame
}

/// How many starts ever stand at each tile, as counts.
fn arriving_everywhere(level: &Level, winning: &str, arrivals: &Arrivals) -> Frame {
    let window = window(&level.map, (0, 0));
    let caption = format!("{winning}. Each number is how many starts ever stand at that tile");
    let mut frame = board(level, window, caption, false);
    // An answer from elsewhere may be damaged.
    let starts = |(row, column): (usize, usize)| arrivals.starts.get(row)?.get(column).copied();
    let count = |place| Some(Overlay::Count { at: window.point(place)?, value: starts(place)?.into() });
    frame.overlays = window.cells().filter_map(count).collect();
    frame
}

fn heat(level: &Level, improve: &Improve) -> Frame {
    let best = improve.top.first().map_or((0, 0), |edit| from_zero(edit.row, edit.column));
    let window = window(&level.map, best);
    let wins = plural(improve.wins, "start wins", "starts win");
    let (removed, added) = (improve.best.wins, improve.best_addition.wins);
    let numbers = match improve.gains {
        Some(_) => ". Each number is the change in wins by changing that tile",
        None => "",
    };
    let caption = format!(
        "{wins}; at most {removed} with one block removed (best ones in circles), {added} with one added \
         (best ones in dashed squares){numbers}"
    );
    let mut frame = board(level, window, caption, false);
    let gain = |row: usize, column: usize| *improve.gains.as_ref()?.get(row)?.get(column)?;
    let heat = |(row, column)| Some(Overlay::Heat { at: window.point((row, column))?, value: gain(row, column)? });
    let point = |tile: &body::TilePlace| {
        window.point(((tile.row as usize).checked_sub(1)?, (tile.column as usize).checked_sub(1)?))
    };
    let removals = improve.best.removals.iter().filter_map(point);
    let additions = improve.best_addition.additions.iter().filter_map(point);
    frame.overlays = window.cells().filter_map(heat).collect();
    frame.overlays.extend(removals.map(|at| Overlay::Ring { at, label: String::new() }));
    frame.overlays.extend(additions.map(|at| Overlay::Square { at, label: String::new() }));
    frame.table = (!improve.top.is_empty()).then(|| improve.table().drawn());
    frame
}

/// Each start as treasure or drain, with rings around the tiles where walks end.
fn ends(level: &Level, reach: &Reach) -> Frame {
    let window = window(&level.map, (0, 0));
    let caption = format!("{}; walks end at the ringed tiles", wins_of(reach.wins, reach.starts_total));
    let mut frame = board(level, window, caption, true);
    let mut roles: HashMap<String, ColourRole> = HashMap::new();
    for start in reach.starts.iter().flatten() {
        let role = if start.wins { ColourRole::Goal } else { ColourRole::Danger };
        // An answer from elsewhere may be damaged.
        let column = (start.column as usize).checked_sub(1);
        roles.extend(column.map(|column| (move_text(column, start.facing), role)));
    }
    for cell in &mut frame.cells {
        cell.role = cell.act.as_ref().and_then(|start| roles.get(start)).copied().unwrap_or(cell.role);
    }
    let tiles: BTreeSet<(u32, u32)> =
        reach.starts.iter().flatten().map(|start| (start.row, start.column_end)).collect();
    let point =
        |(row, column): (u32, u32)| window.point(((row as usize).checked_sub(1)?, (column as usize).checked_sub(1)?));
    let rings = tiles.into_iter().filter_map(point);
    frame.overlays = rings.map(|at| Overlay::Ring { at, label: String::new() }).collect();
    frame
}

/// The winning starts, all ringed.
fn winning(level: &Level, hint: &Hint) -> Frame {
    let window = window(&level.map, (0, 0));
    let share = hint.share().unwrap_or_else(|| plural(hint.best.len(), "start wins", "starts win"));
    let mut frame = board(level, window, format!("{share} (ringed)"), true);
    let starts = hint.best.iter().filter_map(|text| start_of(text, &level.map).ok());
    let rings = drawn_starts(window, starts);
    frame.overlays = rings.map(|at| Overlay::Ring { at, label: String::new() }).collect();
    frame
}
