//! The painters for PNG and GIF: the SVG, its text as outlines of an embedded font, rasterised by `resvg`.
//!
//! A GIF has one image for each frame of the picture, all of the same size, with one palette of the colours of tiles
//! and the most frequent others, 256 in all: boards have few colours, so only the edges of letters are approximated.
//! The title of the picture stands in the file. Time and memory are linear in the number of pixels. A picture with too
//! many pixels is an error here; [`crate::svg`] has no such limit.

mod outlines;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use gif::{Encoder, Extension, Repeat};
use resvg::tiny_skia::{Color, FilterQuality, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{
    Group, ImageHrefDataResolverFn, ImageHrefResolver, ImageHrefStringResolverFn, ImageKind, Node, Options, Tree,
};

use self::outlines::outlined;
use crate::Picture;
use crate::svg::{self, Appearance, Theme, UNIT};

/// Pictures of more pixels than this, or than the memory allows, are scaled down, at most to `SMALLEST`, at which
/// captions can still be read.
const MAX_PIXELS: f32 = 64e6;
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
    /// The picture has too many pixels; the fields are its width and height, unscaled where it would be scaled down.
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

/// How a picture becomes an image or a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImageOptions {
    /// The colours, and whether boards are drawn alone.
    pub appearance: Appearance,
    /// The width of a cell in pixels. Without it a small picture is drawn at twice the size of its SVG document, and
    /// one that would take too much memory at a smaller one.
    pub cell: Option<u16>,
    /// How many times faster than usual a film is shown.
    pub speed: f32,
}

impl Default for ImageOptions {
    fn default() -> ImageOptions {
        ImageOptions { appearance: Appearance { theme: Theme::Light, bare: false }, cell: None, speed: 1.0 }
    }
}

impl ImageOptions {
    /// The pixels for a pixel of the SVG document.
    fn scale(&self) -> Option<f32> {
        self.cell.map(|cell| f32::from(cell) / UNIT)
    }

    /// The hundredths of a second that an image is shown, from its index and the number of images. Viewers show images
    /// of less than two hundredths slowly.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // within the bounds of the type
    fn stands(&self, index: usize, count: usize) -> u16 {
        (f32::from(stands(index, count)) / self.speed).round().clamp(2.0, f32::from(u16::MAX)) as u16
    }
}

/// Draws a picture as a PNG file: a film strip of its frames, as in SVG, with the title of the picture as its `Title`.
/// An image takes at most `bytes` of memory. `go_on` is asked between the steps.
///
/// # Errors
/// [`RasterError::TooLarge`] for a picture of too many pixels, and the errors of `go_on`.
pub fn png<E: From<RasterError>>(
    picture: &Picture,
    options: &ImageOptions,
    bytes: u64,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let document = svg::drawn(picture, options.appearance);
    let image = drawn(&document, options.scale(), most_pixels(bytes, 1), &go_on)?;
    go_on()?;
    Ok(encoded(image, &picture.title).map_err(refused)?)
}

/// Draws an SVG document as a PNG file. A small one is drawn at twice its size, one whose image would take more than
/// `bytes` of memory at a smaller one. `go_on` is asked between the steps.
///
/// # Errors
/// Returns an error if the document cannot be parsed or has too many pixels, and the errors of `go_on`.
pub fn still<E: From<RasterError>>(
    document: &str,
    bytes: u64,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let image = drawn(document, None, most_pixels(bytes, 1), &go_on)?;
    go_on()?;
    Ok(encoded(image, "").map_err(refused)?)
}

/// Encodes an image as PNG with a title; an empty one is left out.
fn encoded(image: Pixmap, title: &str) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, image.width(), image.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let title = printable(title);
    if title.chars().any(|letter| u32::from(letter) > 0xff) {
        encoder.add_itxt_chunk("Title".into(), title)?;
    } else if !title.is_empty() {
        encoder.add_text_chunk("Title".into(), title)?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&image.take_demultiplied())?;
    writer.finish()?;
    Ok(out)
}

/// A title without control characters.
fn printable(title: &str) -> String {
    title.chars().filter(|letter| !letter.is_control()).collect()
}

