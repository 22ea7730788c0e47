//! A player that reads nothing but the words of `play --plain`, line by line.

#![allow(dead_code, clippy::unwrap_used)] // a failed unwrap is a failed test

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::cli::cache;

/// A game under way in a process of its own.
pub(crate) struct Reader {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// What is said before the first prompt.
    pub(crate) opening: String,
    /// What was said last.
    pub(crate) last: String,
}

impl Reader {
    /// Opens a level; `more` are further arguments.
    pub(crate) fn open(level: &str, more: &[&str]) -> Reader {
        let mut child = Command::new(env!("CARGO_BIN_EXE_menagerie"))
            .args(["play", "--plain", level])
            .args(more)
            .args(["--nodes", "200000"])
            .env("MENAGERIE_CACHE", cache())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let mut reader = Reader { child, input, output, opening: String::new(), last: String::new() };
        reader.opening = reader.until_prompt();
        reader.last.clone_from(&reader.opening);
        reader
    }

    fn until_prompt(&mut self) -> String {
        let (mut bytes, mut one) = (Vec::new(), [0]);
        while !bytes.ends_with(b"\n> ") {
            assert_eq!(self.output.read(&mut one).unwrap(), 1, "it ended: {}", String::from_utf8_lossy(&bytes));
            bytes.push(one[0]);
        }
        bytes.truncate(bytes.len() - 2);
        String::from_utf8(bytes).unwrap()
    }

    /// Types a line; what is said to it, without the line itself.
    pub(crate) fn tell(&mut self, line: &str) -> &str {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
        let said = self.until_prompt();
        self.last = said.strip_prefix(&format!("{line}\n")).unwrap_or(&said).to_owned();
        &self.last
    }

    /// The moves said last; none where the game is over.
    pub(crate) fn moves(&self) -> Vec<String> {
        let listed = self.last.lines().rev().find_map(|line| line.strip_prefix("Moves: "));
        let moves = listed.unwrap_or("").split(", ").filter(|name| !name.is_empty() && *name != "…" && *name != "none");
        moves.map(str::to_owned).collect()
    }

    /// Whether the last words list no moves: the game is over.
    pub(crate) fn is_over(&self) -> bool {
        !self.last.lines().any(|line| line.starts_with("Moves: "))
    }

    /// Whether the last words say that the goal is reached.
    pub(crate) fn has_won(&self) -> bool {
        self.is_over() && ["Solved", "won", "Won"].iter().any(|word| self.last.contains(word))
    }

    /// The rows of a grid: for each its columns with what is there.
    pub(crate) fn rows(&mut self) -> Vec<BTreeMap<usize, String>> {
        let look = self.tell("look").to_owned();
        let names = look.lines().filter_map(|line| line.trim().strip_prefix("row ")?.split_once(':'));
        let numbers: Vec<String> = names.map(|(number, _)| number.to_owned()).collect();
        numbers.iter().map(|number| self.row(number)).collect()
    }

    fn row(&mut self, number: &str) -> BTreeMap<usize, String> {
        let said = self.tell(&format!("look row {number}")).trim().to_owned();
        let rest = said.strip_prefix(&format!("row {number}: ")).unwrap_or_else(|| panic!("{said}"));
        let place = |part: &str| {
            let (column, words) = part.strip_prefix("column ")?.split_once(' ')?;
            Some((column.parse().ok()?, words.to_owned()))
        };
        rest.trim_end_matches('.').split(", ").map(|part| place(part).unwrap_or_else(|| panic!("{said}"))).collect()
    }

    /// Leaves; the status must be 0.
    pub(crate) fn leave(mut self) {
        drop(self.input.take());
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}
