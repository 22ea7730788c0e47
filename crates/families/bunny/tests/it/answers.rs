//! The bunny's answers as JSON: they are read as they were written, and false ones do not hold.

use std::sync::Arc;

use engines::Context;
use puzzles::bunny::Bunny;
use puzzles::{Answer, CheckError, Family, Level, Question, QuestionKind, ask, check, words};
use serde_json::{Value, json};

use crate::load;

const CORNER: &str = "S##\n  #\n  #\n";

fn asked(level: &Arc<dyn Level>, kind: QuestionKind, moves: &[&str]) -> Answer {
    let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
    ask(level, &Question::after(kind, &moves), &Context::default()).unwrap()
}

/// The answer as somebody else may have changed it.
fn changed(answer: &Answer, change: impl Fn(&mut Value)) -> Result<Answer, String> {
    let mut value = serde_json::to_value(answer).unwrap();
    change(&mut value);
    Answer::from_value(Bunny.info(), value).map(Answer::without_told)
}

fn is_wrong(level: &Arc<dyn Level>, answer: &Answer) -> bool {
    matches!(check(level, answer, &Context::default()), Err(CheckError::Wrong(_)))
}

#[test]
fn answers_are_read_as_they_were_written() {
    let level = load(CORNER);
    let answers = [
        asked(&level, QuestionKind::SOLVE, &[]),
        asked(&level, QuestionKind::HINT, &["LOOP{", "F"]),
        asked(&level, QuestionKind::RUN, &["LOOP{F F R}", "step"]),
        asked(&load("S #"), QuestionKind::SOLVE, &[]),
        asked(&load("S #"), QuestionKind::HINT, &[]),
    ];
    for answer in answers {
        let text = serde_json::to_string(&answer).unwrap();
        assert_eq!(Answer::read(Bunny.info(), &text), Ok(answer));
    }
    let impossible = asked(&load("S #"), QuestionKind::SOLVE, &[]);
    assert_eq!(serde_json::to_string(&impossible.proof).unwrap(), r#"{"kind":"squares","cells":[[1,3]]}"#);
}

#[test]
fn false_runs_are_refused() {
    let level = load(CORNER);
    let run = asked(&level, QuestionKind::RUN, &["LOOP{F F R}"]);
    for missing in ["result", "end"] {
        let lied = changed(&run, |answer| drop(answer["answer"].as_object_mut().unwrap().remove(missing)));
        assert!(is_wrong(&level, &lied.unwrap()), "{missing}");
    }
    for (key, lie) in [
        ("result", Value::Null),
        ("result", json!({"kind": "won", "value": 3, "unit": "tokens"})),
        ("end", json!({"row": 1, "column": 1, "facing": "east"})),
        ("hops", json!(5)),
        ("complete", json!(false)),
    ] {
        let lied = changed(&run, |answer| answer["answer"][key] = lie.clone()).unwrap();
        assert!(is_wrong(&level, &lied), "{key}: {lie}");
    }
    assert!(changed(&run, |answer| answer["answer"]["level"] = json!(CORNER)).is_err(), "it is no run of this family");
}

#[test]
fn false_hints_and_certificates_are_refused() {
    let level = load(CORNER);
    let hint = asked(&level, QuestionKind::HINT, &["LOOP{"]);
    for (key, lie) in [
        ("best", json!([])),
        ("best", json!(["}"])),
        ("best", json!(["reset", "reset"])),
        ("tokens", json!(5)),
        ("programs", json!([])),
        ("programs", json!(["LOOP{R}"])),
    ] {
        let lied = changed(&hint, |answer| answer["answer"][key] = lie.clone()).unwrap();
        assert!(is_wrong(&level, &lied), "{key}: {lie}");
    }
    assert!(changed(&hint, |answer| drop(answer["answer"].as_object_mut().unwrap().remove("tokens"))).is_err());

    let unreachable = load("S ##");
    let proven = asked(&unreachable, QuestionKind::SOLVE, &[]);
    for lie in [json!([]), json!([[1, 3]]), json!([[1, 4], [1, 3]]), json!([[1, 1], [1, 3]])] {
        let lied = changed(&proven, |answer| answer["proof"]["cells"] = lie.clone()).unwrap();
        assert!(is_wrong(&unreachable, &lied), "{lie}");
    }
    assert!(changed(&proven, |answer| answer["proof"]["kind"] = json!("parity")).is_err());
}

#[test]
fn a_hint_is_advice_and_a_program_is_scored_by_its_tokens() {
    let level = load(CORNER);
    let advice = asked(&level, QuestionKind::HINT, &[]).body.unwrap().advice().unwrap();
    assert_eq!(advice.standing, "Still solvable: with 4 tokens at best.");
    // Any count completes the corner; those that play lists are named.
    assert_eq!(
        (advice.best.len(), &*advice.best[0], &*advice.best[8], advice.best == advice.said),
        (9, "LOOP{", "LOOP(9){", true)
    );
    let solved = asked(&level, QuestionKind::SOLVE, &[]);
    assert_eq!(words::score(&solved, &level.contest().unwrap()), Some(4));
}

/// A run is asked of every level and listed for none.
#[test]
fn the_questions_are_listed_without_run() {
    let listed = serde_json::to_value(Bunny.info().questions).unwrap();
    let expected = json!([
        {"question": "solve", "options": ["all"]},
        {"question": "hint", "options": ["moves", "reveal"]},
        {"question": "judge", "options": ["moves"]},
    ]);
    assert_eq!(listed, expected);
}
