//! The oracle plays the recorded sessions of the language's implementation, so that what it says of random games
//! counts.

use std::collections::HashMap;

use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::game::{Game, Stage};
use serde_json::Value;
use testkit::data::lines;

use crate::plain::session::{Ruleset, Session};
use crate::plain::turn::Stop;

/// Sessions with more tries of rules at cells than this, counted once an input, are left out where nobody asks for
/// more.
const MAX_TRIES: usize = 12_000_000;

/// How often rules are tried at cells in a session, if each input took one round.
fn tries(game: &Game, case: &Value) -> usize {
    let rules: usize = game.early.iter().chain(game.late.iter()).map(|group| group.rules.len()).sum();
    let cells = |stage: &Stage| if let Stage::Level(level) = stage { level.cells.len() } else { 0 };
    let inputs = case["inputs"].as_array().map_or(0, Vec::len);
    rules * inputs * game.stages.iter().map(cells).max().unwrap_or(0)
}

/// Why a recorded session is not played to its end.
enum Ending {
    /// A board differs.
    Differs(String),
    /// It takes more work than the oracle does.
    Skipped,
}

fn play(session: &mut Session<'_>, input: &Value) -> Result<(), Stop> {
    match input.as_str() {
        Some("undo") => {
            session.undo();
            Ok(())
        }
        Some("restart") => session.restart().map(drop),
        Some(_) => session.press(None).map(drop),
        None => session.press(input.as_u64().map(|number| number as usize)).map(drop),
    }
}

fn replay(game: &Game, case: &Value, trace: &Value) -> Result<(), Ending> {
    let stopped = |stop: Stop| match stop {
        Stop::Effort => Ending::Skipped,
        Stop::Thrown => Ending::Differs("an exception".to_owned()),
    };
    let compare = |session: &Session<'_>, expected: &str, place: &str| {
        let board = session.board().text(game);
        if board == expected { Ok(()) } else { Err(Ending::Differs(format!("{place}:\n{board}expected\n{expected}"))) }
    };
    let mut session = Session::new(game, Ruleset::Tests, case["seed"].as_str().unwrap_or("0"));
    session.load(case["level"].as_u64().unwrap_or(0) as usize).map_err(stopped)?;
    let mut board = trace["start"]["board"].as_str().expect("a board");
    compare(&session, board, "start")?;
    for (number, turn) in trace["turns"].as_array().expect("turns").iter().enumerate() {
        board = turn["board"].as_str().unwrap_or(board);
        play(&mut session, &turn["input"]).map_err(stopped)?;
        compare(&session, board, &format!("turn {number}, {}", turn["input"]))?;
    }
    compare(&session, case["final"].as_str().expect("a board"), "end")
}

#[test]
fn the_oracle_plays_the_recorded_sessions() {
    let (Some(sessions), Some(traces)) =
        (lines("puzzlescript/sessions.jsonl.gz"), lines("puzzlescript/traces.jsonl.gz"))
    else {
        return;
    };
    let traces: HashMap<String, Value> = traces.into_iter().map(|trace| (trace["id"].to_string(), trace)).collect();
    let (mut skipped, mut differs) = (Vec::new(), Vec::new());
    for case in &sessions {
        let id = case["id"].to_string();
        let game = compile(case["source"].as_str().expect("a source"), &CompileLimits::default()).game.expect("a game");
        if tries(&game, case) > MAX_TRIES && !testkit::campaign::by_hand() {
            skipped.push(id);
            continue;
        }
        match replay(&game, case, &traces[&id]) {
            Ok(()) => {}
            Err(Ending::Skipped) => skipped.push(id),
            Err(Ending::Differs(how)) => {
                println!("session {id}: {how}");
                differs.push(id);
            }
        }
    }
    println!("{} sessions, too large: {skipped:?}", sessions.len());
    assert_eq!(differs, Vec::<String>::new());
    assert!(skipped.len() * 4 <= sessions.len());
}
