//! Levels that are drawn: their rows are where the canvas says, and whatever is placed there leads to a level or to
//! problems.

use std::collections::HashSet;
use std::sync::Arc;

use engines::Context;
use puzzles::family::Collection;
use puzzles::puzzlescript::PuzzleScript;
use puzzles::sokoban::Sokoban;
use puzzles::{Canvas, FAMILIES, Family, LoadError};

fn open(family: &dyn Family, text: &str) -> Result<Box<dyn Collection>, LoadError> {
    family.open(Arc::new(text.as_bytes().to_vec()), &Context::default())
}

/// The text with this character on a cell.
fn with(text: &str, canvas: &Canvas, (x, y): (usize, usize), character: char) -> String {
    let (line, column) = (canvas.line as usize - 1 + y, canvas.column as usize - 1 + x);
    let mut lines: Vec<Vec<char>> = text.split('\n').map(|line| line.chars().collect()).collect();
    lines[line][column] = character;
    lines.iter().map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// The canvases of all shipped levels, with their families and texts.
fn shipped() -> impl Iterator<Item = (&'static dyn Family, &'static str, Canvas)> {
    let levels = FAMILIES.iter().flat_map(|family| family.info().levels.iter().map(move |level| (*family, level.text)));
    levels.flat_map(|(family, text)| {
        let collection = open(family, text).expect("a shipped text");
        let canvases: Vec<Canvas> =
            (0..collection.entries().len()).filter_map(|index| collection.canvas(index)).collect();
        canvases.into_iter().map(move |canvas| (family, text, canvas))
    })
}

#[test]
fn the_rows_are_where_the_canvas_says() {
    let mut families = HashSet::new();
    for (family, text, canvas) in shipped() {
        families.insert(family.info().name);
        let lines = text.split('\n').skip(canvas.line as usize - 1);
        for (row, line) in canvas.rows.iter().zip(lines) {
            let found: String = line.chars().skip(canvas.column as usize - 1).take(row.chars().count()).collect();
            assert_eq!(found.to_lowercase(), row.to_lowercase(), "{} {canvas:?}", family.info().name);
        }
    }
    assert_eq!(families, HashSet::from(["puzzlescript", "sokoban"]));
}

#[test]
fn every_level_of_a_family_that_is_drawn_has_a_canvas() {
    for family in [&PuzzleScript as &dyn Family, &Sokoban] {
        for level in family.info().levels {
            let collection = open(family, level.text).expect("a shipped text");
            let missing = (0..collection.entries().len()).filter(|&index| collection.canvas(index).is_none()).count();
            assert_eq!(missing, 0, "{}", level.name);
        }
    }
}

#[test]
fn whatever_is_placed_gives_a_level_or_problems() {
    let (mut levels, mut refused) = (0, 0);
    for (family, text, canvas) in shipped() {
        let width = canvas.rows[0].chars().count();
        for glyph in &canvas.palette {
            for (x, y) in [(0, 0), (width / 2, canvas.rows.len() / 2)] {
                if x >= canvas.rows[y].chars().count() {
                    continue;
                }
                let drawn = with(text, &canvas, (x, y), glyph.text);
                let opened = open(family, &drawn).and_then(|collection| {
                    for index in 0..collection.entries().len() {
                        collection.level(index, &Context::default())?;
                    }
                    Ok(collection)
                });
                match opened {
                    Ok(collection) => {
                        let again = (0..collection.entries().len()).filter_map(|index| collection.canvas(index));
                        let again = again.into_iter().find(|again| again.line == canvas.line);
                        let again = again.unwrap_or_else(|| panic!("{glyph:?} at {x}, {y} of\n{drawn}"));
                        assert_eq!(again.rows[y].chars().nth(x), Some(glyph.text), "{drawn}");
                        levels += 1;
                    }
                    Err(LoadError::Invalid(problems)) => {
                        assert!(problems.iter().all(|problem| !problem.message.is_empty()) && !problems.is_empty());
                        refused += 1;
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
    assert!(levels > 100 && refused > 10, "{levels} levels, {refused} refused");
}

const GAME: &str = "OBJECTS\nBackground\nblue\n\nPlayer\nred\n\nWall\ngray\n\nCrate\nbrown\n\n\
    LEGEND\n. = Background\nP = Player\n# = Wall\n* = Crate\n@ = Crate and Wall\nO = Wall or Crate\n\n\
    SOUNDS\n\nCOLLISIONLAYERS\nBackground\nPlayer, Wall\nCrate\n\nRULES\n\nWINCONDITIONS\n\nLEVELS\n\n";

fn canvas(levels: &str) -> Vec<Option<Canvas>> {
    let collection = open(&PuzzleScript, &format!("{GAME}{levels}")).expect("a game");
    (0..collection.entries().len()).map(|index| collection.canvas(index)).collect()
}

#[test]
fn the_palette_has_what_means_objects_and_begins_with_the_empty_cell() {
    let canvas = canvas("#P.\n").remove(0).expect("a canvas");
    let palette: Vec<(char, &str)> = canvas.palette.iter().map(|glyph| (glyph.text, glyph.words.as_str())).collect();
    assert_eq!((canvas.blank, palette[0]), (Some('.'), ('.', "empty")));
    let rest: HashSet<(char, &str)> = palette[1..].iter().copied().collect();
    assert_eq!(rest, HashSet::from([('p', "player"), ('#', "wall"), ('*', "crate"), ('@', "crate, wall")]));
    assert!(canvas.palette.iter().all(|glyph| glyph.tile.is_some()));
}

#[test]
fn a_canvas_is_there_only_where_rows_stand_in_a_block() {
    let lines =
        |levels: &str| canvas(levels).iter().map(|one| one.as_ref().map(|one| (one.line, one.column))).collect();
    let found: Vec<Option<(u64, u64)>> =
        lines("#P.\n\nmessage go on\n\n  P..\n  ### (a remark)\n\n P.\n##.\n\nP.\n#\n");
    let first = GAME.lines().count() as u64 + 1;
    assert_eq!(found, [Some((first, 1)), Some((first + 4, 3)), None, None]);
    let large = format!("P{}\n", ".".repeat(5000));
    assert_eq!(canvas(&large), [None]);
}
