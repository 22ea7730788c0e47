//! Tasks performed in this process: every operation, every reason.

use engines::{CancellationToken, Context, NoProgress, NoStore};
use puzzles::{Options, QuestionKind};
use serde_json::{Value, json};
use server::work::child::ChildCommand;
use server::work::{Attempt, Executor};
use tasks::{Failure, Limits, Operation, Outcome, PictureSize, Reason, Style, Task};

const LIMITS: Limits = Limits { nodes: None, bytes: 1 << 30, millis: 60_000 };

fn shipped(family: &str, name: &str) -> String {
    let family = script::families().iter().find(|known| known.info().name == family).unwrap();
    family.info().levels.iter().find(|level| level.name == name).unwrap().text.to_owned()
}

fn perform(task: &Task) -> Outcome {
    tasks::perform(script::families(), task, PictureSize::Whole, &Context::new(task.limits.budget()))
}

fn task(family: &str, level: String, operation: Operation) -> Task {
    Task { family: family.into(), level, operation, limits: LIMITS }
}

fn ask_task(family: &str, level: &str, question: QuestionKind, asked: Options) -> Task {
    task(family, shipped(family, level), Operation::Ask { question, asked, picture: false })
}

fn done(task: &Task) -> (Value, bool) {
    match perform(task) {
        Outcome::Done { result, is_conclusive } => (result.value(), is_conclusive),
        Outcome::Failed(failure) => panic!("{failure:?}"),
    }
}

fn failed(task: &Task) -> Failure {
    match perform(task) {
        Outcome::Failed(failure) => failure,
        Outcome::Done { result, .. } => panic!("{}", result.as_str()),
    }
}

