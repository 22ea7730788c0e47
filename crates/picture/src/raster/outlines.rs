//! Replaces the text of an SVG document by the outlines of its letters, so that a renderer without fonts can draw it.
//!
//! Letters are those of DejaVu Sans, regular or bold, and stand side by side by their advance widths from left to
//! right: there is no kerning, no ligature and no bidirectional order, so that scripts which need them (Arabic, say)
//! look right only where a browser draws the SVG. (The renderer's own text layout draws them, but takes longer to
//! compile than the rest of it.) The attributes `x`, `y`, `font-size`, `font-weight` and `text-anchor` are obeyed,
//! also on a `tspan` and where they are inherited; every other attribute is kept. The cost is linear in the document.

use std::fmt::Write;
use std::sync::LazyLock;

use roxmltree::{Document, Node};
use ttf_parser::{Face, OutlineBuilder};

/// The attributes that the outlines obey, and that are therefore left out of the elements written.
const OBEYED: [&str; 6] = ["x", "y", "font-size", "font-weight", "font-family", "text-anchor"];
/// The size of letters where none is given.
const SIZE: f32 = 16.0;

static REGULAR: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(dejavu::sans::regular(), 0).ok());
static BOLD: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(dejavu::sans::bold(), 0).ok());

/// Returns the document with each `text` element as a group of paths.
///
/// # Errors
/// Returns an error if the document is not XML.
pub(super) fn outlined(document: &str) -> Result<String, roxmltree::Error> {
    let tree = Document::parse(document)?;
    let mut out = String::with_capacity(document.len());
    let mut copied = 0;
    for text in tree.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text"))) {
        out.push_str(&document[copied..text.range().start]);
        group(&mut out, document, text);
        copied = text.range().end;
    }
    out.push_str(&document[copied..]);
    Ok(out)
}

/// Letters of one text node.
struct Run<'a> {
    /// The element that holds the letters: the `text` or a `tspan` in it.
    element: Node<'a, 'a>,
    words: String,
    /// The coordinates at which the element places its first letters.
    x: Option<f32>,
    y: Option<f32>,
    face: &'static Face<'static>,
    /// Pixels for a unit of the font.
    scale: f32,
}

impl<'a> Run<'a> {
    fn new(node: Node<'a, 'a>) -> Option<Run<'a>> {
        let element = node.parent_element()?;
        let bold = matches!(inherited(element, "font-weight"), Some("bold" | "600" | "700" | "800" | "900"));
        let face = if bold { BOLD.as_ref() } else { REGULAR.as_ref() }?;
        let scale = inherited(element, "font-size").and_then(pixels).unwrap_or(SIZE) / f32::from(face.units_per_em());
        let is_first = node.prev_sibling().is_none();
        let own = |name| element.attribute(name).filter(|_| is_first).and_then(pixels);
        Some(Run { element, words: collapsed(node.text()?), x: own("x"), y: own("y"), face, scale })
    }

    fn width(&self) -> f32 {
        self.words.chars().map(|letter| self.advance(letter)).sum()
    }

    fn advance(&self, letter: char) -> f32 {
        let glyph = self.face.glyph_index(letter).unwrap_or_default();
        self.scale * f32::from(self.face.glyph_hor_advance(glyph).unwrap_or_default())
    }

    /// Appends the outlines of the letters from `x` on; returns where they end.
    fn draw(&self, path: &mut String, (mut x, y): (f32, f32)) -> f32 {
        for letter in self.words.chars() {
            let glyph = self.face.glyph_index(letter).unwrap_or_default();
            self.face.outline_glyph(glyph, &mut Pen { path, corner: (x, y), scale: self.scale });
            x += self.advance(letter);
        }
        x
    }
}

/// Writes a text element as a group with a path for each of its runs.
fn group(out: &mut String, document: &str, text: Node<'_, '_>) {
    let own = |name| text.attribute(name).and_then(pixels).unwrap_or_default();
    let (mut x, mut y) = (own("x"), own("y"));
    let runs = runs(text);
    let _ = write!(out, "<g{}>", kept(document, text));
    for (index, run) in runs.iter().enumerate() {
        y = run.y.unwrap_or(y);
        if index == 0 || run.x.is_some() {
            let beside = runs[index + 1..].iter().take_while(|next| next.x.is_none());
            x = run.x.unwrap_or(x) - anchored(run.element) * (run.width() + beside.map(Run::width).sum::<f32>());
        }
        let kept = if run.element == text { String::new() } else { kept(document, run.element) };
        let _ = write!(out, "<path{kept} d=\"");
        x = run.draw(out, (x, y));
        out.push_str("\"/>");
    }
    out.push_str("</g>");
}

/// The runs of a text element, without white space at its beginning and end.
fn runs<'a>(text: Node<'a, 'a>) -> Vec<Run<'a>> {
    let mut runs: Vec<Run<'_>> = text.descendants().filter(Node::is_text).filter_map(Run::new).collect();
    if let Some(first) = runs.first_mut() {
        first.words = first.words.trim_start().to_owned();
    }
    if let Some(last) = runs.last_mut() {
        last.words.truncate(last.words.trim_end().len());
    }
    runs.retain(|run| !run.words.is_empty());
    runs
}

