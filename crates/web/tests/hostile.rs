//! Hostile texts (`testkit::hostile`) in a session of the module, natively: every operation ends within twice its time
//! plus a second, with its memory plus 64 MiB.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use testkit::bounded::{Limits, Measured, Trial};
use testkit::campaign;
use testkit::hostile::{HostileText, chosen};

/// The number of operations on a text.
const OPERATIONS: usize = 13;

/// The example `perform`. `cargo test` builds it, but not where single tests are named.
fn performer() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test.parent().and_then(Path::parent).unwrap().join("examples").join("perform");
    if !path.exists() {
        let cargo = std::env::var("CARGO").unwrap_or("cargo".into());
        let arguments = ["build", "--package", "menagerie-web", "--example", "perform"];
        let profile = if cfg!(debug_assertions) { "dev" } else { "release" };
        let built = Command::new(cargo).args(arguments).args(["--profile", profile]).status().unwrap();
        assert!(built.success());
    }
    path
}

/// Performs a task in a process of its own.
fn perform(performer: &Path, task: &Value, limits: &Limits) -> Measured {
    let mut command = Command::new(performer);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Trial::of(command).patient_for(limits).input(format!("{task}\n")).run()
}

/// Every operation, by name. A text of several levels is asked about the first of them.
fn operations(text: &HostileText) -> [(&'static str, Value); OPERATIONS] {
    let moves = json!([text.step]);
    let ask = |question: &str, asked: Value| json!({"kind": "ask", "question": question, "asked": asked});
    [
        ("check", json!({"kind": "check"})),
        ("levels", json!({"kind": "levels", "number": null})),
        ("level", json!({"kind": "levels", "number": 1})),
        ("picture", json!({"kind": "picture", "moves": [], "role": null, "answer": null})),
        ("play", json!({"kind": "play", "moves": [], "role": null})),
        ("play a move", json!({"kind": "play", "moves": moves, "role": null})),
        ("solve", ask("solve", json!({}))),
        ("count", ask("count", json!({}))),
        ("hint", ask("hint", json!({}))),
        ("judge", ask("judge", json!({"moves": moves}))),
        ("map", ask("map", json!({}))),
        ("reach", ask("reach", json!({}))),
        ("run", ask("run", json!({"moves": moves}))),
    ]
}

#[test]
fn every_operation_ends_in_time_and_memory() {
    let (performer, limits) = (performer(), Limits::hostile(200));
    let base = perform(&performer, &json!(null), &limits).peak;
    let allowed = json!({"nodes": null, "bytes": limits.memory, "millis": limits.time.as_millis() as u64});
    let (mut wrong, mut runs) = (Vec::new(), 0);
    for (number, text, chosen) in chosen(OPERATIONS) {
        let (level, operations) = (text.text(), operations(&text));
        for (name, operation) in &operations[chosen] {
            let mut task = operation.clone();
            task = json!({"family": text.family, "level": level, "operation": task, "limits": allowed});
            let run = perform(&performer, &task, &limits);
            runs += 1;
            let said: String = run.said.out.chars().take(160).collect();
            if campaign::by_hand() {
                println!("{number:2} {}: {name}: {} {said}", text.name, run.figures());
            }
            let flaw = run.flaw(&limits, base + 3 * level.len() as u64);
            wrong.extend(flaw.map(|flaw| format!("{number} {}: {name}: {flaw}", text.name)));
        }
    }
    println!("{runs} runs, {} MiB without work", base >> 20);
    assert!(wrong.is_empty(), "{} of {runs} runs:\n{}", wrong.len(), wrong.join("\n"));
}
