//! Utilities that the tests of several crates share. This crate depends on no other crate of the workspace, so that the
//! unit tests of every crate can use it (a type of the crate under test would be a different type here). [`campaign`],
//! [`data`], [`growth`], [`hostile`], [`long_levels`], [`pebbles`], [`random`] and [`redis`] need no feature; `program`
//! adds `bounded`, `cli`, `nginx` and `server`, `load` and `router` the modules of their names.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc)] // a failed unwrap is a failed test

pub mod campaign;
pub mod data;
pub mod growth;
pub mod hostile;
pub mod long_levels;
pub mod pebbles;
pub mod random;
pub mod redis;

#[cfg(feature = "program")]
pub mod bounded;
#[cfg(feature = "program")]
pub mod cli;
#[cfg(feature = "load")]
pub mod load;
#[cfg(feature = "program")]
pub mod nginx;
#[cfg(feature = "router")]
pub mod router;
#[cfg(feature = "program")]
pub mod server;
