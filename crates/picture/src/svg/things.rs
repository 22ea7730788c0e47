//! Draws the tiles, cells, pieces, edges and overlays of one frame, lowest layer first.

use std::collections::HashSet;
use std::fmt::Write;

use super::{UNIT, escape, tiles};
use crate::places::Here;
use crate::role::{Rgb, heat, heat_of_count, hex, takes_black_text};
use crate::sprite::SIDE;
use crate::text::most;
use crate::{
    Cell, ColourRole, Edge, Figure, Frame, Name, Orientation, Overlay, Piece, PlaceIndex, Point, Sample, Shape, Stroke,
};

/// The fraction of a cell's side that heat covers, so that the cell stays visible around it.
const HEATED: f32 = 0.72;

/// Draws a frame with the origin of its coordinates at the point (`dx`, `dy`), in pixels.
pub(super) fn draw(out: &mut String, frame: &Frame, (dx, dy): (f32, f32)) {
    let _ = writeln!(out, "<g transform=\"translate({dx} {dy})\">");
    let (places, hottest) = (PlaceIndex::of(frame), most(frame));
    for placed in &frame.tiles {
        tiles::draw(out, placed);
    }
    for edge in frame.edges.iter().filter(|edge| edge.stroke == Stroke::Link) {
        line(out, edge);
    }
    for one in frame.drawn_cells() {
        cell(out, one);
    }
    let walls = walls(frame);
    for one in &frame.overlays {
        overlay(out, one, &places, hottest, &walls);
    }
    let (hidden, labels): (Vec<&Cell>, Vec<&Cell>) =
        frame.drawn_cells().filter(|cell| !cell.label.is_empty()).partition(|cell| is_number_below(&places, cell));
    for one in labels {
        if places.at(one.at).number().is_none() {
            written(out, one.at, &one.label, one.role, false);
        }
    }
    for one in &frame.pieces {
        piece(out, one);
    }
    for edge in frame.edges.iter().filter(|edge| edge.stroke != Stroke::Link) {
        line(out, edge);
    }
    for one in frame.pieces.iter().filter(|piece| piece.sprite.is_none_or(|figure| figure.sprite.lettered)) {
        written(out, one.at, &one.letter, one.role, true);
    }
    for cell in hidden {
        name(out, &Name { at: cell.at, text: cell.label.clone() });
    }
    for one in &frame.names {
        name(out, one);
    }
    out.push_str("</g>\n");
}

/// Whether the label of a cell is a number below an actor, which is written beside it as a name is.
fn is_number_below(places: &PlaceIndex<'_>, cell: &Cell) -> bool {
    let is_number = cell.label.bytes().all(|byte| byte.is_ascii_digit());
    is_number && places.at(cell.at).pieces().any(|piece| piece.role == ColourRole::Actor)
}

/// Places in quarters of a cell's side, which are whole numbers.
type Quarters = (i32, i32);

#[allow(clippy::cast_possible_truncation)] // boards are far smaller
fn quarters(x: f32, y: f32) -> Quarters {
    ((4.0 * x).round() as i32, (4.0 * y).round() as i32)
}

/// The middles of the walls of a frame.
fn walls(frame: &Frame) -> HashSet<Quarters> {
    let walls = frame.edges.iter().filter(|edge| edge.stroke == Stroke::Wall);
    walls.map(|Edge { from, to, .. }| quarters(f32::midpoint(from.x, to.x), f32::midpoint(from.y, to.y))).collect()
}

/// Draws the name of a cell at its upper left, with an outline in the colour of the page.
fn name(out: &mut String, name: &Name) {
    let (x, y) = ((name.at.x - 0.38) * UNIT, (name.at.y - 0.3) * UNIT);
    let _ = writeln!(
        out,
        "<text class=\"ink line-page\" paint-order=\"stroke\" stroke-width=\"3\" stroke-linejoin=\"round\" \
         x=\"{x}\" y=\"{y}\" font-size=\"11\" text-anchor=\"middle\">{}</text>",
        escape(&name.text)
    );
}

