//! Levels of a file in another order.

use std::sync::Arc;

use engines::Context;
use puzzles::arrangement::arranged;
use puzzles::collection::{shipped, shipped_files};
use puzzles::puzzlescript::PuzzleScript;
use puzzles::sokoban::Sokoban;
use puzzles::stated::titles;
use puzzles::toggle::Toggle;
use puzzles::{FAMILIES, Family};

const GAME: &str = include_str!("../../../families/puzzlescript/src/starter.puzzlescript");

/// The text with the levels of these indices, from 0.
fn text(family: &dyn Family, text: &str, order: &[usize]) -> Result<String, String> {
    let cx = Context::default();
    let before = family.open(Arc::new(text.as_bytes().to_vec()), &cx).map_err(|error| error.to_string())?;
    let edited = arranged(family, (&*before, text.as_bytes()), order, &cx)?;
    Ok(String::from_utf8(edited.bytes).unwrap())
}

/// The canonical texts of all levels.
fn levels(family: &dyn Family, text: &str) -> Vec<String> {
    let cx = Context::default();
    let file = family.open(Arc::new(text.as_bytes().to_vec()), &cx).unwrap();
    (0..file.entries().len()).map(|index| file.level(index, &cx).unwrap().identity()).collect()
}

#[test]
fn shipped_files_are_turned_round_and_back() {
    let mut files = 0;
    for family in FAMILIES {
        for file in shipped_files(*family, &shipped(*family)) {
            let (name, before) = (file.shipped.name, file.shipped.text);
            let order: Vec<usize> = (0..file.levels).rev().collect();
            let turned = text(*family, before, &order).unwrap_or_else(|why| panic!("{name}: {why}"));
            let reversed: Vec<String> = levels(*family, before).into_iter().rev().collect();
            assert_eq!(levels(*family, &turned), reversed, "{name}");
            let back = text(*family, &turned, &order).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!(levels(*family, &back), levels(*family, before), "{name}");
            files += 1;
        }
    }
    assert!(files >= 3, "{files} files of several levels are shipped");
}

#[test]
fn a_level_keeps_what_belongs_to_it_and_what_stands_between_levels_stays() {
    let file = "Collection: Two\nAuthor: A\n\n; One\n#####\n#@$.#\n#####\nComment: near\n\nSolution\nR\n\n\n; Two\n######\n#@ $.#\n######\n";
    let turned = text(&Sokoban, file, &[1, 0]).unwrap();
    let (one, two) = (turned.find("; One").unwrap(), turned.find("; Two").unwrap());
    assert!(turned.starts_with("Collection: Two\nAuthor: A\n\n; Two\n") && two < one, "{turned}");
    assert!(turned.ends_with("\n\n\n; One\n#####\n#@$.#\n#####\nComment: near\n\nSolution\nR\n"), "{turned}");
    assert_eq!(text(&Sokoban, &turned, &[1, 0]).unwrap(), file);
    let crlf = file.replace('\n', "\r\n");
    assert_eq!(text(&Sokoban, &crlf, &[1, 0]).unwrap(), turned.replace('\n', "\r\n"));
}

#[test]
fn levels_are_repeated_and_left_out() {
    let one = "board = \"1x2\"\nmoves = [\"11\"]\nstart = \"11\"\n";
    let doubled = text(&Toggle, one, &[0, 0]).unwrap();
    assert_eq!(doubled, format!("{one}---\n{one}"));
    assert_eq!(text(&Toggle, &doubled, &[1]).unwrap(), one);
    let titled = format!("title = \"a\"\n{one}");
    let two = text(&Toggle, &titled, &[0, 0]).unwrap();
    assert_eq!((two.matches("\"a\"").count(), text(&Toggle, &two, &[1]).unwrap()), (2, titled));
    for (order, words) in [(&[][..], "names 0"), (&[2], "level 3; expected numbers from 1 to 2")] {
        let why = text(&Toggle, &doubled, order).unwrap_err();
        assert!(why.contains(words), "{why}");
    }
}

#[test]
fn messages_go_with_the_level_below_them_and_the_last_one_stays() {
    let (head, level) = GAME.split_once("LEVELS").unwrap();
    let row = level.lines().find(|line| line.starts_with('#')).unwrap();
    let rows: String = level
        .lines()
        .skip_while(|line| !line.starts_with('#'))
        .take_while(|line| !line.is_empty())
        .fold(String::new(), |text, line| text + line + "\n");
    let other = format!("{row}\n{rows}");
    let file =
        format!("{head}LEVELS\n======\n\nmessage one\n\n{rows}\nmessage two\n\n(par: 3)\n{other}\nmessage the end\n");
    let turned = text(&PuzzleScript, &file, &[1, 0]).unwrap();
    let tail = format!("LEVELS\n======\n\nmessage two\n\n(par: 3)\n{other}\nmessage one\n\n{rows}\nmessage the end\n");
    assert_eq!(turned, format!("{head}{tail}"));
    let repeated = text(&PuzzleScript, &file, &[0, 1, 1]).unwrap();
    assert_eq!(levels(&PuzzleScript, &repeated).len(), 3);
}

#[test]
fn a_text_that_would_be_read_otherwise_is_refused() {
    // The title above the first level is that of the file's levels; below the rows it would be that of the level above.
    let file = "Title: One\n\n#####\n#@$.#\n#####\n\nTitle: Two\n\n######\n#@ $.#\n######\n";
    let named = |text: &str| {
        let file = Sokoban.open(Arc::new(text.as_bytes().to_vec()), &Context::default()).unwrap();
        titles(&*file).map(|title| title.unwrap_or("none").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(named(file), ["One", "Two"]);
    assert_eq!(named(&text(&Sokoban, file, &[1, 0]).unwrap()), ["Two", "One"]);
    let xml = "<SokobanLevels><LevelCollection><Level><L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>";
    assert!(text(&Sokoban, xml, &[0, 0]).unwrap_err().contains(".slc"));
}
