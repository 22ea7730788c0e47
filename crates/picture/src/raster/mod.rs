//! The painters for PNG and GIF: the SVG, its text as outlines of an embedded font, rasterised by `resvg`.
//!
//! A GIF has one image for each frame of the picture, all of the same size, with one palette of the colours of tiles and
//! the most frequent others, 256 in all: boards have few colours, so only the edges of letters are approximated. Time and memory are linear in the
//! number of pixels. A picture with too many pixels is an error here; [`crate::svg`] has no such limit.

mod outlines;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use gif::{Encoder, Repeat};
use resvg::tiny_skia::{Color, FilterQuality, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{
    Group, ImageHrefDataResolverFn, ImageHrefResolver, ImageHrefStringResolverFn, ImageKind, Node, Options, Tree,
};

use self::outlines::outlined;
use crate::svg::{Theme, themed};
use crate::{Frame, Picture, Point};

/// Pictures of more pixels than this, or than the memory allows, are scaled down, at most to `SMALLEST`, at which captions
/// can still be read.
const MOST_PIXELS: f32 = 64e6;
/// Bytes of a pixel of the image that is drawn, and of its copies while it is encoded.
const PIXEL: f32 = 10.0;
const SMALLEST: f32 = 0.4;
/// Pictures of fewer pixels are drawn at twice the size.
const SMALL: f32 = 4e6;
/// Hundredths of a second that an image of a GIF is shown, and the last one.
const STANDS: u16 = 60;
const LAST_STANDS: u16 = 250;
/// In a GIF of more images than this each image is shown for a shorter time.
const UNHURRIED: usize = 30;

/// The error of a picture that cannot be rasterised.
#[derive(Debug)]
pub enum RasterError {
    /// The picture has too many pixels; the fields are its unscaled width and height.
    TooLarge(f32, f32),
    /// The SVG, PNG or GIF library failed; the field is its message.
    Refused(String),
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RasterError::TooLarge(width, height) => {
                let limit = "too many for an image in the memory allowed; SVG has no such limit";
                write!(f, "the picture has {width} x {height} pixels, {limit}")
            }
            RasterError::Refused(why) => write!(f, "the picture could not be drawn: {why}"),
        }
    }
}

impl std::error::Error for RasterError {}

fn refused(error: impl fmt::Display) -> RasterError {
    RasterError::Refused(error.to_string())
}

/// Draws a picture as a PNG file: a film strip of its frames, as in SVG. A small picture is drawn at twice its size, one
/// whose image would take more than `bytes` of memory at a smaller one. `go_on` is asked between the steps.
///
/// # Errors
/// [`RasterError::TooLarge`] for a picture of too many pixels, and the errors of `go_on`.
pub fn png<E: From<RasterError>>(
    picture: &Picture,
    theme: Theme,
    bytes: u64,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    still(&themed(picture, theme), bytes, go_on)
}

/// Draws an SVG document as a PNG file, as [`png`] does.
///
/// # Errors
/// Returns an error if the document cannot be parsed or has too many pixels, and the errors of `go_on`.
pub fn still<E: From<RasterError>>(
    document: &str,
    bytes: u64,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let image = drawn(document, most_pixels(bytes, 1), &go_on)?;
    go_on()?;
    Ok(image.encode_png().map_err(refused)?)
}

/// Draws the frames of a picture as a GIF that repeats forever, in at most `bytes` of memory for its images. `go_on` is
/// asked before each image is drawn and encoded.
///
/// # Errors
/// Returns an error if a frame has too many pixels, or more than 65,535 on a side, and the errors of `go_on`.
pub fn gif<E: From<RasterError>>(
    picture: &Picture,
    theme: Theme,
    bytes: u64,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let (bounds, most) = (common_bounds(&picture.frames), most_pixels(bytes, picture.frames.len()));
    let drawn = |one| {
        go_on()?;
        drawn(&themed(&image(picture, one, bounds), theme), most, &go_on)
    };
    let images: Vec<Pixmap> = picture.frames.iter().map(drawn).collect::<Result<_, E>>()?;
    let tiles = picture.drawn_tiles();
    let literal: HashSet<Colour> = tiles.iter().flat_map(|(_, tile)| tile.colours()).map(|&rgb| rgb.into()).collect();
    animation(&images, &literal, stands, go_on)
}

