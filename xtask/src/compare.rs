//! Compares two release builds of the product on every bench, and on requests over HTTP, in alternating pairs.
//!
//! In each pair either build runs once, in turns first, so that a machine whose speed changes is as fast for the one as
//! for the other. A row fails where the later build is slower in all pairs but one and the median of the ratios is
//! above 1.05. Rows of whole processes below 50 ms are compared by the instructions that valgrind counts: there the
//! noise of a shared machine is larger than any difference.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, ensure};
use clap::Args;

use crate::bench::{BENCHES, Figure, Mode, Yard, machine, output};

/// The median of the ratios above which a row fails, where it was slower in all pairs but one.
const MAX: f64 = 1.05;
/// Rows below this time, in seconds, are compared by instructions.
const SHORT: f64 = 0.05;
/// Seconds of load over HTTP for each measurement.
const LOAD: &str = "3";
/// The rows of load over HTTP, each with the word that its line begins with.
const HTTP: [(&str, &str, &str); 2] = [
    ("health over HTTP", "menagerie serve, seconds a request", "health: "),
    ("pebble hints over HTTP", "menagerie serve, seconds a request", "hints: "),
];

/// What to compare.
#[derive(Args)]
pub(crate) struct Options {
    /// The `target/release` of the earlier build, with the examples of engines, puzzles, script and world
    before: PathBuf,
    /// Only the benches whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Pairs of runs
    #[arg(long, default_value_t = 9)]
    pairs: usize,
    /// Print the figures without keeping them
    #[arg(long)]
    dry: bool,
}

/// The measurements of a row, before and after, in pairs.
type Rows = BTreeMap<(String, String), Vec<(f64, f64)>>;

/// Runs the comparison, writes `bench/results/<machine>/<date>-pairs.csv`, and fails where a row became slower.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let yard = Yard::new(root, None, 1, Mode::Alone)?;
    yard.build()?;
    let mut before = Yard::new(root, None, 1, Mode::Alone)?;
    before.release = fs::canonicalize(&options.before)?;
    let mut rows = timed(&before, &yard, options)?;
    let short: Vec<String> =
        rows.iter().filter(|(_, pairs)| is_short(pairs)).map(|((bench, _), _)| bench.clone()).collect();
    counted(before, yard, &short, &mut rows)?;
    report(root, &rows, options)
}

fn is_short(pairs: &[(f64, f64)]) -> bool {
    median(pairs.iter().map(|pair| pair.0)) < SHORT
}

/// The rows by time.
fn timed(before: &Yard, after: &Yard, options: &Options) -> anyhow::Result<Rows> {
    let mut rows = Rows::new();
    let loaded = HTTP.iter().any(|row| row.0.contains(&options.only));
    let servers =
        loaded.then(|| Ok::<_, anyhow::Error>((Server::start(before)?, Server::start(after)?))).transpose()?;
    for pair in 0..options.pairs {
        eprintln!("pair {} of {}", pair + 1, options.pairs);
        let later_first = pair % 2 == 1;
        for (name, bench) in BENCHES.iter().filter(|(name, _)| name.contains(&options.only)) {
            let run = |yard: &Yard| -> anyhow::Result<Vec<Figure>> {
                let mut figures = Vec::new();
                bench(yard, name, &mut figures)?;
                Ok(figures)
            };
            let (first, second) = in_turn(later_first, || run(before), || run(after))?;
            for (earlier, later) in first.into_iter().zip(second) {
                rows.entry((earlier.bench, earlier.who)).or_default().push((earlier.seconds, later.seconds));
            }
        }
        if let Some((earlier, later)) = &servers {
            let (first, second) = in_turn(later_first, || earlier.under_load(after), || later.under_load(after))?;
            for ((bench, who, _), times) in HTTP.into_iter().zip(first.into_iter().zip(second)) {
                rows.entry((bench.into(), who.into())).or_default().push(times);
            }
        }
    }
    Ok(rows)
}

