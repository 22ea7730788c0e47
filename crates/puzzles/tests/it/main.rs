//! The families against known answers and brute force, and the laws that hold in all.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod bunny;
mod bunny_answers;
mod bunny_films;
mod canvas;
mod cases;
mod checked;
mod faults;
mod laws;
mod lemmo;
mod lemmo_hints;
mod lemmo_notations;
#[path = "../map_files/mod.rs"]
mod map_files;
mod map_states;
mod pebble;
mod pebble_brute;
mod pebble_homes;
mod pebble_large;
mod pebble_notation;
mod pebble_pictures;
mod pebble_words;
mod puzzlescript;
mod puzzlescript_known;
mod puzzlescript_problems;
mod puzzlescript_shown;
mod recognition;
mod result;
mod shortcut;
mod sokoban;
mod space_maps;
mod toggle;
mod toggle_elimination;
mod told;
mod wall;
