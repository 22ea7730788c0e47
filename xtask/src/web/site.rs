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
    // In the profile of the tests and with the features of the whole workspace: the tests have built it that way
    // before, and nothing here needs to be quick.
    done(
        Command::new("cargo")
            .args(["build", "--quiet", "--locked", "--workspace", "--example", "site"])
            .current_dir(root),
    )?;
    done(Command::new(target_folder(root).join("debug/examples/site")).arg(&folder).current_dir(root))
}
