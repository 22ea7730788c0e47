//! Solves levels of PuzzleScript games, one line of CSV a level:
//!
//! ```text
//! cargo run --release -p menagerie-puzzles --example survey -- CASES SECONDS [OPTIONS]
//! ```
//!
//! `CASES` is a file of JSON lines, each with a `source` (a game, of which all levels are solved by the rule of play),
//! or `shortest.jsonl`, of which each case is solved by the rule of the reference's tests and compared. Of a corpus
//! with a file `corpus-features.json` beside it the games are taken that are `solvable` there. A level has so many
//! seconds, one thread, and 2 GiB.
//!
//! | option | meaning |
//! |---|---|
//! | `--share N SEED` | `N` levels, chosen by `SEED` |
//! | `--part K N` | every `N`th level from number `K` on, `K` from 0: for several processes |
//! | `--only NAME` | games with names that contain `NAME` |
//! | `--into FILE` | rows are appended to `FILE`; levels that have a row there are not solved again |
//! | `--plain` | breadth-first search that counts all shortest solutions, which uses no lower bound |
//! | `--boards` | breadth-first search over whole boards, which has neither keys nor lower bounds: a solution without changing what nothing can change |
//!
//! The last lines go to the error stream and count what was decided.

use std::collections::{HashMap, HashSet};
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engines::{Budget, Context, clock};
use flate2::read::GzDecoder;
use puzzles::answer::AtLeast;
use puzzles::options::{OptionSpec, WITHOUT};
use puzzles::puzzlescript::PuzzleScript;
use puzzles::solution::Solution;
use puzzles::{Answer, AskError, Family, Level, OptionValue, Question, QuestionKind, Verdict};
use puzzlescript::changes::{Changes, Limits};
use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::game::{Game, Stage, Term};
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

/// The names of the games that the features of a corpus call solvable, if there are features beside it.
fn solvable(path: &Path) -> Option<HashSet<String>> {
    let text = std::fs::read_to_string(path.with_file_name("corpus-features.json")).ok()?;
    let features: HashMap<String, Value> = serde_json::from_str(&text).expect("JSON");
    Some(features.into_iter().filter(|(_, it)| it["solvable"] == true).map(|(name, _)| name).collect())
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
        let solvable = solvable(path).filter(|_| path.file_name().is_some_and(|name| name == "corpus.jsonl.gz"));
        let is_taken = |case: &Case| solvable.as_ref().is_none_or(|names| names.contains(&case.name));
        return lines.iter().map(case).filter(is_taken).collect();
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

/// A level of a case.
struct Row {
    case: usize,
    index: u64,
    cells: usize,
    level: Arc<dyn Level>,
    /// The name of objects that nothing can change in the level, if the search asks for it.
    unchanging: Option<String>,
}

/// The levels of a case.
fn levels(number: usize, case: &Case, search: Search) -> Vec<Row> {
    let cx = Context::default();
    let Ok(collection) = PuzzleScript.open(Arc::new(case.source.as_bytes().to_vec()), &cx) else { return Vec::new() };
    let Some(game) = compile(&case.source, &CompileLimits::default()).game else { return Vec::new() };
    let row = |(place, index): (usize, u64)| {
        let level = collection.level(place, &cx).ok()?;
        let Some(Stage::Level(board)) = game.stages.get(index as usize) else { return None };
        let unchanging = if search == Search::Boards { unchanging(&game, board) } else { None };
        Some(Row { case: number, index, cells: board.cells.len(), level, unchanging })
    };
    let entries = collection.entries().iter().enumerate().filter_map(|(place, entry)| Some((place, entry.index?)));
    entries.filter(|(_, index)| case.index.is_none_or(|wanted| wanted == *index)).filter_map(row).collect()
}

/// The first name, in alphabetical order, of objects that nothing can change in a level.
fn unchanging(game: &Game, level: &puzzlescript::game::Level) -> Option<String> {
    let changes = Changes::of(game, level, &Limits::default()).ok()?;
    let stays = |(_, term): &&(String, Term)| !term.objects.iter().any(|id| changes.may_change(id));
    game.names.iter().filter(stays).map(|(name, _)| name.clone()).min()
}

fn solve(row: &Row, case: &Case, options: &Options) -> Result<Answer, AskError> {
    let kind = if options.search == Search::Boards { QuestionKind::SHORTCUT } else { QuestionKind::SOLVE };
    let mut question = Question::plain(kind);
    let mut set = |option: &OptionSpec, value| question.asked.set(option, value).expect("a value");
    if case.index.is_some() {
        set(&puzzles::options::RULE, OptionValue::Text("tests".into()));
    }
    match options.search {
        Search::Usual => {}
        Search::Plain => set(&puzzles::options::COUNT, OptionValue::Switch(true)),
        Search::Boards => {
            let Some(name) = &row.unchanging else {
                return Err(AskError::NotOffered("there is no name of objects that nothing can change".to_owned()));
            };
            set(&WITHOUT, OptionValue::Text(name.clone()));
        }
    }
    let deadline = Some(clock::now() + Duration::from_secs(options.seconds));
    let cx = Context::new(Budget { bytes: Some(MEMORY), deadline, ..Budget::default() });
    puzzles::ask(&row.level, &question, &cx)
}

/// The bound of an answer that is not decided.
fn bound(answer: &Answer) -> Option<u64> {
    let line = answer.body_as::<Solution>().and_then(|solution| solution.at_least);
    line.or(answer.body_as::<AtLeast>().map(|body| body.at_least))
}

/// What is wrong with an answer, by what is known of the case. A solution that is not proven best may be longer than a
/// shortest one.
fn wrong(case: &Case, (moves, is_best): (Option<u64>, bool), verdict: Option<Verdict>) -> bool {
    let known = &case.known;
    match verdict {
        Some(Verdict::Found) => match (known["shortest"].as_u64(), known["at_least"].as_u64()) {
            (Some(shortest), _) if !is_best => moves < Some(shortest),
            (Some(shortest), _) => moves != Some(shortest),
            (None, Some(bound)) => moves < Some(bound),
            (None, None) => known["unsolvable"] == true,
        },
        Some(Verdict::Impossible) => known["shortest"].is_u64(),
        _ => false,
    }
}

/// The options of the command line.
#[derive(Default)]
struct Options {
    seconds: u64,
    share: Option<(usize, String)>,
    part: Option<(usize, usize)>,
    only: String,
    into: Option<PathBuf>,
    search: Search,
}

/// The search that answers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Search {
    /// That of a plain `solve`.
    #[default]
    Usual,
    /// Breadth-first search without bounds.
    Plain,
    /// Breadth-first search over whole boards.
    Boards,
}

