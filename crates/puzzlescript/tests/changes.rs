//! What the analysis of a level says of its objects holds on every board that is played, and keys hold whole boards.

mod shared;

use puzzlescript::board::Board;
use puzzlescript::changes::Changes;
use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::engine::Input;
use puzzlescript::game::{Game, Level, ObjectId, Stage};
use puzzlescript::games::GAMES;
use puzzlescript::packing::{Omitted, Packing};
use puzzlescript::random::Generator;
use puzzlescript::session::{EngineKind, Options, Ruleset, Session, View};

/// Inputs for each level.
const INPUTS: usize = 60;

fn agrees(changes: &Changes, board: &Board, game: &Game) -> Result<(), String> {
    for cell in 0..board.width * board.height {
        let objects = board.objects(cell);
        for (id, object) in game.objects.iter().enumerate() {
            let Some(object) = object else { continue };
            let (id, name) = (ObjectId(id as u16), &object.name);
            if objects.contains(id) && !changes.may_be(id, cell) {
                return Err(format!("{name} came to cell {cell}"));
            }
            if !objects.contains(id) && changes.stays(id, cell) {
                return Err(format!("{name} left cell {cell}"));
            }
        }
    }
    Ok(())
}

fn play(game: &Game, stage: usize, level: &Level) -> Result<(), String> {
    let changes = Changes::of(game, level);
    let packing = Packing::new(game, &changes, &Omitted::default());
    let options = || Options { ruleset: Ruleset::Play, stepwise: true, ..Options::default() };
    let mut session = Session::new(game, options());
    let mut plain = Session::new(game, Options { engine: EngineKind::Masks, ..options() });
    if session.load(stage).is_err() || plain.load(stage).is_err() {
        return Ok(());
    }
    let mut choice = Generator::new("changes");
    for number in 0..INPUTS {
        let board = session.board();
        agrees(&changes, &board, game).map_err(|wrong| format!("input {number}: {wrong}"))?;
        let mut keys = [vec![0; packing.words()], vec![0; packing.words()]];
        session.pack(&packing, &mut keys[0]);
        plain.unpack(&packing, &keys[0]);
        plain.pack(&packing, &mut keys[1]);
        if plain.board() != board || keys[0] != keys[1] {
            return Err(format!("input {number}: the key does not hold the board"));
        }
        let played = match Input::ALL.get(choice.below(6)) {
            Some(input) => session.press(*input),
            None => session.tick(),
        };
        if played.is_err() || !matches!(session.view(), View::Board | View::Message(_)) {
            break;
        }
        for _ in 0..20 {
            if session.is_again_due() && session.continue_chain().is_err() {
                return Ok(());
            }
        }
        if session.close_message().is_err() {
            break;
        }
        // Now and then back to a board from its key.
        if choice.below(10) == 0 {
            session.unpack(&packing, &keys[0]);
            if session.board() != board {
                return Err(format!("input {number}: the board does not come back"));
            }
        }
    }
    Ok(())
}

fn check(name: &str, source: &str) -> Vec<String> {
    let Some(game) = compile(source, &CompileLimits::default()).game else { return Vec::new() };
    let levels = game.stages.iter().enumerate().filter_map(|(number, stage)| match stage {
        Stage::Level(level) => Some((number, level)),
        Stage::Message { .. } => None,
    });
    levels
        .filter_map(|(number, level)| Some(format!("{name}, level {number}: {}", play(&game, number, level).err()?)))
        .collect()
}

#[test]
fn what_is_said_to_stay_stays_and_what_may_not_come_does_not() {
    let mut wrong: Vec<String> = GAMES.iter().flat_map(|game| check(game.name, game.text)).collect();
    for case in shared::lines("demos.jsonl.gz").into_iter().flatten() {
        wrong.extend(check(&case["name"].to_string(), case["source"].as_str().expect("a source")));
    }
    assert!(wrong.is_empty(), "{} levels: {}", wrong.len(), wrong.join("\n"));
}

#[test]
#[ignore = "takes minutes"]
fn it_holds_for_the_corpus() {
    let mut wrong = Vec::new();
    for case in shared::lines("corpus.jsonl.gz").into_iter().flatten() {
        wrong.extend(check(&case["name"].to_string(), case["source"].as_str().expect("a source")));
    }
    assert!(wrong.is_empty(), "{} levels: {}", wrong.len(), wrong.join("\n"));
}
