//! The games of this crate compile without a word, and each of their levels has a line of moves.

use puzzlescript::compiler::{CompileLimits, Compiled, compile};
use puzzlescript::game::Stage;
use puzzlescript::games::{GAMES, Shipped};

fn compiled(game: &Shipped) -> Compiled {
    compile(game.text, &CompileLimits::default())
}

#[test]
fn every_game_of_the_folder_is_listed() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/games")).expect("the folder of games");
    let paths = folder.map(|entry| entry.expect("a file").path());
    let files = paths.filter(|path| path.extension().is_some_and(|end| end == "puzzlescript")).count();
    assert_eq!(files, GAMES.len());
    assert!(files >= 8);
}

#[test]
fn games_compile_without_a_problem() {
    for game in GAMES {
        let compiled = compiled(game);
        let problems: Vec<String> = compiled.problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, Vec::<String>::new(), "{}", game.name);
        assert!(compiled.game.is_some() && compiled.dialect.is_empty(), "{}", game.name);
    }
}

#[test]
fn every_level_has_a_line_of_moves() {
    for game in GAMES {
        let stages = compiled(game).game.expect("a game").stages;
        let levels = stages.iter().filter(|stage| matches!(stage, Stage::Level(_))).count();
        assert_eq!(game.solutions.lines().count(), levels, "{}", game.name);
        assert!(game.solutions.lines().flat_map(str::chars).all(|letter| "ULDRX".contains(letter)), "{}", game.name);
    }
}

#[test]
fn the_games_range_from_one_rule_to_fifty() {
    let counts = || GAMES.iter().map(|game| compiled(game).rule_lines.len());
    assert_eq!((counts().min(), counts().max()), (Some(1), Some(50)));
}
