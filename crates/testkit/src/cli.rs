//! Runs the command-line program in a process.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The output of one run of a program.
#[derive(Debug)]
pub struct CliOutput {
    /// The exit status; -1 if a signal ended the process.
    pub status: i32,
    /// The text of standard output.
    pub out: String,
    /// The text of standard error.
    pub err: String,
}

impl CliOutput {
    /// Parses standard output as one JSON value; panics if it is not.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A program under test, and the folder in which its tests may write.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    path: &'static str,
    folder: &'static str,
}

impl Program {
    /// Creates a handle to the program of the calling crate from `env!("CARGO_BIN_EXE_…")` and
    /// `env!("CARGO_TARGET_TMPDIR")`.
    #[must_use]
    pub const fn new(path: &'static str, folder: &'static str) -> Program {
        Program { path, folder }
    }

    /// Returns the path of the program.
    #[must_use]
    pub fn path(&self) -> &'static str {
        self.path
    }

    /// Returns a command that starts the program with these arguments, the cache folder of the tests, and pipes for the
    /// standard streams.
    pub fn command(&self, arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> Command {
        self.command_of(Path::new(self.path), arguments)
    }

    /// Returns a command that starts another program, such as an example of the crate, with these arguments, the cache
    /// folder of the tests, and pipes for the standard streams.
    pub fn command_of(&self, program: &Path, arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env("MENAGERIE_CACHE", self.cache())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end with these arguments and this standard input.
    #[must_use]
    pub fn run(&self, arguments: &[&str], input: &[u8]) -> CliOutput {
        self.run_other(Path::new(self.path), arguments, input)
    }

    /// Runs another program, such as an example of the crate, to its end with these arguments and this standard input.
    #[must_use]
    pub fn run_other(&self, program: &Path, arguments: &[&str], input: &[u8]) -> CliOutput {
        let mut child = self.command_of(program, arguments).spawn().unwrap();
        // A program that fails early may not read all of its input.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        CliOutput {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Returns the cache folder of the tests.
    #[must_use]
    pub fn cache(&self) -> PathBuf {
        Path::new(self.folder).join("cache")
    }

    /// Creates an empty folder for one test; a folder of this name from an earlier run is removed.
    pub fn fresh_folder(&self, name: &str) -> PathBuf {
        let path = Path::new(self.folder).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        path
    }
}

/// Writes a file and returns its path as a string.
pub fn file(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}
