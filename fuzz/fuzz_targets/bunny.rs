//! Any bytes are a bunny board or refused with a place, and any text is a move that plays or is refused.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use puzzles::bunny::Bunny;
use puzzles::{Family, Record, Role};

fuzz_target!(|bytes: &[u8]| {
    menagerie_fuzz::level("bunny", bytes);
    let level = Bunny.load(Arc::new(b"S##\n# #".to_vec())).expect("the board is valid");
    let mut record = Record::new(level, Role("bunny"));
    if record.make(&String::from_utf8_lossy(bytes)).is_ok() {
        let _ = record.make("run");
        assert!(!record.play().picture().frames.is_empty());
        assert!(record.play().outcome().is_some());
    }
});