/// Draws the frames of a picture as a GIF that repeats forever, in at most `bytes` of memory for its images. All have
/// their boards at the same place and one legend below, that of the whole film; the title of the picture is a comment
/// in the file. `go_on` is asked before each image is drawn and encoded.
///
/// # Errors
/// Returns an error if a frame has too many pixels, or more than 65,535 on a side, and the errors of `go_on`.
pub fn gif<E: From<RasterError>>(
    picture: &Picture,
    options: &ImageOptions,
    bytes: u64,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let most = most_pixels(bytes, picture.frames.len());
    let drawn = |document: String| {
        go_on()?;
        drawn(&document, options.scale(), most, &go_on)
    };
    let images: Vec<Pixmap> = svg::images(picture, options.appearance).map(drawn).collect::<Result<_, E>>()?;
    let tiles = picture.drawn_tiles();
    let literal: HashSet<Colour> = tiles.iter().flat_map(|(_, tile)| tile.colours()).map(|&rgb| rgb.into()).collect();
    animation(&images, &literal, &picture.title, |index, count| options.stands(index, count), go_on)
}

/// The most pixels of each of so many images in `bytes` of memory.
#[allow(clippy::cast_precision_loss)]
fn most_pixels(bytes: u64, images: usize) -> f32 {
    MAX_PIXELS.min(bytes as f32 / PIXEL / images.max(1) as f32)
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
        Ok(rendered(&tree, scale, MAX_PIXELS, Color::WHITE)?)
    };
    let images: Vec<Pixmap> = documents.into_iter().map(drawn).collect::<Result<_, E>>()?;
    animation(&images, &HashSet::new(), "", |_, _| hundredths, || Ok(()))
}

