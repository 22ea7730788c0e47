//! Writes the page for a plain host into a folder: `cargo run -p menagerie-server --example site -- FOLDER`.
//!
//! `cargo xtask web` builds the engines for the page first and calls this.

use std::path::PathBuf;
use std::{env, fs};

fn main() -> std::io::Result<()> {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("site: expected the folder to write");
        std::process::exit(2);
    };
    for (path, content) in server::static_files(script::families()) {
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, content)?;
    }
    println!("{}", folder.display());
    Ok(())
}
