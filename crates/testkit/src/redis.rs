//! A Redis server process on a free port, for one test.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A Redis server process, which is killed on drop.
pub struct RedisServer {
    child: Child,
    folder: PathBuf,
    port: u16,
    options: Vec<String>,
}

impl RedisServer {
    /// Starts a server with these command-line options. Without options it stores nothing on disk.
    #[must_use]
    pub fn start(options: &[&str]) -> RedisServer {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("menagerie-redis-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let options: Vec<String> = options.iter().map(ToString::to_string).collect();
        loop {
            let port = free_port();
            let child = spawn(&folder, port, &options);
            let mut server = RedisServer { child, folder: folder.clone(), port, options: options.clone() };
            if server.answers() {
                return server;
            }
            // Another process took the port meanwhile.
            std::mem::take(&mut server.folder);
        }
    }

    /// Returns the address of the server, `redis://127.0.0.1:PORT`.
    #[must_use]
    pub fn address(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Kills the server without warning.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Stops the process, so that it takes connections and answers nothing, or lets it go on.
    pub fn hang(&self, hangs: bool) {
        let signal = if hangs { "STOP" } else { "CONT" };
        assert!(Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status().unwrap().success());
    }

    /// Kills the server and starts it again on the same port and folder.
    pub fn restart(&mut self) {
        self.kill();
        self.child = spawn(&self.folder, self.port, &self.options);
        assert!(self.answers(), "redis-server does not start again on port {}", self.port);
    }

    /// Waits until this process answers on its port; returns `false` if it ends or does not answer.
    fn answers(&mut self) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) && self.child.try_wait().unwrap().is_none() {
            if info(self.port).is_some_and(|info| info.contains(&format!("process_id:{}\r\n", self.child.id()))) {
                return true;
            }
            thread::sleep(Duration::from_millis(10));
        }
        false
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !self.folder.as_os_str().is_empty() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn spawn(folder: &PathBuf, port: u16, options: &[String]) -> Child {
    Command::new("redis-server")
        .args(["--bind", "127.0.0.1", "--port", &port.to_string(), "--save", "", "--appendonly", "no"])
        // Where it appends, a reply comes after the disk: by default a kill loses what waits while the disk is busy.
        .args(["--appendfsync", "always"])
        .args(options)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("this test needs redis-server (Debian: apt-get install redis-server): {error}"))
}

/// Returns the `INFO` text of the server on this port, once it has loaded its data.
fn info(port: u16) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    stream.write_all(b"PING\r\nINFO server\r\nQUIT\r\n").ok()?;
    let mut said = String::new();
    stream.read_to_string(&mut said).ok()?;
    said.starts_with("+PONG").then_some(said)
}
