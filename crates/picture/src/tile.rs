//! Tiles: small pictures of pixels in colours of their own, for games whose sprites are part of the level.
//!
//! A [`Tile`] is drawn in place of the cell on which it lies, and shows everything that is on it: whoever makes a
//! picture puts the sprites of a cell on top of each other with [`Tile::over`]. Cells under tiles are not drawn, but
//! keep the move that a click on them means. A transparent pixel shows the page; [`Tile::filled`] gives it a colour.
//!
//! Equal tiles are held once by a picture ([`crate::Picture::tiles`]), and frames refer to them by index ([`Placed`]).
//! Terminals write the letter of a tile on its [average](Tile::average) colour, and everything that speaks says its
//! words.

use std::collections::{BTreeSet, HashSet};

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::role::{Rgb, hex};
use crate::{Frame, Picture, Point};

/// The greatest number of colours of a tile: as many as a byte can number.
const MAX_COLOURS: usize = 256;
/// The greatest number of tiles that a legend explains.
const MAX_EXPLAINED: usize = 24;

/// A picture of a cell, made of pixels.
///
/// Two tiles that look the same are equal: the palette holds the colours of the pixels in the order of their first use.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// What is on the cell, such as `player, target`; a tile without words is not explained by legends.
    pub words: String,
    /// What terminals write: at most three characters, may be empty.
    pub letter: String,
    width: u16,
    height: u16,
    colours: Vec<Rgb>,
    /// Row by row: the index of a colour, or `None` for a transparent pixel.
    pixels: Vec<Option<u8>>,
}

/// A tile that lies on a cell of a frame. In JSON it is `[x, y, tile]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "(f32, f32, u32)")]
pub struct Placed {
    /// The centre of the unit square that the tile covers.
    pub at: Point,
    /// The index of the tile in [`Picture::tiles`].
    pub tile: u32,
}

/// Pixels of one colour side by side: where the first stands, and how many there are.
pub(crate) struct Run {
    pub(crate) column: usize,
    pub(crate) row: usize,
    pub(crate) length: usize,
}

impl From<Placed> for (f32, f32, u32) {
    fn from(Placed { at, tile }: Placed) -> (f32, f32, u32) {
        (at.x, at.y, tile)
    }
}

impl Tile {
    /// Creates a tile of `(width, height)` pixels, given row by row as indices of `colours`; `None` is transparent.
    ///
    /// Returns `None` if a side is 0, if the number of pixels is not the width times the height, or if a pixel has an
    /// index that `colours` does not have.
    #[must_use]
    pub fn new(
        words: impl Into<String>,
        letter: impl Into<String>,
        size: (u16, u16),
        colours: &[Rgb],
        pixels: &[Option<u8>],
    ) -> Option<Tile> {
        let area = usize::from(size.0) * usize::from(size.1);
        let known = |pixel: &Option<u8>| pixel.is_none_or(|index| usize::from(index) < colours.len());
        let sound = area > 0 && pixels.len() == area && pixels.iter().all(known);
        let colour = |pixel: &Option<u8>| pixel.map(|index| colours[usize::from(index)]);
        sound.then(|| Tile::of(words.into(), letter.into(), size, pixels.iter().map(colour)))
    }

    /// Creates a tile from the colours of its pixels. Colours beyond [`MAX_COLOURS`] become the nearest earlier one.
    fn of(
        words: String,
        letter: String,
        (width, height): (u16, u16),
        pixels: impl Iterator<Item = Option<Rgb>>,
    ) -> Tile {
        let mut colours: Vec<Rgb> = Vec::new();
        let pixels = pixels.map(|pixel| pixel.map(|colour| number(&mut colours, colour))).collect();
        Tile { words, letter, width, height, colours, pixels }
    }

