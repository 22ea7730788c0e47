//! Performs tasks and writes what came out, a JSON object a line: `{"group", "name", "task", "outcome"}`.
//!
//! `outcomes` performs every operation and asks every question of every shipped level, and of random boards that are
//! wide enough for wide instructions, within 200,000 nodes.
//! `outcomes demos FILE` plays random moves in PuzzleScript games, which FILE holds as JSON lines `{"name", "source"}`.
//! `outcomes perform` performs the tasks that it reads as JSON lines `{"group", "name", "task"}`.
//! The tasks of a group share the caches of a session. The tests of `crates/web` compare these outcomes with those of
//! the WebAssembly module.
#![allow(clippy::unwrap_used)]

use std::io;

use engines::{Context, ValueCache};
use puzzles::options::MOVES;
use puzzles::{FAMILIES, Family, OptionValue, Options, QuestionKind, collection};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tasks::{LevelCache, Limits, Operation, Outcome, PictureSize, Style, Task, Wanted, perform_cached};
use testkit::random::Random;

/// Enough for most questions about shipped levels, and little enough that all of them take seconds.
const LIMITS: Limits = Limits { nodes: Some(200_000), bytes: 1 << 30, millis: 3_600_000 };
/// Moves played before questions that judge a line.
const LINE: usize = 3;
/// Moves played in a game of PuzzleScript, with a picture of the board after each.
const INPUTS: usize = 12;

#[derive(Deserialize)]
struct Given {
    group: String,
    name: String,
    task: Task,
}

#[derive(Serialize)]
struct Row<'a> {
    group: &'a str,
    name: &'a str,
    task: &'a Task,
    outcome: &'a Outcome,
}

/// The caches of one group of tasks, as a server or a module has them.
struct Session<'a> {
    group: &'a str,
    levels: LevelCache,
    kept: ValueCache,
}

impl Session<'_> {
    fn new(group: &str) -> Session<'_> {
        Session { group, levels: LevelCache::default(), kept: ValueCache::new(256 << 20, 256) }
    }

    /// Performs a task, writes its line and returns the result, null where the task failed.
    fn perform(&self, name: &str, task: &Task) -> Value {
        let cx = Context::new(task.limits.budget()).keeping(&self.kept);
        let outcome = perform_cached(FAMILIES, &self.levels, task, PictureSize::Whole, &cx);
        let row = Row { group: self.group, name, task, outcome: &outcome };
        println!("{}", serde_json::to_string(&row).unwrap());
        match outcome {
            Outcome::Done { result, .. } => result.value(),
            Outcome::Failed(_) => Value::Null,
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            shipped();
            wide();
        }
        ["demos", file] => demos(file),
        ["perform"] => given(),
        _ => panic!("usage: outcomes [demos FILE | perform]"),
    }
}

fn shipped() {
    for family in FAMILIES {
        for level in collection::shipped(*family) {
            operations(*family, &level.name, &level.text);
        }
    }
}

/// The questions about walls and Lemmo maps at random.
fn wide() {
    let mut random = Random::new(1);
    let [wall, lemmo] =
        ["wall", "lemmo"].map(|name| *FAMILIES.iter().find(|family| family.info().name == name).unwrap());
    for columns in [33, 512, 1025] {
        let mut board = |rows: usize, characters: &[u8]| -> String {
            let mut row =
                || (0..columns).map(|_| char::from(*random.pick(characters))).chain(['\n']).collect::<String>();
            (0..rows).map(|_| row()).collect()
        };
        let free = format!("{}\n", "5".repeat(columns));
        let walls = free.clone() + &board(30, b"0123456789012345678901234567890123456789x") + &free;
        questions(wall, columns, &walls);
        let map = board(30, b"#######.") + &board(1, b"##################$@");
        questions(lemmo, columns, &map);
    }
}

