//! Every turn of the recorded sessions, in both engines: board, rules that changed something, commands, random numbers,
//! turns, sounds, level, texts and messages.

mod dump;

use std::collections::HashMap;

use puzzlescript::engine::{Input, Stop};
use puzzlescript::game::{Command, Game};
use puzzlescript::session::{EngineKind, Options, Ruleset, Session, View};
use serde_json::{Value, json};

fn options(session: &Value, engine: EngineKind, messages_before: usize) -> Options {
    Options {
        engine,
        ruleset: Ruleset::Tests,
        seed: session["seed"].as_str().unwrap_or("0").to_owned(),
        messages_before,
        log: true,
        ..Options::default()
    }
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
fn applied(turn: &Value) -> Vec<u32> {
    let mut lines = Vec::new();
    for entry in turn["applied"].as_array().into_iter().flatten() {
        let pair = entry.as_array().map_or((entry, 1), |pair| (&pair[0], pair[1].as_u64().expect("a number")));
        lines.extend((0..pair.1).map(|_| pair.0.as_u64().expect("a line") as u32));
    }
    lines
}

/// What differs from the recorded turn.
fn difference(session: &Session, game: &Game, turn: &Value, board: &str) -> Option<String> {
    let text = session.board().text(game);
    if text != board {
        return Some(format!("board\n{text}\nexpected\n{board}"));
    }
    let turns = turn["turns"].as_u64().unwrap_or(1);
    if turns != session.turns() as u64 {
        return Some(format!("{} turns, expected {turns}", session.turns()));
    }
    let sounds = turn.get("sounds").cloned().unwrap_or(json!([]));
    if turn.get("input").is_some() && json!(session.sounds()) != sounds {
        return Some(format!("sounds {:?}, expected {sounds}", session.sounds()));
    }
    let log = session.log().expect("a log");
    let commands: Vec<String> = log.commands.iter().map(|command| name(command)).collect();
    let expected = turn.get("commands").cloned().unwrap_or(json!([]));
    if json!(commands) != expected {
        return Some(format!("commands {commands:?}, expected {expected}"));
    }
    let expected = applied(turn);
    if log.applied != expected {
        return Some(format!("applied {:?}, expected {expected:?}", log.applied));
    }
    let is_text = turn["text"].as_bool().unwrap_or(false);
    if is_text != (session.view() != View::Board) {
        return Some(format!("text {is_text}"));
    }
    None
}

fn check(session: &Value, trace: &Value, dump: &Value, engine: EngineKind) -> Option<String> {
    let game = dump::game(dump);
    let messages = dump["messages"].as_array().map_or(0, Vec::len);
    let mut play_session = Session::new(&game, options(session, engine, messages));
    let mut board = trace["start"]["board"].as_str().expect("a board");
    if let Err(stop) = play_session.load(session["level"].as_u64().unwrap_or(0) as usize) {
        return Some(format!("start: {stop}"));
    }
    if let Some(difference) = difference(&play_session, &game, &trace["start"], board) {
        return Some(format!("start: {difference}"));
    }
    let mut draws = play_session.random().drawn();
    for (number, turn) in trace["turns"].as_array().expect("turns").iter().enumerate() {
        let stage = play_session.stage();
        if let Err(stop) = play(&mut play_session, &turn["input"]) {
            return Some(format!("turn {number}: {stop}"));
        }
        board = turn["board"].as_str().unwrap_or(board);
        if let Some(difference) = difference(&play_session, &game, turn, board) {
            return Some(format!("turn {number}, input {}: {difference}", turn["input"]));
        }
        if stage == play_session.stage() {
            let expected = turn["draws"].as_u64().unwrap_or(0);
            if play_session.random().drawn() - draws != expected {
                return Some(format!("turn {number}: {} draws, expected {expected}", play_session.random().drawn() - draws));
            }
        } else if turn["level"].as_u64() != Some(play_session.stage() as u64) {
            return Some(format!("turn {number}: level {}", play_session.stage()));
        }
        draws = play_session.random().drawn();
    }
    None
}

#[test]
fn every_turn_is_as_recorded() {
    let Some(shared) = dump::shared() else {
        println!("skipped: the reference's data is not there");
        return;
    };
    let by_id = |lines: Vec<Value>| -> HashMap<u64, Value> {
        lines.into_iter().filter_map(|line| Some((line["id"].as_u64()?, line))).collect()
    };
    let sessions = by_id(dump::lines(&shared.join("sessions.jsonl.gz")));
    let traces = by_id(dump::lines(&shared.join("traces.jsonl.gz")));
    let dumps = by_id(dump::lines(&shared.join("compiled.jsonl.gz")));
    let mut ids: Vec<&u64> = dumps.keys().collect();
    ids.sort();
    let mut failed = 0;
    for id in &ids {
        for engine in [EngineKind::Masks, EngineKind::Planes] {
            let start = std::time::Instant::now();
            if let Some(difference) = check(&sessions[id], &traces[id], &dumps[id], engine) {
                failed += 1;
                println!("session {id}, {engine:?}: {difference}");
            }
            if start.elapsed().as_millis() > 500 { println!("{id} {:?}", start.elapsed()); }
        }
    }
    assert_eq!(failed, 0, "of {}", ids.len());
}
