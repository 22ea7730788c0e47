//! Rabbit and Eel, the wall game.

pub mod board;
mod choices;
mod lanes;
mod pack;
pub mod scan;
mod sweeps;
#[cfg(target_arch = "x86_64")]
mod x86;
