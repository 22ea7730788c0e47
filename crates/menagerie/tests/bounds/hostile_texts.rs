//! Hostile texts (`testkit::hostile`) on every verb: each run ends within twice its time plus a second, with its memory
//! plus 64 MiB.
#![cfg(target_os = "linux")]
use testkit::bounded::{Limits, Trial, base};
use testkit::campaign;
use testkit::hostile::{HostileText, chosen, texts};

use crate::cli::{MENAGERIE, file, folder};

/// The number of runs on a text.
const VERBS: usize = 20;

/// A run of the program on a text.
struct Verb {
    /// The lines of a game, each of which has its own time.
    lines: u32,
    arguments: Vec<String>,
    input: String,
}

/// Every verb that reads a level, with this file in its place.
fn verbs(text: &HostileText, level: &str, out: &str) -> [Verb; VERBS] {
    let verb = |arguments: &[&str], input: String| Verb {
        lines: if arguments[0] == "play" { input.lines().count() as u32 } else { 1 },
        arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        input,
    };
    let plain = |arguments: &[&str]| verb(arguments, String::new());
    let answer = format!(
        "{{\"schema\":1,\"family\":\"{}\",\"question\":\"solve\",\"verdict\":\"impossible\",\"method\":\"none\"}}",
        text.family
    );
    let first = format!("{level}#1");
    let eval = format!("print(load({level:?}))");
    [
        plain(&["check", level]),
        plain(&["check", "--par", level]),
        plain(&["show", &first]),
        plain(&["show", &first, "--svg", out]),
        plain(&["show", &first, "--png", out]),
        plain(&["solve", &first]),
        plain(&["solve", level, "--json"]),
        plain(&["solve", &first, "--gif", out]),
        plain(&["count", &first]),
        plain(&["hint", &first]),
        plain(&["hint", &first, "--reveal", "1"]),
        plain(&["judge", &first, text.step]),
        plain(&["map", &first]),
        plain(&["reach", &first]),
        plain(&["run", &first, text.step]),
        plain(&["run", &first, text.step, "--svg", out]),
        verb(&["play", "--plain", &first], format!("look\nmoves\n{}\nhint\nundo\nquit\n", text.step)),
        // The limits of a survey are those of each level.
        plain(&["survey", &first, "--csv", out]),
        verb(&["verify", &first, "-"], answer),
        plain(&["repl", "--eval", &eval]),
    ]
}

#[test]
fn every_verb_ends_in_time_and_memory() {
    let folder = folder("hostile-texts");
    let (limits, base, mut wrong, mut runs) = (Limits::hostile(200), base(&MENAGERIE), Vec::new(), 0);
    assert!(texts().len() >= 60, "{}", texts().len());
    for (number, text, chosen) in chosen(VERBS) {
        let level = file(&folder, &format!("level.{}", text.extension), text.text());
        let out = folder.join("out").to_str().unwrap().to_owned();
        for verb in &verbs(&text, &level, &out)[chosen] {
            let allowed = Limits { time: limits.time * verb.lines, ..limits };
            let trial = Trial::new(&MENAGERIE, &verb.arguments).limits(&limits).patient_for(&allowed);
            let run = trial.input(verb.input.clone()).run();
            runs += 1;
            if campaign::by_hand() {
                println!(
                    "{number:2} {} {}: {}",
                    text.name,
                    verb.arguments[..2.min(verb.arguments.len())].join(" "),
                    run.figures()
                );
            }
            let flaw = run.flaw(&allowed, base);
            wrong.extend(flaw.map(|flaw| format!("{number} {}: {}: {flaw}", text.name, verb.arguments.join(" "))));
        }
    }
    println!("{runs} runs, {} MiB without work", base >> 20);
    assert!(wrong.is_empty(), "{} of {runs} runs:\n{}", wrong.len(), wrong.join("\n"));
}
