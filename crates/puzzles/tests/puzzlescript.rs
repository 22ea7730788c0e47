//! PuzzleScript games: the laws, recorded solutions, and the lengths that a prototype and the reference found.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use engines::{Budget, Context};
use flate2::read::GzDecoder;
use puzzles::options::{COUNT, RULE};
use puzzles::puzzlescript::PuzzleScript;
use puzzles::run::Run;
use puzzles::solution::Solution;
use puzzles::{Family, Level, OptionValue, Question, QuestionKind, Verdict, laws};
use puzzlescript::games::GAMES;
use serde_json::Value;

/// The lines of a shared file, or nothing, with a word about it, where it is missing.
fn shared(name: &str) -> Option<Vec<Value>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/puzzlescript").join(name);
    let Ok(file) = std::fs::File::open(&path) else {
        println!("skipped: there is no {name}");
        return None;
    };
    let reader: Box<dyn BufRead> = if name.ends_with(".gz") {
        Box::new(std::io::BufReader::new(GzDecoder::new(file)))
    } else {
        Box::new(std::io::BufReader::new(file))
    };
    Some(reader.lines().map(|line| serde_json::from_str(&line.expect("text")).expect("JSON")).collect())
}

/// The level with this index, messages counted.
fn level(source: &str, index: u64) -> Arc<dyn Level> {
    let collection = PuzzleScript.open(Arc::new(source.as_bytes().to_vec()), &Context::default()).expect("a game");
    let compiled = puzzlescript::compiler::compile(source, &Default::default());
    let stages = &compiled.game.as_ref().expect("a game").stages[..index as usize];
    let before = stages.iter().filter(|stage| matches!(stage, puzzlescript::game::Stage::Level(_))).count();
    collection.level(before, &Context::default()).expect("a level")
}

/// The question by the rule of the reference's tests, by which the shortest lengths were found.
fn by_tests(kind: QuestionKind) -> Question {
    let mut question = Question::plain(kind);
    question.asked.set(&RULE, OptionValue::Text("tests".into())).expect("a value");
    question
}

fn moves(letters: &str) -> Vec<String> {
    let name = |letter| match letter {
        'U' => "up",
        'L' => "left",
        'D' => "down",
        'R' => "right",
        'X' => "action",
        'T' => "wait",
        other => panic!("{other}"),
    };
    letters.chars().map(|letter| name(letter).to_owned()).collect()
}

fn is_won(level: &Arc<dyn Level>, moves: &[String]) -> bool {
    let answer = puzzles::ask(level, &Question::after(QuestionKind::Run, moves), &Context::default());
    answer.is_ok_and(|answer| answer.body_as::<Run>().is_some_and(|run| run.solved))
}

#[test]
fn laws_hold_for_our_games() {
    laws::check(&PuzzleScript, &[]).unwrap();
}

/// The corpus games that the laws are checked on.
const CORPUS_GAMES: usize = 50;

/// The texts of the shared demos, and of the first corpus games that load.
fn published() -> Option<Vec<(String, String)>> {
    let (demos, corpus) = (shared("demos.jsonl.gz")?, shared("corpus.jsonl.gz")?);
    let text = |case: &Value| (case["name"].to_string(), case["source"].as_str().expect("a text").to_owned());
    let opens = |(_, source): &(String, String)| {
        PuzzleScript.open(Arc::new(source.clone().into_bytes()), &Context::default()).is_ok()
    };
    let corpus = corpus.iter().map(text).filter(opens).take(CORPUS_GAMES);
    Some(demos.iter().map(text).filter(opens).chain(corpus).collect())
}

