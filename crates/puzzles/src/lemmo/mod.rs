//! Lemmo.

pub(crate) mod outcomes;
pub mod rules;
pub(crate) mod walkers;
#[cfg(test)]
mod oracle;
