//! The project's own chores, run as `cargo xtask CHORE`.

mod bench;
mod campaign;
mod compare;
mod dist;
mod docs;
mod new_family;
mod tidy;
mod web;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

/// The project's own chores.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Copy the blank family to a new folder and put it into the list
    NewFamily {
        /// Its name, in lower case: frog
        name: String,
    },
    /// Check the invariants that the compiler does not
    Tidy,
    /// Try thousands of cases of a test that otherwise tries a sample; without a name, list such tests
    Campaign(campaign::Options),
    /// Measure beside the peers and keep the figures in bench/results
    Bench(bench::Options),
    /// Write docs/answers.md anew, from what the types of answers declare
    Docs,
    /// Build the archive of a release: the program, linked statically where that is possible, and what belongs to it
    Dist(dist::Options),
    /// Compare with an earlier release build in alternating pairs; fail where a row became slower
    Compare(compare::Options),
    /// Build the engines as WebAssembly modules for the page
    Web(web::Options),
}

fn main() -> anyhow::Result<()> {
    let root = root();
    match Arguments::parse().chore {
        Chore::NewFamily { name } => new_family::run(&root, &name),
        Chore::Tidy => tidy::run(&root),
        Chore::Campaign(options) => campaign::run(&root, &options),
        Chore::Bench(options) => bench::run(&root, &options),
        Chore::Docs => docs::run(&root),
        Chore::Dist(options) => dist::run(&root, &options),
        Chore::Compare(options) => compare::run(&root, &options),
        Chore::Web(options) => web::run(&root, &options),
    }
}

/// The workspace's folder.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
