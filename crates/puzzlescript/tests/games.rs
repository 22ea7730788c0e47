//! The games of this crate compile without a word, and each of their levels has a line of moves.

use std::path::{Path, PathBuf};

use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::game::Stage;

/// The files of the games.
fn games() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let files = std::fs::read_dir(folder).expect("the folder of games").map(|entry| entry.expect("a file").path());
    let mut games: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    games.sort();
    games
}

#[test]
fn games_compile_without_a_problem() {
    let games = games();
    assert!(games.len() >= 8);
    for path in games {
        let compiled = compile(&std::fs::read_to_string(&path).expect("a game"), &CompileLimits::default());
        let problems: Vec<String> = compiled.problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, Vec::<String>::new(), "{}", path.display());
        assert!(compiled.game.is_some() && compiled.dialect.is_none(), "{}", path.display());
    }
}

#[test]
fn every_level_has_a_line_of_moves() {
    for path in games() {
        let compiled = compile(&std::fs::read_to_string(&path).expect("a game"), &CompileLimits::default());
        let stages = compiled.game.expect("a game").stages;
        let levels = stages.iter().filter(|stage| matches!(stage, Stage::Level(_))).count();
        let solution = std::fs::read_to_string(path.with_extension("solution")).expect("a solution");
        assert_eq!(solution.lines().count(), levels, "{}", path.display());
        assert!(solution.lines().flat_map(str::chars).all(|letter| "ULDRX".contains(letter)), "{}", path.display());
    }
}

#[test]
fn the_games_range_from_one_rule_to_fifty() {
    let rules = |path: &PathBuf| {
        let compiled = compile(&std::fs::read_to_string(path).expect("a game"), &CompileLimits::default());
        compiled.rule_lines.len()
    };
    let counts: Vec<usize> = games().iter().map(rules).collect();
    assert_eq!((counts.iter().min(), counts.iter().max()), (Some(&1), Some(&50)));
}
