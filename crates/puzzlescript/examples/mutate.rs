//! Compiles texts with random changes and checks that the compiler keeps to its limits.
//!
//! `cargo run --release -p menagerie-puzzlescript --example mutate -- 1000000 1` compiles a million texts made with seed 1
//! from the games of this crate and, where they are present, all shared texts. It ends with a panic where a limit is
//! exceeded, and prints the text that took the most time for its steps of work.

#[path = "../tests/mutation/mod.rs"]
mod mutation;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use puzzlescript::compiler::{CompileLimits, Compiled, Stopped, compile};
use serde_json::Value;
use testkit::random::Random;

use mutation::{change, check, check_places, own};

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
