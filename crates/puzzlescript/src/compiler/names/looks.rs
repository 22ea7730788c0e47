//! Colours and sprites.

use hashbrown::HashMap;

use super::Look;
use crate::compiler::interner::Symbol;
use crate::compiler::palettes::Palette;
use crate::compiler::parsed::{ObjectSource, Parsed};
use crate::compiler::problem::{Code, Problem, Report};

/// The colour of an object without colours.
const MAGENTA: &str = "#ff00ff";
/// The number of colours that an object may have.
const MAX_COLORS: usize = 10;
/// Rows of a sprite, and pixels of a row.
const SPRITE_SIZE: usize = 5;

/// The look of every object, in the colours of the game's palette.
pub(super) fn looks(parsed: &Parsed, report: &mut Report) -> HashMap<Symbol, Look> {
    let palette = palette(parsed, report);
    let objects = parsed.objects_in_order();
    objects.into_iter().map(|object| (object.name, look(object, palette, parsed, report))).collect()
}

/// The palette that the prelude names.
pub(crate) fn palette(parsed: &Parsed, report: &mut Report) -> &'static Palette {
    let Some(name) = parsed.setting("color_palette") else { return Palette::standard() };
    Palette::find(name).unwrap_or_else(|| {
        report.add(Problem::at(Code::UnknownPalette, 0).value("name", name));
        Palette::standard()
    })
}

fn look(object: &ObjectSource, palette: &Palette, parsed: &Parsed, report: &mut Report) -> Look {
    if object.colors.len() > MAX_COLORS {
        report.add(Problem::at(Code::TooManyColours, object.line + 1));
    }
    let color = |word: &String| palette.color(word).map_or_else(|| word.clone(), str::to_owned);
    let mut colors: Vec<String> = object.colors.iter().map(color).collect();
    if colors.is_empty() {
        report.add(Problem::at(Code::ObjectWithoutColour, object.line).value("name", parsed.name(object.name)));
        colors.push(MAGENTA.to_owned());
    }
    if object.sprite.is_empty() {
        return Look { colors, sprite: vec![vec![0; SPRITE_SIZE]; SPRITE_SIZE] };
    }
    if object.sprite.len() != SPRITE_SIZE || object.sprite.iter().any(|row| row.len() != SPRITE_SIZE) {
        report.add(Problem::at(Code::SpriteNotFiveByFive, object.line));
    }
    let pixel = |pixel: char| pixel.to_digit(10).map_or(-1, |digit| digit as i8);
    let rows = object.sprite.iter().map(String::as_str).chain(std::iter::repeat("")).take(SPRITE_SIZE);
    let pixels = |row: &str| row.chars().chain(std::iter::repeat('.')).take(SPRITE_SIZE).map(pixel).collect();
    Look { colors, sprite: rows.map(pixels).collect() }
}
