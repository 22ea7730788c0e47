//! Shortest paths in state spaces that are too large to list and given by their moves.
//!
//! A space says its moves once per state; the engines here know nothing else of it. Every engine takes a
//! [`Context`](crate::Context), reports the lower bound proven so far, and tells exhaustion from giving up.

pub mod space;

pub use space::Space;
