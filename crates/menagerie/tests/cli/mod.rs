//! Runs the binary as a user would: `testkit::cli` with the paths of this crate.

#![allow(dead_code, unused_imports, clippy::unwrap_used)] // each test file uses a part; a failed unwrap is a failed test

use std::path::{Path, PathBuf};
use std::process::Command;

use testkit::cli::Program;
pub(crate) use testkit::cli::{CliOutput, file};

/// The program under test.
pub(crate) const MENAGERIE: Program = Program::new(env!("CARGO_BIN_EXE_menagerie"), env!("CARGO_TARGET_TMPDIR"));

/// Runs `menagerie` with these arguments.
pub(crate) fn menagerie(arguments: &[&str]) -> CliOutput {
    fed(arguments, b"")
}

/// Runs it with this standard input.
pub(crate) fn fed(arguments: &[&str], input: &[u8]) -> CliOutput {
    MENAGERIE.run(arguments, input)
}

/// Runs another program with these arguments and this standard input.
pub(crate) fn run(program: &Path, arguments: &[&str], input: &[u8]) -> CliOutput {
    MENAGERIE.run_other(program, arguments, input)
}

/// An example of this crate. `cargo test` builds it beside the tests, but not where single tests are named.
pub(crate) fn example(name: &str) -> PathBuf {
    let binary = Path::new(env!("CARGO_BIN_EXE_menagerie"));
    let path = binary.parent().unwrap().join("examples").join(name);
    if !path.exists() {
        done(cargo().args(["build", "--package", "menagerie", "--example", name]));
    }
    path
}

/// The cargo that runs the tests.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var("CARGO").unwrap_or("cargo".into()))
}

/// Runs a command that must succeed.
pub(crate) fn done(command: &mut Command) {
    assert!(command.status().unwrap().success(), "{command:?}");
}

/// The cache folder of the tests.
pub(crate) fn cache() -> PathBuf {
    MENAGERIE.cache()
}

/// A fresh folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    MENAGERIE.fresh_folder(name)
}
