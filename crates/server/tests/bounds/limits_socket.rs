//! Through real sockets: slow, oversized, malformed and too many requests, and the end in order.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::test_server::{ONE_LIGHT, TestServer};
use serde_json::json;
use server::Policy;
use server::serve::{Bounds, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Nothing here should take so long.
const LONG: Duration = Duration::from_secs(60);

struct Open {
    server: TestServer,
    address: SocketAddr,
    serving: JoinHandle<()>,
}

async fn open(policy: Policy, bounds: Bounds) -> Open {
    let server = TestServer::new(policy);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (router, state, shutdown) = (server.0.clone(), Arc::clone(&server.state), server.shutdown.clone());
    let serving = tokio::spawn(serve(listener, router, state.connections(), bounds, shutdown));
    Open { server, address, serving }
}

fn quick() -> Bounds {
    Bounds { head_time: Duration::from_millis(300), end_time: Duration::from_secs(30), ..Bounds::default() }
}

impl Open {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends bytes and reads until the server closes.
    async fn exchange(&self, sent: &[u8]) -> String {
        let mut stream = self.connect().await;
        let (mut read, mut write) = stream.split();
        let mut heard = Vec::new();
        let writing = async {
            let _ = write.write_all(sent).await;
        };
        let (_, ended) = timeout(LONG, async { tokio::join!(writing, read.read_to_end(&mut heard)) }).await.unwrap();
        drop(ended);
        String::from_utf8_lossy(&heard).into_owned()
    }
}

impl Open {
    /// The requests answered so far, as the server counts them.
    async fn answered(&self) -> u64 {
        let heard = self.exchange(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
        let counts = heard.lines().filter(|line| line.starts_with("menagerie_requests_total{"));
        counts.filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum()
    }
}

fn status(heard: &str) -> &str {
    heard.split(' ').nth(1).unwrap_or("closed")
}

fn post(length: usize, body: &str) -> Vec<u8> {
    let head = "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close";
    format!("{head}\r\nContent-Length: {length}\r\n\r\n{body}").into_bytes()
}

async fn healthy(open: &Open) {
    let heard = open.exchange(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
    assert!(heard.starts_with("HTTP/1.1 200"), "{heard}");
}

#[tokio::test]
async fn malformed_requests_are_400_and_large_heads_431() {
    let open = open(Policy::default(), quick()).await;
    for wrong in [
        &b"nonsense\r\n\r\n"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\x01 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
        b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345",
        b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ] {
        let heard = open.exchange(wrong).await;
        assert_eq!(status(&heard), "400", "{}: {heard}", String::from_utf8_lossy(wrong));
    }
    let chunk = b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Connection: close\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n";
    assert_eq!(status(&open.exchange(chunk).await), "400");
    let long = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "a".repeat(1 << 20));
    assert_eq!(status(&open.exchange(long.as_bytes()).await), "431");
    let address = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a".repeat(70_000));
    assert_eq!(status(&open.exchange(address.as_bytes()).await), "414");
    healthy(&open).await;
}

#[tokio::test]
async fn slow_heads_are_cut_off_and_slow_bodies_are_408() {
    let policy = Policy { body_time: Duration::from_millis(300), ..Policy::default() };
    let open = open(policy, quick()).await;
    for part in [&b""[..], b"GET / HT", b"GET / HTTP/1.1\r\nHost: loc"] {
        let heard = open.exchange(part).await;
        assert!(matches!(status(&heard), "closed" | "408"), "{heard}");
    }
    let heard = open.exchange(&post(100, "{\"family\"")).await;
    assert_eq!(status(&heard), "408", "{heard}");
    assert!(heard.contains("application/problem+json") && heard.contains("/api#too-slow"), "{heard}");
    // The head in time, then a byte now and then for ever.
    let mut stream = open.connect().await;
    stream.write_all(&post(1000, "")).await.unwrap();
    let mut heard = vec![0; 12];
    let drip = async {
        while stream.write_all(b" ").await.is_ok() {
            let mut read = [0; 12];
            if let Ok(Ok(count)) = timeout(Duration::from_millis(50), stream.read(&mut read)).await {
                heard = read[..count].to_vec();
                break;
            }
        }
    };
    timeout(LONG, drip).await.unwrap();
    assert_eq!(heard, b"HTTP/1.1 408");
    let script =
        b"PUT /api/v1/worlds/savanna/scripts/monkey.luau HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx";
    assert_eq!(status(&open.exchange(script).await), "408");
    healthy(&open).await;
}

#[tokio::test]
async fn oversized_bodies_hear_413_while_they_are_still_sent() {
    let open = open(Policy::default(), quick()).await;
    let most = Policy::default().body_bytes;
    let whole = " ".repeat(most + (1 << 20));
    let heard = open.exchange(&post(whole.len(), &whole)).await;
    assert_eq!(status(&heard), "413", "{heard}");
    let level = json!({"family": "toggle", "level": "#".repeat(3 << 20)}).to_string();
    assert_eq!(status(&open.exchange(&post(level.len(), &level)).await), "413");
    let fits = json!({"family": "toggle", "level": ONE_LIGHT}).to_string();
    assert_eq!(status(&open.exchange(&post(fits.len(), &fits)).await), "200");
}

#[tokio::test]
async fn too_many_connections_are_503_and_leave_room_again() {
    let bounds = Bounds { connections: 3, head_time: Duration::from_secs(60), ..quick() };
    let open = open(Policy::default(), bounds).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = open.connect().await;
        stream.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).await.unwrap();
        held.push(stream);
    }
    let heard = open.exchange(b"").await;
    assert_eq!(status(&heard), "503");
    assert!(heard.contains("Retry-After: 1"));
    drop(held);
    let again = async {
        while status(&open.exchange(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await)
            != "200"
        {}
    };
    timeout(LONG, again).await.unwrap();
}

/// It asks for more than all buffers on the way hold, reads nothing, and keeps the only place of the server.
#[tokio::test]
async fn a_client_that_never_reads_is_cut_off() {
    let bounds = Bounds { connections: 1, write_time: Duration::from_millis(200), ..Bounds::default() };
    let open = open(Policy::default(), bounds).await;
    let mut stream = open.connect().await;
    let ask = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1000);
    let asking = async { while stream.write_all(&ask).await.is_ok() {} };
    timeout(LONG, asking).await.unwrap();
    healthy(&open).await;
}