/// Encodes images as a GIF whose palette keeps the colours `literal`, with a title unless that is empty. `stands`
/// returns the hundredths of a second that an image is shown, from its index and the number of images; `go_on` is asked
/// before each image is encoded.
fn animation<E: From<RasterError>>(
    images: &[Pixmap],
    literal: &HashSet<Colour>,
    title: &str,
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
    let title = printable(title);
    if !title.is_empty() {
        encoder.write_raw_extension(Extension::Comment.into(), &[title.as_bytes()]).map_err(refused)?;
    }
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

/// Draws a document at a scale; without one at its own size, at twice that if it is small, or scaled down if that has
/// more than `most` pixels.
fn drawn<E: From<RasterError>>(
    document: &str,
    scale: Option<f32>,
    most: f32,
    go_on: impl Fn() -> Result<(), E>,
) -> Result<Pixmap, E> {
    let tree = tree(document)?;
    go_on()?;
    let pixels = tree.size().width() * tree.size().height();
    let wanted = if pixels < SMALL { 2.0 } else { 1.0 };
    let scale = scale.unwrap_or_else(|| (most / pixels).sqrt().clamp(SMALLEST, wanted));
    Ok(rendered(&tree, scale, most, Color::TRANSPARENT)?)
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
        let drawn = scale.max(1.0);
        return Err(RasterError::TooLarge((width * drawn).round(), (height * drawn).round()));
    }
    // A side of whole pixels does not gain another by rounding.
    let side = |side: f32| (side * scale - 0.01).ceil().max(1.0) as u32;
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
    /// Builds the palette of the colours `literal` that occur and the most frequent others; each other colour is mapped
    /// to the nearest of them.
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

    /// The palette indices of an image row by row, padded at the right and below with the colour nearest to white, as
    /// the page has it.
    fn indices(&self, image: &Pixmap, width: u32, height: u32) -> Vec<u8> {
        let page = nearest(&self.colours, [255; 3]);
        let mut out = Vec::with_capacity(width as usize * height as usize);
        for row in image.pixels().chunks(image.width() as usize) {
            let known = |colour: Colour| self.index.get(&colour).copied().unwrap_or(0);
            out.extend(row.iter().map(|pixel| known([pixel.red(), pixel.green(), pixel.blue()])));
            out.resize(out.len() + (width - image.width()) as usize, page);
        }
        out.resize(width as usize * height as usize, page);
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
    use crate::svg::themed;
    use crate::{Cell, ColourRole, Frame, Placed, Point, Shape, Tile};

    fn frame(role: ColourRole, label: &str) -> Frame {
        let cell = Cell { at: Point::grid(0, 0), shape: Shape::Square, role, label: label.into(), act: None };
        Frame { caption: label.into(), cells: vec![cell], ..Frame::default() }
    }

    fn pixels(picture: &Picture) -> Result<Pixmap, RasterError> {
        drawn(&themed(picture, Theme::Light), None, MAX_PIXELS, go_on)
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
            let mut picture = Picture::still("", "", frame(ColourRole::Ground, ""));
            picture.frames[0].cells[0].label = label.into();
            dark(&pixels(&picture).unwrap())
        };
        assert!(drawn("5₁") > drawn("") + 20);
    }

    #[test]
    fn a_gif_has_a_frame_a_state() {
        let frames = vec![
            frame(ColourRole::Ground, "a"),
            frame(ColourRole::Block, "b"),
            frame(ColourRole::Goal, "longer than the others"),
        ];
        let picture = Picture { frames, ..Picture::default() };
        let bytes = gif(&picture, &ImageOptions::default(), u64::MAX, go_on).unwrap();
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
        let mut one = frame(ColourRole::Ground, "a caption of several words");
        one.tiles = vec![Placed { at: Point::grid(0, 0), tile: 0 }];
        let picture = Picture { tiles: vec![tile], ..Picture::still("", "", one) };
        let bytes = gif(&picture, &ImageOptions::default(), u64::MAX, go_on).unwrap();
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
            let map = rendered(&tree, scale, MAX_PIXELS, Color::WHITE).unwrap();
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
            let map = rendered(&tree(&document(href)).unwrap(), 1.0, MAX_PIXELS, Color::WHITE).unwrap();
            map.pixels().iter().filter(|pixel| pixel.red() == 213 && pixel.blue() == 0).count()
        };
        const DOT: &str = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnIHdpZHRoPScyJyBoZWlnaHQ9JzInPjxyZWN0IHdpZHRoPScyJyBoZWlnaHQ9JzInIGZpbGw9JyNkNTVlMDAnLz48L3N2Zz4=";
        assert_eq!((orange(DOT), orange(path.to_str().unwrap())), (64, 0));
        let coded = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEUlEQVR4nGO4GsfwH4QZYAwATtoIySbYESUAAAAASUVORK5CYII=";
        assert!(orange(coded) > 30, "{}", orange(coded));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_cell_is_as_wide_as_asked() {
        let mut picture = Picture::still("Zwölf", "", frame(ColourRole::Ground, ""));
        let far = Cell { at: Point::grid(0, 2), ..picture.frames[0].cells[0].clone() };
        picture.frames[0].cells.push(far);
        let appearance = Appearance { theme: Theme::Light, bare: true };
        for cell in [5, 7, 40, 133] {
            let options = ImageOptions { appearance, cell: Some(cell), speed: 1.0 };
            let map = Pixmap::decode_png(&png(&picture, &options, u64::MAX, go_on).unwrap()).unwrap();
            assert_eq!((map.width(), map.height()), (3 * u32::from(cell), u32::from(cell)));
        }
        let options = ImageOptions { cell: Some(200), ..ImageOptions::default() };
        assert!(matches!(png(&picture, &options, 10_000, go_on), Err(RasterError::TooLarge(..))), "not drawn smaller");
    }

    #[test]
    fn a_title_stands_in_the_file() {
        let holds = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
        let files = |title: &str| {
            let picture = Picture::still(title, "", frame(ColourRole::Ground, ""));
            let options = ImageOptions::default();
            (png(&picture, &options, u64::MAX, go_on).unwrap(), gif(&picture, &options, u64::MAX, go_on).unwrap())
        };
        let (still, film) = files("Tür\u{7}");
        assert!(holds(&still, b"tEXtTitle\0T\xfcr"));
        assert!(holds(&film, &[&[0x21, 0xfe, 4], "Tür".as_bytes(), &[0]].concat()));
        let (still, _) = files("扉");
        assert!(holds(&still, b"iTXtTitle\0") && holds(&still, "扉".as_bytes()));
        let (still, film) = files("");
        assert!(!holds(&still, b"Title") && !holds(&film, &[0x21, 0xfe]));
    }

    #[test]
    fn too_large_a_picture_is_refused() {
        let mut picture = Picture::still("", "", frame(ColourRole::Ground, ""));
        picture.frames[0].cells[0].at = Point { x: 0.0, y: 100_000.0 };
        picture.frames[0].cells.push(frame(ColourRole::Ground, "").cells.remove(0));
        assert!(matches!(png(&picture, &ImageOptions::default(), u64::MAX, go_on), Err(RasterError::TooLarge(..))));
    }

    #[test]
    fn images_become_smaller_with_the_memory() {
        let picture = Picture::still("", "", frame(ColourRole::Ground, "a"));
        let side = |bytes: u64| {
            Pixmap::decode_png(&png(&picture, &ImageOptions::default(), bytes, go_on).unwrap()).unwrap().width()
        };
        let whole = side(u64::MAX);
        let part = side(u64::from(whole) * u64::from(whole));
        assert!(part < whole, "{part} of {whole}");
        assert!(matches!(png(&picture, &ImageOptions::default(), 1000, go_on), Err(RasterError::TooLarge(..))));
        let stop = || Err(RasterError::Refused("stopped".into()));
        for stopped in [
            png(&picture, &ImageOptions::default(), u64::MAX, stop),
            gif(&picture, &ImageOptions::default(), u64::MAX, stop),
        ] {
            assert!(matches!(stopped, Err(RasterError::Refused(why)) if why == "stopped"));
        }
    }
}
