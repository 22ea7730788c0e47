//! The painter for SVG: one element a frame, in a strip from left to right where there are several.
//!
//! The style sheet inside holds the colour roles for light and dark pages. Title and description are in the
//! file, so that assistive technology can read the picture.

use std::fmt::Write;

use crate::role::{Rgb, heat, takes_black_text};
use crate::text::most;
use crate::{Cell, Edge, Frame, Overlay, Picture, Piece, Point, Role, Shape, Stroke};

/// Pixels of one cell width.
const UNIT: f32 = 40.0;
/// Height of an entry of the legend, in pixels.
const CAPTION: f32 = 28.0;
/// Height of a line of a caption.
const LINE: f32 = 20.0;
/// Width of a letter of a caption, about.
const LETTER: f32 = 7.6;
/// Room for the caption of a narrow frame.
const NARROWEST: f32 = 280.0;

/// The picture as a complete SVG document.
#[must_use]
pub fn picture(picture: &Picture) -> String {
    let sizes: Vec<(f32, f32)> = picture.frames.iter().map(size).collect();
    let slots: Vec<f32> = sizes.iter().map(|size| size.0.max(NARROWEST)).collect();
    let width: f32 = slots.iter().map(|slot| slot + UNIT / 2.0).sum::<f32>() + UNIT / 2.0;
    let tallest = sizes.iter().map(|size| size.1).fold(0.0, f32::max);
    let captions: Vec<Vec<String>> =
        picture.frames.iter().zip(&slots).map(|(frame, slot)| wrapped(&frame.caption, *slot)).collect();
    let lines = captions.iter().map(Vec::len).max().unwrap_or(0);
    #[allow(clippy::cast_precision_loss)]
    let (below, height) = {
        let below = tallest + UNIT / 2.0 + LINE * (lines + 1) as f32;
        (below, below + CAPTION * picture.legend.len() as f32 + UNIT / 4.0)
    };
    let mut out = String::new();
    head(&mut out, picture, width, height);
    let mut left = UNIT / 2.0;
    for ((frame, slot), caption) in picture.frames.iter().zip(&slots).zip(&captions) {
        draw(&mut out, frame, left);
        let mut y = size(frame).1 + UNIT / 2.0 + LINE;
        for line in caption {
            label(&mut out, left, y, line);
            y += LINE;
        }
        left += slot + UNIT / 2.0;
    }
    legend(&mut out, picture, below + CAPTION / 4.0);
    out.push_str("</svg>\n");
    out
}

fn size(frame: &Frame) -> (f32, f32) {
    let (left, top, right, bottom) = frame.bounds();
    ((right - left) * UNIT, (bottom - top) * UNIT)
}

fn head(out: &mut String, picture: &Picture, width: f32, height: f32) {
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"title description\" font-family=\"system-ui, sans-serif\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n",
        escape(&picture.title),
        escape(&picture.description)
    );
    out.push_str(&style(picture));
    let _ = writeln!(out, "<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>");
}

/// The rules for the roles that occur, for light and dark pages.
fn style(picture: &Picture) -> String {
    let mut roles: Vec<Role> = picture.frames.iter().flat_map(roles).collect();
    roles.extend(picture.legend.iter().map(|entry| entry.0));
    roles.extend([Role::Block, Role::Path, Role::Highlight]);
    roles.sort_unstable();
    roles.dedup();
    let rules = |colour: fn(Role) -> Rgb| -> String {
        roles.iter().map(|&role| format!(".{}{{fill:{}}}", role.name(), hex(colour(role)))).collect()
    };
    format!(
        "<style>.page{{fill:#fff}}.ink{{fill:#222}}.cell{{stroke:#8884;stroke-width:1}}{}\
         @media(prefers-color-scheme:dark){{.page{{fill:#17181b}}.ink{{fill:#eee}}{}}}</style>\n",
        rules(Role::light),
        rules(Role::dark)
    )
}

fn roles(frame: &Frame) -> Vec<Role> {
    let cells = frame.cells.iter().map(|cell| cell.role);
    let pieces = frame.pieces.iter().map(|piece| piece.role);
    cells.chain(pieces).chain(frame.edges.iter().map(|edge| edge.role)).collect()
}

/// A caption in lines that fit the width.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn wrapped(caption: &str, width: f32) -> Vec<String> {
    let most = (width / LETTER) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in caption.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn draw(out: &mut String, frame: &Frame, left: f32) {
    let bounds = frame.bounds();
    let (dx, dy) = (left - bounds.0 * UNIT, UNIT / 2.0 - bounds.1 * UNIT);
    let _ = writeln!(out, "<g transform=\"translate({dx} {dy})\">");
    for edge in frame.edges.iter().filter(|edge| edge.stroke == Stroke::Link) {
        line(out, edge);
    }
    for one in &frame.cells {
        cell(out, one);
    }
    let most = most(frame);
    for one in &frame.overlays {
        overlay(out, one, most);
    }
    for one in &frame.pieces {
        piece(out, one);
    }
    for edge in frame.edges.iter().filter(|edge| edge.stroke != Stroke::Link) {
        line(out, edge);
    }
    out.push_str("</g>\n");
}

