//! Scripts as levels: known answers, deadlines, ends, sprites.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod altered;
mod deadlines;
mod interrupted;
mod known;
mod sprites;