/// Connections that ask much and read nothing.
const FLOODING: usize = 40;

#[tokio::test]
async fn requests_in_line_on_other_connections_do_not_delay_a_request() {
    let open = open(Policy::default(), Bounds { write_time: LONG, ..Bounds::default() }).await;
    let mut flooding = Vec::new();
    for _ in 0..FLOODING {
        let mut stream = open.connect().await;
        let ask = b"GET /api/v1/families HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200);
        flooding.push(tokio::spawn(async move {
            let _ = stream.write_all(&ask).await;
            stream
        }));
    }
    let mut answered = open.answered().await;
    let mut delays = Vec::new();
    while answered < (FLOODING * 200 * 3 / 4) as u64 {
        let now = open.answered().await;
        delays.push(now - answered);
        answered = now;
    }
    // While one request is heard, read and answered, each other connection has a few turns of one request.
    let longest = *delays.iter().max().unwrap();
    assert!(delays.len() > 10 && longest <= 12 * FLOODING as u64, "{delays:?}");
}

#[tokio::test]
async fn at_the_end_running_requests_are_answered_and_streams_end() {
    let open = open(Policy::default(), Bounds { head_time: Duration::from_secs(60), ..quick() }).await;
    // A request that is being sent, a connection that waits, and a stream of events of a job that goes on.
    let mut running = open.connect().await;
    let body = json!({"family": "toggle", "level": ONE_LIGHT}).to_string();
    let whole = post(body.len(), &body);
    running.write_all(&whole[..whole.len() - 5]).await.unwrap();
    let mut waiting = open.connect().await;
    waiting.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    waiting.read_exact(&mut [0; 12]).await.unwrap();
    let endless = "return { name = 'endless', start = 0, moves = function(n) return { { name = 'a', to = n + 1 } } end,\n\
        solved = function(n) return false end }\n";
    let job = json!({"family": "script", "level": endless});
    let made = open.server.post_with("/api/v1/ask", &[("prefer", "respond-async")], &job).await;
    let mut events = open.connect().await;
    let path = format!("{}/events", made.location());
    events.write_all(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes()).await.unwrap();
    events.read_exact(&mut [0; 12]).await.unwrap();
    open.server.shutdown.signal();
    let mut rest = Vec::new();
    timeout(LONG, events.read_to_end(&mut rest)).await.unwrap().unwrap();
    assert!(!String::from_utf8_lossy(&rest).contains("event: end"));
    timeout(LONG, waiting.read_to_end(&mut rest)).await.unwrap().unwrap();
    running.write_all(&whole[whole.len() - 5..]).await.unwrap();
    let mut answer = String::new();
    timeout(LONG, running.read_to_string(&mut answer)).await.unwrap().unwrap();
    assert_eq!(status(&answer), "200", "{answer}");
    timeout(LONG, open.serving).await.unwrap().unwrap();
    assert!(TcpStream::connect(open.address).await.is_err());
    open.server.request("DELETE", &made.location(), &[], "").await;
}
