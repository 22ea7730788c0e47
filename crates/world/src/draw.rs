//! Film strips of a run as SVG: pictures in rows on a page.

use std::fmt::Write;

use picture::ColourRole;
use picture::sprite::{INK, OUTLINE, UNITS};
use picture::strip::Strip;

use crate::appearance::shapes;
use crate::point::Point;
use crate::sprites::with_id;
use crate::view::{Backdrop, BodyView, KindView, View};

/// The longer side of one picture, in pixels.
const SIDE: f32 = 960.0;
const GAP: f32 = 12.0;
const SKY: &str = "#dcecf5";
const EARTH: &str = "#7a6652";
const PLANK: &str = "#97764f";
const TURF: &str = "#6f9a54";
const RUNG: &str = "#b07f3f";
const STOPPED: &str = "#be3c3c";
/// The distance between two rungs, in metres.
const RUNGS: f32 = 0.5;
/// The height of a ladder, in pixels, of which the rungs count as one shape.
const PIXELS_OF_LADDER: u64 = 16;
/// The most shapes of an element, besides those of its kind's picture: a disc or sprite, eyes, a text.
const PLAIN: u64 = 6;
/// Animals with a smaller radius, in metres, are drawn without eyes.
const SIGHTED: f32 = 0.28;

/// One picture of a film strip.
#[derive(Clone, Debug)]
pub struct Screenshot {
    /// The state of the world that is drawn.
    pub view: View,
    /// The text below the picture.
    pub caption: String,
}

/// Draws a film strip as a complete SVG document; `backdrop` is that of the world of all `shots`.
#[must_use]
pub fn film(backdrop: &Backdrop, shots: &[Screenshot]) -> String {
    let scale = SIDE / backdrop.width.max(backdrop.height).max(1.0);
    let (wide, high) = (backdrop.width * scale, backdrop.height * scale + 22.0);
    let strip = Strip::new(&vec![(wide, high); shots.len()], GAP, SIDE + 2.0 * GAP);
    let mut out = String::new();
    let (width, height) = (strip.width, strip.height + GAP);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\" aria-labelledby=\"title\" font-family=\"system-ui, sans-serif\" \
         font-size=\"12\">\n<title id=\"title\">{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        escape(&backdrop.title)
    );
    pictures(&mut out, backdrop);
    for (shot, (x, y)) in shots.iter().zip(&strip.corners) {
        let _ = writeln!(out, "<g transform=\"translate({x:.1} {y:.1})\">");
        draw(&mut out, backdrop, shot, scale);
        out.push_str("</g>\n");
    }
    out + "</svg>\n"
}

/// About how many shapes a film strip has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// Those in the document, where elements refer to the picture of their kind.
    pub written: u64,
    /// Those that are painted: of a kind's picture, as many as it has for each element that shows it.
    pub painted: u64,
}

impl Shapes {
    /// Counts the shapes of the film strip of these moments.
    #[must_use]
    pub fn of(backdrop: &Backdrop, shots: &[Screenshot]) -> Shapes {
        let scale = SIDE / backdrop.width.max(backdrop.height).max(1.0);
        let solids: usize = backdrop.solids.iter().map(|solid| 1 + solid.corners.len() / 2).sum();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // at most a picture's side in pixels
        let rungs = |(low, top): &(Point, Point)| 1 + ((top.y - low.y) * scale) as u64 / PIXELS_OF_LADDER;
        let ground = 2 + solids as u64 + backdrop.ladders.iter().map(rungs).sum::<u64>();
        let pictures: Vec<u64> =
            backdrop.kinds.iter().map(|kind| kind.appearance.as_deref().map_or(0, shapes)).collect();
        let shown = |body: &BodyView| pictures.get(body.kind).copied().unwrap_or_default();
        let mut all = Shapes::default();
        for Screenshot { view, .. } in shots {
            let written = ground + PLAIN * view.bodies.len() as u64;
            all.written += written;
            all.painted += written + view.bodies.iter().map(shown).sum::<u64>();
        }
        all
    }
}

