//! Pictures of kinds: image files beside the world, checked and limited in size, as data URLs.
//!
//! The header of a PNG file must state a small size. An SVG file may hold shapes, texts and gradients: elements that
//! run scripts, load something, repeat others or filter them are errors, and so is every reference out of the file.
//! Where an SVG is shown as an image, browsers do not run or load anything from it either.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use roxmltree::{Document, Node, ParsingOptions};

use crate::definition::Definition;
use crate::files::{self, Files};
use crate::problem::Problem;

/// Bytes of one picture, and of all of a world.
const MAX_BYTES: usize = 256 << 10;
const MAX_IN_ALL: usize = 1 << 20;
/// Pixels of a side of a PNG.
const MAX_PIXELS: u32 = 1024;
/// Elements, attributes and texts of an SVG.
const MAX_NODES: u32 = 20_000;
/// Pixels that take about as long to draw as one shape.
const PIXELS_OF_SHAPE: u64 = 1024;
/// Elements within each other in an SVG.
const MAX_DEPTH: usize = 64;

const SVG: &str = "http://www.w3.org/2000/svg";
/// Elements that an SVG may have.
const ALLOWED: &[&str] = &[
    "svg",
    "g",
    "defs",
    "title",
    "desc",
    "metadata",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "style",
];

/// Loads the pictures of the kinds that have one, as data URLs by the name of the kind.
pub(crate) fn load(definition: &Definition, files: &dyn Files) -> Result<BTreeMap<String, String>, Problem> {
    let mut all = BTreeMap::new();
    let mut bytes = 0;
    for (kind, about) in &definition.kinds {
        let Some(file) = &about.appearance else { continue };
        let picture = files::bytes(files, file, MAX_BYTES)?;
        bytes += picture.len();
        if bytes > MAX_IN_ALL {
            let message = "the pictures are too large; expected at most 1 MiB for all of a world";
            return Err(Problem::of(file, message));
        }
        all.insert(kind.clone(), url(file, &picture)?);
    }
    Ok(all)
}

/// Returns the number of shapes of a picture, given as its data URL: the elements of an SVG; of pixels, as many as take
/// as long to draw.
pub(crate) fn shapes(url: &str) -> u64 {
    let bytes = url.split_once(',').and_then(|(_, text)| STANDARD.decode(text).ok()).unwrap_or_default();
    match size(&bytes) {
        Some((width, height)) => 1 + u64::from(width) * u64::from(height) / PIXELS_OF_SHAPE,
        None => bytes.iter().filter(|&&byte| byte == b'<').count() as u64,
    }
}

fn url(file: &str, bytes: &[u8]) -> Result<String, Problem> {
    let name = file.to_lowercase();
    let media = if name.ends_with(".png") {
        png(bytes).map_err(|message| Problem::of(file, message))?;
        "image/png"
    } else if name.ends_with(".svg") {
        let text = std::str::from_utf8(bytes).map_err(|_| Problem::of(file, "the file is not UTF-8"))?;
        svg(text).map_err(|(at, message)| Problem::at(file, text, at, message))?;
        "image/svg+xml"
    } else {
        return Err(Problem::of(file, "this is no picture that can be drawn; expected a file .svg or .png"));
    };
    Ok(format!("data:{media};base64,{}", STANDARD.encode(bytes)))
}

/// Checks the size in the header of a PNG file, which limits the cost of decoding.
fn png(bytes: &[u8]) -> Result<(), String> {
    let Some((width, height)) = size(bytes) else { return Err("this is no PNG file".into()) };
    let fits = |side: u32| (1..=MAX_PIXELS).contains(&side);
    if fits(width) && fits(height) {
        Ok(())
    } else {
        Err(format!("the picture has {width} by {height} pixels; expected at most {MAX_PIXELS} a side"))
    }
}

/// The width and height in the header of a PNG file; `None` if this is none.
fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let side = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    let begins = bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR");
    Some((side(16)?, side(20)?)).filter(|_| begins)
}

/// Checks an SVG; the error is the byte offset of the problem and a message.
fn svg(text: &str) -> Result<(), (usize, String)> {
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document =
        Document::parse_with_options(text, options).map_err(|error| (0, format!("the SVG cannot be read: {error}")))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" || root.tag_name().namespace() != Some(SVG) {
        return Err((root.range().start, "this is no SVG; expected <svg xmlns=\"http://www.w3.org/2000/svg\">".into()));
    }
    for node in document.descendants().filter(Node::is_element) {
        element(node).map_err(|message| (node.range().start, message))?;
    }
    Ok(())
}