/// The part of a run's width that stands to the left of its coordinate.
fn anchored(element: Node<'_, '_>) -> f32 {
    match inherited(element, "text-anchor") {
        Some("middle") => 0.5,
        Some("end") => 1.0,
        _ => 0.0,
    }
}

/// The attributes of an element that the outlines do not obey, as they are written in the document.
fn kept(document: &str, element: Node<'_, '_>) -> String {
    let kept = element.attributes().filter(|attribute| !OBEYED.contains(&attribute.name()));
    kept.map(|attribute| format!(" {}", &document[attribute.range()])).collect()
}

fn inherited<'a>(element: Node<'a, '_>, name: &str) -> Option<&'a str> {
    element.ancestors().find_map(|node| node.attribute(name))
}

fn pixels(length: &str) -> Option<f32> {
    length.trim().trim_end_matches("px").parse().ok()
}

/// Text in which each stretch of white space is one space.
fn collapsed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars().map(|letter| if letter.is_ascii_whitespace() { ' ' } else { letter }) {
        if letter != ' ' || !out.ends_with(' ') {
            out.push(letter);
        }
    }
    out
}

/// Writes an outline in units of a font as commands of a path.
struct Pen<'a> {
    path: &'a mut String,
    corner: (f32, f32),
    scale: f32,
}

impl Pen<'_> {
    fn command<const N: usize>(&mut self, letter: char, points: [(f32, f32); N]) {
        self.path.push(letter);
        for (x, y) in points {
            let _ = write!(self.path, "{} {} ", self.corner.0 + x * self.scale, self.corner.1 - y * self.scale);
        }
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.command('M', [(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('L', [(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.command('Q', [(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.command('C', [(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(inside: &str) -> String {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"30\">{inside}</svg>")
    }

    /// The first coordinate of each path.
    fn begins(inside: &str) -> Vec<f32> {
        let drawn = outlined(&document(inside)).unwrap();
        assert!(!drawn.contains("<text") && Document::parse(&drawn).is_ok(), "{drawn}");
        let paths = drawn.split(" d=\"M").skip(1);
        paths.map(|path| path.split(' ').next().unwrap().parse().unwrap()).collect()
    }

    #[test]
    fn everything_but_text_is_copied() {
        let plain = document("<rect class=\"a\" width=\"3\" height=\"3\"/><!-- a remark -->");
        assert_eq!(outlined(&plain).unwrap(), plain);
        assert!(outlined("<svg").is_err());
    }

    #[test]
    fn text_keeps_its_attributes_and_stands_where_it_is_anchored() {
        let drawn =
            outlined(&document("<text class=\"ink\" x=\"5\" y=\"9\" font-size=\"10\">H &lt; i</text>")).unwrap();
        assert!(drawn.contains("<g class=\"ink\"><path d=\"M"), "{drawn}");
        let at = |anchor: &str| begins(&format!("<text x=\"50\" y=\"9\" text-anchor=\"{anchor}\">HH</text>"))[0];
        let (start, middle, end) = (at("start"), at("middle"), at("end"));
        assert!(start > 50.0 && (start - middle - (middle - end)).abs() < 0.01 && start - end > 20.0);
    }

    #[test]
    fn size_and_weight_are_inherited() {
        let wide = |inside: &str| {
            let both = begins(inside);
            both[1] - both[0]
        };
        let usual = wide("<text>H<tspan>H</tspan></text>");
        let large = wide("<g font-size=\"32\"><text>H<tspan>H</tspan></text></g>");
        let bold = wide("<text font-weight=\"700\">H<tspan>H</tspan></text>");
        assert!((large / usual - 2.0).abs() < 0.01 && bold > usual);
    }

    #[test]
    fn a_tspan_goes_on_or_begins_anew() {
        let both = begins("<text x=\"1\" y=\"9\">H<tspan x=\"60\" fill=\"red\">H</tspan></text>");
        assert!(both[0] < 3.0 && both[1] > 60.0 && both[1] < 63.0, "{both:?}");
    }

    #[test]
    fn text_after_a_tspan_goes_on_and_a_tspan_may_be_first() {
        let three = begins("<text x=\"50\" y=\"9\">\n  <tspan>H</tspan>H<tspan>H</tspan>H</text>");
        let width = three[1] - three[0];
        assert!(three[0] > 50.0 && three[0] < 53.0 && width > 5.0, "{three:?}");
        assert!(three.windows(2).all(|pair| (pair[1] - pair[0] - width).abs() < 0.01), "{three:?}");
        let apart = begins("<text>H <tspan>H</tspan></text>");
        assert!(apart[1] - apart[0] > width + 2.0, "the space between them is kept: {apart:?}");
    }
}