/// Defines the image or the sprite of each kind once, as large in metres as its bodies. Those of boxes are a metre wide
/// and high and are stretched where they are used.
fn pictures(out: &mut String, backdrop: &Backdrop) {
    let mut defined = String::new();
    for (at, kind) in backdrop.kinds.iter().enumerate() {
        let (size, fit) = if kind.boxed { (Point::new(1.0, 1.0), "none") } else { (kind.extent(), "xMidYMid") };
        let corner = size * -0.5;
        if let Some(url) = &kind.appearance {
            let _ = writeln!(
                defined,
                "<image id=\"kind{at}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"{fit}\" href=\"{url}\"/>",
                corner.x, corner.y, size.x, size.y
            );
        } else if let Some(sprite) = kind.sprite.and_then(with_id) {
            let side = size.x.min(size.y);
            let (scale, fill, shapes) = (side / UNITS, fill(kind), sprite.shapes());
            let _ = writeln!(
                defined,
                "<g id=\"kind{at}\" transform=\"translate({0} {0}) scale({scale})\" fill=\"{fill}\" stroke=\"{INK}\" \
                 stroke-width=\"{OUTLINE}\" stroke-linejoin=\"round\">{shapes}</g>",
                -side / 2.0
            );
        }
    }
    if !defined.is_empty() {
        let _ = write!(out, "<defs>\n{defined}</defs>\n");
    }
}

