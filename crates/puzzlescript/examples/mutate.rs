//! Compiles texts with random changes and checks that the compiler keeps to its limits.
//!
//! `cargo run --release -p menagerie-puzzlescript --example mutate -- 1000000 1` compiles a million texts made with seed 1
//! from the games of this crate and, where they are present, all shared texts. It ends with a panic where a limit is
//! exceeded, and prints the text that took the most time for its steps of work.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use puzzlescript::compiler::{CompileLimits, Compiled, Stopped, compile};
use serde_json::Value;
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
    "RULES\n",
    "OBJECTS\n",
    "on",
    "x",
    ",",
    "#",
    "#123",
    "\u{feff}",
    "\0",
    "all",
    "again",
    "horizontal",
    "orthogonal",
    "cancel",
    "noaction",
    "title",
    "flickscreen 5x",
    "color_palette",
    "\r",
];

/// More memory than any text may need, in KiB.
const MOST_MEMORY: u64 = 2 << 20;

/// The texts of a shared file.
fn shared(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/puzzlescript");
    let Ok(file) = File::open(folder.join(name)) else { return Vec::new() };
    let lines = BufReader::new(GzDecoder::new(file)).lines().map_while(Result::ok);
    let values = lines.filter_map(|line| serde_json::from_str::<Value>(&line).ok());
    values.filter_map(|case| Some(case["source"].as_str()?.to_owned())).collect()
}

/// The games of this crate.
fn own() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

/// Makes one change to a text; `other` lends lines.
fn change(lines: &mut Vec<String>, other: &[&str], random: &mut Random) {
    let (at, from) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(9) {
        0 if lines.len() > 1 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[from].clone()),
        2 => lines.swap(at, from),
        3 => lines[at] = other[random.below(other.len())].to_owned(),
        4 => {
            let twice = lines[at].repeat(2);
            lines[at] = twice;
        }
        5 => change_bytes(&mut lines[at], random),
        6 => {
            let end = (at + 1 + random.below(8)).min(lines.len());
            lines.drain(at..end.max(at + 1).min(lines.len() - 1).max(at));
        }
        _ => {
            let place = random.below(lines[at].len() + 1);
            let place = lines[at].floor_char_boundary(place);
            lines[at].insert_str(place, &format!(" {} ", random.pick(WORDS)));
        }
    }
}

/// Replaces one byte of a line by any other.
fn change_bytes(line: &mut String, random: &mut Random) {
    let mut bytes = std::mem::take(line).into_bytes();
    if !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = random.below(256) as u8;
    }
    *line = String::from_utf8_lossy(&bytes).into_owned();
}

/// Checks that every problem names a place of the text.
fn check_places(compiled: &Compiled, text: &str) {
    let lines: Vec<usize> = text.split('\n').map(|line| line.chars().count()).collect();
    for problem in &compiled.problems {
        let (Some(line), Some(column)) = (problem.line, problem.column) else { continue };
        let end = (column + problem.length.unwrap_or(1)) as usize - 1;
        assert!(column > 0 && end <= lines[line as usize - 1], "{problem}");
    }
}

/// Checks what the limits promise of a result.
fn check(compiled: &Compiled, limits: &CompileLimits) {
    assert!(compiled.problems.len() <= 102);
    assert_eq!(compiled.game.is_none(), compiled.stopped.is_some());
    assert!(compiled.steps <= limits.steps || compiled.stopped == Some(Stopped::Limit));
    let Some(game) = &compiled.game else { return };
    let rules: usize = game.early.iter().chain(&game.late).map(|group| group.rules.len()).sum();
    assert!(rules <= limits.rules && game.objects.len() <= limits.names && game.layers.len() <= limits.layers);
}

/// The largest amount of memory that this process had, in KiB.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}

/// The time for which this process has run on a processor, whatever else the machine does.
fn processor_time() -> Duration {
    let times = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let time = times.split_whitespace().next().and_then(|time| time.parse().ok());
    Duration::from_nanos(time.unwrap_or_default())
}

/// Compiles a text and checks the result. A text that ends in a panic is written to a file.
fn run(text: &str, limits: &CompileLimits, seed: u64) -> (Compiled, Duration) {
    let before = processor_time();
    let compiled = catch_unwind(AssertUnwindSafe(|| {
        let compiled = compile(text, limits);
        check(&compiled, limits);
        check_places(&compiled, text);
        compiled
    }));
    let time = processor_time().saturating_sub(before);
    let compiled = compiled.unwrap_or_else(|panic| {
        let _ = std::fs::write(std::env::temp_dir().join(format!("mutate-{seed}-panic.txt")), text);
        resume_unwind(panic)
    });
    (compiled, time)
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|argument| argument.parse::<u64>().ok());
    let (count, seed) = (arguments.next().unwrap_or(10_000), arguments.next().unwrap_or(1));
    let mut texts = own();
    for file in ["sessions", "errors", "demos", "corpus"] {
        texts.extend(shared(&format!("{file}.jsonl.gz")));
    }
    texts.sort_by_key(String::len);
    // Most texts are made of the shorter half, which compile quickly.
    let short = texts.len() / 2;
    let limits = CompileLimits { steps: 1_000_000, rules: 10_000, items: 100_000, ..CompileLimits::default() };
    let mut random = Random::new(seed);
    let (begin, mut slowest) = (Instant::now(), (Duration::ZERO, 0, String::new()));
    let (mut games, mut refused) = (0, 0);
    for done in 1..=count {
        let most = if random.one_in(20) { texts.len() } else { short };
        let mut lines: Vec<String> = texts[random.below(most)].split('\n').map(str::to_owned).collect();
        let other: Vec<&str> = texts[random.below(texts.len())].split('\n').collect();
        for _ in 0..1 + random.below(6) {
            change(&mut lines, &other, &mut random);
        }
        let text = lines.join("\n");
        let (compiled, time) = run(&text, &limits, seed);
        games += u64::from(compiled.game.is_some());
        refused += u64::from(compiled.stopped == Some(Stopped::Limit));
        if time > slowest.0 {
            slowest = (time, compiled.steps, text);
        }
        if done % 50_000 == 0 || done == count {
            let memory = peak_memory();
            assert!(memory < MOST_MEMORY, "{memory} KiB");
            println!("{done} texts in {:.0?}: {games} games, {refused} refused, at most {memory} KiB", begin.elapsed());
            println!("    the slowest took {:.1?} for {} steps", slowest.0, slowest.1);
        }
    }
    let _ = std::fs::write(std::env::temp_dir().join(format!("mutate-{seed}-slowest.txt")), slowest.2);
}
