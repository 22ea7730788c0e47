//! Runs recorded sessions and message cases: `sessions [--engine masks|planes] [--messages FILE] FILE.jsonl.gz…`.
//!
//! A file holds a JSON object a line. One with `inputs` is a session: its source is compiled, its level loaded, its
//! inputs played, and the board and the sounds at the end are compared. One with `messages` is a message case: its
//! source is compiled, the expected messages must occur in this order among those of the compiler, and the number of
//! errors must be equal. The words of messages are those of the templates in FILE, by default
//! `../shared/puzzlescript/messages.txt`. The program prints how many passed, then the first difference of each
//! failure, and exits with 1 if there is one.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

use flate2::read::GzDecoder;
use puzzlescript::compiler::{CompileLimits, Problem, compile};
use puzzlescript::engine::Input;
use puzzlescript::game::Game;
use puzzlescript::session::{EngineKind, Options, Ruleset, Session};
use serde_json::Value;

const USAGE: &str = "usage: sessions [--engine masks|planes] [--messages FILE] FILE.jsonl.gz…";

struct Arguments {
    engine: EngineKind,
    messages: String,
    files: Vec<String>,
}

/// How many of a kind passed, and what went wrong with the others.
#[derive(Default)]
struct Tally {
    all: usize,
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, name: String, result: Result<(), String>) {
        self.all += 1;
        self.failures.extend(result.err().map(|difference| format!("{name}: {difference}")));
    }

    fn print(&self, kind: &str) {
        println!("{kind} {}/{}", self.all - self.failures.len(), self.all);
    }
}

fn main() -> ExitCode {
    match arguments().and_then(|arguments| run(&arguments)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let mut read = Arguments {
        engine: EngineKind::default(),
        messages: "../shared/puzzlescript/messages.txt".to_owned(),
        files: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--engine" => {
                read.engine = match words.next().as_deref() {
                    Some("masks") => EngineKind::Masks,
                    Some("planes") => EngineKind::Planes,
                    _ => return Err("--engine: expected 'masks' or 'planes'".to_owned()),
                }
            }
            "--messages" => read.messages = words.next().ok_or("--messages: expected a file")?,
            _ => read.files.push(word),
        }
    }
    if read.files.is_empty() { Err(USAGE.to_owned()) } else { Ok(read) }
}

/// Runs all files. Returns whether everything passed.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let (mut sessions, mut cases) = (Tally::default(), Tally::default());
    let mut templates = None;
    for file in &arguments.files {
        for line in lines(file)? {
            if line.get("inputs").is_some() {
                sessions.add(format!("session {}", line["id"]), session(&line, arguments.engine));
            } else if line.get("messages").is_some() {
                if templates.is_none() {
                    templates = Some(read_templates(&arguments.messages)?);
                }
                let templates = templates.as_ref().ok_or(USAGE)?;
                cases.add(format!("case {}", line["id"]), message_case(&line, templates));
            }
        }
    }
    sessions.print("sessions");
    cases.print("cases");
    let failures: Vec<&String> = sessions.failures.iter().chain(&cases.failures).collect();
    failures.iter().for_each(|failure| println!("{failure}"));
    Ok(failures.is_empty())
}

fn lines(file: &str) -> Result<Vec<Value>, String> {
    let problem = |error: &dyn std::fmt::Display| format!("{file}: {error}");
    let opened = std::fs::File::open(file).map_err(|error| problem(&error))?;
    let mut values = Vec::new();
    for line in BufReader::new(GzDecoder::new(opened)).lines() {
        let line = line.map_err(|error| problem(&error))?;
        values.push(serde_json::from_str(&line).map_err(|error| problem(&error))?);
    }
    Ok(values)
}

fn session(case: &Value, engine: EngineKind) -> Result<(), String> {
    let compiled = compile(case["source"].as_str().unwrap_or_default(), &CompileLimits::default());
    let game = compiled.game.ok_or("the source gives no game")?;
    let mut session = Session::new(
        &game,
        Options {
            engine,
            ruleset: Ruleset::Tests,
            seed: case["seed"].as_str().unwrap_or("0").to_owned(),
            messages_before: compiled.problems.len(),
            ..Options::default()
        },
    );
    let level = case["level"].as_u64().unwrap_or(0) as usize;
    session.load(level).map_err(|stop| format!("loading: {stop}"))?;
    let mut sounds: Vec<String> = Vec::new();
    for (number, input) in case["inputs"].as_array().into_iter().flatten().enumerate() {
        play(&mut session, input).map_err(|problem| format!("input {number}: {problem}"))?;
        sounds.extend(session.sounds().iter().map(|&seed| seed.to_owned()));
    }
    compare_boards(&session, &game, case["final"].as_str().unwrap_or_default())?;
    compare_sounds(&sounds, &case["sounds"])
}

