//! Any text is a save or refused; one that opens saves again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = puzzles::Record::open(puzzles::FAMILIES, text);
});