    /// Returns the width and the height in pixels.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        (self.width, self.height)
    }

    /// Returns the colours of the pixels, in the order of their first use.
    #[must_use]
    pub fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// Returns the colour of the pixel in a column and a row, both counted from 0; `None` for a transparent pixel and
    /// for one outside of the tile.
    #[must_use]
    pub fn pixel(&self, column: u16, row: u16) -> Option<Rgb> {
        let inside = column < self.width && row < self.height;
        let index = usize::from(row) * usize::from(self.width) + usize::from(column);
        let colour = self.pixels.get(index).copied().flatten().filter(|_| inside)?;
        Some(self.colours[usize::from(colour)])
    }

    /// Returns this tile on top of another: the lower one shows where this one is transparent, and its words follow
    /// after a comma. A tile without a letter takes that of the lower one. The upper left corners of tiles of different
    /// sizes coincide.
    #[must_use]
    pub fn over(&self, below: &Tile) -> Tile {
        let size = (self.width.max(below.width), self.height.max(below.height));
        let places = (0..size.1).flat_map(|row| (0..size.0).map(move |column| (column, row)));
        let pixels = places.map(|(column, row)| self.pixel(column, row).or_else(|| below.pixel(column, row)));
        let words: Vec<&str> =
            [&self.words, &below.words].map(String::as_str).into_iter().filter(|words| !words.is_empty()).collect();
        let letter = if self.letter.is_empty() { &below.letter } else { &self.letter };
        Tile::of(words.join(", "), letter.clone(), size, pixels)
    }

    /// Returns the tile with every transparent pixel in the colour `background`.
    #[must_use]
    pub fn filled(&self, background: Rgb) -> Tile {
        let pixels = self.pixels.iter().map(|pixel| Some(pixel.map_or(background, |at| self.colours[usize::from(at)])));
        Tile::of(self.words.clone(), self.letter.clone(), self.size(), pixels)
    }

    /// Returns the mean colour of the pixels that are not transparent, for painters that cannot draw pixels; `None` if
    /// there are none.
    #[must_use]
    pub fn average(&self) -> Option<Rgb> {
        let (mut sums, mut count) = ([0u32; 3], 0u32);
        for &index in self.pixels.iter().flatten() {
            let (red, green, blue) = self.colours[usize::from(index)];
            sums = [sums[0] + u32::from(red), sums[1] + u32::from(green), sums[2] + u32::from(blue)];
            count += 1;
        }
        let part = |sum: u32| u8::try_from((sum + count / 2) / count).unwrap_or(u8::MAX);
        (count > 0).then(|| (part(sums[0]), part(sums[1]), part(sums[2])))
    }

    /// Returns the horizontal runs of the pixels of each colour.
    pub(crate) fn runs(&self) -> Vec<(Rgb, Vec<Run>)> {
        let mut runs: Vec<(Rgb, Vec<Run>)> = self.colours.iter().map(|&colour| (colour, Vec::new())).collect();
        for (row, pixels) in self.pixels.chunks(usize::from(self.width)).enumerate() {
            let mut column = 0;
            for run in pixels.chunk_by(|one, other| one == other) {
                if let Some(index) = run[0] {
                    runs[usize::from(index)].1.push(Run { column, row, length: run.len() });
                }
                column += run.len();
            }
        }
        runs
    }

    /// The rows of pixels as JSON has them: a character for each pixel.
    fn rows(&self) -> Vec<String> {
        let row = |pixels: &[Option<u8>]| pixels.iter().map(|pixel| pixel.map_or('.', digit)).collect();
        self.pixels.chunks(usize::from(self.width)).map(row).collect()
    }
}

/// Returns the index of a colour in a palette, which gains the colour unless it is full.
fn number(colours: &mut Vec<Rgb>, colour: Rgb) -> u8 {
    let known = colours.iter().position(|one| *one == colour);
    let index = known.unwrap_or_else(|| {
        if colours.len() == MAX_COLOURS {
            return nearest(colours, colour);
        }
        colours.push(colour);
        colours.len() - 1
    });
    u8::try_from(index).unwrap_or(u8::MAX)
}

