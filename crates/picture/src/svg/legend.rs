//! Draws the legend of a picture: its roles, its tiles and the scale of its heat colours.

use super::things::{sample, square};
use super::{ENTRY, MARGIN, UNIT, hottest, label, tiles};
use crate::role::{heat, hex};
use crate::{Overlay, Picture};

/// The height of the legend, in pixels.
#[allow(clippy::cast_precision_loss)]
pub(super) fn height(picture: &Picture) -> f32 {
    let scale = usize::from(hottest(picture) > 0);
    let (tiles, more) = picture.tile_legend();
    let tiles = tiles.len() + usize::from(more > 0);
    ENTRY * (picture.drawn_legend().len() + tiles + scale) as f32 + MARGIN / 2.0
}

/// Draws the legend of a picture from `top` on.
pub(super) fn draw(out: &mut String, picture: &Picture, top: f32) {
    let (mut y, hottest) = (top, hottest(picture));
    for (role, meaning) in picture.drawn_legend() {
        let at = (UNIT * 0.8, y - 5.0);
        picture.sample(role).into_iter().for_each(|looks| sample(out, at, role, looks));
        label(out, UNIT * 1.2, y, meaning);
        y += ENTRY;
    }
    y = explained_tiles(out, picture, y);
    if hottest > 0 {
        scale(out, picture, hottest, y);
    }
}

/// Draws the entries of the legend for tiles from `y` on; returns where they end.
fn explained_tiles(out: &mut String, picture: &Picture, mut y: f32) -> f32 {
    let (entries, more) = picture.tile_legend();
    for (index, tile) in entries {
        tiles::sample(out, (UNIT * 0.8, y - 5.0), index);
        label(out, UNIT * 1.2, y, &tile.words);
        y += ENTRY;
    }
    if more > 0 {
        label(out, UNIT * 1.2, y, &format!("… and {more} more"));
        y += ENTRY;
    }
    y
}

/// Draws the scale of the heat colours with their numbers: of gains from the greatest loss to the greatest gain, of
/// counts from 0.
fn scale(out: &mut String, picture: &Picture, hottest: u64, y: f32) {
    let most = i64::try_from(hottest).unwrap_or(i64::MAX);
    let mut overlays = picture.frames.iter().flat_map(|frame| &frame.overlays);
    let has_gains = overlays.any(|overlay| matches!(overlay, Overlay::Heat { .. }));
    let values = if has_gains { vec![-most, -(most / 2), 0, most / 2, most] } else { vec![0, most / 2, most] };
    let mut x = UNIT * 0.8;
    for value in values {
        square(out, x, y - 5.0, 16.0, &format!("class=\"cell\" style=\"fill:{}\"", hex(heat(value, hottest))));
        let text = if value == 0 || !has_gains { value.to_string() } else { format!("{value:+}") };
        label(out, x + 14.0, y, &text);
        x += UNIT * 1.5;
    }
}
