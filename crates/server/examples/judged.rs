//! Load of a server that runs with questions about levels whose distances are held:
//! `cargo run --release -p menagerie-server --example judged -- ADDRESS [SECONDS] [FAMILY]`.
//!
//! Over 32 connections `/health`, hints with `reveal` 1 and judged lines, each for so many seconds (default 60), in
//! turns of five seconds. Lines are random walks of 0 to 60 moves, of 2,000 that are drawn before; level and moves are
//! in every body, and a hint is asked about the end of a line. Prints the figures of each level and their share of
//! `/health`. Both processes share the machine.

use std::error::Error;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use puzzles::{Family, Level, Record, role};
use serde_json::json;
use testkit::load::{Connection, Figures, Sample, health, load, request};
use testkit::random::Random;

const CONNECTIONS: u64 = 32;
/// Seconds of a turn.
const TURN: u64 = 5;
/// The lines that are drawn before.
const LINES: usize = 2000;
/// The most moves of a line.
const MAX_MOVES: usize = 60;

/// The levels: family, name of the file, number in it.
const LEVELS: &[(&str, &str, usize)] = &[("sokoban", "first-steps", 6), ("puzzlescript", "push", 1)];

/// The requests that are sent.
struct Requests {
    hints: Vec<Vec<u8>>,
    judged: Vec<Vec<u8>>,
}

static REQUESTS: OnceLock<std::sync::RwLock<Requests>> = OnceLock::new();

fn requests() -> &'static std::sync::RwLock<Requests> {
    REQUESTS.get_or_init(|| std::sync::RwLock::new(Requests { hints: Vec::new(), judged: Vec::new() }))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().ok_or("which ADDRESS? such as 127.0.0.1:4663")?;
    let seconds: u64 = arguments.next().map_or(Ok(60), |text| text.parse())?;
    let only = arguments.next();
    for &(family, file, number) in LEVELS.iter().filter(|level| only.as_deref().is_none_or(|only| only == level.0)) {
        *requests().write().map_err(|_| "a lock")? = drawn(family, file, number)?;
        // The distances are computed while nobody counts.
        for place in 0..2 {
            let body = requests().read().map_err(|_| "a lock")?.judged[place].clone();
            let first = Connection::open(&address).await?.send(&body).await?;
            if first.status != 200 {
                return Err(String::from_utf8_lossy(&first.body).into_owned().into());
            }
        }
        let (mut base, mut hints, mut judged) = (Sample::default(), Sample::default(), Sample::default());
        let turns = seconds.div_ceil(TURN).max(1);
        let turn = Duration::from_secs(seconds) / u32::try_from(turns)?;
        for number in 0..turns {
            let connections = number * CONNECTIONS..(number + 1) * CONNECTIONS;
            base.add(load(&address, connections.clone(), turn, b"ok", health).await);
            hints.add(load(&address, connections.clone(), turn, b"\"found\"", revealed).await);
            judged.add(load(&address, connections, turn, b"\"found\"", lines).await);
        }
        let [base, hints, judged] = [base, hints, judged].map(Figures::from);
        println!("{}", base.line("health"));
        for (figures, what) in [(hints, "hints with reveal 1"), (judged, "judged lines")] {
            let what = format!("{what}, {family} {file}#{number}");
            println!("{} share={:.3}", figures.line(&what), figures.rate / base.rate);
        }
    }
    Ok(())
}

/// Draws the lines of a level.
fn drawn(family: &str, file: &str, number: usize) -> Result<Requests, Box<dyn Error>> {
    let found = script::families().iter().find(|known| known.info().name == family);
    let found: &'static dyn Family = *found.ok_or("no such family")?;
    let shipped = found.info().levels.iter().find(|level| level.name == file).ok_or("no such file")?;
    let cx = engines::Context::default();
    let level = found.open(Arc::new(shipped.text.as_bytes().to_vec()), &cx)?.level(number - 1, &cx)?;
    let (text, mut random) = (level.text(), Random::new(7));
    let level: Arc<dyn Level> = found.load(Arc::new(text.clone().into_bytes()), &cx)?;
    let mut requests = Requests { hints: Vec::new(), judged: Vec::new() };
    for _ in 0..LINES {
        let mut game = Record::new(Arc::clone(&level), role(&*level, None)?);
        for _ in 0..random.below(MAX_MOVES + 1) {
            let moves: Vec<String> = game.position().moves().collect();
            // A game that is over has no position to be asked about.
            let Some(text) = (!moves.is_empty()).then(|| &moves[random.below(moves.len())]) else { break };
            game.play(text)?;
        }
        let body = json!({"family": family, "level": text, "moves": game.moves(), "options": {"reveal": 1}});
        requests.hints.push(request("/api/v1/hint", Some(&body.to_string()), ""));
        let body = json!({"family": family, "level": text, "moves": game.moves(), "question": "judge"});
        requests.judged.push(request("/api/v1/ask", Some(&body.to_string()), ""));
    }
    Ok(requests)
}

fn revealed(number: u64) -> impl FnMut() -> Vec<u8> + Send + 'static {
    let mut random = Random::new(number << 32 | 11);
    move || requests().read().map_or_else(|_| Vec::new(), |it| it.hints[random.below(LINES)].clone())
}

fn lines(number: u64) -> impl FnMut() -> Vec<u8> + Send + 'static {
    let mut random = Random::new(number << 32 | 13);
    move || requests().read().map_or_else(|_| Vec::new(), |it| it.judged[random.below(LINES)].clone())
}