/// Returns the index of the colour that differs least from `wanted`.
fn nearest(colours: &[Rgb], wanted: Rgb) -> usize {
    let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    let far = |(red, green, blue): Rgb| square(red, wanted.0) + square(green, wanted.1) + square(blue, wanted.2);
    (0..colours.len()).min_by_key(|&index| far(colours[index])).unwrap_or(0)
}

/// The character for the index of a colour: `0` to `9`, `a` to `z`, `A` to `Z`, then the characters from U+0100 on.
fn digit(index: u8) -> char {
    match index {
        0..10 => char::from(b'0' + index),
        10..36 => char::from(b'a' + index - 10),
        36..62 => char::from(b'A' + index - 36),
        62.. => char::from_u32(0x100 + u32::from(index - 62)).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tile = serializer.serialize_struct("Tile", 6)?;
        tile.serialize_field("words", &self.words)?;
        tile.serialize_field("letter", &self.letter)?;
        tile.serialize_field("width", &self.width)?;
        tile.serialize_field("height", &self.height)?;
        tile.serialize_field("colours", &self.colours.iter().map(|&colour| hex(colour)).collect::<Vec<_>>())?;
        tile.serialize_field("pixels", &self.rows())?;
        tile.end()
    }
}

/// The places of a frame on which tiles lie.
pub(crate) struct Covered(HashSet<[u32; 2]>);

impl Covered {
    pub(crate) fn of(frame: &Frame) -> Covered {
        Covered(frame.tiles.iter().map(|placed| key(placed.at)).collect())
    }

    pub(crate) fn has(&self, at: Point) -> bool {
        !self.0.is_empty() && self.0.contains(&key(at))
    }
}

/// The bits of a point; adding 0 makes a negative zero positive.
fn key(at: Point) -> [u32; 2] {
    [(at.x + 0.0).to_bits(), (at.y + 0.0).to_bits()]
}

impl Picture {
    /// Returns the tiles that lie on some frame, with their indices in ascending order.
    #[must_use]
    pub fn drawn_tiles(&self) -> Vec<(u32, &Tile)> {
        let placed = self.frames.iter().flat_map(|frame| &frame.tiles);
        let drawn: BTreeSet<u32> = placed.map(|placed| placed.tile).collect();
        drawn.into_iter().filter_map(|index| Some((index, self.tiles.get(index as usize)?))).collect()
    }

    /// Returns the legend of the tiles: the first of those that are drawn and have words, and how many more there are.
    #[must_use]
    pub fn tile_legend(&self) -> (Vec<(u32, &Tile)>, usize) {
        shortened(self.drawn_tiles().into_iter().filter(|(_, tile)| !tile.words.is_empty()).collect())
    }
}

