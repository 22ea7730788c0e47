//! A level that is drawn: its rows in the text of the game, and the glyphs that levels are written in.

use ::picture::Tile;
use ::puzzlescript::compiler::ObjectSource;
use ::puzzlescript::game::{Game, ObjectSet};

use super::picture::Letters;
use super::text::File;
use super::{picture, spoken};
use frame::canvas::{Canvas, CanvasRow, Glyph, NamedCanvas};

/// Where the rows of a stage are in the text.
///
/// # Errors
/// The rows do not stand line by line in one column, or have different lengths.
pub(super) fn of(file: &File, stage: usize, line: u64) -> Result<Canvas, String> {
    let rows = file.rows(stage);
    let lines = file.lines_from(line).unwrap_or_default();
    let columns: Vec<u64> = lines.iter().zip(&rows).map_while(|(line, row)| column(line, row)).collect();
    let is_straight = columns.len() == rows.len() && columns.iter().all(|column| *column == columns[0]);
    if !is_straight {
        return Err(
            "The rows of this level do not all begin in the same column, so it cannot be drawn here.".to_owned()
        );
    }
    if rows.iter().any(|row| row.chars().count() != rows[0].chars().count()) {
        return Err("The rows of this level have different lengths; it is drawn once they are equally long.".to_owned());
    }
    let (blank, palette) = palette(&file.game);
    let separator = format!("\n{}", " ".repeat(columns.first().map_or(0, |&column| column as usize - 1)));
    let placed = (line..).zip(columns.into_iter().zip(rows));
    let rows = placed.map(|(line, (column, cells))| CanvasRow { line, column, cells }).collect();
    Canvas::of_rows(rows, Some(separator), blank, palette)
}

/// The pixels of the objects that have any, to be drawn with the colours that each has.
pub(super) fn of_objects(file: &File) -> Vec<NamedCanvas> {
    let named = |(name, source): &(String, ObjectSource)| {
        let rows = pixel_rows(file, source)?;
        let object = file.game.objects.iter().flatten().find(|object| object.name.eq_ignore_ascii_case(name))?;
        let colours = (0..).zip(object.colors.iter().zip(&source.colors));
        let colours = colours.filter_map(|(index, (rgb, words))| pixel(rgb, words, char::from_digit(index, 10)?));
        let palette = pixel("transparent", "transparent", '.').into_iter().chain(colours).collect();
        let canvas = Canvas::of_rows(rows, None, Some('.'), palette).ok()?;
        Some(NamedCanvas { name: name.clone(), canvas })
    };
    file.objects.iter().filter_map(named).collect()
}

/// Where the pixels of an object are in the text: rows below its name and its colours.
fn pixel_rows(file: &File, ObjectSource { line, sprite, .. }: &ObjectSource) -> Option<Vec<CanvasRow>> {
    let name = u64::from(*line);
    let lines = file.lines_from(name)?;
    let first =
        lines.iter().skip(1).position(|line| sprite.first().is_some_and(|row| column(line, row).is_some()))? + 1;
    let placed = (name + first as u64..).zip(lines[first..].iter().zip(sprite));
    let row = |(line, (written, cells)): (u64, (&&str, &String))| {
        Some(CanvasRow { line, column: column(written, cells)?, cells: cells.clone() })
    };
    placed.map(row).collect::<Option<Vec<_>>>().filter(|rows| rows.len() == sprite.len())
}

/// The entry of a colour; of one that is not known nothing is seen.
fn pixel(colour: &str, words: &str, digit: char) -> Option<Glyph> {
    let rgb = picture::colour(colour);
    let colours: Vec<_> = rgb.into_iter().collect();
    let tile = Tile::new(words.to_owned(), digit.to_string(), (1, 1), &colours, &[rgb.map(|_| 0)])?;
    Some(Glyph { tile: Some(tile), ..Glyph::new(digit, words) })
}

/// The column of a row in its line, from 1. The compiler reads rows in small letters.
fn column(line: &str, row: &str) -> Option<u64> {
    let rest = line.trim_start();
    let shown: String = rest.chars().take(row.chars().count()).collect();
    (shown.to_lowercase() == row).then(|| (line.chars().count() - rest.chars().count()) as u64 + 1)
}

/// The character of an empty cell, and all that can be placed, the empty cell first.
fn palette(game: &Game) -> (Option<char>, Vec<Glyph>) {
    let empty: ObjectSet = [game.background].into_iter().collect();
    let mut glyphs: Vec<(char, &ObjectSet)> =
        game.glyphs.iter().filter_map(|(name, set)| Some((placeable(name)?, set))).collect();
    glyphs.sort_by_key(|(_, set)| **set != empty);
    let blank = glyphs.first().filter(|(_, set)| **set == empty).map(|(text, _)| *text);
    let letters = Letters::of(game);
    (blank, glyphs.iter().map(|(text, set)| glyph(game, &letters, *text, set)).collect())
}

/// The only character of a name, if it means itself wherever it stands in a row.
fn placeable(name: &str) -> Option<char> {
    let mut characters = name.chars();
    let only = characters.next().filter(|_| characters.next().is_none())?;
    (only.len_utf16() == 1 && !only.is_whitespace() && !"()=".contains(only)).then_some(only)
}

fn glyph(game: &Game, letters: &Letters<'_>, text: char, set: &ObjectSet) -> Glyph {
    let background: ObjectSet = [game.background].into_iter().collect();
    let layer = game.layers.iter().find(|layer| layer.contains(&game.background));
    let layer: ObjectSet = layer.into_iter().flatten().copied().collect();
    let mut content = set.clone();
    if !content.intersects(&layer) {
        content.union_with(&background);
    }
    let names = spoken::objects(game, &content);
    let words = if names.is_empty() { "empty".to_owned() } else { names.join(", ") };
    Glyph { tile: picture::tile(letters, &content), ..Glyph::new(text, words) }
}
