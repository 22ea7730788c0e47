//! Server processes, and HTTP requests to them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The timeout of a wait in a test, longer than any operation takes on a busy machine.
pub const LONG: Duration = Duration::from_secs(240);

/// A process that prints a first line when it is ready, and is killed on drop.
#[derive(Debug)]
pub struct Process {
    child: Child,
    out: BufReader<ChildStdout>,
    /// The first line of standard output, without the line end.
    pub line: String,
}

impl Process {
    /// Starts a command and waits for its first line. It has no standard input; the command decides about standard
    /// error.
    #[must_use]
    pub fn start(command: &mut Command) -> Process {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        Process { child, out, line: line.trim_end().to_owned() }
    }

    /// Returns the address in the first line, such as `127.0.0.1:4663`.
    #[must_use]
    pub fn address(&self) -> &str {
        let address = self.line.rsplit("//").next().unwrap().trim_end_matches('/');
        assert!(address.contains(':'), "it said: {}", self.line);
        address
    }

    /// Returns the process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills the process without warning.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Kills the process without warning and returns what it printed after its first line.
    #[must_use]
    pub fn rest(mut self) -> String {
        self.kill();
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        rest
    }

    /// Waits for the end; returns the exit status, and what the process printed after its first line.
    #[must_use]
    pub fn wait(mut self) -> (ExitStatus, String) {
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap(), rest)
    }

    /// Sends SIGTERM and waits for the end; returns the exit status, and the text of standard error if it is a pipe.
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

/// An HTTP response.
#[derive(Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    /// The text of the body.
    pub body: String,
}

impl Response {
    /// Parses the body as JSON; null if it is not.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }
}

/// Sends one request over a new connection. `headers` holds further header lines, each with its line end.
#[must_use]
pub fn request(address: &str, method: &str, path: &str, headers: &str, body: &str) -> Response {
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

/// A server process of the program with its own data folder; both are removed on drop.
#[derive(Debug)]
pub struct Server {
    process: Process,
    /// The address on which the server listens, such as `127.0.0.1:4663`.
    pub address: String,
    /// The folder in which the server stores its jobs.
    pub data: PathBuf,
    keep: bool,
}

impl Server {
    /// Starts the program as a server with a new data folder and these further arguments.
    #[must_use]
    pub fn start(program: &str, arguments: &[&str]) -> Server {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let data = std::env::temp_dir().join(format!("menagerie-served-{}-{number}", std::process::id()));
        Server::start_in(program, &data, arguments)
    }

    /// Starts the program as a server with this data folder and these further arguments.
    #[must_use]
    pub fn start_in(program: &str, data: &Path, arguments: &[&str]) -> Server {
        Server::start_at(program, "127.0.0.1:0", data, arguments)
    }

    /// Starts the program as a server on this address with this data folder and these further arguments.
    #[must_use]
    pub fn start_at(program: &str, address: &str, data: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", address, "--no-cache", "--data"]).arg(data).args(arguments);
        let process = Process::start(&mut command);
        let address = process.address().to_owned();
        Server { process, address, data: data.to_owned(), keep: false }
    }

    /// Kills the server without warning and returns its data folder, which is kept.
    #[must_use]
    pub fn kill(mut self) -> PathBuf {
        self.keep = true;
        self.process.kill();
        self.data.clone()
    }

    /// Sends SIGTERM and waits for the end; returns the exit status and how long it took to end.
    #[must_use]
    pub fn terminate(mut self) -> (ExitStatus, Duration) {
        let begun = Instant::now();
        let sent = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap();
        assert!(sent.success());
        (self.process.child.wait().unwrap(), begun.elapsed())
    }

    /// Returns the process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends a `GET` request; returns the status and the body as JSON.
    #[must_use]
    pub fn get(&self, path: &str) -> (u16, Value) {
        let response = request(&self.address, "GET", path, "", "");
        (response.status, response.json())
    }

    /// Sends a `POST` request with a JSON body; returns the status and the body as JSON.
    #[must_use]
    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.post_with(path, body, "")
    }

    /// Sends a `POST` request with a JSON body and further header lines; returns the status and the body as JSON.
    #[must_use]
    pub fn post_with(&self, path: &str, body: &Value, headers: &str) -> (u16, Value) {
        let response = request(&self.address, "POST", path, headers, &body.to_string());
        (response.status, response.json())
    }

    /// Asks for a hint on a fixed level and asserts the answer.
    pub fn hint(&self) {
        let level = "board = \"panguru\"\nplates = \"WCBRBOGYGPCORPY\"\npebbles = \"-PCBRYOGYGBCORP\"\n";
        let body = json!({"family": "pebble", "level": level});
        let (status, hint) = self.post_with("/api/v1/hint", &body, "Prefer: wait=30\r\n");
        assert_eq!((status, &hint["answer"]["best"]), (200, &json!(["3", "4", "10"])), "{hint}");
    }

    /// Waits until a job is over and returns it.
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

    /// Waits until `holds` returns true; panics with the text `what` after the duration `most`.
    pub fn wait_for(&self, most: Duration, what: &str, holds: impl Fn() -> bool) {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < most, "not in {most:?}: {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns the resident memory of the server in bytes (Linux only).
    #[must_use]
    pub fn resident(&self) -> u64 {
        self.memory("VmRSS:")
    }

    /// Returns the peak resident memory of the server in bytes (Linux only).
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.memory("VmHWM:")
    }

    fn memory(&self, key: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(key)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
    }

    /// Returns the processor time that the server has used (Linux only).
    #[must_use]
    pub fn computed(&self) -> Duration {
        crate::bounded::computed(self.process.id())
    }

    /// Returns the ids of the running child processes of the server (Linux only).
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
