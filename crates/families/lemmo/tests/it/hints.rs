//! Lemmo: what hints say of starts, and after the walk.

use engines::Context;
use puzzles::lemmo::Lemmo;
use puzzles::lemmo::body::Hint;
use puzzles::options::MOVES;
use puzzles::solution::Exhausted;
use puzzles::{Answer, Body, Family, OptionValue, Options, QuestionKind, Record, Role, check, words};

use crate::starts::{SEED, answer, body, load, plain};

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

/// One wording for every face: the best moves are named as far as eight of them are told, and where most starts win
/// those that do not.
#[test]
fn the_best_starts_are_told_in_one_wording() {
    let hint = plain(SEED, QuestionKind::HINT);
    let now = "any move but 6 left, 7 left, 8 left, 9 left; for instance 1 left";
    assert_eq!(words::lines(&hint), [format!("best now: {now} (20 of 24 starts win)")]);
    assert_eq!(hint.told().standing.unwrap().now.as_deref(), Some(now));
    let picture = puzzles::explain(&load(SEED), &hint, &Context::default());
    let rings = picture.frames[0].overlays.iter().filter(|mark| matches!(mark, picture::Overlay::Ring { .. })).count();
    assert_eq!((rings, picture.frames[0].overlays.len()), (20, 20), "the best moves, and nothing else");
    let wide = format!("{}.{}\n{}$\n", "#".repeat(999), "#".repeat(1000), "@".repeat(1999));
    let wide = plain(&wide, QuestionKind::HINT).told().standing.unwrap();
    assert!(wide.words.len() + wide.now.unwrap_or_default().len() < 300);
    let few = plain("#.#\n#$@\n", QuestionKind::HINT).told().standing.unwrap();
    assert_eq!(few.now.as_deref(), Some("1 left, 1 right, 2 left, 2 right, 3 left, 3 right"));
    let half = plain("##.######\n#@#####$#\n", QuestionKind::HINT);
    assert!(half.told().standing.unwrap().now.unwrap().contains(" more") || body::<Hint>(&half).best.len() <= 8);
}

/// The places that are told hold best moves and others.
#[test]
fn where_to_look_is_said_to_hold_a_best_move_among_others() {
    let asked = Options::default().with(&puzzles::options::REVEAL, OptionValue::Number(3));
    let told = words::lines(&answer(SEED, QuestionKind::HINT, asked));
    assert_eq!(told[2], "Look at start 6 left; start 6 right: a best move is among those there.");
}

#[test]
fn a_walk_that_is_lost_is_not_said_to_show_that_no_start_wins() {
    let asked = Options::default().with(&MOVES, OptionValue::List(vec!["6 left".into()]));
    let checked = check(&load(SEED), &answer(SEED, QuestionKind::HINT, asked), &Context::default()).unwrap();
    let said = format!("{checked:?}");
    assert!(said.contains("the start that was chosen does not win") && !said.contains("no start wins"), "{said}");
}

#[test]
fn a_start_may_be_written_with_a_comma() {
    let mut record = Record::new(load(SEED), Role("player"));
    record.play("6,right").unwrap();
    assert_eq!(record.moves(), ["6 right"]);
    assert!(Record::new(load(SEED), Role("player")).play("6,up").is_err());
}

/// The way is drawn tile by tile, not from corner to corner.
#[test]
fn the_way_passes_every_tile_of_the_walk() {
    let picture = {
        let mut record = Record::new(load(SEED), Role("player"));
        record.play("6 right").unwrap();
        record.position().picture()
    };
    let Some(picture::Overlay::Path { points }) = picture.frames.last().unwrap().overlays.first() else { panic!() };
    assert!(points.windows(2).all(|step| (step[0].x - step[1].x).abs() + (step[0].y - step[1].y).abs() <= 1.0));
    assert!(points.len() > 4, "{points:?}");
}

#[test]
fn rules_explain_spaces_where_there_are_floors_above() {
    assert!(load(SEED).guide().rules.contains("On a space (.)"));
    let rules = load("#$@\n").guide().rules;
    assert!(!rules.contains("space") && !rules.contains("taken away"), "{rules}");
    assert!(rules.ends_with("how many of the starts win?"), "{rules}");
}
