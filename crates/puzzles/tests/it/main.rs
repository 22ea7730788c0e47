//! What concerns several families: case files, the laws, formats, results, maps and shortcuts.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod arrangement;
mod canvas;
mod cases;
mod collection;
mod faults;
mod laws;
#[path = "../map_files/mod.rs"]
mod map_files;
mod map_states;
mod new_levels;
mod recognition;
mod result;
mod shortcut;
mod space_maps;
mod told;
mod unconfirmed;
