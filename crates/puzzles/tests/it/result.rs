//! How games end, family by family: results for the role played, the end of a run.

use engines::Context;
use frame::checked;
use puzzles::options::ROLE;
use puzzles::phrases::plural;
use puzzles::words::lines;
use puzzles::{Answer, CheckError, Family, GameResult, OptionValue, Question, QuestionKind, ResultKind, Unit};
use serde_json::{Value, json};

/// Whether these families are all built in; says which one is not.
fn has(names: &[&str]) -> bool {
    let missing = names.iter().find(|name| puzzles::FAMILIES.iter().all(|family| family.info().name != **name));
    missing.inspect(|name| eprintln!("skipped: the family {name} is not built in")).is_none()
}

fn family(name: &str) -> &'static dyn Family {
    *puzzles::FAMILIES.iter().find(|family| family.info().name == name).unwrap()
}

fn run(name: &str, shipped: &str, moves: &[&str], role: Option<&str>) -> Answer {
    let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
    let mut question = Question::after(QuestionKind::RUN, &moves);
    if let Some(role) = role {
        question.asked = question.asked.with(&ROLE, OptionValue::Text(role.to_owned()));
    }
    puzzles::ask(&checked::shipped(family(name), shipped), &question, &Context::default()).unwrap()
}

/// A field of the body of a run.
fn field(answer: &Answer, name: &str) -> Value {
    serde_json::to_value(&answer.body).unwrap().get(name).cloned().unwrap_or_else(|| json!("absent"))
}

fn result(answer: &Answer) -> Value {
    field(answer, "result")
}

#[test]
fn the_result_of_presses_is_told() {
    if !has(&["toggle"]) {
        return;
    }
    assert_eq!(result(&run("toggle", "flipper", &["5"], None)), Value::Null);
    let five = run("toggle", "flipper", &["5", "5", "1", "3", "4"], None);
    assert_eq!(lines(&five)[0], "solved with 5 presses");
    assert_eq!(result(&five), json!({"kind": "won", "value": 5, "unit": "presses"}));
}

#[test]
fn the_result_of_a_walk_is_told() {
    if !has(&["lemmo"]) {
        return;
    }
    assert_eq!(result(&run("lemmo", "seed", &["6 left"], None)), json!({"kind": "lost"}));
    assert_eq!(result(&run("lemmo", "seed", &["1 left"], None)), json!({"kind": "won"}));
}

#[test]
fn the_result_of_a_detour_is_told() {
    if !has(&["wall"]) {
        return;
    }
    let rabbit = run("wall", "two-rows", &["right", "down"], Some("rabbit"));
    assert_eq!(lines(&rabbit)[0], "paid 13 after 2 moves");
    assert_eq!(result(&rabbit), json!({"kind": "ended", "value": 13, "unit": "cost"}));
    let eel = run("wall", "two-rows", &["gap 3"], Some("eel"));
    assert_eq!(result(&eel), json!({"kind": "ended", "value": 7, "unit": "cost"}));
}

#[test]
fn a_program_that_can_still_be_changed_has_no_result() {
    if !has(&["bunny"]) {
        return;
    }
    let program = run("bunny", "hook", &["LOOP{F R}"], None);
    assert_eq!(result(&program), Value::Null, "squares are left, and the program can still be changed");
}

#[test]
fn a_lost_walk_is_called_lost_and_not_solved() {
    if !has(&["lemmo"]) {
        return;
    }
    let words = lines(&run("lemmo", "seed", &["6 left"], None)).join("; ");
    assert!(words.starts_with("lost after 1 move; from column 6 looking left, Lemmo is lost at row 4"), "{words}");
    assert!(!words.contains("solved"), "{words}");
}

#[test]
fn a_run_says_where_it_ends() {
    if !has(&["lemmo", "wall"]) {
        return;
    }
    let end = |answer: Answer| field(&answer, "end");
    let lost = end(run("lemmo", "seed", &["6 left"], None));
    let reach = ends_of("seed");
    let start = reach.iter().find(|start| start["column"] == 6 && start["facing"] == "left").unwrap();
    assert_eq!((&lost["row"], &lost["column"]), (&start["row"], &start["column_end"]), "a run and reach agree");
    assert_eq!(end(run("lemmo", "seed", &[], None)), "absent");
    let rabbit = end(run("wall", "two-rows", &["right"], Some("rabbit")));
    assert_eq!(rabbit, json!({"row": 1, "column": 2, "path": [[1, 1], [1, 2]], "gaps": [2]}));
    let eel = end(run("wall", "two-rows", &["gap 3"], Some("eel")));
    assert_eq!(eel, json!({"row": 2, "column": 3, "path": [[1, 1], [1, 2], [1, 3], [2, 3]], "gaps": [3]}));
    let live = end(run("wall", "live", &["start 2"], Some("rabbit")));
    assert!(live["walls"].is_array() && live.get("gaps").is_none(), "{live}");
}

