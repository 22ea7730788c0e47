//! The recorded sessions in both engines: every turn with its board, rules that changed something, commands, random
//! numbers, number of turns, sounds, level, texts and messages; and the board and the sounds at the end.

use std::collections::HashMap;

use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::engine::{Input, Stop};
use puzzlescript::game::{Command, Game};
use puzzlescript::session::{EngineKind, Options, Ruleset, Session, View};
use serde_json::{Value, json};

use crate::shared;

/// A session that is being played along its recording.
struct Replay<'g> {
    session: Session<'g>,
    game: &'g Game,
    /// The reference's wording of messages by the names of their codes.
    templates: &'g HashMap<&'static str, String>,
    sounds: Vec<Value>,
    /// Random numbers and messages before the last input.
    drawn: u64,
    said: usize,
    stage: usize,
}

fn play(session: &mut Session, input: &Value) -> Result<(), Stop> {
    match input.as_str() {
        Some("tick") => session.tick(),
        Some("undo") => {
            session.undo();
            Ok(())
        }
        Some("restart") => session.restart(),
        _ => session.press(Input::ALL[input.as_u64().expect("an input") as usize]),
    }
}

fn name(command: &Command) -> String {
    match command {
        Command::Sfx(number) => format!("sfx{number}"),
        other => format!("{other:?}").split('(').next().unwrap_or_default().to_lowercase(),
    }
}

/// The lines of the rules that changed something; a pair stands for several in a row.
fn applied(turn: &Value) -> Vec<u64> {
    let mut lines = Vec::new();
    for entry in turn["applied"].as_array().into_iter().flatten() {
        let (line, count) = entry.as_array().map_or((entry, 1), |pair| (&pair[0], pair[1].as_u64().expect("a number")));
        lines.extend((0..count).map(|_| line.as_u64().expect("a line")));
    }
    lines
}

impl Replay<'_> {
    /// What of the last input can be compared with a recorded turn.
    fn seen(&self, board: &str) -> Value {
        let log = self.session.log().expect("a log");
        let message = |message: &puzzlescript::engine::RuntimeMessage| {
            format!("line {} : {}", message.line, self.templates[message.name])
        };
        let is_same_level = self.stage == self.session.stage();
        let text = self.session.board().text(self.game);
        json!({
            // Boards are long: an equal one is left out.
            "board": if text == board { Value::Null } else { json!(text) },
            "applied": log.applied,
            "commands": log.commands.iter().map(|command| name(command)).collect::<Vec<_>>(),
            // Levels that are loaded later have random numbers of their own.
            "draws": if is_same_level { self.session.random().drawn() - self.drawn } else { 0 },
            "turns": self.session.turns(),
            "sounds": self.session.sounds(),
            "level": if is_same_level { Value::Null } else { json!(self.session.stage()) },
            "text": self.session.view() != View::Board,
            "messages": self.session.messages()[self.said..].iter().map(message).collect::<Vec<_>>(),
        })
    }

    /// The recorded turn in the form of [`Replay::seen`].
    fn recorded(&self, turn: &Value) -> Value {
        let or = |key: &str, default: Value| turn.get(key).cloned().unwrap_or(default);
        json!({
            "board": null,
            "applied": applied(turn),
            "commands": or("commands", json!([])),
            "draws": if turn.get("level").is_some() { json!(0) } else { or("draws", json!(0)) },
            "turns": or("turns", json!(1)),
            "sounds": or("sounds", json!([])),
            "level": or("level", Value::Null),
            "text": or("text", json!(false)),
            "messages": or("messages", json!([])),
        })
    }

    fn compare(&self, turn: &Value, board: &str) -> Result<(), String> {
        let (seen, recorded) = (self.seen(board), self.recorded(turn));
        if seen == recorded { Ok(()) } else { Err(format!("{seen}\nexpected {recorded}\nand the board\n{board}")) }
    }

    /// Plays the inputs of a recording.
    fn run(&mut self, trace: &Value) -> Result<(), String> {
        let mut board = trace["start"]["board"].as_str().expect("a board");
        if self.session.board().text(self.game) != board {
            return Err("another board at the start".to_owned());
        }
        for (number, turn) in trace["turns"].as_array().expect("turns").iter().enumerate() {
            (self.drawn, self.said) = (self.session.random().drawn(), self.session.messages().len());
            self.stage = self.session.stage();
            board = turn["board"].as_str().unwrap_or(board);
            play(&mut self.session, &turn["input"]).map_err(|stop| format!("turn {number}: {stop}"))?;
            self.compare(turn, board)
                .map_err(|difference| format!("turn {number}, {}: {difference}", turn["input"]))?;
            self.sounds.extend(self.session.sounds().iter().map(|&seed| json!(seed)));
        }
        Ok(())
    }

    /// Compares the board and the sounds at the end.
    fn end(&self, case: &Value) -> Result<(), String> {
        let board = self.session.board().text(self.game);
        if case["final"] != json!(board) {
            return Err(format!("the final board is\n{board}"));
        }
        let is_silent = case["sounds"].is_null();
        if is_silent || case["sounds"] == json!(self.sounds) { Ok(()) } else { Err(format!("{:?}", self.sounds)) }
    }
}

fn check(
    case: &Value,
    trace: &Value,
    templates: &HashMap<&'static str, String>,
    engine: EngineKind,
) -> Result<(), String> {
    let compiled = compile(case["source"].as_str().expect("a source"), &CompileLimits::default());
    let game = compiled.game.expect("a game");
    let options = Options {
        engine,
        ruleset: Ruleset::Tests,
        seed: case["seed"].as_str().unwrap_or("0").to_owned(),
        messages_before: compiled.problems.len(),
        log: true,
        ..Options::default()
    };
    let session = Session::new(&game, options);
    let mut replay = Replay { session, game: &game, templates, sounds: Vec::new(), drawn: 0, said: 0, stage: 0 };
    let level = case["level"].as_u64().unwrap_or(0) as usize;
    replay.session.load(level).map_err(|stop| format!("start: {stop}"))?;
    replay.run(trace)?;
    replay.end(case)
}

#[test]
fn every_turn_is_as_recorded() {
    let (Some(sessions), Some(traces), Some(templates)) =
        (shared::lines("sessions.jsonl.gz"), shared::lines("traces.jsonl.gz"), shared::templates())
    else {
        return;
    };
    let traces: HashMap<u64, Value> =
        traces.into_iter().map(|trace| (trace["id"].as_u64().expect("an id"), trace)).collect();
    let mut failed = 0;
    for case in &sessions {
        for engine in [EngineKind::Masks, EngineKind::Planes] {
            let trace = &traces[&case["id"].as_u64().expect("an id")];
            if let Err(difference) = check(case, trace, &templates, engine) {
                failed += 1;
                println!("session {}, {engine:?}: {difference}", case["id"]);
            }
        }
    }
    assert_eq!(failed, 0, "of {} sessions in two engines", sessions.len());
}