/// Cuts the entries of a legend to as many as are shown, and returns how many are not.
pub(crate) fn shortened<T>(mut entries: Vec<T>) -> (Vec<T>, usize) {
    let more = entries.len().saturating_sub(MAX_EXPLAINED);
    entries.truncate(MAX_EXPLAINED);
    (entries, more)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = (255, 0, 0);
    const BLUE: Rgb = (0, 0, 255);

    fn tile(words: &str, size: (u16, u16), pixels: &[Option<u8>]) -> Tile {
        Tile::new(words, &words[..1], size, &[BLUE, RED], pixels).unwrap()
    }

    #[test]
    fn only_sound_tiles_are_made() {
        let new = |size, pixels: &[Option<u8>]| Tile::new("", "", size, &[RED], pixels);
        assert!(new((2, 1), &[Some(0), None]).is_some());
        assert!(new((2, 1), &[None]).is_none() && new((0, 0), &[]).is_none() && new((1, 1), &[Some(1)]).is_none());
    }

    #[test]
    fn tiles_that_look_the_same_are_equal() {
        let swapped = Tile::new("a", "a", (2, 1), &[RED, BLUE, RED], &[Some(0), Some(1)]);
        assert_eq!(swapped, Some(tile("a", (2, 1), &[Some(1), Some(0)])));
    }

    #[test]
    fn what_is_below_shows_where_what_is_above_is_transparent() {
        let above = tile("player", (2, 1), &[Some(1), None]);
        let below = tile("target", (1, 2), &[Some(0), Some(0)]);
        let both = above.over(&below);
        assert_eq!((both.words.as_str(), both.letter.as_str(), both.size()), ("player, target", "p", (2, 2)));
        let pixels = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0)].map(|(column, row)| both.pixel(column, row));
        assert_eq!(pixels, [Some(RED), None, Some(BLUE), None, None]);
        let (filled, green) = (both.filled((0, 255, 0)), Some((0, 255, 0)));
        assert_eq!([filled.pixel(1, 0), filled.pixel(1, 1), filled.pixel(0, 0)], [green, green, Some(RED)]);
    }

    #[test]
    fn transparent_pixels_do_not_count_in_the_average() {
        assert_eq!(tile("a", (3, 1), &[Some(0), Some(1), None]).average(), Some((128, 0, 128)));
        assert_eq!(tile("a", (1, 1), &[None]).average(), None);
    }

    #[test]
    fn each_pixel_has_one_character_in_json() {
        let colours: Vec<Rgb> = (0..=255).map(|red| (red, 0, 0)).collect();
        let pixels: Vec<Option<u8>> = (0..=255).map(Some).collect();
        let rows = Tile::new("", "", (256, 1), &colours, &pixels).unwrap().rows();
        assert!(rows[0].starts_with("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\u{100}\u{101}"));
        assert_eq!(rows[0].chars().collect::<HashSet<_>>().len(), 256);
        let json = serde_json::to_value(tile("a", (2, 2), &[Some(1), None, Some(1), Some(0)])).unwrap();
        assert_eq!(
            json,
            serde_json::json!({"words": "a", "letter": "a", "width": 2, "height": 2,
                "colours": ["#ff0000", "#0000ff"], "pixels": ["0.", "01"]})
        );
    }

    #[test]
    fn a_full_palette_takes_the_nearest_colour() {
        let colours: Vec<Rgb> = (0..=255).map(|red| (red, 0, 0)).collect();
        let all: Vec<Option<u8>> = (0..=255).map(Some).chain([None]).collect();
        let full = Tile::new("", "", (257, 1), &colours, &all).unwrap();
        assert_eq!(full.filled((77, 3, 1)).pixel(256, 0), Some((77, 0, 0)));
    }

    #[test]
    fn a_picture_without_tiles_does_not_mention_them() {
        let frame = Frame { tiles: vec![Placed { at: Point::grid(1, 2), tile: 0 }], ..Frame::default() };
        let with = Picture { tiles: vec![tile("a", (1, 1), &[Some(0)])], ..Picture::still("", "", frame) };
        let json = serde_json::to_value(&with).unwrap();
        assert_eq!(json["frames"][0]["tiles"], serde_json::json!([[2.0, 1.0, 0]]));
        assert_eq!(json["tiles"][0]["pixels"], serde_json::json!(["0"]));
        let without = serde_json::to_string(&Picture::still("", "", Frame::default())).unwrap();
        assert!(!without.contains("tiles"), "{without}");
    }

    #[test]
    fn a_legend_explains_drawn_tiles_that_have_words_and_says_how_many_are_left_out() {
        let tiles: Vec<Tile> = (0..40).map(|index| tile(&format!("t{index}"), (1, 1), &[Some(0)])).collect();
        let placed = (0..30).rev().map(|tile| Placed { at: Point::grid(0, 29 - tile as usize), tile });
        let frame = Frame { tiles: placed.collect(), ..Frame::default() };
        let mut picture = Picture { tiles, ..Picture::still("", "", frame) };
        picture.tiles[0].words.clear();
        assert_eq!(picture.drawn_tiles().len(), 30);
        let (entries, more) = picture.tile_legend();
        assert_eq!((entries.len(), entries[0].1.words.as_str(), more), (24, "t1", 5));
    }
}
