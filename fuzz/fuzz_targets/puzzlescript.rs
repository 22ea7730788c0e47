//! Any text compiles to a game or is refused within its limits, and every problem lies in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| menagerie_fuzz::puzzlescript(&String::from_utf8_lossy(bytes)));
