//! Measures the compiler: all shared sources together, and the slowest of them.
//!
//! `cargo run --release -p menagerie-puzzlescript --example compile_times` prints one line a file of sources.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use puzzlescript::compiler::{CompileLimits, compile};
use serde_json::Value;

/// The name, source and compile time of each line of a file.
fn measure(path: &Path) -> std::io::Result<Vec<(String, usize, Duration)>> {
    let mut times = Vec::new();
    for line in BufReader::new(GzDecoder::new(File::open(path)?)).lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let source = case["source"].as_str().unwrap_or_default();
        let begin = Instant::now();
        let compiled = compile(source, &CompileLimits::default());
        let time = begin.elapsed();
        let groups = compiled.game.iter().flat_map(|game| game.early.iter().chain(game.late.iter()));
        times.push((case["name"].to_string(), groups.map(|group| group.rules.len()).sum(), time));
    }
    Ok(times)
}

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/puzzlescript");
    for file in ["sessions", "errors", "demos", "corpus"] {
        let mut times = measure(&folder.join(format!("{file}.jsonl.gz")))?;
        times.sort_by_key(|(_, _, time)| std::cmp::Reverse(*time));
        let total: Duration = times.iter().map(|(_, _, time)| *time).sum();
        println!("{file}: {} texts in {total:.1?}", times.len());
        for (name, rules, time) in times.iter().take(4) {
            println!("    {time:>8.1?} {rules:>6} rules  {name}");
        }
    }
    Ok(())
}
