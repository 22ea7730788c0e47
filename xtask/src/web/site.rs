//! The page as a folder of files for a plain host: `target/web/site`, with the smaller forms of its scripts and style sheets,
//! which esbuild makes with source maps.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::installed;
use crate::bench::{done, target_folder};

/// The npm package that makes scripts smaller, and its version.
const ESBUILD: &str = "esbuild@0.28.2";
/// The oldest browsers that are meant, as `tidy::page` holds the page to them.
const BROWSERS: &str = "--target=safari15.4,chrome97,firefox114";

/// Writes the folder anew; what stood there before goes.
pub(super) fn write(root: &Path, tools: &Path) -> anyhow::Result<()> {
    let folder = target_folder(root).join("web/site");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    // In the profile of the tests and with the features of the whole workspace: the tests have built it that way
    // before, and nothing here needs to be quick.
    done(
        Command::new("cargo")
            .args(["build", "--quiet", "--locked", "--workspace", "--example", "site"])
            .current_dir(root),
    )?;
    let site = target_folder(root).join("debug/examples/site");
    smaller(root, tools, &site)?;
    done(Command::new(site).arg(&folder).current_dir(root))
}

/// Makes the smaller forms of the joined files, whose names they take; what was made of others goes.
fn smaller(root: &Path, tools: &Path, site: &Path) -> anyhow::Result<()> {
    let esbuild = installed(tools, ESBUILD, "esbuild/bin/esbuild")?;
    let (joined, made) = (target_folder(root).join("web/joined"), root.join("crates/server/module/smaller"));
    for folder in [&joined, &made] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
    }
    done(Command::new(site).arg("--joined").arg(&joined).current_dir(root))?;
    let mut files: Vec<PathBuf> = fs::read_dir(&joined)?.map(|file| Ok(file?.path())).collect::<anyhow::Result<_>>()?;
    files.sort();
    for file in &files {
        let name = file.file_name().and_then(OsStr::to_str).context("a joined file without a name")?;
        let mut command = Command::new("node");
        command.arg(&esbuild).arg(source(root, file, name)?).args([
            "--minify",
            "--sourcemap",
            "--log-level=warning",
            BROWSERS,
        ]);
        if !name.ends_with(".css") {
            command.args(["--bundle", "--format=esm"]);
        }
        done(command.arg(format!("--outfile={}", made.join(name).display())).current_dir(root))?;
        let size = |path: &Path| fs::metadata(path).map(|file| file.len());
        println!("{name}: {} bytes, {} joined", size(&made.join(name))?, size(file)?);
    }
    Ok(())
}

/// What a smaller form is made of: of scripts their first module, so that the source map names the modules.
fn source(root: &Path, file: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let page = root.join("crates/server/page");
    Ok(match name.split_once('-') {
        Some((_, rest)) if rest.ends_with(".css") => file.to_owned(),
        Some(("page", _)) => page.join("main.js"),
        Some(("worker", _)) => page.join("worker.js"),
        _ => bail!("'{name}' is no joined file"),
    })
}
