//! Lemmo: what hints say of starts, and after the walk.

use engines::Context;
use puzzles::lemmo::Lemmo;
use puzzles::lemmo::body::Hint;
use puzzles::options::MOVES;
use puzzles::solution::Exhausted;
use puzzles::{Answer, Body, Family, OptionValue, Options, QuestionKind, check, words};

use crate::lemmo::{SEED, answer, body, load, plain};

#[test]
fn hints_speak_of_starts_from_the_second_step_on() {
    let told = |step: u64, text: &str| {
        let asked = Options::default().with(&puzzles::options::REVEAL, OptionValue::Number(step));
        words::lines(&answer(text, QuestionKind::HINT, asked))
    };
    assert_eq!(told(1, SEED), ["It can be won."]);
    assert_eq!(told(2, SEED), ["It can be won.", "20 of 24 starts win."]);
    assert_eq!(told(3, SEED)[..2], ["It can be won.", "20 of 24 starts win."]);
    assert_eq!(told(2, "@\n"), ["It cannot be won from here.", "0 of 2 starts win."]);
    let asked = Options::default().with(&puzzles::options::REVEAL, OptionValue::Number(2));
    let mut value = serde_json::to_value(answer(SEED, QuestionKind::HINT, asked)).unwrap();
    value["answer"]["share"] = "21 of 24 starts win".into();
    let lied = Answer::from_value(Lemmo.info(), value.clone()).unwrap().without_told();
    assert_eq!(check(&load(SEED), &lied, &Context::default()).unwrap_err().to_string(), "not so many moves win");
    // Hints of older versions do not say it.
    value["answer"].as_object_mut().unwrap().remove("share");
    check(&load(SEED), &Answer::from_value(Lemmo.info(), value).unwrap().without_told(), &Context::default()).unwrap();
}

#[test]
fn a_hint_tells_a_won_walk_from_a_lost_one_and_from_a_map_where_no_start_wins() {
    let after = |text: &str, moves: &[&str]| {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        answer(text, QuestionKind::HINT, Options::default().with(&MOVES, OptionValue::List(moves)))
    };
    let won = after(SEED, &["6 right"]);
    let hint: Hint = body(&won);
    assert_eq!((hint.best.len(), hint.moves_left, hint.starts), (0, Some(0), None));
    assert_eq!(hint.advice().unwrap().standing, "Nothing is left to do.");
    assert_eq!(words::lines(&won), ["nothing to do (Lemmo has won)"]);
    assert_eq!(body::<Hint>(&plain(SEED, QuestionKind::HINT)).moves_left, Some(1));
    for (lost, states) in [(after(SEED, &["6 left"]), 1), (plain("@\n", QuestionKind::HINT), 3)] {
        assert_eq!(lost.verdict, Some(puzzles::Verdict::Impossible));
        assert_eq!(lost.proof_as::<Exhausted>(), Some(&Exhausted::over(states)));
    }
    // An answer of an older version was the same after either walk, and still holds in part.
    let mut older = serde_json::to_value(&won).unwrap();
    older["answer"].as_object_mut().unwrap().remove("moves_left");
    check(&load(SEED), &Answer::from_value(Lemmo.info(), older).unwrap().without_told(), &Context::default()).unwrap();
    let mut lied = serde_json::to_value(&won).unwrap();
    lied["asked"]["moves"] = serde_json::json!(["6 left"]);
    let lied = Answer::from_value(Lemmo.info(), lied).unwrap().without_told();
    assert!(check(&load(SEED), &lied, &Context::default()).is_err());
}