/// Both results, the earlier build's first; `later_first` says which of them runs first.
fn in_turn<T>(
    later_first: bool,
    earlier: impl FnOnce() -> anyhow::Result<T>,
    later: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<(T, T)> {
    if later_first {
        let later = later()?;
        return Ok((earlier()?, later));
    }
    Ok((earlier()?, later()?))
}

/// Replaces the rows of whole processes of these benches by rows of instructions.
fn counted(mut before: Yard, mut after: Yard, benches: &[String], rows: &mut Rows) -> anyhow::Result<()> {
    (before.mode, after.mode) = (Mode::Instructions, Mode::Instructions);
    for (name, bench) in BENCHES.iter().filter(|(name, _)| benches.iter().any(|short| short == name)) {
        eprintln!("instructions of {name}");
        let (mut earlier, mut later) = (Vec::new(), Vec::new());
        bench(&before, name, &mut earlier)?;
        bench(&after, name, &mut later)?;
        // Benches that time themselves inside a process give seconds in this mode too, which are passed over.
        for (earlier, later) in earlier.into_iter().zip(later).filter(|(earlier, _)| earlier.seconds > 1e4) {
            rows.remove(&(earlier.bench.clone(), earlier.who.clone()));
            rows.insert(
                (earlier.bench, format!("{}, instructions", earlier.who)),
                vec![(earlier.seconds, later.seconds)],
            );
        }
    }
    Ok(())
}

/// A server that is measured.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(yard: &Yard) -> anyhow::Result<Server> {
        let data = std::env::temp_dir()
            .join(format!("menagerie-pairs-{}", std::process::id()))
            .join(yard.release.to_string_lossy().replace('/', "-"));
        let mut child = Command::new(yard.release.join("menagerie"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
        let address = line.rsplit("//").next().unwrap_or_default().trim().trim_end_matches('/').to_owned();
        ensure!(address.contains(':'), "the server said {line:?}");
        Ok(Server { child, address })
    }

    /// The seconds that a request of each row takes of a server under load from 32 connections.
    fn under_load(&self, yard: &Yard) -> anyhow::Result<Vec<f64>> {
        let said = output(Command::new(yard.release.join("examples/load")).args([&*self.address, LOAD, "0"]))?;
        let seconds = |mark: &str| {
            let line = said.lines().find(|line| line.starts_with(mark))?;
            let rate = line.split_whitespace().find_map(|word| word.strip_prefix("rate=")?.strip_suffix("/s"))?;
            Some(1.0 / rate.parse::<f64>().ok()?)
        };
        let row = |(_, _, mark)| seconds(mark).with_context(|| format!("no line of {mark}{said}"));
        HTTP.into_iter().map(row).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Prints and keeps a line a row; fails where one became slower.
fn report(root: &Path, rows: &Rows, options: &Options) -> anyhow::Result<()> {
    let mut text = "bench,who,pairs,before_median,after_median,ratio_median,slower_pairs,verdict\n".to_owned();
    let mut failed = Vec::new();
    for ((bench, who), pairs) in rows {
        let ratio = median(pairs.iter().map(|(before, after)| after / before));
        let slower = pairs.iter().filter(|(before, after)| after > before).count();
        let fails = ratio > MAX && slower + 1 >= pairs.len();
        let (before, after) = (median(pairs.iter().map(|pair| pair.0)), median(pairs.iter().map(|pair| pair.1)));
        let verdict = if fails { "slower" } else { "ok" };
        text += &format!("{bench},\"{who}\",{},{before:.6},{after:.6},{ratio:.4},{slower},{verdict}\n", pairs.len());
        if fails {
            failed.push(bench.as_str());
        }
    }
    print!("{text}");
    if !options.dry {
        let folder = root.join("bench/results").join(machine());
        fs::create_dir_all(&folder)?;
        let date = output(Command::new("date").args(["-u", "+%F"]))?;
        fs::write(folder.join(format!("{}-pairs.csv", date.trim())), text)?;
    }
    ensure!(failed.is_empty(), "slower than before: {}", failed.join(", "));
    Ok(())
}
