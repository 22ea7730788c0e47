//! Measures whole processes beside the peers, in one run, and keeps the figures as text.
//!
//! For each bench the product and its peer read the same file, in turn, several times; the least time of each
//! counts, since a shared machine only ever adds. Peers are built both with `-O2` and with `-O3 -march=native`,
//! and the faster counts. Inputs are made by the generators in `bench/peers`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use clap::Args;

/// What to measure, and how often.
#[derive(Args)]
pub(crate) struct Options {
    /// Only the benches whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Runs of each program
    #[arg(long, default_value_t = 5)]
    runs: u32,
    /// A folder with peers that are not kept here (panguru_baseline.py)
    #[arg(long, value_name = "DIR")]
    peers: Option<PathBuf>,
    /// Print the figures without keeping them
    #[arg(long)]
    dry: bool,
}

/// Runs a command, prints the seconds it took and its peak of resident KiB; its own output is dropped.
const MEASURE: &str = "import resource,subprocess,sys,time
t=time.perf_counter();r=subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL).returncode;e=time.perf_counter()-t
print(e,resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss,r)";

/// Makes a plus-shaped toggle board of N x N lights with a random start.
const GENERATE_PLUS: &str = "import random,sys
n=int(sys.argv[1]);r=random.Random(5);t=bytes(48+(b&1) for b in range(256))
with open(sys.argv[2],'wb') as f:
  f.write(b'board = \"%dx%d\"\\nmoves = \"plus\"\\nstart = \"'%(n,n))
  for _ in range(n): f.write(r.randbytes(n).translate(t))
  f.write(b'\"\\n')";

/// One program on one input.
pub(crate) struct Figure {
    pub(crate) bench: String,
    pub(crate) who: String,
    /// The time in seconds, or the number of instructions where these are counted.
    pub(crate) seconds: f64,
    peak_kib: u64,
}

/// Which programs are measured, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The product beside its peers.
    Peers,
    /// The product alone.
    Alone,
    /// The instructions of the product as a whole process, as valgrind counts them.
    Instructions,
}

/// The paths that every bench needs.
pub(crate) struct Yard {
    root: PathBuf,
    /// The release build that is measured.
    pub(crate) release: PathBuf,
    built: PathBuf,
    inputs: PathBuf,
    peers: Option<PathBuf>,
    runs: u32,
    pub(crate) mode: Mode,
}

impl Yard {
    /// The folders of this repository; makes those that are missing.
    pub(crate) fn new(root: &Path, peers: Option<PathBuf>, runs: u32, mode: Mode) -> anyhow::Result<Yard> {
        let target = target_folder(root);
        let (built, inputs) = (target.join("bench"), root.join("bench/inputs"));
        fs::create_dir_all(&built)?;
        fs::create_dir_all(&inputs)?;
        Ok(Yard { root: root.to_owned(), release: target.join("release"), built, inputs, peers, runs, mode })
    }

    /// Builds the programs that are measured.
    pub(crate) fn build(&self) -> anyhow::Result<()> {
        let cargo = |arguments: &[&str]| done(Command::new("cargo").args(arguments).current_dir(&self.root));
        cargo(&["build", "--release", "--package", "menagerie"])?;
        let packages = ["menagerie-engines", "menagerie-puzzles", "menagerie-script", "menagerie-world"]
            .map(|name| ["--package", name]);
        cargo(&[["build", "--release", "--examples"].as_slice(), packages.as_flattened()].concat())?;
        cargo(&["build", "--release", "--example", "load", "--package", "menagerie-server"])
    }
}

/// Runs the benches and writes `bench/results/<machine>/<date>.csv`.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let yard = Yard::new(root, options.peers.clone(), options.runs, Mode::Peers)?;
    yard.build()?;
    let mut figures = Vec::new();
    for (name, bench) in BENCHES {
        if name.contains(&options.only) {
            eprintln!("{name}");
            bench(&yard, name, &mut figures)?;
        }
    }
    report(&yard, &figures, options)
}

pub(crate) type Bench = fn(&Yard, &str, &mut Vec<Figure>) -> anyhow::Result<()>;