/// Checks the laws on the first levels of published games, with so many nodes for each question.
fn laws_hold(levels: usize, nodes: u64) {
    let Some(games) = published() else { return };
    for (name, source) in &games {
        let (start, cx) = (std::time::Instant::now(), Context::default());
        let collection = PuzzleScript.open(Arc::new(source.clone().into_bytes()), &cx).expect("it opened before");
        for index in 0..collection.entries().len().min(levels) {
            let text = collection.level(index, &cx).expect("a level").text();
            let held = laws::check_within(&PuzzleScript, &text, nodes);
            held.unwrap_or_else(|broken| panic!("{name}, level {}: {broken}", index + 1));
        }
        println!("{:7.2} s  {name}", start.elapsed().as_secs_f64());
    }
    println!("{} games", games.len());
    assert!(games.len() > CORPUS_GAMES);
}

#[test]
fn laws_hold_for_the_first_levels_of_published_games() {
    laws_hold(1, 30);
}

#[test]
#[ignore = "takes many minutes"]
fn laws_hold_for_published_games() {
    laws_hold(usize::MAX, 300);
}

#[test]
fn our_solutions_win_and_say_so() {
    for game in GAMES {
        let collection = PuzzleScript.open(Arc::new(game.text.as_bytes()), &Context::default()).expect("a game");
        for (number, line) in game.solutions.lines().enumerate() {
            let level = collection.level(number, &Context::default()).expect("a level");
            assert!(is_won(&level, &moves(line)), "{} {number}", game.name);
            assert!(is_won(&level, &[line.to_owned()]), "{} {number}", game.name);
        }
    }
}

#[test]
fn recorded_solutions_win() {
    let Some(cases) = shared("solutions.jsonl.gz") else { return };
    let mut lost = Vec::new();
    for case in &cases {
        let (source, index) = (case["source"].as_str().unwrap(), case["level"].as_u64().unwrap());
        if !is_won(&level(source, index), &moves(case["moves"].as_str().unwrap())) {
            lost.push(format!("{} {index}", case["game"]));
        }
    }
    assert_eq!((cases.len(), lost), (327, Vec::<String>::new()));
}

#[test]
fn shortest_lengths_are_those_that_are_known() {
    let (Some(cases), Some(demos), Some(solutions)) =
        (shared("shortest.jsonl"), shared("demos.jsonl.gz"), shared("solutions.jsonl.gz"))
    else {
        return;
    };
    let most: u64 = std::env::var("MOST_STATES").ok().and_then(|most| most.parse().ok()).unwrap_or(2_000);
    let (mut solved, mut wrong) = (0, Vec::new());
    for case in cases.iter().filter(|case| case["states"].as_u64().is_some_and(|states| states <= most)) {
        let (set, key) = if case["set"] == "demos" { (&demos, "name") } else { (&solutions, "game") };
        let source = set.iter().find(|game| game[key] == case["game"]).expect("the game")["source"].as_str().unwrap();
        let level = level(source, case["level"].as_u64().unwrap());
        let mut question = by_tests(QuestionKind::Solve);
        question.asked.set(&COUNT, OptionValue::Switch(true)).unwrap();
        let budget = Budget { nodes: Some(1_000_000), ..Budget::default() };
        let answer = puzzles::ask(&level, &question, &Context::new(budget)).expect("an answer");
        let found = answer.body_as::<Solution>();
        let is_right = match (case["shortest"].as_u64(), answer.verdict) {
            (Some(length), Some(Verdict::Found)) => found.is_some_and(|found| {
                found.moves == length
                    && found.solutions.as_ref().map(|count| count.0.to_string()).as_deref() == case["ways"].as_str()
            }),
            (None, Some(Verdict::Impossible)) => case["unsolvable"] == true,
            (None, _) => case["unfinished"] == true,
            _ => false,
        };
        if !is_right {
            let got = format!("{:?} {:?}", answer.verdict, found.map(|found| (found.moves, found.solutions.clone())));
            wrong.push(format!(
                "{} {}: {} {}, got {got} {}",
                case["game"], case["level"], case["shortest"], case["ways"], answer.method
            ));
        }
        solved += 1;
    }
    println!("{solved} levels");
    assert_eq!(wrong, Vec::<String>::new());
}
