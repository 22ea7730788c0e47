//! The table of questions: the examples of its rows give the answers that stand there, and help shows them.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use crate::cli::menagerie;
use puzzles::questions::QUESTIONS;

#[test]
fn the_example_of_each_question_gives_its_answer() {
    for row in QUESTIONS {
        let arguments: Vec<&str> = row.example.command.split(' ').collect();
        assert_eq!(arguments[0], row.name());
        let said = menagerie(&[&arguments[..], &["--quiet", "--no-cache"]].concat());
        let lines: Vec<&str> = said.out.lines().skip(1).map(str::trim).collect();
        assert!(said.status == 0 && lines.join("\n").starts_with(row.example.output), "{arguments:?}: {said:?}");
        let help = menagerie(&[row.name(), "--help"]).out;
        assert!(help.starts_with(row.about) && help.contains(row.example.output.lines().next().unwrap()), "{help}");
    }
}