/// The colour of a kind.
fn fill(kind: &KindView) -> String {
    let role = if kind.player { ColourRole::Actor } else { ColourRole::Piece(kind.colour) };
    let (red, green, blue) = role.light();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn draw(out: &mut String, backdrop: &Backdrop, shot: &Screenshot, scale: f32) {
    let (wide, high) = (backdrop.width * scale, backdrop.height * scale);
    let _ = writeln!(out, "<rect width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"{SKY}\"/>");
    let pixel = |at: Point| (at.x * scale, (backdrop.height - at.y) * scale);
    for &(low, top) in &backdrop.ladders {
        let inside = |at: Point| Point::new(at.x, at.y.clamp(0.0, backdrop.height));
        ladder(out, pixel(inside(low)), pixel(inside(top)), scale);
    }
    for (place, solid) in backdrop.solids.iter().enumerate() {
        let moved = shot.view.moving.binary_search_by_key(&place, |moving| moving.0);
        let shift = moved.map_or(Point::default(), |at| shot.view.moving[at].1 - middle(&solid.corners));
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

/// Draws a ladder of two rails and rungs.
fn ladder(out: &mut String, (left, foot): (f32, f32), (right, top): (f32, f32), scale: f32) {
    let mut path = format!("M{left:.1} {foot:.1}V{top:.1}M{right:.1} {foot:.1}V{top:.1}");
    let mut y = foot - RUNGS / 2.0 * scale;
    // Rungs closer than a pixel are left out.
    while y > top && RUNGS * scale >= 1.0 {
        let _ = write!(path, "M{left:.1} {y:.1}H{right:.1}");
        y -= RUNGS * scale;
    }
    let width = (scale * 0.1).max(1.0);
    let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{RUNG}\" stroke-width=\"{width:.1}\"/>");
}

/// Draws grass along the edges of a solid that look upwards: where y grows downwards, those that lead to the right if
/// the corners go round clockwise.
fn turf(out: &mut String, corners: &[(f32, f32)], scale: f32) {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let area: f32 = sides.clone().map(|(from, to)| from.0 * to.1 - to.0 * from.1).sum();
    let width = (scale * 0.2).max(1.5);
    for (from, to) in sides {
        let flat = (to.1 - from.1).abs() <= (to.0 - from.0).abs();
        if flat && (to.0 - from.0) * area > 0.0 {
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
    let radius = kind.radius * scale;
    // The upper edge of the element, above which its spoken text is drawn.
    let top = match (body.torso, kind.torso) {
        (Some(at), Some(size)) => y - (at.y - body.at.y + size.y / 2.0) * scale,
        _ => y - radius,
    };
    if kind.appearance.is_some() || kind.sprite.is_some() {
        pictured(out, kind, body, (x, y), scale);
    } else {
        plain(out, kind, body, (x, y), scale);
    }
    if let Some(says) = &body.says {
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" stroke=\"{SKY}\" stroke-width=\"3\" \
             paint-order=\"stroke\">{}</text>",
            top - 4.0,
            escape(says)
        );
    }
}

/// Draws the kind's own picture or its sprite, as large as the body and looking in its direction.
fn pictured(out: &mut String, kind: &KindView, body: &BodyView, (x, y): (f32, f32), scale: f32) {
    let (size, turn) = if kind.boxed { (body.size, body.turn) } else { (Point::new(1.0, 1.0), Point::new(1.0, 0.0)) };
    // Legs are below the middle of the body.
    let up = kind.torso.map_or(0.0, |torso| (torso.y - kind.radius) / 2.0);
    let mirror = if body.left && kind.animal { -scale } else { scale };
    let [a, b, c, d] =
        [turn.x * size.x * mirror, -turn.y * size.x * mirror, turn.y * size.y * scale, turn.x * size.y * scale];
    let _ = writeln!(
        out,
        "<use href=\"#kind{}\" transform=\"matrix({a:.2} {b:.2} {c:.2} {d:.2} {x:.1} {:.1})\"><title>{} {}</title></use>",
        body.kind,
        y - up * scale,
        escape(&kind.name),
        body.id
    );
    if body.stopped {
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{STOPPED}\"/>",
            kind.radius * scale
        );
    }
}

/// Draws a disc or box in the kind's colour; animals have eyes.
fn plain(out: &mut String, kind: &KindView, body: &BodyView, (x, y): (f32, f32), scale: f32) {
    let fill = fill(kind);
    if kind.boxed {
        return polygon(out, &rectangle(body.size, body.turn, (x, y), scale), &fill);
    }
    let radius = kind.radius * scale;
    let stroke = if body.stopped { STOPPED } else { "#333333" };
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"{stroke}\"><title>{} {}</title></circle>",
        escape(&kind.name),
        body.id
    );
    let mut head = (y - radius * 0.35, radius);
    if let (Some(at), Some(torso)) = (body.torso, kind.torso) {
        let middle = (x + (at.x - body.at.x) * scale, y - (at.y - body.at.y) * scale);
        polygon(out, &rectangle(torso, Point::new(1.0, 0.0), middle, scale), &fill);
        spoke(out, body, (x, y), radius);
        let half = torso.x.min(torso.y) / 2.0 * scale;
        head = (middle.1 - torso.y / 2.0 * scale + half * 0.65, half);
    }
    if kind.animal && kind.radius.max(head.1 / scale) > SIGHTED {
        eyes(out, (x, head.0), if body.left { -head.1 } else { head.1 });
    }
}

/// Draws a line across the legs, which shows how far they have rolled.
fn spoke(out: &mut String, body: &BodyView, (x, y): (f32, f32), radius: f32) {
    let (dx, dy) = (body.turn.x * radius, body.turn.y * radius);
    let _ = writeln!(
        out,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#333333\"/>",
        x - dx,
        y + dy,
        x + dx,
        y - dy
    );
}

/// Returns the corners of a rotated box, in pixels.
fn rectangle(size: Point, turn: Point, (x, y): (f32, f32), scale: f32) -> [(f32, f32); 4] {
    let half = size * 0.5;
    let turned = |x: f32, y: f32| Point::new(x * turn.x - y * turn.y, x * turn.y + y * turn.x);
    let corners = [(-half.x, -half.y), (half.x, -half.y), (half.x, half.y), (-half.x, half.y)];
    corners.map(|(a, b)| turned(a, b)).map(|at| (x + at.x * scale, y - at.y * scale))
}

/// Draws two eyes; `reach` is the radius of the head, negative for an element that looks to the left.
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
