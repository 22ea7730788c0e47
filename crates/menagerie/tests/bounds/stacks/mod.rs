//! Levels of a game without a lower bound, whose states take several layers of several files, with their answers.

#![allow(dead_code, clippy::unwrap_used)] // each test file uses a part; a failed unwrap is a failed test

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A barrel that stands upright on three crates wins.
const GAME: &str = "title Stacks

objects
Background
green

Wall
brown

Player
white

Crate
orange

Barrel
red

legend
. = Background
# = Wall
P = Player
* = Crate
O = Barrel
Thing = Crate or Barrel

sounds

collisionlayers
Background
Player, Wall, Crate, Barrel

rules
[ > Player | Thing ] -> [ > Player | > Thing ]
late down [ Barrel | Crate | Crate | Crate ] -> win

winconditions

levels
";

/// A level with its answer.
pub(crate) struct Stacks {
    pub(crate) name: &'static str,
    rows: &'static str,
    /// The fewest moves that win, or how many states can be reached where none do.
    answer: Result<u64, u64>,
}

/// Levels of 42,562 and 51,117 states.
pub(crate) const LEVELS: [Stacks; 2] = [
    Stacks { name: "won", rows: "..#..#\n.O..*.\n....*.\n...*#.\n......\n#P...#\n", answer: Ok(23) },
    Stacks { name: "lost", rows: "#.....\n.**#..\n..#...\n...#..\n.*.#O.\n..P...\n", answer: Err(51_117) },
];

/// A twentieth of what the states take.
const LITTLE: [&str; 4] = ["--memory", "64KiB", "--disk", "1GiB"];

impl Stacks {
    /// Writes the level into a folder.
    pub(crate) fn write(&self, folder: &Path) {
        std::fs::write(folder.join(self.name).with_extension("ps"), format!("{GAME}{}", self.rows)).unwrap();
    }

    /// The command that solves the level of this folder on disk, with a cache in the folder.
    pub(crate) fn solve(&self, folder: &Path, cache: &str) -> Command {
        let mut command = self.command(folder, cache);
        command.args(LITTLE);
        command
    }

    fn command(&self, folder: &Path, cache: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_menagerie"));
        command.arg("solve").arg(folder.join(self.name).with_extension("ps"));
        command.args(["--quiet", "--threads", "1", "--json"]).env("MENAGERIE_CACHE", folder.join(cache));
        command.stdin(Stdio::null());
        command
    }

    /// What a search in memory answers.
    pub(crate) fn answer_in_memory(&self, folder: &Path) -> Value {
        let answer = answer(self.command(folder, "memory").args(["--memory", "1GiB"]));
        assert_eq!(answer["method"], "breadth-first search");
        answer
    }

    /// What a search on disk answers.
    pub(crate) fn answer(&self, folder: &Path, cache: &str) -> Value {
        answer(&mut self.solve(folder, cache))
    }

    /// Panics unless this is the answer.
    pub(crate) fn assert_right(&self, answer: &Value) {
        let (verdict, number) = (answer["verdict"].as_str().unwrap(), |value: &Value| value.as_u64());
        let is_right = match self.answer {
            Ok(moves) => verdict == "found" && number(&answer["answer"]["moves"]) == Some(moves),
            Err(states) => verdict == "impossible" && number(&answer["proof"]["states"]) == Some(states),
        };
        assert!(is_right, "{}: {answer}", self.name);
    }

    /// Panics unless this is the answer, or is unfinished for this reason with a bound that holds.
    pub(crate) fn assert_right_so_far(&self, answer: &Value, reason: &str) {
        if answer["verdict"] != "unfinished" {
            return self.assert_right(answer);
        }
        assert!(answer["method"].as_str().unwrap().contains(reason), "{}: {answer}", self.name);
        let bound = answer["answer"]["at_least"].as_u64().unwrap_or_default();
        assert!(self.answer.is_err() || Ok(bound) <= self.answer, "{}: {answer}", self.name);
    }
}

/// The answer that a command prints.
pub(crate) fn answer(command: &mut Command) -> Value {
    let output = command.output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

/// The names of the files and folders that searches have in a cache folder.
pub(crate) fn left_in(cache: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(cache.join("searches")).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
}
