//! A load generator: a small HTTP/1.1 client that sends requests over many connections and measures response times.

use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::random::Random;

/// A connection to an HTTP server that is kept open between requests.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An HTTP response.
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The bytes of the body.
    pub body: Vec<u8>,
}

fn malformed(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

impl Connection {
    /// Connects to an address such as `127.0.0.1:4663`.
    ///
    /// # Errors
    /// Returns an error if the connection fails.
    pub async fn open(address: &str) -> io::Result<Connection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, buffer: Vec::with_capacity(4096) })
    }

    /// Sends the bytes of one request and reads its response, which must have a `Content-Length`.
    ///
    /// # Errors
    /// Returns an error if the connection breaks off or the response is malformed.
    pub async fn send(&mut self, request: &[u8]) -> io::Result<Response> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let (status, begin, length) = loop {
            if let Some(head) = head(&self.buffer)? {
                break head;
            }
            self.more().await?;
        };
        while self.buffer.len() < begin + length {
            self.more().await?;
        }
        Ok(Response { status, body: self.buffer[begin..begin + length].to_vec() })
    }

    async fn more(&mut self) -> io::Result<()> {
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }
}

/// Parses the status, and the offset and length of the body; `None` if the head is not complete yet.
fn head(buffer: &[u8]) -> io::Result<Option<(u16, usize, usize)>> {
    let Some(end) = buffer.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let text = std::str::from_utf8(&buffer[..end]).map_err(|_| malformed("the head is no text"))?;
    let mut lines = text.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
    let length = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        if name.eq_ignore_ascii_case("content-length") { value.trim().parse().ok() } else { None }
    });
    let status = status.ok_or_else(|| malformed("no status"))?;
    Ok(Some((status, end + 4, length.ok_or_else(|| malformed("no length"))?)))
}

/// Returns the bytes of a request: `POST` of JSON with a body, else `GET`. `more` holds further header lines, each with
/// its line end.
pub fn request(path: &str, body: Option<&str>, more: &str) -> Vec<u8> {
    match body {
        None => format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n").into_bytes(),
        Some(body) => format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{more}Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .into_bytes(),
    }
}

