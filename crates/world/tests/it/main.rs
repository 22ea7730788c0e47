//! Worlds: how bodies move, what scripts are told, which files are refused, and that runs repeat.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod behaviour;
mod bodies;
mod ceilings;
mod events;
mod hostile;
mod interrupted;
mod motion;
mod movement;
mod repeat;
mod tiled_maps;
mod world_builder;
