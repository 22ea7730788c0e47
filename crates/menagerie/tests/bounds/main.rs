//! What is promised of time, memory, signals and strangers: tests that measure, and so have the machine alone.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod bounded;
#[path = "../cli/mod.rs"]
mod cli;
mod disk;
mod disk_together;
mod hint_table;
mod hostile_luau;
mod hostile_puzzles;
mod hostile_scripts;
mod hostile_texts;
mod hostile_world;
mod hostile_worlds;
mod limits;
mod phases;
#[cfg(unix)]
mod proxied;
mod serve_hostile;
mod serve_hostile_texts;
mod serve_kill;
mod serve_load;
mod signalled;
mod stacks;
mod survey;
mod workers;
