//! Every family obeys the laws, and none can dodge them.

use puzzles::{Family, laws};
use testkit::campaign::cases;

/// The families some of whose levels take long, and the nodes that a question and a check of them may take.
const TAKE_LONG: [(&str, u64); 2] = [("pebble", 200_000), ("bunny", 100_000)];

/// The nodes that a question about a shipped level of the family may take, if they are limited.
fn limit(family: &dyn Family) -> Option<u64> {
    TAKE_LONG.iter().find(|(name, _)| *name == family.info().name).map(|(_, nodes)| *nodes)
}

/// Checks the laws on the shipped levels of a family.
fn shipped_levels_obey(family: &dyn Family) {
    let texts: Vec<&str> = family.info().levels.iter().map(|level| level.text).collect();
    laws::check_texts(family, &texts, limit(family));
}

/// A test for each family, so that they are told apart and run beside each other, and one for those that are not named.
macro_rules! obey {
    ($($family:ident),*) => {
        $(
            #[test]
            fn $family() {
                let family = puzzles::FAMILIES.iter().find(|family| family.info().name == stringify!($family));
                shipped_levels_obey(*family.expect("a family of this name"));
            }
        )*

        #[test]
        fn families_that_are_not_named_obey_and_every_family_ships_a_level() {
            let named = [$(stringify!($family)),*];
            for family in puzzles::FAMILIES {
                assert!(!family.info().levels.is_empty(), "{}", family.info().name);
                if !named.contains(&family.info().name) {
                    shipped_levels_obey(*family);
                }
            }
        }
    };
}

obey!(toggle, lemmo, wall, pebble, bunny, sokoban, puzzlescript);

/// The levels of the families that are checked within limits, one after the other, to the end of every search.
#[test]
fn levels_that_take_long_obey() {
    let within = puzzles::FAMILIES.iter().filter(|family| limit(**family).is_some());
    let levels: Vec<_> = within.flat_map(|family| family.info().levels.iter().map(|level| (*family, level))).collect();
    for case in cases(3) {
        let Some((family, level)) = levels.get(case as usize) else { break };
        laws::check_texts(*family, &[level.text], None);
    }
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
