//! Exact methods that know no puzzle.
//!
//! Every entry point takes a [`Context`]: a budget of nodes, bytes and time, a stop flag, a place to report
//! progress, and a store for tables. An engine that runs out returns [`Halt`], never a wrong answer.
//!
//! Absent: any puzzle's name, input and output, JSON, async.

pub mod context;
pub mod gf2;
pub mod gfp;
pub mod lru_cache;
pub mod map;
pub mod motion;
pub mod search;
pub mod synth;

pub use context::{
    Budget, CancellationToken, Context, Halt, NoProgress, NoStore, Progress, Report, Reservation, Sink, Spent, Store,
    Stored,
};
pub use lru_cache::LruCache;
