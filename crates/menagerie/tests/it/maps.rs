//! Saved maps: hints and new levels read from them, interrupted builds that go on, damage that is noticed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::cli::{MENAGERIE, file, folder, menagerie};
use serde_json::{Value, json};
use testkit::campaign::cases;
use testkit::random::Random;

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
    let kept = || checkpoints(&dir).len();
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

#[test]
fn processes_that_build_one_map_at_the_same_time_do_not_mix_their_files() {
    let dir = folder("maps-together");
    let map = dir.join("eight.map");
    let build = || {
        let mut command = MENAGERIE.command(["map", "@eight", "--json", "--save", map.to_str().unwrap()]);
        command.stderr(Stdio::null()).spawn().unwrap()
    };
    let right = menagerie(&["map", "@eight", "--json"]).json()["answer"]["distances"].clone();
    let hint = menagerie(&["hint", "@eight", "--json"]).json()["answer"].clone();
    for case in cases(3) {
        let mut random = Random::new(case);
        let builds: Vec<Child> = (0..3).map(|_| build()).collect();
        for (number, mut build) in builds.into_iter().enumerate() {
            if number > 0 && random.one_in(2) {
                std::thread::sleep(Duration::from_millis(random.below(200)));
                build.kill().unwrap();
            }
            let said = build.wait_with_output().unwrap();
            if said.status.success() {
                let answer: Value = serde_json::from_slice(&said.stdout).unwrap();
                assert_eq!(answer["answer"]["distances"], right, "round {case}");
            } else {
                assert!(number > 0 && said.status.code().is_none(), "round {case}: {said:?}");
            }
        }
        let read = menagerie(&["hint", "@eight", "--json", "--map", map.to_str().unwrap()]);
        assert_eq!((&read.json()["answer"], &read.json()["method"]), (&hint, &json!("a saved map")), "round {case}");
    }
    assert_eq!(menagerie(&["map", "@eight", "--save", map.to_str().unwrap()]).status, 0);
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "the killed left nothing that stays");
}

#[test]
fn processes_that_make_the_same_tables_at_the_same_time_answer_right() {
    let dir = folder("tables-together");
    let ask = || {
        let mut command = MENAGERIE.command(["hint", "@eight", "--json"]);
        command.env("MENAGERIE_CACHE", &dir).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let right = menagerie(&["hint", "@eight", "--json"]).json()["answer"].clone();
    for case in cases(2) {
        let mut random = Random::new(case);
        let mut asked: Vec<Child> = (0..3).map(|_| ask()).collect();
        std::thread::sleep(Duration::from_millis(random.below(300)));
        asked.pop().unwrap().kill().unwrap();
        for said in asked.into_iter().map(|child| child.wait_with_output().unwrap()) {
            assert_eq!(serde_json::from_slice::<Value>(&said.stdout).unwrap()["answer"], right, "round {case}");
        }
    }
    assert!(ask().wait().unwrap().success());
    let names: Vec<String> =
        fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(!names.is_empty(), "the tables are kept");
}

/// The files of unfinished builds in a folder.
fn checkpoints(folder: &Path) -> Vec<PathBuf> {
    let builds = fs::read_dir(folder).unwrap().flatten().filter(|it| it.path().is_dir());
    let files = builds.flat_map(|build| fs::read_dir(build.path()).into_iter().flatten().flatten());
    files
        .map(|file| file.path())
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("head"))
        .collect()
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
    let own = file(&dir, "own.toggle", "title = \"Mine\"\nboard = \"2x2\"\nmoves = [\"1100\", \"0011\", \"1010\"]\n");
    let mine = menagerie(&["new", "toggle", "--board", &own, "--difficulty", "3", "--seed", "1"]);
    assert!(mine.out.starts_with("title = \"Mine, seed 1\"\npar = 3\n"), "{mine:?}");
    // A family that draws no boards from levels speaks of the file by its name.
    let rows = file(&dir, "rows.lemmo", "#.\n#$\n");
    let said = menagerie(&["new", "lemmo", "--board", &rows]);
    assert!(said.status == 2 && said.err.contains(&format!("'{rows}'")), "{said:?}");
    let damaged = file(&dir, "damaged.toggle", "board = 3\n");
    assert_eq!(menagerie(&["new", "toggle", "--board", &damaged]).status, 3);
    let kept = dir.join("own.map");
    let said = menagerie(&["map", &own, "--save", kept.to_str().unwrap()]);
    assert!(said.status == 0 && said.err.contains("new --map and hint --map have none to read"), "{said:?}");
    for wish in [
        &["new", "frog"][..],
        &["new", "pebble", "--board", "cube"],
        &["new", "pebble", "--template", "x"],
        &["new", "toggle", "--board", "5x5 knight"],
    ] {
        let said = menagerie(wish);
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{wish:?}: {said:?}");
    }
}

/// One may exist: it was looked for, and that has ended.
#[test]
fn a_level_that_is_not_found_is_no_wrong_usage() {
    for wish in [
        &["new", "pebble", "--board", "grid 2x2", "--difficulty", "99", "--nodes", "100000000"][..],
        &["new", "toggle", "--board", "5x5", "--difficulty", "26"],
        &["new", "wall", "--board", "3x3", "--difficulty", "900"],
    ] {
        let said = menagerie(wish);
        assert_eq!((said.status, said.out.as_str()), (12, ""), "{wish:?}: {said:?}");
    }
}

#[test]
fn a_server_reads_hints_from_the_map_that_it_is_given() {
    let map = folder("served-map").join("eight.map");
    let map = map.to_str().unwrap();
    assert_eq!(menagerie(&["map", "@eight", "--save", map]).status, 0);
    let server = testkit::server::Server::start(env!("CARGO_BIN_EXE_menagerie"), &["--map", map]);
    let level =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../families/pebble/src/levels/eight.pebble"));
    let (status, said) = server.post("/api/v1/hint", &json!({"family": "pebble", "level": level.unwrap()}));
    assert_eq!((status, &said["method"]), (200, &json!("a saved map")), "{said}");
}