pub(crate) const BENCHES: &[(&str, Bench)] = &[
    ("lemmo 1000x1000", |yard, name, out| rows(yard, name, "lemmo", &["1000", "1000", "0.01", "2"], out)),
    ("lemmo 10000x10000", |yard, name, out| rows(yard, name, "lemmo", &["10000", "10000", "0.01", "2"], out)),
    ("lemmo 10000x10000 half", |yard, name, out| rows(yard, name, "lemmo", &["10000", "10000", "0.5", "2"], out)),
    ("lemmo 10000x10000 comb", comb),
    ("wall 10000x10000", |yard, name, out| rows(yard, name, "wall", &["10000", "10000", "0.02", "3"], out)),
    ("toggle plus 1000x1000", |yard, name, out| plus(yard, name, "1000", out)),
    ("toggle plus 10000x10000", |yard, name, out| plus(yard, name, "10000", out)),
    ("toggle plus in memory", chase),
    ("toggle dense 10000", dense),
    ("pebble published board", panguru),
    ("pebble hundred 15-puzzles", |yard, name, out| example(yard, name, "motion_speed", "korf", out)),
    ("bunny twelve boards", bunny),
    ("scripts searched", |yard, name, out| example(yard, name, "script_speed", "script=", out)),
    ("world of 1,000 animals", |yard, name, out| example(yard, name, "world_speed", "step=", out)),
];

/// A generated board of a row format: `menagerie solve` beside the peer's two builds.
fn rows(yard: &Yard, name: &str, family: &str, shape: &[&str], out: &mut Vec<Figure>) -> anyhow::Result<()> {
    let input = yard.inputs.join(format!("{}.{family}", shape.join("-")));
    if !input.exists() {
        let generator = yard.root.join(format!("bench/peers/gen_{family}.py"));
        done(Command::new("python3").arg(generator).args(shape).arg(&input))?;
    }
    beside_peer(yard, name, family, &input, out)
}

/// Lemmo's worst input for scans: rows `#.#.` and `.#.#` in turn.
fn comb(yard: &Yard, name: &str, out: &mut Vec<Figure>) -> anyhow::Result<()> {
    let input = yard.inputs.join("comb.lemmo");
    let side = 10_000;
    let (even, odd) = ("#.".repeat(side / 2) + "\n", ".#".repeat(side / 2) + "\n");
    let ground = "$".to_owned() + &"#".repeat(side - 1) + "\n";
    fs::write(&input, (even + &odd).repeat(side / 2 - 1) + &"#.".repeat(side / 2) + "\n" + &ground)?;
    beside_peer(yard, name, "lemmo", &input, out)
}

fn beside_peer(yard: &Yard, name: &str, family: &str, input: &Path, out: &mut Vec<Figure>) -> anyhow::Result<()> {
    let file = input.to_string_lossy().into_owned();
    let ours = yard.release.join("menagerie").to_string_lossy().into_owned();
    let command = vec![ours, "solve".into(), "--quiet".into(), "--threads".into(), "1".into(), file.clone()];
    let ours = ("menagerie, one thread", command);
    if yard.mode != Mode::Peers {
        return measure(yard, name, &[ours], out);
    }
    let source = yard.root.join(format!("bench/peers/{family}_peer.cpp"));
    let plain = compile(yard, "g++", &source, &["-O2"], &[])?;
    let native = compile(yard, "g++", &source, &["-O3", "-march=native"], &[])?;
    let peers = [("peer -O2", vec![plain, file.clone()]), ("peer -O3 -march=native", vec![native, file])];
    measure(yard, name, &[&[ours], peers.as_slice()].concat(), out)
}

/// A plus-shaped board as a whole process, the presses written to a file. It has no peer: nobody else solves it.
fn plus(yard: &Yard, name: &str, side: &str, out: &mut Vec<Figure>) -> anyhow::Result<()> {
    let input = yard.inputs.join(format!("plus-{side}.toggle"));
    if !input.exists() {
        done(Command::new("python3").args(["-c", GENERATE_PLUS, side]).arg(&input))?;
    }
    let ours = yard.release.join("menagerie").to_string_lossy().into_owned();
    let file = input.to_string_lossy().into_owned();
    let presses = yard.inputs.join("presses").to_string_lossy().into_owned();
    let command = [&ours, "solve", "--quiet", "--threads", "1", &file, "--out", &presses].map(String::from).to_vec();
    measure(yard, name, &[("menagerie, one thread", command)], out)
}

/// The plus-shaped solver alone, the board in memory.
fn chase(yard: &Yard, name: &str, out: &mut Vec<Figure>) -> anyhow::Result<()> {
    for side in ["1000", "10000"] {
        let program = yard.release.join("examples/chase_bench");
        let said = output(Command::new(program).args([side, side]))?;
        timed_lines(&said, &format!("{name} {side}x{side}"), "plus", out);
    }
    Ok(())
}

