//! Servers as processes, asked over HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Longer than anything that a test asks for takes on the busiest machine.
pub const LONG: Duration = Duration::from_secs(240);

/// A process that says on its first line that it is ready; it is killed where the test forgets it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Its first line, without the line's end.
    pub line: String,
}

impl Process {
    /// Starts it, and waits for its first line. It gets no standard input; standard error is what the command says.
    #[must_use]
    pub fn start(command: &mut Command) -> Process {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Process { child, line: line.trim_end().to_owned() }
    }

    /// The address that it says it serves: `127.0.0.1:4663`.
    #[must_use]
    pub fn address(&self) -> &str {
        let address = self.line.rsplit("//").next().unwrap().trim_end_matches('/');
        assert!(address.contains(':'), "it said: {}", self.line);
        address
    }

    /// Its number.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to end by SIGTERM; its status, and its log where standard error is a pipe.
    #[must_use]
    pub fn end(mut self) -> (ExitStatus, String) {
        let killed = Command::new("kill").args(["-TERM", &self.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let mut log = String::new();
        if let Some(mut errors) = self.child.stderr.take() {
            errors.read_to_string(&mut log).unwrap();
        }
        (self.child.wait().unwrap(), log)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A response over a socket.
#[derive(Debug)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    /// The body.
    pub body: String,
}

impl Response {
    /// The body as JSON, null where it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }
}

/// Sends one request over a connection of its own. `headers` are whole lines beside those that every request needs.
#[must_use]
pub fn ask(address: &str, method: &str, path: &str, headers: &str, body: &str) -> Response {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    let length = body.len();
    let content = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n");
    let content = if body.is_empty() { "" } else { &content };
    stream.write_all(format!("{head}{content}{headers}\r\n{body}").as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{method} {path}: {text}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Response { status, head: head.to_owned(), body: body.to_owned() }
}

/// A server over a folder of its own that ends with the test.
#[derive(Debug)]
pub struct Server {
    process: Process,
    /// Where it listens.
    pub address: String,
    /// Where it keeps its jobs.
    pub data: PathBuf,
    keep: bool,
}

impl Server {
    /// A server of this program with a new folder.
    #[must_use]
    pub fn start(program: &str, arguments: &[&str]) -> Server {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let data = std::env::temp_dir().join(format!("menagerie-served-{}-{number}", std::process::id()));
        Server::start_in(program, &data, arguments)
    }

    /// A server over what is in this folder.
    #[must_use]
    pub fn start_in(program: &str, data: &Path, arguments: &[&str]) -> Server {
        Server::start_at(program, "127.0.0.1:0", data, arguments)
    }

    /// A server at this address.
    #[must_use]
    pub fn start_at(program: &str, address: &str, data: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", address, "--no-cache", "--data"]).arg(data).args(arguments);
        let process = Process::start(&mut command);
        let address = process.address().to_owned();
        Server { process, address, data: data.to_owned(), keep: false }
    }

    /// Ends it as a power cut would, and gives the folder.
    #[must_use]
    pub fn kill(mut self) -> PathBuf {
        self.keep = true;
        self.process.kill();
        self.data.clone()
    }

    /// The status and body of a `GET`.
    #[must_use]
    pub fn get(&self, path: &str) -> (u16, Value) {
        let response = ask(&self.address, "GET", path, "", "");
        (response.status, response.json())
    }

    /// The status and body of a `POST`.
    #[must_use]
    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.post_with(path, body, "")
    }

    /// The status and body of a `POST` with more lines in the head.
    #[must_use]
    pub fn post_with(&self, path: &str, body: &Value, headers: &str) -> (u16, Value) {
        let response = ask(&self.address, "POST", path, headers, &body.to_string());
        (response.status, response.json())
    }

    /// Asks for a hint that must come.
    pub fn hint(&self) {
        let level = "board = \"panguru\"\nplates = \"WCBRBOGYGPCORPY\"\npebbles = \"-PCBRYOGYGBCORP\"\n";
        let body = json!({"family": "pebble", "level": level});
        let (status, hint) = self.post_with("/api/v1/hint", &body, "Prefer: wait=30\r\n");
        assert_eq!((status, &hint["answer"]["best"]), (200, &json!(["3", "4", "10"])), "{hint}");
    }

    /// A job once it is over.
    #[must_use]
    pub fn over(&self, id: &str) -> Value {
        let path = format!("/api/v1/jobs/{id}");
        let begun = Instant::now();
        loop {
            let (status, job) = self.get(&path);
            assert_eq!(status, 200, "{job}");
            if !matches!(job["state"].as_str(), Some("queued" | "running")) {
                return job;
            }
            assert!(begun.elapsed() < LONG, "{job}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until something holds, and says what was waited for where it never does.
    pub fn wait_for(&self, most: Duration, what: &str, holds: impl Fn() -> bool) {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < most, "not in {most:?}: {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Bytes of memory that it holds now (Linux).
    #[must_use]
    pub fn resident(&self) -> u64 {
        self.memory("VmRSS:")
    }

    /// The most bytes of memory that it ever held (Linux).
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.memory("VmHWM:")
    }

    fn memory(&self, key: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(key)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
    }

    /// Processes that it started and that still run (Linux).
    #[must_use]
    pub fn children(&self) -> Vec<String> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.process.id())).unwrap();
        let children = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("children"));
        let lists: Vec<String> = tasks.map_while(Result::ok).filter_map(|task| children(task).ok()).collect();
        lists.iter().flat_map(|list| list.split_whitespace()).map(str::to_owned).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill();
        if !self.keep {
            let _ = std::fs::remove_dir_all(&self.data);
        }
    }
}