/// The most pixels of each of so many images in `bytes` of memory.
#[allow(clippy::cast_precision_loss)]
fn most_pixels(bytes: u64, images: usize) -> f32 {
    MOST_PIXELS.min(bytes as f32 / PIXEL / images.max(1) as f32)
}

/// Draws SVG documents as a GIF that repeats forever. Each is scaled to about `pixels` pixels (width times height) and
/// shown for `hundredths` hundredths of a second. One document is held at a time.
///
/// # Errors
/// Returns the first error among the documents, or an error if one cannot be parsed or an image has too many pixels.
pub fn film<E: From<RasterError>>(
    documents: impl IntoIterator<Item = Result<String, E>>,
    pixels: f32,
    hundredths: u16,
) -> Result<Vec<u8>, E> {
    let drawn = |document: Result<String, E>| {
        let tree = tree(&document?)?;
        let scale = (pixels / (tree.size().width() * tree.size().height())).sqrt();
        Ok(rendered(&tree, scale, MOST_PIXELS, Color::WHITE)?)
    };
    let images: Vec<Pixmap> = documents.into_iter().map(drawn).collect::<Result<_, E>>()?;
    animation(&images, &HashSet::new(), |_, _| hundredths, || Ok(()))
}

/// Encodes images as a GIF whose palette keeps the colours `literal`. `stands` returns the hundredths of a second that
/// an image is shown, from its index and the number of images; `go_on` is asked before each image is encoded.
fn animation<E: From<RasterError>>(
    images: &[Pixmap],
    literal: &HashSet<Colour>,
    stands: impl Fn(usize, usize) -> u16,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let width = images.iter().map(Pixmap::width).max().unwrap_or(1);
    let height = images.iter().map(Pixmap::height).max().unwrap_or(1);
    let palette = Palette::of(images, literal);
    let side = |side: u32| u16::try_from(side).map_err(refused);
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, side(width)?, side(height)?, &palette.bytes()).map_err(refused)?;
    encoder.set_repeat(Repeat::Infinite).map_err(refused)?;
    for (index, image) in images.iter().enumerate() {
        go_on()?;
        let mut frame =
            gif::Frame::from_indexed_pixels(side(width)?, side(height)?, palette.indices(image, width, height), None);
        frame.delay = stands(index, images.len());
        encoder.write_frame(&frame).map_err(refused)?;
    }
    drop(encoder);
    Ok(out)
}

fn stands(index: usize, count: usize) -> u16 {
    match index + 1 == count {
        true => LAST_STANDS,
        false if count > UNHURRIED => STANDS / 4,
        false => STANDS,
    }
}

/// One frame with the legend, padded to `bounds` so that all frames have their boards at the same place.
fn image(picture: &Picture, frame: &Frame, bounds: (Point, Point)) -> Picture {
    let mut frame = frame.clone();
    if frame.has_board() {
        let corner = |at| crate::Edge { from: at, to: at, stroke: crate::Stroke::Link, role: crate::Role::Ground };
        frame.edges.extend([corner(bounds.0), corner(bounds.1)]);
    }
    Picture {
        title: picture.title.clone(),
        description: picture.description.clone(),
        legend: picture.legend.clone(),
        frames: vec![frame],
        tiles: picture.tiles.clone(),
        names: picture.names.clone(),
        abridged: picture.abridged,
    }
}

