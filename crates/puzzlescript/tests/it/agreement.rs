//! The engines agree after every turn: boards, movements, commands, sounds, random numbers, winning.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use puzzlescript::board::Board;
use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::engine::{Engine, Input, Played, Stop, TurnContext};
use puzzlescript::game::{Command, Game, LayerId, Level, Stage};
use puzzlescript::games::GAMES;
use puzzlescript::interrupt::Interrupt;
use puzzlescript::masks::MaskEngine;
use puzzlescript::planes;
use puzzlescript::random::Generator;

use crate::shared;

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
    has_movement: bool,
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
        let is_met = !game.win.is_empty() && game.win.iter().all(|condition| condition.unmet(board.cells()) == 0);
        assert_eq!(self.engine.is_won(), is_met, "{}", board.text(game));
        // Nearly always there is none left, and the cells are many.
        let cells = if self.engine.has_movement() { board.width * board.height } else { 0 };
        let places = (0..cells).flat_map(|cell| (0..game.layers.len()).map(move |layer| (cell, layer)));
        let movement = |(cell, layer)| (cell, layer, self.engine.movement(cell, LayerId(layer as u16)));
        let record = &self.context.record;
        let mut sounds = Vec::new();
        record.sounds.for_each_seed(&game.sounds, |seed| sounds.push(seed.to_owned()));
        Seen {
            played,
            is_changed: self.engine.is_changed(),
            is_won: self.engine.is_won(),
            has_movement: self.engine.has_movement(),
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

    /// Whether a turn without input follows.
    fn goes_on(&self, seen: &Seen) -> bool {
        let commands = &self.context.record.commands;
        let is_taken_back = commands.has(&Command::Cancel) || commands.has(&Command::Restart);
        commands.has(&Command::Again) && seen.played == Ok(Played::Done) && seen.is_changed && !is_taken_back
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

/// How many turns may follow an input by `again`.
const MAX_CHAIN_LENGTH: usize = 1000;

/// How many turns of chains may be played for each input of a level in the mean: some chains never end.
const MEAN_CHAIN: usize = 4;

/// How many nodes an engine may visit for the inputs of a game: in some games a turn visits more than twenty million.
const MAX_NODES: u64 = 2_000_000_000;

/// Plays random inputs in all engines, with the chains that follow them, as long as the nodes last. Returns how many
/// were played; the first difference is an error.
fn compare(game: &Game, level: &Level, inputs: usize, nodes: u64) -> Result<usize, String> {
    let mut players = [
        Player::new(Box::new(MaskEngine::new(game, level))),
        Player::new(planes::load(game, level, &Interrupt::default()).expect("no limit")),
        Player::new(planes::load_unsized(game, level, &Interrupt::default()).expect("no limit")),
    ];
    players.iter_mut().for_each(|player| player.context.set_budget(nodes));
    let mut choice = Generator::new("inputs");
    let start = Board::new(game, level);
    let mut chained = 0;
    for number in 0..inputs {
        let (mut input, mut chance) = (Input::ALL.get(choice.below(6)).copied(), choice.below(40));
        for tick in 0..=MAX_CHAIN_LENGTH {
            let seen = players.each_mut().map(|player| player.turn(game, input));
            if seen.iter().any(|seen| seen.played == Err(Stop::NodeLimit)) {
                return Ok(number);
            }
            if let Some(other) = seen[1..].iter().find(|other| **other != seen[0]) {
                return Err(format!("input {number} {input:?}, tick {tick}:\n{:?}\n{other:?}", seen[0]));
            }
            let goes_on = players[0].goes_on(&seen[0]) && chained < MEAN_CHAIN * inputs;
            players.iter_mut().zip(&seen).for_each(|(player, seen)| player.end(seen, &start, chance));
            if !goes_on {
                break;
            }
            chained += 1;
            (input, chance) = (None, usize::MAX);
        }
    }
    Ok(inputs)
}

/// A name and a source.
type Text = (String, String);

/// The games of these files, and our own.
fn texts(files: &[&str]) -> Vec<Text> {
    let shared = files.iter().filter_map(|file| shared::lines(file)).flatten();
    let shared = shared.map(|case| {
        (format!("{} {}", case["id"], case["name"]), case["source"].as_str().expect("a source").to_owned())
    });
    let own = GAMES.iter().map(|game| (game.name.to_owned(), game.text.to_owned()));
    shared.chain(own).collect()
}

/// Compares the engines on every level of a game; the inputs are spread over the levels. Returns how many were played
/// and the differences, or nothing where the text is no game.
fn compare_levels((name, source): &Text, inputs: usize) -> Option<(usize, Vec<String>)> {
    let game = compile(source, &CompileLimits::default()).game?;
    let levels: Vec<&Level> = game.stages.iter().filter_map(level).collect();
    let (mut played, mut differences) = (0, Vec::new());
    for (number, level) in levels.iter().enumerate() {
        let count = levels.len();
        match compare(&game, level, inputs.div_ceil(count), MAX_NODES / count as u64) {
            Ok(inputs) => played += inputs,
            Err(difference) => differences.push(format!("{name}, level {number}: {difference}")),
        }
    }
    Some((played, differences))
}

/// Compares the engines on all games of these files and our own, on all processors.
fn compare_all(files: &[&str], inputs: usize) {
    let texts = texts(files);
    let (next, games, differing) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(text) = texts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = Instant::now();
            let Some((played, differences)) = compare_levels(text, inputs) else { continue };
            println!("{:7.1} s {played:6} inputs  {}", start.elapsed().as_secs_f64(), text.0);
            games.fetch_add(1, Ordering::Relaxed);
            differing.fetch_add(differences.len(), Ordering::Relaxed);
            differences.iter().for_each(|difference| println!("{difference}"));
        }
    };
    std::thread::scope(|scope| {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        (0..processors).for_each(|_| drop(scope.spawn(work)));
    });
    let (games, differing) = (games.into_inner(), differing.into_inner());
    println!("{games} games, {inputs} inputs each");
    assert!(games >= 8 && differing == 0, "{differing} levels differ");
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
    compare_all(&["demos.jsonl.gz", "corpus.jsonl.gz"], 10_000);
}