fn element(node: Node<'_, '_>) -> Result<(), String> {
    let name = node.tag_name().name();
    if node.ancestors().take(MAX_DEPTH + 2).count() > MAX_DEPTH + 1 {
        return Err(format!("<{name}> lies within more than {MAX_DEPTH} elements"));
    }
    match node.tag_name().namespace() {
        Some(SVG) if !ALLOWED.contains(&name) => {
            return Err(format!("<{name}> is not allowed in a picture; expected shapes, texts and gradients"));
        }
        Some("http://www.w3.org/1999/xhtml") => return Err(format!("<{name}> is HTML, which no picture may hold")),
        _ => {}
    }
    for attribute in node.attributes() {
        let own = attribute.name().to_lowercase();
        let outside = own == "href" && !attribute.value().trim_start().starts_with('#');
        if own.starts_with("on") || own == "base" || outside || leads_out(attribute.value()) {
            return Err(format!("the attribute {own} of <{name}> runs or loads something, which no picture may"));
        }
    }
    if name == "style" && node.children().filter_map(|child| child.text()).any(leads_out) {
        return Err("<style> loads something, which no picture may".into());
    }
    Ok(())
}

/// Whether a style refers to something outside the file, or uses escapes that could hide such a reference.
fn leads_out(style: &str) -> bool {
    let style: String = style.to_lowercase().chars().filter(|character| !character.is_whitespace()).collect();
    let elsewhere = style
        .match_indices("url(")
        .any(|(at, found)| !style[at + found.len()..].trim_start_matches(['"', '\'']).starts_with('#'));
    elsewhere || style.contains("@import") || style.contains('\\') || style.contains("javascript:")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn refused(inner: &str) -> bool {
        svg(&format!("<svg xmlns=\"{SVG}\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">{inner}</svg>")).is_err()
    }

    #[test]
    fn pictures_that_run_or_load_are_refused() {
        for wrong in [
            "<script>alert(1)</script>",
            "<rect onload=\"alert(1)\"/>",
            "<image href=\"http://example.org/a.png\"/>",
            "<use href=\"#a\"/>",
            "<foreignObject><p xmlns=\"http://www.w3.org/1999/xhtml\">x</p></foreignObject>",
            "<style>@import url(http://example.org/a.css)</style>",
            "<style>rect{fill:url( 'http://example.org/a' )}</style>",
            "<rect fill=\"url(http://example.org/a#b)\"/>",
            "<linearGradient xlink:href=\"other.svg#a\"/>",
            "<filter><feGaussianBlur/></filter>",
            "<animate/>",
            "<style>rect{fill:u\\72l(x)}</style>",
        ] {
            assert!(refused(wrong), "{wrong}");
        }
        assert!(svg("<!DOCTYPE svg [<!ENTITY a \"b\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&a;</svg>").is_err());
        assert!(refused(&format!("{}{}", "<g>".repeat(2000), "</g>".repeat(2000))));
        assert!(svg("<svg/>").is_err() && svg("<html/>").is_err() && svg("").is_err());
    }

    #[test]
    fn shapes_gradients_and_what_drawing_programs_add_are_allowed() {
        let inner = "<defs><linearGradient id=\"a\"><stop offset=\"0\"/></linearGradient></defs>\
                     <style>path{fill:url(#a)}</style><path d=\"M0 0h9v9z\" style=\"fill:url('#a')\"/>\
                     <linearGradient xlink:href=\"#a\"/><x:view xmlns:x=\"http://example.org/x\" x:zoom=\"2\"/>";
        assert!(!refused(inner));
    }

    fn head(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes().iter().chain(&height.to_be_bytes()));
        bytes
    }

    #[test]
    fn the_shapes_of_a_picture_are_counted() {
        let drawn = format!("<svg xmlns=\"{SVG}\">{}</svg>", "<rect/>".repeat(98));
        assert_eq!(shapes(&url("a.svg", drawn.as_bytes()).unwrap()), 100);
        assert_eq!(shapes(&url("a.png", &head(1024, 512)).unwrap()), 513);
    }

    #[test]
    fn a_png_says_a_small_size() {
        assert!(png(&head(32, 32)).is_ok() && png(&head(4096, 4)).is_err() && png(&head(0, 4)).is_err());
        assert!(png(b"GIF89a").is_err() && png(&head(32, 32)[..20]).is_err());
    }
}
