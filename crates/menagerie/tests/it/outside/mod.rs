//! A crate outside the workspace that depends on the packages as they are published. It is checked, not built: that the
//! packages are whole shows then, and what the example does is tested in the workspace. The target folder, the lock
//! file and the profile are those of the workspace, so that other crates are not checked twice.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::{self, cargo, done};

/// The names of the packages that are published, without `menagerie-`.
const PACKAGES: &[&str] = &[
    "engines",
    "picture",
    "puzzlescript",
    "sandbox",
    "frame",
    "blank",
    "bunny",
    "lemmo",
    "pebble",
    "puzzlescript-family",
    "sokoban",
    "toggle",
    "wall",
    "puzzles",
    "tasks",
    "script",
    "world",
    "server",
    "menagerie",
];

/// Packages the workspace, unpacks the packages, and checks the example `leaps` in a crate that depends on them alone.
pub(crate) fn check_packages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let target = Path::new(env!("CARGO_BIN_EXE_menagerie")).ancestors().nth(2).unwrap();
    let unpacked = unpacked(root, &target.join("outside"));
    let folder = cli::folder("outside");
    for example in ["leaps.rs", "frogs.rs"] {
        fs::copy(unpacked["menagerie"].join("examples").join(example), folder.join(example)).unwrap();
    }
    let patched: String =
        unpacked.iter().map(|(name, folder)| format!("{name} = {{ path = '{}' }}\n", folder.display())).collect();
    let manifest = format!(
        r#"
[package]
name = "leaps"
version = "0.0.0"
edition = "2024"

[[bin]]
name = "leaps"
path = "leaps.rs"

[dependencies]
menagerie = "0.1"
engines = {{ package = "menagerie-engines", version = "0.1" }}
picture = {{ package = "menagerie-picture", version = "0.1" }}
puzzles = {{ package = "menagerie-puzzles", version = "0.1" }}
serde = {{ version = "1.0", features = ["derive"] }}
serde_json = "1.0"

[patch.crates-io]
{patched}
[workspace]

{}"#,
        profile(root)
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let manifest = folder.join("Cargo.toml");
    done(cargo().args(["check", "--offline", "--manifest-path"]).arg(manifest).arg("--target-dir").arg(target));
}

/// The whole name of a package.
fn package(name: &str) -> String {
    if name == "menagerie" { name.to_owned() } else { format!("menagerie-{name}") }
}

/// Packages the workspace and unpacks what is published; the folders by the names of the packages.
fn unpacked(root: &Path, folder: &Path) -> BTreeMap<String, PathBuf> {
    let packing = ["package", "--workspace", "--no-verify", "--allow-dirty", "--offline", "--quiet", "--target-dir"];
    done(cargo().args(packing).arg(folder).current_dir(root));
    let unpack = |name: &str| {
        let name = package(name);
        let file = format!("{name}-{}", env!("CARGO_PKG_VERSION"));
        let (unpacked, kept) = (folder.join(&file), folder.join(format!("{file}.unpacked")));
        let package = fs::read(folder.join("package").join(format!("{file}.crate"))).unwrap();
        if !unpacked.exists() || fs::read(&kept).ok().as_ref() != Some(&package) {
            let _ = fs::remove_dir_all(&unpacked);
            fs::write(&kept, &package).unwrap();
            // Files in a package have no dates, by which Cargo notices a change: those of unpacking are taken (-m).
            done(Command::new("tar").arg("-xzmf").arg(kept).arg("-C").arg(folder));
        }
        (name, unpacked)
    };
    PACKAGES.iter().copied().map(unpack).collect()
}

/// The sections of the workspace's manifest about the profile for development.
fn profile(root: &Path) -> String {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let sections = manifest.split("\n[").filter(|section| section.starts_with("profile.dev"));
    sections.map(|section| format!("[{section}\n")).collect()
}
