//! A search whose states do not fit in memory goes on in files, with the same counts, and after a kill where it was.

#![allow(clippy::unwrap_used)]

mod cli;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use cli::{folder, menagerie};
use serde_json::Value;

/// Three crates in a room, and a gem that nobody can reach: every state is looked at.
const ROOM: &str = "title Room

objects
Background
green

Wall
brown

Player
white

Crate
orange

Gem
blue

legend
. = Background
# = Wall
P = Player
* = Crate
G = Gem

sounds

collisionlayers
Background
Player, Wall, Crate, Gem

rules
[ > Player | Crate ] -> [ > Player | > Crate ]

winconditions
no Gem

levels
#######G
#.....##
#.*...##
#..*..##
#...*.##
#P....##
########
";

const SOLVE: [&str; 4] = ["--quiet", "--threads", "1", "--json"];
/// A tenth of what the states take.
const LITTLE: [&str; 2] = ["--memory", "300KiB"];

fn answer(file: &str, memory: [&str; 2], disk: &[&str]) -> Value {
    let said = menagerie(&[&["solve", file], &SOLVE[..], &memory, disk].concat());
    serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{said:?}"))
}

/// The files of the search in a cache folder.
fn files(cache: &Path) -> usize {
    std::fs::read_dir(cache.join("searches")).map_or(0, Iterator::count)
}

#[test]
fn a_search_goes_on_in_files_and_after_a_kill() {
    let folder = folder("disk");
    let room = folder.join("room.puzzlescript");
    std::fs::write(&room, ROOM).unwrap();
    let file = room.to_str().unwrap();
    let whole = answer(file, ["--memory", "1GiB"], &[]);
    assert_eq!((&whole["verdict"], &whole["method"]), (&"impossible".into(), &"breadth-first search".into()));
    assert!(whole["proof"]["states"].as_u64().unwrap() > 20_000, "{whole}");
    let little = answer(file, LITTLE, &[]);
    assert_eq!(little["verdict"], "unfinished");
    let filed = answer(file, LITTLE, &["--disk", "1GiB"]);
    assert_eq!((&filed["verdict"], &filed["proof"]), (&whole["verdict"], &whole["proof"]));
    assert_eq!(filed["method"], "breadth-first search on disk");
    let short = answer(file, LITTLE, &["--disk", "100KiB"]);
    assert_eq!(short["verdict"], "unfinished");
    assert!(short["answer"]["at_least"].as_u64() >= little["answer"]["at_least"].as_u64(), "no bound is lost");

    let cache = folder.join("cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_menagerie"));
    command.args(["solve", file]).args(SOLVE).args(LITTLE).args(["--disk", "1GiB"]).env("MENAGERIE_CACHE", &cache);
    let mut killed = command.stdout(Stdio::null()).spawn().unwrap();
    while files(&cache) < 12 && killed.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(files(&cache) >= 12, "it was killed in the middle");
    let output = command.stdout(Stdio::piped()).output().unwrap();
    let again: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(again["proof"], whole["proof"]);
    let nodes = |answer: &Value| answer["spent"]["nodes"].as_u64().unwrap();
    assert!(nodes(&again) < nodes(&filed), "{} of {} nodes", nodes(&again), nodes(&filed));
    assert_eq!(files(&cache), 0, "nothing is left behind");
}

#[test]
fn files_need_the_cache_folder() {
    let said = menagerie(&["solve", "@push#1", "--disk", "1GiB", "--no-cache"]);
    assert_eq!(said.status, 2, "{said:?}");
    assert!(said.err.contains("--disk needs the cache folder"), "{said:?}");
}