/// Draws a square around the point (`x`, `y`), all in pixels.
pub(super) fn square(out: &mut String, x: f32, y: f32, side: f32, attributes: &str) {
    let (left, top) = (x - side / 2.0, y - side / 2.0);
    let _ = writeln!(out, "<rect {attributes} x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"/>");
}

/// Side of a sample, and the most characters of its text, which would be too small to read beyond.
const SAMPLE: f32 = 18.0;
const MAX_WRITTEN: usize = 3;

/// Draws how a role looks, for the legend, around the point `at`, in pixels.
pub(super) fn sample(out: &mut String, at: (f32, f32), role: ColourRole, looks: Sample<'_>) {
    let ((x, y), name) = (at, role.name());
    let class = format!("class=\"cell {name}\"");
    let text = match looks {
        Sample::Piece(_, Some(figure)) if !figure.sprite.lettered => "",
        Sample::Piece(text, _) | Sample::Cell(_, text) => text,
        Sample::Line(_) => "",
    };
    match looks {
        Sample::Cell(Shape::Square, _) => square(out, x, y, SAMPLE, &class),
        Sample::Piece(_, Some(figure)) => sprite(out, figure, &name, (x, y), SAMPLE * 1.2),
        Sample::Piece(_, None) | Sample::Cell(Shape::Disc, _) => {
            let _ = writeln!(out, "<circle {class} cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", SAMPLE / 2.0);
        }
        Sample::Line(_) => {
            let (x1, x2) = (x - SAMPLE / 2.0, x + SAMPLE / 2.0);
            let _ = writeln!(
                out,
                "<line class=\"line-{name}\" x1=\"{x1}\" y1=\"{y}\" x2=\"{x2}\" y2=\"{y}\" stroke-width=\"4\"/>"
            );
        }
    }
    if !text.is_empty() && text.chars().count() <= MAX_WRITTEN {
        let y = y + 4.0;
        let _ = writeln!(
            out,
            "<text {} x=\"{x}\" y=\"{y}\" font-size=\"11\" text-anchor=\"middle\">{}</text>",
            ink(role),
            escape(text)
        );
    }
}

fn cell(out: &mut String, cell: &Cell) {
    let (x, y) = (cell.at.x * UNIT, cell.at.y * UNIT);
    let class = format!("cell {}", cell.role.name());
    match cell.shape {
        Shape::Square => square(out, x, y, UNIT, &format!("class=\"{class}\"")),
        Shape::Disc => {
            let _ = writeln!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", UNIT * 0.46);
        }
    }
}

fn piece(out: &mut String, piece: &Piece) {
    let (x, y) = (piece.at.x * UNIT, piece.at.y * UNIT);
    let role = piece.role.name();
    match piece.sprite {
        Some(figure) => sprite(out, figure, &role, (x, y), UNIT * SIDE),
        None => {
            let _ = writeln!(out, "<circle class=\"cell {role}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", UNIT * 0.36);
        }
    }
}

/// Draws the sprite of a figure around a point, `side` wide, in pixels; its `symbol` is in the head of the document.
fn sprite(out: &mut String, Figure { sprite, facing }: Figure, role: &str, (x, y): (f32, f32), side: f32) {
    let (name, half) = (sprite.name(), side / 2.0);
    let turn = facing.map_or("", Orientation::transform);
    let blank = if turn.is_empty() { "" } else { " " };
    let _ = writeln!(
        out,
        "<use href=\"#{name}\" class=\"sprite {role}\" transform=\"translate({x} {y}){blank}{turn}\" x=\"-{half}\" \
         y=\"-{half}\" width=\"{side}\" height=\"{side}\"/>"
    );
}

/// Draws text centred on a point, in black or white by the colour of `role`.
fn written(out: &mut String, at: Point, text: &str, role: ColourRole, bold: bool) {
    if text.is_empty() {
        return;
    }
    let ink = ink(role);
    centred(out, at, text, &format!("{ink}{}", if bold { " font-weight=\"700\"" } else { "" }));
}

/// The colour of text on a role: surfaces change with the theme, so the text on them does too.
fn ink(role: ColourRole) -> String {
    match role {
        ColourRole::Ground | ColourRole::Space => "class=\"ink\"".to_owned(),
        ColourRole::Block => "class=\"ink-block\"".to_owned(),
        other => ink_on(other.light()),
    }
}

fn ink_on(colour: Rgb) -> String {
    format!("fill=\"{}\"", if takes_black_text(colour) { "#000000" } else { "#ffffff" })
}

#[allow(clippy::cast_precision_loss)]
fn centred(out: &mut String, at: Point, text: &str, attributes: &str) {
    let size = (UNIT * 0.45).min(UNIT * 1.5 / text.chars().count().max(1) as f32);
    let (x, y) = (at.x * UNIT, at.y * UNIT + size * 0.35);
    let _ = writeln!(
        out,
        "<text {attributes} x=\"{x}\" y=\"{y}\" font-size=\"{size:.1}\" text-anchor=\"middle\">{}</text>",
        escape(text)
    );
}

fn line(out: &mut String, edge: &Edge) {
    let (x1, y1, x2, y2) = (edge.from.x * UNIT, edge.from.y * UNIT, edge.to.x * UNIT, edge.to.y * UNIT);
    let width = if edge.stroke == Stroke::Wall { 6.0 } else { 2.5 };
    let name = edge.role.name();
    if edge.stroke == Stroke::Arrow {
        let seam = "class=\"line-page\" stroke-width=\"6\" stroke-linecap=\"round\"";
        let _ = writeln!(out, "<line {seam} x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
    }
    let _ = writeln!(
        out,
        "<line class=\"line-{name}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke-width=\"{width}\" \
         stroke-linecap=\"round\"/>"
    );
    if edge.stroke == Stroke::Arrow {
        arrow_head(out, (x1, y1), (x2, y2), &name);
    }
}

fn arrow_head(out: &mut String, from: (f32, f32), to: (f32, f32), name: &str) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length * 11.0, dy / length * 11.0);
    let (ax, ay) = (to.0 - ux - uy * 0.6, to.1 - uy + ux * 0.6);
    let (bx, by) = (to.0 - ux + uy * 0.6, to.1 - uy - ux * 0.6);
    let _ = writeln!(out, "<polygon class=\"{name}\" points=\"{},{} {ax},{ay} {bx},{by}\"/>", to.0, to.1);
}

