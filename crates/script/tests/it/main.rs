//! Scripts as levels: known answers, deadlines, ends, sprites; the page about the answers of all families.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod altered;
mod answers_page;
mod deadlines;
mod interrupted;
mod known;
mod map_states;
mod sprites;
