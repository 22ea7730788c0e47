//! Solves levels of PuzzleScript games, one line of CSV a level:
//!
//! ```text
//! cargo run --release -p menagerie-puzzles --example survey -- CASES SECONDS [SHARE SEED]
//! ```
//!
//! `CASES` is a file of JSON lines, each with a `source` (a game, of which all levels are solved by the rule of play), or
//! `shortest.jsonl`, of which each case is solved by the rule of the reference's tests and compared. A level has so many
//! seconds, one thread, and 2 GiB. `SHARE` levels are taken, chosen by `SEED`. The last lines go to the error stream and
//! count what was decided.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engines::{Budget, Context, clock};
use flate2::read::GzDecoder;
use puzzles::answer::AtLeast;
use puzzles::puzzlescript::PuzzleScript;
use puzzles::solution::Solution;
use puzzles::{Answer, AskError, Family, Level, OptionValue, Question, QuestionKind, Verdict};
use serde_json::Value;

const MEMORY: u64 = 2 << 30;

/// A level to be solved.
struct Case {
    name: String,
    source: Arc<String>,
    /// The index in the file, messages counted; `None` stands for all levels.
    index: Option<u64>,
    known: Value,
}

fn read(path: &Path) -> Vec<Value> {
    let mut file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    if path.extension().is_some_and(|it| it == "gz") {
        GzDecoder::new(file).read_to_string(&mut text).expect("a text");
    } else {
        file.read_to_string(&mut text).expect("a text");
    }
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn cases(path: &Path) -> Vec<Case> {
    let lines = read(path);
    if lines.iter().all(|line| line["source"].is_string()) {
        let case = |line: &Value| Case {
            name: text(if line["name"].is_string() { &line["name"] } else { &line["game"] }),
            source: Arc::new(text(&line["source"])),
            index: None,
            known: Value::Null,
        };
        return lines.iter().map(case).collect();
    }
    let mut sources = HashMap::new();
    for (set, key) in [("demos", "name"), ("solutions", "game")] {
        for line in read(&path.with_file_name(format!("{set}.jsonl.gz"))) {
            sources.insert((set.to_owned(), text(&line[key])), Arc::new(text(&line["source"])));
        }
    }
    let case = |line: Value| Case {
        name: text(&line["game"]),
        source: Arc::clone(&sources[&(text(&line["set"]), text(&line["game"]))]),
        index: line["level"].as_u64(),
        known: line,
    };
    lines.into_iter().map(case).collect()
}

/// The levels of a case, with their indices.
fn levels(case: &Case) -> Vec<(u64, Arc<dyn Level>)> {
    let cx = Context::default();
    let Ok(collection) = PuzzleScript.open(Arc::new(case.source.as_bytes().to_vec()), &cx) else { return Vec::new() };
    let entries = collection.entries().iter().enumerate();
    entries
        .filter(|(_, entry)| case.index.is_none() || entry.index == case.index)
        .filter_map(|(number, entry)| Some((entry.index?, collection.level(number, &cx).ok()?)))
        .collect()
}

fn solve(level: &Arc<dyn Level>, case: &Case, seconds: u64) -> Result<Answer, AskError> {
    let mut question = Question::plain(QuestionKind::Solve);
    if case.index.is_some() {
        question.asked.set(&puzzles::options::RULE, OptionValue::Text("tests".into())).expect("a value");
    }
    let deadline = Some(clock::now() + Duration::from_secs(seconds));
    let cx = Context::new(Budget { bytes: Some(MEMORY), deadline, ..Budget::default() });
    puzzles::ask(level, &question, &cx)
}

/// The bound of an answer that is not decided.
fn bound(answer: &Answer) -> Option<u64> {
    answer.body_as::<AtLeast>().map(|body| body.at_least)
}

/// What is wrong with an answer, by what is known of the case.
fn wrong(case: &Case, moves: Option<u64>, verdict: Option<Verdict>) -> bool {
    let known = &case.known;
    match verdict {
        Some(Verdict::Found) => match (known["shortest"].as_u64(), known["at_least"].as_u64()) {
            (Some(shortest), _) => moves != Some(shortest),
            (None, Some(bound)) => moves < Some(bound),
            (None, None) => known["unsolvable"] == true,
        },
        Some(Verdict::Impossible) => known["shortest"].is_u64(),
        _ => false,
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, path, seconds, rest @ ..] = arguments.as_slice() else { panic!("expected CASES SECONDS [SHARE SEED]") };
    let seconds: u64 = seconds.parse().expect("seconds");
    let only = std::env::var("ONLY").ok();
    let cases = cases(Path::new(path));
    let mut all: Vec<(usize, u64, Arc<dyn Level>)> = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        if only.as_ref().is_none_or(|only| case.name.contains(only)) {
            all.extend(levels(case).into_iter().map(|(index, level)| (number, index, level)));
        }
    }
    if let [share, seed] = rest {
        let mut choice = puzzlescript::random::Generator::new(seed);
        while all.len() > share.parse().expect("a number") {
            all.swap_remove(choice.below(all.len()));
        }
    }
    println!("game,index,cells,verdict,moves,at_least,states,seconds,bytes,method");
    let (mut decided, mut unfinished, mut refused, mut wrongs) = (0, 0, 0, 0);
    for (number, index, level) in &all {
        let (case, start) = (&cases[*number], Instant::now());
        let answer = solve(level, case, seconds);
        let time = start.elapsed().as_secs_f64();
        let name = case.name.replace([',', '"'], " ");
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                refused += 1;
                println!("{name},{index},,refused,,,,{time:.3},,\"{}\"", error.to_string().replace('"', "'"));
                continue;
            }
        };
        let moves = answer.body_as::<Solution>().filter(|it| it.optimal).map(|solution| solution.moves);
        let is_decided = moves.is_some() || answer.verdict == Some(Verdict::Impossible);
        let is_wrong = wrong(case, moves, answer.verdict);
        (decided, unfinished) = (decided + usize::from(is_decided), unfinished + usize::from(!is_decided));
        wrongs += usize::from(is_wrong);
        let verdict = answer.verdict.map_or("none".to_owned(), |verdict| format!("{verdict:?}").to_lowercase());
        println!(
            "{name},{index},,{}{verdict},{},{},{},{time:.3},{},\"{}\"",
            if is_wrong { "WRONG " } else { "" },
            moves.map_or(String::new(), |moves| moves.to_string()),
            bound(&answer).map_or(String::new(), |bound| bound.to_string()),
            answer.spent.nodes,
            answer.spent.bytes,
            answer.method.replace('"', "'"),
        );
    }
    eprintln!("{decided} decided, {unfinished} not, {refused} refused, {wrongs} wrong");
}