fn common_bounds(frames: &[Frame]) -> (Point, Point) {
    let start = (f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
    let (left, top, right, bottom) = frames
        .iter()
        .filter(|frame| frame.has_board())
        .map(Frame::bounds)
        .fold(start, |all, one| (all.0.min(one.0), all.1.min(one.1), all.2.max(one.2), all.3.max(one.3)));
    (Point { x: left, y: top }, Point { x: right, y: bottom })
}

/// Draws a document at its own size, at twice that if it is small, or scaled down if that has more than `most` pixels.
fn drawn<E: From<RasterError>>(document: &str, most: f32, go_on: impl Fn() -> Result<(), E>) -> Result<Pixmap, E> {
    let tree = tree(document)?;
    go_on()?;
    let pixels = tree.size().width() * tree.size().height();
    let wanted = if pixels < SMALL { 2.0 } else { 1.0 };
    Ok(rendered(&tree, (most / pixels).sqrt().clamp(SMALLEST, wanted), most, Color::TRANSPARENT)?)
}

fn tree(document: &str) -> Result<Tree, RasterError> {
    let outlined = outlined(document).map_err(refused)?;
    let options = Options { image_href_resolver: images(), ..Options::default() };
    Tree::from_str(&outlined, &options).map_err(refused)
}

/// Reads the images inside a document, whose text becomes outlines too. Nothing outside it is read.
fn images() -> ImageHrefResolver<'static> {
    let read = ImageHrefResolver::default_data_resolver();
    let resolve_data: ImageHrefDataResolverFn<'_> = Box::new(move |kind, data, options| {
        let drawn = str::from_utf8(&data).ok().and_then(|inner| outlined(inner).ok());
        read(kind, drawn.map_or(data, |drawn| Arc::new(drawn.into_bytes())), options)
    });
    let resolve_string: ImageHrefStringResolverFn<'_> = Box::new(|_, _| None);
    ImageHrefResolver { resolve_data, resolve_string }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, and checked against the limit
fn rendered(tree: &Tree, scale: f32, most: f32, ground: Color) -> Result<Pixmap, RasterError> {
    let (width, height) = (tree.size().width(), tree.size().height());
    // One percent of slack for rounding.
    if width * height * scale * scale > most * 1.01 {
        return Err(RasterError::TooLarge(width, height));
    }
    let side = |side: f32| (side * scale).ceil() as u32;
    let mut map = Pixmap::new(side(width), side(height)).ok_or(RasterError::TooLarge(width, height))?;
    map.fill(ground);
    resvg::render(tree, Transform::from_scale(scale, scale), &mut map.as_mut());
    bitmaps(tree.root(), Transform::from_scale(scale, scale), &mut HashMap::new(), &mut map);
    Ok(map)
}

/// Draws the embedded PNG images of a document, which the renderer leaves out, above its shapes.
fn bitmaps(group: &Group, scale: Transform, known: &mut HashMap<Arc<Vec<u8>>, Option<Pixmap>>, map: &mut Pixmap) {
    for node in group.children() {
        match node {
            Node::Group(group) => bitmaps(group, scale, known, map),
            Node::Image(image) => {
                let ImageKind::PNG(bytes) = image.kind() else { continue };
                let decoded = known.entry(Arc::clone(bytes)).or_insert_with(|| Pixmap::decode_png(bytes).ok());
                let Some(decoded) = decoded else { continue };
                let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
                map.draw_pixmap(0, 0, decoded.as_ref(), &paint, scale.pre_concat(image.abs_transform()), None);
            }
            _ => {}
        }
    }
}

type Colour = [u8; 3];

/// At most 256 colours, and the index of the nearest of them for each colour of the images.
struct Palette {
    colours: Vec<Colour>,
    index: HashMap<Colour, u8>,
}

