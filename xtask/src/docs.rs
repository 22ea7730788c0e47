//! Writes the pages that are made from the code: `docs/answers.md`, by the test that compares it with the types of
//! answers.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

/// Writes the pages anew.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args([
        "test",
        "--quiet",
        "--package",
        "menagerie-script",
        "--test",
        "it",
        "the_page_says_what_the_types_declare",
    ]);
    let status = cargo.env("UPDATE_GOLDEN", "1").current_dir(root).status().context("cargo cannot be run")?;
    ensure!(status.success(), "docs/answers.md could not be made");
    println!("docs/answers.md is as the types of answers declare");
    Ok(())
}
