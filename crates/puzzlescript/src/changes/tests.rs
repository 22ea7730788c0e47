use testkit::campaign;
use testkit::random::Random;

use super::{Changes, Limits, plain};
use crate::compiler::{CompileLimits, compile};
use crate::game::{Game, Level, ObjectId, Stage};
use crate::games::GAMES;
use crate::interrupt::{Interrupt, Interrupted};

/// What is said of every object and pattern in every cell.
fn told(changes: &Changes, game: &Game) -> Vec<bool> {
    let mut told = Vec::new();
    for cell in 0..changes.cells() {
        for id in (0..game.objects.len()).map(|id| ObjectId(id as u16)) {
            told.extend([changes.may_be(id, cell), changes.stays(id, cell)]);
            told.extend((0..5).map(|bit| changes.may_move(id, cell, 1 << bit)));
            told.extend((0..5).map(|bit| changes.may_move_in_tick(id, cell, 1 << bit)));
        }
        told.extend((0..game.cells.len()).map(|pattern| changes.may_match(pattern as u32, cell)));
    }
    let rules = game.early.iter().chain(game.late.iter()).flat_map(|group| &group.rules);
    told.extend(rules.flat_map(|rule| [changes.may_apply(rule), changes.may_apply_in_ticks(rule)]));
    told
}

fn agrees(name: &str, game: &Game, level: &Level) {
    let changes = Changes::of(game, level, &Limits::default()).unwrap();
    assert!(!changes.is_unknown());
    assert!(told(&changes, game) == told(&plain::changes(game, level), game), "{name}, line {}", level.line);
}

fn levels(game: &Game) -> impl Iterator<Item = &Level> {
    game.stages.iter().filter_map(|stage| match stage {
        Stage::Level(level) => Some(level),
        Stage::Message { .. } => None,
    })
}

fn compiled(source: &str) -> Option<Game> {
    compile(source, &CompileLimits::default()).game
}

#[test]
fn every_shipped_level_is_analysed_as_by_trying_everything() {
    for shipped in GAMES {
        let game = compiled(shipped.text).unwrap();
        levels(&game).for_each(|level| agrees(shipped.name, &game, level));
    }
}

/// A game with random rules on a small board.
fn random_game(random: &mut Random) -> String {
    let cells = [
        "",
        "Player",
        "> Player",
        "Crate",
        "> Crate",
        "no Crate",
        "Mark",
        "no Mark",
        "Any",
        "> Any",
        "stationary Any",
        "Wall",
        "no Any",
        "up Crate",
        "randomdir Crate",
        "random Any",
        "Mark Crate",
    ];
    let rules: String = (0..1 + random.below(4))
        .map(|_| {
            let length = 1 + random.below(3);
            let mut row = || (0..length).map(|_| *random.pick(&cells)).collect::<Vec<_>>().join(" | ");
            let (left, right) = (row(), row());
            let begin = random.pick(&["", "late ", "right ", "rigid "]);
            let end = random.pick(&["", "", " again"]);
            format!("{begin}[ {left} ] -> [ {right} ]{end}\n")
        })
        .collect();
    let (width, height) = (1 + random.below(6), 1 + random.below(5));
    let row = |random: &mut Random| {
        (0..width).map(|_| *random.pick(&['.', '.', '.', 'P', '*', '#', 'M'])).collect::<String>()
    };
    let rows: String = (0..height).map(|_| row(random) + "\n").collect();
    let objects = ["Background", "Player", "Crate", "Wall", "Mark"].map(|name| format!("{name}\nblue\n\n")).concat();
    format!(
        "title Random\n\nobjects\n{objects}\nlegend\n. = Background\nP = Player\n* = Crate\n# = Wall\nM = Mark\n\
         Any = Crate or Wall\n\nsounds\n\ncollisionlayers\nBackground\nMark\nPlayer, Crate, Wall\n\nrules\n{rules}\n\
         winconditions\n\nlevels\n{rows}"
    )
}

#[test]
fn random_games_are_analysed_as_by_trying_everything() {
    let mut tried = 0;
    for case in campaign::cases(500) {
        let source = random_game(&mut Random::new(case));
        let Some(game) = compiled(&source) else { continue };
        levels(&game).for_each(|level| agrees(&format!("case {case}:\n{source}"), &game, level));
        tried += 1;
    }
    assert!(tried > 50, "{tried} games");
}

#[test]
fn an_analysis_is_interrupted_and_keeps_to_its_memory() {
    let game = compiled(GAMES[0].text).unwrap();
    let level = levels(&game).next().unwrap();
    let interrupt = Interrupt::new(|| true);
    assert_eq!(Changes::of(&game, level, &Limits { interrupt, ..Limits::default() }).err(), Some(Interrupted));
    let bytes = Changes::of(&game, level, &Limits::default()).unwrap().bytes();
    let unknown = Changes::of(&game, level, &Limits { bytes, ..Limits::default() }).unwrap();
    assert!(bytes > 0 && unknown.is_unknown() && unknown.bytes() == 0);
    assert!(
        (0..unknown.cells()).all(|cell| unknown.may_be(game.background, cell) && !unknown.stays(game.background, cell))
    );
}
