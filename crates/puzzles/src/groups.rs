//! The built-in families in groups, for programs that are loaded over a network in parts: rules by which levels are
//! played, and engines, which are loaded when a level is asked about.
//!
//! Each list is a constant of its own, so that a program that names one links no family of the others.

use frame::Family;

/// Toggles, pebbles and programs of the bunny: boards whose engines know them as matrices and graphs.
pub const BOARDS: &[&dyn Family] = &[&toggle::Toggle, &pebble::Pebble, &bunny::Bunny];
/// Lemmo, the wall game and Sokoban: something walks over a grid.
pub const WALKS: &[&dyn Family] = &[&lemmo::Lemmo, &wall::Wall, &sokoban::Sokoban];
/// PuzzleScript alone: games that are texts.
pub const GAMES: &[&dyn Family] = &[&puzzlescript_family::PuzzleScript];
/// All families of which none is a language of its own: [`BOARDS`] and [`WALKS`].
pub const GRIDS: &[&dyn Family] = &both::<{ BOARDS.len() + WALKS.len() }>(BOARDS, WALKS);

const fn both<const N: usize>(one: &[&'static dyn Family], other: &[&'static dyn Family]) -> [&'static dyn Family; N] {
    let (mut all, mut at) = ([one[0]; N], 0);
    while at < N {
        all[at] = if at < one.len() { one[at] } else { other[at - one.len()] };
        at += 1;
    }
    all
}

/// Families whose engines are loaded together.
#[derive(Clone, Copy)]
pub struct Group {
    /// The name of the rules by which their levels are played.
    pub rules: &'static str,
    /// The name of the engines.
    pub engines: &'static str,
    /// The families.
    pub families: &'static [&'static dyn Family],
}

/// All groups; each built-in family is in one.
pub const GROUPS: &[Group] = &[
    Group { rules: "grids-rules", engines: "boards", families: BOARDS },
    Group { rules: "grids-rules", engines: "walks", families: WALKS },
    Group { rules: "games-rules", engines: "games", families: GAMES },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(families: impl Iterator<Item = &'static &'static dyn Family>) -> Vec<&'static str> {
        let mut names: Vec<&str> = families.map(|family| family.info().name).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn each_family_is_in_one_group() {
        assert_eq!(sorted(GROUPS.iter().flat_map(|group| group.families)), sorted(crate::FAMILIES.iter()));
        assert_eq!(sorted(BOARDS.iter().chain(WALKS)), sorted(GRIDS.iter()), "those of the module of rules");
    }
}