/// Draws an overlay; `hottest` is the greatest gain or loss of the frame. On a tile, whose colours are unknown, a
/// square gets an outline in the colour of the page, and the label of a mark a badge, clear of the `walls` at their
/// middles.
fn overlay(out: &mut String, overlay: &Overlay, places: &PlaceIndex<'_>, hottest: u64, walls: &HashSet<Quarters>) {
    let labelled = |here: Here<'_>| here.cells().any(|cell| !cell.label.is_empty());
    let edge = |at: Point| {
        let occupied = places.at(at).tile().is_some() || labelled(places.at(at));
        // A wall is drawn above the mark and would hide what stands there.
        let side = if walls.contains(&quarters(at.x, at.y - 0.5)) { 0.4 } else { -0.4 };
        occupied.then_some(side)
    };
    match overlay {
        Overlay::Ring { at, label } => {
            let (x, y, r) = (at.x * UNIT, at.y * UNIT, UNIT * 0.42);
            for (class, width) in [("line-page", 7), ("line-highlight", 4)] {
                let _ = writeln!(
                    out,
                    "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"none\" stroke-width=\"{width}\"/>"
                );
            }
            marked(out, *at, label, edge(*at));
        }
        Overlay::Square { at, label } => {
            seam(out, *at, places);
            let attributes = "class=\"line-actor\" fill=\"none\" stroke-width=\"3\" stroke-dasharray=\"6 4\"";
            square(out, at.x * UNIT, at.y * UNIT, UNIT * HEATED, attributes);
            marked(out, *at, label, edge(*at));
        }
        Overlay::Path { points } if points.len() < 2 => {}
        Overlay::Path { points } => {
            let is_labelled = |here: Here<'_>| labelled(here) && here.tile().is_none();
            path(out, points, points.iter().any(|&at| is_labelled(places.at(at))));
        }
        Overlay::Heat { at, value } => heated(out, *at, heat(*value, hottest), &number(*value), places),
        Overlay::Count { at, value } => heated(out, *at, heat_of_count(*value, hottest), &value.to_string(), places),
    }
}

