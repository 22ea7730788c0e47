//! The board drawn: on the left the pebbles, each on its plate, on the right the plates that they belong on.
//!
//! A triangle for Panguru, squares for a grid; any other graph with its links at the coordinates that the level gives,
//! else on a circle. The numbers of positions are names of places, which painters write on request. A click on a
//! pebble that can move moves it. Colours come with the letters of pebbles and plates, so that neither carries
//! meaning alone.

use ::picture::spoken::Line;
use ::picture::{Cell, ColourRole, Edge, Figure, Frame, Name, Picture, Piece, Point, Shape, Spoken, Stroke};
use engines::motion::{BLANK, Layout};

use super::notation::display_name;
use super::rules::Puzzle;
use super::shape::BoardShape;
use super::spoken::spoken;
use super::sprites::{GAP_OF_TILES, HOLE, PEBBLE, TILE};
use frame::phrases::plural;

/// Room between the pebbles and the plates, in cell widths.
const GAP: f32 = 1.0;
/// Positions up to this many are listed in words.
const MAX_WORDS: usize = 36;
/// The radius of a pebble, and that of the room for its letter, in cell widths.
const RADIUS: f32 = 0.36;
const LETTER: f32 = 0.3;
/// How far beside the letters an arrow runs over one pebble, how much farther over each more, and over how many more.
const BESIDE: f32 = 0.24;
const FARTHER: f32 = 0.08;
const MAX_BESIDE: usize = 2;
/// How far from the middle of a place an arrow ends: beside a pebble, and in a hole.
const AROUND: f32 = 0.43;
const CLOSE: f32 = 0.2;
/// The least length of an arrow that ends in the hole, in cell widths.
const SHORTEST: f32 = 0.3;

/// The position as a picture.
pub(super) fn draw(puzzle: &Puzzle, here: &Layout) -> Picture {
    let mut frame = board(puzzle, here);
    plates(puzzle, &mut frame);
    frame.caption = "The pebbles now, and the plates.".into();
    let title = puzzle.head.title.clone().unwrap_or_else(|| match &puzzle.shape {
        BoardShape::Panguru => "Panguru".into(),
        BoardShape::Grid { rows, columns } => format!("Sliding tiles {rows} x {columns}"),
        BoardShape::Lines(_) | BoardShape::Edges(_) | BoardShape::AllowedMoves(_) => {
            format!("Pebbles on {}", plural(puzzle.board.places(), "plate", "plates"))
        }
    });
    let names = (0_u32..).zip(&frame.cells).map(|(index, cell)| {
        let place = index % puzzle.board.places() as u32;
        Name { at: cell.at, text: place.to_string() }
    });
    let names = names.collect();
    Picture { names, legend: legend(puzzle), ..Picture::still(title, words(puzzle, here), frame) }
}

/// What the colours mean: names that share one are listed together.
fn legend(puzzle: &Puzzle) -> Vec<(ColourRole, String)> {
    let mut names: Vec<(ColourRole, Vec<&str>)> = Vec::new();
    for (colour, name) in (0..).zip(&puzzle.names) {
        match names.iter_mut().find(|(known, _)| *known == role(puzzle, colour)) {
            Some((_, alike)) => alike.push(name),
            None => names.push((role(puzzle, colour), vec![name])),
        }
    }
    let colours = names.into_iter().map(|(role, names)| (role, format!("pebble or plate {}", names.join(" or "))));
    let others = [
        (ColourRole::Space, "the hole, and its home"),
        (ColourRole::Block, "line: linked positions"),
        (ColourRole::Path, "move"),
    ];
    colours.chain(others.map(|(role, words)| (role, words.to_owned()))).collect()
}