fn moves(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn an_answer_is_the_object_of_the_command_line() {
    let (answer, is_conclusive) = done(&ask_task("toggle", "flipper", QuestionKind::SOLVE, Options::default()));
    assert_eq!(
        (&answer["schema"], &answer["family"], &answer["verdict"]),
        (&json!(1), &json!("toggle"), &json!("found"))
    );
    assert_eq!(answer["answer"]["optimal"], true);
    assert!(is_conclusive);
    let (answer, is_conclusive) =
        done(&ask_task("pebble", "fourteen-fifteen", QuestionKind::SOLVE, Options::default()));
    assert_eq!(answer["verdict"], "impossible");
    assert!(is_conclusive);
}

#[test]
fn what_a_limit_cut_short_is_not_conclusive() {
    let mut task = ask_task("pebble", "hardest", QuestionKind::SOLVE, Options::default());
    task.limits.nodes = Some(1000);
    let (answer, is_conclusive) = done(&task);
    assert_eq!(answer["verdict"], "unfinished");
    assert!(!is_conclusive);
}

#[test]
fn a_check_says_where_a_level_is_wrong() {
    let (report, is_conclusive) = done(&task("pebble", shipped("pebble", "easy"), Operation::Check));
    assert_eq!(report["answer"], json!({"valid": true, "errors": 0, "warnings": 0, "problems": []}));
    assert!(is_conclusive);
    let (report, _) = done(&task("pebble", "board = 7".into(), Operation::Check));
    assert_eq!(report["answer"]["valid"], false);
    assert!(report["answer"]["problems"][0]["line"].is_u64());
    let looping = done(&task("script", "while true do end".into(), Operation::Check)).0;
    assert!(looping["error"].is_string(), "{looping}");
}

#[test]
fn a_position_lists_what_can_be_played() {
    let level = shipped("pebble", "easy");
    let play = |made: &[&str]| {
        task("pebble", level.clone(), Operation::Play { moves: moves(made), role: None, picture: true })
    };
    let (start, _) = done(&play(&[]));
    let legal: Vec<&str> = start["legal"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert_eq!(start["legal_total"], legal.len());
    assert_eq!((&start["over"], &start["roles"]), (&json!(false), &json!(["player"])));
    assert!(start["offers"].as_array().unwrap().contains(&json!("map")), "{}", start["offers"]);
    let (after, _) = done(&play(&legal[..1]));
    assert_eq!(after["moves"], json!([legal[0]]));
    assert_ne!(after["picture"], start["picture"]);
    assert_eq!(failed(&play(&["99"])).reason, Reason::IllegalMove);
}

#[test]
fn a_large_board_lists_a_thousand_moves_and_counts_more() {
    let level = format!("board = \"40x60\"\nmoves = \"plus\"\nstart = \"{}\"\n", "1".repeat(2400));
    let (position, _) = done(&task("toggle", level, Operation::Play { moves: Vec::new(), role: None, picture: true }));
    assert_eq!(position["legal"].as_array().unwrap().len(), 1000);
    assert_eq!(position["legal_total"], 2400);
}

#[test]
fn the_text_of_a_huge_position_is_that_of_its_level() {
    let level = "board = \"2000x2000\"\nmoves = \"plus\"\nstart = \"all 1\"\n".to_owned();
    let (position, _) =
        done(&task("toggle", level, Operation::Play { moves: moves(&["1"]), role: None, picture: true }));
    let text = position["level"].as_str().unwrap();
    assert!(text.contains("start = \"all 1\"") && text.len() < 200, "{text}");
    assert_eq!(position["moves"], json!(["1"]));
}

#[test]
fn playing_keeps_to_its_limits() {
    let mut long = task(
        "toggle",
        shipped("toggle", "flipper"),
        Operation::Play { moves: moves(&["1"; 50]), role: None, picture: true },
    );
    assert_eq!(done(&long).0["moves"].as_array().unwrap().len(), 50);
    long.limits.nodes = Some(49);
    assert_eq!(failed(&long).reason, Reason::Exceeded);
}

#[test]
fn a_picture_takes_an_answer_that_belongs_to_it_and_no_other() {
    let level = shipped("pebble", "easy");
    let draw = |made: &[&str], answer: Option<Value>| {
        let answer = answer.map(|answer| answer.to_string());
        task(
            "pebble",
            level.clone(),
            Operation::Picture { moves: moves(made), role: None, answer, style: Style::default() },
        )
    };
    let (plain, _) = done(&draw(&[], None));
    assert!(plain["svg"].as_str().unwrap().starts_with("<svg"));
    let (hint, _) = done(&ask_task("pebble", "easy", QuestionKind::HINT, Options::default()));
    let (drawn, _) = done(&draw(&[], Some(hint.clone())));
    assert_ne!(drawn["svg"], plain["svg"]);
    assert!(
        hint["words"][0].as_str().unwrap().contains("best now") && drawn["csv"].as_str().unwrap().starts_with("move")
    );
    let first = hint["answer"]["best"][0].as_str().unwrap();
    assert_eq!(failed(&draw(&[first], Some(hint.clone()))).reason, Reason::InvalidAnswer);
    let mut wrong = hint.clone();
    wrong["answer"]["best"] = json!(["77"]);
    assert_eq!(failed(&draw(&[], Some(wrong))).reason, Reason::InvalidAnswer);
    let other = done(&ask_task("toggle", "flipper", QuestionKind::SOLVE, Options::default())).0;
    assert_eq!(failed(&draw(&[], Some(other))).reason, Reason::InvalidAnswer);
    assert_eq!(failed(&draw(&[], Some(json!({"schema": 2})))).reason, Reason::InvalidAnswer);
}

#[test]
fn pictures_take_positions_and_every_hop_where_there_are_such() {
    let draw = |family: &str, name: &str, made: &[&str], style: Style| {
        let operation = Operation::Picture { moves: moves(made), role: None, answer: None, style };
        task(family, shipped(family, name), operation)
    };
    let (positions, hops) =
        (Style { positions: true, ..Style::default() }, Style { every_hop: true, ..Style::default() });
    let (plain, _) = done(&draw("pebble", "seed", &[], Style::default()));
    let (numbered, _) = done(&draw("pebble", "seed", &["3"], positions));
    assert!(!plain["svg"].as_str().unwrap().contains("paint-order"));
    assert!(numbered["svg"].as_str().unwrap().contains("paint-order"));
    assert_eq!(plain["picture"]["names"].as_array().unwrap().len(), 30);
    assert_eq!(plain["picture"]["frames"][0].get("names"), None);
    assert_eq!(failed(&draw("toggle", "flipper", &[], positions)).reason, Reason::NotOffered);
    assert_eq!(failed(&draw("pebble", "seed", &[], hops)).reason, Reason::NotOffered);
    let run = ["LOOP(300){F R}", "run"];
    let frames = |style: Style| {
        let (drawn, _) = done(&draw("bunny", "bunny-02", &run, style));
        (drawn["picture"]["frames"].as_array().unwrap().len(), drawn["picture"]["abridged"].clone())
    };
    let ((short, abridged), (long, whole)) = (frames(Style::default()), frames(hops));
    assert!(abridged == true && whole.is_null(), "{abridged} {whole}");
    assert_ne!(short, long);
    // What is drawn as usual is the same task as before there was a choice.
    let text = serde_json::to_value(draw("pebble", "seed", &[], Style::default())).unwrap();
    assert_eq!(text["operation"], json!({"kind": "picture", "moves": [], "role": null, "answer": null}));
    assert_eq!(serde_json::from_value::<Task>(text).unwrap(), draw("pebble", "seed", &[], Style::default()));
}

#[test]
fn every_answer_to_a_shipped_level_can_be_drawn() {
    for (family, level, kind) in [
        ("toggle", "flipper", QuestionKind::SOLVE),
        ("lemmo", "seed", QuestionKind::IMPROVE),
        ("wall", "two-rows", QuestionKind::SOLVE),
        ("pebble", "fourteen-fifteen", QuestionKind::SOLVE),
        ("script", "jugs", QuestionKind::SOLVE),
    ] {
        let Some(known) = script::families().iter().find(|known| known.info().name == family) else { continue };
        let level = known.info().levels.iter().find(|known| known.name == level).unwrap_or(&known.info().levels[0]);
        let asking = Operation::Ask { question: kind, asked: Options::default(), picture: false };
        let (answer, _) = done(&task(family, level.text.into(), asking));
        let drawing = Operation::Picture {
            moves: Vec::new(),
            role: None,
            answer: Some(answer.to_string()),
            style: Style::default(),
        };
        let (drawn, _) = done(&task(family, level.text.into(), drawing));
        assert!(!drawn["picture"]["frames"].as_array().unwrap().is_empty(), "{family}");
    }
}

#[test]
fn each_failure_has_its_reason() {
    let reason = |task: &Task| failed(task).reason;
    assert_eq!(reason(&task("frog", String::new(), Operation::Check)), Reason::UnknownFamily);
    let ask_of = |level: &str| {
        task(
            "pebble",
            level.into(),
            Operation::Ask { question: QuestionKind::SOLVE, asked: Options::default(), picture: false },
        )
    };
    let invalid = failed(&ask_of("board = 7"));
    assert_eq!(invalid.reason, Reason::InvalidLevel);
    assert!(!invalid.problems.is_empty());
    assert_eq!(reason(&ask_task("pebble", "easy", QuestionKind::IMPROVE, Options::default())), Reason::NotOffered);
    let asked = Options::after(&moves(&["99"]));
    assert_eq!(reason(&ask_task("pebble", "easy", QuestionKind::HINT, asked)), Reason::IllegalMove);
    let broken = "return { name = 'x', start = 1, moves = function(s) return if s == 1 then { { name = 'on', to = 2 } } else 1 end, solved = function() return false end }";
    let solve = Operation::Ask { question: QuestionKind::SOLVE, asked: Options::default(), picture: false };
    assert_eq!(reason(&task("script", broken.into(), solve.clone())), Reason::ScriptFailed);
    assert_eq!(reason(&task("script", "while true do end".into(), solve)), Reason::Exceeded);
}

/// A process that dies over its task stands for work that kills whoever performs it.
#[cfg(unix)]
#[test]
fn work_that_died_once_dies_alone_the_next_time() {
    let arguments = ["-c", "read task; kill -KILL $$"].map(Into::into).to_vec();
    let deadly = ChildCommand { program: "/bin/sh".into(), arguments };
    let executor = Executor::new(script::families(), std::sync::Arc::new(NoStore), Some(deadly));
    let task = ask_task("toggle", "flipper", QuestionKind::SOLVE, Options::default());
    let outcome = |starts| executor.perform(&task, Attempt::of(starts), CancellationToken::default(), &NoProgress);
    assert!(matches!(outcome(1), Outcome::Done { .. }));
    for starts in [2, 40] {
        let Outcome::Failed(failure) = outcome(starts) else { panic!("it is not performed in a process of its own") };
        assert_eq!(failure.reason, Reason::KilledItsWorkers, "{failure:?}");
    }
    // A program was in such a process all along: a limit of the system ended it.
    let script = ask_task("script", "jugs", QuestionKind::SOLVE, Options::default());
    let Outcome::Failed(failure) = executor.perform(&script, Attempt::First, CancellationToken::default(), &NoProgress)
    else {
        panic!()
    };
    assert_eq!(failure.reason, Reason::Exceeded);
}
