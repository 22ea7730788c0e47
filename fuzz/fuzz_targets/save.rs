//! Any text is a save or refused; one that opens saves again, as a fixed point.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| menagerie_fuzz::save(text));