fn label(out: &mut String, x: f32, y: f32, text: &str) {
    let _ = writeln!(out, "<text class=\"ink\" x=\"{x}\" y=\"{y}\" font-size=\"14\">{}</text>", escape(text));
}

fn cell(out: &mut String, cell: &Cell) {
    let (x, y) = (cell.at.x * UNIT, cell.at.y * UNIT);
    let class = format!("cell {}", cell.role.name());
    match cell.shape {
        Shape::Square => square(out, x, y, &format!("class=\"{class}\"")),
        Shape::Disc => {
            let _ = writeln!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", UNIT * 0.46);
        }
    }
    written(out, cell.at, &cell.label, cell.role, false);
}

fn square(out: &mut String, x: f32, y: f32, attributes: &str) {
    let (left, top) = (x - UNIT / 2.0, y - UNIT / 2.0);
    let _ = writeln!(out, "<rect {attributes} x=\"{left}\" y=\"{top}\" width=\"{UNIT}\" height=\"{UNIT}\"/>");
}

fn piece(out: &mut String, piece: &Piece) {
    let (x, y) = (piece.at.x * UNIT, piece.at.y * UNIT);
    let _ = writeln!(out, "<circle class=\"cell {}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", piece.role.name(), UNIT * 0.36);
    written(out, piece.at, &piece.letter, piece.role, true);
}

/// Text centred on a place, in ink that can be read there. Surfaces change with the page, so their text does too.
fn written(out: &mut String, at: Point, text: &str, role: Role, bold: bool) {
    if text.is_empty() {
        return;
    }
    let ink = match role {
        Role::Ground | Role::Space => "class=\"ink\"",
        other if takes_black_text(other.light()) => "fill=\"#111\"",
        _ => "fill=\"#fff\"",
    };
    centred(out, at, text, &format!("{ink}{}", if bold { " font-weight=\"700\"" } else { "" }));
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
    let colour = hex(edge.role.light());
    let _ = writeln!(
        out,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
    );
    if edge.stroke == Stroke::Arrow {
        arrow_head(out, (x1, y1), (x2, y2), &colour);
    }
}

fn arrow_head(out: &mut String, from: (f32, f32), to: (f32, f32), colour: &str) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length * 9.0, dy / length * 9.0);
    let (ax, ay) = (to.0 - ux - uy * 0.6, to.1 - uy + ux * 0.6);
    let (bx, by) = (to.0 - ux + uy * 0.6, to.1 - uy - ux * 0.6);
    let _ = writeln!(out, "<polygon points=\"{},{} {ax},{ay} {bx},{by}\" fill=\"{colour}\"/>", to.0, to.1);
}

fn overlay(out: &mut String, overlay: &Overlay, most: u64) {
    match overlay {
        Overlay::Ring { at, label } => ring(out, *at, label),
        Overlay::Path { points } => path(out, points),
        Overlay::Heat { at, value } => {
            let colour = heat(*value, most);
            square(out, at.x * UNIT, at.y * UNIT, &format!("class=\"cell\" fill=\"{}\"", hex(colour)));
            let ink = if takes_black_text(colour) { "fill=\"#111\"" } else { "fill=\"#fff\"" };
            centred(out, *at, &format!("{value:+}").replace("+0", "0"), ink);
        }
    }
}

fn ring(out: &mut String, at: Point, label: &str) {
    let colour = hex(Role::Highlight.light());
    let (x, y) = (at.x * UNIT, at.y * UNIT);
    let _ = writeln!(
        out,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\"/>",
        UNIT * 0.42
    );
    if !label.is_empty() {
        centred(out, at, label, &format!("fill=\"{colour}\" font-weight=\"700\""));
    }
}

fn path(out: &mut String, points: &[Point]) {
    let list: Vec<String> = points.iter().map(|point| format!("{},{}", point.x * UNIT, point.y * UNIT)).collect();
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-opacity=\"0.65\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
        list.join(" "),
        hex(Role::Path.light())
    );
}

fn legend(out: &mut String, picture: &Picture, top: f32) {
    let mut y = top;
    for (role, meaning) in &picture.legend {
        let (x, name) = (UNIT * 0.8, role.name());
        let _ = writeln!(out, "<circle class=\"cell {name}\" cx=\"{x}\" cy=\"{}\" r=\"8\"/>", y - 5.0);
        label(out, UNIT * 1.2, y, meaning);
        y += CAPTION;
    }
}

fn hex((red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Text safe inside an element; characters that XML does not allow become the replacement character.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(sign),
            control if control.is_control() || control == '\u{fffe}' || control == '\u{ffff}' => out.push('\u{fffd}'),
            plain => out.push(plain),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_escaped_and_present() {
        let frame = Frame::default();
        let drawn = picture(&Picture::still("a < b", "both & \u{1}", frame));
        assert!(drawn.contains("<title id=\"title\">a &lt; b</title>"));
        assert!(drawn.contains("both &amp; \u{fffd}</desc>"));
    }

    #[test]
    fn every_role_drawn_has_a_rule() {
        let at = Point::grid(0, 0);
        let piece = Piece { at, role: Role::Piece(3), letter: "A".into(), act: None };
        let drawn = picture(&Picture::still("", "", Frame { pieces: vec![piece], ..Frame::default() }));
        assert!(drawn.contains(".piece3{fill:#f0e442}"));
    }
}