/// How the position stands: where the hole is, which pebble the last move took from there to the place that it filled,
/// if a move was made, and how many pebbles are wrong.
pub(super) fn state(puzzle: &Puzzle, here: &Layout, filled: Option<u8>) -> String {
    let wrong =
        here.colours().iter().zip(&puzzle.plates).filter(|&(&colour, want)| colour != BLANK && colour != *want).count();
    let state = match (puzzle.is_solved(here), wrong) {
        (true, _) if puzzle.has_tiles() => "every tile is in its place".to_owned(),
        (true, _) => "every pebble is on its plate".to_owned(),
        (false, wrong) if puzzle.has_tiles() => plural(wrong, "tile is out of place", "tiles are out of place"),
        (false, wrong) => {
            plural(wrong, "pebble is on a plate of another colour", "pebbles are on plates of another colour")
        }
    };
    let state = match puzzle.movable(here) {
        movable if puzzle.has_tiles() && !movable.is_empty() => {
            let moves: Vec<String> = movable.iter().map(|&place| display_name(puzzle, here, place)).collect();
            format!("{state}; moves: {}", moves.join(", "))
        }
        _ => state,
    };
    let moved = filled.map(|to| format!("{}; ", moved(puzzle, here, to))).unwrap_or_default();
    format!("{}; {moved}{state}", hole(puzzle, here))
}

/// The last move: the pebble that is now at `to` came from where the hole is.
fn moved(puzzle: &Puzzle, here: &Layout, to: u8) -> String {
    let piece = if puzzle.has_tiles() { "tile" } else { "pebble" };
    let name = puzzle.pebble_name(here.colours()[usize::from(to)]);
    let (from, to) = (puzzle.shape.place_words(here.blank()), puzzle.shape.place_words(to));
    format!("{piece} {name} moved from {from} to {to}")
}

/// Where the hole is, and where it belongs.
fn hole(puzzle: &Puzzle, here: &Layout) -> String {
    let (at, home) = (here.blank(), puzzle.board.home());
    let words = |place| puzzle.shape.place_words(place);
    if puzzle.has_homes() {
        return format!("the hole is at {}, its home is any plate {}", words(at), puzzle.home_name);
    }
    if at == home {
        return format!("the hole is at home at {}", words(home));
    }
    format!("the hole is at {}, its home at {}", words(at), words(home))
}

/// The position in words.
fn words(puzzle: &Puzzle, here: &Layout) -> String {
    let (wanted, state) = (&puzzle.plates, state(puzzle, here, None));
    if wanted.len() > MAX_WORDS {
        return format!("{}; {state}", plural(wanted.len(), "position", "positions"));
    }
    let Spoken { lines, places } = spoken(puzzle, here);
    let said: Vec<String> = match puzzle.shape {
        BoardShape::Grid { .. } => lines.iter().map(Line::text).collect(),
        _ => places.into_iter().map(|place| format!("{}: {}", place.name, place.words)).collect(),
    };
    format!("{state}. {}", said.join("; "))
}

/// The colour role of a pebble or plate: by its name where all names are those of colours, else in turn.
pub(super) fn role(puzzle: &Puzzle, colour: u8) -> ColourRole {
    if colour == BLANK {
        return ColourRole::Space;
    }
    let hues: Option<Vec<u8>> = puzzle.names.iter().map(|name| hue(name)).collect();
    let hue = hues.and_then(|hues| hues.get(usize::from(colour)).copied());
    ColourRole::Piece(hue.unwrap_or(colour % 8))
}

/// The piece colour of this name or initial.
fn hue(name: &str) -> Option<u8> {
    const NAMES: [&str; 8] = ["orange", "cyan", "green", "yellow", "blue", "red", "purple", "white"];
    let name = name.to_lowercase();
    let known = |known: &&str| **known == name || (name.len() == 1 && known.starts_with(&name));
    (0..).zip(&NAMES).find(|(_, one)| known(one)).map(|(hue, _)| hue)
}

/// The sprite of a pebble or tile, or of the place where there is none.
pub(super) fn sprite(puzzle: &Puzzle, colour: u8) -> Option<Figure> {
    let tiles = outline(puzzle) == Shape::Square;
    Some(match (colour == BLANK, tiles) {
        (false, false) => PEBBLE.figure(),
        (false, true) => TILE.figure(),
        (true, false) => HOLE.figure(),
        (true, true) => GAP_OF_TILES.figure(),
    })
}

fn outline(puzzle: &Puzzle) -> Shape {
    if matches!(puzzle.shape, BoardShape::Grid { .. }) { Shape::Square } else { Shape::Disc }
}

