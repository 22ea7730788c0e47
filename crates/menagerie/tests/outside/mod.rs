//! A crate outside the workspace, built as its author would build it, with the target folder, the lock file and the
//! profile of the workspace, so that little is compiled twice.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli;

/// Builds the example `leaps` as a crate outside the workspace; its program.
pub(crate) fn built() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let crates = root.join("crates");
    let path = |name: &str| crates.join(name).display().to_string();
    let folder = cli::folder("outside");
    let manifest = format!(
        r#"
[package]
name = "leaps"
version = "0.0.0"
edition = "2024"

[[bin]]
name = "leaps"
path = '{}'

[dependencies]
engines = {{ path = '{}' }}
menagerie = {{ path = '{}' }}
picture = {{ path = '{}' }}
puzzles = {{ path = '{}' }}
serde = {{ version = "1.0", features = ["derive"] }}
serde_json = "1.0"

[workspace]

{}"#,
        path("menagerie/examples/leaps.rs"),
        path("engines"),
        path("menagerie"),
        path("picture"),
        path("puzzles"),
        profile(root)
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let target = Path::new(env!("CARGO_BIN_EXE_menagerie")).ancestors().nth(2).unwrap();
    let cargo = std::env::var("CARGO").unwrap_or("cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--offline", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target)
        .status();
    assert!(built.unwrap().success());
    target.join("debug").join(format!("leaps{}", std::env::consts::EXE_SUFFIX))
}

/// The sections of the workspace's manifest about the profile for development.
fn profile(root: &Path) -> String {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let sections = manifest.split("\n[").filter(|section| section.starts_with("profile.dev"));
    sections.map(|section| format!("[{section}\n")).collect()
}
