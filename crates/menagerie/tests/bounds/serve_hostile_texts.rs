//! Hostile texts (`testkit::hostile`) through the API: they hold no more memory than the server was given, end with the
//! clients that sent them, and leave other clients their answers.
#![cfg(target_os = "linux")]
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::bounded::{Limits, slack};
use testkit::campaign;
use testkit::hostile::{HostileText, errands, texts};
use testkit::server::{LONG, Server};

/// The program under test.
const MENAGERIE: &str = env!("CARGO_BIN_EXE_menagerie");

/// The text of this name.
fn named(name: &str) -> HostileText {
    texts().into_iter().find(|text| text.name == name).unwrap()
}

/// Sends a request and waits for nothing: dropping the stream abandons it.
fn send(server: &Server, path: &str, body: &Value) -> TcpStream {
    let (mut stream, body) = (TcpStream::connect(&server.address).unwrap(), body.to_string());
    let head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", server.address);
    stream.write_all(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
    stream
}

/// Requests that take a server's time, of texts up to 600 KB.
fn costly(count: usize) -> Vec<Value> {
    let texts: Vec<(HostileText, String)> = texts().into_iter().map(|text| (text, text.text())).collect();
    let texts: Vec<_> = texts.iter().filter(|(_, text)| text.len() < 600_000).collect();
    let body = |at: usize| {
        let (text, level) = texts[at % texts.len()];
        json!({"family": text.family, "level": level, "moves": [text.step]})
    };
    (0..count).map(body).collect()
}

#[test]
fn levels_count_by_what_they_hold() {
    let server = Server::start(MENAGERIE, &["--memory", "64MiB"]);
    server.hint();
    let (before, limits) = (server.peak(), Limits::new(10_000, 64));
    for number in 0..6 {
        let level = format!("{}message {number}\n", errands(16, 45));
        let body = json!({"family": "puzzlescript", "level": level, "question": "solve", "options": {"nodes": 20}});
        let (status, answer) = server.post_with("/api/v1/ask", &body, "Prefer: wait=30\r\n");
        let id = answer["id"].as_str().filter(|_| status == 202).map(|id| server.over(id));
        assert!(matches!(status, 200 | 202 | 422), "{status}: {answer}, {id:?}");
        assert_eq!(limits.breach(Duration::ZERO, server.peak(), before), None, "text {number}");
    }
    println!("six texts: {} MiB before, {} MiB at most", before >> 20, server.peak() >> 20);
}

#[test]
fn a_client_that_goes_away_ends_its_work() {
    let server = Server::start(MENAGERIE, &[]);
    server.hint();
    let begun = server.computed();
    let text = named("a rule of 200 rows");
    let abandoned = |number: usize| {
        let level = format!("{}{}", format!("(client {number})\n").repeat(256 * 1024 / 11), text.text());
        send(&server, "/api/v1/play", &json!({"family": text.family, "level": level, "moves": [text.step]}))
    };
    let sent: Vec<TcpStream> = (0..3).map(abandoned).collect();
    server.wait_for(LONG, "it computes", || server.computed() > begun + Duration::from_millis(200));
    drop(sent);
    let asked = Instant::now();
    let small = json!({"family": "puzzlescript", "level": testkit::hostile::small_game()});
    let (status, position) = server.post("/api/v1/play", &small);
    assert_eq!(status, 200, "{position}");
    println!("the first position of another client: {:?}", asked.elapsed());
    assert!(asked.elapsed() < Duration::from_millis(500) * slack());
    server.wait_for(LONG, "it rests", || {
        let computed = server.computed();
        std::thread::sleep(Duration::from_millis(500));
        server.computed() < computed + Duration::from_millis(50)
    });
    println!("work of three clients that went away: {:?}", server.computed() - begun);
    assert!(server.computed() - begun < Duration::from_secs(5), "{:?}", server.computed() - begun);
}

#[test]
fn hints_come_while_twenty_hostile_requests_do() {
    let server = Server::start(MENAGERIE, &[]);
    server.hint();
    let bodies = costly(if campaign::by_hand() { 80 } else { 20 });
    let mut worst = Duration::ZERO;
    for twenty in bodies.chunks(20) {
        let send = |(at, body): (usize, &Value)| send(&server, ["/api/v1/play", "/api/v1/hint"][at % 2], body);
        let sent: Vec<TcpStream> = twenty.iter().enumerate().map(send).collect();
        for _ in 0..20 {
            let asked = Instant::now();
            server.hint();
            worst = worst.max(asked.elapsed());
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(sent);
    }
    println!("the slowest of {} hints beside twenty hostile requests: {worst:?}", bodies.len());
    assert!(worst < Duration::from_millis(100) * slack(), "{worst:?}");
}
