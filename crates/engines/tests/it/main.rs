//! The engines against brute force, each other and damaged stores.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod engines_agree;
mod folders;
mod graphs;
mod map;
mod packed;
mod packed_costs;
mod packed_on_disk;
mod retrograde;
mod search;
mod search_rules;
