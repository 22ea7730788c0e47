//! Any bytes are a bunny board or refused with a place, and any text is a move that plays or is refused.
#![no_main]

use std::sync::Arc;

use engines::Context;
use libfuzzer_sys::fuzz_target;
use puzzles::bunny::Bunny;
use puzzles::{Family, Record, Role};

fuzz_target!(|bytes: &[u8]| {
    menagerie_fuzz::level("bunny", bytes);
    let level = Bunny.load(Arc::new(b"S##\n# #".to_vec()), &Context::default()).expect("the board is valid");
    let mut record = Record::new(level, Role("bunny"));
    if record.play(&String::from_utf8_lossy(bytes)).is_ok() {
        let _ = record.play("run");
        assert!(!record.position().picture().frames.is_empty());
        assert!(record.position().outcome().is_some());
    }
});