/// Draws a number on its colour, thin spaces around one of several characters, so that it is written smaller and keeps
/// clear of the edge of its square and of a mark around it.
fn heated(out: &mut String, at: Point, colour: Rgb, number: &str, places: &PlaceIndex<'_>) {
    seam(out, at, places);
    let fill = format!("class=\"cell\" style=\"fill:{}\"", hex(colour));
    square(out, at.x * UNIT, at.y * UNIT, UNIT * HEATED, &fill);
    let text = if number.len() > 1 { format!("\u{2009}{number}\u{2009}") } else { number.to_owned() };
    centred(out, at, &text, &ink_on(colour));
}

/// Draws the outline of a square mark on a tile, in the colour of the page.
fn seam(out: &mut String, at: Point, places: &PlaceIndex<'_>) {
    if places.at(at).tile().is_some() {
        let attributes = "class=\"line-page\" fill=\"none\" stroke-width=\"7\"";
        square(out, at.x * UNIT, at.y * UNIT, UNIT * HEATED, attributes);
    }
}

/// A gain with its sign.
fn number(value: i64) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}

/// Draws the label of a mark: in the middle of the cell, or, if something is drawn there, on a badge at an `edge`, so
/// far below the middle.
fn marked(out: &mut String, at: Point, label: &str, edge: Option<f32>) {
    if label.is_empty() {
        return;
    }
    let Some(edge) = edge else {
        return centred(out, at, label, "class=\"highlight\" font-weight=\"700\"");
    };
    #[allow(clippy::cast_precision_loss)] // a few letters
    let width = 6.0 * label.chars().count() as f32 + 6.0;
    let (x, y) = (at.x * UNIT, (at.y + edge) * UNIT);
    let _ = writeln!(
        out,
        "<rect class=\"highlight\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"12\" rx=\"3\"/>\n\
         <text {} x=\"{x}\" y=\"{}\" font-size=\"10\" font-weight=\"700\" text-anchor=\"middle\">{}</text>",
        x - width / 2.0,
        y - 6.0,
        ink_on(ColourRole::Highlight.light()),
        y + 3.5,
        escape(label)
    );
}

/// How far a way back is drawn beside the way there, in cell widths.
const BACK: f32 = 0.13;

/// The points of a path, each with whether it is on a way back: where the path turns round, the point is there twice,
/// so that a way there and back is seen as two.
fn there_and_back(points: &[Point]) -> Vec<(&Point, bool)> {
    let mut back = false;
    let mut out = Vec::with_capacity(points.len());
    for (index, point) in points.iter().enumerate() {
        out.push((point, back));
        let before = index.checked_sub(1).and_then(|before| points.get(before));
        let (Some(before), Some(after)) = (before, points.get(index + 1)) else { continue };
        if (point.x - before.x) * (after.x - point.x) + (point.y - before.y) * (after.y - point.y) < 0.0 {
            back = !back;
            out.push((point, back));
        }
    }
    out
}

/// Draws a path with an outline in the colour of the page, so that it is visible on every surface. `labelled` moves it
/// beside the labels of the cells that it passes.
fn path(out: &mut String, points: &[Point], labelled: bool) {
    let aside = if labelled { UNIT * 0.32 } else { 0.0 };
    let place = |(point, back): (&Point, bool)| {
        let aside = if back { aside - UNIT * BACK } else { aside };
        format!("{},{}", point.x * UNIT + aside, point.y * UNIT + aside)
    };
    let list = there_and_back(points).into_iter().map(place).collect::<Vec<_>>().join(" ");
    for (class, width) in [("line-page", 8), ("line-path", 4)] {
        let _ = writeln!(
            out,
            "<polyline class=\"{class}\" points=\"{list}\" fill=\"none\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
        );
    }
}
