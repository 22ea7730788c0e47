//! Builds the archive of a release: the program, its completions, its man page, and the licences of all that is in it.
//!
//! On Linux with glibc and on Windows the program is linked statically, so that it runs where nothing is installed. The
//! archive is `target/dist/menagerie-VERSION-TARGET.tar.gz`, for Windows `.zip`, with one folder of the same name.
//! The engines of the page are embedded in the program, so `cargo xtask web` comes before.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use clap::Args;
use serde_json::Value;

use crate::bench::{done, output, target_folder};
use crate::web;

/// The shells with completions, and the names of their files.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "menagerie.bash"),
    ("elvish", "menagerie.elv"),
    ("fish", "menagerie.fish"),
    ("powershell", "menagerie.ps1"),
    ("zsh", "_menagerie"),
];

/// The files of the repository that come along.
const ALONG: [&str; 5] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "NOTICE"];

/// What to build.
#[derive(Args)]
pub(crate) struct Options {
    /// The target triple; by default that of this machine, whose programs can be run here
    #[arg(long)]
    target: Option<String>,
}

/// Builds the program and its archive, and prints the archive's path.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    ensure!(has_engines(root), "the engines of the page are not built; expected 'cargo xtask web' before");
    let host = host()?;
    let triple = options.target.as_ref().unwrap_or(&host);
    let program = build(root, triple)?;
    let version = output(Command::new(&program).arg("--version"))?;
    let version = version.split_whitespace().last().context("the program has no version")?;
    let name = format!("menagerie-{version}-{triple}");
    let dist = target_folder(root).join("dist");
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fill(root, &folder, &program, triple)?;
    println!("{}", packed(&dist, &name, triple.contains("windows"))?.display());
    Ok(())
}

/// Whether the engines of the page are there to be embedded: without them the page of the program asks its server
/// everything.
fn has_engines(root: &Path) -> bool {
    web::names().all(|name| root.join(format!("crates/server/module/{name}.bin")).exists())
}

/// The triple of this machine.
fn host() -> anyhow::Result<String> {
    let about = output(Command::new("rustc").arg("-vV"))?;
    let line = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(line.context("rustc says no host")?.to_owned())
}

/// Builds the program in release mode; its path.
fn build(root: &Path, triple: &str) -> anyhow::Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--locked", "--package", "menagerie", "--target", triple]).current_dir(root);
    if let Some(flags) = static_flags(triple) {
        cargo.env("RUSTFLAGS", flags);
    }
    done(&mut cargo)?;
    let suffix = if triple.contains("windows") { ".exe" } else { "" };
    Ok(target_folder(root).join(triple).join("release").join(format!("menagerie{suffix}")))
}

/// The flags for rustc that make a program static on a target, where that is possible.
///
/// A static program on Linux cannot look for functions of its system by name. It therefore gets random numbers by a
/// system call, not from `/dev/urandom`, which need not exist in a chroot.
fn static_flags(triple: &str) -> Option<&'static str> {
    if triple.ends_with("linux-gnu") {
        Some("-C target-feature=+crt-static --cfg getrandom_backend=\"linux_getrandom\"")
    } else {
        triple.ends_with("windows-msvc").then_some("-C target-feature=+crt-static")
    }
}

/// Copies and writes everything that belongs into the archive.
fn fill(root: &Path, folder: &Path, program: &Path, triple: &str) -> anyhow::Result<()> {
    let (completions, man) = (folder.join("completions"), folder.join("man"));
    fs::create_dir_all(&completions)?;
    fs::create_dir_all(&man)?;
    fs::copy(program, folder.join(program.file_name().context("no name")?))?;
    for (shell, file) in SHELLS {
        fs::write(completions.join(file), output(Command::new(program).args(["completions", shell]))?)?;
    }
    fs::write(man.join("menagerie.1"), output(Command::new(program).arg("man"))?)?;
    for file in ALONG {
        fs::copy(root.join(file), folder.join(file))?;
    }
    fs::write(folder.join("THIRD-PARTY.txt"), third_parties(root, triple)?)?;
    Ok(())
}

/// The licence texts of the crates in the program, each text once, with the crates that it covers.
fn third_parties(root: &Path, triple: &str) -> anyhow::Result<String> {
    let tree = "tree --package menagerie --edges normal,build --prefix none --format {p} --locked --target";
    let tree = output(Command::new("cargo").args(tree.split(' ')).arg(triple).current_dir(root))?;
    let in_program: HashSet<String> =
        tree.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    let metadata = ["metadata", "--format-version", "1", "--locked", "--filter-platform", triple];
    let metadata: Value = serde_json::from_str(&output(Command::new("cargo").args(metadata).current_dir(root))?)?;
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in metadata["packages"].as_array().context("no packages")? {
        let word = |key: &str| package[key].as_str().unwrap_or_default();
        let name = format!("{} v{}", word("name"), word("version"));
        if !in_program.contains(&name) || package["source"].is_null() {
            continue;
        }
        let text = licence_texts(Path::new(word("manifest_path")))?;
        let text = if text.is_empty() { format!("Licensed under {}.\n", word("license")) } else { text };
        texts.entry(text).or_default().push(name);
    }
    let section = |(text, names): (&String, &Vec<String>)| {
        format!("{}\n\n{}\n{}\n", names.join(", "), text.trim(), "-".repeat(80))
    };
    Ok(texts.iter().map(section).collect())
}

/// The licence files of a package, one after the other: also those of fonts and C sources that it carries.
fn licence_texts(manifest: &Path) -> anyhow::Result<String> {
    let mut paths = Vec::new();
    licence_files(manifest.parent().context("no folder")?, &mut paths)?;
    paths.sort();
    let mut text = String::new();
    for path in paths {
        text += &String::from_utf8_lossy(&fs::read(path)?);
        text.push('\n');
    }
    Ok(text)
}

fn licence_files(folder: &Path, paths: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_dir() {
            licence_files(&path, paths)?;
        } else if ["LICENSE", "LICENCE", "COPYING", "NOTICE"].iter().any(|word| name.starts_with(word)) {
            paths.push(path);
        }
    }
    Ok(())
}

/// Packs a folder of `dist`; the archive's path. `tar` of Windows writes zip files too.
fn packed(dist: &Path, name: &str, zip: bool) -> anyhow::Result<PathBuf> {
    let archive = dist.join(format!("{name}{}", if zip { ".zip" } else { ".tar.gz" }));
    let flags = if zip { ["-a", "-cf"] } else { ["-z", "-cf"] };
    done(Command::new("tar").args(flags).arg(&archive).arg("-C").arg(dist).arg(name))?;
    Ok(archive)
}
