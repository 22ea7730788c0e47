//! Load of a server that runs: `cargo run --release -p menagerie-server --example load -- ADDRESS [SECONDS] [LONG]`.
//!
//! Over 32 connections `/health` and Panguru hints for random boards, each for so many seconds (default 60), in turns
//! of five seconds, so that a machine whose speed changes is as fast for the one as for the other; then hints again
//! while LONG (default 2) solves of 24-puzzles are under way. Prints rate, median, 99th hundredth and the longest time
//! of each. Both processes share the machine.

use std::error::Error;
use std::time::Duration;

use testkit::load::{Connection, Figures, Sample, health, hints, hopeless, load, request};

const CONNECTIONS: u64 = 32;
/// Seconds of a turn.
const TURN: u64 = 5;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().ok_or("which ADDRESS? such as 127.0.0.1:4663")?;
    let seconds: u64 = arguments.next().map_or(Ok(60), |text| text.parse())?;
    let long: u64 = arguments.next().map_or(Ok(2), |text| text.parse())?;
    let found = b"\"found\"";
    // The server builds its tables while nobody counts.
    load(&address, 0..2, Duration::from_secs(2), found, hints).await;
    let (mut base, mut alone) = (Sample::default(), Sample::default());
    let turns = seconds.div_ceil(TURN).max(1);
    let turn = Duration::from_secs(seconds) / u32::try_from(turns)?;
    // Each turn has connections, and so boards, of its own.
    let connections = |turn: u64| turn * CONNECTIONS..(turn + 1) * CONNECTIONS;
    for number in 0..turns {
        base.add(load(&address, connections(number), turn, b"ok", health).await);
        alone.add(load(&address, connections(number), turn, found, hints).await);
    }
    let (base, alone) = (Figures::from(base), Figures::from(alone));
    println!("{}", base.line("health"));
    println!("{}", alone.line("hints"));
    println!("hints/health={:.3}", alone.rate / base.rate);
    let mut jobs = Vec::new();
    for number in 0..long {
        jobs.push(solve(&address, number).await?);
    }
    if long > 0 {
        let busy = load(&address, connections(turns), Duration::from_secs(seconds), found, hints).await;
        println!("{}", Figures::from(busy).line(&format!("hints beside {long} long solves")));
    }
    for job in jobs {
        println!("long: {}", state(&address, &job).await?);
    }
    Ok(())
}

/// Begins a solve that takes longer than the load, and says which job that is.
async fn solve(address: &str, number: u64) -> Result<String, Box<dyn Error>> {
    let body = hopeless(number);
    let asked = request("/api/v1/ask", Some(&body), "Prefer: respond-async\r\n");
    let response = Connection::open(address).await?.send(&asked).await?;
    let job: serde_json::Value = serde_json::from_slice(&response.body)?;
    Ok(job["id"].as_str().ok_or_else(|| format!("no job: {job}"))?.to_owned())
}

async fn state(address: &str, job: &str) -> Result<String, Box<dyn Error>> {
    let asked = request(&format!("/api/v1/jobs/{job}"), None, "");
    let response = Connection::open(address).await?.send(&asked).await?;
    let job: serde_json::Value = serde_json::from_slice(&response.body)?;
    Ok(format!("{} {}", job["state"], job["progress"]))
}
