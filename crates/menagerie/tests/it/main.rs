//! The verbs of the command line and the server: answers, tables, pictures, refusals.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod check;
#[path = "../cli/mod.rs"]
mod cli;
#[cfg(feature = "raster")]
mod cookbook;
mod drawing_options;
#[cfg(feature = "raster")]
mod films;
mod hint_tables;
mod known_answers;
mod maps;
mod options;
mod outputs;
mod outside;
mod own_family;
mod pictures;
mod questions;
mod recognised;
mod refusals;
mod run_ends;
mod scripts;
mod serve;
mod several_levels;
mod shortcut;
mod sprites;
mod tables;
mod verify;
mod world;
mod world_recorded;
