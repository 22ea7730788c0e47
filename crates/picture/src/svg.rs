//! The painter for SVG: the frames as a film strip, line below line where they do not fit beside each other.
//!
//! The style sheet inside holds the colour roles for light and dark pages. Title and description are in the
//! file, so that assistive technology can read the picture.

mod things;

use std::fmt::Write;

use crate::role::{Rgb, heat};
use crate::text::most;
use crate::{Frame, Picture, Role};
use things::{draw, hex, square};

/// Pixels of one cell width.
const UNIT: f32 = 40.0;
/// Height of an entry of the legend, in pixels.
const ENTRY: f32 = 28.0;
/// Height of a line of a caption.
const LINE: f32 = 20.0;
/// Width of a letter of a caption, about.
const LETTER: f32 = 7.6;
/// Room for the caption of a narrow frame.
const NARROWEST: f32 = 280.0;
/// The film strip goes on below where the next frame would pass this width.
const STRIP: f32 = 1280.0;
/// Room around everything.
const MARGIN: f32 = UNIT / 2.0;

/// Which page a picture is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light or dark, as the reader's system asks.
    #[default]
    Either,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The picture as a complete SVG document that follows the reader's choice of light or dark.
#[must_use]
pub fn picture(picture: &Picture) -> String {
    themed(picture, Theme::Either)
}

/// The picture as a complete SVG document for one kind of page.
#[must_use]
pub fn themed(picture: &Picture, theme: Theme) -> String {
    let strip = Strip::new(&picture.frames);
    let (scale, entries) = (hottest(picture), legend_height(picture));
    let mut out = String::new();
    head(&mut out, picture, theme, (strip.width, strip.height + entries));
    for (frame, slot) in picture.frames.iter().zip(&strip.slots) {
        draw(&mut out, frame, (slot.x, slot.y));
        let mut y = slot.y + size(frame).1 + LINE;
        for line in &slot.caption {
            label(&mut out, slot.x, y, line);
            y += LINE;
        }
    }
    legend(&mut out, picture, scale, strip.height + MARGIN / 2.0);
    out.push_str("</svg>\n");
    out
}

/// Where a frame stands, and its caption in lines.
struct Slot {
    x: f32,
    y: f32,
    caption: Vec<String>,
}

/// Where all frames stand.
struct Strip {
    slots: Vec<Slot>,
    width: f32,
    height: f32,
}

impl Strip {
    fn new(frames: &[Frame]) -> Strip {
        let (mut x, mut y, mut tallest) = (MARGIN, MARGIN, 0.0_f32);
        let mut strip = Strip { slots: Vec::with_capacity(frames.len()), width: 0.0, height: 0.0 };
        for frame in frames {
            let (width, height) = size(frame);
            let slot = width.max(NARROWEST);
            if x > MARGIN && x + slot + MARGIN > STRIP {
                (x, y, tallest) = (MARGIN, y + tallest + MARGIN, 0.0);
            }
            let caption = wrapped(&frame.caption, slot);
            tallest = tallest.max(height + below(&caption));
            strip.slots.push(Slot { x, y, caption });
            x += slot + MARGIN;
            strip.width = strip.width.max(x);
            strip.height = strip.height.max(y + tallest);
        }
        strip
    }
}

/// The height of a caption with room below it.
#[allow(clippy::cast_precision_loss)]
fn below(caption: &[String]) -> f32 {
    LINE * caption.len() as f32 + MARGIN
}

fn size(frame: &Frame) -> (f32, f32) {
    let (left, top, right, bottom) = frame.bounds();
    ((right - left) * UNIT, (bottom - top) * UNIT)
}

fn hottest(picture: &Picture) -> u64 {
    picture.frames.iter().map(most).max().unwrap_or(0)
}

