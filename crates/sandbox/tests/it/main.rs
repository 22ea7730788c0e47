//! Machines of scripts: what they may do, what they cost.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod costs;
mod every_function;
mod hostile;
mod machine;
mod places;
mod transfer;
