//! Lemmo.

pub(crate) mod outcomes;
pub(crate) mod gains;
pub(crate) mod edits;
pub(crate) mod ladder;
pub(crate) mod pack;
pub mod rules;
pub(crate) mod walkers;
#[cfg(test)]
mod oracle;
