//! Published PuzzleScript games played from their first level to their last, by lines and at a pseudo-terminal. Their
//! texts and shortest solutions are read from `../shared`; where that is missing the tests say so and end.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::terminal;

use crate::cli::{fed, folder};
use serde_json::Value;
use testkit::data;

/// Games of which a shortest solution is known for every level: ice and `again`, texts before each level; three screens
/// of players; a window that moves along.
const DEMOS: [&str; 3] = ["icecrates", "kettle", "sokoban_basic_zoomscreen"];

/// A game: its file, and the inputs that win each level, as letters.
struct Demo {
    file: PathBuf,
    solutions: Vec<String>,
}

fn demos(folder: &Path) -> Option<Vec<Demo>> {
    let (texts, shortest) = (data::lines("puzzlescript/demos.jsonl.gz")?, data::lines("puzzlescript/shortest.jsonl")?);
    let demo = |name: &str| {
        let text = texts.iter().find(|text| text["name"] == name).unwrap();
        let file = folder.join(format!("{name}.puzzlescript"));
        std::fs::write(&file, text["source"].as_str().unwrap()).unwrap();
        let levels = shortest.iter().filter(|level| level["game"] == name);
        let solution = |level: &Value| (level["level"].as_u64().unwrap(), level["moves"].as_str().unwrap().to_owned());
        let solutions: BTreeMap<u64, String> = levels.map(solution).collect();
        Demo { file, solutions: solutions.into_values().collect() }
    };
    Some(DEMOS.iter().map(|name| demo(name)).collect())
}

#[test]
fn demos_are_played_to_their_end_by_lines() {
    let Some(demos) = demos(&folder("demos-by-lines")) else { return };
    for Demo { file, solutions } in demos {
        let lines: String = solutions.iter().map(|moves| format!("{moves}\nnext\n")).collect();
        let said = fed(&["play", "--plain", "--nodes", "1", file.to_str().unwrap()], lines.as_bytes());
        assert_eq!(said.status, 0, "{said:?}");
        let solved = said.out.lines().filter(|line| line.starts_with("Solved")).count();
        assert_eq!(solved, solutions.len(), "{}: {}", file.display(), said.out);
        assert!(said.out.contains("There is no next level here."), "{}", said.out);
    }
}

#[cfg(unix)]
#[test]
fn demos_are_played_to_their_end_at_a_terminal() {
    let folder = folder("demos-at-a-terminal");
    let Some(demos) = demos(&folder) else { return };
    for Demo { file, solutions } in demos {
        let name = file.file_name().unwrap().to_str().unwrap();
        let arguments = ["play", "--nodes", "1", name];
        let mut terminal = terminal::TestTerminal::new(terminal::binary(), &arguments, (100, 40), &folder);
        terminal.until("Which level?");
        for (number, moves) in (1..).zip(&solutions) {
            // A press may only end the film of the last move.
            let level = format!("{name}#{number}");
            terminal
                .keys_until("\r", &level, |screen| screen.lines().next().unwrap_or("").trim_end().ends_with(&level));
            // The keys of the language: w, a, s, d and x.
            let keys = moves.chars().map(|letter| match letter {
                'U' => 'w',
                'L' => 'a',
                'D' => 's',
                'R' => 'd',
                _ => 'x',
            });
            terminal.keys(&keys.collect::<String>());
            terminal.until("Solved");
        }
        terminal.keys_until("\r", "the end", |screen| screen.contains("This was the last level."));
        terminal.keys("q");
        terminal.until("Which level?");
        terminal.keys("\x1b");
        assert_eq!(terminal.end(), 0);
    }
}
