//! The verb serve: what it prints, what it refuses, whom it answers, how it ends.
#![cfg(unix)]
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cli;

use crate::cli::menagerie;
use testkit::server::{LONG, Process};

/// A server that was told where to keep its data.
fn begin(data: &Path, arguments: &[&str]) -> Process {
    let mut command = cli::MENAGERIE.command(["serve", "--no-cache", "--data"]);
    command.arg(data).args(arguments).env_remove("MENAGERIE_TOKEN");
    Process::start(&mut command)
}

/// It listens on every address where it was told so: this one is among them.
fn address(server: &Process) -> String {
    format!("127.0.0.1:{}", server.address().rsplit(':').next().unwrap())
}

fn connect(server: &Process) -> TcpStream {
    let stream = TcpStream::connect(address(server)).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream
}

/// Sends a request as it is; the whole response.
fn response(server: &Process, request: &str) -> String {
    let mut stream = connect(server);
    stream.write_all(request.as_bytes()).unwrap();
    let mut heard = String::new();
    stream.read_to_string(&mut heard).unwrap();
    heard
}

fn get(server: &Process, path: &str, more: &str) -> String {
    response(server, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}\r\n"))
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("menagerie-serve-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn status(heard: &str) -> &str {
    heard.split(' ').nth(1).unwrap_or("closed")
}

const LEVEL: &str = r#"{"family": "toggle", "level": "board = \"3x3\"\nmoves = \"plus\"\nstart = \"100000000\"\n"}"#;

fn post(path: &str, more: &str) -> String {
    let head =
        format!("POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json");
    format!("{head}\r\n{more}Content-Length: {}\r\n\r\n{LEVEL}", LEVEL.len())
}

#[test]
fn wrong_usage_is_refused_before_anything_listens() {
    for (arguments, said) in [
        (&["serve", "--listen", "0.0.0.0:0"][..], "--token"),
        (&["serve", "--listen", "[::]:0"], "--token"),
        (&["serve", "--token", "a b"], "token"),
        (&["serve", "--token", ""], "token"),
        (&["serve", "--allow-origin", "example.org"], "https://example.org"),
        (&["serve", "--listen", "nowhere"], "--listen"),
        (&["serve", "--slots", "0"], "--slots"),
        (&["serve", "--rate", "fast"], "--rate"),
    ] {
        let run = menagerie(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?} {}", run.err);
        assert!(run.err.contains(said), "{arguments:?} {}", run.err);
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let data = folder("taken");
    let run = menagerie(&["serve", "--listen", &address, "--data", data.to_str().unwrap()]);
    assert_eq!(run.status, 1);
    assert!(run.err.contains("cannot listen"), "{}", run.err);
    let run = menagerie(&["serve", "--listen", "127.0.0.1:0", "--map", "/nowhere.map"]);
    assert_eq!(run.status, 1, "{}", run.err);
}

#[test]
fn it_says_where_it_is_and_answers_there() {
    let data = folder("there");
    let server = begin(&data, &["--listen", "127.0.0.1:0", "--log", "json"]);
    assert!(server.line.starts_with("menagerie: http://127.0.0.1:"), "{}", server.line);
    assert_eq!(status(&get(&server, "/health", "")), "200");
    assert!(get(&server, "/", "").contains("<!doctype html>"));
    let answer = response(&server, &post("/api/v1/ask", ""));
    assert!(status(&answer) == "200" && answer.contains("\"verdict\":\"found\""), "{answer}");
    let again = begin(&data, &["--listen", "127.0.0.1:0"]);
    assert_eq!(again.line, "", "two servers in one folder");
    let (ended, log) = server.end();
    assert!(ended.success(), "{log}");
    let lines: Vec<serde_json::Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let asked = lines.iter().find(|line| line["path"] == "/api/v1/ask").unwrap();
    assert_eq!((&asked["status"], &asked["method"]), (&serde_json::json!(200), &serde_json::json!("POST")));
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn it_says_that_it_was_built_without_the_engines_of_the_page() {
    let data = folder("lacking");
    // A debug build reads them from this folder.
    let lacking = !Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/module/rules.bin").exists();
    for (arguments, expected) in [(&[][..], lacking), (&["--no-page-engines"], false)] {
        let server = begin(&data, &[&["--listen", "127.0.0.1:0"], arguments].concat());
        let page = get(&server, "/", "");
        assert_eq!(page.contains("was built without the engines of this page"), expected, "{page}");
        let noted = server.rest();
        assert_eq!(noted.contains("'cargo xtask web' before the build makes them"), expected, "{noted}");
    }
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn a_token_guards_every_address() {
    let data = folder("token");
    let server = begin(&data, &["--listen", "0.0.0.0:0", "--token", "s3cret"]);
    assert_eq!(status(&get(&server, "/health", "")), "200");
    assert_eq!(status(&get(&server, "/api/v1/families", "")), "401");
    assert_eq!(status(&get(&server, "/api/v1/families", "Authorization: Bearer wrong\r\n")), "401");
    assert_eq!(status(&get(&server, "/api/v1/families", "Authorization: Bearer s3cret\r\n")), "200");
    let signed_in = get(&server, "/?token=s3cret", "");
    assert_eq!(status(&signed_in), "303");
    assert_eq!(status(&get(&server, "/api/v1/families", "Cookie: menagerie-token=s3cret\r\n")), "200");
    let (ended, log) = server.end();
    assert!(ended.success() && !log.contains("s3cret"), "{log}");
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn a_job_survives_an_end_in_order() {
    let data = folder("order");
    let server = begin(&data, &["--listen", "127.0.0.1:0"]);
    let made = response(&server, &post("/api/v1/ask", "Prefer: respond-async\r\n"));
    assert_eq!(status(&made), "202", "{made}");
    let location = made.lines().find_map(|line| line.strip_prefix("location: ")).unwrap();
    // A request that is still being sent when the end is told is answered.
    let request = post("/api/v1/check", "");
    let (first, rest) = request.split_at(request.len() - 10);
    let mut running = connect(&server);
    running.write_all(first.as_bytes()).unwrap();
    // Its head was read when a later request was answered.
    assert_eq!(status(&get(&server, "/health", "")), "200");
    let rest = rest.to_owned();
    let sending = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        running.write_all(rest.as_bytes()).unwrap();
        let mut heard = String::new();
        running.read_to_string(&mut heard).unwrap();
        heard
    });
    let (ended, log) = server.end();
    assert!(ended.success(), "{log}");
    assert_eq!(status(&sending.join().unwrap()), "200");
    let server = begin(&data, &["--listen", "127.0.0.1:0"]);
    let events = get(&server, &format!("/api/v1/{location}/events"), "");
    assert!(events.contains("\"done\"") && events.contains("event: end"), "{events}");
    drop(server);
    std::fs::remove_dir_all(data).unwrap();
}