fn ends_of(shipped: &str) -> Vec<Value> {
    let family = family("lemmo");
    let question = Question::plain(QuestionKind::REACH);
    let answer = puzzles::ask(&checked::shipped(family, shipped), &question, &Context::default());
    field(&answer.unwrap(), "starts").as_array().unwrap().clone()
}

#[test]
fn the_picture_of_a_run_ends_at_its_end() {
    if !has(&["lemmo", "bunny", "wall"]) {
        return;
    }
    let drawn = |name: &str, shipped: &str, moves: &[&str], role: Option<&str>| {
        let answer = run(name, shipped, moves, role);
        puzzles::explain(&checked::shipped(family(name), shipped), &answer, &Context::default())
    };
    let lost = drawn("lemmo", "seed", &["6 left"], None);
    assert!(lost.frames.last().unwrap().caption.starts_with("Lemmo is lost at row 4"), "{lost:?}");
    let program = drawn("bunny", "hook", &["LOOP{F R}"], None);
    assert!(program.frames.len() > 1, "each action of the program is a frame");
    let rabbit = drawn("wall", "two-rows", &["right"], Some("rabbit"));
    let last = rabbit.frames.last().unwrap();
    assert!(!last.edges.is_empty() && !last.overlays.is_empty(), "walls and the way so far: {last:?}");
    assert!(last.caption.contains("row 1, column 2"), "{last:?}");
}

#[test]
fn false_results_do_not_hold() {
    if !has(&["lemmo"]) {
        return;
    }
    let family = family("lemmo");
    let level = checked::shipped(family, "seed");
    let answer = run("lemmo", "seed", &["6 left"], None);
    let verified = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
        let mut value = serde_json::to_value(&answer).unwrap();
        change(value["answer"].as_object_mut().unwrap());
        let answer: Answer = Answer::from_value(family.info(), value).unwrap();
        puzzles::check(&level, &answer, &Context::default())
    };
    assert!(verified(&|_| {}).is_ok());
    for missing in ["result", "end"] {
        assert!(verified(&|body| drop(body.remove(missing))).is_err(), "{missing}");
    }
    for (key, lie) in [
        ("result", json!({"kind": "won"})),
        ("result", Value::Null),
        ("result", json!({"kind": "lost", "value": 1, "unit": "moves"})),
        ("end", json!({"row": 4, "column": 12, "facing": "left"})),
        ("solved", json!(true)),
    ] {
        let checked = verified(&|body| drop(body.insert(key.into(), lie.clone())));
        assert!(matches!(checked, Err(CheckError::Wrong(_))), "{key}: {lie}");
    }
    // The words for a position are not its facts: another version may choose others, and the check says so.
    let reworded = verified(&|body| drop(body.insert("words".into(), json!("Lemmo is lost there")))).unwrap();
    assert!(reworded.not_rechecked[0].contains("words"), "{reworded:?}");
    assert!(verified(&|_| {}).unwrap().not_rechecked.is_empty());
}

#[test]
fn a_result_stands_beside_the_best_possible() {
    const PRESSES: Unit = Unit::named("presses");
    let presses = GameResult::counted(ResultKind::Won, 5, PRESSES);
    let cost = GameResult::counted(ResultKind::Ended, 18, Unit::COST);
    assert_eq!(presses.beside(3, true), "solved with 5 presses; 3 suffice");
    assert_eq!(presses.beside(3, false), "solved with 5 presses; 3 suffice");
    assert_eq!(presses.beside(1, true), "solved with 5 presses; 1 suffices");
    assert_eq!(presses.beside(5, true), "solved with 5 presses, the fewest possible");
    assert_eq!(presses.beside(5, false), "solved with 5 presses");
    assert_eq!(cost.beside(97, true), "paid 18; 97 was possible");
    assert_eq!(cost.beside(18, true), "paid 18, the best possible");
    assert_eq!(cost.beside(13, true), "paid 18; 13 suffices");
    assert_eq!(GameResult::plain(ResultKind::Lost).beside(3, true), "lost");
    assert_eq!(GameResult::counted(ResultKind::Won, 1, PRESSES).words(), "solved with 1 press");
    assert_eq!((plural(1, "try", "tries"), plural(2_u64, "try", "tries")), ("1 try".into(), "2 tries".into()));
}
