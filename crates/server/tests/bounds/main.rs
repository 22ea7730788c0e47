//! What the server and its live worlds do with too much. These tests count turns and steps of several clients beside
//! each other, so that nothing else runs beside them.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod limits_socket;
mod live_limits;
#[path = "../it/test_server/mod.rs"]
mod test_server;
#[path = "../it/world_server/mod.rs"]
mod world_server;
