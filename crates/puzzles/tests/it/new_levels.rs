//! The new levels that menus offer, and the puzzles of the days.

use std::sync::Arc;

use engines::Context;
use puzzles::collection::{self, ShippedLevel};
use puzzles::daily::{DAILY, VERSION};
use puzzles::{FAMILIES, Family, GenerateOptions, Question, QuestionKind, Verdict, generate};

/// Nodes with which every level of a menu is made.
const NODES: u64 = 1 << 26;

fn options(board: &str, difficulty: Option<u64>, seed: u64) -> GenerateOptions {
    GenerateOptions { board: Some(board.into()), difficulty, seed, template: None }
}

fn made(family: &dyn Family, options: &GenerateOptions) -> String {
    let cx = Context::with_nodes(NODES);
    let text =
        generate(family, options, &cx).unwrap_or_else(|error| panic!("{} {options:?}: {error}", family.info().name));
    family.load(Arc::new(text.clone().into_bytes()), &Context::default()).unwrap();
    text
}

fn named(name: &str) -> &'static dyn Family {
    FAMILIES.iter().find(|family| family.info().name == name).copied().unwrap()
}

#[test]
fn every_size_and_difficulty_of_a_menu_is_made_of_any_seed() {
    for family in FAMILIES {
        let sizes = family.info().new_levels.iter().flat_map(|new| new.sizes);
        for size in sizes {
            assert!(size.difficulties.is_sorted(), "{size:?}");
            let wanted = size.difficulties.iter().copied().map(Some);
            let wanted: Vec<Option<u64>> = if size.difficulties.is_empty() { vec![None] } else { wanted.collect() };
            for (difficulty, seed) in wanted.iter().flat_map(|wanted| [(*wanted, 1), (*wanted, 20_000)]) {
                made(*family, &options(size.board, difficulty, seed));
            }
        }
    }
}

#[test]
fn families_that_make_levels_offer_a_menu_of_them() {
    for family in FAMILIES {
        assert_eq!(family.generator().is_some(), family.info().new_levels.is_some(), "{}", family.info().name);
    }
}

/// Whoever changes a generator, or the list, changes the version, and this figure with it: else links to a puzzle of a day
/// would open another one.
#[test]
fn the_puzzles_of_a_version_stay_what_they_are() {
    let days = 20_000..20_000 + DAILY.len() as u64;
    let texts: Vec<String> = days
        .map(|day| {
            let daily = &DAILY[(day % DAILY.len() as u64) as usize];
            made(named(daily.family), &options(daily.board, daily.difficulty, day))
        })
        .collect();
    assert_eq!(
        (VERSION, blake3::hash(texts.concat().as_bytes()).to_hex().as_str()),
        (1, "5010b69f0e105c60650d22d357f31f8cb6978356a6bc9b43451d888e80db25a8")
    );
}

/// The list of doubtful levels says of none of them which it is.
#[test]
fn levels_that_cannot_be_solved_are_called_doubtful_and_others_between_them() {
    for family in FAMILIES {
        let (doubtful, mut impossible) = (family.info().doubtful, verdicts(*family));
        impossible.retain(|(_, verdict)| *verdict == Some(Verdict::Impossible));
        let unnamed: Vec<_> = impossible.iter().filter(|(name, _)| !doubtful.contains(&name.as_str())).collect();
        assert!(unnamed.is_empty(), "{}: {unnamed:?}", family.info().name);
        assert!(
            doubtful.is_empty() || impossible.len() < doubtful.len(),
            "{}: all of {doubtful:?}",
            family.info().name
        );
    }
}

/// The verdicts on the shipped levels of a family, as far as they are found with little work.
fn verdicts(family: &'static dyn Family) -> Vec<(String, Option<Verdict>)> {
    let solve = Question::plain(QuestionKind::SOLVE);
    let verdict = |shipped: ShippedLevel| {
        let cx = Context::with_nodes(1 << 22);
        let level = family.load(Arc::new(shipped.text.into_owned().into_bytes()), &cx).ok()?;
        Some((shipped.name.clone(), puzzles::ask(&level, &solve, &cx).ok()?.verdict))
    };
    collection::shipped(family).into_iter().filter_map(verdict).collect()
}
