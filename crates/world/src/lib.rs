//! The live world: animals that think in Luau, bodies that obey physics, alive in a viewer and repeatable bit for
//! bit without one.
//!
//! A world is a `.world.toml` file, a Tiled map and scripts ([`definition`], [`map`]). [`World::step`] advances it by
//! 1/60 s; [`World::input`] takes what the user does; [`World::view`] is what to draw. Same files, seed and inputs
//! give the same [`World::hash`] after the same number of steps, on every machine, also after [`World::save`] and
//! [`World::resume`].
//!
//! Absent: puzzles, files (callers hand them over), network, clocks. Only `physics.rs` names the physics crate.

mod appearance;
mod arguments;
mod build;
pub mod camera;
pub mod controller;
pub mod definition;
mod draw;
pub mod element;
mod ending;
mod event;
mod fingerprint;
mod game;
pub mod input;
pub mod map;
pub mod physics;
pub mod point;
pub mod problem;
mod scene;
mod script_runner;
mod shipped;
pub mod snapshot;
mod spatial_index;
mod tiled;
mod turn;
pub mod view;
mod world;

pub use camera::Camera;
pub use draw::{Screenshot, film};
pub use element::{Element, Failure};
pub use ending::{Outcome, ResultKind};
pub use event::{Event, Verb};
pub use game::memory_text;
pub use input::{Entry, Input};
pub use map::Files;
pub use point::Point;
pub use problem::Problem;
pub use sandbox::{Cause, ScriptError, Until};
pub use shipped::{SHIPPED, ShippedWorld, shipped_file};
pub use view::{Backdrop, View};
pub use world::World;
