//! Limits and Ctrl-C: what is known is printed whole, and holds.

use testkit::long_levels::plus_board;

use crate::cli::{CliOutput, fed, file, folder, menagerie};

/// A file with the long toggle board, in a folder of this name.
fn long_board(name: &str) -> String {
    file(&folder(name), "long.toggle", plus_board())
}

fn found_with_a_bound(said: &CliOutput, level: &str) {
    assert_eq!(said.status, 0, "{said:?}");
    let answer = said.json();
    assert_eq!(answer["answer"]["optimal"], false);
    assert!(answer["answer"]["at_least"].as_u64().unwrap() > 0);
    let verified = fed(&["verify", level, "-", "--partly"], said.out.as_bytes());
    assert!(verified.status == 0 && verified.out.starts_with("holds in part"), "{verified:?}");
}

#[test]
fn a_limit_on_nodes_leaves_a_solution_with_a_bound() {
    let level = long_board("limit");
    let said = menagerie(&["solve", &level, "--json", "--nodes", "2000000"]);
    found_with_a_bound(&said, &level);
}

#[test]
#[cfg(unix)]
fn ctrl_c_prints_what_is_known() {
    use std::process::{Command, Stdio};
    let level = long_board("ctrl-c");
    let child = Command::new(env!("CARGO_BIN_EXE_menagerie"))
        .args(["solve", &level, "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = CliOutput {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    found_with_a_bound(&said, &level);
    assert!(said.json()["method"].as_str().unwrap().contains("ended from outside"));
}

#[test]
fn completions_and_man_page_are_printed() {
    assert!(menagerie(&["completions", "bash"]).out.contains("menagerie"));
    assert!(menagerie(&["man"]).out.contains(".TH menagerie"));
}

/// An unfinished answer says first which limit ended it, and no bound that says nothing.
#[test]
fn an_unfinished_answer_says_first_why_it_stopped() {
    let said = menagerie(&["map", "@seed.pebble", "--memory", "1MiB"]);
    assert_eq!(said.status, 12, "{said:?}");
    let words = said.out.split("pebble: unfinished\n").nth(1).unwrap();
    let first = "  stopped: the memory allowed does not suffice: the map needs ";
    assert!(words.starts_with(first) && !said.out.contains("at least 0"), "{}", said.out);
    let said = menagerie(&["solve", "@fifteen", "--nodes", "3000"]);
    let words = said.out.split("pebble: unfinished\n").nth(1).unwrap();
    assert!(words.starts_with("  stopped: the limit on nodes was reached\n  at least "), "{}", said.out);
    for level in ["@lights-out-5x5", "@seed.lemmo", "@serpent", "@meadow", "@first-steps#4", "@hanoi"] {
        let said = menagerie(&["solve", level, "--nodes", "1"]);
        assert!(said.out.contains("stopped: the limit on nodes was reached"), "{level}: {}", said.out);
        assert!(!said.out.contains("at least 0"), "{level}: {}", said.out);
    }
    let played = fed(&["play", "--plain", "@lights-out-5x5", "--nodes", "1"], b"hint\nhint\nhint\nhint\nquit\n").out;
    assert!(played.contains("Best possible: not known within the limits."), "{played}");
    assert!(played.contains("Whether it can be solved is not known."), "{played}");
    assert!(played.contains("Not known within the limits: the limit on nodes was reached."), "{played}");
}
