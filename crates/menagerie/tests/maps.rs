//! Saved maps: hints and new levels read from them, interrupted builds that go on, damage that is noticed.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod cli;

use std::fs;
use std::process::{Command, Stdio};

use cli::{file, folder, menagerie};
use serde_json::json;

/// A board of 2 × 5 tiles: 1,814,400 states, two seconds of an unoptimised build.
const BOARD: &str = "board = \"grid 2x5\"\nplates = \"123456789-\"\npebbles = \"-23456789 1\"\n";

#[test]
fn a_saved_map_gives_hints_and_levels_and_damage_is_noticed() {
    let dir = folder("maps");
    let map = dir.join("eight.map");
    let map = map.to_str().unwrap();
    let saved = menagerie(&["map", "@eight", "--save", map, "--json"]);
    assert_eq!(saved.status, 0, "{saved:?}");
    assert_eq!(saved.json()["answer"]["states"], json!(181_440));
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "no checkpoint is left");

    let (searched, read) =
        (menagerie(&["hint", "@eight", "--json"]), menagerie(&["hint", "@eight", "--map", map, "--json"]));
    assert_eq!(searched.json()["answer"], read.json()["answer"]);
    assert_eq!(read.json()["method"], json!("a saved map"));

    let made = menagerie(&["new", "pebble", "--board", "grid 3x3", "--difficulty", "31", "--seed", "7", "--map", map]);
    let level = file(&dir, "made.pebble", &made.out);
    assert_eq!(menagerie(&["solve", &level, "--json"]).json()["answer"]["moves"], json!(31));
    let none = menagerie(&["new", "pebble", "--board", "grid 3x3", "--difficulty", "32", "--map", map]);
    assert_eq!((none.status, none.out.as_str()), (2, ""), "{none:?}");

    assert_eq!(menagerie(&["hint", "@seed.pebble", "--map", map]).status, 1, "the map of another board");
    assert_eq!(menagerie(&["hint", "@flipper", "--map", map]).status, 2, "a family without maps");
    assert_eq!(menagerie(&["hint", "@eight", "--map", "missing.map"]).status, 1);

    let bytes = fs::read(map).unwrap();
    let right = read.json()["answer"].clone();
    for at in (0..bytes.len()).step_by(bytes.len() / 40) {
        let mut flipped = bytes.clone();
        flipped[at] ^= 4;
        fs::write(map, &flipped).unwrap();
        let said = menagerie(&["hint", "@eight", "--map", map, "--json"]);
        // Damage in a part that this hint does not read changes nothing; any other is refused.
        assert!(said.status == 1 || (said.status == 0 && said.json()["answer"] == right), "byte {at}: {said:?}");
    }
}

#[test]
fn a_killed_build_goes_on() {
    let dir = folder("killed-map");
    let level = file(&dir, "tiles.pebble", BOARD);
    let out = dir.join("tiles.map");
    let mut child = Command::new(env!("CARGO_BIN_EXE_menagerie"))
        .args(["map", &level, "--save", out.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let kept =
        || fs::read_dir(&dir).unwrap().filter(|entry| is_checkpoint(&entry.as_ref().unwrap().file_name())).count();
    while kept() == 0 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    let _ = child.kill();
    let _ = child.wait();
    let again = menagerie(&["map", &level, "--save", out.to_str().unwrap(), "--json"]);
    assert_eq!(again.status, 0, "{again:?}");
    let plain = menagerie(&["map", &level, "--json"]);
    for key in ["states", "largest", "distances"] {
        assert_eq!(again.json()["answer"][key], plain.json()["answer"][key]);
    }
    assert!(out.exists() && kept() == 0);
}

fn is_checkpoint(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with("tiles.map.map-") && !name.contains(".part-")
}

#[test]
fn new_levels_are_as_hard_as_wished() {
    let dir = folder("new");
    let pebble = menagerie(&["new", "pebble", "--board", "panguru", "--difficulty", "12", "--seed", "7"]);
    let toggle = menagerie(&["new", "toggle", "--board", "5x5", "--difficulty", "12", "--seed", "7"]);
    for (name, made) in [("a.pebble", &pebble), ("a.toggle", &toggle)] {
        assert_eq!(made.status, 0, "{made:?}");
        let level = file(&dir, name, &made.out);
        assert_eq!(menagerie(&["solve", &level, "--json"]).json()["answer"]["moves"], json!(12));
        assert_eq!(menagerie(&["check", &level, "--par"]).status, 0);
    }
    let again = menagerie(&["new", "pebble", "--difficulty", "12", "--seed", "7", "--json"]);
    assert_eq!(again.json()["answer"]["level"], json!(pebble.out));
    for wish in [
        &["new", "frog"][..],
        &["new", "pebble", "--board", "cube"],
        &["new", "pebble", "--template", "x"],
        &["new", "pebble", "--board", "grid 2x2", "--difficulty", "99", "--nodes", "100000000"],
        &["new", "toggle", "--board", "5x5", "--difficulty", "26"],
        &["new", "toggle", "--board", "5x5 knight"],
    ] {
        let said = menagerie(wish);
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{wish:?}: {said:?}");
    }
}

#[test]
fn a_server_reads_hints_from_the_map_that_it_is_given() {
    let map = folder("served-map").join("eight.map");
    let map = map.to_str().unwrap();
    assert_eq!(menagerie(&["map", "@eight", "--save", map]).status, 0);
    let server = testkit::server::Server::start(env!("CARGO_BIN_EXE_menagerie"), &["--map", map]);
    let level =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../puzzles/src/pebble/levels/eight.pebble"));
    let (status, said) = server.post("/api/v1/hint", &json!({"family": "pebble", "level": level.unwrap()}));
    assert_eq!((status, &said["method"]), (200, &json!("a saved map")), "{said}");
}