fn head(out: &mut String, picture: &Picture, theme: Theme, (width, height): (f32, f32)) {
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"title description\" font-family=\"system-ui, sans-serif\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n",
        escape(&picture.title),
        escape(&picture.description)
    );
    out.push_str(&style(picture, theme));
    let _ = writeln!(out, "<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>");
}

/// The rules for the roles that occur. Lines have classes of their own, since they are stroked, not filled.
fn style(picture: &Picture, theme: Theme) -> String {
    let mut roles: Vec<Role> = picture.frames.iter().flat_map(roles).collect();
    roles.extend(picture.legend.iter().map(|entry| entry.0));
    roles.extend([Role::Block, Role::Actor, Role::Path, Role::Highlight]);
    roles.sort_unstable();
    roles.dedup();
    let rules = |page: &str, ink: &str, colour: fn(Role) -> Rgb| -> String {
        let role = |&role: &Role| {
            let (name, colour) = (role.name(), hex(colour(role)));
            format!(".{name}{{fill:{colour}}}.line-{name}{{stroke:{colour}}}")
        };
        let roles: String = roles.iter().map(role).collect();
        format!(".page{{fill:{page}}}.line-page{{stroke:{page}}}.ink{{fill:{ink}}}{roles}")
    };
    let (light, dark) = (rules("#ffffff", "#222222", Role::light), rules("#17181b", "#eeeeee", Role::dark));
    let chosen = match theme {
        Theme::Either => format!("{light}@media(prefers-color-scheme:dark){{{dark}}}"),
        Theme::Light => light,
        Theme::Dark => dark,
    };
    format!("<style>.cell{{stroke:#888888;stroke-opacity:0.4;stroke-width:1}}{chosen}</style>\n")
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

fn label(out: &mut String, x: f32, y: f32, text: &str) {
    let _ = writeln!(out, "<text class=\"ink\" x=\"{x}\" y=\"{y}\" font-size=\"14\">{}</text>", escape(text));
}

#[allow(clippy::cast_precision_loss)]
fn legend_height(picture: &Picture) -> f32 {
    let scale = usize::from(hottest(picture) > 0);
    ENTRY * (picture.legend.len() + scale) as f32 + MARGIN / 2.0
}

fn legend(out: &mut String, picture: &Picture, hottest: u64, top: f32) {
    let mut y = top;
    for (role, meaning) in &picture.legend {
        let (x, name) = (UNIT * 0.8, role.name());
        let _ = writeln!(out, "<circle class=\"cell {name}\" cx=\"{x}\" cy=\"{}\" r=\"8\"/>", y - 5.0);
        label(out, UNIT * 1.2, y, meaning);
        y += ENTRY;
    }
    if hottest > 0 {
        scale(out, hottest, y);
    }
}

/// The colours of heat with their numbers, from the greatest loss to the greatest gain.
fn scale(out: &mut String, hottest: u64, y: f32) {
    let most = i64::try_from(hottest).unwrap_or(i64::MAX);
    let mut x = UNIT * 0.8;
    for value in [-most, -(most / 2), 0, most / 2, most] {
        square(out, x, y - 5.0, 16.0, &format!("class=\"cell\" style=\"fill:{}\"", hex(heat(value, hottest))));
        let text = if value == 0 { "0".to_owned() } else { format!("{value:+}") };
        label(out, x + 14.0, y, &text);
        x += UNIT * 1.5;
    }
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
    use crate::{Cell, Piece, Point, Shape};

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

    #[test]
    fn a_long_strip_goes_on_below() {
        let cell = |column| Cell {
            at: Point::grid(0, column),
            shape: Shape::Square,
            role: Role::Ground,
            label: String::new(),
            act: None,
        };
        let frame = Frame { cells: (0..10).map(cell).collect(), ..Frame::default() };
        let strip = Strip::new(&vec![frame; 5]);
        assert!(strip.width <= STRIP && strip.slots[3].y > strip.slots[2].y, "three frames of 400 pixels a line");
    }
}
