//! The server: its API, its queues and scheduler, and live worlds.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;
mod api_description;
mod batch;
mod large_boards;
mod live;
mod own_levels;
mod queue;
mod recognise;
mod rights;
mod scheduler;
mod test_server;
mod work;
mod world_server;