/// Dense elimination alone, each path beside libm4ri where it is installed.
fn dense(yard: &Yard, name: &str, out: &mut Vec<Figure>) -> anyhow::Result<()> {
    let said = output(Command::new(yard.release.join("examples/dense_bench")).arg("10000"))?;
    timed_lines(&said, name, "path=", out);
    if yard.mode != Mode::Peers {
        return Ok(());
    }
    let source = yard.root.join("bench/peers/m4ri_peer.c");
    let Ok(peer) = compile(yard, "gcc", &source, &["-O3", "-march=native"], &["-lm4ri"]) else {
        eprintln!("libm4ri is not installed (Debian: libm4ri-dev): its figures are left out");
        return Ok(());
    };
    let mut least: Option<f64> = None;
    for _ in 0..yard.runs.min(3) {
        let said = output(Command::new(&peer).arg("10000"))?;
        let seconds = said.split_whitespace().filter_map(|word| word.strip_suffix('s')?.parse::<f64>().ok());
        least = seconds.chain(least).reduce(f64::min);
    }
    let seconds = least.context("the peer said nothing")?;
    out.push(Figure { bench: name.into(), who: "peer libm4ri, faster method".into(), seconds, peak_kib: 0 });
    Ok(())
}

/// Panguru's published board in seconds of solving, beside the published Python where it is at hand.
fn panguru(yard: &Yard, name: &str, out: &mut Vec<Figure>) -> anyhow::Result<()> {
    let ours = yard.release.join("menagerie");
    let command = ["hint", "@seed.pebble", "--json", "--threads", "1"];
    if yard.mode == Mode::Instructions {
        let program = ours.to_string_lossy().into_owned();
        let whole = std::iter::once(program).chain(command.map(str::to_owned)).collect();
        return measure(yard, name, &[("menagerie hint, in process", whole)], out);
    }
    let hint = || -> anyhow::Result<f64> {
        let said = output(Command::new(&ours).args(command))?;
        let (_, rest) = said.split_once("\"seconds\":").context("no seconds in the answer")?;
        Ok(rest.split([',', '}']).next().unwrap_or_default().parse()?)
    };
    out.push(least(name, "menagerie hint, in process", yard.runs, hint)?);
    if yard.mode != Mode::Peers {
        return Ok(());
    }
    let peer = yard.peers.as_ref().map(|folder| folder.join("panguru_baseline.py")).filter(|path| path.exists());
    let Some(peer) = peer else {
        eprintln!("panguru_baseline.py is not there (--peers DIR): its figures are left out");
        return Ok(());
    };
    let solve = || -> anyhow::Result<f64> {
        let said = output(Command::new("python3").arg(&peer).args(["WCBRBOGYGPCORPY", "-PCBRYOGYGBCORP"]))?;
        let seconds = said.split_whitespace().zip(said.split_whitespace().skip(1)).find(|pair| pair.1 == "s,");
        Ok(seconds.context("the peer said no seconds")?.0.parse()?)
    };
    out.push(least(name, "peer panguru_baseline.py", yard.runs, solve)?);
    Ok(())
}

/// An example that times itself.
fn example(yard: &Yard, name: &str, example: &str, mark: &str, out: &mut Vec<Figure>) -> anyhow::Result<()> {
    let said = output(Command::new(yard.release.join("examples").join(example)).current_dir(&yard.root))?;
    eprint!("{said}");
    timed_lines(&said, name, mark, out);
    Ok(())
}

/// The contest's twelve boards as one process.
fn bunny(yard: &Yard, name: &str, out: &mut Vec<Figure>) -> anyhow::Result<()> {
    let ours = yard.release.join("menagerie").to_string_lossy().into_owned();
    let mut command: Vec<String> = [&ours, "solve", "--quiet", "--threads", "1"].map(String::from).to_vec();
    command.extend((1..=12).map(|board| format!("@bunny-{board:02}")));
    measure(yard, name, &[("menagerie, one thread", command)], out)
}

/// The least of several runs that say their own seconds.
fn least(bench: &str, who: &str, runs: u32, run: impl Fn() -> anyhow::Result<f64>) -> anyhow::Result<Figure> {
    let mut seconds = f64::INFINITY;
    for _ in 0..runs {
        seconds = seconds.min(run()?);
    }
    Ok(Figure { bench: bench.into(), who: who.into(), seconds, peak_kib: 0 })
}

