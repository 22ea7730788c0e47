//! Tells the crate whether the modules of the page were built (`cargo xtask web`): a release build embeds them then, a
//! debug build reads them from their folder. The smaller forms of its scripts, which are made with them, likewise.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The modules that the crate embeds.
const MODULES: [&str; 7] = ["rules", "grids-rules", "games-rules", "boards", "walks", "walks-simd", "games"];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=module");
        if MODULES.iter().all(|module| Path::new(&format!("module/{module}.bin")).exists()) {
            println!("cargo::rustc-cfg=engines_built");
        }
    }
    smaller()
}

/// Writes the list of the smaller forms of scripts and style sheets: empty where none were made.
fn smaller() -> io::Result<()> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("module/smaller");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|file| Some(file.ok()?.path())).collect();
    files.sort();
    let entry = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        format!("    ({name:?}, include_bytes!({file:?}) as &[u8]),\n")
    };
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let entries: String = if is_release { files.iter().map(entry).collect() } else { String::new() };
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default()).join("smaller.rs");
    fs::write(out, format!("&[\n{entries}]\n"))
}
