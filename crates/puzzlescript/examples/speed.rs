//! Inputs per second of the engines: `speed FILE.jsonl.gz [--engine masks|planes] [--json] [NAME…]`.
//!
//! The file holds a game a line, as `{"name", "source"}`. Measured are the games and levels of the table in chapter 16
//! of the language's description (the first level with the board size given there), or those that are named, on their
//! first level. One run plays random inputs (up, left, down, right, action; drawn before) in a session that keeps no
//! undo states, with the chains of `again` that follow, at most 1000 turns each, and the check of the win conditions
//! after every turn. The level starts over after 256 inputs, and when it is won. A run takes a quarter of a second of
//! CPU time of the one thread; the result is the median of five runs.
//!
//! Games differ in how many turns follow an input, and other inputs lead to other chains. So the last column compares
//! turns per second with those of the reference implementation.

use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::engine::Input;
use puzzlescript::game::{Game, Stage};
use puzzlescript::random::Generator;
use puzzlescript::session::{EngineKind, Limits, Options, Session, View};

/// Games with the size of the level, and turns per second of the reference implementation.
const TABLE: [(&str, usize, usize, f64); 15] = [
    ("sokoban_basic", 6, 7, 242e3),
    ("microban", 12, 6, 180e3),
    ("limerick", 19, 17, 44e3),
    ("modality", 11, 9, 84e3),
    ("lunar_lockout", 7, 7, 105e3),
    ("byyourside", 21, 17, 35e3),
    ("heroes_of_sokoban", 13, 5, 124e3),
    ("atlas shrank", 15, 7, 31e3),
    ("take heart lass", 9, 7, 65e3),
    ("dropswap", 8, 10, 43e3),
    ("castlemouse", 26, 16, 27e3),
    ("rigid_many_many", 9, 10, 48e3),
    ("icecrates", 11, 10, 5.7 * 11e3),
    ("threes", 44, 6, 5e3),
    ("robotarm", 14, 12, 38.0 * 0.32e3),
];

const RUNS: usize = 5;
const RUN: Duration = Duration::from_millis(250);

/// The CPU time of this thread.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match text.split(' ').next().and_then(|first| first.parse().ok()) {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        // Elsewhere the time of day has to do.
        None => START.with(|start| start.elapsed()),
    }
}

thread_local!(static START: Instant = Instant::now());

/// What was measured of a game.
struct Row {
    inputs_per_second: f64,
    turns_per_input: f64,
    nodes_per_input: f64,
}

fn measure(game: &Game, stage: usize, engine: EngineKind) -> Row {
    let limits = Limits { undo: 0, ..Limits::default() };
    let mut session = Session::new(game, Options { engine, limits, seed: "speed".to_owned(), ..Options::default() });
    let mut choice = Generator::new("inputs");
    let inputs: Vec<Input> = (0..4096).map(|_| Input::ALL[choice.below(5)]).collect();
    let (mut inputs_played, mut turns, mut nodes) = (0_usize, 0_usize, 0_u64);
    let start = cpu_time();
    loop {
        // The level starts over, so that a player who is locked in does not stay so.
        let _ = session.load(stage);
        for &input in &inputs[inputs_played % 4096..][..256] {
            let _ = session.press(input);
            turns += session.turns();
            nodes += session.nodes();
            while let View::Message(_) = session.view() {
                let _ = session.close_message();
            }
            if session.view() == View::Won {
                let _ = session.load(stage);
            }
        }
        inputs_played += 256;
        let time = cpu_time() - start;
        if time > RUN {
            return Row {
                inputs_per_second: inputs_played as f64 / time.as_secs_f64(),
                turns_per_input: turns as f64 / inputs_played as f64,
                nodes_per_input: nodes as f64 / inputs_played as f64,
            };
        }
    }
}

fn median(game: &Game, stage: usize, engine: EngineKind) -> Row {
    let mut runs: Vec<Row> = (0..RUNS).map(|_| measure(game, stage, engine)).collect();
    runs.sort_by(|one, two| one.inputs_per_second.total_cmp(&two.inputs_per_second));
    runs.swap_remove(RUNS / 2)
}

fn stage_of(game: &Game, size: Option<(usize, usize)>) -> Option<usize> {
    game.stages.iter().position(|stage| match stage {
        Stage::Level(level) => size.is_none_or(|size| size == (level.width, level.height)),
        Stage::Message { .. } => false,
    })
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_json = arguments.iter().position(|word| word == "--json").map(|at| arguments.remove(at)).is_some();
    let mut engine = EngineKind::Planes;
    if let Some(at) = arguments.iter().position(|word| word == "--engine") {
        engine = if arguments.drain(at..at + 2).next_back().as_deref() == Some("masks") {
            EngineKind::Masks
        } else {
            EngineKind::Planes
        };
    }
    let Some(file) = arguments.first() else {
        eprintln!("usage: speed FILE.jsonl.gz [--engine masks|planes] [--json] [NAME…]");
        std::process::exit(2);
    };
    let names = &arguments[1..];
    for line in lines(file) {
        let Some(name) = line["name"].as_str() else { continue };
        let known = TABLE.iter().find(|row| row.0 == name);
        if names.is_empty() && known.is_none() || !names.is_empty() && !names.iter().any(|known| known == name) {
            continue;
        }
        let source = line["source"].as_str().unwrap_or_default();
        let Some(game) = compile(source, &CompileLimits::default()).game else { continue };
        let Some(stage) = stage_of(&game, known.map(|row| (row.1, row.2))) else { continue };
        print_row(name, &median(&game, stage, engine), known.map(|row| row.3), is_json);
    }
}

fn lines(file: &str) -> Vec<serde_json::Value> {
    let opened = std::fs::File::open(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let lines = BufReader::new(GzDecoder::new(opened)).lines();
    lines.map(|line| serde_json::from_str(&line.expect("text")).expect("JSON")).collect()
}

fn print_row(name: &str, row: &Row, reference: Option<f64>, is_json: bool) {
    let ratio = reference.map(|turns| row.inputs_per_second * row.turns_per_input / turns);
    if is_json {
        let value = serde_json::json!({
            "game": name,
            "inputs_per_second": row.inputs_per_second,
            "turns_per_input": row.turns_per_input,
            "nodes_per_input": row.nodes_per_input,
            "ratio": ratio,
        });
        println!("{value}");
    } else {
        let ratio = ratio.map_or(String::new(), |ratio| format!("{ratio:8.1} x"));
        let Row { inputs_per_second, turns_per_input, nodes_per_input } = row;
        println!("{name:20}{inputs_per_second:10.0} /s{turns_per_input:7.2} turns{nodes_per_input:8.1} nodes{ratio}");
    }
}