/// Lines such as `dense n=10000 path=gfni seconds=0.02`; each is named by its word with the mark, else by its first.
fn timed_lines(said: &str, bench: &str, mark: &str, out: &mut Vec<Figure>) {
    for line in said.lines() {
        let mut words = line.split_whitespace();
        let who = words.clone().find(|word| word.contains(mark)).or_else(|| words.next()).unwrap_or_default();
        let seconds = line.split_whitespace().find_map(|word| word.strip_prefix("seconds=")?.parse().ok());
        if let Some(seconds) = seconds {
            out.push(Figure { bench: bench.into(), who: format!("menagerie {who}"), seconds, peak_kib: 0 });
        }
    }
}

fn compile(yard: &Yard, compiler: &str, source: &Path, flags: &[&str], libraries: &[&str]) -> anyhow::Result<String> {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let program = yard.built.join(format!("{stem}{}", flags.concat()));
    done(Command::new(compiler).args(flags).arg("-o").arg(&program).arg(source).args(libraries))?;
    Ok(program.to_string_lossy().into_owned())
}

/// The instructions of a process, counted by valgrind.
fn instructions(command: &[String]) -> anyhow::Result<f64> {
    let counted = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(command)
        .output()
        .context("valgrind counts instructions (Debian: valgrind)")?;
    let said = String::from_utf8_lossy(&counted.stderr);
    let number = said.lines().find_map(|line| line.split("Collected : ").nth(1)?.trim().parse().ok());
    number.with_context(|| format!("{command:?} was not counted: {said}"))
}

/// Runs the programs in turn; keeps the least time and the largest peak of each.
fn measure(yard: &Yard, bench: &str, programs: &[(&str, Vec<String>)], out: &mut Vec<Figure>) -> anyhow::Result<()> {
    if yard.mode == Mode::Instructions {
        for (who, command) in programs {
            let seconds = instructions(command)?;
            out.push(Figure { bench: bench.into(), who: (*who).into(), seconds, peak_kib: 0 });
        }
        return Ok(());
    }
    let mut best = vec![(f64::INFINITY, 0); programs.len()];
    for _ in 0..yard.runs {
        for ((_, command), best) in programs.iter().zip(&mut best) {
            let said = output(Command::new("python3").args(["-c", MEASURE]).args(command))?;
            let mut words = said.split_whitespace();
            let mut next = || words.next().context("the measuring script said too little");
            let (seconds, peak, status) = (next()?.parse::<f64>()?, next()?.parse::<u64>()?, next()?);
            ensure!(matches!(status, "0" | "10"), "{command:?} ended with {status}");
            *best = (best.0.min(seconds), best.1.max(peak));
        }
    }
    for ((who, _), (seconds, peak_kib)) in programs.iter().zip(best) {
        out.push(Figure { bench: bench.into(), who: (*who).into(), seconds, peak_kib });
    }
    Ok(())
}

/// The folder into which cargo builds.
pub(crate) fn target_folder(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

pub(crate) fn done(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}

pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The figures as a table with, for each of ours, how many times faster than the fastest peer.
fn report(yard: &Yard, figures: &[Figure], options: &Options) -> anyhow::Result<()> {
    let mut text = "bench,who,seconds,peak_kib,times_faster_than_fastest_peer\n".to_owned();
    for figure in figures {
        let peers = figures.iter().filter(|other| other.bench == figure.bench && other.who.starts_with("peer"));
        let fastest = peers.map(|peer| peer.seconds).reduce(f64::min).filter(|_| !figure.who.starts_with("peer"));
        let ratio = fastest.map(|fastest| format!("{:.2}", fastest / figure.seconds)).unwrap_or_default();
        let Figure { bench, who, seconds, peak_kib } = figure;
        text.push_str(&format!("{bench},\"{who}\",{seconds:.6},{peak_kib},{ratio}\n"));
    }
    print!("{text}");
    if options.dry {
        return Ok(());
    }
    let folder = yard.root.join("bench/results").join(machine());
    fs::create_dir_all(&folder)?;
    let date = output(Command::new("date").args(["-u", "+%F"]))?;
    let path = folder.join(format!("{}.csv", date.trim()));
    fs::write(&path, text)?;
    println!("kept in {}", path.display());
    Ok(())
}

/// The processor's name and the number of cores, fit for a folder.
pub(crate) fn machine() -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|line| line.strip_prefix("model name")?.split(':').nth(1)).unwrap_or("unknown");
    let wide = if about.contains(" gfni") { "-gfni" } else { "" };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plain: String =
        model.trim().chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '-' }).collect();
    format!("{}{wide}-{cores}-cores", plain.to_lowercase())
}
