//! Games of our own with random changes compile or are refused; none panics.

use puzzlescript::compiler::{CompileLimits, compile};
use testkit::random::Random;

/// Words that mean something somewhere.
const WORDS: &[&str] = &[
    "[",
    "]",
    "|",
    "->",
    "...",
    "no",
    "random",
    "moving",
    "late",
    "rigid",
    "+",
    "(",
    ")",
    "=",
    "and",
    "or",
    "player",
    "background",
    "message",
    "startloop",
    "endloop",
    "\u{1f600}",
    "\u{130}",
    ">",
    "randomdir",
    "perpendicular",
    "sfx0",
    "0",
    "\n",
    "\n\n",
    "LEVELS\n",
    "on",
    "x",
    ",",
];

/// Removes, repeats or swaps lines, or puts a word into one.
fn change(lines: &mut Vec<String>, random: &mut Random) {
    let (at, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(5) {
        0 if lines.len() > 1 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[other].clone()),
        2 => lines.swap(at, other),
        _ => {
            let place = random.below(lines[at].len() + 1);
            let place = lines[at].floor_char_boundary(place);
            lines[at].insert_str(place, &format!(" {} ", random.pick(WORDS)));
        }
    }
}

#[test]
fn changed_games_do_not_panic() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let files = std::fs::read_dir(folder).expect("the folder of games").map(|entry| entry.expect("a file").path());
    let mut paths: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    paths.sort();
    let games: Vec<String> = paths.iter().map(|path| std::fs::read_to_string(path).expect("a game")).collect();
    let limits = CompileLimits { steps: 1_000_000, rules: 10_000, items: 100_000, ..CompileLimits::default() };
    let mut random = Random::new(1);
    for _ in 0..6000 {
        let mut lines: Vec<String> = random.pick(&games).split('\n').map(str::to_owned).collect();
        for _ in 0..1 + random.below(4) {
            change(&mut lines, &mut random);
        }
        let _ = compile(&lines.join("\n"), &limits);
    }
}

#[test]
fn a_stray_bracket_before_the_first_name_names_nothing() {
    let compiled = compile("OBJECTS\n)a b\nred\n00000\n", &CompileLimits::default());
    assert!(compiled.game.is_none());
}