/// The questions that need no moves, on a board of so many columns.
fn questions(family: &dyn Family, columns: usize, level: &str) {
    let group = format!("{}/random {columns}", family.info().name);
    let session = Session::new(&group);
    for question in family.info().questions {
        if !matches!(question.kind, QuestionKind::JUDGE | QuestionKind::SHORTCUT) {
            let operation = Operation::Ask { question: question.kind, asked: Options::default(), picture: false };
            let task = Task { family: family.info().name.into(), level: level.into(), operation, limits: LIMITS };
            session.perform(question.kind.name(), &task);
        }
    }
}

/// Every operation on a level, and every question that its family declares.
fn operations(family: &dyn Family, name: &str, level: &str) {
    let group = format!("{}/{name}", family.info().name);
    let session = Session::new(&group);
    let perform = |name: &str, operation| {
        let task = Task { family: family.info().name.into(), level: level.into(), operation, limits: LIMITS };
        session.perform(name, &task)
    };
    perform("check", Operation::Check);
    perform("levels", Operation::Levels(Wanted { texts: true, ..Wanted::default() }));
    perform("level 1", Operation::Levels(Wanted::number(1)));
    let mut moves = Vec::new();
    for _ in 0..LINE {
        let shown = perform("play", Operation::Play { moves: moves.clone(), role: None, picture: true });
        // Neither always the first move nor always its reverse.
        let legal = shown["legal"].as_array().map_or(&[][..], Vec::as_slice);
        moves.extend(legal.get(moves.len() * 2 % legal.len().max(1)).and_then(Value::as_str).map(str::to_owned));
    }
    perform("play", Operation::Play { moves: moves.clone(), role: None, picture: true });
    let picture = |answer| Operation::Picture { moves: Vec::new(), role: None, answer, style: Style::default() };
    perform("picture", picture(None));
    for question in family.info().questions {
        let kind = question.kind;
        let lines: &[&[String]] = match kind {
            QuestionKind::HINT => &[&[], &moves[..1.min(moves.len())], &moves],
            QuestionKind::JUDGE | QuestionKind::SHORTCUT => &[&moves],
            _ => &[&[]],
        };
        for line in lines {
            let asked = Options::default().with(&MOVES, OptionValue::List(line.to_vec()));
            let answer = perform(kind.name(), Operation::Ask { question: kind, asked, picture: false });
            if kind == QuestionKind::SOLVE && !answer.is_null() {
                perform("picture of the answer", picture(Some(answer.to_string())));
            }
        }
    }
}

fn demos(file: &str) {
    #[derive(Deserialize)]
    struct Demo {
        name: String,
        source: String,
    }

    for (seed, line) in std::fs::read_to_string(file).unwrap().lines().enumerate() {
        let demo: Demo = serde_json::from_str(line).unwrap();
        let group = format!("demos/{}", demo.name);
        let session = Session::new(&group);
        let perform = |name: &str, level: &str, operation| {
            let task = Task { family: "puzzlescript".into(), level: level.into(), operation, limits: LIMITS };
            session.perform(name, &task)
        };
        let listed = perform("level 1", &demo.source, Operation::Levels(Wanted::number(1)));
        let Some(level) = listed["levels"][0]["text"].as_str() else { continue };
        let (mut moves, mut random) = (Vec::new(), Random::new(seed as u64));
        for _ in 0..INPUTS {
            let shown = perform("play", level, Operation::Play { moves: moves.clone(), role: None, picture: true });
            let Some(legal) = shown["legal"].as_array().filter(|legal| !legal.is_empty()) else { break };
            moves.push(legal[random.below(legal.len())].as_str().unwrap().to_owned());
        }
    }
}

fn given() {
    let given: Vec<Given> = io::stdin().lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    for group in given.chunk_by(|one, other| one.group == other.group) {
        let session = Session::new(&group[0].group);
        group.iter().for_each(|given| drop(session.perform(&given.name, &given.task)));
    }
}
