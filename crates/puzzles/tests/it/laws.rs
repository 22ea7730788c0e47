//! Every family obeys the laws, and none can dodge them.

use puzzles::laws;

#[test]
fn every_family_obeys_on_its_shipped_levels() {
    std::thread::scope(|threads| {
        for family in puzzles::FAMILIES {
            assert!(!family.info().levels.is_empty(), "{} ships no level", family.info().name);
            threads.spawn(|| laws::check(*family, &[]));
        }
    });
}

#[test]
fn the_blank_family_obeys() {
    laws::check(&puzzles::blank::Blank, &["-\n", "#####"]);
}

/// A list of levels names each by a title; the names after `@` are for typing.
#[test]
fn every_shipped_level_has_a_title() {
    for family in puzzles::FAMILIES {
        for level in puzzles::collection::shipped(*family) {
            assert!(level.title.is_some_and(|title| title.len() > 3), "{} {}", family.info().name, level.name);
        }
    }
}
