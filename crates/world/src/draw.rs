//! A film strip of a run as SVG: one picture a moment, below each other where the world is wide, else side by side.

use std::fmt::Write;

use picture::Role;

use crate::point::Point;
use crate::view::{Backdrop, BodyView, View};

/// The longer side of one picture, in pixels.
const SIDE: f32 = 960.0;
const GAP: f32 = 12.0;

/// One moment of a film, with the words below it.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The moment.
    pub view: View,
    /// Said below it.
    pub caption: String,
}

/// The film as a complete SVG document.
#[must_use]
pub fn film(backdrop: &Backdrop, shots: &[Shot]) -> String {
    let scale = SIDE / backdrop.width.max(backdrop.height).max(1.0);
    let (wide, high) = (backdrop.width * scale, backdrop.height * scale + 22.0);
    let step = if backdrop.width > backdrop.height { (0.0, high + GAP) } else { (wide + GAP, 0.0) };
    #[allow(clippy::cast_precision_loss)] // few shots
    let last = shots.len().max(1) as f32 - 1.0;
    let mut out = String::new();
    let (width, height) = (wide + step.0 * last, high + step.1 * last);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title\" font-family=\"system-ui, sans-serif\" \
         font-size=\"12\">\n<title id=\"title\">{}</title>\n",
        escape(&backdrop.title)
    );
    for (shot, at) in shots.iter().zip(0_u16..) {
        let (x, y) = (step.0 * f32::from(at), step.1 * f32::from(at));
        let _ = writeln!(out, "<g transform=\"translate({x:.1} {y:.1})\">");
        draw(&mut out, backdrop, shot, scale);
        out.push_str("</g>\n");
    }
    out + "</svg>\n"
}

fn draw(out: &mut String, backdrop: &Backdrop, shot: &Shot, scale: f32) {
    let (wide, high) = (backdrop.width * scale, backdrop.height * scale);
    let _ = writeln!(out, "<rect width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"#dcecf5\"/>");
    let pixel = |at: Point| (at.x * scale, (backdrop.height - at.y) * scale);
    for &(low, top) in &backdrop.ladders {
        let corners = [low, Point::new(top.x, low.y), top, Point::new(low.x, top.y)];
        polygon(out, &corners.map(pixel), "#c9a36a", 0.6);
    }
    for (place, solid) in backdrop.solids.iter().enumerate() {
        let moved = shot.view.moving.iter().find(|moving| moving.0 == place);
        let shift = moved.map_or(Point::default(), |moving| moving.1 - middle(&solid.corners));
        let corners: Vec<(f32, f32)> = solid.corners.iter().map(|&corner| pixel(corner + shift)).collect();
        polygon(out, &corners, if solid.oneway { "#8fae7a" } else { "#5c544c" }, 1.0);
    }
    for body in &shot.view.bodies {
        draw_body(out, backdrop, body, pixel(body.at), scale);
    }
    let _ = writeln!(out, "<text x=\"4\" y=\"{:.1}\">{}</text>", high + 16.0, escape(&shot.caption));
}

fn middle(corners: &[Point]) -> Point {
    let low = corners.iter().fold(Point::new(f32::MAX, f32::MAX), |a, b| Point::new(a.x.min(b.x), a.y.min(b.y)));
    let high = corners.iter().fold(Point::new(f32::MIN, f32::MIN), |a, b| Point::new(a.x.max(b.x), a.y.max(b.y)));
    (low + high) * 0.5
}

fn polygon(out: &mut String, corners: &[(f32, f32)], fill: &str, opacity: f32) {
    let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(out, "<polygon points=\"{}\" fill=\"{fill}\" opacity=\"{opacity}\"/>", points.join(" "));
}

fn draw_body(out: &mut String, backdrop: &Backdrop, body: &BodyView, (x, y): (f32, f32), scale: f32) {
    let Some(kind) = backdrop.kinds.get(body.kind) else { return };
    let role = if kind.player { Role::Actor } else { Role::Piece(kind.colour) };
    let (red, green, blue) = role.light();
    let fill = format!("#{red:02x}{green:02x}{blue:02x}");
    if kind.boxed {
        let half = body.size * 0.5;
        let turned = |x: f32, y: f32| Point::new(x * body.turn.x - y * body.turn.y, x * body.turn.y + y * body.turn.x);
        let corners = [(-half.x, -half.y), (half.x, -half.y), (half.x, half.y), (-half.x, half.y)];
        let corners = corners.map(|(a, b)| turned(a, b)).map(|at| (x + at.x * scale, y - at.y * scale));
        return polygon(out, &corners, &fill, 1.0);
    }
    let radius = kind.radius * scale;
    let stroke = if body.stopped { "#be3c3c" } else { "#333333" };
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"{stroke}\"><title>{} {}</title></circle>",
        escape(&kind.name),
        body.id
    );
    let eye = x + if body.left { -0.45 } else { 0.45 } * radius;
    let _ = writeln!(
        out,
        "<circle cx=\"{eye:.1}\" cy=\"{:.1}\" r=\"{:.1}\" fill=\"#222\"/>",
        y - radius * 0.3,
        radius * 0.15
    );
    if let Some(says) = &body.says {
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            y - radius - 4.0,
            escape(says)
        );
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
