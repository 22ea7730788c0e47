//! A film strip of a run as SVG: one picture a moment, below each other where the world is wide, else side by side.

use std::fmt::Write;

use picture::Role;

use crate::point::Point;
use crate::view::{Backdrop, BodyView, View};

/// The longer side of one picture, in pixels.
const SIDE: f32 = 960.0;
const GAP: f32 = 12.0;
const SKY: &str = "#dcecf5";
const EARTH: &str = "#7a6652";
const PLANK: &str = "#97764f";
const TURF: &str = "#6f9a54";
const RUNG: &str = "#b07f3f";
/// Between two rungs, in metres.
const RUNGS: f32 = 0.5;
/// Smaller discs, in metres, are things and have no eyes.
const SIGHTED: f32 = 0.28;

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
         font-size=\"12\">\n<title id=\"title\">{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
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
    let _ = writeln!(out, "<rect width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"{SKY}\"/>");
    let pixel = |at: Point| (at.x * scale, (backdrop.height - at.y) * scale);
    for &(low, top) in &backdrop.ladders {
        ladder(out, pixel(low), pixel(top), scale);
    }
    for (place, solid) in backdrop.solids.iter().enumerate() {
        let moved = shot.view.moving.iter().find(|moving| moving.0 == place);
        let shift = moved.map_or(Point::default(), |moving| moving.1 - middle(&solid.corners));
        let corners: Vec<(f32, f32)> = solid.corners.iter().map(|&corner| pixel(corner + shift)).collect();
        polygon(out, &corners, if solid.oneway { PLANK } else { EARTH });
        turf(out, &corners, scale);
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

fn polygon(out: &mut String, corners: &[(f32, f32)], fill: &str) {
    let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(out, "<polygon points=\"{}\" fill=\"{fill}\"/>", points.join(" "));
}

/// Two rails and rungs.
fn ladder(out: &mut String, (left, foot): (f32, f32), (right, top): (f32, f32), scale: f32) {
    let mut path = format!("M{left:.1} {foot:.1}V{top:.1}M{right:.1} {foot:.1}V{top:.1}");
    let mut y = foot - RUNGS / 2.0 * scale;
    while y > top {
        let _ = write!(path, "M{left:.1} {y:.1}H{right:.1}");
        y -= RUNGS * scale;
    }
    let width = (scale * 0.1).max(1.0);
    let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{RUNG}\" stroke-width=\"{width:.1}\"/>");
}

/// Grass along the edges that look upwards.
fn turf(out: &mut String, corners: &[(f32, f32)], scale: f32) {
    #[allow(clippy::cast_precision_loss)] // few corners
    let middle = corners.iter().map(|corner| corner.1).sum::<f32>() / corners.len().max(1) as f32;
    let width = (scale * 0.2).max(1.5);
    for (at, from) in corners.iter().enumerate() {
        let to = corners[(at + 1) % corners.len()];
        let flat = (to.1 - from.1).abs() <= (to.0 - from.0).abs();
        if flat && (from.1 + to.1) / 2.0 < middle {
            let line = [from.0, from.1 + width / 2.0, to.0, to.1 + width / 2.0].map(|each| format!("{each:.1}"));
            let [x1, y1, x2, y2] = line;
            let _ = writeln!(
                out,
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{TURF}\" stroke-width=\"{width:.1}\"/>"
            );
        }
    }
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
        return polygon(out, &corners, &fill);
    }
    let radius = kind.radius * scale;
    let stroke = if body.stopped { "#be3c3c" } else { "#333333" };
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"{stroke}\"><title>{} {}</title></circle>",
        escape(&kind.name),
        body.id
    );
    if kind.radius > SIGHTED {
        eyes(out, (x, y - radius * 0.35), if body.left { -radius } else { radius });
    }
    if let Some(says) = &body.says {
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" stroke=\"{SKY}\" stroke-width=\"3\" \
             paint-order=\"stroke\">{}</text>",
            y - radius - 4.0,
            escape(says)
        );
    }
}

/// Two eyes; `reach` is the radius, negative for one that looks to the left.
fn eyes(out: &mut String, (x, y): (f32, f32), reach: f32) {
    for (place, size, fill) in [(0.12, 0.22, "#fff"), (0.62, 0.22, "#fff"), (0.19, 0.12, "#222"), (0.69, 0.12, "#222")]
    {
        let (x, r) = (x + place * reach, size * reach.abs());
        let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"{fill}\"/>");
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
