//! Bunny: known answers, agreement with brute force, and the laws on random levels.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::sync::Arc;

use puzzles::Level;
use puzzles::bunny::Bunny;

mod answers;
mod films;
mod programs;

fn load(text: &str) -> Arc<dyn Level> {
    frame::checked::load(&Bunny, text)
}