impl Palette {
    /// Builds the palette of the colours `literal` that occur and the most frequent others; each other colour is mapped to
    /// the nearest of them.
    fn of(images: &[Pixmap], literal: &HashSet<Colour>) -> Palette {
        let mut counts: HashMap<Colour, u64> = HashMap::new();
        for pixel in images.iter().flat_map(Pixmap::pixels) {
            *counts.entry([pixel.red(), pixel.green(), pixel.blue()]).or_default() += 1;
        }
        let mut ranked: Vec<(Colour, u64)> = counts.into_iter().collect();
        ranked.sort_unstable_by_key(|&(colour, count)| (!literal.contains(&colour), Reverse(count), colour));
        let colours: Vec<Colour> = ranked.iter().take(256).map(|entry| entry.0).collect();
        let index = ranked.iter().map(|&(colour, _)| (colour, nearest(&colours, colour))).collect();
        Palette { colours, index }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// The palette indices of an image row by row, padded at the right and below with the first colour.
    fn indices(&self, image: &Pixmap, width: u32, height: u32) -> Vec<u8> {
        let mut out = Vec::with_capacity(width as usize * height as usize);
        for row in image.pixels().chunks(image.width() as usize) {
            let known = |colour: Colour| self.index.get(&colour).copied().unwrap_or(0);
            out.extend(row.iter().map(|pixel| known([pixel.red(), pixel.green(), pixel.blue()])));
            out.resize(out.len() + (width - image.width()) as usize, 0);
        }
        out.resize(width as usize * height as usize, 0);
        out
    }
}

fn nearest(colours: &[Colour], wanted: Colour) -> u8 {
    let far =
        |colour: &Colour| -> u32 { (0..3).map(|part| u32::from(colour[part].abs_diff(wanted[part])).pow(2)).sum() };
    let found = colours.iter().enumerate().min_by_key(|(_, colour)| far(colour));
    found.and_then(|(index, _)| u8::try_from(index).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role::Rgb;
    use crate::{Cell, Placed, Role, Shape, Tile};

    fn frame(role: Role, label: &str) -> Frame {
        let cell = Cell { at: Point::grid(0, 0), shape: Shape::Square, role, label: label.into(), act: None };
        Frame { caption: label.into(), cells: vec![cell], ..Frame::default() }
    }

    fn pixels(picture: &Picture) -> Result<Pixmap, RasterError> {
        drawn(&themed(picture, Theme::Light), MOST_PIXELS, go_on)
    }

    fn go_on() -> Result<(), RasterError> {
        Ok(())
    }

    fn dark(map: &Pixmap) -> usize {
        map.pixels().iter().filter(|pixel| pixel.red() < 80 && pixel.green() < 80).count()
    }

    #[test]
    fn letters_are_drawn_without_fonts_of_the_system() {
        let drawn = |label: &str| {
            let mut picture = Picture::still("", "", frame(Role::Ground, ""));
            picture.frames[0].cells[0].label = label.into();
            dark(&pixels(&picture).unwrap())
        };
        assert!(drawn("5₁") > drawn("") + 20);
    }

    #[test]
    fn a_gif_has_a_frame_a_state() {
        let frames =
            vec![frame(Role::Ground, "a"), frame(Role::Block, "b"), frame(Role::Goal, "longer than the others")];
        let picture = Picture { frames, ..Picture::default() };
        let bytes = gif(&picture, Theme::Light, u64::MAX, go_on).unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
        let mut seen = 0;
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert!(frame.width >= 560 && frame.delay > 0);
            seen += 1;
        }
        assert_eq!(seen, 3);
    }

    /// Tiles of 200 colours beside a caption whose letters have edges of many greys.
    #[test]
    fn the_colours_of_tiles_are_kept() {
        let colours: Vec<Rgb> = (0..200).map(|index| (index, 255 - index, 100 + index % 16)).collect();
        let pixels: Vec<Option<u8>> = (0..200).map(Some).collect();
        let tile = Tile::new("", "", (20, 10), &colours, &pixels).unwrap();
        let mut one = frame(Role::Ground, "a caption of several words");
        one.tiles = vec![Placed { at: Point::grid(0, 0), tile: 0 }];
        let picture = Picture { tiles: vec![tile], ..Picture::still("", "", one) };
        let bytes = gif(&picture, Theme::Light, u64::MAX, go_on).unwrap();
        let decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
        let palette: HashSet<&[u8]> = decoder.global_palette().unwrap().chunks(3).collect();
        assert!(colours.iter().all(|&(red, green, blue)| palette.contains([red, green, blue].as_slice())));
        let map = self::tests::pixels(&picture).unwrap();
        let seen: HashSet<Colour> =
            map.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        assert!(colours.iter().all(|&rgb| seen.contains(&Colour::from(rgb))));
    }

    /// Tiles of one colour side by side at odd scales: the ground must not shine through anywhere between them.
    #[test]
    fn no_gaps_are_between_tiles_at_any_scale() {
        let tile = Tile::new(
            "",
            "",
            (5, 5),
            &[(200, 30, 60), (201, 30, 60)],
            &[[Some(0), Some(1), Some(0), Some(1), Some(0)]; 5].concat(),
        )
        .unwrap();
        let places = (0..49).map(|index| Placed { at: Point::grid(index / 7, index % 7), tile: 0 });
        let one = Frame { tiles: places.collect(), ..Frame::default() };
        let picture = Picture { tiles: vec![tile], ..Picture::still("", "", one) };
        let tree = tree(&themed(&picture, Theme::Light)).unwrap();
        for scale in [0.37, 0.511, 0.9, 1.0, 1.13, 1.7003, 2.0, 3.333] {
            let map = rendered(&tree, scale, MOST_PIXELS, Color::WHITE).unwrap();
            let (from, to) = ((21.0 * scale).ceil() as u32 + 1, (299.0 * scale).floor() as u32 - 1);
            let odd = |x: u32, y: u32| map.pixel(x, y).is_none_or(|pixel| pixel.green() != 30 || pixel.alpha() != 255);
            let gaps = (from..to).flat_map(|y| (from..to).map(move |x| (x, y))).filter(|&(x, y)| odd(x, y)).count();
            assert_eq!(gaps, 0, "scale {scale}");
        }
    }

    #[test]
    fn a_film_has_a_frame_a_document_and_keeps_to_its_size() {
        let document = |x: u32| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 200\" width=\"400\" height=\"200\"><rect x=\"{x}\" width=\"200\" height=\"200\" fill=\"#d55e00\"/></svg>"
            )
        };
        let documents = [0, 100, 200].map(|x| Ok::<_, RasterError>(document(x)));
        let bytes = film(documents, 5000.0, 10).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let mut filled = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert_eq!((frame.width, frame.height, frame.delay), (100, 50, 10));
            filled.push([10, 60].map(|x| frame.buffer[x * 4] == 0xd5));
        }
        assert_eq!(filled, [[true, false], [false, true], [false, true]]);
        assert!(film([Ok::<_, RasterError>("<svg".into())], 5000.0, 10).is_err());
    }

    #[test]
    fn bitmaps_within_a_document_are_drawn_and_files_are_not_read() {
        let mut dot = Pixmap::new(2, 2).unwrap();
        dot.fill(Color::from_rgba8(213, 94, 0, 255));
        let path = std::env::temp_dir().join(format!("menagerie-raster-{}.png", std::process::id()));
        std::fs::write(&path, dot.encode_png().unwrap()).unwrap();
        let document = |href: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><defs><image id=\"a\" x=\"-0.5\" y=\"-0.5\" width=\"1\" height=\"1\" href=\"{href}\"/></defs>\
                 <use href=\"#a\" transform=\"matrix(8 0 0 8 4 4)\"/></svg>"
            )
        };
        let orange = |href: &str| {
            let map = rendered(&tree(&document(href)).unwrap(), 1.0, MOST_PIXELS, Color::WHITE).unwrap();
            map.pixels().iter().filter(|pixel| pixel.red() == 213 && pixel.blue() == 0).count()
        };
        const DOT: &str = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnIHdpZHRoPScyJyBoZWlnaHQ9JzInPjxyZWN0IHdpZHRoPScyJyBoZWlnaHQ9JzInIGZpbGw9JyNkNTVlMDAnLz48L3N2Zz4=";
        assert_eq!((orange(DOT), orange(path.to_str().unwrap())), (64, 0));
        let coded = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEUlEQVR4nGO4GsfwH4QZYAwATtoIySbYESUAAAAASUVORK5CYII=";
        assert!(orange(coded) > 30, "{}", orange(coded));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn too_large_a_picture_is_refused() {
        let mut picture = Picture::still("", "", frame(Role::Ground, ""));
        picture.frames[0].cells[0].at = Point { x: 0.0, y: 100_000.0 };
        picture.frames[0].cells.push(frame(Role::Ground, "").cells.remove(0));
        assert!(matches!(png(&picture, Theme::Light, u64::MAX, go_on), Err(RasterError::TooLarge(..))));
    }

    #[test]
    fn images_become_smaller_with_the_memory() {
        let picture = Picture::still("", "", frame(Role::Ground, "a"));
        let side =
            |bytes: u64| Pixmap::decode_png(&png(&picture, Theme::Light, bytes, go_on).unwrap()).unwrap().width();
        let whole = side(u64::MAX);
        let part = side(u64::from(whole) * u64::from(whole));
        assert!(part < whole, "{part} of {whole}");
        assert!(matches!(png(&picture, Theme::Light, 1000, go_on), Err(RasterError::TooLarge(..))));
        let stop = || Err(RasterError::Refused("stopped".into()));
        for stopped in [png(&picture, Theme::Light, u64::MAX, stop), gif(&picture, Theme::Light, u64::MAX, stop)] {
            assert!(matches!(stopped, Err(RasterError::Refused(why)) if why == "stopped"));
        }
    }
}
