//! Any bytes are a pebble level or refused with a place; a level's text is a fixed point.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| menagerie_fuzz::level("pebble", bytes));
