//! A real signal, and the clock, end a search of each family that searches long: what was found and proven is printed
//! whole. The other kinds of end are injected at counted nodes, for every family and question, in the tests of scripts
//! (`interrupted`). Lemmo and the wall game are answered in linear time.

#![cfg(unix)]
use std::io::Read;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::cli::{MENAGERIE, file, folder};
use serde_json::Value;
use testkit::bounded::slack;
use testkit::long_levels::{BOXES, MAZE, NUMBERS, TILES, plus_board, rows_of_three};

/// Fifteen crates, for the game of rows of three.
const CRATES: &str = "\
#################
#...............#
#.b..b..b....b..#
#..b..b...b.....#
#.b.....b...b...#
#....p..b.....b.#
#.b...b....b....#
#...............#
#################
";

/// The time after which a search is ended.
const WORK: Duration = Duration::from_secs(2);

/// A level for which no proof ends, and whether a solution is known from the beginning. Tests that count nodes say when
/// one is met on the way.
struct Long {
    name: &'static str,
    text: String,
    is_known: bool,
}

fn levels() -> [Long; 6] {
    let long = |name, text: &str, is_known| Long { name, text: text.to_owned(), is_known };
    [
        long("long.pebble", TILES, false),
        long("long.xsb", BOXES, false),
        long("long.puzzlescript", &rows_of_three(CRATES), false),
        long("long.bunny", MAZE, true),
        long("long.toggle", &plus_board(), true),
        long("long.luau", NUMBERS, false),
    ]
}

/// Starts a search.
fn search(level: &Long, limits: &[&str]) -> Child {
    let folder = folder(&format!("signalled_{}_{}", level.name, limits.len()));
    let level = file(&folder, level.name, &level.text);
    MENAGERIE.command([&["solve", "--json", &level], limits].concat()).spawn().unwrap()
}

/// What the process prints, and how long it takes from now.
fn end(mut child: Child) -> (Value, Duration) {
    let begun = Instant::now();
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    child.wait().unwrap();
    (serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}")), begun.elapsed())
}

fn is_kept(level: &Long, how: &str, answer: &Value) {
    let (verdict, body) = (answer["verdict"].as_str().unwrap(), &answer["answer"]);
    assert!(body["at_least"].as_u64().unwrap() > 0, "{how}, {}: {answer}", level.name);
    assert!(verdict == "found" || verdict == "unfinished" && !level.is_known, "{how}, {}: {answer}", level.name);
    assert!(verdict == "unfinished" || body["optimal"] == false, "{how}, {}: {answer}", level.name);
}

#[test]
fn signals_leave_what_was_found_and_proven() {
    for (number, level) in levels().iter().enumerate() {
        let signal = ["TERM", "HUP", "INT"][number % 3];
        let child = search(level, &[]);
        std::thread::sleep(WORK);
        let sent = std::process::Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let (answer, took) = end(child);
        is_kept(level, signal, &answer);
        assert!(answer["method"].as_str().unwrap().contains("ended from outside"), "{answer}");
        assert!(took < Duration::from_secs(1) * slack(), "{}: {took:?}", level.name);
    }
}

#[test]
fn the_clock_leaves_what_was_found_and_proven() {
    for level in &levels() {
        let (answer, took) = end(search(level, &["--time", "2s"]));
        is_kept(level, "the clock", &answer);
        assert!(answer["method"].as_str().unwrap().contains("the time allowed is over"), "{answer}");
        assert!(took < WORK + Duration::from_secs(1) * slack(), "{}: {took:?}", level.name);
    }
}
