//! Debian's compiler for WebAssembly, where no rustup can download one.
//!
//! The packages conflict with an installed rustc, so they are unpacked, not installed. They bring a standard library of
//! WASI only: that of `wasm32-unknown-unknown` is built from their sources, which have all dependencies with them.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use super::Compiler;
use crate::bench::{done, output};

/// The packages: compiler, its libraries, the sources of the standard library, and the linker.
const PACKAGES: [&str; 6] =
    ["rustc-web", "libstd-rust-web-1.96", "libstd-rust-web-dev", "rust-web-src", "libllvm22", "lld-22"];

/// Unpacks the packages into the folder, if need be, and returns how to build with them.
pub(super) fn compiler(folder: &Path) -> anyhow::Result<Compiler> {
    let unpacked = folder.join("unpacked");
    if !unpacked.exists() {
        unpack(folder, &unpacked).context("Debian's compiler for WebAssembly")?;
    }
    let usr = unpacked.join("usr");
    Ok(Compiler {
        environment: vec![
            ("RUSTC", usr.join("bin/rustc")),
            ("LD_LIBRARY_PATH", usr.join("lib/x86_64-linux-gnu")),
            ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", usr.join("bin/wasm-ld-22")),
        ],
        arguments: &["-Zbuild-std=std,panic_abort"],
        folder: "web-debian",
    })
}

fn unpack(folder: &Path, unpacked: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    println!("apt-get download {}", PACKAGES.join(" "));
    done(Command::new("apt-get").arg("download").args(PACKAGES).current_dir(folder))?;
    let partial = folder.join("partial");
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "deb") {
            done(Command::new("dpkg").arg("-x").arg(&path).arg(&partial))?;
            fs::remove_file(&path)?;
        }
    }
    fs::rename(&partial, unpacked)?;
    let version = output(
        Command::new(unpacked.join("usr/bin/rustc"))
            .arg("-V")
            .env("LD_LIBRARY_PATH", unpacked.join("usr/lib/x86_64-linux-gnu")),
    )?;
    ensure!(version.starts_with("rustc 1."), "no compiler: {version}");
    Ok(())
}
