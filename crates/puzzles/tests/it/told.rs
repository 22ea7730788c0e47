//! What the frame tells of an answer in its JSON, and that a check compares it with the answer.

use std::sync::Arc;

use engines::Context;
use puzzles::{Answer, CheckError, FAMILIES, Level, Question, QuestionKind, Source, ask, check};
use serde_json::{Value, json};

fn level(family: &str, name: &str) -> Arc<dyn Level> {
    let family = FAMILIES.iter().find(|one| one.info().name == family).unwrap();
    frame::checked::shipped(*family, name)
}

fn answered(level: &Arc<dyn Level>, question: QuestionKind, moves: &[&str]) -> Value {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let answer = ask(level, &Question::after(question, &moves), &Context::default()).unwrap();
    serde_json::to_value(answer).unwrap()
}

/// Checks an answer that was read from this object; the words of what was not rechecked.
fn checked(level: &Arc<dyn Level>, object: Value) -> Result<Vec<String>, CheckError> {
    let answer = Answer::from_value(level.info(), object).unwrap();
    check(level, &answer, &Context::default()).map(|checked| checked.not_rechecked)
}

#[test]
fn the_best_value_its_unit_and_the_words_are_told() {
    let flipper = answered(&level("toggle", "flipper"), QuestionKind::SOLVE, &[]);
    assert_eq!(flipper["known"], "found, proven best");
    assert_eq!(flipper["words"], json!(["3 presses: 1, 3, 4", "rank 9, nullity 0"]));
    assert_eq!(flipper["optimum"], json!({"value": 3, "unit": "presses", "proven": true}));
    let seed = answered(&level("lemmo", "seed"), QuestionKind::SOLVE, &[]);
    assert_eq!([&seed["optimum"]["unchanged"], &seed["answer"]["wins"]], [&json!(20), &json!(20)]);
    let none = answered(&level("toggle", "one-light"), QuestionKind::SOLVE, &[]);
    assert_eq!((&none["known"], &none["optimum"]), (&json!("impossible, proven"), &Value::Null));
}

#[test]
fn a_hint_tells_how_the_position_stands() {
    let standing = answered(&level("toggle", "flipper"), QuestionKind::HINT, &["1"])["standing"].clone();
    let left = json!({"value": 2, "unit": "moves", "proven": true});
    assert_eq!(
        standing,
        json!({"can_win": true, "left": left, "now": "3, 4", "words": "Still solvable: 2 moves left at best."})
    );
    let lost = answered(&level("toggle", "one-light"), QuestionKind::HINT, &[])["standing"].clone();
    assert_eq!(lost["can_win"], false);
    assert!(lost["words"].as_str().unwrap().starts_with("It cannot be solved from here: "), "{lost}");
    let tokens = answered(&level("bunny", "bunny-03"), QuestionKind::HINT, &[])["standing"].clone();
    assert_eq!(tokens["left"], json!({"value": 4, "unit": "tokens", "proven": true}), "{tokens}");
}

#[test]
fn numbers_that_do_not_follow_from_the_answer_are_refused_and_other_words_are_named() {
    let level = level("toggle", "flipper");
    let (solve, hint) = (answered(&level, QuestionKind::SOLVE, &[]), answered(&level, QuestionKind::HINT, &[]));
    assert_eq!(checked(&level, solve.clone()).unwrap(), Vec::<String>::new());
    let changed = |object: &Value, path: &str, value: Value| {
        let mut object = object.clone();
        *object.pointer_mut(path).unwrap() = value;
        checked(&level, object)
    };
    for (object, path, value) in [
        (&solve, "/known", json!("found, not proven best")),
        (&solve, "/optimum/value", json!(2)),
        (&solve, "/optimum/unit", json!("moves")),
        (&solve, "/optimum/proven", json!(false)),
        (&hint, "/standing/can_win", json!(false)),
        (&hint, "/standing/left/value", json!(2)),
    ] {
        let field = path.split('/').nth(1).unwrap();
        let wrong = changed(object, path, value).unwrap_err().to_string();
        assert!(wrong.contains(&format!("'{field}' does not follow from the answer")), "{path}: {wrong}");
    }
    for (object, path) in [(&solve, "/words/0"), (&hint, "/standing/words")] {
        let open = changed(object, path, json!("no presses")).unwrap();
        assert!(open.iter().any(|what| what.starts_with("the words, ")), "{path}: {open:?}");
    }
}

#[test]
fn an_answer_of_an_older_version_tells_nothing_and_holds() {
    let level = level("toggle", "flipper");
    let mut older = answered(&level, QuestionKind::SOLVE, &[]);
    for field in ["known", "words", "optimum"] {
        older.as_object_mut().unwrap().remove(field);
    }
    assert_eq!(checked(&level, older.clone()).unwrap(), Vec::<String>::new());
    older["known"] = json!("found, proven best");
    assert_eq!(Answer::from_value(level.info(), older).unwrap_err(), "missing field `words`");
}

#[test]
fn a_par_stands_beside_the_proven_best() {
    let family = FAMILIES.iter().find(|one| one.info().name == "toggle").unwrap();
    let text = family.info().levels.iter().find(|level| level.name == "flipper").unwrap().text;
    for (par, holds) in [(3, true), (4, false)] {
        let lines = text.lines().filter(|line| !line.starts_with("par"));
        let text = format!("par = {par}\n{}\n", lines.collect::<Vec<_>>().join("\n"));
        let source: Arc<dyn Source> = Arc::new(text.into_bytes());
        let level = family.load(source, &Context::default()).unwrap();
        let answer = answered(&level, QuestionKind::SOLVE, &[]);
        assert_eq!((&answer["par"]["stated"], &answer["par"]["holds"]), (&json!(par.to_string()), &json!(holds)));
        assert_eq!(checked(&level, answer.clone()).unwrap(), Vec::<String>::new());
        let mut other = answer;
        other["par"]["stated"] = json!("9");
        assert!(checked(&level, other).unwrap_err().to_string().contains("'par'"));
    }
}
