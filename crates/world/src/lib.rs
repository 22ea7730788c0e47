//! The live world: a deterministic simulation of animals that Luau scripts steer, with rigid-body physics.
//!
//! A world is a `.world.toml` file, a Tiled map and scripts ([`definition`], [`map`]). [`World::step`] advances it by
//! 1/60 s; [`World::input`] applies what the user does; [`World::view`] returns what to draw. The same files, seed and
//! inputs give the same [`World::hash`] after the same number of steps, on every computer, also after [`World::save`]
//! and [`World::resume`].
//!
//! This crate knows nothing of puzzles, the network or clocks, and reads no files: callers pass them as [`Files`]. Only
//! `physics.rs` depends on the physics crate.

mod appearance;
mod arguments;
mod build;
pub mod camera;
pub mod ceilings;
mod contacts;
mod controller;
mod crowd;
mod decomposition;
pub mod definition;
mod draw;
pub mod element;
mod ending;
mod event;
mod files;
mod fingerprint;
mod game;
mod goals;
pub mod input;
pub mod log;
pub mod map;
pub mod physics;
pub mod point;
pub mod problem;
mod scene;
mod script_runner;
mod shipped;
pub mod snapshot;
mod spatial_index;
mod sprites;
mod status;
mod terrain;
mod tiled;
mod turn;
pub mod view;
mod world;

pub use camera::Camera;
pub use ceilings::{Allowance, LoadError};
pub use draw::{Screenshot, Shapes, film};
pub use element::{Element, Failure};
pub use ending::{Outcome, ResultKind};
pub use event::{Event, Verb};
pub use files::{Files, read_text};
pub use game::memory_text;
pub use input::{Entry, Input, StateHash};
pub use log::{BadLog, InputLog};
pub use point::Point;
pub use problem::Problem;
pub use sandbox::{Cause, ScriptError, StopFlag, Until};
pub use shipped::{SHIPPED, ShippedWorld, shipped_file};
pub use status::{Status, counted};
pub use view::{Backdrop, View};
pub use world::World;

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
