//! A search whose states do not fit in memory goes on in files, with the same counts, and after a kill where it was.

#![allow(clippy::unwrap_used)]

mod cli;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use cli::{folder, menagerie};
use serde_json::Value;

/// Crates and a gem in a room, which rules push and never take away: every state is looked at.
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
Thing = Crate or Gem

sounds

collisionlayers
Background
Player, Wall, Crate, Gem

rules
[ > Player | Thing ] -> [ > Player | > Thing ]

winconditions
no Gem

levels
########
#.....##
#.G...##
#..*..##
#...*.##
#P....##
########
";

const SOLVE: [&str; 4] = ["--quiet", "--threads", "1", "--json"];
/// A tenth of what the states take.
const LITTLE: [&str; 2] = ["--memory", "300KiB"];

/// The command that solves the room, with its files in this cache folder.
fn solve(folder: &Path, cache: &str, memory: [&str; 2], disk: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_menagerie"));
    command.arg("solve").arg(folder.join("room.puzzlescript")).args(SOLVE).args(memory).args(disk);
    command.env("MENAGERIE_CACHE", folder.join(cache)).stderr(Stdio::null());
    command
}

fn answer(mut command: Command) -> Value {
    let output = command.output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

/// The files of the search in a cache folder.
fn files(cache: &Path) -> usize {
    std::fs::read_dir(cache.join("searches")).map_or(0, Iterator::count)
}

#[test]
fn a_search_goes_on_in_files_with_the_same_counts() {
    let folder = folder("disk");
    std::fs::write(folder.join("room.puzzlescript"), ROOM).unwrap();
    let whole = answer(solve(&folder, "whole", ["--memory", "1GiB"], &[]));
    assert_eq!((&whole["verdict"], &whole["method"]), (&"impossible".into(), &"breadth-first search".into()));
    assert!(whole["proof"]["states"].as_u64().unwrap() > 20_000, "{whole}");
    let little = answer(solve(&folder, "little", LITTLE, &[]));
    assert_eq!(little["verdict"], "unfinished");
    let filed = answer(solve(&folder, "filed", LITTLE, &["--disk", "1GiB"]));
    assert_eq!((&filed["verdict"], &filed["proof"]), (&whole["verdict"], &whole["proof"]));
    assert_eq!(filed["method"], "breadth-first search on disk");
    assert_eq!(files(&folder.join("filed")), 0, "nothing is left behind");
    let short = answer(solve(&folder, "short", LITTLE, &["--disk", "100KiB"]));
    assert_eq!(short["verdict"], "unfinished");
    assert!(short["answer"]["at_least"].as_u64() >= little["answer"]["at_least"].as_u64(), "no bound is lost");
}

#[test]
fn a_search_on_disk_goes_on_after_a_kill() {
    let folder = folder("disk-killed");
    std::fs::write(folder.join("room.puzzlescript"), ROOM).unwrap();
    let command = |cache: &str| solve(&folder, cache, LITTLE, &["--disk", "1GiB"]);
    let whole = answer(command("whole"));
    let cache = folder.join("killed");
    let mut killed = command("killed").stdout(Stdio::null()).spawn().unwrap();
    while files(&cache) < 12 && killed.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(files(&cache) >= 12, "it was killed in the middle");
    let again = answer(command("killed"));
    assert_eq!(again["proof"], whole["proof"]);
    let nodes = |answer: &Value| answer["spent"]["nodes"].as_u64().unwrap();
    assert!(nodes(&again) < nodes(&whole), "{} of {} nodes", nodes(&again), nodes(&whole));
    assert_eq!(files(&cache), 0, "nothing is left behind");
}

#[test]
fn files_need_the_cache_folder() {
    let said = menagerie(&["solve", "@push#1", "--disk", "1GiB", "--no-cache"]);
    assert_eq!(said.status, 2, "{said:?}");
    assert!(said.err.contains("--disk needs the cache folder"), "{said:?}");
}
