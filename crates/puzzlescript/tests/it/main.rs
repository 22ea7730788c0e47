//! The language against its reference, plain sessions and its own other forms.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod after_turn;
mod agreement;
mod changes;
mod compiled;
mod conditions;
mod corpus;
mod diagnostics;
mod games;
mod hostile;
mod hostile_games;
mod mutation;
mod mutations;
mod oracle;
mod plain_session;
mod play;
mod quirks;
mod random_game;
mod remarks;
mod shared;
mod traces;
