//! Panguru hints over 32 connections beside two long solves: no error. The figures are for `bench/results`, from
//! `cargo run --release -p menagerie-server --example load`; here nothing is timed.
#![cfg(target_os = "linux")]
use std::time::Duration;

use serde_json::Value;
use testkit::load;
use testkit::server::{LONG, Server};

/// The program under test.
const MENAGERIE: &str = env!("CARGO_BIN_EXE_menagerie");

/// Long enough for every connection to ask many times.
const TIME: Duration = Duration::from_secs(3);

#[test]
fn hints_come_without_error_beside_long_solves() {
    let server = Server::start(MENAGERIE, &[]);
    let jobs: Vec<String> = (0..2)
        .map(|number| {
            let body: Value = serde_json::from_str(&load::hopeless(number)).unwrap();
            let (status, job) = server.post_with("/api/v1/ask", &body, "Prefer: respond-async\r\n");
            assert_eq!(status, 202, "{job}");
            job["id"].as_str().unwrap().to_owned()
        })
        .collect();
    let state = |id: &String| server.get(&format!("/api/v1/jobs/{id}")).1["state"].as_str().map(str::to_owned);
    server.wait_for(LONG, "both run", || jobs.iter().all(|id| state(id).as_deref() == Some("running")));
    server.hint();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let sample = runtime.block_on(load::load(&server.address, 0..32, TIME, b"\"found\"", load::patient_hints));
    let figures = load::Figures::from(sample);
    println!("{}", figures.line("hints"));
    assert_eq!(figures.errors, 0);
    assert!(figures.requests >= 32);
    assert!(jobs.iter().all(|id| state(id).as_deref() == Some("running")), "the long solves go on");
}
