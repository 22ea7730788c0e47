//! The page as a folder of files for a plain host: `target/web/site`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::bench::{done, target_folder};

/// Writes the folder anew; what stood there before goes.
pub(super) fn write(root: &Path) -> anyhow::Result<()> {
    let folder = target_folder(root).join("web/site");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    // In the profile of the tests, which have built most of it: nothing here needs to be quick.
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--locked", "--package", "menagerie-server", "--example", "site", "--"]);
    done(cargo.arg(&folder).current_dir(root))
}
