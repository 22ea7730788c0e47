//! Solves every level of a file of Sokoban levels, for fewest pushes and for fewest moves, on one thread:
//! `cargo run --release -p menagerie-puzzles --example sokoban_survey -- FILE [SECONDS [GIBIBYTES [LEVEL…]]]`.
//!
//! Writes a row of comma-separated values for each question: the level, what is fewest, pushes and moves of the
//! solution, the bound where none was found, seconds, states expanded, the most bytes held at a time, and the method.

use std::sync::Arc;

use engines::clock::{self, Duration};
use engines::{Budget, Context};
use puzzles::answer::AtLeast;
use puzzles::options::OptionValue;
use puzzles::sokoban::Sokoban;
use puzzles::sokoban::body::{FEWEST, PushSolution};
use puzzles::sokoban::collection::read;
use puzzles::sokoban::rules::{Board, Direction};
use puzzles::solution::Solution;
use puzzles::{Answer, Family, Level, Options, Question, QuestionKind};

/// The limits of a question.
#[derive(Clone, Copy)]
struct Limits {
    seconds: u64,
    bytes: u64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file of levels");
    let mut number = || arguments.next().map(|text| text.parse::<u64>().expect("a number"));
    let limits = Limits { seconds: number().unwrap_or(10), bytes: number().unwrap_or(2) << 30 };
    let chosen: Vec<u64> = std::iter::from_fn(number).collect();
    let text = std::fs::read(&path).expect("a file that can be read");
    let entries = read(&String::from_utf8_lossy(&text)).expect("a collection").entries;
    let collection = Sokoban.open(Arc::new(text), &Context::default()).expect("a collection");
    println!("level,fewest,pushes,moves,at_least,seconds,states,bytes,method");
    let mut proven = [0, 0];
    for (index, entry) in entries.iter().enumerate() {
        let name = index as u64 + 1;
        if !chosen.is_empty() && !chosen.contains(&name) {
            continue;
        }
        let board = entry.board().expect("a level");
        let level = collection.level(index, &Context::default()).expect("a level");
        for (place, fewest) in ["pushes", "moves"].into_iter().enumerate() {
            let (answer, row) = answer(&level, &board, fewest, limits);
            println!("{name},{fewest},{row}");
            proven[place] += u32::from(is_optimal(&answer));
        }
    }
    eprintln!("proven: fewest pushes of {} levels, fewest moves of {}", proven[0], proven[1]);
}

fn is_optimal(answer: &Answer) -> bool {
    answer.body_as::<PushSolution>().is_some_and(|body| body.optimal)
        || answer.body_as::<Solution>().is_some_and(|body| body.optimal)
}

/// The answer to a question, and its row.
fn answer(level: &Arc<dyn Level>, board: &Board, fewest: &str, limits: Limits) -> (Answer, String) {
    let deadline = Some(clock::now() + Duration::from_secs(limits.seconds));
    let cx = Context::new(Budget { bytes: Some(limits.bytes), deadline, ..Budget::default() });
    let asked = Options::default().with(&FEWEST, OptionValue::Text(fewest.into()));
    let answer = puzzles::ask(level, &Question { kind: QuestionKind::SOLVE, asked }, &cx).expect("an answer");
    let counts = match (answer.body_as::<PushSolution>(), answer.body_as::<Solution>()) {
        (Some(body), _) => format!("{},{}", body.pushes, body.moves),
        (None, Some(body)) => format!("{},{}", pushes(board, &body.solution), body.moves),
        (None, None) => ",".into(),
    };
    let at_least = answer.body_as::<AtLeast>().map(|body| body.at_least.to_string()).unwrap_or_default();
    let spent = cx.spent();
    let seconds = spent.elapsed.as_secs_f64();
    let row = format!("{counts},{at_least},{seconds:.3},{},{},\"{}\"", spent.nodes, spent.bytes, answer.method);
    (answer, row)
}

/// The number of moves that push a box.
fn pushes(board: &Board, moves: &[String]) -> usize {
    let mut state = board.start().clone();
    let pushed = moves.iter().filter(|text| {
        let direction = Direction::parse(text).expect("a move");
        let (next, pushed) = board.step(&state, direction).expect("a legal move");
        state = next;
        pushed
    });
    pushed.count()
}
