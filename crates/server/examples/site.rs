//! Writes the page for a plain host into a folder: `cargo run -p menagerie-server --example site -- FOLDER`; with `--joined`
//! before the folder the joined scripts and style sheets alone, as they are before anything is made of them.
//!
//! `cargo xtask web` builds the engines for the page first and calls this.

use std::path::PathBuf;
use std::{env, fs};

fn main() -> std::io::Result<()> {
    let mut given = env::args_os().skip(1).peekable();
    let is_joined = given.next_if(|first| first == "--joined").is_some();
    let Some(folder) = given.next().map(PathBuf::from) else {
        eprintln!("site: expected the folder to write");
        std::process::exit(2);
    };
    let files = if is_joined { server::joined_files() } else { server::static_files(script::families()) };
    for (path, content) in files {
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, content)?;
    }
    println!("{}", folder.display());
    Ok(())
}
