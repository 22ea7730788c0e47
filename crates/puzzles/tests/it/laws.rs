//! Every family obeys the laws, and none can dodge them.

use puzzles::laws;

/// A test for each family, so that they are told apart and run beside each other; of none may one be missing.
macro_rules! obey {
    ($($family:ident),*) => {
        $(
            #[test]
            fn $family() {
                let family = puzzles::FAMILIES.iter().find(|family| family.info().name == stringify!($family));
                laws::check(*family.expect("a family of this name"), &[]);
            }
        )*

        #[test]
        fn every_family_is_tested_and_ships_a_level() {
            let tested = [$(stringify!($family)),*];
            for family in puzzles::FAMILIES {
                let info = family.info();
                assert!(tested.contains(&info.name) && !info.levels.is_empty(), "{}", info.name);
            }
        }
    };
}

obey!(toggle, lemmo, wall, pebble, bunny, sokoban, puzzlescript);

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