/// The pebbles on their plates as a frame.
pub(super) fn board(puzzle: &Puzzle, here: &Layout) -> Frame {
    let points = puzzle.points();
    let movable = puzzle.movable(here);
    let mut frame = Frame { edges: links(puzzle, &points), ..Frame::default() };
    let coloured = points.iter().zip(here.colours().iter().zip(&puzzle.plates));
    for (place, (&at, (&colour, &want))) in (0..=u8::MAX).zip(coloured) {
        frame.cells.push(Cell {
            at,
            shape: outline(puzzle),
            // A plate in its colour under the hole would look like a pebble; the board of plates has its colour.
            role: if colour == BLANK { ColourRole::Space } else { role(puzzle, want) },
            label: String::new(),
            act: None,
        });
        let act = movable.contains(&place).then(|| place.to_string());
        let (letter, sprite) = (puzzle.pebble_name(colour).into(), sprite(puzzle, colour));
        frame.pieces.push(Piece { at, role: role(puzzle, colour), letter, act, sprite });
    }
    frame
}

/// Adds the plates to the right of the pebbles.
fn plates(puzzle: &Puzzle, frame: &mut Frame) {
    let (left, _, right, _) = frame.bounds();
    let shift = right - left + GAP;
    let points: Vec<Point> = puzzle.points().iter().map(|point| Point { x: point.x + shift, y: point.y }).collect();
    frame.edges.extend(links(puzzle, &points));
    for (&at, &want) in points.iter().zip(&puzzle.plates) {
        let label = puzzle.plate_name(want).into();
        frame.cells.push(Cell { at, shape: outline(puzzle), role: role(puzzle, want), label, act: None });
    }
}

fn links(puzzle: &Puzzle, points: &[Point]) -> Vec<Edge> {
    if matches!(puzzle.shape, BoardShape::Grid { .. }) {
        return Vec::new();
    }
    let link = |[a, b]: [u8; 2]| {
        let (from, to) = (points[usize::from(a)], points[usize::from(b)]);
        Edge { from, to, stroke: Stroke::Link, role: ColourRole::Block }
    };
    puzzle.shape.strokes().into_iter().map(link).collect()
}

/// Where a position is drawn, if it is one.
pub(super) fn point(puzzle: &Puzzle, place: u8) -> Option<Point> {
    puzzle.points().get(usize::from(place)).copied()
}

/// The move of a pebble into the hole as one arrow. Where it leaps over others, it runs beside their letters, the
/// farther the more they are, so that longer leaps along the same line do not cover shorter ones.
pub(super) fn arrow_to_hole(puzzle: &Puzzle, from: u8, hole: u8) -> Option<Edge> {
    let (from, hole) = (point(puzzle, from)?, point(puzzle, hole)?);
    let leapt = puzzle.points().iter().filter(|&&at| is_passed(at, from, hole)).count();
    if leapt > 0 {
        #[allow(clippy::cast_precision_loss)] // a line has few places
        let aside = BESIDE + FARTHER * (leapt - 1).min(MAX_BESIDE) as f32;
        let length = distance(from, hole);
        let shift = |at: Point| Point {
            x: at.x - (hole.y - from.y) / length * aside,
            y: at.y + (hole.x - from.x) / length * aside,
        };
        return Some(Edge { from: shift(from), to: shift(hole), stroke: Stroke::Arrow, role: ColourRole::Path });
    }
    // Moves into the hole of a grid come from four sides; elsewhere heads that meet there would cover one another.
    let apart = (distance(from, hole) - RADIUS - SHORTEST).clamp(CLOSE, AROUND);
    let apart = if outline(puzzle) == Shape::Square { CLOSE } else { apart };
    Some(arrow(from, hole, apart))
}

/// An arrow between two places that ends at a distance from the second.
fn arrow(from: Point, to: Point, apart: f32) -> Edge {
    let length = distance(from, to).max(0.1);
    let along = |part: f32| {
        let share = part / length;
        Point { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    };
    Edge {
        from: along(RADIUS),
        to: along((length - apart).max(RADIUS + 0.1)),
        stroke: Stroke::Arrow,
        role: ColourRole::Path,
    }
}

/// Whether a line between two places would cross the letter of a third.
fn is_passed(at: Point, from: Point, to: Point) -> bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = distance(from, to).max(0.1);
    let (along, aside) = ((at.x - from.x) * dx + (at.y - from.y) * dy, (at.x - from.x) * dy - (at.y - from.y) * dx);
    at != from && at != to && (0.0..length * length).contains(&along) && aside.abs() / length < LETTER
}

fn distance(one: Point, other: Point) -> f32 {
    (one.x - other.x).hypot(one.y - other.y)
}
