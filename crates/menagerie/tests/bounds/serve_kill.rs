//! A server that is killed in the middle of ten jobs takes them up again at its next start: all finish, none twice.
#![cfg(target_os = "linux")]
use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};
use testkit::server::{LONG, Server};

/// The program under test.
const MENAGERIE: &str = env!("CARGO_BIN_EXE_menagerie");

/// Jobs worked on at once.
const SLOTS: usize = 2;

/// Ten boards that take some seconds together, each of its own.
fn boards() -> Vec<Value> {
    let level = |number: usize| {
        let mut tiles: Vec<usize> = (1..16).collect();
        tiles.rotate_left(number % 2 * 2 + 4);
        tiles[..5].rotate_left(number / 2);
        let list = |tiles: &[usize]| {
            let texts: Vec<String> = tiles.iter().map(|tile| format!("\"{tile}\"")).collect();
            format!("[\"-\", {}]", texts.join(", "))
        };
        let plates: Vec<usize> = (1..16).collect();
        format!("board = \"grid 4x4\"\nplates = {}\npebbles = {}\n", list(&plates), list(&tiles))
    };
    (0..10)
        .map(|number| {
            json!({"family": "pebble", "level": level(number), "question": "solve",
                "options": {"nodes": 3_000_000_u64 + number as u64}})
        })
        .collect()
}

#[test]
fn ten_jobs_survive_the_death_of_their_server() {
    let server = Server::start(MENAGERIE, &["--slots", &SLOTS.to_string()]);
    let begin = |body: &Value| {
        let (status, job) = server.post_with("/api/v1/ask", body, "Prefer: respond-async\r\n");
        assert_eq!(status, 202, "{job}");
        job["id"].as_str().unwrap().to_owned()
    };
    let jobs: Vec<String> = boards().iter().map(begin).collect();
    let states = |server: &Server| -> Vec<String> {
        let state = |id: &String| server.get(&format!("/api/v1/jobs/{id}")).1["state"].as_str().unwrap().to_owned();
        jobs.iter().map(state).collect()
    };
    server.wait_for(LONG, "a job runs", || states(&server).iter().any(|state| state == "running"));
    let before = states(&server);
    let results: Vec<Value> = jobs.iter().map(|id| server.get(&format!("/api/v1/jobs/{id}")).1).collect();
    let server = Server::start_in(MENAGERIE, &server.kill(), &["--slots", &SLOTS.to_string()]);
    println!("killed while: {before:?}");
    assert!(before.iter().any(|state| state != "done"), "killed too late: {before:?}");
    for (id, before) in jobs.iter().zip(results) {
        let over = server.over(id);
        assert_eq!(over["state"], "done", "{over}");
        // What was done before the end is as it was: it was not done again.
        if before["state"] == "done" {
            assert_eq!(over["result"], before["result"]);
        }
    }
    let starts = starts(&server.kill());
    assert_eq!(starts.len(), 10);
    // Only what was under way was begun a second time.
    assert!(starts.iter().all(|&starts| (1..=2).contains(&starts)), "{starts:?}");
    assert!(starts.iter().filter(|&&starts| starts == 2).count() <= SLOTS, "{starts:?}");
}

#[test]
fn a_job_does_not_pay_for_the_deaths_of_its_server() {
    let mut server = Server::start(MENAGERIE, &["--slots", "1"]);
    // About ten seconds of work in a test's build.
    let board = json!({"family": "pebble", "level": HARD, "question": "solve", "options": {"nodes": 40_000_000_u64}});
    let (status, job) = server.post_with("/api/v1/ask", &board, "Prefer: respond-async\r\n");
    assert_eq!(status, 202, "{job}");
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    for _ in 0..4 {
        server.wait_for(LONG, "the job runs", || server.get(&path).1["state"] == "running");
        server = Server::start_in(MENAGERIE, &server.kill(), &["--slots", "1"]);
    }
    let over = server.over(job["id"].as_str().unwrap());
    assert_eq!(over["state"], "done", "{over}");
    assert!(starts(&server.kill())[0] >= 5);
}

/// A 15-puzzle that needs eighty moves.
const HARD: &str = "board = \"grid 4x4\"\nplates = [\"-\", \"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\", \"9\", \"10\", \"11\", \"12\", \"13\", \"14\", \"15\"]\n\
    pebbles = [\"15\", \"14\", \"8\", \"12\", \"10\", \"11\", \"9\", \"13\", \"2\", \"6\", \"5\", \"1\", \"3\", \"7\", \"4\", \"-\"]\n";

#[test]
fn a_server_waits_for_the_address_of_one_that_is_dying() {
    let server = Server::start(MENAGERIE, &[]);
    let address = server.address.clone();
    let data = std::env::temp_dir().join(format!("menagerie-served-next-{}", std::process::id()));
    let open = std::net::TcpStream::connect(&address).unwrap();
    let next = {
        let (address, data) = (address.clone(), data.clone());
        std::thread::spawn(move || Server::start_at(MENAGERIE, &address, &data, &[]))
    };
    // The next one begins while this one still has the address.
    std::thread::sleep(std::time::Duration::from_millis(500));
    std::fs::remove_dir_all(server.kill()).unwrap();
    let next = next.join().unwrap();
    assert_eq!((next.address.as_str(), next.get("/health").0), (address.as_str(), 200));
    drop((open, next));
}

/// How often each run was begun.
fn starts(data: &Path) -> Vec<u32> {
    let file = Connection::open(data.join("queue.sqlite")).unwrap();
    let mut rows = file.prepare("SELECT starts FROM runs").unwrap();
    let starts = rows.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
    std::fs::remove_dir_all(data).unwrap();
    starts
}
