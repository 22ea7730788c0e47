//! An nginx process on a free port, for one test.

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::data;
use crate::redis::free_port;

/// Where Debian has it, which the paths of others than root do not name.
const DEBIAN: &str = "/usr/sbin/nginx";
/// The time that it is given to listen.
const BEGINS: Duration = Duration::from_secs(60);

/// An nginx process, which is killed on drop.
#[derive(Debug)]
pub struct Nginx {
    child: Child,
    folder: PathBuf,
    /// The address on which it listens, such as `127.0.0.1:8080`.
    pub address: String,
}

impl Nginx {
    /// Starts an nginx with these lines as the file of a site, whose `listen 80;` becomes a free port. `None` where it is
    /// not installed, and the running test is counted as skipped.
    #[must_use]
    pub fn start(lines: &str) -> Option<Nginx> {
        let program = if Path::new(DEBIAN).is_file() { PathBuf::from(DEBIAN) } else { data::program("nginx")? };
        assert!(lines.contains("listen 80;"), "{lines}");
        let port = free_port();
        let address = format!("127.0.0.1:{port}");
        let folder = std::env::temp_dir().join(format!("menagerie-nginx-{}-{port}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("nginx.conf");
        let site = lines.replace("listen 80;", &format!("listen {address};"));
        fs::write(&file, configuration(&folder, &site)).unwrap();
        let mut command = Command::new(program);
        command.arg("-p").arg(&folder).arg("-c").arg(&file).args(["-e", "stderr"]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        let mut nginx = Nginx { child, folder, address };
        let begun = Instant::now();
        while TcpStream::connect(&nginx.address).is_err() {
            assert!(nginx.child.try_wait().unwrap().is_none() && begun.elapsed() < BEGINS, "nginx does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(nginx)
    }
}

/// A whole file around that of a site: one process in the foreground, and all files in a folder.
fn configuration(folder: &Path, site: &str) -> String {
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("    {name}_temp_path {};\n", folder.join(name).display()))
        .concat();
    let pid = folder.join("pid");
    format!(
        "daemon off;\nmaster_process off;\npid {};\nerror_log stderr error;\nevents {{}}\nhttp {{\n    access_log off;\n\
         {temporary}{site}\n}}\n",
        pid.display()
    )
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
