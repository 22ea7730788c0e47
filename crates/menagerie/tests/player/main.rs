//! The player and the prompt at a real pseudo-terminal, and line by line.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

#[path = "../cli/mod.rs"]
mod cli;
mod demos;
mod gone_terminal;
mod hidden_characters;
mod plain_reader;
mod play_plain;
mod play_restores;
mod play_terminal;
mod reader;
mod repl;
mod terminal;
