//! Pebbles in words: what a person reads of a move, a status and a solution names the pebble by its label.

use std::sync::Arc;

use engines::Context;
use frame::checked;
use puzzles::options::MOVES;
use puzzles::{Answer, Level, OptionValue, Options, Question, QuestionKind, Record, Role, words};

use crate::answers::{load, shipped};

fn play(level: &Arc<dyn Level>) -> Record {
    Record::new(Arc::clone(level), Role("player"))
}

/// Asks and has the answer checked.
fn checked_answer(level: &Arc<dyn Level>, kind: QuestionKind) -> Answer {
    checked::answer(level, kind, Options::default())
}

/// What a person reads of a move names the tile by its label and says where it goes; typed again it is the same move.
#[test]
fn a_move_is_read_by_the_label_of_its_tile_and_not_by_its_position() {
    // 8 6 7 / 2 5 4 / 3 - 1: the hole is in the last row, below tile 5.
    let level = shipped("eight");
    let game = play(&level);
    let said: Vec<String> = game.position().moves().filter_map(|text| game.position().display_name(&text)).collect();
    assert_eq!(said, ["slide 5 down", "slide 3 right", "slide 1 left"]);
    assert!(game.position().status().words.starts_with("the hole is at row 3, column 2, its home at row 3, column 3"));
    for (index, text) in said.iter().enumerate() {
        let by_position = game.position().moves().nth(index).unwrap();
        for typed in [text.clone(), text.replace("slide", "slide tile"), by_position] {
            let mut typing = play(&level);
            typing.play(&typed).unwrap();
            let mut known = play(&level);
            known.play(&game.position().moves().nth(index).unwrap()).unwrap();
            assert_eq!(typing.position().level_text(), known.position().level_text(), "{typed}");
        }
    }
    assert!(play(&level).play("slide 5 up").unwrap_err().to_string().contains("slide 5 down"));
    let rows: Vec<String> = game.position().spoken().lines.iter().map(|line| line.text()).collect();
    assert_eq!(rows[0], "row 1: tile 8 on place 1, tile 6 on place 2, tile 7 on place 3");
    // Equal tiles on a grid are told apart by the way that they go.
    let equal = load("board = \"grid 1x3\"\nplates = \"AA-\"\npebbles = \"A-A\"\n");
    assert!(play(&equal).play("slide A").unwrap_err().to_string().contains("2 pebbles have this name"));
    play(&equal).play("slide A left").unwrap();
    // Where positions have no labels, the pebble and its row are named beside the number.
    let answer = checked_answer(&shipped("seed"), QuestionKind::HINT);
    assert!(words::lines(&answer)[0].contains("3 (pebble B in row 3)"), "{:?}", words::lines(&answer));
    let solution = checked_answer(&level, QuestionKind::SOLVE);
    assert!(words::lines(&solution)[0].starts_with("31 moves: slide "), "{:?}", words::lines(&solution));
}

/// A move by its number, by a path or by a name is told as the pebble that moved, from where to where, in games and
/// runs.
#[test]
fn a_move_tells_which_pebble_came_from_where() {
    let mut game = play(&shipped("seed"));
    assert!(!game.position().status().words.contains("moved"));
    for (text, told) in [
        ("3", "the hole is at position 3, its home at position 0; pebble B moved from position 3 to position 0; "),
        ("3-4", "the hole is at position 4, its home at position 0; pebble R moved from position 4 to position 3; "),
    ] {
        game.play(text).unwrap();
        let words = game.position().status().words;
        assert!(words.starts_with(told), "{words}");
    }
    game.undo();
    assert!(game.position().status().words.contains("pebble B moved from position 3 to position 0; "));
    game.undo();
    assert!(!game.position().status().words.contains("moved"));
    let mut tiles = play(&shipped("eight"));
    tiles.play("slide 5").unwrap();
    let words = tiles.position().status().words;
    assert!(words.contains("; tile 5 moved from row 2, column 2 to row 3, column 2; "), "{words}");
    let asked = Options::default().with(&MOVES, OptionValue::List(vec!["0-3-4".into()]));
    let level = shipped("seed");
    let run = puzzles::ask(&level, &Question { kind: QuestionKind::RUN, asked }, &Context::default()).unwrap();
    puzzles::check(&level, &run, &Context::default()).unwrap();
    assert!(words::lines(&run)[1].contains("pebble R moved from position 4 to position 3"), "{:?}", words::lines(&run));
}
