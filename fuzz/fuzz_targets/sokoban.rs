//! Any bytes are a file of Sokoban levels or refused with a place; each level's text is a fixed point.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| menagerie_fuzz::level("sokoban", bytes));
