//! Solves bunny boards one after the other: `bunny_boards [--threads N] [--time SECONDS] [--memory MIB] [FILE…]`
//! (the shipped twelve where no file is named), or draws one: `bunny_boards --new ROWSxCOLUMNS TOKENS SEED`.
//! A line a board: tokens, the bound proven, seconds, compositions tried, MiB reserved, and the program.

use std::error::Error;
use std::sync::Arc;

use engines::clock::{self, Duration};
use engines::{Budget, Context};
use puzzles::bunny::Bunny;
use puzzles::bunny::body::Solve;
use puzzles::{Family, GenerateOptions, Question, QuestionKind, ask, check};

/// What the command line says.
#[derive(Default)]
struct Options {
    threads: usize,
    seconds: Option<u64>,
    mib: u64,
    files: Vec<String>,
}

fn options(args: &[String]) -> Result<Options, Box<dyn Error>> {
    let mut options = Options { threads: 1, mib: 1024, ..Options::default() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--threads" => options.threads = value()?.parse()?,
            "--time" => options.seconds = Some(value()?.parse()?),
            "--memory" => options.mib = value()?.parse()?,
            file => options.files.push(file.to_owned()),
        }
    }
    Ok(options)
}

/// Solves one board and prints its line; gives its tokens.
fn solve(name: &str, text: String, options: &Options) -> Result<u64, Box<dyn Error>> {
    let level = Bunny.load(Arc::new(text.into_bytes()), &Context::default())?;
    let deadline = options.seconds.map(|seconds| clock::now() + Duration::from_secs(seconds));
    let cx = Context::new(Budget { nodes: None, bytes: Some(options.mib << 20), disk: None, deadline })
        .threads(options.threads);
    let answer = ask(&level, &Question::plain(QuestionKind::SOLVE), &cx)?;
    check(&level, &answer, &Context::default())?;
    let spent = answer.spent;
    let solve = answer.body_as::<Solve>().ok_or_else(|| format!("{name}: no program"))?;
    let bound = solve.at_least.unwrap_or(solve.tokens);
    let walk = solve.walk.map(|walk| format!(" walk={walk}")).unwrap_or_default();
    println!(
        "{name} tokens={} at_least={bound}{walk} seconds={:.3} compositions={} mib={} program={}",
        solve.tokens,
        spent.seconds,
        spent.nodes,
        spent.bytes >> 20,
        solve.program
    );
    Ok(solve.tokens)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, board, tokens, seed] = args.as_slice()
        && flag == "--new"
    {
        let options = GenerateOptions {
            board: Some(board.clone()),
            difficulty: Some(tokens.parse()?),
            seed: seed.parse()?,
            template: None,
        };
        print!("{}", puzzles::generate(&Bunny, &options, &Context::default())?);
        return Ok(());
    }
    let options = options(&args)?;
    let (begun, mut tokens) = (clock::now(), 0);
    for file in &options.files {
        tokens += solve(file, std::fs::read_to_string(file)?, &options)?;
    }
    if options.files.is_empty() {
        for level in Bunny.info().levels.iter().filter(|level| level.name.starts_with("bunny-")) {
            tokens += solve(level.name, level.text.to_owned(), &options)?;
        }
    }
    println!("all tokens={tokens} seconds={:.3} threads={}", begun.elapsed().as_secs_f64(), options.threads);
    Ok(())
}