impl Options {
    fn read(seconds: &str, mut words: impl Iterator<Item = String>) -> Options {
        let mut options = Options { seconds: seconds.parse().expect("seconds"), ..Options::default() };
        while let Some(option) = words.next() {
            let mut value = || words.next().unwrap_or_else(|| panic!("{option}: a value is missing"));
            let number = |text: String| text.parse().expect("a number");
            match option.as_str() {
                "--share" => options.share = Some((number(value()), value())),
                "--part" => options.part = Some((number(value()), number(value()))),
                "--only" => options.only = value(),
                "--into" => options.into = Some(value().into()),
                "--plain" => options.search = Search::Plain,
                "--boards" => options.search = Search::Boards,
                other => panic!("unknown option {other}"),
            }
        }
        options
    }

    /// The levels that are to be solved.
    fn choose(&self, cases: &[Case]) -> Vec<Row> {
        let cases = cases.iter().enumerate().filter(|(_, case)| case.name.contains(&self.only));
        let mut all: Vec<Row> = cases.flat_map(|(number, case)| levels(number, case, self.search)).collect();
        if let Some((share, seed)) = &self.share {
            let mut choice = puzzlescript::random::Generator::new(seed);
            while all.len() > *share {
                all.swap_remove(choice.below(all.len()));
            }
        }
        let (first, step) = self.part.unwrap_or((0, 1));
        all.into_iter().skip(first).step_by(step).collect()
    }
}

/// The beginning of a row: the game and the index of the level.
fn key(case: &Case, row: &Row) -> String {
    format!("{},{},", case.name.replace([',', '"', '\n'], " "), row.index)
}

/// How many levels ended how.
#[derive(Default)]
struct Counts {
    decided: usize,
    /// With a solution that is not proven best.
    unproven: usize,
    unfinished: usize,
    refused: usize,
    wrong: usize,
}

/// Solves a level and gives its row.
fn measure(case: &Case, row: &Row, options: &Options, counts: &mut Counts) -> String {
    let start = Instant::now();
    let answer = solve(row, case, options);
    let (time, key, cells) = (start.elapsed().as_secs_f64(), key(case, row), row.cells);
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => {
            counts.refused += 1;
            return format!("{key}{cells},refused,,,,{time:.3},,\"{}\"", error.to_string().replace('"', "'"));
        }
    };
    let solution = answer.body_as::<Solution>();
    let (moves, is_best) = (solution.map(|it| it.moves), solution.is_some_and(|it| it.optimal));
    let is_wrong = wrong(case, (moves, is_best), answer.verdict);
    counts.wrong += usize::from(is_wrong);
    let verdict = match answer.verdict {
        Some(Verdict::Found) if !is_best => "unproven".to_owned(),
        verdict => verdict.map_or("none".to_owned(), |verdict| format!("{verdict:?}").to_lowercase()),
    };
    *match verdict.as_str() {
        "found" | "impossible" => &mut counts.decided,
        "unproven" => &mut counts.unproven,
        _ => &mut counts.unfinished,
    } += 1;
    let written = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    format!(
        "{key}{cells},{}{verdict},{},{},{},{time:.3},{},\"{}\"",
        if is_wrong { "WRONG " } else { "" },
        written(moves),
        written(bound(&answer)),
        answer.spent.nodes,
        answer.spent.bytes,
        answer.method.replace('"', "'"),
    )
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(seconds)) = (arguments.next(), arguments.next()) else {
        panic!("expected CASES SECONDS [OPTIONS]");
    };
    let options = Options::read(&seconds, arguments);
    let cases = cases(Path::new(&path));
    let known = options.into.as_ref().map_or(String::new(), |file| std::fs::read_to_string(file).unwrap_or_default());
    let mut out: Box<dyn Write> = match &options.into {
        Some(file) => Box::new(OpenOptions::new().create(true).append(true).open(file).expect("a file")),
        None => Box::new(std::io::stdout()),
    };
    if known.is_empty() {
        writeln!(out, "game,index,cells,verdict,moves,at_least,states,seconds,bytes,method").expect("written");
    }
    let mut counts = Counts::default();
    for row in options.choose(&cases) {
        let (case, key) = (&cases[row.case], key(&cases[row.case], &row));
        if !known.lines().any(|line| line.starts_with(&key)) {
            writeln!(out, "{}", measure(case, &row, &options, &mut counts)).expect("written");
        }
    }
    let Counts { decided, unproven, unfinished, refused, wrong } = counts;
    eprintln!(
        "{decided} decided, {unproven} found but not proven best, {unfinished} not, {refused} refused, {wrong} wrong"
    );
}
