//! The pages on which frames are drawn: how much room each takes, and what the documents of a picture have in common.

use std::collections::HashSet;
use std::fmt::Write;

use super::{
    Appearance, LINE, MARGIN, NARROWEST, STRIP, UNIT, head, label, legend, sprites, table, things, tiles, wrapped,
};
use crate::sprite::Sprite;
use crate::strip::Strip;
use crate::{Frame, Picture, Tile};

/// A box `(left, top, right, bottom)` in cell widths.
pub(super) type Bounds = (f32, f32, f32, f32);

/// The room that a frame takes, in pixels, and what is drawn in it.
pub(super) struct Slot {
    width: f32,
    height: f32,
    /// The box of the board.
    bounds: Bounds,
    /// The height of the board with its table.
    drawn: f32,
    has_table: bool,
    caption: Vec<String>,
}

impl Slot {
    /// Prepares a frame whose board lies in the box `bounds`; of a bare one nothing but the board is drawn.
    pub(super) fn new(frame: &Frame, bounds: Bounds, bare: bool) -> Slot {
        let bounds = if frame.has_board() { bounds } else { frame.bounds() };
        let table = frame.table.as_ref().filter(|_| !bare || !frame.has_board());
        let (board, mut width) = ((bounds.3 - bounds.1) * UNIT, (bounds.2 - bounds.0) * UNIT);
        let mut drawn = board;
        if let Some(table) = table {
            let (wide, high) = table::size(table);
            (width, drawn) = (width.max(wide), above_table(frame, bounds) + high);
        }
        let has_table = table.is_some();
        if bare {
            return Slot { width, height: drawn, bounds, drawn, has_table, caption: Vec::new() };
        }
        let width = width.max(NARROWEST);
        let caption = wrapped(&frame.caption, width);
        Slot { width, height: drawn + below(&caption), bounds, drawn, has_table, caption }
    }

    /// The width and the height.
    pub(super) fn size(&self) -> (f32, f32) {
        (self.width, self.height)
    }

    /// Draws the frame with its upper left corner at (`x`, `y`).
    fn draw(&self, out: &mut String, frame: &Frame, (x, y): (f32, f32)) {
        things::draw(out, frame, (x - self.bounds.0 * UNIT, y - self.bounds.1 * UNIT));
        if let Some(table) = frame.table.as_ref().filter(|_| self.has_table) {
            table::draw(out, table, (x, y + above_table(frame, self.bounds)));
        }
        let below = y + self.drawn + LINE;
        #[allow(clippy::cast_precision_loss)] // a caption has few lines
        for (line, words) in self.caption.iter().enumerate() {
            label(out, x, below + LINE * line as f32, words);
        }
    }
}

/// The height of a caption with the margin below it.
#[allow(clippy::cast_precision_loss)]
fn below(caption: &[String]) -> f32 {
    LINE * caption.len() as f32 + MARGIN
}

/// The height of the board and the gap above a table.
fn above_table(frame: &Frame, bounds: Bounds) -> f32 {
    if frame.has_board() { (bounds.3 - bounds.1) * UNIT + MARGIN } else { 0.0 }
}

/// What the documents of a picture have in common: where frames stand, and all that is drawn around them.
pub(super) struct Sheet<'p> {
    picture: &'p Picture,
    strip: Strip,
    /// The width and the height of a document.
    size: (f32, f32),
    head: String,
    legend: String,
    /// The tiles that the legend shows.
    explained: HashSet<u32>,
}

impl<'p> Sheet<'p> {
    /// Lays out frames of these sizes.
    pub(super) fn new(picture: &'p Picture, appearance: Appearance, sizes: &[(f32, f32)]) -> Sheet<'p> {
        let Appearance { theme, bare } = appearance;
        let margin = if bare && sizes.len() == 1 { 0.0 } else { MARGIN };
        let strip = Strip::new(sizes, margin, STRIP);
        let below = if bare { margin } else { legend::height(picture) };
        let (mut drawn, mut explained) = (String::new(), HashSet::new());
        if !bare {
            legend::draw(&mut drawn, picture, strip.height + MARGIN / 2.0);
            explained.extend(picture.tile_legend().0.into_iter().map(|(index, _)| index));
        }
        let size = (strip.width, strip.height + below);
        Sheet { picture, strip, size, head: head(picture, theme, size), legend: drawn, explained }
    }

    /// Draws frames, each in its slot, as a complete document.
    pub(super) fn document(&self, frames: &[Frame], slots: &[Slot]) -> String {
        let mut out = self.head.clone();
        self.symbols(&mut out, frames);
        let (width, height) = self.size;
        let _ = writeln!(out, "<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>");
        for ((frame, slot), &corner) in frames.iter().zip(slots).zip(&self.strip.corners) {
            slot.draw(&mut out, frame, corner);
        }
        out.push_str(&self.legend);
        out.push_str("</svg>\n");
        out
    }

    /// Defines the sprites of the picture, and each tile that these frames or the legend show.
    fn symbols(&self, out: &mut String, frames: &[Frame]) {
        let placed = frames.iter().flat_map(|frame| &frame.tiles).map(|placed| placed.tile);
        let mut used: Vec<u32> = placed.chain(self.explained.iter().copied()).collect();
        used.sort_unstable();
        used.dedup();
        let tile = |index: u32| -> Option<(u32, &Tile)> { Some((index, self.picture.tiles.get(index as usize)?)) };
        let tiles = used.into_iter().filter_map(tile).map(|(index, tile)| tiles::symbol(index, tile));
        let symbols: String =
            sprites(self.picture).into_iter().map(Sprite::symbol).chain(tiles).map(|symbol| symbol + "\n").collect();
        if !symbols.is_empty() {
            let _ = writeln!(out, "<defs>\n{symbols}</defs>");
        }
    }
}
