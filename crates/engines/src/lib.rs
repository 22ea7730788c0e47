//! Exact methods that are independent of any puzzle.
//!
//! Every entry point takes a [`Context`]: a budget of nodes, bytes and time, a cancellation token, a receiver of
//! progress reports, and a store for tables. An engine ends in an [`Outcome`], or returns [`Halt`] where a limit is
//! reached; it never returns a wrong answer.
//!
//! Absent: any puzzle's name, input and output, JSON, async.

pub mod assignment;
pub mod clock;
pub mod context;
pub mod gf2;
pub mod gfp;
pub mod lru_cache;
pub mod map;
pub mod motion;
mod outcome;
pub mod packed;
mod random;
mod sealed;
pub mod search;
mod state_rows;
mod store;
pub mod synth;
mod time_limit;

pub use context::{
    Budget, CancellationToken, Context, EngineLimit, Halt, NoProgress, Progress, Report, Reservation, Spent,
};
pub use lru_cache::{LruCache, ValueCache};
pub use outcome::Outcome;
pub use state_rows::{StateMove, StateRow, StateSink, StatesSize};
pub use store::{MapFile, MemoryStore, NoStore, Sink, StorageFailure, Store, Stored, WorkFolder};
pub use time_limit::TimeLimit;

/// The example of the readme, tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
