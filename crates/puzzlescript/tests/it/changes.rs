//! What the analysis of a level says of its objects holds on every board that is played, and keys hold whole boards.

use puzzlescript::board::Board;
use puzzlescript::changes::{Changes, Limits};
use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::engine::Input;
use puzzlescript::game::{Game, Level, ObjectId, Stage};
use puzzlescript::games::GAMES;
use puzzlescript::interrupt::Interrupt;
use puzzlescript::packing::{Omitted, Packing};
use puzzlescript::random::Generator;
use puzzlescript::session::{EngineKind, Options, Ruleset, Session, View};
use testkit::campaign;
use testkit::random::Random;

use crate::shared;

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
    let changes = Changes::of(game, level, &Limits::default()).expect("no limit");
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

/// A random board on which nothing is where the analysis excludes it; `two` lets a cell hold two objects of a layer.
fn random_board(game: &Game, changes: &Changes, start: &Board, two: bool, random: &mut Random) -> Board {
    let mut board = start.clone();
    for (cell, words) in board.words.chunks_exact_mut(start.stride).enumerate() {
        for layer in &game.layers {
            let stays = |id: &&ObjectId| changes.stays(**id, cell);
            let mut put: Vec<ObjectId> = layer.iter().filter(stays).copied().collect();
            let may: Vec<ObjectId> = layer.iter().copied().filter(|id| changes.may_be(*id, cell)).collect();
            if put.is_empty() && !may.is_empty() {
                let count = if two { random.below(3) } else { random.below(2) };
                put.extend((0..count).map(|_| *random.pick(&may)));
            }
            layer.iter().for_each(|id| words[usize::from(id.0) / 64] &= !(1 << (id.0 % 64)));
            put.iter().for_each(|id| words[usize::from(id.0) / 64] |= 1 << (id.0 % 64));
        }
    }
    board
}

/// Whether a cell holds two objects of one layer.
fn holds_two(game: &Game, board: &Board) -> bool {
    let two =
        |cell| game.layers.iter().any(|ids| ids.iter().filter(|id| board.objects(cell).contains(**id)).count() > 1);
    (0..board.width * board.height).any(two)
}

/// A key says the whole board, or there is none. Returns how many boards had a key and how many had none.
fn packs(source: &str, case: u64) -> (usize, usize) {
    let game = compile(source, &CompileLimits::default()).game.expect("a game");
    let (mut packed, mut refused) = (0, 0);
    for level in game.stages.iter().filter_map(|stage| match stage {
        Stage::Level(level) if level.cells.len() <= 400 => Some(level),
        _ => None,
    }) {
        let changes = Changes::of(&game, level, &Limits::default()).expect("no limit");
        let (start, mut random) = (Board::new(&game, level), Random::new(case));
        for is_crowded in [false, true] {
            let packing = Packing::new(&game, &changes, &Omitted { is_crowded, ..Omitted::default() });
            let two = random.one_in(2);
            let board = random_board(&game, &changes, &start, two, &mut random);
            let mut key = vec![0; packing.words()];
            let mut engine = EngineKind::Planes.load(&game, level, &Interrupt::default()).expect("no limit");
            engine.restore(&board);
            let fits = packing.pack(&board, &mut key);
            let mut by_engine = vec![0; packing.words()];
            assert_eq!((engine.pack(&packing, &mut by_engine), &by_engine), (fits, &key));
            assert_eq!(fits, is_crowded || !holds_two(&game, &board));
            let mut back = start.clone();
            packing.unpack(&key, &mut back);
            assert!(!fits || back == board, "case {case}: the key does not hold the board");
            (packed, refused) = (packed + usize::from(fits), refused + usize::from(!fits));
        }
    }
    (packed, refused)
}

/// A game whose rule puts a gem beside a crate, in one layer.
const CROWDED: &str = "title Two\n\nobjects\nBackground\nblue\n\nPlayer P\nblue\n\nCrate C\nblue\n\nGem G\nblue\n\n\
legend\n. = Background\n\nsounds\n\ncollisionlayers\nBackground\nCrate, Gem\nPlayer\n\nrules\n\
[ action Player | Crate ] -> [ Player | Crate Gem ]\n[ > Player | Crate ] -> [ > Player | > Crate ]\n\n\
winconditions\nsome Gem\n\nlevels\nPC...\n.G.C.\n";

#[test]
fn a_key_says_the_whole_board_or_there_is_none() {
    let (mut packed, mut refused) = (0, 0);
    for case in campaign::cases(30) {
        for text in GAMES.iter().map(|game| game.text).chain([CROWDED]) {
            let counts = packs(text, case);
            (packed, refused) = (packed + counts.0, refused + counts.1);
        }
    }
    assert!(packed > 100 && refused > 20, "{packed} {refused}");
}

#[test]
fn only_mistakes_put_two_objects_of_a_layer_into_a_cell() {
    let is_crowded = |source: &str| compile(source, &CompileLimits::default()).game.expect("a game").is_crowded;
    assert!(is_crowded(CROWDED) && !is_crowded(&CROWDED.replace("Crate Gem ]", "Gem ]")));
    assert!(GAMES.iter().all(|game| !is_crowded(game.text)));
    for case in shared::lines("demos.jsonl.gz").into_iter().flatten() {
        let compiled = compile(case["source"].as_str().expect("a source"), &CompileLimits::default());
        let is_crowded = compiled.game.as_ref().is_some_and(|game| game.is_crowded);
        assert!(!is_crowded || compiled.errors > 0, "{}", case["name"]);
    }
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
