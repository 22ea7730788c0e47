//! Pebbles as the published program writes them: lines of moves as paths of the hole, and boards as lists of allowed
//! moves.

use std::sync::Arc;

use engines::Context;
use puzzles::options::MOVES;
use puzzles::pebble::body::{Hint, Solution};
use puzzles::{Answer, AnyBody, Level, OptionValue, Options, QuestionKind, Record, Role, words};

use crate::answers::{load, problems, shipped};
use frame::checked;

fn play(level: &Arc<dyn Level>) -> Record {
    Record::new(Arc::clone(level), Role("player"))
}

fn solve(level: &Arc<dyn Level>) -> Solution {
    checked::answer(level, QuestionKind::SOLVE, Options::default()).body_as::<Solution>().unwrap().clone()
}

/// The notation of the published program: the position of the hole, then that of each pebble that moves.
#[test]
fn a_path_of_the_hole_stands_for_its_moves() {
    let level = shipped("seed");
    let line = ["3", "4", "0", "10", "11", "6", "7", "8", "9", "14", "5", "12", "13", "1", "2", "0"];
    let path = "0-3-4-0-10-11-6-7-8-9-14-5-12-13-1-2-0";
    let mut by_path = play(&level);
    by_path.play(path).unwrap();
    assert!(by_path.position().status().solved);
    assert_eq!(by_path.moves()[..3], ["0-3", "4", "0"]);
    let mut by_moves = play(&level);
    line[..3].iter().for_each(|text| by_moves.play(text).unwrap());
    by_moves.play("0-10 - 11").unwrap();
    assert!(by_moves.undo() && by_moves.undo() && by_moves.redo());
    let mut spelt = play(&level);
    ["3", "4", "0", "10"].iter().for_each(|text| spelt.play(text).unwrap());
    assert_eq!(by_moves.position().level_text(), spelt.position().level_text());
    // Questions read it as well, and solutions give it.
    let moves = |text: &str| Options::default().with(&MOVES, OptionValue::List(vec![text.into()]));
    assert_eq!(checked::answer(&level, QuestionKind::HINT, moves("0-3-4-0")).body_as::<Hint>().unwrap().moves_left, 13);
    let answer = checked::answer(&level, QuestionKind::SOLVE, Options::default());
    let body = answer.body_as::<Solution>().unwrap().clone();
    assert_eq!(body.path, Some(format!("0-{}", body.solution.join("-"))));
    assert!(words::lines(&answer).contains(&format!("path of the hole: {}", body.path.clone().unwrap())));
    let holds_with = |path: Option<&str>| {
        let body = Solution { path: path.map(Into::into), ..body.clone() };
        puzzles::check(&level, &Answer { body: Some(AnyBody::new(body)), ..answer.clone() }, &Context::default())
            .is_ok()
    };
    assert!(holds_with(None) && !holds_with(Some("0-3")) && !holds_with(Some(&path.replacen('0', "1", 1))));
    // What is wrong is said with its place, and the game stays as it was.
    for (text, why) in [
        ("4-0-3", "the path starts at 4, but the hole is at 0"),
        ("0-3-9", "step 2 of the path: the pebble at 9 cannot move to 3; expected a position linked to 3: 0, 1, 4"),
        ("0-3-3", "step 2 of the path: the pebble at 3 cannot move to 3"),
        ("0-3-15", "step 2 of the path is '15'; expected a position from 0 to 14"),
        ("0-03", "step 1 of the path is '03'"),
        ("0-3-", "step 2 of the path is ''"),
        ("99-3", "the start of the path is '99'"),
        (&*format!("{path}-1"), "every pebble is on its plate"),
    ] {
        let mut game = play(&level);
        let refused = game.play(text).unwrap_err().to_string();
        assert!(refused.contains(why), "{text}: {refused}");
        assert!(game.moves().is_empty(), "{text}");
    }
    let second = "board = \"grid 1x3\"\nplates = \"ab-\"\npebbles = \"a--\"\n";
    assert_eq!(problems(second)[0].message, "a second hole");
    // A name may look like a path.
    let named = load("board = \"grid 1x2\"\nplates = [\"0-1\", \"-\"]\npebbles = [\"-\", \"0-1\"]\n");
    play(&named).play("slide 0-1 left").unwrap();
    play(&named).play("0-1").unwrap();
}

/// The argument `allowed_moves` of the published program, as its documentation lists it for the triangle.
const PUBLISHED_MOVES: &str = "[[1, 2, 3, 4, 5, 6, 9, 10, 12, 14],
[0, 2, 3, 4, 6, 8, 10, 13],
[0, 1, 4, 5, 7, 9, 11, 14],
[0, 1, 4, 5, 6, 7, 10, 12],
[0, 1, 2, 3, 5, 7, 8, 11, 12, 13],
[0, 2, 3, 4, 8, 9, 12, 14],
[0, 1, 3, 7, 8, 9, 10, 11],
[2, 3, 4, 6, 8, 9, 11, 12],
[1, 4, 5, 6, 7, 9, 12, 13],
[0, 2, 5, 6, 7, 8, 13, 14],
[0, 1, 3, 6, 11, 12, 13, 14],
[2, 4, 6, 7, 10, 12, 13, 14],
[0, 3, 4, 5, 7, 8, 10, 11, 13, 14],
[1, 4, 8, 9, 10, 11, 12, 14],
[0, 2, 5, 9, 10, 11, 12, 13]]";

