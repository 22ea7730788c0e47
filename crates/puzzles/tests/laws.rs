//! Every family obeys the laws, and none can dodge them.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use puzzles::laws;

#[test]
fn every_family_obeys_on_its_shipped_levels() {
    std::thread::scope(|threads| {
        for family in puzzles::FAMILIES {
            assert!(!family.info().levels.is_empty(), "{} ships no level", family.info().name);
            threads.spawn(|| laws::check(*family, &[]).unwrap());
        }
    });
}

#[test]
fn the_blank_family_obeys() {
    laws::check(&puzzles::blank::Blank, &["-\n", "#####"]).unwrap();
}