/// Returns the body of a request for a hint on a random Panguru level; every arrangement of its pebbles is solvable.
fn panguru(random: &mut Random) -> String {
    let mut pebbles = *b"-PCBRYOGYGBCORP";
    for last in (1..pebbles.len()).rev() {
        pebbles.swap(last, random.below(last + 1));
    }
    let pebbles = String::from_utf8_lossy(&pebbles);
    let level = r#"board = \"panguru\"\nplates = \"WCBRBOGYGPCORPY\"\npebbles = \""#;
    format!(r#"{{"family": "pebble", "level": "{level}{pebbles}\"\n"}}"#)
}

/// Returns the body of a request to solve a random 24-puzzle, which takes hours. The permutation is even, so that the
/// puzzle is solvable.
#[must_use]
pub fn hopeless(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut tiles: Vec<usize> = (1..25).collect();
    for _ in 0..200 {
        let [a, b, c] = [(); 3].map(|()| random.below(24));
        if a != b && b != c && a != c {
            tiles.swap(a, b);
            tiles.swap(b, c);
        }
    }
    let list = |tiles: &mut dyn Iterator<Item = usize>| {
        tiles.fold(r#"[\"-\""#.to_owned(), |list, tile| list + &format!(r#", \"{tile}\""#)) + "]"
    };
    let (plates, pebbles) = (list(&mut (1..25)), list(&mut tiles.into_iter()));
    let level = format!(r#"board = \"grid 5x5\"\nplates = {plates}\npebbles = {pebbles}\n"#);
    format!(r#"{{"family": "pebble", "level": "{level}", "question": "solve", "options": {{"time": "10m"}}}}"#)
}

/// The measurements of [`load`]: response times, errors and duration.
#[derive(Default)]
pub struct Sample {
    times: Vec<Duration>,
    errors: usize,
    seconds: f64,
}

impl Sample {
    /// Adds the measurements of another period.
    pub fn add(&mut self, other: Sample) {
        self.times.extend(other.times);
        self.errors += other.errors;
        self.seconds += other.seconds;
    }
}

/// The statistics of a [`Sample`].
pub struct Figures {
    /// The number of requests with a correct response.
    pub requests: usize,
    /// The number of requests that failed.
    pub errors: usize,
    /// The number of correct responses a second.
    pub rate: f64,
    /// The median response time.
    pub p50: Duration,
    /// The 99th percentile of the response times.
    pub p99: Duration,
    /// The longest response time.
    pub longest: Duration,
}

impl From<Sample> for Figures {
    fn from(sample: Sample) -> Figures {
        let Sample { mut times, errors, seconds } = sample;
        times.sort_unstable();
        let at = |part: f64| times.get((times.len() as f64 * part) as usize).copied().unwrap_or_default();
        let (requests, longest) = (times.len(), times.last().copied().unwrap_or_default());
        Figures { requests, errors, rate: requests as f64 / seconds, p50: at(0.5), p99: at(0.99), longest }
    }
}

impl Figures {
    /// Formats the statistics as one line that begins with `name`.
    pub fn line(&self, name: &str) -> String {
        let Figures { requests, errors, rate, p50, p99, longest } = self;
        let ms = |time: &Duration| time.as_secs_f64() * 1e3;
        let (p50, p99, longest) = (ms(p50), ms(p99), ms(longest));
        format!(
            "{name}: requests={requests} errors={errors} rate={rate:.0}/s p50={p50:.3}ms p99={p99:.3}ms longest={longest:.3}ms"
        )
    }
}

/// Sends requests over one connection for each number in `connections` for the duration `time`. `next` returns, for the
/// number of a connection, the generator of its requests. A response without status 200 or without the bytes `mark` in
/// its body counts as an error.
pub async fn load<N>(
    address: &str,
    connections: Range<u64>,
    time: Duration,
    mark: &'static [u8],
    next: fn(u64) -> N,
) -> Sample
where
    N: FnMut() -> Vec<u8> + Send + 'static,
{
    let (begun, mut askers) = (Instant::now(), JoinSet::new());
    for number in connections {
        let (address, mut next) = (address.to_owned(), next(number));
        askers.spawn(async move {
            let (mut times, mut errors, mut connection) = (Vec::new(), 0, None);
            while begun.elapsed() < time {
                let request = next();
                let asked = Instant::now();
                match one(&address, &mut connection, &request).await {
                    Ok(response) if response.status == 200 && holds(&response.body, mark) => {
                        times.push(asked.elapsed())
                    }
                    Ok(_) => errors += 1,
                    Err(_) => {
                        errors += 1;
                        connection = None;
                    }
                }
            }
            (times, errors)
        });
    }
    let mut sample = Sample::default();
    for (times, errors) in askers.join_all().await {
        sample.add(Sample { times, errors, seconds: 0.0 });
    }
    sample.seconds = begun.elapsed().as_secs_f64();
    sample
}

async fn one(address: &str, connection: &mut Option<Connection>, request: &[u8]) -> io::Result<Response> {
    let open = match connection {
        Some(open) => open,
        None => connection.insert(Connection::open(address).await?),
    };
    open.send(request).await
}

fn holds(body: &[u8], mark: &[u8]) -> bool {
    body.windows(mark.len()).any(|window| window == mark)
}

/// Returns a generator of `GET /health` requests, for [`load`].
pub fn health(_: u64) -> impl FnMut() -> Vec<u8> + Send + 'static {
    let request = request("/health", None, "");
    move || request.clone()
}

/// Returns a generator of hints for random boards, different for each connection, for [`load`]. A hint that takes
/// longer than a second becomes a job, which counts as an error.
pub fn hints(number: u64) -> impl FnMut() -> Vec<u8> + Send + 'static {
    hints_with(number, "")
}

/// Returns a generator of hints like [`hints`] that wait up to 30 s for an answer, for busy machines.
pub fn patient_hints(number: u64) -> impl FnMut() -> Vec<u8> + Send + 'static {
    hints_with(number, "Prefer: wait=30\r\n")
}

fn hints_with(number: u64, more: &'static str) -> impl FnMut() -> Vec<u8> + Send + 'static {
    let mut random = Random::new(number << 32 | 7);
    move || request("/api/v1/hint", Some(&panguru(&mut random)), more)
}