fn play(session: &mut Session, input: &Value) -> Result<(), String> {
    let result = match (input.as_str(), input.as_u64()) {
        (Some("undo"), _) => {
            session.undo();
            Ok(())
        }
        (Some("tick"), _) => session.tick(),
        (Some("restart"), _) => session.restart(),
        (_, Some(number)) if number < 5 => session.press(Input::ALL[number as usize]),
        _ => return Err(format!("{input} is no input")),
    };
    result.map_err(|stop| stop.to_string())
}

/// Compares the board at the end, and names the first cell that differs.
fn compare_boards(session: &Session, game: &Game, expected: &str) -> Result<(), String> {
    let board = session.board().text(game);
    if board == expected {
        return Ok(());
    }
    let (found, wanted) = (cells(&board), cells(expected));
    let at = found.iter().zip(&wanted).position(|(one, two)| one != two).unwrap_or(found.len().min(wanted.len()));
    let place = |cells: &[String]| cells.get(at).map_or("nothing".to_owned(), |cell| format!("'{cell}'"));
    Err(format!("cell {at} holds {}, expected {}", place(&found), place(&wanted)))
}

/// The names in each cell of a board's text.
fn cells(board: &str) -> Vec<String> {
    let mut known: HashMap<&str, &str> = HashMap::new();
    let mut cells = Vec::new();
    for cell in board.split(',').map(str::trim).filter(|cell| !cell.is_empty()) {
        let number = match cell.rsplit_once(':') {
            Some((names, number)) => {
                known.insert(number, names);
                number
            }
            None => cell,
        };
        cells.push(known.get(number).copied().unwrap_or_default().to_owned());
    }
    cells
}

fn compare_sounds(sounds: &[String], expected: &Value) -> Result<(), String> {
    let Some(expected) = expected.as_array() else { return Ok(()) };
    let expected: Vec<String> =
        expected.iter().map(|seed| seed.as_str().map_or_else(|| seed.to_string(), str::to_owned)).collect();
    if *sounds == *expected {
        return Ok(());
    }
    let at = sounds.iter().zip(&expected).position(|(one, two)| one != two);
    let at = at.unwrap_or(sounds.len().min(expected.len()));
    Err(format!("sound {at} is {:?}, expected {:?}", sounds.get(at), expected.get(at)))
}

/// The reference's wording of each message by its id.
fn read_templates(file: &str) -> Result<HashMap<String, String>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let columns = lines.filter_map(|line| {
        let mut columns = line.split('\t');
        Some((columns.next()?.to_owned(), columns.nth(4)?.to_owned()))
    });
    Ok(columns.collect())
}

fn message_case(case: &Value, templates: &HashMap<String, String>) -> Result<(), String> {
    let compiled = compile(case["source"].as_str().unwrap_or_default(), &CompileLimits::default());
    let said: Vec<String> = compiled.problems.iter().map(|problem| bare(&in_words(problem, templates))).collect();
    let mut rest = said.iter();
    for expected in case["messages"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !rest.any(|message| *message == bare(expected)) {
            return Err(format!("not said, or not in this order: {expected}"));
        }
    }
    let expected = case["errors"].as_u64().unwrap_or(0);
    if compiled.errors as u64 != expected {
        return Err(format!("{} errors, expected {expected}", compiled.errors));
    }
    Ok(())
}

/// A problem in the reference's words.
fn in_words(problem: &Problem, templates: &HashMap<String, String>) -> String {
    let text = problem.filled(
        problem.code.reference().and_then(|id| templates.get(id)).map_or(problem.code.template(), String::as_str),
    );
    problem.line.map_or_else(|| text.clone(), |line| format!("line {line} : {text}"))
}

/// A message without tags and whitespace.
fn bare(message: &str) -> String {
    let (mut bare, mut rest) = (String::new(), message);
    while let Some(at) = rest.find('<') {
        let behind = rest[at + 1..].trim_start_matches('/');
        let is_tag = behind.starts_with(|first: char| first.is_ascii_alphabetic());
        let end = rest[at..].find('>').filter(|_| is_tag).unwrap_or(0);
        bare.push_str(if end > 0 { &rest[..at] } else { &rest[..=at] });
        rest = &rest[at + end + 1..];
    }
    bare.push_str(rest);
    bare.retain(|character| !character.is_whitespace());
    bare
}
