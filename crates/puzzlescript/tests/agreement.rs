//! The engines agree after every turn: boards, movements, commands, sounds, random numbers, winning.

mod shared;

use puzzlescript::board::Board;
use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::engine::{Engine, Input, Played, Stop, TurnContext};
use puzzlescript::game::{Command, Game, LayerId, Level, Stage};
use puzzlescript::masks::MaskEngine;
use puzzlescript::planes;
use puzzlescript::random::Generator;

/// An engine with what its turns leave.
struct Player<'g> {
    engine: Box<dyn Engine<'g> + 'g>,
    context: TurnContext<'g>,
}

/// What can be seen of a turn.
#[derive(Debug, PartialEq)]
struct Seen {
    played: Result<Played, Stop>,
    is_changed: bool,
    is_won: bool,
    movements: Vec<(usize, usize, u8)>,
    commands: Vec<String>,
    applied: Option<Vec<u32>>,
    messages: usize,
    sounds: Vec<String>,
    random: Generator,
    board: Board,
    backup: Board,
}

impl<'g> Player<'g> {
    fn new(engine: Box<dyn Engine<'g> + 'g>) -> Self {
        let mut context = TurnContext::new(Generator::new("agreement"), 0);
        context.record.applied = Some(Vec::new());
        Self { engine, context }
    }

    fn turn(&mut self, game: &Game, input: Option<Input>) -> Seen {
        self.context.record.clear();
        let played = self.engine.turn(input, &mut self.context);
        if played.is_err() {
            self.engine.take_back();
        }
        let (mut board, mut backup) = (Board::default(), Board::default());
        self.engine.save(&mut board);
        self.engine.save_backup(&mut backup);
        let cells = board.width * board.height;
        let places = (0..cells).flat_map(|cell| (0..game.layers.len()).map(move |layer| (cell, layer)));
        let movement = |(cell, layer)| (cell, layer, self.engine.movement(cell, LayerId(layer as u16)));
        let record = &self.context.record;
        let mut sounds = Vec::new();
        record.sounds.for_each_seed(&game.sounds, |seed| sounds.push(seed.to_owned()));
        Seen {
            played,
            is_changed: self.engine.is_changed(),
            is_won: self.engine.is_won(),
            movements: places.map(movement).filter(|(_, _, movement)| *movement != 0).collect(),
            commands: record.commands.iter().map(|(command, _)| format!("{command:?}")).collect(),
            applied: record.applied.clone(),
            messages: self.context.messages.len(),
            sounds,
            random: self.context.random.clone(),
            board,
            backup,
        }
    }

    /// Ends the turn as a session would: some turns are taken back, and now and then one is though nothing demands it.
    fn end(&mut self, seen: &Seen, start: &Board, chance: usize) {
        let commands = &self.context.record.commands;
        let is_taken_back = seen.played == Ok(Played::Refused) || commands.has(&Command::Cancel);
        if is_taken_back && seen.played.is_ok() || chance == 0 {
            self.engine.take_back();
        }
        if chance == 1 && seen.played.is_ok() {
            self.engine.exchange();
            self.engine.exchange();
        }
        if commands.has(&Command::Restart) || chance == 2 {
            self.engine.restore(start);
        }
        if self.context.messages.len() > 90 {
            self.context.messages.clear();
        }
    }
}

/// Plays random inputs in all engines; the first difference is an error.
fn compare(game: &Game, level: &Level, inputs: usize, seed: &str) -> Result<(), String> {
    let mut players = [
        Player::new(Box::new(MaskEngine::new(game, level))),
        Player::new(planes::load(game, level)),
        Player::new(planes::load_unsized(game, level)),
    ];
    let mut choice = Generator::new(seed);
    let start = Board::new(game, level);
    for number in 0..inputs {
        let input = Input::ALL.get(choice.below(6)).copied();
        let chance = choice.below(40);
        let seen = players.each_mut().map(|player| player.turn(game, input));
        for other in &seen[1..] {
            if seen[0] != *other {
                return Err(format!("input {number} {input:?}:\n{:?}\n{other:?}", seen[0]));
            }
        }
        players.iter_mut().zip(&seen).for_each(|(player, seen)| player.end(seen, &start, chance));
    }
    Ok(())
}

/// Compares the engines on every level of every game of these files and of our own; the inputs of a game are spread over
/// its levels.
fn compare_all(files: &[&str], inputs: usize) {
    let shared = files.iter().filter_map(|file| shared::lines(file)).flatten();
    let shared = shared.map(|case| {
        (format!("{} {}", case["id"], case["name"]), case["source"].as_str().expect("a source").to_owned())
    });
    let own = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/games")).expect("our games");
    let own =
        own.map(|entry| entry.expect("a file").path()).filter(|path| path.extension().is_some_and(|it| it == "txt"));
    let own = own.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("a text")));
    let (mut differences, mut games) = (0, 0);
    for (name, source) in shared.chain(own) {
        let Some(game) = compile(&source, &CompileLimits::default()).game else { continue };
        let levels: Vec<&Level> = game.stages.iter().filter_map(level).collect();
        games += 1;
        for (number, level) in levels.iter().enumerate() {
            if let Err(difference) = compare(&game, level, inputs.div_ceil(levels.len()), "inputs") {
                differences += 1;
                println!("{name}, level {number}: {difference}");
            }
        }
    }
    println!("{games} games, {inputs} inputs each");
    assert!(games >= 8 && differences == 0, "{differences} levels differ");
}

fn level(stage: &Stage) -> Option<&Level> {
    match stage {
        Stage::Level(level) => Some(level),
        Stage::Message { .. } => None,
    }
}

#[test]
fn engines_agree_on_random_inputs() {
    compare_all(&["sessions.jsonl.gz", "demos.jsonl.gz"], 200);
}

#[test]
#[ignore = "takes many minutes"]
fn engines_agree_on_many_random_inputs() {
    compare_all(&["sessions.jsonl.gz", "demos.jsonl.gz", "corpus.jsonl.gz"], 10_000);
}
