//! Files of several levels: the format of levels between lines `---`, and the files that families ship.

use std::sync::Arc;

use engines::Context;
use puzzles::collection::{ShippedLevel, separated, shipped, shipped_files};
use puzzles::family::{Collection, questions};
use puzzles::sokoban::Sokoban;
use puzzles::toggle::Toggle;
use puzzles::{FAMILIES, Family, LoadError, QuestionKind};

const LEVEL: &str = "board = \"1x2\"\nmoves = [\"11\"]\nstart = \"11\"\n";

fn open(text: &str) -> Result<Box<dyn Collection>, LoadError> {
    separated(&Toggle, Arc::new(text.as_bytes().to_vec()), &Context::default())
}

#[test]
fn levels_are_separated_and_places_are_those_of_the_file() {
    let text = format!("title = \"one\"\n{LEVEL}---  \n{LEVEL}---\r\nboard = 7\n");
    let collection = open(&text).unwrap();
    let titles: Vec<Option<&str>> = collection.entries().iter().map(|entry| entry.title.as_deref()).collect();
    assert_eq!(titles, [Some("one"), None, None]);
    let (first, second) =
        (collection.level(0, &Context::default()).unwrap(), collection.level(1, &Context::default()).unwrap());
    assert!(first.text().contains("one") && !second.text().contains("one"));
    match collection.level(2, &Context::default()).err() {
        Some(LoadError::Invalid(problems)) => {
            assert!(problems.iter().any(|problem| problem.line == 10), "{problems:?}")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn shipped_collections_are_taken_level_by_level() {
    for family in FAMILIES {
        for level in shipped(*family) {
            let text = level.text.clone().into_owned().into_bytes();
            let loaded = family.load(Arc::new(text), &Context::default());
            assert!(loaded.is_ok() && !level.about.is_empty(), "{level:?}");
        }
    }
    let names = |family: &dyn Family| shipped(family).into_iter().map(|level| level.name).collect::<Vec<_>>();
    assert_eq!(names(&Sokoban)[..2], ["first-steps#1", "first-steps#2"]);
    assert_eq!(names(&Toggle).len(), Toggle.info().levels.len());
}

#[test]
fn what_a_new_document_begins_with_is_a_level_that_can_be_solved() {
    let cx = Context::default();
    for family in FAMILIES {
        let (name, text) = (family.info().name, family.info().starter());
        let level = family.load(Arc::new(text.as_bytes()), &cx).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert!(questions(&*level).any(|question| question.kind == QuestionKind::SOLVE), "{name}");
        assert!(family.info().levels.iter().all(|shipped| shipped.text != text), "{name}: an example is no start");
    }
}

#[test]
fn whole_files_hold_the_levels_that_are_listed_one_by_one() {
    for family in FAMILIES {
        for file in shipped_files(*family, &shipped(*family)) {
            let name = file.shipped.name;
            let is_of = |level: &&ShippedLevel| level.name.split('#').next() == Some(name);
            assert_eq!(shipped(*family).iter().filter(is_of).count(), file.levels, "{name}");
            let opened = family.open(Arc::new(file.shipped.text.as_bytes()), &Context::default()).unwrap();
            assert_eq!(opened.entries().len(), file.levels, "{name}");
        }
    }
    assert!(shipped_files(&Sokoban, &shipped(&Sokoban)).any(|file| file.levels == 8));
}

#[test]
fn a_set_of_shipped_levels_is_a_file_of_them() {
    let (families, cx) = (FAMILIES, Context::default());
    let sets: Vec<_> = families.iter().flat_map(|family| family.sets().iter().map(move |set| (*family, set))).collect();
    assert!(!sets.is_empty());
    for (family, set) in sets {
        let levels = family.info().levels;
        assert!(levels.iter().all(|level| level.name != set.name), "{}: a level has this name", set.name);
        let collection = family.open(Arc::new(set.text(family.info()).into_bytes()), &cx).unwrap();
        assert_eq!(collection.entries().len(), set.levels.len());
        for (index, name) in set.levels.iter().enumerate() {
            let level = levels.iter().find(|level| level.name == *name).unwrap();
            let alone = family.load(Arc::new(level.text.as_bytes()), &cx).unwrap();
            assert_eq!(collection.level(index, &cx).unwrap().text(), alone.text(), "{name}");
        }
    }
}

#[test]
fn an_empty_part_is_refused_at_its_place() {
    for (text, line) in [(format!("{LEVEL}---\n\n---\n{LEVEL}"), 5), (format!("---\n{LEVEL}"), 1)] {
        match open(&text).err() {
            Some(LoadError::Invalid(problems)) => assert_eq!(problems[0].line, line, "{problems:?}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_separator_inside_a_string_is_none() {
    let text = format!("title = '''\n---\n'''\n{LEVEL}");
    assert_eq!(open(&text).unwrap().entries().len(), 1);
    assert_eq!(open(&format!("{text}---\n{LEVEL}")).unwrap().entries().len(), 2);
}
