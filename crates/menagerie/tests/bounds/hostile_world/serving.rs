//! A server with hostile worlds: other clients are answered, memory stays bounded, nothing is left to do when nobody
//! looks, and SIGTERM ends it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use testkit::bounded::{computed, slack};
use testkit::campaign;
use testkit::server::{LONG, Server, request};

use super::place::Place;
use super::{SECRET, worlds};
use crate::cli::{MENAGERIE, folder};

/// Bytes that the rooms may hold together, and what loading takes besides.
const ROOMS: u64 = (1 << 30) + (256 << 20);

/// Makes a folder of these worlds, `w0` and so on, each with its files in a folder of its own.
fn served(name: &str, count: usize) -> (Place, usize) {
    let all = Place(folder(name));
    let mut made = 0;
    for (at, world) in worlds().into_iter().take(count).enumerate() {
        let own = Place(all.0.join(at.to_string()));
        std::fs::create_dir(&own.0).unwrap();
        (world.make)(&own);
        if own.0.join("w.world.toml").symlink_metadata().is_ok() {
            relocate(&all.0, &own.0, at);
            made += 1;
        }
    }
    (all, made)
}

/// Moves a definition above the folder of its files, which it then names with the folder.
fn relocate(all: &Path, own: &Path, at: usize) {
    let (from, to) = (own.join("w.world.toml"), all.join(format!("w{at}.world.toml")));
    let about = from.symlink_metadata().unwrap();
    if !about.is_file() || about.len() > 10_000_000 {
        return std::fs::rename(from, to).unwrap();
    }
    let text = std::fs::read_to_string(&from).unwrap();
    let names = [("map = \"", "map = \""), ("script = \"", "script = \""), ("appearance = \"", "appearance = \"")];
    let text = names.iter().fold(text, |text, (key, _)| text.replace(key, &format!("{key}{at}/")));
    std::fs::write(to, text).unwrap();
}

/// Looks at a world through a socket for a while, and goes away without a word.
fn look(server: &Server, name: &str, patience: Duration) -> String {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(patience)).unwrap();
    let head = format!(
        "GET /api/v1/worlds/{name}/live HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    let (mut heard, begun) = (Vec::new(), Instant::now());
    let mut piece = [0; 1 << 16];
    while begun.elapsed() < patience {
        match stream.read(&mut piece) {
            Ok(read @ 1..) => heard.extend(&piece[..read]),
            _ => break,
        }
    }
    String::from_utf8_lossy(&heard).into_owned()
}

#[test]
fn a_server_of_hostile_worlds_goes_on() {
    let count = if campaign::by_hand() { usize::MAX } else { 8 };
    let (place, made) = served("hostile-served", count);
    let server = Server::start(MENAGERIE.path(), &["--worlds", place.0.to_str().unwrap()]);
    server.hint();
    let (before, over) = (server.resident(), std::sync::atomic::AtomicBool::new(false));
    let patience = Duration::from_millis(if campaign::by_hand() { 3000 } else { 300 });
    let names: Vec<String> = (0..worlds().len().min(count)).map(|at| format!("w{at}")).collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let longest = std::thread::scope(|scope| {
        let attackers: Vec<_> = (0..6)
            .map(|_| {
                scope.spawn(|| {
                    while let Some(name) = names.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                        attack(&server, name, patience);
                    }
                })
            })
            .collect();
        let other = scope.spawn(|| {
            let mut longest = Duration::ZERO;
            while !over.load(std::sync::atomic::Ordering::Relaxed) {
                let begun = Instant::now();
                server.hint();
                longest = longest.max(begun.elapsed());
                std::thread::sleep(Duration::from_millis(10));
            }
            longest
        });
        let failed = attackers.into_iter().filter_map(|attacker| attacker.join().err()).count();
        over.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(failed, 0);
        other.join().unwrap()
    });
    let (listed, _) = server.get("/api/v1/worlds");
    assert_eq!(listed, 200);
    let peak = server.peak();
    println!("worlds={made} longest hint={longest:?} resident before={} MiB peak={} MiB", before >> 20, peak >> 20);
    assert!(peak < before + ROOMS, "{} MiB before, {} MiB at most", before >> 20, peak >> 20);
    assert!(!campaign::by_hand() || longest < Duration::from_millis(100), "another client's hint took {longest:?}");
    let id = server.id();
    let used = idle(id);
    assert!(used < Duration::from_millis(200), "abandoned rooms took {used:?} of two seconds");
    let (status, took) = server.terminate();
    println!("ended {took:?} after SIGTERM");
    assert!(status.success() && took < Duration::from_secs(1) * slack(), "{status} after {took:?}");
    let _ = std::fs::remove_dir_all(&place.0);
}

/// Asks for everything that a room has, and looks at it.
fn attack(server: &Server, name: &str, patience: Duration) {
    for part in ["log", "events", "scripts/s.luau"] {
        let said = request(&server.address, "GET", &format!("/api/v1/worlds/{name}/{part}"), "", "");
        assert!(matches!(said.status, 200 | 404 | 422 | 503), "{name}/{part}: {} {}", said.status, said.body);
        assert!(!said.body.contains(SECRET), "{name}: {}", said.body);
    }
    assert!(!look(server, name, patience).contains(SECRET), "{name}");
    assert_eq!(request(&server.address, "GET", "/health", "", "").status, 200);
}

/// The processor time that a process uses in two seconds, once it has settled.
fn idle(id: u32) -> Duration {
    let begun = Instant::now();
    loop {
        let before = computed(id);
        std::thread::sleep(Duration::from_secs(2));
        let used = computed(id) - before;
        // Threads that were in the middle of a step end soon.
        if used < Duration::from_millis(200) || begun.elapsed() > LONG {
            return used;
        }
    }
}
