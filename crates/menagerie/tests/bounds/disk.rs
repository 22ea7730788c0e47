//! A search whose states do not fit in memory goes on in files, with the same counts, and after a kill where it was.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::stacks;

use crate::cli::{folder, menagerie};
use crate::stacks::{LEVELS, left_in};
use serde_json::Value;
use testkit::campaign::cases;
use testkit::random::Random;

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
    stacks::answer(&mut command)
}

/// The files of searches in a cache folder.
fn files(cache: &Path) -> usize {
    let folders = std::fs::read_dir(cache.join("searches")).into_iter().flatten().flatten();
    folders.map(|folder| std::fs::read_dir(folder.path()).map_or(1, Iterator::count)).sum()
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

#[test]
fn the_reason_is_what_happened() {
    let folder = folder("disk-reasons");
    std::fs::write(folder.join("room.puzzlescript"), ROOM).unwrap();
    std::fs::create_dir(folder.join("blocked")).unwrap();
    std::fs::write(folder.join("blocked/searches"), "a file").unwrap();
    std::fs::write(folder.join("file"), "a file").unwrap();
    // Nobody makes folders there, not even an administrator.
    let forbidden = if cfg!(target_os = "linux") { "/sys/kernel" } else { "/" };
    let reasons = [
        ("blocked", "1GiB", "something else has the name of a folder or file of the search (", "blocked/searches: "),
        ("file", "1GiB", "something else has the name of a folder or file of the search (", "file/searches: "),
        (forbidden, "1GiB", "the folder for the files cannot be written (", "searches: "),
        ("little", "100KiB", "the disk space allowed does not suffice", ""),
    ];
    for (cache, disk, reason, place) in reasons {
        let answer = answer(solve(&folder, cache, LITTLE, &["--disk", disk]));
        let method = answer["method"].as_str().unwrap();
        assert_eq!(answer["verdict"], "unfinished");
        let said = format!("breadth-first search on disk; {reason}");
        assert!(method.starts_with(&said) && method.contains(place), "{cache}: {method}");
    }
}

#[test]
fn a_second_search_is_told_of_the_first() {
    let folder = folder("disk-told");
    std::fs::write(folder.join("room.puzzlescript"), ROOM).unwrap();
    let mut first = solve(&folder, "cache", LITTLE, &["--disk", "1GiB"]);
    let mut first = first.stdout(Stdio::null()).spawn().unwrap();
    while files(&folder.join("cache")) < 3 && first.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let path = folder.join("room.puzzlescript");
    let arguments = ["--json", "--threads", "1", "--nodes", "15000", "--disk", "1GiB"];
    let mut second = Command::new(env!("CARGO_BIN_EXE_menagerie"));
    second.arg("solve").arg(path).args(arguments).args(LITTLE).env("MENAGERIE_CACHE", folder.join("cache"));
    let said = String::from_utf8(second.output().unwrap().stderr).unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(said.contains("another process is at the same search") && said.contains("searches"), "{said}");
}

/// The files of all searches in a cache folder, but for locks.
fn search_files(cache: &Path) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(cache.join("searches")).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = folders
        .flat_map(|folder| std::fs::read_dir(folder.path()).into_iter().flatten().flatten())
        .map(|file| file.path())
        .filter(|path| !path.ends_with("lock"))
        .collect();
    files.sort();
    files
}

#[test]
fn files_that_were_altered_or_belong_to_another_search_are_never_believed() {
    let folder = folder("disk-altered");
    LEVELS.iter().for_each(|level| level.write(&folder));
    for case in cases(2) {
        let mut random = Random::new(case);
        for level in &LEVELS {
            let ended = stacks::answer(level.solve(&folder, "cache").args(["--nodes", "20000"]));
            level.assert_right_so_far(&ended, "the limit on nodes was reached");
        }
        let files = search_files(&folder.join("cache"));
        assert!(files.len() > 20, "{files:?}");
        for _ in 0..1 + random.below(4) {
            let (one, other) = (random.pick(&files), random.pick(&files));
            let mut bytes = std::fs::read(one).unwrap();
            match random.below(3) {
                0 => {
                    let at = random.below(bytes.len());
                    bytes[at] ^= 1 << random.below(8);
                }
                1 => bytes.truncate(random.below(bytes.len())),
                _ => bytes = std::fs::read(other).unwrap(),
            }
            std::fs::write(one, bytes).unwrap();
        }
        LEVELS.iter().for_each(|level| level.assert_right(&level.answer(&folder, "cache")));
        assert_eq!(left_in(&folder.join("cache")), [] as [String; 0], "round {case}");
    }
}
