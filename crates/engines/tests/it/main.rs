//! The engines against brute force, each other and damaged stores.
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
