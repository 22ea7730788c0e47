//! Luau puzzles that mean harm, on every verb, over HTTP and when they are told to end: each run ends within its
//! limits.
//!
//! `./test` tries a few scripts with a few verbs. the campaigns `hostile-scripts`,
//! `hostile-requests` and `hostile-scripts-told-to-end` try all of them, on a machine that does nothing else.
#![cfg(target_os = "linux")]
use std::time::{Duration, Instant};

use crate::cli::{MENAGERIE, file, folder};
use crate::hostile_luau::scripts;
use serde_json::{Value, json};
use testkit::bounded::{Limits, Moment, Trial, base};
use testkit::campaign::cases;
use testkit::server::{Server, request};

/// The limits of every run.
const LIMITS: Limits = Limits::new(300, 64);

/// Every verb that reads a level, as its arguments and its input; `LEVEL` stands for the file.
const VERBS: &[(&[&str], &str)] = &[
    (&["show", "LEVEL"], ""),
    (&["show", "LEVEL", "--json"], ""),
    (&["show", "LEVEL", "--svg", "-"], ""),
    (&["play", "--plain", "LEVEL"], "look\nmoves\nadd\nadd\nadd\nadd\nhint\nundo\nlook\nsave SAVE\nquit\n"),
    (&["check", "LEVEL"], ""),
    (&["check", "--par", "LEVEL"], ""),
    (&["solve", "LEVEL"], ""),
    (&["solve", "--all", "LEVEL", "--json"], ""),
    (&["count", "LEVEL"], ""),
    (&["reach", "LEVEL"], ""),
    (&["map", "LEVEL"], ""),
    (&["hint", "LEVEL"], ""),
    (&["hint", "--reveal", "1", "LEVEL"], ""),
    (&["judge", "LEVEL", "add; add"], ""),
    (&["run", "LEVEL", "add; add; add; add"], ""),
    (&["shortcut", "LEVEL"], ""),
    (&["verify", "LEVEL", "-"], "{\"family\":\"script\",\"question\":\"solve\",\"verdict\":\"found\"}"),
    (&["survey", "LEVEL"], ""),
    (&["repl", "LEVEL"], "level:solve()\nlevel\n"),
    (&["repl", "--eval", "print(load('LEVEL'):solve())"], ""),
];

/// The arguments and the input of a verb on a file.
fn on(level: &str, (arguments, input): (&[&str], &str)) -> (Vec<String>, String) {
    let save = format!("{level}.save");
    let filled = arguments.iter().map(|argument| argument.replace("LEVEL", level)).collect();
    (filled, input.replace("SAVE", &save))
}

/// The cases with the indices that they try of `all` combinations, each once. A step that shares no factor with their
/// number gives a sample many scripts and many verbs.
fn spread(sample: u64, all: usize) -> impl Iterator<Item = (u64, usize)> {
    let indexed = cases(sample).map(|case| (case, usize::try_from(case).unwrap()));
    indexed.take_while(move |&(_, at)| at < all).map(move |(case, at)| (case, at * 1009 % all))
}

#[test]
fn every_verb_ends_within_its_limits() {
    let (folder, base, scripts) = (folder("hostile-verbs"), base(&MENAGERIE), scripts());
    assert!(scripts.len() >= 80);
    let all = scripts.len() * VERBS.len();
    let mut wrong = Vec::new();
    for (case, index) in spread(14, all) {
        let ((name, text), verb) = (&scripts[index / VERBS.len()], VERBS[index % VERBS.len()]);
        let level = file(&folder, "one.luau", text);
        let (arguments, input) = on(&level, verb);
        // Each line of a game has its own time.
        let lines = if verb.0[0] == "play" { input.lines().count() as u32 } else { 1 };
        let allowed = Limits { time: LIMITS.time * lines, ..LIMITS };
        let run = Trial::new(&MENAGERIE, &arguments).limits(&LIMITS).patient_for(&allowed).input(input).run();
        if testkit::campaign::by_hand() {
            println!("{case}: {name}: {}: {}", arguments.join(" "), run.figures());
        }
        wrong.extend(run.flaw(&allowed, base).map(|flaw| format!("case {case}, {name}, {}: {flaw}", verb.0.join(" "))));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The requests about a level.
fn requests(level: &str) -> Vec<(&'static str, Value)> {
    let moves = ["add", "add"];
    let question = |question: &str| json!({"family": "script", "level": level, "question": question, "options": {"time": "300ms", "memory": "64MiB"}});
    vec![
        ("check", json!({"family": "script", "level": level})),
        ("play", json!({"family": "script", "level": level, "moves": moves})),
        ("picture", json!({"family": "script", "level": level, "moves": moves})),
        ("hint", json!({"family": "script", "level": level, "options": {"time": "300ms", "memory": "64MiB"}})),
        ("ask", question("solve")),
        ("ask", question("map")),
        ("ask", question("judge")),
    ]
}

#[test]
fn every_request_ends_within_its_limits() {
    let scripts = scripts();
    let server = Server::start(MENAGERIE.path(), &["--slots", "1", "--time", "300ms", "--memory", "64MiB"]);
    let own = server.resident();
    let all = scripts.len() * 7;
    let mut wrong = Vec::new();
    for (case, index) in spread(8, all) {
        let (name, text) = &scripts[index / 7];
        let (endpoint, body) = requests(text).swap_remove(index % 7);
        let begun = Instant::now();
        let response =
            request(&server.address, "POST", &format!("/api/v1/{endpoint}"), "Prefer: wait=20\r\n", &body.to_string());
        let took = begun.elapsed();
        let sound = matches!(response.status, 200 | 202 | 400..=499) && !response.body.contains("a bug in");
        let odd =
            (!sound).then(|| format!("{} {}", response.status, response.body.chars().take(300).collect::<String>()));
        if testkit::campaign::by_hand() {
            println!(
                "{case}: {name}: {endpoint}: {} in {took:.2?}, server {} MiB",
                response.status,
                server.peak() >> 20
            );
        }
        let flaw = LIMITS.breach(took, server.peak(), own).or(odd);
        wrong.extend(flaw.map(|flaw| format!("case {case}, {name}, {endpoint}: {flaw}")));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Runs that would go on for long are told to end early, at several moments.
#[test]
fn every_run_ends_within_a_second_of_sigterm() {
    let (folder, scripts) = (folder("hostile-sigterm"), scripts());
    let moments = [30, 100, 400];
    let all = scripts.len() * VERBS.len() * moments.len();
    let mut wrong = Vec::new();
    for (case, index) in spread(8, all) {
        let (pair, moment) = (index / moments.len(), moments[index % moments.len()]);
        let ((name, text), verb) = (&scripts[pair / VERBS.len()], VERBS[pair % VERBS.len()]);
        let level = file(&folder, "one.luau", text);
        let (arguments, input) = on(&level, verb);
        let moment = Moment::Computed(Duration::from_millis(moment));
        let run = Trial::new(&MENAGERIE, &arguments).input(input).terminate(moment).run();
        // Many end by themselves before.
        let flaw = run.ending.and_then(|_| run.flaw_of_ending());
        if testkit::campaign::by_hand() {
            println!("{case}: {name}: {}: {:?} {}", arguments.join(" "), run.ending, run.figures());
        }
        wrong.extend(flaw.map(|flaw| format!("case {case}, {name}, {}: {flaw}", verb.0.join(" "))));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
