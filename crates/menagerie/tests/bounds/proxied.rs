//! A hint service in public: a real nginx with the lines of docs/scaling.md before two servers and two workers over a real
//! Redis, and 70 clients that the proxy names, one of which floods it.
//!
//! `cargo xtask campaign hints-in-public` asks forty times for each client, and tells the times.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use testkit::campaign;
use testkit::cli::file;
use testkit::load::{Connection, hopeless, patient_hints, request};
use testkit::nginx::Nginx;
use testkit::redis::RedisServer;
use testkit::server::Process;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::cli::MENAGERIE;

const DOCUMENT: &str = include_str!("../../../../docs/scaling.md");
const TOKENS: &str = "[public]\nrights = [\"hint\", \"play\", \"texts\"]\n";
/// The clients that ask for a hint now and then.
const QUIET: u64 = 69;
/// The connections of the client that floods.
const FLOOD: u64 = 12;
/// Between two hints of a client.
const PAUSE: Duration = Duration::from_millis(200);

/// A service with everything that it consists of.
struct Service {
    proxy: Nginx,
    _servers: [Process; 2],
    _workers: [Process; 2],
    _redis: RedisServer,
}

impl Service {
    /// `None` where nginx is not installed.
    fn start() -> Option<Service> {
        let redis = RedisServer::start(&[]);
        let tokens = file(&MENAGERIE.fresh_folder("proxied"), "tokens.toml", TOKENS);
        let start = |arguments: &[&str]| {
            let mut command = Command::new(MENAGERIE.path());
            command.args(arguments).args(["--no-cache", "--redis", &redis.address()]).stderr(Stdio::null());
            Process::start(&mut command)
        };
        let server = || {
            start(&[
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--slots",
                "1",
                "--trust-proxy",
                "127.0.0.1",
                "--tokens",
                &tokens,
            ])
        };
        let (servers, workers) = ([server(), server()], [(); 2].map(|()| start(&["worker", "--slots", "1"])));
        let lines = DOCUMENT.split("```nginx\n").nth(1)?.split("```").next()?;
        let lines =
            lines.replace("127.0.0.1:4663", servers[0].address()).replace("127.0.0.1:4664", servers[1].address());
        let proxy = Nginx::start(&lines)?;
        Some(Service { proxy, _servers: servers, _workers: workers, _redis: redis })
    }
}

/// A request as the client of this address sends it.
fn of_client(request: &[u8], address: &str) -> Vec<u8> {
    let text = String::from_utf8(request.to_vec()).unwrap();
    text.replacen("\r\n", &format!("\r\nX-Forwarded-For: {address}\r\n"), 1).into_bytes()
}

/// The statuses and times of the hints that each quiet client asks for.
async fn quiet(proxy: &str, hints: u64) -> Vec<(u16, Duration)> {
    let mut clients = JoinSet::new();
    for number in 0..QUIET {
        let proxy = proxy.to_owned();
        clients.spawn(async move {
            let (mut next, mut heard) = (patient_hints(number), Vec::new());
            let mut connection = Connection::open(&proxy).await.unwrap();
            for _ in 0..hints {
                let asked = Instant::now();
                let response = connection.send(&of_client(&next(), &format!("198.51.100.{number}"))).await.unwrap();
                heard.push((response.status, asked.elapsed()));
                sleep(PAUSE).await;
            }
            heard
        });
    }
    clients.join_all().await.concat()
}

/// The statuses that one client gets over many connections that ask, until `over`, for hints that take hours.
async fn flood(proxy: String, over: Arc<AtomicBool>) -> Vec<u16> {
    let mut connections = JoinSet::new();
    for number in 0..FLOOD {
        let (proxy, over) = (proxy.clone(), Arc::clone(&over));
        connections.spawn(async move {
            let mut statuses = Vec::new();
            for seed in 0.. {
                let body = hopeless(number << 32 | seed).replace(r#", "question": "solve""#, "");
                let hint = request("/api/v1/hint", Some(&body), "Prefer: respond-async\r\n");
                let Ok(mut connection) = Connection::open(&proxy).await else { continue };
                if let Ok(response) = connection.send(&of_client(&hint, "203.0.113.9")).await {
                    statuses.push(response.status);
                }
                if over.load(Ordering::Relaxed) {
                    break;
                }
            }
            statuses
        });
    }
    connections.join_all().await.concat()
}

fn hundredth(heard: &[(u16, Duration)]) -> Duration {
    let mut times: Vec<Duration> = heard.iter().map(|(_, time)| *time).collect();
    times.sort_unstable();
    times[times.len() * 99 / 100]
}

/// The flood's questions take hours: a hint behind one of them would become a job after its 30 seconds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_client_floods_and_the_others_are_answered() {
    let Some(service) = Service::start() else { return };
    let (proxy, hints) = (service.proxy.address.clone(), campaign::cases(3).end);
    let alone = quiet(&proxy, hints).await;
    let over = Arc::new(AtomicBool::new(false));
    let flooding = tokio::spawn(flood(proxy.clone(), Arc::clone(&over)));
    let beside = quiet(&proxy, hints).await;
    over.store(true, Ordering::Relaxed);
    let flooded = flooding.await.unwrap();
    for (status, time) in alone.iter().chain(&beside) {
        assert_eq!(*status, 200, "{time:?}");
    }
    let count = |status: u16| flooded.iter().filter(|heard| **heard == status).count();
    assert!(count(202) > 0 && count(429) > 0, "{} jobs, {} refused of {}", count(202), count(429), flooded.len());
    if campaign::by_hand() {
        let (before, after) = (hundredth(&alone), hundredth(&beside));
        println!("99 of 100 hints alone within {before:?}, beside {} requests of a flood {after:?}", flooded.len());
    }
}
