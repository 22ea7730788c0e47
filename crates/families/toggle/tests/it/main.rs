//! Toggle: known answers, agreement with brute force, and the laws on random levels.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod answers;
mod elimination;
