//! A server of one's own, asked over HTTP.
#![allow(dead_code)] // each test uses a part

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Longer than anything here takes on the busiest machine.
pub(crate) const LONG: Duration = Duration::from_secs(180);

/// A server that ends with the test.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    pub(crate) data: PathBuf,
    keep: bool,
}

impl Server {
    /// A server with a folder of its own.
    pub(crate) fn start(arguments: &[&str]) -> Server {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let data = std::env::temp_dir().join(format!("menagerie-served-{}-{number}", std::process::id()));
        Server::start_in(&data, arguments)
    }

    /// A server over what is in this folder.
    pub(crate) fn start_in(data: &Path, arguments: &[&str]) -> Server {
        Server::start_at("127.0.0.1:0", data, arguments)
    }

    /// A server at this address.
    pub(crate) fn start_at(address: &str, data: &Path, arguments: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_menagerie"))
            .args(["serve", "--listen", address, "--no-cache", "--data"])
            .arg(data)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("//").next().unwrap().trim_end_matches('/').to_owned();
        assert!(address.contains(':'), "the server said: {line}");
        Server { child, address, data: data.to_owned(), keep: false }
    }

    /// Ends it as a power cut would, and gives the folder.
    pub(crate) fn kill(mut self) -> PathBuf {
        self.keep = true;
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.data.clone()
    }

    /// Its status and body.
    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    }

    /// Its status and body.
    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.post_with(path, body, "")
    }

    /// The same with more lines in the head.
    pub(crate) fn post_with(&self, path: &str, body: &Value, more: &str) -> (u16, Value) {
        let body = body.to_string();
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{more}Content-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            body.len()
        ))
    }

    fn ask(&self, request: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{request}: {text}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// A hint that must come.
    pub(crate) fn hint(&self) {
        let level = "board = \"panguru\"\nplates = \"WCBRBOGYGPCORPY\"\npebbles = \"-PCBRYOGYGBCORP\"\n";
        let (status, hint) =
            self.post_with("/api/v1/hint", &json!({"family": "pebble", "level": level}), "Prefer: wait=30\r\n");
        assert_eq!((status, &hint["answer"]["best"]), (200, &json!(["3", "4", "10"])), "{hint}");
    }

    /// A job that is over.
    pub(crate) fn over(&self, id: &str) -> Value {
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

    pub(crate) fn wait_for(&self, most: Duration, what: &str, holds: impl Fn() -> bool) {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < most, "not in {most:?}: {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Bytes of memory that it holds now.
    pub(crate) fn resident(&self) -> u64 {
        self.memory("VmRSS:")
    }

    /// The most that it ever held.
    pub(crate) fn peak(&self) -> u64 {
        self.memory("VmHWM:")
    }

    fn memory(&self, key: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(key)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
    }

    /// Processes that it started and that still run.
    pub(crate) fn children(&self) -> Vec<String> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        let children = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("children"));
        let lists: Vec<String> = tasks.map_while(Result::ok).filter_map(|task| children(task).ok()).collect();
        lists.iter().flat_map(|list| list.split_whitespace()).map(str::to_owned).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !self.keep {
            let _ = std::fs::remove_dir_all(&self.data);
        }
    }
}
