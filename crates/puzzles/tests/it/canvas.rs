//! Levels that are drawn: their rows are where the canvas says, and whatever is placed there leads to a level or to
//! problems.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use engines::Context;
use puzzles::family::Collection;
use puzzles::puzzlescript::PuzzleScript;
use puzzles::{Canvas, FAMILIES, Family, LoadError};

fn open(family: &dyn Family, text: &str) -> Result<Box<dyn Collection>, LoadError> {
    family.open(Arc::new(text.as_bytes().to_vec()), &Context::default())
}

fn named(name: &str) -> &'static dyn Family {
    *FAMILIES.iter().find(|family| family.info().name == name).expect("a family")
}

/// The text with this character on a cell.
fn with(text: &str, canvas: &Canvas, (x, y): (usize, usize), character: char) -> String {
    let row = &canvas.rows[y];
    let (line, column) = (row.line as usize - 1, row.column as usize - 1 + x);
    let mut lines: Vec<Vec<char>> = text.split('\n').map(|line| line.chars().collect()).collect();
    lines[line][column] = character;
    lines.iter().map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// What stands in the text where a canvas says that a row or size is.
fn found(text: &str, (line, column): (u64, u64), characters: &str) -> String {
    let line = text.split('\n').nth(line as usize - 1).expect("a line");
    line.chars().skip(column as usize - 1).take(characters.chars().count()).collect()
}

/// The canvases of all shipped levels, with their families, texts and places in the text, and why others have none.
fn shipped() -> impl Iterator<Item = (&'static dyn Family, &'static str, usize, Result<Canvas, String>)> {
    let levels = FAMILIES.iter().flat_map(|family| family.info().levels.iter().map(move |level| (*family, level.text)));
    levels.flat_map(|(family, text)| {
        let collection = open(family, text).expect("a shipped text");
        let canvases: Vec<_> = (0..collection.entries().len()).map(|index| collection.canvas(index)).collect();
        canvases.into_iter().enumerate().map(move |(index, canvas)| (family, text, index, canvas))
    })
}

/// The shipped levels that are drawn.
fn drawn() -> impl Iterator<Item = (&'static dyn Family, &'static str, usize, Canvas)> {
    shipped().filter_map(|(family, text, index, canvas)| Some((family, text, index, canvas.ok()?)))
}

#[test]
fn the_rows_are_where_the_canvas_says() {
    for (family, text, _, canvas) in drawn() {
        for row in &canvas.rows {
            let found = found(text, (row.line, row.column), &row.cells);
            assert_eq!(found.to_lowercase(), row.cells.to_lowercase(), "{} {canvas:?}", family.info().name);
        }
        if let Some(size) = &canvas.size {
            assert_eq!(found(text, (size.line, size.column), &size.text), size.text);
            let (height, width) = (canvas.rows.len(), canvas.rows[0].cells.len());
            assert_eq!(size.text, format!("{height}x{width}"));
        }
    }
}

#[test]
fn every_family_is_drawn_and_levels_that_are_not_say_why_in_a_sentence() {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (family, _, _, canvas) in shipped() {
        let (with, without) = counts.entry(family.info().name).or_default();
        match canvas {
            Ok(_) => *with += 1,
            Err(why) => {
                assert!(why.ends_with('.') && why.starts_with(char::is_uppercase) && why.len() < 160, "{why}");
                *without += 1;
            }
        }
    }
    let none = ["bunny", "lemmo", "puzzlescript", "sokoban", "wall"];
    assert!(none.iter().all(|name| counts[name].0 > 0 && counts[name].1 == 0), "{counts:?}");
    // A start that is written as `all 0`; boards that are no grid, and tiles with names of two characters.
    assert_eq!((counts["toggle"], counts["pebble"]), ((6, 1), (1, 8)));
}

/// What is on a piece that stands on something is in the palette, and a piece has one entry on each ground.
#[test]
fn the_ground_of_pieces_is_in_the_palette() {
    for (_, _, _, canvas) in drawn() {
        let known = |sign: char| canvas.palette.iter().any(|glyph| glyph.text == sign);
        assert!(canvas.blank.is_none_or(known));
        let mut seen = HashSet::new();
        for glyph in &canvas.palette {
            assert!(seen.insert(glyph.text), "{glyph:?} twice");
            let Some(standing) = &glyph.stands else { continue };
            assert!(standing.on.is_none_or(known), "{glyph:?}");
        }
    }
}

#[test]
fn whatever_is_placed_changes_one_character_and_gives_a_level_or_problems() {
    let (mut levels, mut refused) = (0, 0);
    for (family, text, index, canvas) in drawn() {
        let width = canvas.rows[0].cells.chars().count();
        let middle = canvas.rows.len() / 2;
        for glyph in &canvas.palette {
            for (x, y) in [(0, 0), (width / 2, middle), (width - 1, canvas.rows.len() - 1)] {
                let Some(before) = canvas.rows[y].cells.chars().nth(x) else { continue };
                let placed = with(text, &canvas, (x, y), glyph.text);
                let differing = text.chars().zip(placed.chars()).filter(|(one, other)| one != other).count();
                let is_same = before.to_lowercase().eq(glyph.text.to_lowercase());
                assert!(differing == 1 || (differing == 0 && is_same), "{glyph:?} at {x}, {y} of\n{placed}");
                assert_eq!(text.chars().count(), placed.chars().count());
                let opened = open(family, &placed).and_then(|collection| {
                    for index in 0..collection.entries().len() {
                        collection.level(index, &Context::default())?;
                    }
                    Ok(collection)
                });
                match opened {
                    Ok(collection) => {
                        let again = collection.canvas(index);
                        let again = again.unwrap_or_else(|why| panic!("{why} {glyph:?} at {x}, {y} of\n{placed}"));
                        // Blanks at the end of a row, and rows of blanks at the end, say nothing and may not be part of the level.
                        let row = again.rows.get(y).map_or("", |row| row.cells.as_str());
                        let sign = row.chars().nth(x).or(again.blank.filter(|&blank| blank == ' '));
                        assert_eq!(sign, Some(glyph.text), "{placed}");
                        levels += 1;
                    }
                    Err(LoadError::Invalid(problems)) => {
                        assert!(!problems.is_empty());
                        assert!(problems.iter().all(|problem| problem.line > 0 && !problem.message.is_empty()));
                        refused += 1;
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
    assert!(levels > 500 && refused > 50, "{levels} levels, {refused} refused");
}

/// Rows added as the separator says, at the top and at the bottom.
fn with_rows(text: &str, canvas: &Canvas) -> String {
    let separator = canvas.separator.as_deref().expect("a size that can change");
    let row: String = canvas.rows[0].cells.chars().map(|_| canvas.blank.expect("a blank")).collect();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = |line: u64, column: u64| {
        let before: usize = lines[..line as usize - 1].iter().map(|line| line.len()).sum();
        before + lines[line as usize - 1].chars().take(column as usize - 1).map(char::len_utf8).sum::<usize>()
    };
    let (first, last) = (&canvas.rows[0], &canvas.rows[canvas.rows.len() - 1]);
    let (begin, end) = (at(first.line, first.column), at(last.line, last.column) + last.cells.len());
    format!("{}{row}{separator}{}{separator}{row}{}", &text[..begin], &text[begin..end], &text[end..])
}

#[test]
fn rows_are_added_as_the_separator_says() {
    for (family, text) in [
        ("wall", "; title: T\n12\n34\n"),
        ("wall", "{\"12\",\"34\"}\n"),
        ("wall", "vector<string> costs = {\n  \"12\",\n  \"34\"\n};\n"),
        ("wall", "[\"12\"]\n"),
        ("toggle", "board = \"2x3\"\nmoves = \"plus\"\nstart = \"101011\"\n"),
        ("toggle", "start = '''\n 101\n 011\n'''\nboard = \"2x3\"\nmoves = \"plus\"\n"),
    ] {
        let canvas = open(named(family), text).expect("a level").canvas(0).expect("a canvas");
        let mut larger = with_rows(text, &canvas);
        if let Some(size) = &canvas.size {
            larger = larger.replace(&size.text, "4x3");
        }
        let again = open(named(family), &larger).unwrap_or_else(|error| panic!("{error}: {larger}"));
        assert_eq!(again.canvas(0).expect("a canvas").rows.len(), canvas.rows.len() + 2, "{larger}");
    }
}

#[test]
fn rows_are_found_in_every_notation_of_a_family() {
    let rows = |family: &str, text: &str| -> Vec<(u64, u64, String)> {
        let canvas = open(named(family), text).expect("a level").canvas(0).expect("a canvas");
        canvas.rows.into_iter().map(|row| (row.line, row.column, row.cells)).collect()
    };
    let row = |line: u64, column: u64, cells: &str| (line, column, cells.to_owned());
    assert_eq!(rows("lemmo", "'(\"#.#\" \"#$@\")\n"), [row(1, 4, "#.#"), row(1, 10, "#$@")]);
    assert_eq!(rows("lemmo", "1 #.#\n2 #$@\n"), [row(1, 3, "#.#"), row(2, 3, "#$@")]);
    let numbered = open(named("lemmo"), "1 #.#\n2 #$@\n").expect("a level").canvas(0).expect("a canvas");
    assert_eq!(numbered.separator, None, "numbers count the rows");
    let second = "board = \"1x2\"\nmoves = \"plus\"\n---\nboard = \"1x2\"\nmoves = \"plus\"\nstart = \"01\"\n";
    let file = open(named("toggle"), second).expect("two levels");
    assert!(file.canvas(0).expect_err("no digits").contains("2 digits"));
    assert_eq!(file.canvas(1).expect("a canvas").rows[0].line, 6, "lines of the file");
    let plain = "#####\n#@$.#\n#####\n";
    assert_eq!(rows("sokoban", plain)[1], row(2, 1, "#@$.#"));
    let dashes = open(named("sokoban"), "#######\n#@-$-.#\n#######\n").expect("a level").canvas(0).expect("a canvas");
    assert_eq!(dashes.blank, Some('-'), "the character that this level has for floor");
}

#[test]
fn a_second_player_is_known_to_move_the_first() {
    let canvas = open(named("sokoban"), "#####\n#@$.#\n#####\n").expect("a level").canvas(0).expect("a canvas");
    let standing = |sign: char| {
        let glyph = canvas.palette.iter().find(|glyph| glyph.text == sign).expect("an entry");
        glyph.stands.as_ref().map(|standing| (standing.piece.as_str(), standing.on, standing.unique))
    };
    assert_eq!(standing('@'), Some(("player", Some(' '), true)));
    assert_eq!(standing('+'), Some(("player", Some('.'), true)));
    assert_eq!(standing('*'), Some(("box", Some('.'), false)));
    assert_eq!(standing('#'), None);
}

const GAME: &str = "OBJECTS\nBackground\nblue\n\nPlayer\nred\n\nWall\ngray\n\nCrate\nbrown\n\n\
    LEGEND\n. = Background\nP = Player\n# = Wall\n* = Crate\n@ = Crate and Wall\nO = Wall or Crate\n\n\
    SOUNDS\n\nCOLLISIONLAYERS\nBackground\nPlayer, Wall\nCrate\n\nRULES\n\nWINCONDITIONS\n\nLEVELS\n\n";

fn canvas(levels: &str) -> Vec<Result<Canvas, String>> {
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
    let found: Vec<Option<(u64, u64)>> =
        canvas("#P.\n\nmessage go on\n\n  P..\n  ### (a remark)\n\n P.\n##.\n\nP.\n#\n")
            .into_iter()
            .map(|canvas| canvas.ok().map(|canvas| (canvas.rows[0].line, canvas.rows[0].column)))
            .collect();
    let first = GAME.lines().count() as u64 + 1;
    assert_eq!(found, [Some((first, 1)), Some((first + 4, 3)), None, None]);
    let large = format!("P{}\n", ".".repeat(5000));
    assert!(canvas(&large)[0].as_ref().is_err_and(|why| why.contains("too large")));
}

#[test]
fn pixels_of_objects_are_where_the_text_has_them_and_are_drawn() {
    let (mut drawn, game) = (0, named("puzzlescript"));
    for shipped in game.info().levels {
        let text = shipped.text;
        for picture in open(game, text).unwrap().pictures() {
            let (name, canvas) = (&picture.name, &picture.canvas);
            for row in &canvas.rows {
                assert_eq!(found(text, (row.line, row.column), &row.cells), row.cells, "{}: {name}", shipped.name);
            }
            let sign = |glyph: &&puzzles::Glyph| !canvas.rows[0].cells.starts_with(glyph.text);
            let Some(other) = canvas.palette.iter().find(sign) else { continue };
            let changed = with(text, canvas, (0, 0), other.text);
            let after = open(game, &changed).unwrap_or_else(|error| panic!("{}: {name}: {error:?}", shipped.name));
            let after = after.pictures().into_iter().find(|one| one.name == *name).expect("the same object");
            assert_eq!(after.canvas.rows[0].cells.chars().next(), Some(other.text), "{}: {name}", shipped.name);
            drawn += 1;
        }
    }
    assert!(drawn > 20, "{drawn}");
    let others = FAMILIES.iter().filter(|family| family.info().name != "puzzlescript");
    for family in others.filter(|family| family.confined().is_none()) {
        let text = family.info().levels[0].text;
        assert!(open(*family, text).unwrap().pictures().is_empty(), "{}", family.info().name);
    }
}

#[test]
fn squares_on_which_a_box_reaches_no_goal_are_noted_where_a_level_is_drawn() {
    let level = open(named("sokoban"), "######\n#@   #\n# $ .#\n#    #\n######\n").unwrap();
    let notes = level.canvas(0).unwrap().notes;
    let dead: Vec<(usize, usize)> = notes.iter().map(|note| (note.x, note.y)).collect();
    let border = (1..=4).map(|x| (x, 1)).chain([(1, 2)]).chain((1..=4).map(|x| (x, 3)));
    assert!(dead.iter().copied().eq(border), "{dead:?}");
    let open_level = open(named("sokoban"), "#####\n#@$.\n#####\n").map(|level| level.canvas(0));
    assert!(open_level.is_err() || open_level.is_ok_and(|canvas| canvas.is_ok_and(|canvas| canvas.notes.is_empty())));
}