#[test]
fn allowed_moves_are_read_as_the_published_program_lists_them() {
    let colours = "plates = \"WCBRBOGYGPCORPY\"\npebbles = \"-PCBRYOGYGBCORP\"\n";
    let listed = load(&format!("allowed_moves = {PUBLISHED_MOVES}\n{colours}"));
    assert_eq!(solve(&listed), solve(&shipped("seed")));
    let text = listed.text();
    assert!(text.starts_with("allowed_moves = [[1, 2, 3, 4, 5, 6, 9, 10, 12, 14], [0, 2, "), "{text}");
    assert_eq!(load(&text).text(), text);
    let path = load("allowed_moves = [[1], [2, 0], [1], []]\nplates = \"ab-c\"\npebbles = \"-abc\"\n");
    assert_eq!(solve(&path).solution, ["1", "2"]);
    let words: Vec<String> = play(&path).position().spoken().lines.iter().map(|line| line.text()).collect();
    assert!(words[1].ends_with(", linked to 0, 2") && words[3].ends_with(", linked to none"), "{words:?}");
    for (lists, place, word) in [
        ("7", (1, 17), "not a list"),
        ("[[1], [0]]", (1, 17), "2 lists of moves"),
        ("[[1], [0, 2], 1]", (1, 31), "not a list of positions"),
        ("[[1], [0, 2], [3]]", (1, 32), "not a position of this board"),
        ("[[1], [0, 2, 0], [1]]", (1, 30), "position 0 twice"),
        ("[[1], [0, 2], [1, 2]]", (1, 35), "position 2 in its own list"),
        ("[[1, 2], [0, 2], [1]]", (1, 22), "a move from 0 to 2, but none from 2 to 0"),
    ] {
        let found = problems(&format!("allowed_moves = {lists}\nplates = \"ab-\"\npebbles = \"-ab\"\n"));
        assert_eq!((found[0].line, found[0].column), place, "{lists}: {found:?}");
        assert!(found[0].message.contains(word), "{lists}: {found:?}");
    }
    let both = problems("edges = [[0, 1]]\nallowed_moves = [[1], [0]]\nplates = \"a-\"\npebbles = \"-a\"\n");
    assert_eq!((both[0].line, &*both[0].message), (2, "'allowed_moves' as well"));
}

/// A line may be listed with commas or blanks; what is refused in it has the number of its single move.
#[test]
fn moves_are_listed_with_commas_or_blanks_and_counted_one_by_one() {
    let played = |level: Arc<dyn Level>, role: &'static str, moves: &str| {
        let moves = puzzles::record::split_moves(moves);
        let record = Record::replay(level, Role(role), &moves, &Context::default());
        record.map(|record| record.moves().join(";")).map_err(|refused| refused.to_string())
    };
    let seed = || shipped("seed");
    let flipper = || checked::shipped(&puzzles::toggle::Toggle, "flipper");
    assert_eq!(played(seed(), "player", "3,4").unwrap(), "3;4");
    assert_eq!(played(flipper(), "player", "8 6 9 5").unwrap(), "8;6;9;5");
    assert_eq!(played(flipper(), "player", "8, 6; 9,5").unwrap(), "8;6;9;5");
    assert!(played(flipper(), "player", "8, 6, 10").unwrap_err().starts_with("move 3: '10' cannot be played"));
    assert!(played(flipper(), "player", "10 6").unwrap_err().starts_with("move 1: '10 6' cannot be played"));
    // A path that goes on beyond the goal.
    let easy = shipped("easy");
    let solved = checked::answer(&easy, QuestionKind::SOLVE, Options::default());
    let path = solved.body_as::<Solution>().unwrap().path.clone().unwrap();
    let back = path.split('-').rev().nth(1).unwrap();
    let refused = played(easy, "player", &format!("{path}-{back}")).unwrap_err();
    assert!(refused.starts_with(&format!("move 6: '{back}' cannot be played")), "{refused}");
    // Where the name of a move has a blank, a text is one move; so is a program.
    let lemmo = checked::shipped(&puzzles::lemmo::Lemmo, "seed");
    assert!(played(lemmo, "player", "6 left 6 left").unwrap_err().contains("'6 left 6 left'"));
    let bunny = checked::shipped(&puzzles::bunny::Bunny, "bunny-02");
    assert!(played(bunny, "bunny", "F F X").unwrap_err().contains("'F F X'"));
    // A game that refuses a part stands as before.
    let mut record = Record::new(flipper(), Role("player"));
    assert!(record.play("8 6 10").is_err() && record.moves().is_empty());
    assert!(record.play("8 6").is_ok() && record.moves().len() == 2);
}
