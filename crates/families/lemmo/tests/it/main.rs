//! Lemmo: known answers, agreement with brute force, and the laws on random levels.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod digger;
mod hints;
mod notations;
mod starts;
